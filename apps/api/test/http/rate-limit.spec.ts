import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/** Amendment 87: a token bucket for each grant. No database takes part in it. */
const [database] = await databases();

describe('the rate limit', () => {
  const running = runningService(database!, { rate: { perSecond: 2, burst: 5 } });
  const ours = running.client();
  const unlimited = runningService(database!);

  const many = (
    count: number,
    headers: Readonly<Record<string, string>>,
    to = '/currencies?pagesize=1',
  ): Promise<Answered[]> =>
    Promise.all(Array.from({ length: count }, () => running.service.ask(to, { headers })));
  const refused = (answers: readonly Answered[]): readonly Answered[] =>
    answers.filter(({ status }) => status === 429);

  it('lets a burst through, answers 429 with Retry-After for what is more, and serves again after it', async () => {
    const { tokens } = await ours.agreement.grant(['SuperUser']);

    const began = performance.now();
    const answers = await many(12, tokens);
    // While they are asked, the bucket is filled again: by two a second.
    const filled = Math.ceil(((performance.now() - began) / 1_000) * 2);
    const late = refused(answers);
    const wait = Number(late.at(-1)?.headers.get('retry-after'));
    await new Promise((go) => setTimeout(go, wait * 1_000));
    const afterwards = await many(1, tokens);

    expect(answers.length - late.length).to.be.within(5, 5 + filled);
    for (const answer of late) expectRefusal(answer, 429);
    expect(wait).to.be.within(1, 3);
    expect(afterwards[0]?.status).to.equal(200);
  });

  it('says with each answer what is left, and when all of it is there again', async () => {
    const { tokens } = await ours.agreement.grant(['SuperUser']);

    const [first] = await many(1, tokens);
    const late = refused(await many(20, tokens)).at(-1);
    const home = await running.service.ask('/');

    expect(first?.headers.get('ratelimit-policy')).to.equal('"grant";q=5;w=3');
    expect(first?.headers.get('ratelimit')).to.equal('"grant";r=4;t=1');
    expect(late?.headers.get('ratelimit')).to.match(/^"grant";r=0;t=[23]$/);
    expect(home.headers.get('ratelimit')).to.equal(null);
  });

  it('counts for each grant by itself', async () => {
    const { tokens: first } = await ours.agreement.grant(['SuperUser']);
    const { tokens: second } = await ours.agreement.grant(['SuperUser']);

    await many(12, first);

    expect(refused(await many(5, second))).to.have.length(0);
  });

  it('counts refusals too, and writes nothing of what it refuses', async () => {
    const { tokens } = await ours.agreement.grant(['SuperUser']);
    const before = await ours.get('/units');

    await many(5, tokens, '/units/99999');
    const write = await running.service.ask('/units', {
      method: 'POST',
      headers: tokens,
      body: { name: 'x' },
    });

    expectRefusal(write, 429);
    expect((await ours.get('/units')).body.pagination.results).to.equal(before.body.pagination.results);
  });

  it('is one for all who look at the demo agreement, and none for home', async () => {
    const demo = await many(12, {}, '/currencies?demo=true&pagesize=1');
    const home = await many(20, {}, '/');

    expect(refused(demo).length).to.be.greaterThan(0);
    expect(refused(home)).to.have.length(0);
    for (const answer of refused(demo)) expectRefusal(answer, 429);
  });

  it('does not count for whoever has no credentials', async () => {
    const strangers = await many(20, { 'X-AppSecretToken': 'x', 'X-AgreementGrantToken': 'y' });

    for (const answer of strangers) expectRefusal(answer, 401, 'E02010');
  });

  it('can be switched off', async () => {
    const { tokens } = await unlimited.service.agreement();

    const answers = await Promise.all(
      Array.from({ length: 60 }, () => unlimited.service.ask('/currencies?pagesize=1', { headers: tokens })),
    );

    expect(refused(answers)).to.have.length(0);
  });
});

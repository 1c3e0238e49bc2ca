import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Context } from 'koa';
import { defined, timestampOf } from '@kontor/kernel';
import type { CredentialRepository, KnownCredentials } from '@kontor/studio';
import { authenticator, type Authenticator } from './authenticate.js';

describe('who calls', () => {
  const found = {
    app: { appNumber: 1 },
    grant: { appNumber: 1, roles: ['SuperUser'], expires: '2999-01-01T00:00:00Z' },
    agreement: { agreementNumber: 2, modules: [] },
  } as unknown as KnownCredentials;
  let answers: ((found: KnownCredentials) => void)[];
  let uses: string[];
  let who: Authenticator;
  /** By how many milliseconds the clock has gone on meanwhile. */
  let later: number;
  const remembering = (cacheMs: number): Authenticator => {
    const credentials: CredentialRepository = {
      find: () => new Promise((answer) => answers.push(answer)),
      noteUse: async (_, at) => void uses.push(at),
    };
    const demo = { agreementNumber: 1, modules: [] };
    return authenticator({ credentials, clock: () => new Date(Date.now() + later), demo, cacheMs });
  };
  beforeEach(() => {
    answers = [];
    uses = [];
    later = 0;
    who = remembering(60_000);
  });
  const headers = { 'x-appsecrettoken': 'secret', 'x-agreementgranttoken': 'token' };
  const asked = () => who.authenticate({ req: { headers } } as unknown as Context, false);

  it('is looked for once by all of its requests that come meanwhile', async () => {
    const together = [asked(), asked(), asked()];

    expect(answers).to.have.lengthOf(1);
    answers[0]?.(found);
    for (const one of await Promise.all(together)) expect(one).to.have.property('_tag', 'Right');
  });

  it('is looked for anew by those whose look-up began before they came, and found nobody', async () => {
    const first = asked();
    const second = asked();
    answers[0]?.({} as KnownCredentials);

    expect(await first).to.have.property('_tag', 'Left');
    answers[1]?.(found);
    expect(await second).to.have.property('_tag', 'Right');
  });

  it('is let in no longer after a refusal, whichever of those who looked together was answered first', async () => {
    const together = [asked(), asked(), asked()];
    answers[0]?.({} as KnownCredentials);
    await together[0];
    await turn();
    answers[1]?.(found);
    await together[1];
    answers[2]?.({} as KnownCredentials);
    await together[2];
    const next = asked();
    answers[3]?.({} as KnownCredentials);

    expect(await next).to.have.property('_tag', 'Left');
  });

  for (const of of ['app', 'grant'] as const) {
    it(`is known no longer than the token of the ${of} is good`, async () => {
      const end = timestampOf(new Date(Date.now() + 5_000));
      const until = of === 'app' ? { secretExpires: end } : { expires: end };
      const first = asked();
      answers[0]?.({ ...found, [of]: { ...defined(found[of]), ...until } });
      expect(await first).to.have.property('_tag', 'Right');

      later = 6_000;
      const next = asked();
      answers[1]?.({} as KnownCredentials);
      expect(await next).to.have.property('_tag', 'Left');
    });
  }

  it('is known for as long as was said from when it was looked for, however late the database answers', async () => {
    who = remembering(50);
    const first = asked();
    const meanwhile = asked();
    await delay(150);
    answers[0]?.(found);

    expect(await first).to.have.property('_tag', 'Right');
    await turn();
    answers[1]?.({} as KnownCredentials);
    expect(await meanwhile).to.have.property('_tag', 'Left');
    const next = asked();
    answers[2]?.({} as KnownCredentials);
    expect(await next).to.have.property('_tag', 'Left');
  });

  it('is looked for again after a revocation, also where it was being looked for meanwhile', async () => {
    const meanwhile = asked();
    who.forget();
    answers[0]?.(found);
    expect(await meanwhile).to.have.property('_tag', 'Right');
    const next = asked();
    answers[1]?.({} as KnownCredentials);

    expect(answers).to.have.lengthOf(2);
    expect(await next).to.have.property('_tag', 'Left');
  });

  it('waits in the line of its agreement only with what lets it in: a revoked app would hold that up for good', async () => {
    const known = asked();
    answers[0]?.(found);
    await known;

    expect(who.agreementOf(headers)).to.equal(2);
    expect(who.agreementOf({ ...headers, 'x-appsecrettoken': 'guessed' }), 'without its secret').to.equal(
      undefined,
    );
    who.forget();
    const revoked = asked();
    answers[1]?.({} as KnownCredentials);
    await revoked;
    expect(who.agreementOf(headers), 'when it was refused').to.equal(undefined);
  });

  it('is noted every ten minutes, and anew where a clock that was ahead noted a use of days to come', async () => {
    const noted: boolean[] = [];
    for (const minutes of [-9, -11, 9, 11, 24 * 60]) {
      who = remembering(0);
      const lastUsed = timestampOf(new Date(Date.now() + minutes * 60_000));
      const one = asked();
      answers.at(-1)?.({ ...found, grant: { ...defined(found.grant), lastUsed } });
      await one;
      noted.push(uses.splice(0).length > 0);
    }

    expect(noted).to.deep.equal([false, true, false, true, true]);
  });
});

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { STORED_ANSWERS_BYTES_MAX, type Timestamp } from '@kontor/kernel';
import { issueGrant } from '@kontor/studio';

import { secrets } from '../../src/secrets.js';
import { databases, type Answered, type ServiceUnderTest } from '../support/service-under-test.js';
import { heldKey } from '../support/held-key.js';
import { expectRefusal } from '../support/refusal.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';

/** Amendment 139, G14, G15. */
for (const database of await databases()) {
  describe(`idempotency keys on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client();
    const theirs = running.client();

    let last = 0;
    const fresh = (): { readonly 'Idempotency-Key': string } => {
      last += 1;
      return { 'Idempotency-Key': `key-${last}` };
    };
    const count = async (to: string, by: Client = ours): Promise<number> =>
      (await by.get(`${to}?pagesize=1`)).body.pagination.results as number;

    /** The same answer, but for what belongs to the exchange. */
    function expectReplay(again: Answered, first: Answered): void {
      expect(again.status).to.equal(first.status);
      expect(again.text).to.equal(first.text);
      for (const name of ['location', 'content-type']) {
        expect(again.headers.get(name), name).to.equal(first.headers.get(name));
      }
      // What could be done then is not said again: the tag names the state alone.
      expect(again.headers.get('etag')).to.equal(
        first.headers.get('etag')?.replace(/\.[^.]*"$/, '"') ?? null,
      );
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(first.headers.get('idempotent-replayed')).to.equal(null);
      expect(again.headers.get('x-request-id')).not.to.equal(first.headers.get('x-request-id'));
    }

    it('answer a repeated POST with what was answered first, and do it once', async () => {
      const key = fresh();
      const before = await count('/units');

      const first = await ours.post('/units', { name: 'once' }, key);
      const again = await ours.post('/units', { name: 'once' }, key);

      expect(first.status, first.text).to.equal(201);
      expectReplay(again, first);
      expect(await count('/units')).to.equal(before + 1);
    });

    describe('answer a draft with a tag that it can be changed by (amendment 140):', () => {
      const opening = { account: { accountNumber: 5810 }, amountInBaseCurrency: 10 };
      const date = `${new Date().getUTCFullYear()}-01-31`;
      for (const [to, draft] of [
        ['/opening-balances/drafts', { date, lines: [opening] }],
        ['/v2/invoices/drafts', { customer: { customerNumber: 1 }, lines: [{ description: 'A lamp' }] }],
      ] as const) {
        it(to, async () => {
          const key = fresh();
          const first = await ours.post(to, draft, key);

          const again = await ours.post(to, draft, key);

          expect(first.body.metaData, first.text).to.have.property('book');
          expectReplay(again, first);
          const ifMatch = { 'If-Match': again.headers.get('etag') ?? 'none' };
          const changed = await ours.put(first.body.self as string, draft, ifMatch);
          expect(changed.status, changed.text).to.equal(200);
        });
      }
    });

    it('tell a setting by all that it holds', async () => {
      const to = '/app-settings/agreement/of-its-own';
      const setting = { settingKey: 'of-its-own', content: { is: 1, metaData: { book: {} } } };
      const key = fresh();
      const first = await ours.put(to, setting, key);

      expectReplay(await ours.put(to, setting, key), first);
    });

    it("are a person's own: another who uses the same app and key has her own work done", async () => {
      const key = fresh();
      const first = await ours.post('/units', { name: 'same' }, key);
      const issued = await issueGrant(running.service.service.database.studio, secrets, {
        agreementNumber: ours.agreement.agreementNumber,
        appNumber: ours.agreement.appNumber,
        userName: 'somebody else',
        roles: ['SuperUser'],
        now: new Date(),
        lifetimeMs: 60_000,
      });
      const theirKey = { ...key, 'X-AgreementGrantToken': issued.agreementGrantToken };

      const second = await ours.post('/units', { name: 'same' }, theirKey);

      expect([first.status, second.status]).to.deep.equal([201, 201]);
      expect(second.headers.get('idempotent-replayed')).to.equal(null);
      expect(second.body.unitNumber).not.to.equal(first.body.unitNumber);
      expectReplay(await ours.post('/units', { name: 'same' }, theirKey), second);
    });

    it('do so however the thing has changed meanwhile', async () => {
      const key = fresh();
      const first = await ours.post('/units', { name: 'then' }, key);
      await ours.put(first.body.self as string, { name: 'now' });

      const again = await ours.post('/units', { name: 'then' }, key);
      await ours.remove(first.body.self as string);
      const afterRemoval = await ours.post('/units', { name: 'then' }, key);

      expectReplay(again, first);
      expectReplay(afterRemoval, first);
    });

    it('count for PUT, both when it creates and when it replaces', async () => {
      const [creating, replacing] = [fresh(), fresh()];
      const body = (name: string) => ({ name, productGroup: { productGroupNumber: 1 } });

      const created = await ours.put('/products/idem', body('a'), creating);
      const replaced = await ours.put('/products/idem', body('b'), replacing);
      const createdAgain = await ours.put('/products/idem', body('a'), creating);
      const replacedAgain = await ours.put('/products/idem', body('b'), replacing);

      expect([created.status, replaced.status]).to.deep.equal([201, 200]);
      expectReplay(createdAgain, created);
      expectReplay(replacedAgain, replaced);
      expect((await ours.get('/products/idem')).body.name).to.equal('b');
    });

    it('count for DELETE', async () => {
      const { body } = await ours.post('/units', { name: 'gone' });
      const key = fresh();

      const first = await ours.remove(body.self as string, key);
      const again = await ours.remove(body.self as string, key);
      const without = await ours.remove(body.self as string);

      expect(first.status).to.equal(204);
      expectReplay(again, first);
      expect(again.text).to.equal('');
      expectRefusal(without, 404, 'E06000');
    });

    it('count for a list that is created all or nothing', async () => {
      const layer = await ours.post('/alias-layers', { name: 'idem' });
      const to = `${layer.body.self}/product-aliases`;
      const list = [{ productNumber: '1000' }, { productNumber: '1001' }];
      const key = fresh();

      const first = await ours.post(to, list, key);
      const again = await ours.post(to, list, key);

      expect(first.status, first.text).to.equal(201);
      expectReplay(again, first);
    });

    it('are not looked at by GET', async () => {
      const key = fresh();

      const first = await ours.get('/units', key);
      const again = await ours.get('/currencies', key);

      expect([first.status, again.status]).to.deep.equal([200, 200]);
      expect(again.headers.get('idempotent-replayed')).to.equal(null);
    });

    describe('refuse another request under the same key (E09010), when another is', () => {
      const OTHERS: readonly (readonly [
        string,
        (key: Readonly<Record<string, string>>) => Promise<Answered>,
      ])[] = [
        ['the body', (key) => ours.post('/units', { name: 'other' }, key)],
        ['the spelling of the body', (key) => ours.post('/units', '{"name": "one"}', key)],
        ['the address', (key) => ours.post('/departments', { name: 'one' }, key)],
        ['the query', (key) => ours.post('/units?x=1', { name: 'one' }, key)],
        ['the method', (key) => ours.put('/units/1', { name: 'one' }, key)],
        ['the body left out', (key) => ours.remove('/units/1', key)],
      ];
      for (const [what, ask] of OTHERS) {
        it(what, async () => {
          const key = fresh();
          const first = await ours.post('/units', { name: 'one' }, key);

          const other = await ask(key);
          const again = await ours.post('/units', { name: 'one' }, key);

          expect(first.status, first.text).to.equal(201);
          expectRefusal(other, 400, 'E09010');
          expectReplay(again, first);
        });
      }
    });

    describe('keep answers of so many bytes of an agreement together, and', () => {
      const own = running.client();
      const keptAre = (bytes: number): Promise<unknown> =>
        asked(
          running.service.databaseUrl,
          `UPDATE collection_state SET items = ${bytes} ` +
            `WHERE agreement_number = ${own.agreement.agreementNumber} AND collection = 'kept-answers'`,
        );
      const prune = (): Promise<number> =>
        running.service.service.database.pruneIdempotencyKeys('9999-12-31T00:00:00Z' as Timestamp);

      it('refuse what does not fit (E10400), and do nothing then', async () => {
        const made = await own.post('/units', { name: 'first' }, fresh());
        const before = await count('/units', own);
        await keptAre(STORED_ANSWERS_BYTES_MAX - 10);
        const key = fresh();

        const refused = await own.post('/units', { name: 'second' }, key);
        const removed = await own.remove(`/units/${String(made.body.unitNumber)}`, fresh());
        const without = await own.post('/units', { name: 'third' });

        expectRefusal(refused, 400, 'E10400');
        expect(refused.body.message).to.contain(String(STORED_ANSWERS_BYTES_MAX));
        // It has an answer without a body.
        expect(removed.status, removed.text).to.equal(204);
        expect(without.status, without.text).to.equal(201);
        expect(await count('/units', own)).to.equal(before);
        expect((await ours.post('/units', { name: 'theirs' }, fresh())).status).to.equal(201);
      });

      it('take as many again as are forgotten', async () => {
        const key = fresh();
        const refused = await own.post('/units', { name: 'later' }, key);
        await prune();

        const left = await own.post('/units', { name: 'later' }, key);
        // What was kept before is gone, and so is its answer.
        await keptAre(0);
        const first = await own.post('/units', { name: 'counted' }, fresh());
        await keptAre(STORED_ANSWERS_BYTES_MAX + 2_000_000);
        await prune();
        const after = await own.post('/units', { name: 'after' }, fresh());

        expectRefusal(refused, 400, 'E10400');
        expect(left.status, left.text).to.equal(201);
        expect(first.status, first.text).to.equal(201);
        expectRefusal(after, 400, 'E10400');
      });

      it('never more of them, however many come at once', async () => {
        await keptAre(0);
        const [one] = await Promise.all([own.post('/units', { name: 'w0' }, fresh())]);
        const bytes = Buffer.byteLength(one.text);
        await keptAre(STORED_ANSWERS_BYTES_MAX - 3 * bytes - 20);
        const before = await count('/units', own);

        const all = await Promise.all(
          Array.from({ length: 12 }, (_, index) => own.post('/units', { name: `w${index % 10}` }, fresh())),
        );

        const made = all.filter(({ status }) => status === 201);
        expect(
          all.map(({ status }) => status).filter((status) => status !== 201 && status !== 400),
        ).to.deep.equal([]);
        expect(made.length).to.be.within(1, 3);
        expect(await count('/units', own)).to.equal(before + made.length);
      });
    });

    describe('keep nothing of a refused request', () => {
      const REFUSED: readonly (readonly [
        string,
        number,
        (key: Readonly<Record<string, string>>) => Promise<Answered>,
      ])[] = [
        ['a body that is no JSON', 400, (key) => ours.post('/units', '{', key)],
        ['a body that does not follow the schema', 400, (key) => ours.post('/units', {}, key)],
        [
          'a missing reference',
          400,
          (key) =>
            ours.post(
              '/products',
              { productNumber: 'r', name: 'r', productGroup: { productGroupNumber: 77 } },
              key,
            ),
        ],
        ['an identifier that exists', 400, (key) => ours.post('/units', { name: 'x', unitNumber: 1 }, key)],
        ['a thing in use', 400, (key) => ours.remove('/units/1', key)],
        ['a thing that is not there', 404, (key) => ours.put('/units/99999', { name: 'x' }, key)],
        [
          'a state that is past',
          412,
          (key) => ours.put('/units/1', { name: 'x' }, { ...key, 'If-Match': '"x"' }),
        ],
        [
          'another media type',
          415,
          (key) => ours.post('/units', '{"name":"x"}', { ...key, 'Content-Type': 'text/plain' }),
        ],
        [
          'a missing role',
          403,
          async (key) =>
            running.service.ask('/units', {
              method: 'POST',
              body: { name: 'x' },
              headers: { ...(await ours.agreement.grant(['BookKeeping'])).tokens, ...key },
            }),
        ],
      ];
      for (const [what, status, ask] of REFUSED) {
        it(`${status} · ${what}: the corrected request may go under the same key`, async () => {
          const key = fresh();

          const refused = await ask(key);
          const again = await ask(key);
          const corrected = await ours.post('/units', { name: 'right' }, key);

          expect([refused.status, again.status]).to.deep.equal([status, status]);
          expect(again.headers.get('idempotent-replayed')).to.equal(null);
          expect(corrected.status, corrected.text).to.equal(201);
        });
      }

      it('nor of the work that a refused list had begun', async () => {
        const layer = await ours.post('/alias-layers', { name: 'idem' });
        const to = `${layer.body.self}/product-aliases`;
        const key = fresh();

        const refused = await ours.post(to, [{ productNumber: '1000' }, { productNumber: 'none' }], key);
        const corrected = await ours.post(to, [{ productNumber: '1000' }, { productNumber: '1001' }], key);

        expectRefusal(refused, 400, 'E06000');
        expect(corrected.status, corrected.text).to.equal(201);
      });
    });

    it('must be 1 to 255 printable ASCII characters, given once', async () => {
      const good = ['k', ' spaces inside ', 'x'.repeat(255), '!~"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}', '0'];
      const bad = ['', ' ', 'x'.repeat(256), 'ä', '\u00ff', 'a\tb'];
      for (const value of good) {
        const answer = await ours.post('/units', { name: 'good' }, { 'Idempotency-Key': value });
        expect(answer.status, `${JSON.stringify(value)} ${answer.text}`).to.equal(201);
      }
      for (const value of bad) {
        const answer = await ours.post('/units', { name: 'bad' }, { 'Idempotency-Key': value });
        expectRefusal(answer, 400, 'E09000');
        const [told] = answer.body.errors as readonly { additionalData: object }[];
        expect(told?.additionalData).to.deep.equal({ propertyName: 'Idempotency-Key' });
      }
      const twice = await ours.post('/units', { name: 'bad' }, { 'Idempotency-Key': 'a, b' });
      expect(twice.status).to.equal(201);
    });

    it('differ by case, and are looked at whole', async () => {
      const first = await ours.post('/units', { name: 'a' }, { 'Idempotency-Key': 'CASE' });
      const second = await ours.post('/units', { name: 'a' }, { 'Idempotency-Key': 'case' });
      const third = await ours.post('/units', { name: 'a' }, { 'Idempotency-Key': `case${'x'.repeat(200)}` });
      const fourth = await ours.post(
        '/units',
        { name: 'a' },
        { 'Idempotency-Key': `case${'x'.repeat(201)}` },
      );

      const numbers = [first, second, third, fourth].map(({ body }) => body.unitNumber as number);
      expect(new Set(numbers).size).to.equal(4);
    });

    it('belong to one agreement and app, and to all its grants', async () => {
      const key = fresh();
      const { tokens } = await ours.agreement.grant(['Sales']);
      const otherApp = await running.service.app(ours.agreement.agreementNumber);

      const first = await ours.post('/units', { name: 'own' }, key);
      const byOtherGrant = await running.service.ask('/units', {
        method: 'POST',
        headers: { ...tokens, ...key },
        body: { name: 'own' },
      });
      const byOtherApp = await running.service.ask('/units', {
        method: 'POST',
        headers: { ...otherApp, ...key },
        body: { name: 'own' },
      });
      const byOtherAgreement = await theirs.post('/units', { name: 'own' }, key);

      expectReplay(byOtherGrant, first);
      expect(byOtherApp.status, byOtherApp.text).to.equal(201);
      expect(byOtherApp.headers.get('idempotent-replayed')).to.equal(null);
      expect(byOtherApp.body.unitNumber).not.to.equal(first.body.unitNumber);
      expect(byOtherAgreement.headers.get('idempotent-replayed')).to.equal(null);
    });

    describe('wait for the first request while it is still running:', function () {
      const held = (key: string, forMs: number): ReturnType<typeof heldKey> =>
        heldKey(running.service, ours.agreement, { key, forMs });

      it('for a while, and then it is done', async () => {
        const { done } = await held('waits-briefly', 800);

        const answer = await ours.post('/units', { name: 'late' }, { 'Idempotency-Key': 'waits-briefly' });
        await done;

        expect(answer.status, answer.text).to.equal(201);
        expect(answer.headers.get('idempotent-replayed')).to.equal(null);
      });

      it('for 5 s at most, and then 503 with Retry-After, and nothing is done', async () => {
        const { done } = await held('waits-long', 6_500);
        const began = performance.now();

        const answer = await ours.post('/units', { name: 'never' }, { 'Idempotency-Key': 'waits-long' });
        const ms = performance.now() - began;
        await done;

        expectRefusal(answer, 503);
        expect(ms).to.be.within(1_000, 6_500);
        const afterwards = await ours.post(
          '/units',
          { name: 'at last' },
          { 'Idempotency-Key': 'waits-long' },
        );
        expect(afterwards.status, afterwards.text).to.equal(201);
      });
    });

    it('keep no other agreement waiting, however many wait for the first request with a key', async () => {
      const { done } = await heldKey(running.service, ours.agreement, { key: 'crowd', forMs: 3_000 });
      const crowd = Array.from({ length: 100 }, () =>
        ours.post('/units', { name: 'crowd' }, { 'Idempotency-Key': 'crowd' }),
      );
      await setTimeout(500);
      const began = performance.now();

      const read = await theirs.get('/units?pagesize=3');
      const ms = performance.now() - began;
      await done;

      expect(read.status, read.text).to.equal(200);
      expect(ms).to.be.below(1_500);
      const answers = await Promise.all(crowd);
      for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 503);
      const made = answers.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body }) => body.unitNumber))).to.have.property('size', 1);
    });

    it('have one effect and one answer, of 20 keys × 8 simultaneous requests to two replicas (G14)', async function () {
      const replica = await running.service.replica();
      try {
        const services: readonly ServiceUnderTest[] = [running.service, replica];
        const clients = services.map((service) => clientOf(() => ({ service, agreement: ours.agreement })));
        const before = await count('/units');

        const all = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const key = { 'Idempotency-Key': `many-${index}` };
            const asks = Array.from({ length: 8 }, (__, turn) =>
              clients[(turn + index) % 2]!.post('/units', { name: `m${index}` }, key),
            );
            return Promise.all(asks);
          }),
        );

        for (const answers of all) {
          const first = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null);
          expect(first.map(({ status }) => status)).to.deep.equal([201]);
          for (const answer of answers) if (answer !== first[0]) expectReplay(answer, first[0]!);
        }
        const numbers = all.map(([answer]) => answer!.body.unitNumber as number);
        expect(new Set(numbers).size).to.equal(20);
        // Replays take no numbers, which 140 requests would. Where two replicas number at once, a unit that
        // runs again may leave one out (D152).
        expect(Math.max(...numbers) - Math.min(...numbers)).to.be.within(19, 39);
        expect(await count('/units')).to.equal(before + 20);
      } finally {
        await replica.stop();
      }
    });
  });
}

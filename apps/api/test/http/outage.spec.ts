import { expect } from 'chai';
import { asked, faultProxy, type FaultProxy } from '@kontor/conformance';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';

/** G14, G17: the database goes away and comes back, and answers of commits are lost. */
for (const database of await databases()) {
  describe(`an outage of the database on ${database.name}`, function () {
    if (database.name === 'SQLite') {
      it('is not tested: the database is a file, with nothing between it and the service to cut');
      return;
    }
    let proxy: FaultProxy | undefined;
    const running = runningService(
      database,
      {},
      {
        via: async (databaseUrl) => {
          proxy = await faultProxy(databaseUrl);
          return proxy.url;
        },
      },
    );
    const ours = running.client();
    const line = (): FaultProxy => proxy as FaultProxy;
    afterEach(() => line().heal());
    after(() => proxy?.close());

    const timed = async (ask: Promise<Answered>): Promise<Answered & { readonly ms: number }> => {
      const began = performance.now();
      return { ...(await ask), ms: performance.now() - began };
    };
    const expectOutage = (answer: Answered & { readonly ms: number }): void => {
      expectRefusal(answer, 503);
      expect(answer.ms).to.be.lessThan(2_000);
    };
    const healthyAgain = async (): Promise<number> => {
      const began = performance.now();
      for (;;) {
        const { status } = await ours.get('/units');
        const ms = performance.now() - began;
        if (status === 200 || ms > 6_000) return ms;
        await new Promise((go) => setTimeout(go, 50));
      }
    };

    for (const [what, fail] of [
      ['is cut off', () => line().cut()],
      ['hangs', () => line().hang()],
    ] as const) {
      it(`while it ${what}, reads and writes are answered 503 within 2 s, and after it as before`, async () => {
        await ours.get('/units');
        fail();

        const answers = await Promise.all([
          timed(ours.get('/units')),
          timed(ours.get('/products?filter=name$like:a&sort=-name')),
          timed(ours.get('/units/1')),
          timed(ours.post('/units', { name: 'lost' })),
          timed(ours.put('/units/1', { name: 'lost' }, { 'If-Match': '*' })),
          timed(ours.remove('/units/1', { 'Idempotency-Key': `down-${what}` })),
        ]);
        const home = await ours.get('/');
        line().heal();
        const ms = await healthyAgain();

        for (const answer of answers) expectOutage(answer);
        expect(home.status).to.equal(200);
        expect(ms).to.be.lessThan(5_000);
        expect((await ours.get('/units/1')).body.name).to.equal('piece');
      });

      it(`while it ${what}, many requests use up nothing`, async () => {
        fail();
        const began = performance.now();
        const down = await Promise.all(
          Array.from({ length: 300 }, (_, index) => timed(ours.get(`/units?pagesize=${index + 1}`))),
        );
        // One after the other, each in its 2 s, they would take ten minutes.
        expect(performance.now() - began).to.be.lessThan(20_000);
        for (const answer of down) expectRefusal(answer, 503);
        line().heal();
        await healthyAgain();

        const up = await Promise.all(Array.from({ length: 50 }, () => ours.get('/units')));

        expect(up.map(({ status }) => status)).to.deep.equal(Array(50).fill(200));
      });
    }

    it('that hangs is told to many who write at once together, and not to a few of them each second', async () => {
      await ours.get('/units');
      line().hang();
      const began = performance.now();

      const down = await Promise.all(Array.from({ length: 60 }, () => ours.post('/units', { name: 'lost' })));

      // Two seconds are promised, and so long they took for each eight of them.
      expect(performance.now() - began).to.be.lessThan(5_000);
      for (const answer of down) expectRefusal(answer, 503);
      line().heal();
      expect(await healthyAgain()).to.be.lessThan(5_000);
    });

    it('is answered 503 within 2 s also when the clock was set back before (issue 20)', async () => {
      await ours.get('/units');
      const now = Date.now;
      Date.now = () => now() - 3_600_000;
      try {
        line().hang();
        for (const answer of await Promise.all([
          timed(ours.get('/units')),
          timed(ours.post('/units', { name: 'box' })),
        ]))
          expectOutage(answer);
        line().heal();
        expect(await healthyAgain()).to.be.lessThan(5_000);
      } finally {
        Date.now = now;
      }
    });

    it('tells nothing of the database, and that a write may have been done', async () => {
      line().cut();

      const { text, body } = await ours.post('/units', { name: 'x' });

      expect(body.developerHint).to.contain('Idempotency-Key');
      expect(text).not.to.match(/connect|refused|127\.0\.0\.1|mysql|mariadb/i);
    });

    it('who asks without credentials that are remembered is told 503 too, not 401', async () => {
      const { tokens } = await ours.agreement.grant(['SuperUser']);
      line().cut();

      const answer = await timed(running.service.ask('/units', { headers: tokens }));

      expectOutage(answer);
    });

    describe('that loses the answer of a commit', () => {
      const count = async (): Promise<number> =>
        (await ours.get('/units?pagesize=1')).body.pagination.results as number;

      it('leaves one effect and the first answer under an idempotency key (G14)', async () => {
        for (let round = 0; round < 6; round += 1) {
          const key = { 'Idempotency-Key': `lost-${round}` };
          const before = await count();
          line().loseAnswers(1);

          const first = await ours.post('/units', { name: 'lost' }, key);
          const again = await ours.post('/units', { name: 'lost' }, key);

          expect(first.status, first.text).to.equal(201);
          expect(again.text).to.equal(first.text);
          expect(again.headers.get('idempotent-replayed')).to.equal('true');
          expect(await count()).to.equal(before + 1);
        }
      });

      it('is told of without one: 503, and the work is done once at most', async () => {
        for (let round = 0; round < 4; round += 1) {
          const before = await count();
          line().loseAnswers(1);

          const answer = await ours.post('/units', { name: 'lost' });

          expectRefusal(answer, 503);
          expect(await count()).to.be.within(before, before + 1);
        }
      });
    });
  });
}

/** `docs/operating/backup.md`: an empty database takes the place of the one that was, table by table. */
for (const database of await databases()) {
  describe(`a backup that is put back under the service on ${database.name}`, () => {
    const running = runningService(database, {});
    const ours = running.client();

    it('is no fault of the service: what needs a table that is away is answered 503, and then as before', async () => {
      await ours.get('/units');
      await asked(running.service.databaseUrl, 'ALTER TABLE unit RENAME TO unit_away');
      const answers = [
        await ours.get('/units?filter=name$like:away'),
        await ours.post('/units', { name: 'away' }),
      ];
      await asked(running.service.databaseUrl, 'ALTER TABLE unit_away RENAME TO unit');

      for (const answer of answers) expectRefusal(answer, 503);
      expect((await ours.get('/units?filter=name$like:away')).status).to.equal(200);
      expect((await ours.post('/units', { name: 'after' })).status).to.equal(201);
    });
  });
}

import { expect } from 'chai';
import { serviceProcess, type ServiceProcess } from '../support/service-process.js';
import { databases, startService } from '../support/service-under-test.js';

const YEAR = String(new Date().getUTCFullYear());
const COUNT = 2_000;
const JSONL = { 'Content-Type': 'application/x-ndjson' };
/** By so much does the clock of another process differ that takes an import for left. */
const DIFFERENCES = { 'a minute later': 60_000, 'whose clock was two hours ahead': -7_200_000 };

/** Vouchers without numbers: nothing but where the import has come to keeps them from coming in twice. */
const FILE = Array.from({ length: COUNT }, (_, index) =>
  JSON.stringify({
    vouchers: {
      date: `${YEAR}-02-01`,
      entries: [
        { account: { accountNumber: 5810 }, amount: index + 1 },
        { account: { accountNumber: 1010 }, amount: -index - 1 },
      ],
    },
  }),
).join('\n');

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

for (const database of await databases()) {
  describe(`an import whose process is killed on ${database.name} (issue 15)`, function () {
    this.timeout(120_000);
    let running: ServiceProcess | undefined;
    after(() => void running?.child.kill('SIGKILL'));

    for (const [when, differenceMs] of Object.entries(DIFFERENCES))
      it(`doubles nothing when the file is sent again, and leaves nothing out: ${when}`, async () => {
        const fresh = await database.fresh();
        const making = await startService({ url: fresh.url, drop: () => Promise.resolve() });
        const { agreementNumber, tokens } = await making.agreement({ modules: ['internationalLedger'] });
        await making.stop();
        running = serviceProcess({ DATABASE_URL: fresh.url, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
        const listening = await running.listening;
        if (listening === undefined) throw new Error(running.said.err);
        const request = { method: 'POST', headers: { ...tokens, ...JSONL }, body: FILE };
        const sent = await fetch(`${listening.address}/imports`, request);
        const { pathname } = new URL(sent.headers.get('location') as string);
        const created = async (): Promise<number> => {
          const answer = await fetch(listening.address + pathname, { headers: tokens });
          return ((await answer.json()) as { created: number }).created;
        };
        while ((await created()) === 0) await pause(2);
        running.child.kill('SIGKILL');
        await running.ended;

        const service = await startService(fresh, {}, { clock: () => new Date(Date.now() + differenceMs) });
        try {
          const { ask } = service;
          const again = await ask('/imports', { method: 'POST', headers: request.headers, body: FILE });
          expect(again.status).to.equal(200);
          let state = again.body;
          expect(state.created).to.be.within(1, COUNT - 1);
          service.service.importer.wake();
          while (state.status === 'running') {
            await pause(50);
            state = (await ask(pathname, { headers: tokens })).body;
          }
          expect(state).to.include({ status: 'finished', created: COUNT, refused: 0, alreadyThere: 0 });
          const { body } = await ask('/vouchers/booked?pagesize=1', { headers: tokens });
          expect(body.pagination.results).to.equal(COUNT);
          const checks = await service.service.database.checkBooks(agreementNumber);
          expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
        } finally {
          await service.stop();
        }
      });
  });
}

import { Agent, request } from 'node:http';
import { expect } from 'chai';
import { serviceProcess, type Listening, type ServiceProcess } from '../support/service-process.js';
import { databases, startService, type Answered, type TestAgreement } from '../support/service-under-test.js';

const CLIENTS = 8;
const RESTARTS = 3;
/** Writes that are answered before each stop. */
const WRITES = 120;

type Written = { readonly outcome: 'answered' | 'not let in' | 'cut'; readonly unitNumber?: number };

/** G20: an order to stop loses nothing of what was taken. */
for (const database of await databases()) {
  describe(`stopping while there is writing on ${database.name}`, function () {
    this.timeout(180_000);
    let running: ServiceProcess | undefined;
    after(() => void running?.child.kill('SIGKILL'));

    it('cuts no request that was taken, keeps what it answered, and makes nothing that it did not answer', async () => {
      const fresh = await database.fresh();
      const making = await startService({ url: fresh.url, drop: () => Promise.resolve() });
      const ours = await making.agreement();
      await making.stop();
      const written: Written[] = [];
      for (let turn = 0; turn < RESTARTS; turn += 1) {
        running = serviceProcess({ DATABASE_URL: fresh.url, HOST: '127.0.0.1', LOG_LEVEL: 'info' });
        const { address } = (await running.listening) as Listening;
        const clients = writers(Number(new URL(address).port), ours, written);
        const enough = written.length + WRITES;
        while (written.length < enough) await new Promise((go) => setTimeout(go, 20));
        running.child.kill('SIGTERM');

        expect(await running.ended, running.said.err).to.equal(0);
        await clients;
      }

      expect(written.filter(({ outcome }) => outcome === 'cut')).to.deep.equal([]);
      const answered = written.flatMap(({ unitNumber }) => unitNumber ?? []);
      const looking = await startService(fresh);
      const stored: number[] = [];
      // A quick machine writes more than a page holds.
      let next: string | undefined = '/units?pagesize=1000&filter=name$eq:stop';
      while (next !== undefined) {
        const page: Answered = await looking.ask(next, { headers: ours.tokens });
        const units = page.body.collection as readonly { unitNumber: number }[];
        stored.push(...units.map(({ unitNumber }) => unitNumber));
        next = page.body.pagination.nextPage as string | undefined;
      }
      await looking.stop();
      expect(stored.sort(byNumber)).to.deep.equal(answered.sort(byNumber));
    });
  });
}

const byNumber = (one: number, other: number): number => one - other;

/** Clients that write until they are not let in any more: half of them on connections that they keep. */
async function writers(port: number, { tokens }: TestAgreement, written: Written[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      for (;;) {
        const one = await write(port, tokens, index % 2 === 0 ? agent : undefined);
        written.push(one);
        if (one.outcome === 'not let in') return;
      }
    }),
  );
  agent.destroy();
}

function write(port: number, tokens: TestAgreement['tokens'], agent: Agent | undefined): Promise<Written> {
  return new Promise((resolve) => {
    const sending = request(
      {
        port,
        host: '127.0.0.1',
        path: '/units',
        method: 'POST',
        agent: agent ?? false,
        headers: { ...tokens, 'Content-Type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('error', () => resolve({ outcome: 'cut' }));
        response.on('end', () => {
          if (!response.complete || response.statusCode !== 201) return resolve({ outcome: 'cut' });
          const { unitNumber } = JSON.parse(text) as { unitNumber: number };
          resolve({ outcome: 'answered', unitNumber });
        });
      },
    );
    // A new connection that comes to nothing was never accepted: had its
    // request been taken all the same, it would be stored.
    sending.on('error', () => resolve({ outcome: sending.reusedSocket ? 'cut' : 'not let in' }));
    sending.end('{"name":"stop"}');
  });
}

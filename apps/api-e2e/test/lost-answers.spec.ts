import { expect } from 'chai';
import { faultProxy, onEachDatabase, type FaultProxy } from '@kontor/conformance';
import { freePort } from '@kontor/api';
import type { Api } from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { observed, type Observed } from './support/observed.js';
import { packedSdk, type PackedSdk } from './support/packed-sdk.js';
import { seededRandom } from './support/seeded-random.js';

const CREATES = 400;
const AT_ONCE = 8;
const SHARE_LOST = 0.15;

/** G16: the SDK tries again what got no answer, and each write happens once. */
describe('a client whose answers get lost', function () {
  this.timeout(180_000);
  let packed: PackedSdk;
  before(async () => {
    packed = await packedSdk();
  });

  onEachDatabase((database) => {
    let service: RunningService;
    let line: FaultProxy;
    let api: Api;
    let client: Observed;
    let drop: () => Promise<void>;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      const port = await freePort('127.0.0.1');
      line = await faultProxy(`http://127.0.0.1:${port}`);
      service = await startProcess(fresh.url, { PORT: String(port), BASE_URL: line.url });
      const sandbox = JSON.parse(await service.kontor('sandbox')) as Parameters<typeof packed.sdk.connect>[1];
      client = observed(line.url);
      api = packed.sdk.connect(line.url, sandbox, { backOffMs: 10, fetch: client.fetch });
    });
    after(async () => {
      await line?.close();
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    /** What a careful program does: after the SDK's three tries it sends the same write again. */
    async function create(number: number): Promise<void> {
      const { units } = await untilAnswered(() => api.home());
      const idempotencyKey = `unit-${number}`;
      await untilAnswered(() => api.create(units, { name: `Unit ${number}` }, { idempotencyKey }));
    }

    async function untilAnswered<A>(ask: () => Promise<A>): Promise<A> {
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          if (!(error instanceof packed.sdk.ConnectionError)) throw error;
        }
      }
    }

    it(`makes ${CREATES} things exactly once each while 15 % of all answers are lost`, async () => {
      const { units } = await api.home();
      const before = await api.follow(units);
      const random = seededRandom(16);
      line.loseSome(() => random() < SHARE_LOST);

      let next = 0;
      const worker = async (): Promise<void> => {
        while (next < CREATES) await create((next += 1));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      line.loseSome(() => false);

      const names: string[] = [];
      for await (const { name } of api.each(units, { pageSize: 1000 })) names.push(name);
      const made = names.filter((name) => name.startsWith('Unit '));
      expect(made.sort()).to.deep.equal(
        Array.from({ length: CREATES }, (_, index) => `Unit ${index + 1}`).sort(),
      );
      expect(names).to.have.lengthOf(before.pagination.results + CREATES);
      expect(line.lost).to.be.greaterThan(CREATES * SHARE_LOST);
      client.expectGood();
    });
  });
});

import { expect } from 'chai';
import { Busy } from '@kontor/kernel';
import type { WholeBooks } from '@kontor/ledger';
import type { ApiRequest } from '../endpoint/endpoint.js';
import type { Services } from '../service/services.js';
import { exportEndpoints } from './export.endpoints.js';
import { EXPORTS_AT_ONCE, EXPORTS_OF_AGREEMENT, sentExport } from './sent-exports.js';
import { SERVER_LIMITS } from '../http-server.js';

describe('exports that are sent at once', () => {
  const books = {
    owner: { agreementNumber: 1, name: 'One', baseCurrency: 'EUR' },
    all: async function* () {
      return;
    },
  } as unknown as WholeBooks;
  const services = {
    wholeBooks: { inOneState: (work: (from: WholeBooks) => Promise<unknown>) => work(books) },
  } as unknown as Services;
  const asked = async (agreementNumber: number): Promise<AsyncIterator<Uint8Array>> => {
    const request = { caller: { agreementNumber }, now: new Date() } as unknown as ApiRequest;
    const found = exportEndpoints.find(({ path }) => path === '/exports/hledger');
    if (found?.method !== 'GET') throw new Error('there is no such export');
    const answer = await found.perform(services, request);
    if (answer._tag === 'Left' || answer.right.file === undefined || !('pieces' in answer.right.file))
      throw new Error('it is refused');
    return answer.right.file.pieces[Symbol.asyncIterator]();
  };
  const busy = async (agreementNumber: number): Promise<void> => {
    const error: unknown = await asked(agreementNumber).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Busy);
  };

  it('are five, also before the first byte of them was asked for, until they are over or given up', async () => {
    const all = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, (_, index) => asked(index)));
    await busy(9);

    await all[0]?.return?.();
    await all[1]?.next();
    await all[1]?.next();
    all[0] = await asked(0);
    all[1] = await asked(1);
    await busy(9);

    for (const one of all) await one.return?.();
    await (await asked(9)).return?.();
  });

  it('are four of one agreement, and leave room to others', async () => {
    const own = await Promise.all(Array.from({ length: EXPORTS_OF_AGREEMENT }, () => asked(1)));
    await busy(1);

    const others = await asked(2);
    for (const one of [...own, others]) await one.return?.();
    await (await asked(1)).return?.();
  });

  it('end where their clients take them too slowly, however long making a piece takes', async () => {
    const pace = { requestTimeoutMs: 100, bodyBytesPerSecondMin: 100_000, connectionsCheckingIntervalMs: 10 };
    const ended: string[] = [];
    async function* pieces(name: string, makingMs: number): AsyncGenerator<Uint8Array, void> {
      try {
        for (;;) {
          await pause(makingMs);
          yield new Uint8Array(1_000);
        }
      } finally {
        ended.push(name);
      }
    }
    const slowlyTaken = sentExport(1, pieces('taken slowly', 0), {}, pace);
    const slowlyMade = sentExport(1, pieces('made slowly', 50), {}, pace);

    await slowlyTaken.next();
    for (let piece = 0; piece < 10; piece += 1) await slowlyMade.next();

    expect(ended).to.deep.equal(['taken slowly']);
    const error: unknown = await slowlyTaken.next().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    await (await asked(1)).return?.();
    await slowlyMade.return?.();
  });

  it('end where who asked for them may read the books no longer, whether or not more is taken', async () => {
    const pace = { ...SERVER_LIMITS, connectionsCheckingIntervalMs: 10 };
    let answer = (): Promise<boolean> => Promise.reject(new Error('the database is out of reach'));
    let ended = 0;
    async function* pieces(): AsyncGenerator<Uint8Array, void> {
      try {
        for (;;) yield new Uint8Array(1_000);
      } finally {
        ended += 1;
      }
    }
    const some = Array.from({ length: EXPORTS_OF_AGREEMENT }, () =>
      sentExport(1, pieces(), { isStillAllowed: () => answer() }, pace),
    );
    for (const one of some) await one.next();
    await pause(50);
    for (const one of some) expect((await one.next()).done).to.equal(false);

    answer = () => Promise.resolve(false);
    await pause(50);

    expect(ended).to.equal(EXPORTS_OF_AGREEMENT);
    const error: unknown = await some[0]?.next().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    await (await asked(1)).return?.();
  });
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

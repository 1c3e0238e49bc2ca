import { expect } from 'chai';
import { Busy } from '@kontor/kernel';
import type { WholeBooks } from '@kontor/ledger';
import type { ApiRequest } from '../endpoint/endpoint.js';
import type { Services } from '../service/services.js';
import { exportEndpoints, EXPORTS_AT_ONCE } from './export.endpoints.js';

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
  const request = { caller: { agreementNumber: 1 }, now: new Date() } as unknown as ApiRequest;
  const asked = async (): Promise<AsyncIterator<Uint8Array>> => {
    const found = exportEndpoints.find(({ path }) => path === '/exports/hledger');
    if (found?.method !== 'GET') throw new Error('there is no such export');
    const answer = await found.perform(services, request);
    if (answer._tag === 'Left' || answer.right.file === undefined || !('pieces' in answer.right.file))
      throw new Error('it is refused');
    return answer.right.file.pieces[Symbol.asyncIterator]();
  };
  const busy = async (): Promise<void> => {
    const error: unknown = await asked().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Busy);
  };

  it('are four, also before the first byte of them was asked for, until they are over or given up', async () => {
    const all = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, asked));
    await busy();

    await all[0]?.return?.();
    await all[1]?.next();
    await all[1]?.next();
    all[0] = await asked();
    all[1] = await asked();
    await busy();

    for (const one of all) await one.return?.();
    await (await asked()).return?.();
  });
});

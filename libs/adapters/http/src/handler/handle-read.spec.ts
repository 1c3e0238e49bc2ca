import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import type { AnyResource } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { DraftInvoice } from '@kontor/sales';
import { handleRead } from './handle-read.js';

type Read = Parameters<typeof handleRead>;

/** How many of these pages are made at once at the most, each asked for by an agreement. */
async function mostAtOnce(
  lists: AnyResource,
  pageSize: number,
  agreements: readonly number[],
): Promise<number> {
  let [now, most] = [0, 0];
  const endpoint = {
    lists,
    perform: async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return right({ status: 200, body: '' });
    },
  };
  const parts = { services: { read: () => ({}) } };
  const found = { kind: 'Found', parameters: {}, endpoint };
  await Promise.all(
    agreements.map((agreementNumber) =>
      handleRead(
        ...([
          parts,
          {},
          endpoint,
          { caller: { agreementNumber }, collection: { query: { pageSize } } },
          found,
        ] as unknown as Read),
      ),
    ),
  );
  return most;
}

describe('pages of items that may be as large as a body', () => {
  it('are few at once, also those of twenty: eight of 20 MB each ended a process of 256 MB', async () => {
    expect(await mostAtOnce(DraftInvoice, 20, Array(24).fill(1) as number[])).to.equal(2);
    expect(await mostAtOnce(DraftInvoice, 20, [1, 1, 1, 1, 2, 2, 2, 2])).to.equal(3);
    expect(await mostAtOnce(DraftInvoice, 1000, [1, 1, 1, 2, 2, 2])).to.equal(2);
  });

  it('are no others', async () => {
    expect(await mostAtOnce(Unit, 20, Array(24).fill(1) as number[])).to.equal(24);
  });
});

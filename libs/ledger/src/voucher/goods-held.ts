import { right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { VoucherLine } from './voucher.resource.js';

/**
 * Whoever sells, orders or receives the same goods waits for them before anything else is locked: behind the
 * numbers of a voucher, each would wait for what the other holds.
 */
export function receivedGoodsHeld(
  { goodsReceived }: Pick<LedgerRepositories, 'goodsReceived'>,
  vouchers: readonly { readonly lines: readonly VoucherLine[] }[],
): TaskEither<never, void> {
  return async () => {
    const lines = vouchers.flatMap((voucher) => voucher.lines);
    const numbers = new Set(lines.flatMap(({ product }) => product?.productNumber ?? []));
    if (numbers.size > 0) await goodsReceived.hold([...numbers]);
    return right(undefined);
  };
}

import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { postNext } from '../posting/post.use-case.js';
import { voucherOfEntries } from '../posting/voucher-of-entries.js';
import { accrualsOf } from './accruals.rules.js';
import { Voucher } from './voucher.resource.js';
import type { EntryTerms } from './voucher-entries.rules.js';
import type { CompleteLine } from './voucher.rules.js';

/**
 * §2.11 as amended: what the lines of a voucher accrue is posted with it, as a voucher for each day. They
 * name the voucher whose accruals they are.
 */
export async function postAccruals(
  repositories: LedgerRepositories,
  { voucherId, date, lines }: Voucher,
  terms: EntryTerms,
  propertyPrefix: string,
): Promise<Either<LedgerFailure, void>> {
  const voucher = { date, lines: lines as readonly CompleteLine[] };
  for (const { date: day, property, entries } of accrualsOf(voucher, terms, propertyPrefix)) {
    const posted = await postNext(repositories)(SERIES.accruals, { date: day, entries })();
    if (isLeft(posted))
      return posted.left.kind === 'DateNotBookable' ? left({ ...posted.left, property }) : posted;
    const accrual = { ...voucherOfEntries(posted.right.document), accrues: { voucherId } };
    const kept = await repositories.resources.of(Voucher).create(accrual)();
    if (isLeft(kept)) throw new Error(`the voucher of an accrual was not kept: ${kept.left.kind}`);
  }
  return right(undefined);
}

import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { SERIES } from '../number-series/number-series.data.js';
import { postVoucher } from '../posting/post-voucher.js';
import { accrualsOf } from './accruals.rules.js';
import type { Voucher } from './voucher.resource.js';
import type { EntryTerms } from './voucher-entries.rules.js';
import { linesOf } from './line-completion.rules.js';

/**
 * §2.11 as amended: what the lines of a voucher accrue is posted with it, as a voucher for each day. They
 * name the voucher whose accruals they are.
 */
export async function postAccruals(
  repositories: LedgerRepositories,
  voucher: Voucher,
  terms: EntryTerms,
  propertyPrefix: string,
): Promise<Either<LedgerFailure, void>> {
  const { voucherId, date } = voucher;
  const all = accrualsOf({ date, lines: linesOf(voucher) }, terms, propertyPrefix);
  for (const { date: day, property, entries } of all) {
    const document = { date: day, entries };
    const posted = await postVoucher(repositories, SERIES.accruals, document, { accrues: { voucherId } });
    if (isLeft(posted))
      return posted.left.kind === 'DateNotBookable' ? left({ ...posted.left, property }) : posted;
  }
  return right(undefined);
}

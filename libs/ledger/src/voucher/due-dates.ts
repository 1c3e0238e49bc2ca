import { right } from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { merge, unfailing, type FullDate } from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { DueDates } from '../posting/posting.js';
import type { VoucherDraft, VoucherType } from './voucher.resource.js';
import { isOwed } from './voucher.rules.js';
import type { CompleteLine } from './line-completion.rules.js';

/** When a voucher is due, and its lines with when they are, where that is another day. */
export type WhenDue = {
  readonly dueDate: FullDate | undefined;
  readonly lines: readonly CompleteLine[];
};

const INVOICES: readonly VoucherType[] = ['customerInvoice', 'supplierInvoice'];

/**
 * §2.8 as amended: what is owed is due by the payment terms of its customer or supplier. A voucher may have
 * several of them: it is due as the first, and the lines of others say when they are. What pays is due when
 * it says so, if at all.
 */
export function whenDue(
  { dueDates }: Pick<LedgerRepositories, 'dueDates'>,
  { date, dueDate }: VoucherDraft,
  voucherType: VoucherType,
  lines: readonly CompleteLine[],
): TaskEither<never, WhenDue> {
  const isDue = (line: CompleteLine): boolean =>
    INVOICES.includes(voucherType) ? isOfParty(line) : voucherType === 'financeVoucher' && isOwed(line);
  const first = lines.find(isDue);
  if (first === undefined) return TE.right({ dueDate, lines });
  return async () => {
    const dueBy = rememberedDates(dueDates, date);
    const due = await dueBy(first, dueDate ?? first.dueDate);
    const dated: CompleteLine[] = [];
    for (const line of lines) {
      if (!isDue(line)) {
        dated.push(line);
        continue;
      }
      const own = await dueBy(line, line.dueDate ?? dueDate);
      dated.push(own === due && line.dueDate === undefined ? line : merge(line, { dueDate: own }));
    }
    return right({ dueDate: due, lines: dated });
  };
}

function isOfParty({ customer, supplier }: CompleteLine): boolean {
  return customer !== undefined || supplier !== undefined;
}

/** Asked once for each party and date given: many lines may be of one. */
function rememberedDates(
  dueDates: DueDates,
  date: FullDate,
): (line: CompleteLine, given: FullDate | undefined) => Promise<FullDate> {
  const known = new Map<string, FullDate>();
  return async (line, given) => {
    const { customer, supplier } = line;
    const asked = `${customer?.customerNumber ?? ''} ${supplier?.supplierNumber ?? ''} ${given ?? ''}`;
    const due = known.get(asked) ?? (await unfailing(dueDates.of(line, date, given)));
    known.set(asked, due);
    return due;
  };
}

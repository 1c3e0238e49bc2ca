import type { FullDate } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import { dayAfter } from '../accounting-year/calendar.js';
import type { LedgerRepositories } from '../ledger.repositories.js';

type Carrying = Pick<LedgerRepositories, 'accountingYears' | 'statementFigures' | 'totals'>;
type Dated = { readonly isOpening: boolean; readonly draft: { readonly date: FullDate } };

/**
 * Without opening balances that these books have or carry on themselves: of a year that begins with some, and
 * of years after one in which something is booked.
 */
export async function withoutCarried<A extends Dated>(
  { accountingYears, statementFigures, totals }: Carrying,
  documents: readonly A[],
): Promise<readonly A[]> {
  if (!documents.some(({ isOpening }) => isOpening)) return documents;
  const { years } = await accountingYears.chain();
  let first: YearOfBooks | undefined;
  for (const year of years) {
    if (first !== undefined) break;
    if (((await totals.of(year))?.booked.size ?? 0) > 0) first = year;
  }
  if (first === undefined) return documents;
  const { fromDate, toDate } = first;
  const turnovers = await statementFigures.turnover([{ year: first, fromDate, toDate }]);
  const end = turnovers.some(({ opening }) => opening !== 0n) ? fromDate : dayAfter(toDate);
  return documents.filter(({ isOpening, draft }) => !isOpening || draft.date < end);
}

/**
 * The first year after a day that begins with balances which somebody has brought in. What is booked before
 * it would be carried to it again.
 */
export async function yearOpenedAfter(
  { accountingYears, statementFigures }: Pick<Carrying, 'accountingYears' | 'statementFigures'>,
  day: FullDate,
): Promise<string | undefined> {
  const { years } = await accountingYears.chain();
  const own = years.find(({ fromDate, toDate }) => fromDate <= day && day <= toDate);
  // What a closed year has carried is no matter: nothing more is booked in it.
  if (own?.closed === true) return undefined;
  for (const year of years) {
    const { fromDate, toDate } = year;
    if (fromDate <= day) continue;
    const turnovers = await statementFigures.turnover([{ year, fromDate, toDate }]);
    if (turnovers.some(({ opening }) => opening !== 0n)) return year.year;
  }
  return undefined;
}

import { centsOf, type Cents, type Decimal, type FullDate } from '@kontor/kernel';
import type { YearOfBooks } from '../accounting-year/accounting-year.port.js';
import { dayAfter } from '../accounting-year/calendar.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { yearsNotCarried } from '../statement/spans.rules.js';

type Carrying = Pick<LedgerRepositories, 'accountingYears' | 'statementFigures' | 'totals'>;
type Entry = {
  readonly account?: { readonly accountNumber: number } | undefined;
  readonly amount: Decimal;
};
type Dated = {
  readonly isOpening: boolean;
  readonly draft: { readonly date: FullDate; readonly entries: readonly Entry[] };
};

/** An account that a year begins with otherwise in a file than in these books, which carry on their own. */
export type CarriedOtherwise = {
  readonly accountNumber: number;
  readonly inFile: Cents;
  readonly inBooks: Cents;
  /** The entry of the file that says so. */
  readonly entry?: number;
};

/** Opening balances that were left out, where they are others than these books carry on. */
export type LeftOut = {
  /** Which of the documents. */
  readonly document: number;
  readonly accounts: readonly CarriedOtherwise[];
  /** What years before have earned that are not closed here: it stands on no account of the balance sheet. */
  readonly notCarried: Cents;
};

/** Documents without what these books carry on themselves, and what was left out of them that differs. */
export type WithoutCarried<A> = { readonly wanted: readonly A[]; readonly leftOut: readonly LeftOut[] };

/**
 * Without opening balances that these books have or carry on themselves: of a year that begins with some, and
 * of years after one in which something is booked.
 */
export async function withoutCarried<A extends Dated>(
  repositories: Carrying,
  documents: readonly A[],
): Promise<WithoutCarried<A>> {
  const { accountingYears, statementFigures, totals } = repositories;
  const all = { wanted: documents, leftOut: [] };
  if (!documents.some(({ isOpening }) => isOpening)) return all;
  const { years } = await accountingYears.chain();
  let first: YearOfBooks | undefined;
  for (const year of years) {
    if (first !== undefined) break;
    if (((await totals.of(year))?.booked.size ?? 0) > 0) first = year;
  }
  if (first === undefined) return all;
  const { fromDate, toDate } = first;
  const turnovers = await statementFigures.turnover([{ year: first, fromDate, toDate }]);
  const end = turnovers.some(({ opening }) => opening !== 0n) ? fromDate : dayAfter(toDate);
  const isLeftOut = ({ isOpening, draft }: Dated): boolean => isOpening && draft.date >= end;
  const leftOut: LeftOut[] = [];
  for (const [document, one] of documents.entries()) {
    if (!isLeftOut(one)) continue;
    const compared = await comparedWithBooks(repositories, years, one);
    if (compared.accounts.length > 0) leftOut.push({ document, ...compared });
  }
  return { wanted: documents.filter((one) => !isLeftOut(one)), leftOut };
}

/** The accounts with which a year begins otherwise here than opening balances of a file say. */
async function comparedWithBooks(
  { statementFigures }: Carrying,
  years: readonly YearOfBooks[],
  { draft: { date, entries } }: Dated,
): Promise<Omit<LeftOut, 'document'>> {
  const year = years.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate);
  if (year === undefined) return { accounts: [], notCarried: 0n };
  const { inBooks, notCarried } = await balancesBefore(statementFigures, years, year);
  const inFile = new Map<number, Cents>();
  const entryOf = new Map<number, number>();
  for (const [at, { account, amount }] of entries.entries()) {
    if (account === undefined) continue;
    const { accountNumber } = account;
    inFile.set(accountNumber, (inFile.get(accountNumber) ?? 0n) + centsOf(amount));
    entryOf.set(accountNumber, at);
  }
  const numbers = [...new Set([...inFile.keys(), ...inBooks.keys()])].sort((one, other) => one - other);
  const accounts = numbers.flatMap((accountNumber): readonly CarriedOtherwise[] => {
    const [says, has] = [inFile.get(accountNumber) ?? 0n, inBooks.get(accountNumber) ?? 0n];
    if (says === has) return [];
    const entry = entryOf.get(accountNumber);
    return [{ accountNumber, inFile: says, inBooks: has, ...(entry !== undefined && { entry }) }];
  });
  return { accounts, notCarried };
}

/** What stands on the balance sheet when a year begins, and what earlier years have made and not carried. */
async function balancesBefore(
  statementFigures: Carrying['statementFigures'],
  years: readonly YearOfBooks[],
  year: YearOfBooks,
): Promise<{ readonly inBooks: ReadonlyMap<number, Cents>; readonly notCarried: Cents }> {
  const parts = yearsNotCarried(years, year).map((one) => ({
    year: one,
    fromDate: one.fromDate,
    toDate: one.toDate,
  }));
  const before = await statementFigures.net(parts.slice(0, -1));
  const { accounts } = await statementFigures.chart();
  const inBooks = new Map<number, Cents>();
  let notCarried: Cents = 0n;
  const typeOf = new Map(accounts.map((account) => [account.accountNumber, account.accountType]));
  for (const [accountNumber, cents] of before) {
    if (typeOf.get(accountNumber) === 'status') inBooks.set(accountNumber, cents);
    else notCarried += cents;
  }
  for (const { accountNumber, opening } of await statementFigures.turnover(parts.slice(-1)))
    inBooks.set(accountNumber, (inBooks.get(accountNumber) ?? 0n) + opening);
  return { inBooks, notCarried };
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

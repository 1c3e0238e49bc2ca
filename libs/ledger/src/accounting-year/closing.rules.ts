import { right, type Either } from 'fp-ts/lib/Either.js';
import type { Cents, RuleBroken } from '@kontor/kernel';
import { accountFits } from '../account/fits-its-use.js';
import { SYSTEM_ACCOUNTS } from '../account/standard-chart.data.js';
import { madeEntry } from '../posting/made-entry.js';
import type { EntryToPost } from '../posting/posting.js';
import type { SpanTotals } from './totals.port.js';

/** What closing a year posts (D17): on its last day, and on the first day of the next. */
export type ClosingEntries = {
  readonly closing: readonly EntryToPost[];
  readonly opening: readonly EntryToPost[];
};

const CLOSING = { entryType: 'systemEntry', property: 'account' } as const;
const OPENING = { entryType: 'transferredOpeningEntry', property: 'account' } as const;

type Years = { readonly year: string; readonly nextYear: string; readonly baseCurrency: string };

/** D17: the result of a year stands on the balance sheet; of profit and loss, it would be earned again. */
export function takesResult({ accounts }: Pick<SpanTotals['chart'], 'accounts'>): Either<RuleBroken, void> {
  const { resultForTheYear } = SYSTEM_ACCOUNTS;
  const account = accounts.find(({ accountNumber }) => accountNumber === resultForTheYear);
  return account === undefined ? right(undefined) : accountFits('account', account, 'status');
}

/**
 * D17: every profit and loss account is carried to zero and their sum, the result of the year, to
 * its account; then what stands on the balance sheet is carried into the next year, to the
 * opening account where one has been named (§2.9). The totals of a year hold what the year before
 * carried into it, so they are the balances.
 */
export function closingEntries(
  { booked, chart }: SpanTotals,
  { year, nextYear, baseCurrency }: Years,
): ClosingEntries {
  const accounts = new Map(chart.accounts.map((account) => [account.accountNumber, account]));
  const balances = new Map<number, Cents>();
  const closing: EntryToPost[] = [];
  let result = 0n;
  for (const [accountNumber, total] of booked) {
    const account = accounts.get(accountNumber);
    if (account?.accountType !== 'profitAndLoss') {
      balances.set(accountNumber, total);
      continue;
    }
    if (total === 0n) continue;
    result += total;
    closing.push(
      madeEntry(baseCurrency, { ...CLOSING, accountNumber, cents: -total, text: `Closing ${year}` }),
    );
  }
  const { resultForTheYear } = SYSTEM_ACCOUNTS;
  if (result !== 0n) {
    const ofResult = { accountNumber: resultForTheYear, cents: result, text: `Result of ${year}` };
    closing.push(madeEntry(baseCurrency, { ...CLOSING, ...ofResult }));
  }
  balances.set(resultForTheYear, (balances.get(resultForTheYear) ?? 0n) + result);

  const carried = new Map<number, Cents>();
  for (const [accountNumber, balance] of balances) {
    const to = accounts.get(accountNumber)?.openingAccount ?? accountNumber;
    carried.set(to, (carried.get(to) ?? 0n) + balance);
  }
  const opening = [...carried]
    .filter(([, balance]) => balance !== 0n)
    .sort(([one], [other]) => one - other)
    .map(([accountNumber, cents]) =>
      madeEntry(baseCurrency, { ...OPENING, accountNumber, cents, text: `Opening ${nextYear}` }),
    );
  return { closing, opening };
}

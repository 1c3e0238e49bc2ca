import type { AccountOfChart, ChartOfAccounts } from '../account/account-sums.js';
import { takesEntries } from '../account/account.rules.js';
import type { AccountRange } from './statement.js';

/** What a statement shows of the chart: accounts of one kind with their headings and sums, or all of them. */
export type Shown = 'profitAndLoss' | 'status' | 'all';

/**
 * The rows of the chart that belong to a statement, in its order: accounts of the kind; sums of such accounts
 * alone; headings that stand before such an account. A sum over both kinds stands in the trial balance only.
 */
export function rowsShown({ accounts, sums }: ChartOfAccounts, shown: Shown): readonly AccountOfChart[] {
  if (shown === 'all') return accounts;
  const counted = (type: string): ReadonlyMap<number, bigint> =>
    sums.over(
      new Map(
        accounts.filter((one) => one.accountType === type).map(({ accountNumber }) => [accountNumber, 1n]),
      ),
    );
  const own = counted(shown);
  const others = counted(shown === 'status' ? 'profitAndLoss' : 'status');
  return accounts.filter(({ accountNumber, accountType }, index) => {
    if (takesEntries(accountType)) return accountType === shown;
    if (sums.isSum(accountNumber))
      return (own.get(accountNumber) ?? 0n) > 0n && (others.get(accountNumber) ?? 0n) === 0n;
    const next = accounts.slice(index + 1).find((one) => takesEntries(one.accountType));
    return next?.accountType === shown;
  });
}

/** The accounts whose entries a row sums, by number; undefined for headings, and for sums of no account. */
export function accountsBehind(
  { sums }: Pick<ChartOfAccounts, 'sums'>,
  { accountNumber, accountType, totalFrom }: AccountOfChart,
): readonly AccountRange[] | undefined {
  if (takesEntries(accountType)) return [{ from: accountNumber, to: accountNumber }];
  if (accountType === 'totalFrom') return [{ from: totalFrom ?? accountNumber, to: accountNumber }];
  const summed = sums.summedBy(accountNumber);
  return summed.length > 0 ? summed : undefined;
}

/** The accounts of a kind, as few ranges of numbers as hold no account of the other. */
export function rangesOf(
  accounts: readonly AccountOfChart[],
  kind: 'profitAndLoss' | 'status',
): readonly AccountRange[] {
  const ranges: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const { accountNumber, accountType } of accounts) {
    if (!takesEntries(accountType)) continue;
    const last = ranges.at(-1);
    if (accountType !== kind) isOpen = false;
    else if (isOpen && last !== undefined) last.to = accountNumber;
    else {
      ranges.push({ from: accountNumber, to: accountNumber });
      isOpen = true;
    }
  }
  return ranges;
}

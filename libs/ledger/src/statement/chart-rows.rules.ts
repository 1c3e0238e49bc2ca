import type { AccountOfChart, ChartOfAccounts } from '../account/account-sums.js';
import { takesEntries } from '../account/account.rules.js';
import type { AccountType } from '../posting/posting-facts.js';
import type { AccountRange } from './statement.js';

/** What a statement shows of the chart: accounts of one kind with their headings and sums, or all of them. */
export type Shown = 'profitAndLoss' | 'status' | 'all';

/**
 * The rows of the chart that belong to a statement, in its order: accounts of the kind; sums of such accounts
 * alone; headings that stand before such an account. A sum over both kinds stands in the trial balance only.
 */
export function rowsShown({ accounts, sums }: ChartOfAccounts, shown: Shown): readonly AccountOfChart[] {
  if (shown === 'all') return accounts;
  const accountsUnderSums = (type: string): ReadonlyMap<number, bigint> =>
    sums.over(
      new Map(
        accounts.filter((one) => one.accountType === type).map(({ accountNumber }) => [accountNumber, 1n]),
      ),
    );
  const own = accountsUnderSums(shown);
  const others = accountsUnderSums(shown === 'status' ? 'profitAndLoss' : 'status');
  const following = kindsFollowing(accounts);
  return accounts.filter(({ accountNumber, accountType }, index) => {
    if (takesEntries(accountType)) return accountType === shown;
    if (sums.isSum(accountNumber))
      return (own.get(accountNumber) ?? 0n) > 0n && (others.get(accountNumber) ?? 0n) === 0n;
    return following[index] === shown;
  });
}

/** At each account, the kind of the next one behind it that is booked on. */
function kindsFollowing(accounts: readonly AccountOfChart[]): readonly (AccountType | undefined)[] {
  const kinds: (AccountType | undefined)[] = [];
  let next: AccountType | undefined;
  for (const [index, { accountType }] of [...accounts.entries()].reverse()) {
    kinds[index] = next;
    if (takesEntries(accountType)) next = accountType;
  }
  return kinds;
}

/** What a filter says of so many ranges is still understood: 50 predicates, 2,000 characters. */
export const RANGES_MAX = 20;

/**
 * The accounts whose entries a row sums, by number; undefined for headings, for sums of no account, and of
 * accounts in more ranges than a row names: sums of a large chart could lie in millions of them together.
 */
export function accountsBehind(
  { sums }: Pick<ChartOfAccounts, 'sums'>,
  { accountNumber, accountType, totalFrom }: AccountOfChart,
): readonly AccountRange[] | undefined {
  if (takesEntries(accountType)) return [{ from: accountNumber, to: accountNumber }];
  if (accountType === 'totalFrom') return [{ from: totalFrom ?? accountNumber, to: accountNumber }];
  const summed = sums.summedBy(accountNumber, RANGES_MAX + 1);
  return summed.length > 0 && summed.length <= RANGES_MAX ? summed : undefined;
}

/** The accounts of profit and loss, as few ranges of numbers as hold no account of the balance sheet. */
export function resultRanges(accounts: readonly AccountOfChart[]): readonly AccountRange[] {
  const ranges: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const { accountNumber, accountType } of accounts) {
    if (!takesEntries(accountType)) continue;
    const last = ranges.at(-1);
    if (accountType !== 'profitAndLoss') isOpen = false;
    else if (isOpen && last !== undefined) last.to = accountNumber;
    else {
      ranges.push({ from: accountNumber, to: accountNumber });
      isOpen = true;
    }
  }
  return ranges;
}

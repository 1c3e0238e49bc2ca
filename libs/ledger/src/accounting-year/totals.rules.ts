import { amountOf, type Cents } from '@kontor/kernel';
import { takesEntries } from '../account/account.rules.js';
import type { Total } from './total.resource.js';
import type { SpanTotals } from './totals.port.js';

/**
 * D164, §2.6: the chart of accounts with the totals of a year or a period, by number: every account that
 * takes entries, idle or not, and every sum (amendment 20); headings are left out. All are of the same
 * dates, so this is their default order too.
 */
export function totalsOf(span: SpanTotals): readonly Total[] {
  const { booked, chart } = span;
  const sums = chart.sums.over(booked);
  return chart.accounts
    .filter(({ accountType, accountNumber }) => takesEntries(accountType) || sums.has(accountNumber))
    .map(({ accountNumber }) => {
      const cents = sums.get(accountNumber) ?? booked.get(accountNumber) ?? 0n;
      return totalOn(accountNumber, cents, span);
    });
}

/** The total of one account: a sum's is computed, and an account without entries has 0. */
export function totalOf(accountNumber: number, span: SpanTotals): Total {
  const { booked, chart } = span;
  const totals = chart.sums.isSum(accountNumber) ? chart.sums.over(booked) : booked;
  return totalOn(accountNumber, totals.get(accountNumber) ?? 0n, span);
}

function totalOn(accountNumber: number, cents: Cents, { fromDate, toDate }: SpanTotals): Total {
  return {
    accountNumber,
    account: { accountNumber },
    fromDate,
    toDate,
    totalInBaseCurrency: amountOf(cents),
  };
}

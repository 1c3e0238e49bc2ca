import { amountOf, type Cents } from '@kontor/kernel';
import type { Total } from './total.resource.js';
import type { SpanTotals } from './totals.port.js';

/**
 * D164, amendment 20: the accounts with entries, and beside them the sum accounts, by number; headings are left out. All are of the same
 * dates, so this is their default order too.
 */
export function totalsOf(span: SpanTotals): readonly Total[] {
  const { booked, chart } = span;
  return [...booked, ...chart.sums.over(booked)]
    .sort(([one], [other]) => one - other)
    .map(([accountNumber, cents]) => totalOn(accountNumber, cents, span));
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

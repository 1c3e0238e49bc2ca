import { amountOf, type Cents, type Decimal } from '@kontor/kernel';
import {
  ACCOUNT_TYPES,
  AccountingYear,
  isHeading,
  takesEntries,
  type Balances,
  type ChartOfAccounts,
  type Totals,
} from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { outcomesOf, type Row } from '../statement.js';
import type { Charts } from './chart.js';
import { flagAt, dateAt, bigintAt, numberAt, oneOfAt } from '../row.js';
import { readColumns } from '../statements/items.js';
import {
  openTotals,
  spanOf,
  totalsBeforeClosing,
  totalsOfPeriod,
  totalsOfYear,
  type OwnYear,
} from '../statements/totals.js';

/**
 * Totals of a year or a period, from the rows that posting keeps: one round trip, whose cost
 * is the number of accounts (rule 1 of performance). A sum of amounts may be larger than a
 * number can hold exactly, so it comes as text.
 */
export function sqlTotals(access: ResourceAccesses, charts: Charts, scope: Scope): Totals {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  const { table: years, dialect } = accessTo(access, AccountingYear);
  return {
    of: async ({ year, periodNumber }) => {
      const own: OwnYear = [agreementNumber, years.encodeKey(year)];
      const [span, version, totals, after] = await outcomesOf(
        session,
        spanOf(own, periodNumber),
        charts.versionOf(agreementNumber),
        periodNumber === undefined ? totalsOfYear(own) : totalsOfPeriod(own, periodNumber),
        spanOf(own, periodNumber),
      );
      const [dates] = span.rows;
      if (dates === undefined) return undefined;
      // Where it is closed or reopened between these reads, it was closed at the first or the last of them.
      const isClosed = [dates, ...after.rows].some((row) => flagAt(row, 'closed'));
      const [beforeClosing = totals] = isClosed
        ? await session.run(totalsBeforeClosing(dialect, own, periodNumber))
        : [];
      return {
        fromDate: dateAt(dates, 'from_date'),
        toDate: dateAt(dates, 'to_date'),
        booked: bookedIn(beforeClosing.rows),
        chart: await charts.at(version, scope),
      };
    },
  };
}

/** What stands on accounts: their totals in the years that are not closed, and the sums over those. */
export function sqlBalances(charts: Charts, scope: Scope): Balances {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  return {
    ofAccounts: async (accountNumbers) => {
      if (accountNumbers?.length === 0) return new Map();
      const own = scope.unit && accountNumbers && (await balancesWithoutChart(charts, scope, accountNumbers));
      if (own !== undefined) return own;
      const [version, found] = await outcomesOf(
        session,
        charts.versionOf(agreementNumber),
        openTotals(agreementNumber, accountNumbers),
      );
      const chart = await charts.at(version, scope);
      const isWhole =
        accountNumbers === undefined || !accountNumbers.some((number) => chart.sums.isSum(number));
      const rows = isWhole
        ? found.rows
        : (await session.run(openTotals(agreementNumber, undefined)))[0]?.rows;
      return balancesOf(chart, bookedIn(rows ?? []), accountNumbers);
    },
  };
}

/**
 * The same within a unit of work, where the chart is read anew: without it, as long as no sum is among them.
 * So an import pays for an account what that one costs, and not for all that there are: 52 ms among 6,600,
 * and on SQLite all others waited meanwhile to write.
 */
async function balancesWithoutChart(
  { table }: Charts,
  scope: Scope,
  accountNumbers: readonly number[],
): Promise<Awaited<ReturnType<Balances['ofAccounts']>> | undefined> {
  const { agreementNumber } = scope;
  const types = [table.keyColumn, 'account_type'];
  const [accounts, found] = await outcomesOf(
    sessionOf(scope),
    readColumns(table, types, agreementNumber, accountNumbers.map(table.encodeKey)),
    openTotals(agreementNumber, accountNumbers),
  );
  const booked = bookedIn(found.rows);
  const balances = new Map<number, Decimal>();
  for (const row of accounts.rows) {
    const accountType = oneOfAt(row, 'account_type', ACCOUNT_TYPES);
    const accountNumber = numberAt(row, 'account_number');
    if (takesEntries(accountType)) balances.set(accountNumber, amountOf(booked.get(accountNumber) ?? 0n));
    else if (!isHeading(accountType)) return undefined;
  }
  return balances;
}

function balancesOf(
  { accounts, sums }: ChartOfAccounts,
  booked: ReadonlyMap<number, Cents>,
  accountNumbers: readonly number[] | undefined,
): Awaited<ReturnType<Balances['ofAccounts']>> {
  const asked = accountNumbers === undefined ? undefined : new Set(accountNumbers);
  const summed =
    asked === undefined || [...asked].some(sums.isSum) ? sums.over(booked) : new Map<number, Cents>();
  return new Map(
    accounts
      .filter(
        ({ accountNumber, accountType }) =>
          !isHeading(accountType) && (asked === undefined || asked.has(accountNumber)),
      )
      .map(({ accountNumber }) => {
        const cents = summed.get(accountNumber) ?? booked.get(accountNumber) ?? 0n;
        return [accountNumber, amountOf(cents)];
      }),
  );
}

function bookedIn(rows: readonly Row[]): ReadonlyMap<number, Cents> {
  return new Map(rows.map((row) => [numberAt(row, 'account_number'), bigintAt(row, 'total')]));
}

import type { Cents } from '@kontor/kernel';
import { AccountingYear, isHeading, type Balances, type ChartOfAccounts, type Totals } from '@kontor/ledger';
import { amountOf } from '@kontor/kernel';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { placeholders, type Outcome, type Row, type SqlValue, type Statement } from '../statement.js';
import type { Charts } from './chart.js';
import { dateAt, bigintAt, numberAt } from '../row.js';
import { throughAccounts } from './through.js';

/**
 * Totals of a year or a period, from the rows that posting keeps: one round trip, whose cost
 * is the number of accounts (rule 1 of performance). A sum of amounts may be larger than a
 * number can hold exactly, so it comes as text.
 */
export function sqlTotals(access: ResourceAccesses, charts: Charts, scope: Scope): Totals {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  const { table: years } = accessTo(access, AccountingYear);
  return {
    of: async ({ year, periodNumber }) => {
      const own: OwnYear = [agreementNumber, years.encodeKey(year)];
      const [span, version, totals] = (await session.run(
        spanOf(own, periodNumber),
        charts.versionOf(agreementNumber),
        periodNumber === undefined ? totalsOfYear(own) : totalsOfPeriod(own, periodNumber),
      )) as [Outcome, Outcome, Outcome];
      const [dates] = span.rows;
      if (dates === undefined) return undefined;
      const isClosed = dates['closed'] === 1;
      const [beforeClosing = totals] = isClosed
        ? await session.run(totalsBeforeClosing(own, periodNumber))
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
      const [version, found] = (await session.run(
        charts.versionOf(agreementNumber),
        openTotals(agreementNumber, accountNumbers),
      )) as [Outcome, Outcome];
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

/**
 * What it costs to go through the totals of an account and to give their sum, as `Extent.each` counts: a year
 * has 18 periods at most.
 */
const TOTALS_OF_YEAR = 40;

/** An agreement and the encoded key of one of its years. */
type OwnYear = readonly [number, SqlValue];

const OWN_YEAR = '`agreement_number` = ? AND `year_folded` = ?';

function spanOf(own: readonly SqlValue[], periodNumber: number | undefined): Statement {
  if (periodNumber === undefined) {
    return {
      sql: `SELECT \`from_date\`, \`to_date\`, \`closed\` FROM \`accounting_year\` WHERE ${OWN_YEAR}`,
      values: own,
    };
  }
  return {
    sql: `SELECT \`from_date\`, \`to_date\`, \`closed\` FROM \`period\` WHERE ${OWN_YEAR} AND \`period_number\` = ?`,
    values: [...own, periodNumber],
  };
}

function totalsOfYear(own: OwnYear): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM `period_total` ' +
      `WHERE ${OWN_YEAR} GROUP BY \`account_number\` ORDER BY \`account_number\``,
    values: own,
    goesThrough: throughAccounts(own[0], TOTALS_OF_YEAR),
  };
}

function totalsOfPeriod(own: OwnYear, periodNumber: number): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(`total` AS CHAR) AS total FROM `period_total` ' +
      `WHERE ${OWN_YEAR} AND \`period_number\` = ? ORDER BY \`account_number\``,
    values: [...own, periodNumber],
    goesThrough: throughAccounts(own[0], TOTALS_OF_YEAR),
  };
}

/**
 * Amendment 17: the totals without what closing has posted, on the last day of the year. One statement, so
 * that a year that is reopened meanwhile is seen either closed or open.
 */
function totalsBeforeClosing(own: OwnYear, periodNumber: number | undefined): Statement {
  const [among, numbers] =
    periodNumber === undefined ? ['', []] : [' AND `period_number` = ?', [periodNumber]];
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM (' +
      `SELECT \`account_number\`, \`total\` FROM \`period_total\` WHERE ${OWN_YEAR}${among} UNION ALL ` +
      'SELECT e.`account_number`, -e.`amount_in_base_currency` FROM `accounting_year` AS y JOIN `entry` AS e ' +
      'ON e.`agreement_number` = y.`agreement_number` AND e.`year_folded` = y.`year_folded` ' +
      'AND e.`date` = y.`to_date` AND e.`voucher_id` = y.`closing_voucher_id` ' +
      `WHERE y.\`agreement_number\` = ? AND y.\`year_folded\` = ?${among}` +
      ') AS booked GROUP BY `account_number` ORDER BY `account_number`',
    values: [...own, ...numbers, ...own, ...numbers],
    goesThrough: throughAccounts(own[0], 2 * TOTALS_OF_YEAR),
  };
}

function openTotals(agreementNumber: number, accountNumbers: readonly number[] | undefined): Statement {
  const among =
    accountNumbers === undefined
      ? ''
      : ` AND t.\`account_number\` IN (${placeholders(accountNumbers.length)})`;
  return {
    sql:
      'SELECT t.`account_number`, CAST(SUM(t.`total`) AS CHAR) AS total FROM `accounting_year` AS y ' +
      'JOIN `period_total` AS t ON t.`agreement_number` = y.`agreement_number` AND t.`year_folded` = y.`year_folded` ' +
      `WHERE y.\`agreement_number\` = ? AND y.\`closed\` = 0${among} GROUP BY t.\`account_number\``,
    values: [agreementNumber, ...(accountNumbers ?? [])],
    goesThrough: throughAccounts(agreementNumber, TOTALS_OF_YEAR),
  };
}

function bookedIn(rows: readonly Row[]): ReadonlyMap<number, Cents> {
  return new Map(rows.map((row) => [numberAt(row, 'account_number'), bigintAt(row, 'total')]));
}

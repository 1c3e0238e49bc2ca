import type { Cents } from '@kontor/kernel';
import {
  AccountingYear,
  type PartOfYear,
  type StatementFigures,
  type Turnover,
  type VatBooked,
  type VatPart,
} from '@kontor/ledger';
import type { ResourceAccess } from '../resource/resource-access.js';
import type { ResourceTable } from '../entity/table-of.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import type { Outcome, Row, Statement } from '../statement.js';
import { agedParties } from './aged-posts.js';
import type { Charts } from './chart.js';

/**
 * Sums for statements. Whole periods come from the totals that posting keeps; of a period that is cut, the
 * entries are summed. A sum of amounts may be larger than a number can hold exactly, so it comes as text.
 */
export function sqlStatementFigures(
  access: ReadonlyMap<string, ResourceAccess>,
  charts: Charts,
  scope: Scope,
): StatementFigures {
  const { agreementNumber } = scope;
  const session = sessionOf(scope);
  const { table } = access.get(AccountingYear.collection) as ResourceAccess;
  const rowsOf = async (
    parts: readonly PartOfYear[],
    statement: (place: Place, index: number) => Statement,
  ): Promise<readonly Row[]> => {
    if (parts.length === 0) return [];
    const places = parts.map((part) => placeOf(agreementNumber, table, part));
    const outcomes = await session.run(...places.map(statement));
    return outcomes.flatMap(({ rows }) => rows);
  };
  return {
    chart: async () => {
      const [version] = (await session.run(charts.versionOf(agreementNumber))) as [Outcome];
      return charts.at(version, scope);
    },
    net: async (parts) => {
      const sums = new Map<number, Cents>();
      for (const row of await rowsOf(parts, netOf)) {
        const number = row['account_number'] as number;
        sums.set(number, (sums.get(number) ?? 0n) + centsIn(row, 'total'));
      }
      return sums;
    },
    turnover: async (parts) => {
      const sums = new Map<number, Turnover>();
      for (const row of await rowsOf(parts, turnoverOf)) {
        const accountNumber = row['account_number'] as number;
        const seen = sums.get(accountNumber);
        sums.set(accountNumber, {
          accountNumber,
          opening: (seen?.opening ?? 0n) + centsIn(row, 'opening'),
          debit: (seen?.debit ?? 0n) + centsIn(row, 'debit'),
          credit: (seen?.credit ?? 0n) - centsIn(row, 'credit'),
        });
      }
      return [...sums.values()];
    },
    aged: (kind, date) => agedParties({ session, access, agreementNumber }, kind, date),
    vat: async (parts) =>
      (await rowsOf(parts, vatOf)).map((row): VatBooked => ({
        vatCode: row['vat_code'] as string,
        accountNumber: row['account_number'] as number,
        part: (row['vat_part'] as VatPart | null) ?? undefined,
        cents: centsIn(row, 'total'),
      })),
  };
}

function centsIn(row: Row, column: string): Cents {
  return BigInt(row[column] as string);
}

type Place = {
  readonly own: readonly [number, string | number | null];
  readonly dates: readonly [from: string, to: string];
  /** The document by which the year was closed, 0 where it was not: no document has that id. */
  readonly closing: number;
};

function placeOf(agreementNumber: number, years: ResourceTable, part: PartOfYear): Place {
  const { year, fromDate, toDate } = part;
  return {
    own: [agreementNumber, years.encodeKey(year.year)],
    dates: [fromDate, toDate],
    closing: year.closingVoucherId ?? 0,
  };
}

const OWN = (table: string): string => `${table}.\`agreement_number\` = ? AND ${table}.\`year_folded\` = ?`;

function netOf({ own, dates: [from, to], closing }: Place): Statement {
  return {
    sql:
      'SELECT `account_number`, CAST(SUM(`total`) AS CHAR) AS total FROM (' +
      'SELECT t.`account_number`, t.`total` FROM `period` AS p JOIN `period_total` AS t ' +
      'ON t.`agreement_number` = p.`agreement_number` AND t.`year_folded` = p.`year_folded` ' +
      `AND t.\`period_number\` = p.\`period_number\` WHERE ${OWN('p')} AND p.\`from_date\` >= ? AND p.\`to_date\` <= ? ` +
      'UNION ALL SELECT e.`account_number`, e.`amount_in_base_currency` FROM `period` AS p JOIN `entry` AS e ' +
      'ON e.`agreement_number` = p.`agreement_number` AND e.`year_folded` = p.`year_folded` ' +
      'AND e.`period_number` = p.`period_number` AND e.`date` >= ? AND e.`date` <= ? ' +
      `WHERE ${OWN('p')} AND p.\`from_date\` <= ? AND p.\`to_date\` >= ? AND (p.\`from_date\` < ? OR p.\`to_date\` > ?) ` +
      'UNION ALL SELECT e.`account_number`, -e.`amount_in_base_currency` FROM `accounting_year` AS y JOIN `entry` AS e ' +
      'ON e.`agreement_number` = y.`agreement_number` AND e.`year_folded` = y.`year_folded` AND e.`date` = y.`to_date` ' +
      `AND e.\`voucher_id\` = ? WHERE ${OWN('y')} AND y.\`to_date\` <= ?` +
      ') AS booked GROUP BY `account_number` ORDER BY `account_number`',
    values: [...own, from, to, from, to, ...own, to, from, from, to, closing, ...own, to],
  };
}

const BETWEEN = `${OWN('e')} AND e.\`date\` >= ? AND e.\`date\` <= ? AND e.\`voucher_id\` <> ?`;
const IS_OPENING = "e.`entry_type` IN ('openingEntry', 'transferredOpeningEntry')";

/** Debit and credit of an account are not kept apart: all entries of the span are looked at. */
function turnoverOf({ own, dates, closing }: Place, index: number): Statement {
  const sum = (condition: string, name: string): string =>
    `CAST(SUM(CASE WHEN ${condition} THEN e.\`amount_in_base_currency\` ELSE 0 END) AS CHAR) AS ${name}`;
  // What is carried from one year of the span into the next is in the years before already.
  const opening = index === 0 ? IS_OPENING : "e.`entry_type` = 'openingEntry'";
  return {
    sql:
      `SELECT e.\`account_number\`, ${sum(opening, 'opening')}, ` +
      `${sum(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` > 0`, 'debit')}, ` +
      `${sum(`NOT ${IS_OPENING} AND e.\`amount_in_base_currency\` < 0`, 'credit')} ` +
      `FROM \`entry\` AS e WHERE ${BETWEEN} GROUP BY e.\`account_number\``,
    values: [...own, ...dates, closing],
  };
}

function vatOf({ own, dates, closing }: Place): Statement {
  return {
    sql:
      'SELECT e.`vat_account_code` AS vat_code, e.`account_number`, e.`vat_part`, CAST(SUM(e.`amount_in_base_currency`) AS CHAR) AS total ' +
      `FROM \`entry\` AS e WHERE ${BETWEEN} AND e.\`vat_account_code\` IS NOT NULL ` +
      'GROUP BY e.`vat_account_code`, e.`account_number`, e.`vat_part` ' +
      'ORDER BY e.`vat_account_code`, e.`account_number`, e.`vat_part`',
    values: [...own, ...dates, closing],
  };
}

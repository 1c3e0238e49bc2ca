import type { Cents } from '@kontor/kernel';
import {
  AccountingYear,
  type PartOfYear,
  type StatementFigures,
  type Turnover,
  type VatBooked,
} from '@kontor/ledger';
import type { ResourceAccess } from '../resource/resource-access.js';
import type { ResourceTable } from '../entity/table-of.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import type { Outcome, Row, Statement } from '../statement.js';
import { agedParties } from './aged-posts.js';
import type { Charts } from './chart.js';
import { PeriodFigures, type Place, type Sums } from './period-figures.js';

/**
 * Sums for statements. Whole periods come from the totals that posting keeps, or agree with them
 * (`PeriodFigures`); of a period that is cut, the entries are summed. A sum of amounts may be larger than a
 * number can hold exactly, so it comes as text.
 */
export function sqlStatementFigures(
  access: ReadonlyMap<string, ResourceAccess>,
  { charts, periodFigures }: { readonly charts: Charts; readonly periodFigures: PeriodFigures },
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
  const figuresOf = (part: PartOfYear): Promise<readonly Sums[]> => {
    const place = placeOf(agreementNumber, table, part);
    return scope.unit === undefined ? periodFigures.of(session, place) : PeriodFigures.read(session, place);
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
      for (const [index, part] of parts.entries()) {
        for (const { accountNumber, opening, carried, debit, credit } of await figuresOf(part)) {
          const seen = sums.get(accountNumber) ?? { accountNumber, opening: 0n, debit: 0n, credit: 0n };
          // What is carried from one year of the span into the next is in the years before already.
          const before = index === 0 ? opening + carried : opening;
          sums.set(accountNumber, {
            accountNumber,
            opening: seen.opening + before,
            debit: seen.debit + debit,
            credit: seen.credit + credit,
          });
        }
      }
      return [...sums.values()];
    },
    aged: (kind, date) => agedParties({ session, access, agreementNumber }, kind, date),
    vat: async (parts) => {
      const sums = new Map<string, VatBooked>();
      for (const part of parts) {
        for (const { accountNumber, vatCode, vatPart, ...one } of await figuresOf(part)) {
          if (vatCode === null) continue;
          const name = `${vatCode} ${accountNumber} ${vatPart ?? ''}`;
          const cents = one.opening + one.carried + one.debit - one.credit;
          const before = sums.get(name)?.cents ?? 0n;
          sums.set(name, { vatCode, accountNumber, part: vatPart ?? undefined, cents: before + cents });
        }
      }
      return [...sums.values()];
    },
  };
}

function centsIn(row: Row, column: string): Cents {
  return BigInt(row[column] as string);
}

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

import type { FullDate } from '@kontor/kernel';
import {
  AccountingYear,
  Period,
  type AccountingYears,
  type ChainOfYears,
  type YearOfBooks,
} from '@kontor/ledger';
import { writing, type Scope } from '../transaction/scope.js';
import {
  raiseVersions,
  readVersions,
  versionName,
  versionsIn,
  versionStep,
} from '../transaction/collection-version.js';
import { ConcurrentModification, classify } from '../transaction/errors.js';
import type { ResourceAccess } from '../resource/resource-access.js';
import { placeholders, type Outcome, type Row, type SqlValue, type Statement } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';

const COLUMNS =
  '`year`, `from_date`, `to_date`, `closed`, `closing_voucher_id`, `opening_voucher_id`, `version`';
const OWN_YEAR = '`agreement_number` = ? AND `year_folded` = ?';
const STATE = AccountingYear.collection;

/** The accounting years of an agreement and their periods, as rules ask for them and change them. */
export function sqlAccountingYears(
  access: ReadonlyMap<string, ResourceAccess>,
  scope: Scope,
): AccountingYears {
  const { agreementNumber } = scope;
  const { table: years, dialect } = access.get(AccountingYear.collection) as ResourceAccess;
  const { table: periods } = access.get(Period.collection) as ResourceAccess;
  const ownOf = ({ year }: { readonly year: string }): readonly SqlValue[] => [
    agreementNumber,
    years.encodeKey(year),
  ];

  const itemOf = ({ year }: { readonly year: string }) => ({
    table: years,
    encoded: [years.encodeKey(year)],
  });

  /** Reads of years and periods, after the version of the chain: a unit of work expects it to stay. */
  async function readOfYears(
    ...statements: readonly Statement[]
  ): Promise<readonly [version: number, ...Outcome[]]> {
    if (scope.unit === undefined) {
      const [state, ...outcomes] = await scope.session.run(
        readVersions(agreementNumber, [STATE]),
        ...statements,
      );
      return [versionsIn(state as Outcome).get(STATE) ?? 0, ...outcomes];
    }
    const { versions, outcomes } = await scope.unit.facts([STATE], ...statements);
    scope.unit.expectVersions(versions);
    return [versions.get(STATE) ?? 0, ...outcomes];
  }

  /**
   * Runs statements on the ground of a chain that was seen: when it has
   * changed since, the unit runs again (R6).
   */
  async function onChain(
    { version }: ChainOfYears,
    items: number,
    ...statements: readonly Statement[]
  ): Promise<readonly Outcome[]> {
    const { unit } = writing(scope);
    try {
      const [guard, ...outcomes] = await unit.now.run(
        raiseChain(agreementNumber, version, items),
        ...statements,
      );
      if (guard?.affected !== 1) throw new ConcurrentModification();
      unit.hasRaised(STATE, 1);
      return outcomes;
    } catch (error) {
      if (classify(dialect, error) === 'duplicate') throw new ConcurrentModification();
      throw error;
    }
  }

  return {
    ofDate: async (date) => {
      const [, found] = await readOfYears({
        sql:
          `SELECT ${COLUMNS} FROM \`accounting_year\` ` +
          'WHERE `agreement_number` = ? AND `from_date` <= ? AND `to_date` >= ?',
        values: [agreementNumber, date, date],
      });
      const [row] = (found as Outcome).rows;
      return row && yearOf(row);
    },
    chain: async () => {
      const [version, found, last] = (await readOfYears(
        {
          sql: `SELECT ${COLUMNS} FROM \`accounting_year\` WHERE \`agreement_number\` = ? ORDER BY \`from_date\``,
          values: [agreementNumber],
        },
        {
          sql: 'SELECT MAX(`period_number`) AS last FROM `period` WHERE `agreement_number` = ?',
          values: [agreementNumber],
        },
      )) as [number, Outcome, Outcome];
      return {
        years: found.rows.map(yearOf),
        lastPeriodNumber: (last.rows[0]?.['last'] as number | null) ?? 0,
        version,
      };
    },
    add: async (year, added, seen) => {
      const version = Date.now();
      await onChain(
        seen,
        1,
        insertYear(ownOf(year), year, version),
        insertPeriods(ownOf(year), added, { closed: year.closed, version }),
      );
      writing(scope).unit.change(versionOfPeriods(periods, years, year), added.length);
      return { ...year, version };
    },
    remove: async (year, seen) => {
      const own = ownOf(year);
      // The periods first: what is being booked in them ends before this goes on, and is then seen.
      const [, booked] = await onChain(seen, -1, touchPeriods(own), {
        sql: `SELECT 1 AS booked FROM \`entry\` WHERE ${OWN_YEAR} LIMIT 1`,
        values: own,
      });
      if (booked?.rows.length !== 0) return false;
      const [, gone, yearGone] = await writing(scope).unit.now.run(
        { sql: `DELETE FROM \`period_total\` WHERE ${OWN_YEAR}`, values: own },
        { sql: `DELETE FROM \`period\` WHERE ${OWN_YEAR}`, values: own },
        { sql: `DELETE FROM \`accounting_year\` WHERE ${OWN_YEAR} AND \`uses\` = 0`, values: own },
      );
      const { unit } = writing(scope);
      unit.changes(itemOf(year));
      unit.change(versionOfPeriods(periods, years, year), -(gone?.affected ?? 0));
      return yearGone?.affected === 1;
    },
    hold: async (year, seen) => {
      await onChain(seen, 0, touchPeriods(ownOf(year)));
      // Who drafts raises the version of the drafts, and looks at the chain
      // of years after that: he waits here, or is seen.
      const { unit } = writing(scope);
      const drafts = [...access.values()].filter((one) => one.drafts !== undefined);
      const names = drafts.map(({ table }) => versionName(table, [])).sort();
      const step = versionStep();
      await unit.now.run(
        raiseVersions(
          dialect,
          agreementNumber,
          names.map((name) => [name, 0] as const),
          step,
        ),
      );
      for (const name of names) unit.hasRaised(name, step);
      return { ...seen, version: seen.version + 1 };
    },
    mark: async (year) => {
      const { closed, closingVoucherId = null, openingVoucherId = null } = year;
      await writing(scope).unit.now.run(
        {
          sql:
            'UPDATE `accounting_year` SET `closed` = ?, `closing_voucher_id` = ?, `opening_voucher_id` = ?, ' +
            `\`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`,
          values: [closed ? 1 : 0, closingVoucherId, openingVoucherId, ...ownOf(year)],
        },
        {
          sql: `UPDATE \`period\` SET \`closed\` = ?, \`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`,
          values: [closed ? 1 : 0, ...ownOf(year)],
        },
      );
      const { unit } = writing(scope);
      unit.changes(itemOf(year));
      unit.change(versionOfPeriods(periods, years, year), 0);
    },
  };
}

function yearOf(row: Row): YearOfBooks {
  return {
    year: row['year'] as string,
    fromDate: row['from_date'] as FullDate,
    toDate: row['to_date'] as FullDate,
    closed: row['closed'] === 1,
    closingVoucherId: (row['closing_voucher_id'] as number | null) ?? undefined,
    openingVoucherId: (row['opening_voucher_id'] as number | null) ?? undefined,
    version: row['version'] as number,
  };
}

/** The collection's own state is the row that everything writes which changes the chain. */
function raiseChain(agreementNumber: number, seen: number, items: number): Statement {
  if (seen === 0) {
    return {
      sql: 'INSERT INTO `collection_state` (`agreement_number`, `collection`, `version`, `items`) VALUES (?, ?, 1, ?)',
      values: [agreementNumber, STATE, items],
    };
  }
  return {
    sql:
      'UPDATE `collection_state` SET `version` = `version` + 1, `items` = `items` + ? ' +
      'WHERE `agreement_number` = ? AND `collection` = ? AND `version` = ?',
    values: [items, agreementNumber, STATE, seen],
  };
}

/** A write to the row of every period: whoever books in one waits, or has finished (G8). */
function touchPeriods(own: readonly SqlValue[]): Statement {
  return { sql: `UPDATE \`period\` SET \`version\` = \`version\` + 1 WHERE ${OWN_YEAR}`, values: own };
}

type Dates = { readonly fromDate: FullDate; readonly toDate: FullDate };

function insertYear(
  [agreementNumber, folded]: readonly SqlValue[],
  { year, fromDate, toDate, closed }: Dates & { readonly year: string; readonly closed: boolean },
  version: number,
): Statement {
  return {
    sql:
      'INSERT INTO `accounting_year` (`agreement_number`, `year_folded`, `year`, `from_date`, `to_date`, `closed`, `version`) ' +
      `VALUES (${placeholders(7)})`,
    values: [agreementNumber ?? null, folded ?? null, year, fromDate, toDate, closed ? 1 : 0, version],
  };
}

function insertPeriods(
  own: readonly SqlValue[],
  periods: readonly (Dates & { readonly periodNumber: number })[],
  { closed, version }: { readonly closed: boolean; readonly version: number },
): Statement {
  const row = `(${placeholders(8)})`;
  return {
    sql:
      'INSERT INTO `period` (`agreement_number`, `year_folded`, `period_number`, `from_date`, `to_date`, `closed`, `barred`, ' +
      `\`version\`) VALUES ${periods.map(() => row).join(', ')}`,
    values: periods.flatMap(({ periodNumber, fromDate, toDate }) => [
      ...own,
      periodNumber,
      fromDate,
      toDate,
      closed ? 1 : 0,
      0,
      version,
    ]),
  };
}

function versionOfPeriods(
  periods: ResourceTable,
  years: ResourceTable,
  { year }: { readonly year: string },
): string {
  return versionName(periods, [years.encodeKey(year)]);
}

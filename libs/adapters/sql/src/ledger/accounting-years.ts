import { flagAt, numberOrNullAt, dateAt, numberAt, textAt } from '../row.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defined, type FullDate } from '@kontor/kernel';
import {
  AccountingYear,
  Period,
  type AccountingYears,
  type ChainOfYears,
  type NewYear,
  type PeriodDates,
  type PlaceOfPeriod,
  type YearOfBooks,
} from '@kontor/ledger';
import type { Dialect } from '../dialect/dialect.js';
import { eventOf } from '../event/event-log.js';
import type { ResourceTable } from '../entity/table-of.js';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import type { Outcome, SqlValue, Statement, Row } from '../statement.js';
import { versionName, versionsIn } from '../transaction/collection-version.js';
import { ConcurrentModification, classify } from '../transaction/errors.js';
import { writing, type Scope } from '../transaction/scope.js';
import {
  anyEntryOf,
  CHAIN,
  insertPeriods,
  insertYear,
  lockChain,
  markYear,
  raiseChain,
  removeYear,
  settlePeriods,
  touchPeriods,
  readChain,
  yearAt,
} from '../statements/accounting-years.js';
import { readVersions } from '../statements/collection-versions.js';

type Named = { readonly year: string };

/** The accounting years of an agreement and their periods, as rules ask for them and change them. */
export function sqlAccountingYears(
  ...made: ConstructorParameters<typeof SqlAccountingYears>
): AccountingYears {
  const years = new SqlAccountingYears(...made);
  return {
    ofDate: (date) => TE.fromTask(() => years.ofDate(date)),
    chain: () => years.chain(),
    heldChain: () => years.heldChain(),
    hasEntries: (year) => years.hasEntries(year),
    add: (year, periods, seen) => TE.fromTask(() => years.add(year, periods, seen)),
    remove: (year, seen) => TE.fromTask(() => years.remove(year, seen)),
    hold: (year, seen) => TE.fromTask(() => years.hold(year, seen)),
    mark: (year) => TE.fromTask(() => years.mark(year)),
    settleVat: (periods, settlementNumber) => TE.fromTask(() => years.settleVat(periods, settlementNumber)),
    haveChanged: () => TE.fromIO(() => years.haveChanged()),
  };
}

class SqlAccountingYears {
  readonly #access: ResourceAccesses;
  readonly #scope: Scope;
  readonly #years: ResourceTable;
  readonly #periods: ResourceTable;
  readonly #dialect: Dialect;

  constructor(access: ResourceAccesses, scope: Scope) {
    this.#access = access;
    this.#scope = scope;
    const { table, dialect } = accessTo(access, AccountingYear);
    this.#years = table;
    this.#dialect = dialect;
    this.#periods = accessTo(access, Period).table;
  }

  async ofDate(date: FullDate): Promise<YearOfBooks | undefined> {
    const [, found] = await this.#read(yearAt(this.#scope.agreementNumber, date));
    const [row] = defined(found).rows;
    return row && yearOf(row);
  }

  async chain(): Promise<ChainOfYears> {
    const [version, found, last] = (await this.#read(...readChain(this.#scope.agreementNumber))) as [
      number,
      Outcome,
      Outcome,
    ];
    return {
      years: found.rows.map(yearOf),
      lastPeriodNumber: numberOrNullAt(defined(last.rows[0]), 'last') ?? 0,
      version,
    };
  }

  async heldChain(): Promise<ChainOfYears> {
    const { unit, agreementNumber } = writing(this.#scope);
    const session = unit.locked(AccountingYear.collection);
    await unit.holdBooks(session);
    await session.run(lockChain(this.#dialect, agreementNumber));
    return this.chain();
  }

  async hasEntries(year: YearOfBooks): Promise<boolean> {
    const [, booked] = await this.#read(anyEntryOf(this.#ownOf(year)));
    return booked?.rows.length !== 0;
  }

  async add(year: NewYear, added: readonly PeriodDates[], seen: ChainOfYears): Promise<YearOfBooks> {
    const version = Date.now();
    const own = this.#ownOf(year);
    await this.#onChain(
      seen,
      1,
      insertYear(own, year, version),
      insertPeriods(own, added, { closed: year.closed, version }),
    );
    const { unit } = writing(this.#scope);
    unit.change(this.#versionOfPeriods(year), added.length);
    unit.events.add(eventOf(AccountingYear, 'created', [year.year]));
    return { ...year, version };
  }

  async remove(year: YearOfBooks, seen: ChainOfYears): Promise<boolean> {
    const own = this.#ownOf(year);
    // The periods first: what is being booked in them ends before this goes on, and is then seen.
    const [, booked] = await this.#onChain(seen, -1, touchPeriods(own), anyEntryOf(own));
    if (booked?.rows.length !== 0) return false;
    const { unit } = writing(this.#scope);
    const [, gone, yearGone] = await unit.now.run(...removeYear(own));
    this.#changes(year, -(gone?.affected ?? 0));
    unit.events.add(eventOf(AccountingYear, 'removed', [year.year]));
    return yearGone?.affected === 1;
  }

  async hold(year: YearOfBooks, seen: ChainOfYears): Promise<ChainOfYears> {
    await this.#onChain(seen, 0, touchPeriods(this.#ownOf(year)));
    // Who drafts raises the version of the drafts, and looks at the chain of years after that: he waits here,
    // or is seen.
    const { unit } = writing(this.#scope);
    const drafts = [...this.#access.values()].filter((one) => one.drafts !== undefined);
    await unit.raiseNow(drafts.map(({ table }) => versionName(table, [])).sort());
    return { ...seen, version: seen.version + 1 };
  }

  async mark(year: YearOfBooks): Promise<void> {
    const { unit } = writing(this.#scope);
    await unit.now.run(...markYear(this.#ownOf(year), year));
    unit.events.add(eventOf(AccountingYear, year.closed ? 'closed' : 'reopened', [year.year]));
    this.#changes(year, 0);
  }

  async settleVat(periods: readonly PlaceOfPeriod[], settlementNumber: number | undefined): Promise<void> {
    const { unit } = writing(this.#scope);
    for (const year of new Set(periods.map((one) => one.year))) {
      const own = periods.filter((one) => one.year === year).map(({ periodNumber }) => periodNumber);
      const [done] = await unit.now.run(settlePeriods(this.#ownOf({ year }), own, settlementNumber));
      if (done?.affected !== own.length) throw new ConcurrentModification();
      unit.events.add(
        ...own.map((number) => eventOf(Period, 'updated', [year, number], ['barred', 'vatSettlement'])),
      );
      this.#changes({ year }, 0);
    }
    this.haveChanged();
  }

  /** Raises the version of the chain, which all that rests on years and periods expects to stay. */
  haveChanged(): void {
    writing(this.#scope).unit.change(CHAIN, 0);
  }

  /** Reads of years and periods, after the version of the chain: a unit of work expects it to stay. */
  async #read(
    ...statements: readonly Statement[]
  ): Promise<readonly [version: number, ...outcomes: Outcome[]]> {
    const scope = this.#scope;
    if (scope.unit === undefined) {
      const versions = readVersions(scope.agreementNumber, [CHAIN]);
      const [state, ...outcomes] = await scope.session.run(versions, ...statements);
      return [versionsIn(defined(state)).get(CHAIN) ?? 0, ...outcomes];
    }
    const { versions, outcomes } = await scope.unit.facts([CHAIN], ...statements);
    scope.unit.expect.versions(versions);
    return [versions.get(CHAIN) ?? 0, ...outcomes];
  }

  /**
   * Runs statements that rest on a chain that was seen: when it has changed since, the unit runs again
   * (R6).
   */
  async #onChain(
    { version }: ChainOfYears,
    items: number,
    ...statements: readonly Statement[]
  ): Promise<readonly Outcome[]> {
    const { unit } = writing(this.#scope);
    try {
      const raised = raiseChain(this.#scope.agreementNumber, version, items);
      const [fence, ...outcomes] = await unit.now.run(raised, ...statements);
      if (fence?.affected !== 1) throw new ConcurrentModification();
      unit.expect.raised([CHAIN], 1);
      return outcomes;
    } catch (error) {
      if (classify(this.#dialect, error) === 'duplicate') throw new ConcurrentModification();
      throw error;
    }
  }

  /** Tells the unit that the year was changed by statements, and its periods with it. */
  #changes(year: Named, periods: number): void {
    const { unit } = writing(this.#scope);
    unit.expect.forget({ table: this.#years, encoded: [this.#years.encodeKey(year.year)] });
    unit.change(this.#versionOfPeriods(year), periods);
  }

  #ownOf({ year }: Named): readonly SqlValue[] {
    return [this.#scope.agreementNumber, this.#years.encodeKey(year)];
  }

  #versionOfPeriods({ year }: Named): string {
    return versionName(this.#periods, [this.#years.encodeKey(year)]);
  }
}

/** A year of `accounting_year` as the rules see it. */
function yearOf(row: Row): YearOfBooks {
  return {
    year: textAt(row, 'year'),
    fromDate: dateAt(row, 'from_date'),
    toDate: dateAt(row, 'to_date'),
    closed: flagAt(row, 'closed'),
    closingVoucherId: numberOrNullAt(row, 'closing_voucher_id') ?? undefined,
    openingVoucherId: numberOrNullAt(row, 'opening_voucher_id') ?? undefined,
    version: numberAt(row, 'version'),
  };
}

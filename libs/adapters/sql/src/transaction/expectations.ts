import { defined } from '@kontor/kernel';
import type { Check } from '../dialect/dialect.js';
import { byLockOrder, type Outcome, type Row, type SqlValue } from '../statement.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Item } from './effect.js';
import { ConcurrentModification, PreconditionFailed } from './errors.js';
import { keyAt, numberAt } from '../row.js';
import { countAsRead } from '../statements/items.js';
import { isMoreThan, sumOfVersions } from '../statements/collection-versions.js';

/** A row as it was read. */
type ExpectedRow = { readonly table: ResourceTable; readonly encoded: SqlValue; readonly version: number };

/** What a unit expects, as it stands when a batch is written. */
export type Expected = {
  /** Versions of collections, with what the unit itself has raised them by before this batch. */
  readonly versions: ReadonlyMap<string, number>;
  /** By table and key. */
  readonly rows: ReadonlyMap<string, ExpectedRow>;
  /** How much may be counted of a collection at most, with what the unit adds. */
  readonly most: ReadonlyMap<string, number>;
};

/** Of a unit that has decided on nothing that others may change. */
export const NOTHING_EXPECTED: Expected = { versions: new Map(), rows: new Map(), most: new Map() };

/** What expectations are told of the unit whose they are. */
type ExpectingUnit = {
  /** Whether it may rest on what is remembered, and leave the looking to its batch. */
  readonly isOptimistic: boolean;
  hasChanged(collection: string): boolean;
};

/**
 * What a unit of work has decided on. It is checked last of all, when everything the unit changes is written
 * and the versions of those collections are raised and locked: so of two units each of which changes what the
 * other has read, where one locks what it reads (`AccountingYears.hold`), only one is kept, and what one
 * alone has read held until it was written.
 */
export class Expectations {
  readonly #versions = new Map<string, number>();
  readonly #rows = new Map<string, ExpectedRow>();
  readonly #most = new Map<string, number>();
  readonly #unit: ExpectingUnit;
  #hasUnvalidated = false;
  #restsOnItem = false;

  constructor(unit: ExpectingUnit) {
    this.#unit = unit;
  }

  /** Versions that were just read. Throws where the unit has seen others of them: it runs again. */
  versions(versions: ReadonlyMap<string, number>, names: Iterable<string> = versions.keys()): void {
    for (const name of names)
      if (!this.#isVersion(name, versions.get(name) ?? 0)) throw new ConcurrentModification();
  }

  /**
   * Versions of collections at which this process remembers what the unit rests on; false where it may not,
   * since it runs eagerly or has seen others.
   */
  cached(versions: ReadonlyMap<string, number>, names: Iterable<string> = versions.keys()): boolean {
    if (!this.#unit.isOptimistic) return false;
    for (const name of names) {
      if (!this.#isVersion(name, versions.get(name) ?? 0)) return false;
      this.#hasUnvalidated = true;
    }
    return true;
  }

  /**
   * An item that this process remembers and that the unit is about to change as that version; false where it
   * may not rest on it.
   */
  cachedItem(): boolean {
    this.#restsOnItem ||= this.#unit.isOptimistic;
    return this.#unit.isOptimistic;
  }

  /**
   * Rows, of the versions that were read with them; not those of what lives within items, or that the unit
   * has changed itself. Throws where one was read before and was another then: what was decided on it would
   * rest on what is no more, and the unit runs again.
   */
  rows(table: ResourceTable, rows: readonly Row[]): void {
    if (table.parents.length > 0 || this.#unit.hasChanged(table.resource.collection)) return;
    for (const row of rows) {
      const encoded = table.encodeKey(keyAt(row, table.key.column));
      const version = numberAt(row, 'version');
      const name = rowName(table, encoded);
      if ((this.#rows.get(name)?.version ?? version) !== version) throw new PreconditionFailed(name);
      this.#rows.set(name, { table, encoded, version });
    }
  }

  /**
   * That there is no item: it was looked for and not found. Throws where it was read before, since what was
   * decided on it would rest on what is no more.
   */
  none(table: ResourceTable, encoded: SqlValue): void {
    if (table.parents.length > 0) return;
    const name = rowName(table, encoded);
    if (this.#rows.has(name)) throw new PreconditionFailed(name);
  }

  /**
   * That not more than so much is counted of a collection, when what the unit adds is counted too. Where the
   * unit runs eagerly it is looked at now, by `isSoNow`, and is the answer; else it is expected, and true.
   */
  async atMost(name: string, most: number, isSoNow: () => Promise<boolean>): Promise<boolean> {
    if (!this.#unit.isOptimistic) return isSoNow();
    this.#most.set(name, most);
    return true;
  }

  /** The unit itself has changed an item, by a write with a condition of its own. */
  forget({ table, encoded }: Item): void {
    if (encoded.length === 1) this.#rows.delete(rowName(table, defined(encoded[0])));
  }

  /** The unit itself has raised the versions of collections by a step, and written that. */
  raised(names: Iterable<string>, step: number): void {
    for (const name of names) {
      const version = this.#versions.get(name);
      if (version !== undefined) this.#versions.set(name, version + step);
    }
  }

  /** The database has just said that what was remembered of collections is still so. */
  validated(): void {
    this.#hasUnvalidated = false;
  }

  /** Whether the unit has decided on something remembered that was not validated since. */
  get isSpeculative(): boolean {
    return this.#hasUnvalidated || this.#restsOnItem;
  }

  /**
   * What a batch that is written before the end of the unit must check: everything expected, where some of it
   * was remembered and not validated since; else nothing.
   */
  get unvalidated(): Expected {
    return this.#hasUnvalidated ? this.current : NOTHING_EXPECTED;
  }

  /** Everything expected as it stands now. */
  get current(): Expected {
    if (this.#versions.size === 0 && this.#rows.size === 0 && this.#most.size === 0) return NOTHING_EXPECTED;
    return { versions: new Map(this.#versions), rows: new Map(this.#rows), most: new Map(this.#most) };
  }

  /** False when the unit has seen another version of it. */
  #isVersion(name: string, version: number): boolean {
    const known = this.#versions.get(name);
    if (known !== undefined && known !== version) return false;
    this.#versions.set(name, version);
    return true;
  }
}

function rowName({ table }: ResourceTable, encoded: SqlValue): string {
  return `${table.name} ${encoded}`;
}

/**
 * A batch that expects something, the collections whose versions it raises,
 * and by how much: by the step of the first that is written.
 */
export type Expecting = {
  readonly expected: Expected;
  readonly collections: ReadonlyMap<string, unknown>;
  readonly step: number;
};

/** All that is checked of one or more units of an agreement. */
export function checksOf(agreementNumber: number, units: readonly Expecting[]): readonly Check[] {
  return [...collectionChecksOf(agreementNumber, units), ...rowChecksOf(agreementNumber, units)];
}

/**
 * One check for all collections whose versions are expected, and one for each collection of which there may
 * only be so much.
 */
export function collectionChecksOf(agreementNumber: number, units: readonly Expecting[]): readonly Check[] {
  const step = units[0]?.step ?? 0;
  const versions = new Map<string, number>();
  const most = new Map<string, number>();
  for (const { expected, collections: raised } of units) {
    for (const [name, version] of expected.versions)
      put(versions, name, version + (raised.has(name) ? step : 0));
    for (const [name, number] of expected.most) most.set(name, number);
  }
  const checks: Check[] = [];
  if (versions.size > 0) {
    const number = [...versions.values()].reduce((all, one) => all + one, 0);
    checks.push({ read: sumOfVersions(agreementNumber, [...versions.keys()].sort()), number });
  }
  for (const [name, number] of most)
    checks.push({ read: isMoreThan(agreementNumber, name, number), number: 0 });
  return checks;
}

/** One check for each table of which rows were read, in the order of their names. */
export function rowChecksOf(agreementNumber: number, units: readonly Expecting[]): readonly Check[] {
  const tables = new Map<ResourceTable, Map<string, ExpectedRow>>();
  for (const { expected } of units) {
    for (const [name, row] of expected.rows) {
      const rows = tables.get(row.table) ?? new Map<string, ExpectedRow>();
      tables.set(row.table, rows);
      if ((rows.get(name)?.version ?? row.version) !== row.version) throw new PreconditionFailed(name);
      rows.set(name, row);
    }
  }
  return [...tables]
    .sort(([one], [other]) => byLockOrder(one.table.name, other.table.name))
    .map(([table, rows]) => ({
      read: countAsRead(table, agreementNumber, [...rows.values()]),
      number: rows.size,
    }));
}

/** Whether each check still gives what it gave. `outcomes`: of their reads, in their order. */
export function areAsExpected(checks: readonly Check[], outcomes: readonly Outcome[]): boolean {
  return checks.every(
    ({ number }, index) => Number(Object.values(outcomes[index]?.rows[0] ?? {})[0] ?? 0) === number,
  );
}

function put(versions: Map<string, number>, name: string, version: number): void {
  if ((versions.get(name) ?? version) !== version) throw new PreconditionFailed(name);
  versions.set(name, version);
}

/**
 * Whether units may be written together: nobody expects what another of them
 * changes, or expects it otherwise.
 */
export function areCompatible(one: Changing, other: Changing): boolean {
  return isUntouchedBy(one, other) && isUntouchedBy(other, one);
}

type Changing = Pick<Expecting, 'expected' | 'collections'>;

function isUntouchedBy({ expected }: Changing, other: Changing): boolean {
  for (const [name, version] of expected.versions) {
    if (other.collections.has(name) || (other.expected.versions.get(name) ?? version) !== version)
      return false;
  }
  for (const [name, { version }] of expected.rows) {
    if ((other.expected.rows.get(name)?.version ?? version) !== version) return false;
  }
  return true;
}

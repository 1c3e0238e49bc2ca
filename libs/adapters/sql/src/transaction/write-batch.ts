import { groupedBy, defined, flatMapped } from '@kontor/kernel';
import type { Check, Dialect } from '../dialect/dialect.js';
import { countOf, insertEvents, linksOf, NewEvents, raisedBy } from '../event/event-log.js';
import { raiseToReserved, type Reservation } from '../sequence/reservation.js';
import { byLockOrder, type SqlValue, type Statement, type Sums } from '../statement.js';
import { versionStep, type KeyChange } from './collection-version.js';
import {
  additionStatements,
  changeStatement,
  insertStatement,
  isAlike,
  type Change,
  type Effect,
  type Fence,
  type Insert,
  type OwnWrite,
  type Reference,
} from './effect.js';
import { collectionChecksOf, NOTHING_EXPECTED, rowChecksOf, type Expected } from './expectations.js';
import { addReferences } from '../statements/references.js';
import { EVENTS, type RaisedVersion, raiseVersions } from '../statements/collection-versions.js';
import { insertGivenNumbers, type GivenNumber } from '../statements/sequences.js';
import { catchUp } from '../statements/events.js';

/** What is done to a collection. */
type CollectionChange = {
  /** How many items more it has. */
  items: number;
  /**
   * Which keys are made, changed and taken away, in their order; undefined where one that is made or taken
   * away was not told.
   */
  keys: KeyChange[] | undefined;
  /** Whether `keys` names every item that is changed. */
  namesAll: boolean;
};

/** What a unit of work still has to write: what it applied, and what goes with every commit. */
export class WriteBatch {
  readonly agreementNumber: number;
  /** Numbers that the unit has reserved of counters, which are to be raised to them. */
  readonly reservations: Reservation[] = [];
  /** Numbers that it has taken of counters which it has raised itself. */
  readonly given: GivenNumber[] = [];
  /** Rows of its own, in the order in which they were written. */
  readonly own: OwnWrite[] = [];
  readonly fences: Fence[] = [];
  readonly sums: Sums[] = [];
  readonly references: Reference<unknown>[] = [];
  /** Written with the commit: the stored answer, and what follows from what else was written. */
  readonly last: OwnWrite[] = [];
  /** What becomes of things, and who changes them: told with the commit. */
  events = new NewEvents();
  /** What it does to collections, by the names of their versions, which it raises. */
  readonly collections = new Map<string, CollectionChange>();
  /** By how much it raises their versions; of batches that are written together, that of the first counts. */
  readonly step = versionStep();
  expected: Expected = NOTHING_EXPECTED;
  /** After that instant of `performance` it waits no more for what others have. */
  deadline = Infinity;

  constructor(agreementNumber: number) {
    this.agreementNumber = agreementNumber;
  }

  add(effect: Effect<unknown>): void {
    switch (effect.kind) {
      case 'insert':
      case 'change':
        this.own.push(effect);
        break;
      case 'fence':
        this.fences.push(effect);
        break;
      case 'add':
        this.sums.push(effect.sums);
        break;
      case 'refer':
        this.references.push(effect);
    }
  }

  /** A collection has changed, and has so many items more: these, where they are told. */
  change(versionName: string, items: number, ...keys: readonly KeyChange[]): void {
    const namesAll = keys.length > 0;
    const told = namesAll || items === 0 ? [...keys] : undefined;
    addChange(this.collections, versionName, { items, keys: told, namesAll });
  }

  /** What goes with the commit, as a batch of its own: this one keeps the rows. */
  splitOff(): WriteBatch {
    const atCommit = new WriteBatch(this.agreementNumber);
    atCommit.last.push(...this.last.splice(0));
    for (const [name, change] of this.collections) atCommit.collections.set(name, change);
    this.collections.clear();
    return atCommit;
  }

  /** Whether it has rows that the database has not been told of. */
  get hasRows(): boolean {
    const { reservations, given, own, fences, sums, references } = this;
    return [reservations, given, own, fences, sums, references].some(({ length }) => length > 0);
  }

  get isEmpty(): boolean {
    const { last, events, collections } = this;
    return !this.hasRows && last.length === 0 && events.rows === 0 && collections.size === 0;
  }

  /** How many statements it needs when it is alone, versions of collections aside. */
  get size(): number {
    const { own, fences, sums, references, events, last } = this;
    return [own, fences, sums, references, last].reduce((all, { length }) => all + length, events.rows);
  }
}

/**
 * The statements of the batches of one or more units of the same agreement, the hot rows last: the
 * numbers they have taken (which every unit takes before all else), rows of their own, then fences, sums,
 * what they refer to, what goes with the commit, the count of events, versions and counts of collections,
 * the events; each shared row once and always in the same order, so that no two transactions wait for each
 * other. Rows that the units expect are checked before versions are raised, and the versions that they expect
 * when all of that is locked. `isRepairing`: a number of an event was found to be taken. `alsoExpected`: what
 * is checked besides, of the database as a whole.
 */
export function statementsOf(
  dialect: Dialect,
  batches: readonly WriteBatch[],
  isRepairing = false,
  alsoExpected: readonly Check[] = [],
): readonly Statement[] {
  const { agreementNumber, step } = defined(batches[0]);
  const all = <A>(of: (batch: WriteBatch) => readonly A[]): readonly A[] =>
    batches.length === 1 ? of(defined(batches[0])) : flatMapped(batches, of);
  const reservations = all((batch) => batch.reservations);
  const given = all((batch) => batch.given);
  const links = linksOf(batches.map(({ events }) => events));
  const raised: readonly RaisedVersion[] = [
    ...raisedBy(links),
    ...[...changesOf(batches)].sort(eventsFirst).map(([name, { items }]) => [name, items] as const),
  ];
  return [
    ...raiseToReserved(dialect, agreementNumber, reservations),
    ...(given.length === 0 ? [] : [insertGivenNumbers(agreementNumber, given)]),
    ...ownOf(dialect, batches),
    ...flatMapped(fenceStatements(all(({ fences }) => fences)), (fence) => checked(dialect, fence, 1)),
    ...flatMapped(mergedSums(all(({ sums }) => sums)), (sums) => additionStatements(dialect, sums)),
    ...referencesOf(
      dialect,
      agreementNumber,
      all(({ references }) => references),
    ),
    ...lastOf(all(({ last }) => last)),
    ...expectedOf(dialect, rowChecksOf(agreementNumber, batches)),
    ...(raised.length === 0 ? [] : [raiseVersions(dialect, agreementNumber, raised, step)]),
    ...(isRepairing && links.length > 0 ? [catchUp(agreementNumber, countOf(links))] : []),
    ...insertEvents(isRepairing ? LOOKING_UP : dialect, agreementNumber, links),
    ...expectedOf(dialect, [...collectionChecksOf(agreementNumber, batches), ...alsoExpected]),
  ];
}

/** A count that was repaired is not the one that the sum before has left. */
const LOOKING_UP: Pick<Dialect, 'lastSum'> = { lastSum: (lookUp) => lookUp };

/** What batches that were written together did to a collection. */
export type WrittenCollection = Readonly<Pick<CollectionChange, 'namesAll'>> & {
  readonly keys: readonly KeyChange[] | undefined;
  readonly agreementNumber: number;
  readonly versionName: string;
  /** By how much its version was raised. */
  readonly step: number;
};

/** What batches that were written together, by `statementsOf`, did to each collection that they changed. */
export function collectionsOf(batches: readonly WriteBatch[]): readonly WrittenCollection[] {
  const { agreementNumber, step } = defined(batches[0]);
  return [...changesOf(batches)].map(([versionName, { keys, namesAll }]) => ({
    agreementNumber,
    versionName,
    step,
    keys,
    namesAll,
  }));
}

/** What batches do to collections together. */
function changesOf(batches: readonly WriteBatch[]): ReadonlyMap<string, CollectionChange> {
  if (batches.length === 1) return defined(batches[0]).collections;
  const changes = new Map<string, CollectionChange>();
  for (const { collections } of batches)
    for (const [name, change] of collections) addChange(changes, name, change);
  return changes;
}

function addChange(
  to: Map<string, CollectionChange>,
  name: string,
  { items, keys, namesAll }: CollectionChange,
): void {
  const seen = to.get(name);
  if (seen === undefined) to.set(name, { items, keys: keys && [...keys], namesAll });
  else {
    seen.items += items;
    if (keys === undefined) seen.keys = undefined;
    else for (const key of keys) seen.keys?.push(key);
    seen.namesAll &&= namesAll;
  }
}

/** One statement for all that is expected: each takes the server time of its own. */
function expectedOf({ checks }: Dialect, all: readonly Check[]): readonly Statement[] {
  if (checks === undefined || all.length === 0) return [];
  return [checks.reads(...all)];
}

/** What goes with the commit: rows for the same table, such as records of who did it, are one statement. */
function lastOf(writes: readonly OwnWrite[]): readonly Statement[] {
  const inserts: Insert<unknown>[] = [];
  const changes: Statement[] = [];
  for (const write of writes) {
    if (write.kind === 'insert') inserts.push(write);
    else changes.push(changeStatement([write]));
  }
  return [...changes, ...[...groupedBy(inserts, ({ into }) => into.head).values()].map(insertStatement)];
}

/**
 * Every unit's own rows in its own order; of units that write the same, what
 * is alike in each place is one statement.
 */
function ownOf(dialect: Dialect, batches: readonly WriteBatch[]): readonly Statement[] {
  const groups: (readonly OwnWrite[])[][] = [];
  for (const { own } of batches) {
    const same = groups.find(([first]) => isSameShape(defined(first), own));
    if (same === undefined) groups.push([own]);
    else same.push(own);
  }
  return flatMapped(groups, (same) =>
    flatMapped(defined(same[0]), (_, place) =>
      mergedWrites(
        dialect,
        same.map((own) => defined(own[place])),
      ),
    ),
  );
}

function isSameShape(one: readonly OwnWrite[], other: readonly OwnWrite[]): boolean {
  return one.length === other.length && one.every((write, place) => isAlike(write, defined(other[place])));
}

function mergedWrites(dialect: Dialect, writes: readonly OwnWrite[]): readonly Statement[] {
  const first = defined(writes[0]);
  if (first.kind === 'insert') return [insertStatement(writes as readonly Insert<unknown>[])];
  return checked(dialect, changeStatement(writes as readonly Change<unknown>[]), writes.length);
}

/** The writes of fences, each once, in the order in which every unit makes them. */
function fenceStatements(fences: readonly Fence[]): readonly Statement[] {
  const byFence = new Map(fences.map(({ name, statement }) => [name, statement]));
  return [...byFence].sort(byName).map(([, statement]) => statement);
}

/** What units add to the same sum is one amount; sums in the order of their keys. */
function mergedSums(sums: readonly Sums[]): readonly Sums[] {
  return [...groupedBy(sums, ({ to }) => to.table)]
    .sort(byName)
    .map(([, parts]) => (parts.length === 1 ? defined(parts[0]) : merged(parts)));
}

function merged(parts: readonly Sums[]): Sums {
  const { to } = defined(parts[0]);
  const { columns, key, added } = to;
  const keys = key.map((column) => columns.indexOf(column));
  const sums = added.map((column) => columns.indexOf(column));
  const byKey = new Map<string, SqlValue[]>();
  for (const row of flatMapped(parts, ({ rows }) => rows)) {
    const name = JSON.stringify(keys.map((index) => row[index]));
    const seen = byKey.get(name);
    if (seen === undefined) byKey.set(name, [...row]);
    else for (const index of sums) seen[index] = String(BigInt(seen[index] ?? 0) + BigInt(row[index] ?? 0));
  }
  const rows = [...byKey.values()].sort((one, other) => {
    const index = keys.find((at) => one[at] !== other[at]) ?? 0;
    return (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
  });
  return { to, rows };
}

/**
 * Items of the same kind that follow each other in the order of their names
 * and are referred to as much more are one statement.
 */
function referencesOf(
  dialect: Dialect,
  agreementNumber: number,
  references: readonly Reference<unknown>[],
): readonly Statement[] {
  const byItem = new Map<string, Reference<unknown>>();
  for (const one of references)
    byItem.set(one.name, { ...one, by: one.by + (byItem.get(one.name)?.by ?? 0) });
  const runs: Reference<unknown>[][] = [];
  for (const [, one] of [...byItem].sort(byName)) {
    if (one.by === 0) continue;
    const run = runs.at(-1);
    if (run?.[0]?.table === one.table && run[0].by === one.by) run.push(one);
    else runs.push([one]);
  }
  return flatMapped(runs, (run) => {
    const { table, by } = defined(run[0]);
    const keys = run.map(({ encoded }) => encoded);
    const raise = addReferences(table, agreementNumber, keys, by);
    return by > 0 ? checked(dialect, raise, run.length) : [raise];
  });
}

/** The statement, and after it the one that fails when it did not change so many rows. */
function checked({ checks }: Dialect, statement: Statement, rows: number): readonly Statement[] {
  return checks === undefined ? [statement] : [statement, checks.changed(rows)];
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return byLockOrder(one, other);
}

/** Whoever raises a version holds the count of events: of two units neither waits here for the other. */
function eventsFirst(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  if (one[0] === EVENTS || other[0] === EVENTS) return one[0] === EVENTS ? -1 : 1;
  return byName(one, other);
}

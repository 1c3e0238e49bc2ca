import {
  defined,
  isFullDate,
  PERMANENT,
  referencesIn,
  type KeyValue,
  type Kind,
  type ReferenceUse,
} from '@kontor/kernel';
import { Entry, OpenPost, Period, type BooksChecked } from '@kontor/ledger';
import { type ResourceAccess, accessTo } from '../../resource/resource-access.js';
import { aheadOf, type Row, type SqlValue } from '../../statement.js';
import type { MappedColumn } from '../../entity/column-of.js';
import { foldedForm } from '../../entity/column-encoding.js';
import { ENTRY_REFERENCES } from '../../ledger/entry-references.js';
import { pluralize, rowsIn, yearsIn, type Looked } from './checks.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';
import { keyAt, numberAt } from '../../row.js';
import { readingEachRow, readingEntriesOfYear } from '../../statements/checks.js';

/** A decimal as documents hold it. */
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Rows that are read at once. */
const ROWS_AT_ONCE = 2_000;

/** Entries count together and not singly, and their posts with them; periods come and go with their year. */
const NOT_COUNTED: readonly string[] = [Entry.collection, OpenPost.collection, Period.collection];

/** What is there, what refers to it, and what it says of that. */
type Counts = {
  /** By `nameOf`: the `uses` that are kept. */
  readonly kept: Map<string, number>;
  /** By `nameOf`: the references that were found. */
  readonly found: Map<string, number>;
  /** Who said so first, for what is not there. */
  readonly firstUse: Map<string, string>;
};

/**
 * Every reference leads somewhere, and everything knows how often it is referred to (ADR 4). Found by walking
 * the declarations over all rows; what entries name is asked of the database.
 */
export async function referencesHold(
  looked: Looked,
  named: NamedByEntries,
): Promise<readonly BooksChecked[]> {
  const counts: Counts = { kept: new Map(), found: new Map(), firstUse: new Map() };
  const lost: string[] = [];
  const folds: string[] = [];
  let references = 0;
  let items = 0;
  const seeFolds = (access: ResourceAccess, row: Row): void => {
    items += 1;
    for (const column of foldedOff(access, row))
      folds.push(`${nameOfRow(access, row)}: ${column} does not fit its text`);
  };
  for (const access of looked.access.values()) {
    const { resource } = access.table;
    if (NOT_COUNTED.includes(resource.collection)) {
      const read = resource.collection === Entry.collection ? eachEntry : eachRow;
      await read(looked, access, columnsCompared(access), (row) => seeFolds(access, row));
      continue;
    }
    await eachRow(looked, access, columnsOf(access), (row) => {
      const name = nameOfRow(access, row);
      counts.kept.set(name, numberAt(row, 'uses'));
      const uses = [...referencesIn(resource, access.toValue(row)), ...useOfParent(access, row)];
      references += uses.length;
      seeFolds(access, row);
      for (const use of uses) count(looked, counts, use, `${name}, ${use.path}`, lost);
    });
  }
  references += countEntries(looked, named, counts);
  for (const [mark, by] of counts.firstUse) {
    if (!counts.kept.has(mark)) lost.push(`${by} refers to ${mark}, which does not exist`);
  }
  const wrong = [...counts.kept]
    .filter(([mark, kept]) => !isRight(kept, counts.found.get(mark) ?? 0))
    .map(
      ([mark, kept]) => `${mark} has the use count ${kept} and should have ${counts.found.get(mark) ?? 0}`,
    );
  return [
    { check: 'No reference leads nowhere', looked: pluralize(references, 'reference'), faults: lost },
    {
      check: 'Texts are found as they are written',
      looked: pluralize(items, 'item'),
      faults: folds,
    },
    { check: 'Use counts are right', looked: pluralize(counts.kept.size, 'item'), faults: wrong },
  ];
}

/**
 * The rows of which nobody can read what they hold: whatever reads one ends with it, so that nothing else can
 * be checked.
 */
export async function rowsAreReadable(looked: Looked): Promise<BooksChecked> {
  const faults: string[] = [];
  let rows = 0;
  for (const access of looked.access.values()) {
    await eachRow(looked, access, columnsOf(access), (row) => {
      rows += 1;
      for (const mapped of access.table.columns) {
        if (!isReadable(mapped, row[mapped.column]))
          faults.push(`${nameOfRow(access, row)}: ${mapped.path} cannot be read`);
      }
    });
  }
  return {
    check: 'What is kept can be read',
    looked: pluralize(rows, 'row'),
    faults,
    note: 'nothing else is checked until it can',
  };
}

function isReadable({ kind, encoding }: MappedColumn, stored: unknown): boolean {
  try {
    const value = stored === null ? null : encoding.decode(stored);
    if (value === null) return true;
    if (kind.type === 'fullDate') return isFullDate(String(value));
    return kind.type !== 'list' || isShaped(kind, value);
  } catch {
    return false;
  }
}

/** Whether what a document holds is what whatever reads it takes it for: a list is one, and so on inwards. */
function isShaped(kind: Kind, value: unknown): boolean {
  switch (kind.type) {
    case 'list':
      return Array.isArray(value) && value.every((item) => isShaped(kind.of.kind, item));
    case 'group':
      return (
        isObject(value) &&
        Object.entries(kind.fields).every(([name, member]) => isShapedOrAbsent(member.kind, value[name]))
      );
    case 'reference':
      return isObject(value) && isShaped(kind.of, value[kind.key]);
    case 'decimal':
      return typeof value === 'string' && DECIMAL.test(value);
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return typeof value === 'string';
  }
}

function isShapedOrAbsent(kind: Kind, value: unknown): boolean {
  return value === undefined || value === null || isShaped(kind, value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What entries named once stays marked, also when reopening a year has taken
 * the last of them out; then other references are not counted.
 */
function isRight(kept: number, found: number): boolean {
  return kept === found || kept >= PERMANENT;
}

function count(
  { access, fixed }: Looked,
  counts: Counts,
  { to, key, within }: ReferenceUse,
  by: string,
  lost: string[],
): void {
  const table = access.get(to)?.table;
  if (table === undefined) {
    // Of what is unique only within another item, the lists of all of them are looked through.
    if (fixed.get(to)?.has(key) === false) lost.push(`${by} refers to ${to} ${key}, which does not exist`);
    return;
  }
  const [parent] = table.parents;
  if (table.parents.length > 1 || (parent === undefined) !== (within === undefined)) {
    lost.push(`${by} refers to ${to}, which are unique only within another item`);
    return;
  }
  const own = table.encodeKey(key);
  const name = nameOf(to, ...(parent && within !== undefined ? [parent.encode(within)] : []), own);
  counts.found.set(name, (counts.found.get(name) ?? 0) + 1);
  if (!counts.firstUse.has(name)) counts.firstUse.set(name, by);
}

/** Columns in which texts are compared and sorted, and that have something else than their text. */
function foldedOff({ table }: ResourceAccess, row: Row): readonly string[] {
  return table.columns.flatMap(({ column, folded }) => {
    if (folded === undefined) return [];
    const [text, form] = [row[column], row[folded.column]];
    const should =
      text === null || text === undefined ? null : foldedForm(String(textOf(text)), folded.bytes);
    return (form === null ? null : textOf(form)) === should ? [] : [folded.column];
  });
}

/** An item that others live within is used by each of them. */
function useOfParent({ table: { resource, parents } }: ResourceAccess, row: Row): readonly ReferenceUse[] {
  const parent = parents.at(-1);
  if (parent === undefined || resource.within === undefined) return [];
  return [{ path: resource.within.key, to: resource.within.collection, key: textOf(row[parent.column]) }];
}

/** What entries name, by the column that names it. */
export class NamedByEntries implements EntryObserver {
  readonly byColumn: ReadonlyMap<string, Set<SqlValue>>;
  readonly #naming: readonly (readonly [named: Set<SqlValue>, place: number])[];

  constructor({ access }: Looked) {
    const { table } = accessTo(access, Entry);
    const columns = ENTRY_REFERENCES.map(({ path }) => defined(table.byPath.get(path)).column);
    this.byColumn = new Map(columns.map((column) => [column, new Set()]));
    this.#naming = [...this.byColumn].map(([column, named]) => [named, placeOf(column)]);
  }

  see(entry: SeenEntry): void {
    for (const [named, place] of this.#naming) {
      const key = entry.at(place);
      if (key !== null) named.add(key);
    }
  }
}

/** What entries name, each thing once for all of them. */
function countEntries(looked: Looked, { byColumn }: NamedByEntries, { found, firstUse }: Counts): number {
  const entries = accessTo(looked.access, Entry);
  const names = new Set<string>();
  for (const { collection, path } of ENTRY_REFERENCES) {
    const target = looked.access.get(collection)?.table;
    const mapped = entries.table.byPath.get(path);
    if (target === undefined || mapped === undefined) continue;
    for (const key of byColumn.get(mapped.column) ?? [])
      names.add(nameOf(collection, target.encodeKey(key as KeyValue)));
  }
  for (const name of names) {
    found.set(name, (found.get(name) ?? 0) + PERMANENT);
    if (!firstUse.has(name)) firstUse.set(name, 'an entry');
  }
  return names.size;
}

/** What is compared of items, each text beside its folded form. */
function columnsCompared({ table }: ResourceAccess): readonly string[] {
  return table.columns.flatMap(({ column, folded }) => (folded === undefined ? [] : [column, folded.column]));
}

/** All members of items, as they are compared too, and how often they are used. */
function columnsOf({ table }: ResourceAccess): readonly string[] {
  const members = table.columns.flatMap(({ column, folded }) =>
    folded === undefined ? [column] : [column, folded.column],
  );
  return [...members, 'uses'];
}

/** Every row of a table, in the order of its key, with its key and these columns. */
export function eachRow(
  looked: Looked,
  { table }: ResourceAccess,
  wanted: readonly string[],
  visit: (row: Row) => void | Promise<void>,
): Promise<void> {
  const { keys, first, next } = readingEachRow(table, wanted, ROWS_AT_ONCE);
  return walk((last) => {
    if (last === undefined) return rowsIn(looked, first);
    const after = keys.map((key) => textOf(last[key]));
    return rowsIn(looked, next, ...after.slice(0, 1), ...after);
  }, visit);
}

/**
 * Every entry, as `eachRow` gives rows, but year by year: pages of a key of two columns are not found by it,
 * and entries are many.
 */
async function eachEntry(
  looked: Looked,
  { table }: ResourceAccess,
  wanted: readonly string[],
  visit: (row: Row) => void,
): Promise<void> {
  for (const year of await yearsIn(looked)) {
    const read = readingEntriesOfYear(table, wanted, ROWS_AT_ONCE);
    const own = table.parents[0]?.encode(year) ?? year;
    await walk((last) => rowsIn(looked, read, own, last ? numberAt(last, table.key.column) : 0), visit);
  }
}

/** Visits rows in pages, the next of which is on its way meanwhile. `read`: those that follow a row. */
async function walk(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  visit: (row: Row) => void | Promise<void>,
): Promise<void> {
  let coming = read(undefined);
  for (;;) {
    const rows = await coming;
    const last = rows.at(-1);
    const isLast = last === undefined || rows.length < ROWS_AT_ONCE;
    if (!isLast) coming = aheadOf(read(last));
    for (const row of rows) {
      const visited = visit(row);
      if (visited !== undefined) await visited;
    }
    if (isLast) return;
  }
}

function nameOfRow({ table }: ResourceAccess, row: Row): string {
  const { collection } = table.resource;
  if (table.parents.length === 0) return nameOf(collection, table.encodeKey(keyAt(row, table.key.column)));
  return nameOf(collection, ...table.table.primaryKey.slice(1).map((key) => row[key]));
}

/** What an item is called in what a check says of it: `accounts 1000`, `periods 2026/3`. */
function nameOf(collection: string, ...encoded: readonly unknown[]): string {
  return `${collection} ${encoded.map((one) => textOf(one ?? '')).join('/')}`;
}

/** Bytes come as such from one of the databases. */
function textOf(stored: unknown): string | number {
  return Buffer.isBuffer(stored) ? stored.toString('utf8') : (stored as string | number);
}

import { lineage, referencesIn, type ReferenceUse } from '@kontor/kernel';
import { Entry, OpenPost, Period, type BooksChecked } from '@kontor/ledger';
import { type ResourceAccess, accessTo } from '../../resource/resource-access.js';
import { quote, type Row, type SqlValue } from '../../statement.js';
import { foldedForm } from '../../entity/stored-form.js';
import { PERMANENT } from '../permanent-references.js';
import { markOf, NAMES } from '../../ledger/entry-references.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';
import { keyAt, numberAt } from '../../row.js';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 2_000;

/** Entries count together and not singly, and their posts with them; periods come and go with their year. */
const NOT_COUNTED: readonly string[] = [Entry.collection, OpenPost.collection, Period.collection];

/** What is there, what refers to it, and what it says of that. */
type Counts = {
  /** By mark: the `uses` that are kept. */
  readonly kept: Map<string, number>;
  /** By mark: the references that were found. */
  readonly found: Map<string, number>;
  /** Who said so first, for what is not there. */
  readonly firstUse: Map<string, string>;
};

/**
 * Every reference leads somewhere, and everything knows how often it is referred to (ADR 4). Found by walking
 * the declarations over all rows; what entries name is asked of the database.
 */
export async function referencesHold(looked: Looked): Promise<readonly BooksChecked[]> {
  const counts: Counts = { kept: new Map(), found: new Map(), firstUse: new Map() };
  const lost: string[] = [];
  const folds: string[] = [];
  let references = 0;
  for (const access of looked.access.values()) {
    const { resource } = access.table;
    if (NOT_COUNTED.includes(resource.collection)) continue;
    await eachRow(looked, access, columnsOf(access), (row) => {
      const name = nameOfRow(access, row);
      counts.kept.set(markOfRow(access, row), numberAt(row, 'uses'));
      const uses = [...referencesIn(resource, access.toValue(row)), ...useOfParent(access, row)];
      references += uses.length;
      folds.push(...foldedOff(access, row).map((column) => `${name}: ${column} does not fit its text`));
      for (const use of uses) count(looked, counts, use, `${name}, ${use.path}`, lost);
    });
  }
  references += await countEntries(looked, counts);
  for (const [mark, by] of counts.firstUse) {
    if (!counts.kept.has(mark)) lost.push(`${by} refers to ${mark}, which does not exist`);
  }
  const wrong = [...counts.kept]
    .filter(([mark, kept]) => !isRight(kept, counts.found.get(mark) ?? 0))
    .map(
      ([mark, kept]) => `${mark} has the use count ${kept} and should have ${counts.found.get(mark) ?? 0}`,
    );
  return [
    { check: 'No reference leads nowhere', looked: counted(references, 'reference'), faults: lost },
    {
      check: 'Texts are found as they are written',
      looked: counted(counts.kept.size, 'item'),
      faults: folds,
    },
    { check: 'Use counts are right', looked: counted(counts.kept.size, 'item'), faults: wrong },
  ];
}

/**
 * What entries named once stays marked, also when reopening a year has taken
 * the last of them out; then other references are not counted.
 */
function isRight(kept: number, found: number): boolean {
  return kept === found || kept >= PERMANENT;
}

function count(
  { access }: Looked,
  counts: Counts,
  { to, key }: ReferenceUse,
  by: string,
  lost: string[],
): void {
  const table = access.get(to)?.table;
  if (table === undefined) return;
  if (lineage(table.resource).length > 1) {
    lost.push(`${by} refers to ${to}, which are unique only within another item`);
    return;
  }
  const mark = markOf(to, table.encodeKey(key));
  counts.found.set(mark, (counts.found.get(mark) ?? 0) + 1);
  if (!counts.firstUse.has(mark)) counts.firstUse.set(mark, by);
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

/** What entries name, each thing once for all of them. */
async function countEntries(looked: Looked, { found, firstUse }: Counts): Promise<number> {
  const entries = accessTo(looked.access, Entry);
  const named = new Set<string>();
  for (const year of await yearsIn(looked)) {
    for (const [collection, , path] of NAMES) {
      const target = looked.access.get(collection)?.table;
      const mapped = entries.table.byPath.get(path);
      if (target === undefined || mapped === undefined) continue;
      const column = quote(mapped.column);
      const rows = await rowsIn(
        looked,
        `SELECT DISTINCT ${column} AS named FROM \`entry\` ` +
          `WHERE \`agreement_number\` = ? AND \`year_folded\` = ? AND ${column} IS NOT NULL`,
        year,
      );
      for (const row of rows) named.add(markOf(collection, target.encodeKey(keyAt(row, 'named'))));
    }
  }
  for (const mark of named) {
    found.set(mark, (found.get(mark) ?? 0) + PERMANENT);
    if (!firstUse.has(mark)) firstUse.set(mark, 'an entry');
  }
  return named.size;
}

/** All members of items, as they are compared too, and how often they are used. */
function columnsOf({ table }: ResourceAccess): readonly string[] {
  const members = table.columns.flatMap(({ column, folded }) =>
    folded === undefined ? [column] : [column, folded.column],
  );
  return [...members, 'uses'];
}

/** Every row of a table, in the order of its key, with its key and these columns. */
export async function eachRow(
  looked: Looked,
  { table }: ResourceAccess,
  wanted: readonly string[],
  visit: (row: Row) => void | Promise<void>,
): Promise<void> {
  const { name, primaryKey } = table.table;
  const keys = primaryKey.slice(1);
  const columns = [...new Set([...keys, ...wanted])];
  const order = keys.map(quote).join(', ');
  const where = `(${order}) > (${keys.map(() => '?').join(', ')})`;
  let after: readonly SqlValue[] | undefined;
  for (;;) {
    const rows = await rowsIn(
      looked,
      `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)} WHERE \`agreement_number\` = ?` +
        `${after === undefined ? '' : ` AND ${where}`} ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}`,
      ...(after ?? []),
    );
    for (const row of rows) {
      const visited = visit(row);
      if (visited !== undefined) await visited;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = keys.map((key) => textOf(last[key]));
  }
}

function markOfRow({ table }: ResourceAccess, row: Row): string {
  if (table.parents.length === 0)
    return markOf(table.resource.collection, table.encodeKey(keyAt(row, table.key.column)));
  return `${table.resource.collection} ${table.table.primaryKey
    .slice(1)
    .map((key) => String(textOf(row[key])))
    .join('/')}`;
}

function nameOfRow(access: ResourceAccess, row: Row): string {
  return markOfRow(access, row);
}

/** Bytes come as such from one of the databases. */
function textOf(stored: unknown): string | number {
  return Buffer.isBuffer(stored) ? stored.toString('utf8') : (stored as string | number);
}

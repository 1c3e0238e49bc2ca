import {
  breathe,
  collectionsReferredTo,
  defined,
  referenceKindsOf,
  referencesIn,
  type KeyValue,
  type Referrer,
} from '@kontor/kernel';
import { OpenPost } from '@kontor/ledger';
import { Customer, Supplier } from '@kontor/sales';
import type { Dialect } from '../dialect/dialect.js';
import { comparedColumn } from '../entity/column-of.js';
import { rowMapperOf } from '../entity/row-mapper.js';
import type { ResourceTable } from '../entity/table-of.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { versionName } from '../transaction/collection-version.js';
import type { Unit } from '../transaction/unit.js';
import { keyOrBytesAt, textOrNullAt } from '../row.js';
import { largeColumns } from '../statements/pages.js';
import { newestRows } from '../statements/references.js';

/** So many are told. */
const REFERRERS_TOLD = 5;
/**
 * Where no index leads to them, they are looked for among so many rows, the newest: nobody waits for more.
 */
const LOOKED_AT = 1_000;
/** Rows that may be as large as a body are read so many at a time. */
const LARGE_AT_ONCE = 25;
/** What the lists and documents of such rows hold together, when no more of them are read. */
const CHARACTERS_MAX = 2 ** 20;

/** Whose posts are kept apart from the vouchers that made them. */
const PARTIES: readonly string[] = [Customer.collection, Supplier.collection];

/** Something that may be referred to. */
type Referred = {
  readonly table: ResourceTable;
  readonly key: KeyValue;
  /** The identifiers of the items that it lives in. */
  readonly parents: readonly KeyValue[];
  readonly tables: ReadonlyMap<string, ResourceTable>;
  readonly hints: Pick<Dialect, 'indexHint'>;
};

/** Some of what refers to a thing, for who is told that it is in use; the newest of each kind first. */
export async function referrersOf(
  session: Session,
  agreementNumber: number,
  referred: Referred,
): Promise<readonly Referrer[]> {
  const found: Referrer[] = [];
  for (const table of referred.tables.values()) {
    if (!mayReferTo(table, referred.table)) continue;
    for await (const row of rowsLookedAt(session, agreementNumber, table, referred)) {
      if (refersTo(table, row, referred))
        found.push({ resource: table.resource.collection, keys: keysOf(table, row) });
      if (found.length >= REFERRERS_TOLD) return found;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
  }
  return found;
}

/**
 * Whether a post is of this customer or supplier, and stays so until the unit is written. Nothing counts what
 * posts name: the lines of their voucher do, or their invoice, and a voucher that came in by an import has no
 * lines of its own.
 */
export async function hasPosts(
  unit: Pick<Unit, 'facts' | 'expect'>,
  agreementNumber: number,
  { table, key, tables, hints }: Pick<Referred, 'table' | 'key' | 'tables' | 'hints'>,
): Promise<boolean> {
  const posts = tables.get(OpenPost.collection);
  if (posts === undefined || !PARTIES.includes(table.resource.collection)) return false;
  const by = { ...defined(indexedIn(posts, table)), value: table.encodeKey(key) };
  const looking = newestRows(hints, posts, agreementNumber, { by, most: 1 });
  const { versions, outcomes } = await unit.facts([versionName(posts, [])], looking);
  unit.expect.versions(versions);
  return defined(outcomes[0]).rows.length > 0;
}

/** The rows among which those that refer to a thing are looked for, the newest first. */
async function* rowsLookedAt(
  session: Session,
  agreementNumber: number,
  table: ResourceTable,
  referred: Referred,
): AsyncGenerator<Row> {
  const indexed = indexedIn(table, referred.table);
  const by = indexed && { ...indexed, value: encodedKey(referred) };
  const all = by === undefined ? LOOKED_AT : REFERRERS_TOLD;
  const large = largeColumns(table);
  const most = large.length > 0 ? Math.min(all, LARGE_AT_ONCE) : all;
  let characters = 0;
  for (let offset = 0; offset < all && characters < CHARACTERS_MAX; offset += most) {
    const read = newestRows(referred.hints, table, agreementNumber, { by, most, offset });
    const rows = await rowsOf(session, read);
    for (const row of rows) {
      yield row;
      for (const column of large) characters += textOrNullAt(row, column)?.length ?? 0;
    }
    if (rows.length < most) return;
  }
}

function encodedKey({ table, key }: Referred): ReturnType<ResourceTable['encodeKey']> {
  return table.encodeKey(key);
}

function mayReferTo({ resource }: ResourceTable, to: ResourceTable): boolean {
  const { collection } = to.resource;
  return resource.within?.collection === collection || collectionsReferredTo(resource).has(collection);
}

/** The column in which a row names the thing, where it is the only place, and the index that leads to it. */
function indexedIn(
  table: ResourceTable,
  to: ResourceTable,
): { readonly column: string; readonly index: string } | undefined {
  if (to.parents.length > 0) return undefined;
  const places = referenceKindsOf(table.resource).filter(({ kind }) => kind.to === to.resource.collection);
  const [place] = places;
  const mapped =
    place && places.length === 1 ? table.byPath.get(`${place.path}.${place.kind.key}`) : undefined;
  if (mapped === undefined) return undefined;
  const column = comparedColumn(mapped);
  const index = table.table.indexes.find(({ parts }) => parts[1]?.column === column);
  return index && { column, index: index.name };
}

function refersTo(table: ResourceTable, row: Row, { table: to, key, parents }: Referred): boolean {
  const { collection } = to.resource;
  const wanted = String(to.encodeKey(key));
  const parent = table.parents.at(-1);
  if (table.resource.within?.collection === collection && parent !== undefined) {
    return String(row[parent.column]) === wanted;
  }
  return referencesIn(table.resource, rowMapperOf(table)(row)).some(
    (use) =>
      use.to === collection &&
      String(to.encodeKey(use.key)) === wanted &&
      (use.within === undefined || String(use.within) === String(parents.at(-1))),
  );
}

/** The identifiers of the items that it lives in, and its own. */
function keysOf(table: ResourceTable, row: Row): readonly KeyValue[] {
  return [...table.parents, table.key].map(({ column }) => keyOrBytesAt(row, column));
}

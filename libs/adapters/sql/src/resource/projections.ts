import {
  defined,
  referenceKindsOf,
  type AnyResource,
  type AnyValue,
  type KeyValue,
  type ReferenceKind,
  flatMapped,
} from '@kontor/kernel';
import type { ItemCache } from '../snapshot/item-cache.js';
import { sessionToShow, type Scope } from '../transaction/scope.js';
import { rowsOf, type Row, type Session, type SqlValue } from '../statement.js';
import type { MappedColumn } from '../entity/column-of.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Targets } from '../integrity/references.js';
import { keyAt } from '../row.js';
import { readColumns } from '../statements/items.js';

/** A reference that shows members, and the steps to where it stands, through groups and lists. */
type Showing = { readonly steps: readonly string[]; readonly kind: ReferenceKind };
type Draft = Record<string, unknown>;

/** Puts what references show of their targets into values that were just read. */
export type Projector = (scope: Scope, values: readonly AnyValue[]) => Promise<void>;

/**
 * References may show members of what they name, such as an account's name. They are read with one statement
 * per target for a whole page, whatever its size.
 */
export function projectionOf(
  resource: AnyResource,
  targets: Targets,
  items: ItemCache,
): Projector | undefined {
  const showing = referenceKindsOf(resource)
    .filter(({ kind }) => kind.projection.length > 0)
    .map(({ path, kind }) => ({ steps: path.replaceAll('[]', '').split('.'), kind }));
  if (showing.length === 0) return undefined;
  const collections = [...new Set(showing.map(({ kind }) => kind.to))];
  return async (scope, values) => {
    if (values.length === 0) return;
    for (const collection of collections) {
      const here = showing.filter(({ kind }) => kind.to === collection);
      await show(scope, values, here, { targets, items });
    }
  };
}

async function show(
  scope: Scope,
  values: readonly Draft[],
  showing: readonly Showing[],
  { targets, items }: Pick<Sought, 'targets' | 'items'>,
): Promise<void> {
  const first = defined(showing[0]);
  const names = [...new Set(flatMapped(showing, ({ kind }) => kind.projection))];
  const keys = new Set<KeyValue>();
  const references = flatMapped(showing, ({ steps, kind }) =>
    flatMapped(values, (value) => referencesAt(value, steps)).map((reference) => ({ reference, kind })),
  );
  for (const { reference, kind } of references) keys.add(reference[kind.key] as KeyValue);
  if (keys.size === 0) return;
  const sought = { targets, items, collection: first.kind.to, names };
  const find = await membersByKey(scope, [...keys], sought);
  for (const { reference, kind } of references) {
    const target = find(reference[kind.key] as KeyValue);
    for (const shown of kind.projection) if (target?.[shown] !== undefined) reference[shown] = target[shown];
  }
}

/** The references at a place: none where it is absent, several where it leads through a list. */
function referencesAt(value: unknown, steps: readonly string[], from = 0): readonly Draft[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return flatMapped(value, (item: unknown) => referencesAt(item, steps, from));
  const step = steps[from];
  return step === undefined ? [value as Draft] : referencesAt((value as Draft)[step], steps, from + 1);
}

type Sought = {
  readonly collection: string;
  readonly names: readonly string[];
  readonly targets: Targets;
  readonly items: ItemCache;
};

async function membersByKey(
  scope: Scope,
  keys: readonly KeyValue[],
  { collection, names, targets, items }: Sought,
): Promise<(key: KeyValue) => AnyValue | undefined> {
  const table = targets.tables.get(collection);
  if (table === undefined) {
    const repository = targets.fixed.get(collection)?.repository;
    const found = await Promise.all(keys.map(async (key) => repository?.find(key)));
    const byKey = new Map(keys.map((key, index) => [key, found[index]?.value]));
    return (key) => byKey.get(key);
  }
  const session = sessionToShow(scope, collection);
  const rows =
    (await items.find(table, scope, keys)) ??
    (await readMembers(session, scope.agreementNumber, table, keys.map(table.encodeKey), names));
  const byEncoded = new Map(rows.map((row) => [table.encodeKey(keyAt(row, table.key.column)), row]));
  const columns = names.map((name) => ({ name, mapped: table.byPath.get(name) }));
  return (key) => {
    const row = byEncoded.get(table.encodeKey(key));
    return row && Object.fromEntries(columns.map(({ name, mapped }) => [name, shownOf(row, mapped)]));
  };
}

function shownOf(row: Row, mapped: MappedColumn | undefined): unknown {
  const stored = mapped && row[mapped.column];
  return stored === undefined || stored === null ? undefined : mapped?.encoding.decode(stored);
}

function readMembers(
  session: Session,
  agreementNumber: number,
  table: ResourceTable,
  encoded: readonly SqlValue[],
  names: readonly string[],
): Promise<readonly Row[]> {
  const columns = [table.key.column, ...names.flatMap((name) => table.byPath.get(name)?.column ?? [])];
  return rowsOf(session, readColumns(table, columns, agreementNumber, encoded));
}

import {
  defined,
  isKey,
  keyField,
  lineage,
  type AnyResource,
  type KeyValue,
  type Kind,
} from '@kontor/kernel';
import type { SqlValue } from '../statement.js';
import {
  columnTypeOf,
  comparedColumn,
  databaseColumns,
  derivedColumnsOf,
  foldedName,
  isIndexable,
  mappedColumnsOf,
  parentColumnOf,
  snakeCase,
  type MappedColumn,
} from './column-of.js';
import { overrideOf } from './overrides.js';
import { foldedForm } from './column-encoding.js';
import { AGREEMENT_COLUMN, type Column, type Index, type Table } from './table.js';

/** The column that names the item a row lives within. */
type ParentColumn = {
  readonly column: string;
  readonly resource: AnyResource;
  readonly encode: (key: KeyValue) => SqlValue;
};

/** A resource and the table its items are rows of. */
export type ResourceTable = {
  readonly resource: AnyResource;
  readonly table: Table;
  readonly columns: readonly MappedColumn[];
  /** True where the columns are some of the table's. */
  readonly isPart: boolean;
  /**
   * A row of nothing, which rows are made from: an object that gets twenty
   * members one by one becomes a slow one.
   */
  readonly blank: Readonly<Record<string, unknown>>;
  /** By the path a filter or sort names; a reference also by its own name. The only way to a column (G34). */
  readonly byPath: ReadonlyMap<string, MappedColumn>;
  readonly key: MappedColumn;
  /** The column in which the key is unique and ordered. */
  readonly keyColumn: string;
  readonly encodeKey: (key: KeyValue) => SqlValue;
  /** Outermost first. */
  readonly parents: readonly ParentColumn[];
};

/** Derives the table of a declared resource. */
export function tableOf(resource: AnyResource): ResourceTable {
  const columns = mappedColumnsOf(resource);
  const key = defined(columns.find((column) => column.isKey));
  const parents = lineage(resource).slice(0, -1).map(parentColumn);
  const keyColumn = comparedColumn(key);
  const asked = parentColumnOf(resource, parents.at(-1)?.column ?? '');
  const scope = [AGREEMENT_COLUMN, ...parents.map(({ column }) => column)];
  const name = tableName(resource);
  const table: Table = {
    name,
    columns: [
      { name: AGREEMENT_COLUMN, type: { type: 'integer' } },
      ...parents.map(parentDatabaseColumn),
      ...columns.flatMap((column) => withDefault(resource, column, databaseColumns(column))),
      { name: 'version', type: { type: 'long' } },
      { name: 'uses', type: { type: 'integer' }, byDefault: 0 },
    ],
    primaryKey: [...scope, keyColumn],
    indexes: [
      ...columns.flatMap((column) => indexesOf(resource, name, column, scope, keyColumn)),
      ...(overrideOf(resource.collection).indexes ?? []),
    ],
  };
  refuseDoubles(table);
  return {
    resource,
    table,
    columns,
    isPart: false,
    blank: JSON.parse(
      JSON.stringify(Object.fromEntries(columns.map(({ column }) => [column, null]))),
    ) as Readonly<Record<string, unknown>>,
    byPath: new Map(
      [...columns, ...asked, ...derivedColumnsOf(resource)].flatMap((column) =>
        pathsOf(resource, column).map((path) => [path, column]),
      ),
    ),
    key,
    keyColumn,
    encodeKey: keyEncoderOf(key.kind, key.folded?.bytes),
    parents,
  };
}

/** The same table, of which rows are read with their keys and the columns of some members alone. */
export function partOf(table: ResourceTable, members: readonly string[]): ResourceTable {
  const isRead = ({ isKey, steps: [member = ''] }: MappedColumn): boolean =>
    isKey || members.includes(member);
  return { ...table, columns: table.columns.filter(isRead), isPart: true };
}

/** What a column holds in rows of a version that does not know it: no list, nothing, false. */
function withDefault(
  resource: AnyResource,
  { path, kind }: MappedColumn,
  columns: readonly Column[],
): readonly Column[] {
  const { added = [] } = overrideOf(resource.collection);
  if (!added.includes(path)) return columns;
  return columns.map((column) => ({ ...column, byDefault: kind.type === 'list' ? '[]' : 0 }));
}

function pathsOf(resource: AnyResource, { path, steps }: MappedColumn): readonly string[] {
  const [head = ''] = steps;
  return resource.fields[head]?.kind.type === 'reference' ? [path, head] : [path];
}

function keyEncoderOf(kind: Kind, bytes: number | undefined): (key: KeyValue) => SqlValue {
  if (kind.type !== 'string' || bytes === undefined) return (key) => key;
  return (key) => foldedForm(String(key), bytes);
}

function parentColumn(resource: AnyResource): ParentColumn {
  const { kind } = keyField(resource);
  const column = snakeCase(resource.key);
  const key = defined(mappedColumnsOf(resource).find((mapped) => mapped.isKey));
  return {
    column: kind.type === 'string' ? foldedName(column) : column,
    resource,
    encode: keyEncoderOf(kind, key.folded?.bytes),
  };
}

function parentDatabaseColumn({ column, resource }: ParentColumn): Column {
  const key = Object.values(resource.fields).find(isKey);
  const mapped = mappedColumnsOf(resource).find((one) => one.isKey);
  const bytes = mapped?.folded?.bytes;
  if (bytes !== undefined) return { name: column, type: { type: 'bytes', length: bytes } };
  return { name: column, type: columnTypeOf((key as { kind: Kind }).kind) };
}

function indexesOf(
  resource: AnyResource,
  table: string,
  mapped: MappedColumn,
  scope: readonly string[],
  keyColumn: string,
): readonly Index[] {
  const { descending = [], restricted = [], indexed } = overrideOf(resource.collection);
  const isAsked = (indexed ?? [...resource.filterable, ...resource.sortable, ...restricted]).includes(
    mapped.path,
  );
  if (!isAsked || mapped.isKey || !isIndexable(mapped)) return [];
  const isDescending = descending.includes(mapped.path);
  const column = comparedColumn(mapped);
  const parts: Index['parts'] = [
    ...scope.map((one) => ({ column: one })),
    isDescending ? { column, descending: true } : { column },
    { column: keyColumn },
  ];
  return [{ name: `${table}_by_${mapped.column}${isDescending ? '_descending' : ''}`, parts }];
}

function refuseDoubles({ name, columns }: Table): void {
  const names = columns.map((column) => column.name);
  const double = names.find((column, index) => names.indexOf(column) !== index);
  if (double !== undefined) throw new Error(`${name} would have two columns ${double}`);
}

/** The singular, as the declaration has it in plain words: `alias layer` → `alias_layer`. */
function tableName(resource: AnyResource): string {
  return resource.title.toLowerCase().replace(/ /g, '_');
}

/** The columns that name what the rows live within. */
export function encodedParents(
  { parents, resource }: ResourceTable,
  keys: readonly KeyValue[],
): readonly SqlValue[] {
  if (keys.length !== parents.length) {
    throw new Error(`${resource.collection} lives within ${parents.length} items, not ${keys.length}`);
  }
  return parents.map(({ encode }, index) => encode(defined(keys[index])));
}

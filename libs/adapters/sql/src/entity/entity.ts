import type { ValueTransformer } from 'typeorm';
import { ascii, boolean, type NULLABLE } from './columns.js';
import type { Row } from '../statement.js';
import type { Column, Index, Table } from './table.js';

/** A table whose rows TypeORM's repositories give as values of a type: each member is a column. */
export type Entity<T> = Table & { readonly rowIs?: T };

type ColumnsOf<T> = { readonly [K in keyof T]-?: Column };

/** Declares such a table. `key` and `indexes` name members, not columns. */
export function entity<T extends object>(
  name: string,
  key: readonly (keyof T & string)[],
  members: ColumnsOf<T>,
  indexes: readonly Index[] = [],
): Entity<T> {
  const columns = Object.entries<Column>(members).map(([property, column]) => ({ ...column, property }));
  const columnOf = (property: string): string =>
    columns.find((one) => one.property === property)?.name ?? property;
  return {
    name,
    columns,
    primaryKey: key.map(columnOf),
    indexes: indexes.map(({ parts, ...rest }) => ({
      ...rest,
      parts: parts.map((part) => ({ ...part, column: columnOf(part.column) })),
    })),
  };
}

/** A boolean, stored as 0 or 1. */
export function flag(name: string): Column {
  return { ...boolean(name), transformer: AS_NUMBER };
}

/** Words without commas, stored as one text. */
export function words(name: string, length: number, nullability?: typeof NULLABLE): Column {
  return { ...ascii(name, length, nullability), transformer: AS_TEXT };
}

/** A column that is read only where a query names it: secrets, and what is seldom asked for. */
export function onRequest(column: Column): Column {
  return { ...column, onRequest: true };
}

const AS_NUMBER: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'boolean' ? Number(value) : value),
  from: (stored: unknown) => stored === 1,
};
const AS_TEXT: ValueTransformer = {
  to: (value: readonly string[] | null | undefined) => (Array.isArray(value) ? value.join(',') : value),
  from: (stored: string | null) => {
    if (stored === null) return null;
    return stored === '' ? [] : stored.split(',');
  },
};

/**
 * What a query of TypeORM's read of an entity under an alias: a value, or nothing where there was no row.
 * `asked`: the members that were read, its key among them; all of them where it is not said.
 */
export function valueUnder<T extends object>(
  { columns, primaryKey }: Entity<T>,
  row: Row | undefined,
  alias: string,
  asked?: readonly (keyof T)[],
): T | undefined {
  const at = (column: string): unknown => row?.[`${alias}_${column}`] ?? null;
  if (primaryKey.some((column) => at(column) === null)) return undefined;
  const members = columns
    .filter(({ name, property = name, onRequest }) =>
      asked === undefined ? onRequest !== true : asked.includes(property as keyof T),
    )
    .map(({ name, property = name, transformer }) => [
      property,
      transformer === undefined ? at(name) : transformer.from(at(name)),
    ]);
  return valueOf(Object.fromEntries(members) as T);
}

/** A row as a value: what is null in it is left out. */
export function valueOf<T>(row: { readonly [K in keyof T]: T[K] | null }): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}

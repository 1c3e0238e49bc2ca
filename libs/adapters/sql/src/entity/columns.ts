import type { Column, ColumnType, Index, IndexPart, Table } from './table.js';

type Nullability = { readonly nullable?: true };

function column(name: string, type: ColumnType, { nullable }: Nullability = {}): Column {
  return { name, type, ...(nullable && { nullable }) };
}

export const NULLABLE: Nullability = { nullable: true };

/** Unicode text of so many code points. */
export function text(name: string, length: number, nullability?: Nullability): Column {
  return column(name, { type: 'text', length }, nullability);
}

/** UTF-8 bytes, compared as such. */
export function bytes(name: string, length: number, nullability?: Nullability): Column {
  return column(name, { type: 'bytes', length }, nullability);
}

/** Codes, dates and sortable numbers. */
export function ascii(name: string, length: number, nullability?: Nullability): Column {
  return column(name, { type: 'ascii', length }, nullability);
}

export function integer(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'integer' }, nullability);
}

export function long(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'long' }, nullability);
}

export function boolean(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'boolean' }, nullability);
}

export function document(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'document' }, nullability);
}

/** A count that starts at 0. */
export function count(name: string): Column {
  return { name, type: { type: 'integer' }, byDefault: 0 };
}

/** `'sales_price DESC'` is a part in descending order. */
export function index(name: string, ...parts: readonly string[]): Index {
  return { name, parts: parts.map(partOf) };
}

export function unique(name: string, ...parts: readonly string[]): Index {
  return { name, unique: true, parts: parts.map(partOf) };
}

function partOf(written: string): IndexPart {
  const [name = '', direction] = written.split(' ');
  return direction === 'DESC' ? { column: name, descending: true } : { column: name };
}

export function table(
  name: string,
  primaryKey: readonly string[],
  columns: readonly Column[],
  indexes: readonly Index[] = [],
): Table {
  return { name, columns, primaryKey, indexes };
}

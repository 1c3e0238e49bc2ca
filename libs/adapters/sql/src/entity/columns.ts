import type { Column, ColumnType, Index, IndexPart, Table } from './table.js';

type Nullability = { readonly nullable?: true };

function column(name: string, type: ColumnType, { nullable }: Nullability = {}): Column {
  return { name, type, ...(nullable && { nullable }) };
}

/** For columns that were added later, or that not every row has. */
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

/** Whole numbers of 32 bits: identifiers and counts. */
export function integer(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'integer' }, nullability);
}

/** Whole numbers of 64 bits: amounts in cents, and what only grows. */
export function long(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'long' }, nullability);
}

/** 0 or 1 on both databases. */
export function boolean(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'boolean' }, nullability);
}

/** Text of any length, neither filtered nor sorted: JSON that we have written. */
export function document(name: string, nullability?: Nullability): Column {
  return column(name, { type: 'document' }, nullability);
}

/** A whole number that starts at 0 and is raised and lowered by writes. */
export function count(name: string): Column {
  return { name, type: { type: 'integer' }, byDefault: 0 };
}

/** `'sales_price DESC'` is a part in descending order. */
export function index(name: string, ...parts: readonly string[]): Index {
  return { name, parts: parts.map(partOf) };
}

/** An index over columns that no two rows may have alike. */
export function unique(name: string, ...parts: readonly string[]): Index {
  return { name, unique: true, parts: parts.map(partOf) };
}

function partOf(written: string): IndexPart {
  const [name = '', direction] = written.split(' ');
  return direction === 'DESC' ? { column: name, descending: true } : { column: name };
}

/** A table with its primary key, columns and indexes, as a migration or an entity schema declares it. */
export function table(
  name: string,
  primaryKey: readonly string[],
  columns: readonly Column[],
  indexes: readonly Index[] = [],
): Table {
  return { name, columns, primaryKey, indexes };
}

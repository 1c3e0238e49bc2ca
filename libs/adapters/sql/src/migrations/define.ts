import type { Dialect } from '../dialect/dialect.js';
import type { Statement } from '../statement.js';
import type { Column, ColumnType, Index, IndexPart, Table } from '../table/table.js';

/** One step of the schema: additive, so that the version before it works on the schema after it (R14). */
export type Migration = {
  readonly name: string;
  up(dialect: Dialect): readonly Statement[];
  readonly late?: Late;
};

/**
 * What a migration has filled from rows that the version before goes on to write, as long as both serve: how to find what lacks since, and
 * how to add it. Nothing lacks after it was added, so it may be done again and again.
 */
export type Late = {
  /** The days of an agreement on which something lacks, as `date`. */
  lacking(agreementNumber: number): Statement;
  /** Adds what lacks of a day, all in the one collection. */
  add(agreementNumber: number, date: string): Statement;
  readonly collection: string;
};

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

/** The same column for a table that has rows already, and is written by the version before as well (R14). */
export function added(to: Column): Column {
  if (to.nullable === true || to.byDefault !== undefined) return to;
  return { ...to, byDefault: to.type.type === 'document' ? '[]' : 0 };
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

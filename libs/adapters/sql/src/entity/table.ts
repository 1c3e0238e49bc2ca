import type { ValueTransformer } from 'typeorm';

/**
 * A column's type, without a database in mind. `text` keeps Unicode text; `bytes` keeps text that is compared
 * by its UTF-8 bytes, which is the order of code points, on both databases (MySQL's own collations pad spaces
 * or fold letters); `ascii` keeps codes and dates; `document` keeps JSON of any size (R15).
 */
export type ColumnType =
  | { readonly type: 'text'; readonly length: number }
  | { readonly type: 'bytes'; readonly length: number }
  | { readonly type: 'ascii'; readonly length: number }
  | { readonly type: 'integer' }
  | { readonly type: 'long' }
  | { readonly type: 'boolean' }
  | { readonly type: 'document' };

/** A column of a table in the words of neither database. */
export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable?: true;
  /** Of rows that are made by a version that does not know the column: a number, or an empty list. */
  readonly byDefault?: number | '[]';
  /**
   * What TypeORM's repositories call it, where that is not the column's name,
   * and how they turn what is stored into what we say.
   */
  readonly property?: string;
  readonly transformer?: ValueTransformer;
  /** Read only where a query names it. */
  readonly onRequest?: true;
};

/** One part of an index: a column and its direction. */
export type IndexPart = { readonly column: string; readonly descending?: true };
/** An index over parts of a table, in their order. Names are those of the migration that made it. */
export type Index = { readonly name: string; readonly unique?: true; readonly parts: readonly IndexPart[] };

/** A table as plain data: what migrations spell out and what `tableOf` derives. */
export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly Index[];
};

/** Every row of an agreement begins with this column, and so does every key and index (R1). */
export const AGREEMENT_COLUMN = 'agreement_number';

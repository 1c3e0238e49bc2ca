import { isFullDate, isTimestamp, type FullDate, type KeyValue, type Timestamp } from '@kontor/kernel';
import type { Row } from './statement.js';

/**
 * What a statement gave, by the names of its columns, as the type that the column has. A value of another
 * type is a defect of the statement, such as a sum that a driver gives as text: each of these throws a
 * `TypeError` then, which names the column. NULL is a defect too, unless the name of the function admits it.
 */

/** A whole number. Sums and counts beyond 2^53 are read as text (`Dialect.plainText`). */
export function numberAt(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : notA('number', column, value);
}

/** A whole number; null where the column is NULL. */
export function numberOrNullAt(row: Row, column: string): number | null {
  return row[column] === null ? null : numberAt(row, column);
}

/** A flag, which is kept as 1 or 0; NULL is no, and so is a column that was not read. */
export function flagAt(row: Row, column: string): boolean {
  return row[column] === 1;
}

/** A whole number of any size: drivers give those beyond 2^53, and sums, as text. */
export function bigintAt(row: Row, column: string): bigint {
  const value = row[column];
  return typeof value === 'number' || typeof value === 'string'
    ? BigInt(value)
    : notA('whole number', column, value);
}

/** A text, also where it is a decimal or JSON. */
export function textAt(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : notA('text', column, value);
}

/** A text; null where the column is NULL. */
export function textOrNullAt(row: Row, column: string): string | null {
  return row[column] === null ? null : textAt(row, column);
}

/** What identifies an item: a number, or a text. */
export function keyAt(row: Row, column: string): KeyValue {
  const value = row[column];
  return typeof value === 'number' ? value : textAt(row, column);
}

/** What identifies an item, where one of the databases may give a text as bytes. */
export function keyOrBytesAt(row: Row, column: string): KeyValue {
  const value = row[column];
  return Buffer.isBuffer(value) ? value.toString('utf8') : keyAt(row, column);
}

/** A day of the calendar, `2026-11-30`; another text is a defect. */
export function dateAt(row: Row, column: string): FullDate {
  const text = textAt(row, column);
  return isFullDate(text) ? text : notA('date', column, text);
}

/** An instant; null where the column is NULL, and another text is a defect. */
export function timestampOrNullAt(row: Row, column: string): Timestamp | null {
  const text = textOrNullAt(row, column);
  return text === null || isTimestamp(text) ? text : notA('instant', column, text);
}

/** One of some words; another text is a defect. */
export function oneOfAt<W extends string>(row: Row, column: string, words: readonly W[]): W {
  const text = row[column];
  return words.find((word) => word === text) ?? notA('word that is known', column, text);
}

/*
 * The same of rows that are lists, as `Dialect.unpack` gives them: `at` counts from 0.
 */

/** A whole number of a row that is a list. */
export function numberInList(values: readonly unknown[], at: number): number {
  const value = values[at];
  return typeof value === 'number' ? value : notA('number', at, value);
}

/** A whole number of a row that is a list; null where it is NULL. */
export function numberOrNullInList(values: readonly unknown[], at: number): number | null {
  return (values[at] ?? null) === null ? null : numberInList(values, at);
}

/** A whole number of any size of a row that is a list. */
export function bigintInList(values: readonly unknown[], at: number): bigint {
  const value = values[at];
  return typeof value === 'number' || typeof value === 'string'
    ? BigInt(value)
    : notA('whole number', at, value);
}

/** A text of a row that is a list. */
export function textInList(values: readonly unknown[], at: number): string {
  const value = values[at];
  return typeof value === 'string' ? value : notA('text', at, value);
}

function notA(what: string, column: string | number, value: unknown): never {
  throw new TypeError(`the column ${column} gave no ${what}: ${typeof value} ${String(value)}`);
}

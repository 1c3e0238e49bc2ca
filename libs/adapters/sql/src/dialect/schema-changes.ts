import type { Column, Index, Table } from '../entity/table.js';
import { quote } from '../statement.js';
import type { SchemaChanges, StoredType } from './dialect.js';

/** How a database says what the two say differently. */
type Words = {
  typeOf(column: Column['type']): StoredType;
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableOptions: string;
  /** The default of a column of text. */
  textByDefault(text: string): string;
};

/** MySQL declares indexes with their table, and changes all columns of a table in one statement. */
export function changesOfOneStatement(words: Words): SchemaChanges {
  const alter = (table: string, parts: readonly string[]): readonly string[] => [
    `ALTER TABLE ${quote(table)} ${parts.join(', ')}`,
  ];
  return {
    createTable: (table) => [tableText(table, words, table.indexes.map(keyText))],
    addColumns: (table, columns) =>
      alter(
        table,
        columns.map((column) => added(column, words)),
      ),
    widenColumns: (table, columns) =>
      alter(
        table,
        columns.map((column) => `MODIFY COLUMN ${columnText(column, words)}`),
      ),
    addIndex: (table, index) => alter(table, [`ADD ${keyText(index)}`]),
    dropIndexes: (table, names) =>
      alter(
        table,
        names.map((name) => `DROP INDEX ${quote(name)}`),
      ),
  };
}

/** SQLite has a statement for each index and column, and keeps text of any length. */
export function changesOneByOne(words: Words): SchemaChanges {
  const create = (table: string, { name, unique, parts }: Index): string =>
    `CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(name)} ` +
    `ON ${quote(table)} (${partsText(parts)})`;
  return {
    createTable: (table) => [
      tableText(table, words, []),
      ...table.indexes.map((index) => create(table.name, index)),
    ],
    addColumns: (table, columns) =>
      columns.map((column) => `ALTER TABLE ${quote(table)} ${added(column, words)}`),
    widenColumns: () => [],
    addIndex: (table, index) => [create(table, index)],
    dropIndexes: (_, names) => names.map((name) => `DROP INDEX ${quote(name)}`),
  };
}

/** `VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin` */
export function typeText({ type, length, charset, collation }: StoredType): string {
  const sized = `${String(type).toUpperCase()}${length === undefined ? '' : `(${length})`}`;
  return charset === undefined ? sized : `${sized} CHARACTER SET ${charset} COLLATE ${String(collation)}`;
}

function tableText({ name, columns, primaryKey }: Table, words: Words, keys: readonly string[]): string {
  const parts = [
    ...columns.map((column) => columnText(column, words)),
    `PRIMARY KEY (${primaryKey.map(quote).join(', ')})`,
    ...keys,
  ];
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})${words.tableOptions}`;
}

function added(column: Column, words: Words): string {
  return `ADD COLUMN ${columnText(column, words)}`;
}

function columnText({ name, type, nullable, byDefault }: Column, words: Words): string {
  const absent = nullable === true ? '' : ' NOT NULL';
  return `${quote(name)} ${typeText(words.typeOf(type))}${absent}${defaultText(byDefault, words)}`;
}

function defaultText(byDefault: Column['byDefault'], { textByDefault }: Words): string {
  if (byDefault === undefined) return '';
  return ` DEFAULT ${typeof byDefault === 'number' ? byDefault : textByDefault(byDefault)}`;
}

function keyText({ name, unique, parts }: Index): string {
  return `${unique === true ? 'UNIQUE ' : ''}KEY ${quote(name)} (${partsText(parts)})`;
}

function partsText(parts: Index['parts']): string {
  return parts
    .map(({ column, descending }) => `${quote(column)}${descending === true ? ' DESC' : ''}`)
    .join(', ');
}

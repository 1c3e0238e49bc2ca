import type { Dialect } from '../dialect/dialect.js';
import { quote, type Statement } from '../statement.js';
import type { Column, Index, Table } from './table.js';

/** The statements that make a table and its indexes where they are missing: they may run twice, on old data too (R14). */
export function createTable({ name, columns, primaryKey, indexes }: Table, dialect: Dialect): readonly Statement[] {
  const parts = [
    ...columns.map((column) => columnDefinition(column, dialect)),
    `PRIMARY KEY (${primaryKey.map(quote).join(', ')})`,
    ...(dialect.hasInlineIndexes ? indexes.map(inlineIndex) : []),
  ];
  const table = `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})${dialect.tableOptions}`;
  const own = dialect.hasInlineIndexes ? [] : indexes.map((index) => createIndex(index, name));
  return [{ sql: table, values: [] }, ...own.map((sql) => ({ sql, values: [] }))];
}

function columnDefinition(column: Column, dialect: Dialect): string {
  const nullable = column.nullable === true ? '' : ' NOT NULL';
  const byDefault = column.byDefault === undefined ? '' : ` DEFAULT ${column.byDefault}`;
  return `${quote(column.name)} ${dialect.typeOf(column)}${nullable}${byDefault}`;
}

function inlineIndex({ name, unique, parts }: Index): string {
  return `${unique === true ? 'UNIQUE ' : ''}KEY ${quote(name)} (${partsOf(parts)})`;
}

function createIndex({ name, unique, parts }: Index, table: string): string {
  return (
    `CREATE ${unique === true ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(name)} ` +
    `ON ${quote(table)} (${partsOf(parts)})`
  );
}

function partsOf(parts: Index['parts']): string {
  return parts.map(({ column, descending }) => `${quote(column)}${descending === true ? ' DESC' : ''}`).join(', ');
}

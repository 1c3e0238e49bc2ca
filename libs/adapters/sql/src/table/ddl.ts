import type { Dialect } from '../dialect/dialect.js';
import { quote, type Statement } from '../statement.js';
import type { Column, Index, Table } from './table.js';

/** The statements that make a table and its indexes where they are missing: they may run twice, on old data too (R14). */
export function createTable(
  { name, columns, primaryKey, indexes }: Table,
  dialect: Dialect,
): readonly Statement[] {
  const parts = [
    ...columns.map((column) => columnDefinition(column, dialect)),
    `PRIMARY KEY (${primaryKey.map(quote).join(', ')})`,
    ...(dialect.hasInlineIndexes ? indexes.map(inlineIndex) : []),
  ];
  const table = `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})${dialect.tableOptions}`;
  const own = dialect.hasInlineIndexes ? [] : indexes.map((index) => createIndex(index, name));
  return [{ sql: table, values: [] }, ...own.map((sql) => ({ sql, values: [] }))];
}

/**
 * Adds columns to a table that is there, all or none. On a database where that was done but not noted down, the engine passes over the
 * complaint that they exist.
 */
export function addColumns(
  table: string,
  columns: readonly Column[],
  dialect: Dialect,
): readonly Statement[] {
  const added = columns.map((column) => `ADD COLUMN ${columnDefinition(column, dialect)}`);
  const alterations = dialect.hasInlineIndexes ? [added.join(', ')] : added;
  return alterations.map((change) => ({ sql: `ALTER TABLE ${quote(table)} ${change}`, values: [] }));
}

/** Adds an index to a table that is there, and in the same way may do so again. */
export function addIndex(table: string, index: Index, dialect: Dialect): Statement {
  const sql = dialect.hasInlineIndexes
    ? `ALTER TABLE ${quote(table)} ADD ${inlineIndex(index)}`
    : createIndex(index, table);
  return { sql, values: [] };
}

function columnDefinition(column: Column, dialect: Dialect): string {
  const nullable = column.nullable === true ? '' : ' NOT NULL';
  const byDefault = column.byDefault === undefined ? '' : ` DEFAULT ${defaultOf(column.byDefault, dialect)}`;
  return `${quote(column.name)} ${dialect.typeOf(column)}${nullable}${byDefault}`;
}

/** MySQL takes a default for long text only as an expression, SQLite in an added column only as a literal. */
function defaultOf(byDefault: number | '[]', { name }: Dialect): string {
  if (typeof byDefault === 'number') return String(byDefault);
  return name === 'mysql' ? `('${byDefault}')` : `'${byDefault}'`;
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
  return parts
    .map(({ column, descending }) => `${quote(column)}${descending === true ? ' DESC' : ''}`)
    .join(', ');
}

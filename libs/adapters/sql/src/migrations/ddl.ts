import type { QueryRunner } from 'typeorm';
import type { Dialect, StoredType } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { Column, Index, Table } from '../entity/table.js';
import { quote } from '../statement.js';

/*
 * What migrations do to a schema. TypeORM's own makers of tables know neither the STRICT tables of
 * SQLite nor indexes in descending order, so the text is written here and its query runner sends it.
 * All of it may run twice, on old data too: MySQL has no transaction around DDL, so a migration that
 * was cut off in the middle runs again (R14).
 */

/** Makes tables with their indexes where they are missing. */
export async function createTables(runner: QueryRunner, tables: readonly Table[]): Promise<void> {
  const dialect = dialectOf(runner);
  for (const table of tables) {
    for (const sql of tableDefinitions(table, dialect)) await runner.query(sql);
  }
}

/** Adds columns to a table that is there. Passes over those that it has already. */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const dialect = dialectOf(runner);
  const added = columns.map((column) => `ADD COLUMN ${columnDefinition(column, dialect)}`);
  for (const change of dialect.hasInlineIndexes ? [added.join(', ')] : added) {
    await alter(runner, `ALTER TABLE ${quote(table)} ${change}`);
  }
}

/**
 * Makes room for longer text in columns that are there. SQLite keeps text of any length
 * and has nothing to do.
 */
export async function widenColumns(
  runner: QueryRunner,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  const dialect = dialectOf(runner);
  if (!dialect.hasInlineIndexes) return;
  const widened = columns.map((column) => `MODIFY COLUMN ${columnDefinition(column, dialect)}`);
  await runner.query(`ALTER TABLE ${quote(table)} ${widened.join(', ')}`);
}

/** Adds an index to a table that is there. Passes over one that it has already. */
export async function addIndex(runner: QueryRunner, table: string, index: Index): Promise<void> {
  const { hasInlineIndexes } = dialectOf(runner);
  await alter(
    runner,
    hasInlineIndexes ? `ALTER TABLE ${quote(table)} ADD ${inlineIndex(index)}` : createIndex(index, table),
  );
}

/** A migration that was cut off after it had added columns runs again, and finds them. */
async function alter(runner: QueryRunner, sql: string): Promise<void> {
  try {
    await runner.query(sql);
  } catch (error) {
    if (dialectOf(runner).classify(error) !== 'defined') throw error;
  }
}

/** Of a migration. */
export function dialectOf(runner: QueryRunner): Dialect {
  return runner.dataSource.options.type === 'better-sqlite3' ? sqliteDialect : mysqlDialect;
}

function tableDefinitions(
  { name, columns, primaryKey, indexes }: Table,
  dialect: Dialect,
): readonly string[] {
  const parts = [
    ...columns.map((column) => columnDefinition(column, dialect)),
    `PRIMARY KEY (${primaryKey.map(quote).join(', ')})`,
    ...(dialect.hasInlineIndexes ? indexes.map(inlineIndex) : []),
  ];
  const table = `CREATE TABLE IF NOT EXISTS ${quote(name)} (${parts.join(', ')})${dialect.tableOptions}`;
  return [table, ...(dialect.hasInlineIndexes ? [] : indexes.map((index) => createIndex(index, name)))];
}
function columnDefinition(column: Column, dialect: Dialect): string {
  const nullable = column.nullable === true ? '' : ' NOT NULL';
  const byDefault = column.byDefault === undefined ? '' : ` DEFAULT ${defaultOf(column.byDefault, dialect)}`;
  return `${quote(column.name)} ${typeText(dialect.typeOf(column.type))}${nullable}${byDefault}`;
}

/** `VARCHAR(5) CHARACTER SET ascii COLLATE ascii_bin` */
export function typeText({ type, length, charset, collation }: StoredType): string {
  const sized = `${String(type).toUpperCase()}${length === undefined ? '' : `(${length})`}`;
  return charset === undefined ? sized : `${sized} CHARACTER SET ${charset} COLLATE ${String(collation)}`;
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

import type { QueryRunner } from 'typeorm';
import { dialectOn } from '../dialect/open-engine.js';
import type { Column, Index, Table } from '../entity/table.js';

/*
 * What migrations do to a schema. TypeORM's own makers of tables know neither the STRICT tables of
 * SQLite nor indexes in descending order, so the text is written here and its query runner sends it.
 * All of it may run twice, on old data too: MySQL has no transaction around DDL, so a migration that
 * was cut off in the middle runs again (R14).
 */

/** Makes tables with their indexes where they are missing. */
export async function createTables(runner: QueryRunner, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    for (const sql of dialectOn(runner).schema.createTable(table)) await runner.query(sql);
  }
}

/** Adds columns to a table that is there. Passes over those that it has already. */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  await alter(runner, dialectOn(runner).schema.addColumns(table, columns));
}

/** Makes room for longer text in columns that are there. */
export async function widenColumns(
  runner: QueryRunner,
  table: string,
  columns: readonly Column[],
): Promise<void> {
  await alter(runner, dialectOn(runner).schema.widenColumns(table, columns));
}

/** Adds an index to a table that is there. Passes over one that it has already. */
export async function addIndex(runner: QueryRunner, table: string, index: Index): Promise<void> {
  await alter(runner, dialectOn(runner).schema.addIndex(table, index));
}

/**
 * Takes indexes away that cost more than they bring: the version before does without them. Passes over those
 * that are gone.
 */
export async function dropIndexes(
  runner: QueryRunner,
  table: string,
  names: readonly string[],
): Promise<void> {
  const there = new Set((await runner.getTable(table))?.indices.map(({ name }) => name));
  const dropped = names.filter((name) => there.has(name));
  if (dropped.length === 0) return;
  for (const sql of dialectOn(runner).schema.dropIndexes(table, dropped)) await runner.query(sql);
}

/** A migration that was cut off after it had added columns runs again, and finds them. */
async function alter(runner: QueryRunner, changes: readonly string[]): Promise<void> {
  for (const sql of changes) {
    try {
      await runner.query(sql);
    } catch (error) {
      if (dialectOn(runner).classify(error) !== 'defined') throw error;
    }
  }
}

import { timestampOf } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { troubleOf } from '../failures.js';
import { patiently } from '../patiently.js';
import { rowsOf } from '../statement.js';
import { createTable } from '../table/ddl.js';
import { ascii, long, table } from './define.js';
import { holdingLease } from './lease.js';
import { MIGRATIONS } from './migrations.js';

/** The two tables that migrating itself needs. */
const GROUND = [
  table('schema_migration', ['name'], [ascii('name', 100), ascii('applied', 20)]),
  table('schema_lock', ['name'], [ascii('name', 40), ascii('holder', 40), long('expires')]),
];

/** Runs the migrations that have not run yet, in order, each once, however many processes start at once. */
export async function migrate(engine: Engine): Promise<void> {
  if (await isMigrated(engine)) return;
  const ground = GROUND.flatMap((one) => createTable(one, engine.dialect));
  await patiently(engine.dialect, () => engine.define(ground));
  await holdingLease(engine, async () => {
    const done = await appliedMigrations(engine);
    for (const migration of MIGRATIONS) {
      if (done.has(migration.name)) continue;
      const record = {
        sql: 'INSERT INTO `schema_migration` (`name`, `applied`) VALUES (?, ?)',
        values: [migration.name, timestampOf(new Date())],
      };
      await patiently(engine.dialect, () => engine.define([...migration.up(engine.dialect), record]));
    }
  });
}

/** True when every migration has run. */
export async function isMigrated(engine: Engine): Promise<boolean> {
  const done = await appliedMigrations(engine);
  return MIGRATIONS.every(({ name }) => done.has(name));
}

async function appliedMigrations(engine: Engine): Promise<ReadonlySet<string>> {
  try {
    const rows = await rowsOf(engine.reader, { sql: 'SELECT `name` FROM `schema_migration`', values: [] });
    return new Set(rows.map((row) => row['name'] as string));
  } catch (error) {
    if (troubleOf(engine.dialect, error) === 'missing') return new Set();
    throw error;
  }
}

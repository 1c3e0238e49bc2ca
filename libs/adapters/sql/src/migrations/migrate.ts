import type { DataSource } from 'typeorm';
import { MAKE_OR_NAME, isOursOrEmpty, type Engine } from '../dialect/dialect.js';
import type { Table } from '../entity/table.js';
import { textAt } from '../row.js';
import { rowsOf, statement } from '../statement.js';
import { classify } from '../transaction/errors.js';
import { retryUntil } from '../dialect/retry-until.js';
import { createTables } from './ddl.js';
import { LEASE, NOTED_MIGRATIONS } from '../entity/housekeeping.js';
import { type MigrationClass } from './define.js';
import { holdingLease } from './lease.js';
import { MIGRATIONS } from './migrations.js';

/**
 * Has TypeORM run the migrations that have not run yet, in order, each once,
 * however many processes start at once. Throws in a database of another program, whose tables it would change
 * where they are called as ours are. `mustExist`: also where none has run, and makes nothing there. Gives the
 * migrations that are noted and that this version does not know: a later one has run them.
 */
export async function migrate(
  engine: Engine,
  { mustExist = false }: { readonly mustExist?: boolean | undefined },
): Promise<readonly string[]> {
  const done = await namesIn(engine, 'migrations');
  const unknown = [...done].filter((one) => MIGRATIONS.every(({ name }) => name !== one));
  if (hasAll(done)) return unknown;
  if (await isOfAnother(engine))
    throw new Error('it is a database of another program; name another one in DATABASE_URL');
  if (mustExist && !(await isBegun(engine)))
    throw new Error(`there is no schema of Kontor in it; ${MAKE_OR_NAME}`);
  await withSource(engine, MIGRATIONS, async (source) => {
    await retryUntil(engine.dialect, () => defineTables(source, [LEASE, NOTED_MIGRATIONS]));
    await holdingLease(engine, async () => {
      await takeOver(engine);
      await retryUntil(engine.dialect, () => source.runMigrations({ transaction: 'each' }));
    });
  });
  return unknown;
}

/** It is asked twice: a process that begins meanwhile makes what tells that it is ours before all else. */
async function isOfAnother(engine: Engine): Promise<boolean> {
  return !isOursOrEmpty(await tablesIn(engine)) && !isOursOrEmpty(await tablesIn(engine));
}

async function tablesIn({ dialect, reader }: Engine): Promise<readonly string[]> {
  return (await rowsOf(reader, dialect.tables)).map((row) => textAt(row, 'name'));
}

/** True when every migration has run. */
export async function isMigrated(engine: Engine): Promise<boolean> {
  return hasAll(await namesIn(engine, 'migrations'));
}

function hasAll(done: ReadonlySet<string>): boolean {
  return MIGRATIONS.every(({ name }) => done.has(name));
}

/** True when some migration has run, in whatever version. */
async function isBegun(engine: Engine): Promise<boolean> {
  const done = await namesIn(engine, 'migrations');
  if (MIGRATIONS.some(({ name }) => done.has(name))) return true;
  return (await namesIn(engine, 'schema_migration')).size > 0;
}

/** Notes in TypeORM's table what a version before it had run, and noted in a table of its own. */
async function takeOver(engine: Engine): Promise<void> {
  const earlier = await namesIn(engine, 'schema_migration');
  const done = MIGRATIONS.filter(({ name }) => earlier.has(MIGRATIONS_TAKEN_OVER[name] ?? ''));
  if (done.length === 0) return;
  await withSource(engine, done, (source) =>
    retryUntil(engine.dialect, () => source.runMigrations({ transaction: 'each', fake: true })),
  );
}

/** Makes tables outside any migration. */
export async function defineTables(source: DataSource, tables: readonly Table[]): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await createTables(runner, tables);
  } finally {
    await runner.release();
  }
}

/** What is done over connections that are there for migrations only. */
export async function withSource<A>(
  engine: Engine,
  migrations: readonly MigrationClass[],
  work: (source: DataSource) => Promise<A>,
): Promise<A> {
  const source = await engine.openSource({ migrations });
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** What a table of migrations names; nothing where there is no such table, or it is another program's. */
async function namesIn(
  engine: Engine,
  noted: 'migrations' | 'schema_migration',
): Promise<ReadonlySet<string>> {
  try {
    const rows = await rowsOf(engine.reader, statement(`SELECT * FROM \`${noted}\``));
    return new Set(rows.map((row) => row['name']).filter((name) => typeof name === 'string'));
  } catch (error) {
    if (classify(engine.dialect, error) === 'missing') return new Set();
    throw error;
  }
}

/**
 * By what name a version before TypeORM's migrations had noted each of them, in its table `schema_migration`.
 */
const MIGRATIONS_TAKEN_OVER: Readonly<Record<string, string>> = {
  InitialSchema1795159750000: '0001-the-house',
  Ledger1795161998000: '0002-the-ledger',
  Vouchers1795161999000: '0003-vouchers',
  CustomersAndSuppliers1795162000000: '0004-customers-and-suppliers',
  Studio1795163508000: '0005-studio',
  Portal1795163509000: '0006-portal',
  Invoices1795163510000: '0007-invoices',
  LastUsed1795165765000: '0008-last-used',
  AskedByClients1795304549000: '0009-asked-by-clients',
  VouchersOfInvoices1795305711000: '0010-vouchers-of-invoices',
  Instalments1795308406000: '0011-instalments',
  Audit1795310106000: '0012-audit',
};

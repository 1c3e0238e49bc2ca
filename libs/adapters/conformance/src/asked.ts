import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';

/** So long a file is waited for that somebody else writes to, and so long between two looks. */
const TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/**
 * What a test's database answers to one statement, asked behind the service's back: on either kind, whether
 * or not somebody else has it open. Rows of what was read, none of what was changed.
 */
export async function asked(
  databaseUrl: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (databaseUrl.startsWith('sqlite:')) return askedOfFile(databaseUrl.slice('sqlite:'.length), sql);
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const [rows] = await connection.query(sql);
    return Array.isArray(rows) ? (rows as readonly Readonly<Record<string, unknown>>[]) : [];
  } finally {
    await connection.end();
  }
}

/** Who writes may be the service in this very process: it must be able to go on meanwhile. */
async function askedOfFile(path: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const until = performance.now() + TIMEOUT_MS;
  for (;;) {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      return database.prepare(sql).all() as readonly Readonly<Record<string, unknown>>[];
    } catch (error) {
      if (!String(error).includes('database is locked') || performance.now() > until) throw error;
    } finally {
      database.close();
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
}

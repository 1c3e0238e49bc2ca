import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';

/** So long a file is waited for that somebody else writes to, and so long between two looks. */
const TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 20;

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * What a test's database answers to a statement, the last of several, asked behind the service's back: on
 * either kind, whether or not somebody else has it open. Rows of what was read, none of what was changed.
 */
export async function asked(databaseUrl: string, ...statements: readonly string[]): Promise<Rows> {
  if (databaseUrl.startsWith('sqlite:')) return askedOfFile(databaseUrl.slice('sqlite:'.length), statements);
  const connection = await mysql.createConnection(databaseUrl);
  try {
    let last: unknown;
    for (const sql of statements) [last] = await connection.query(sql);
    return Array.isArray(last) ? (last as Rows) : [];
  } finally {
    await connection.end();
  }
}

/** Who writes may be the service in this very process: it must be able to go on meanwhile. */
async function askedOfFile(path: string, statements: readonly string[]): Promise<Rows> {
  const until = performance.now() + TIMEOUT_MS;
  const database = new DatabaseSync(path, { timeout: 0 });
  const answerTo = async (sql: string): Promise<Rows> => {
    for (;;) {
      try {
        return database.prepare(sql).all() as Rows;
      } catch (error) {
        if (!String(error).includes('database is locked') || performance.now() > until) throw error;
      }
      await setTimeout(LOOK_AGAIN_MS);
    }
  };
  try {
    let last: Rows = [];
    for (const sql of statements) last = await answerTo(sql);
    return last;
  } finally {
    database.close();
  }
}

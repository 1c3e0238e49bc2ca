import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';

/**
 * What a test's database answers to one statement, asked behind the service's back: on either kind, whether
 * or not somebody else has it open. Rows of what was read, none of what was changed.
 */
export async function asked(
  databaseUrl: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 5_000 });
    try {
      return database.prepare(sql).all() as readonly Readonly<Record<string, unknown>>[];
    } finally {
      database.close();
    }
  }
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const [rows] = await connection.query(sql);
    return Array.isArray(rows) ? (rows as readonly Readonly<Record<string, unknown>>[]) : [];
  } finally {
    await connection.end();
  }
}

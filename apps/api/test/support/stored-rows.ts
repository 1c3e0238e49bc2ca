import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';

/** What a test's database holds, asked behind the service's back. */
export async function storedRows(
  databaseUrl: string,
  select: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { readOnly: true });
    try {
      return database.prepare(select).all() as readonly Readonly<Record<string, unknown>>[];
    } finally {
      database.close();
    }
  }
  const connection = await mysql.createConnection(databaseUrl);
  try {
    const [rows] = await connection.query(select);
    return rows as readonly Readonly<Record<string, unknown>>[];
  } finally {
    await connection.end();
  }
}

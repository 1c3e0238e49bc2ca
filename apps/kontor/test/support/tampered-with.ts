import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';

/** Changes what a database holds behind everybody's back. Gives how many rows. */
export async function tamperedWith(databaseUrl: string, sql: string): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) {
    const file = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    try {
      return Number(file.prepare(sql).run().changes);
    } finally {
      file.close();
    }
  }
  const connection = await mysql.createConnection({ uri: databaseUrl });
  try {
    const [result] = await connection.query<mysql.ResultSetHeader>(sql);
    return result.affectedRows;
  } finally {
    await connection.end();
  }
}

import mysql from 'mysql2/promise';

/** Changes what a server holds behind everybody's back. Gives how many rows. */
export async function tamperedWith(databaseUrl: string, sql: string): Promise<number> {
  const connection = await mysql.createConnection({ uri: databaseUrl });
  try {
    const [result] = await connection.query<mysql.ResultSetHeader>(sql);
    return result.affectedRows;
  } finally {
    await connection.end();
  }
}

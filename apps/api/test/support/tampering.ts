import mysql from 'mysql2/promise';

/** Changes what a database holds behind the service's back; on a server only. */
export async function tamperedWith(databaseUrl: string, sql: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: databaseUrl, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

import mysql from 'mysql2/promise';

/**
 * Makes a database user who may do everything in a database but change or
 * delete entries; gives his address of it.
 */
export async function limitedUser(databaseUrl: string, user: string): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const connection = await mysql.createConnection(databaseUrl);
  try {
    await connection.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'limited'`);
    await connection.query(`GRANT SELECT, INSERT ON \`${name}\`.* TO '${user}'@'%'`);
    const [rows] = await connection.query<mysql.RowDataPacket[]>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_name <> ?',
      [name, 'entry'],
    );
    for (const { name: table } of rows) {
      await connection.query(`GRANT UPDATE, DELETE ON \`${name}\`.\`${table as string}\` TO '${user}'@'%'`);
    }
  } finally {
    await connection.end();
  }
  const url = new URL(databaseUrl);
  url.username = user;
  url.password = 'limited';
  return url.href;
}

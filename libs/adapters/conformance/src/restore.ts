import { writeFile } from 'node:fs/promises';
import mysql from 'mysql2/promise';

/** Puts a kept database in the place of one that is not made yet: a file of SQLite, or the text of a dump. */
export async function restore(url: string, kept: Buffer): Promise<void> {
  if (url.startsWith('sqlite:')) return writeFile(url.slice('sqlite:'.length), kept);
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '';
  server.searchParams.set('multipleStatements', 'true');
  const connection = await mysql.createConnection(server.href);
  try {
    await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await connection.query(`USE \`${name}\`; ${kept.toString('utf8')}`);
  } finally {
    await connection.end();
  }
}

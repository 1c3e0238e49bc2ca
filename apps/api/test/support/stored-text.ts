import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import mysql from 'mysql2/promise';

/**
 * Everything a test's database holds, as one text: the bytes of its files, or every column of every table.
 */
export async function storedText(databaseUrl: string): Promise<string> {
  return databaseUrl.startsWith('sqlite:')
    ? textOfFolder(dirname(databaseUrl.slice('sqlite:'.length)))
    : textOfServer(databaseUrl);
}

async function textOfFolder(folder: string): Promise<string> {
  const names = await readdir(folder);
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return contents.join('\n');
}

async function textOfServer(url: string): Promise<string> {
  const connection = await mysql.createConnection(url);
  try {
    const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
    const texts: string[] = [];
    for (const [table] of tables as unknown as readonly [string][]) {
      const [rows] = await connection.query('SELECT * FROM ??', [table]);
      texts.push(`${table}\n${JSON.stringify(rows)}`);
    }
    return texts.join('\n');
  } finally {
    await connection.end();
  }
}

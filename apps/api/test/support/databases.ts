import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };
export type TestDatabases = { readonly name: string; fresh(): Promise<TestDatabase> };

const SERVER = 'mysql://root@127.0.0.1:3306';

export async function testDatabases(): Promise<readonly TestDatabases[]> {
  return [
    {
      name: 'SQLite',
      fresh: async () => {
        const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'));
        return {
          url: `sqlite:${join(folder, 'kontor.db')}`,
          drop: () => rm(folder, { recursive: true, force: true }),
        };
      },
    },
    {
      name: 'MariaDB',
      fresh: async () => {
        const name = `kontor_http_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
        return {
          url: `${SERVER}/${name}`,
          drop: async () => {
            const connection = await mysql.createConnection(SERVER);
            await connection.query(`DROP DATABASE IF EXISTS \`${name}\``);
            await connection.end();
          },
        };
      },
    },
  ];
}

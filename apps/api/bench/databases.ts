import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

/** Fresh databases of one run. */
export type Databases = {
  /** Of the service. */
  readonly service: string;
  readonly floor: string;
  /** Of another checkout that is compared. */
  readonly other: string;
  /** What the server says it is. */
  readonly version: string;
  /** A commit is on the disk before it is answered. */
  readonly isDurable: boolean;
  drop(): Promise<void>;
};

const DEFAULT_SERVER = 'mysql://root@127.0.0.1:3306';

/**
 * Makes two databases on one server, or with `sqlite` one there and one in a
 * file. Throws when the server is out of reach.
 */
export async function makeDatabases({ sqlite }: { readonly sqlite: boolean }): Promise<Databases> {
  const server = new URL(process.env['TEST_MYSQL_URL'] ?? DEFAULT_SERVER);
  const named = (name: string): string => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const names = ['service', 'floor', 'other'].map((side) => `kontor_bench_${side}_${process.pid}`);
  const [service = '', floor = '', other = ''] = names;
  const folder = sqlite ? await mkdtemp(join(tmpdir(), 'kontor-bench-')) : undefined;
  const { version, flush, pid } = await onServer(server, async (connection) => {
    for (const name of names) {
      await connection.query(`DROP DATABASE IF EXISTS \`${name}\``);
      await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4`);
    }
    const [rows] = await connection.query<
      (RowDataPacket & { version: string; flush: number; pid: string })[]
    >('SELECT @@version AS version, @@innodb_flush_log_at_trx_commit AS flush, @@pid_file AS pid');
    return rows[0] ?? { version: 'unknown', flush: 0, pid: '' };
  });
  tellPid(pid);
  return {
    service: folder === undefined ? named(service) : `sqlite:${join(folder, 'kontor.db')}`,
    floor: named(floor),
    other: folder === undefined ? named(other) : `sqlite:${join(folder, 'other.db')}`,
    version,
    isDurable: flush === 1,
    drop: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      await onServer(server, async (connection) => {
        for (const name of names) await connection.query(`DROP DATABASE IF EXISTS \`${name}\``);
      });
    },
  };
}

/** Tells the process that asks whose processor time is the database's, where the server runs here. */
function tellPid(file: string): void {
  try {
    process.env['BENCH_DATABASE_PID'] = String(Number(readFileSync(file, 'utf8')));
  } catch {
    // Elsewhere, or not ours to read: what all database servers of this machine use is told.
  }
}

async function onServer<A>(server: URL, work: (connection: Connection) => Promise<A>): Promise<A> {
  const connection = await createConnection({ uri: Object.assign(new URL(server), { pathname: '/' }).href });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';

const run = promisify(execFile);
const ATTEMPTS_MAX = 200;
const PAUSE_MS = 50;

/** Starts a MariaDB of our own, on an empty folder, that ends with this process; undefined where it is not installed. */
export async function startThrowAwayServer(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-mariadb-'));
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = `--datadir=${join(folder, 'data')}`;
  try {
    const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    await run('mariadb-install-db', ['--no-defaults', data, ...options, ...asRoot]);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      data,
      `--socket=${join(folder, 'socket')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${join(folder, 'pid')}`,
      '--skip-log-bin',
      ...asRoot,
    ],
    { stdio: 'ignore' },
  );
  server.unref();
  server.on('error', () => undefined);
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `mysql://root@127.0.0.1:${port}`;
  return (await answers(url)) ? url : undefined;
}

async function answers(url: string): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    try {
      const connection = await mysql.createConnection(url);
      connection.destroy();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer();
    listener.on('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => resolve(port));
    });
  });
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
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

/** A MariaDB of our own, on an empty folder, that ends with this process. */
export type ThrowAwayServer = {
  readonly url: string;
  /** Where it keeps what it has. */
  readonly data: string;
  /** Starts it again on what it has kept; false when it does not answer. */
  start(): Promise<boolean>;
  /** Ends it as a crash would; one that has ended stays so. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
};

/** Starts a MariaDB of our own and gives its address; undefined where it is not installed. */
export async function startThrowAwayServer(): Promise<string | undefined> {
  return (await throwAwayServer())?.url;
}

/**
 * Starts a MariaDB that a test may kill, with these settings beside our own;
 * undefined where it is not installed.
 */
export async function throwAwayServer(
  settings: readonly string[] = [],
): Promise<ThrowAwayServer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-mariadb-'));
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const data = join(folder, 'data');
  try {
    const options = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    await run('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, ...options, ...asRoot]);
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const port = await freePort();
  const url = `mysql://root@127.0.0.1:${port}`;
  const files = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`];
  const ways = [`--port=${port}`, '--bind-address=127.0.0.1', '--skip-log-bin'];
  let server: ChildProcess | undefined;
  // Before what else is done at the end: the folder that this one is in may be removed then. A server that is
  // killed writes for a moment more: a folder with a file that came late is tried again.
  process.prependOnceListener('exit', () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: ATTEMPTS_MAX, retryDelay: PAUSE_MS });
  });
  const start = (): Promise<boolean> => {
    const all = ['--no-defaults', `--datadir=${data}`, ...files, ...ways, ...asRoot, ...settings];
    server = spawn('mariadbd', all, { stdio: 'ignore' });
    server.unref();
    server.on('error', () => undefined);
    return answers(url);
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      server?.once('exit', () => resolve());
      if (server?.kill('SIGKILL') !== true) resolve();
    });
  return (await start())
    ? { url, data, start, kill, signal: (signal) => void server?.kill(signal) }
    : undefined;
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { startThrowAwayServer } from './throw-away-server.js';

/** A database of one test's own. */
export type FreshDatabase = { readonly url: string; drop(): Promise<void> };

/** One kind of database. */
export type TestDatabase = { readonly name: 'SQLite' | 'MySQL'; fresh(): Promise<FreshDatabase> };

/** Where a developer's own server usually is, as it is installed. */
const USUAL_SERVER = 'mysql://root@127.0.0.1:3306';
const CONNECT_TIMEOUT_MS = 2000;

const EMBEDDED: TestDatabase = { name: 'SQLite', fresh: freshFile };
const SERVED: TestDatabase = { name: 'MySQL', fresh: async () => freshSchema((await server()) as string) };

/**
 * Defines the same tests for each kind of database: embedded SQLite always, and a server of the MySQL
 * family: the one that TEST_MYSQL_URL names, else the one that `npm test` has started for all
 * (`tools/test`), else the usual one, else one that is started for this process and thrown away. Where
 * none can be had, one line says so and the tests are skipped; under CI they fail.
 */
export function onEachDatabase(define: (database: TestDatabase) => void): void {
  describe('on SQLite', () => define(EMBEDDED));
  describe('on MySQL', () => {
    before(async function () {
      if ((await server()) === undefined) this.skip();
    });
    define(SERVED);
  });
}

/**
 * The kinds of databases there are, for suites that walk them themselves: the
 * same ones, found by the same rules.
 */
export async function testDatabases(): Promise<readonly TestDatabase[]> {
  return (await server()) === undefined ? [EMBEDDED] : [EMBEDDED, SERVED];
}

/** The server, looked for once in a process. */
function server(): Promise<string | undefined> {
  found ??= lookedForServer();
  return found;
}

let found: Promise<string | undefined> | undefined;

async function lookedForServer(): Promise<string | undefined> {
  const url = await findServer();
  if (url !== undefined) return url;
  const message = 'NOT RUN ON MYSQL: no server at TEST_MYSQL_URL or 127.0.0.1:3306, and no mariadbd to start';
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(message);
  return undefined;
}

async function freshFile(): Promise<FreshDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'));
  return {
    url: `sqlite:${join(folder, 'kontor.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

let made = 0;

async function freshSchema(server: string): Promise<FreshDatabase> {
  made += 1;
  const name = `kontor_test_${process.pid}_${Date.now().toString(36)}_${made}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      const connection = await mysql.createConnection({ uri: server, connectTimeout: CONNECT_TIMEOUT_MS });
      try {
        await connection.query('DROP DATABASE IF EXISTS ??', [name]);
      } finally {
        connection.destroy();
      }
    },
  };
}

async function findServer(): Promise<string | undefined> {
  const named = process.env['TEST_MYSQL_URL'] || process.env['TEST_SHARED_MYSQL_URL'];
  if (named !== undefined && named !== '') {
    await knock(withoutDatabase(named));
    return withoutDatabase(named);
  }
  try {
    await knock(USUAL_SERVER);
    return USUAL_SERVER;
  } catch {
    return startThrowAwayServer();
  }
}

function withoutDatabase(url: string): string {
  const parsed = new URL(url);
  parsed.pathname = '';
  return parsed.href;
}

/** Throws when nobody answers, or we are not let in. */
async function knock(server: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: server, connectTimeout: CONNECT_TIMEOUT_MS });
  connection.destroy();
}

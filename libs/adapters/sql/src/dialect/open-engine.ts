import type { QueryRunner } from 'typeorm';
import type { Dialect, Engine, QueryListener } from './dialect.js';
import { mysqlDialect } from './mysql.js';
import type { ReadApart } from './sqlite-long-reads.js';
import { sqliteDialect } from './sqlite.js';

const DEFAULT_POOL_SIZE = 8;
const EMBEDDED_SCHEME = 'sqlite:';

/** The dialect of the database that the URL names; throws where it names none. */
export function dialectOf(url: string): Dialect {
  if (url.startsWith(EMBEDDED_SCHEME) && url.length > EMBEDDED_SCHEME.length) return sqliteDialect;
  // Behind the ? may stand paths of files.
  if (/^mysql:\/\/[^/]+\/[^/?]+(?:\?.*)?$/.test(url)) return mysqlDialect;
  throw new Error('a database URL is mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory:');
}

/** The dialect of the database on which TypeORM runs something, such as a migration. */
export function dialectOn({ dataSource }: Pick<QueryRunner, 'dataSource'>): Dialect {
  return dataSource.options.type === 'better-sqlite3' ? sqliteDialect : mysqlDialect;
}

/** Connects to the database that the URL names. */
export async function openEngine({
  url,
  poolSize = DEFAULT_POOL_SIZE,
  mustExist,
  patienceMs,
  onQuery,
  readApart,
}: {
  /** `mysql://user:password@host:port/name`, `sqlite:PATH` or `sqlite::memory:`. */
  readonly url: string;
  readonly poolSize?: number | undefined;
  /** Throws where there is no such database, which is made otherwise. */
  readonly mustExist?: boolean | undefined;
  /** How long what is written to an embedded database waits while another process writes to it. */
  readonly patienceMs?: number | undefined;
  readonly onQuery?: QueryListener | undefined;
  /** Where an embedded database does its long reads; a server does them itself. */
  readonly readApart?: ReadApart | undefined;
}): Promise<Engine> {
  if (dialectOf(url).name === 'sqlite') {
    const { openSqliteEngine } = await import('./sqlite-engine.js');
    const path = url.slice(EMBEDDED_SCHEME.length);
    return openSqliteEngine({ path, mustExist, patienceMs, onQuery, readApart });
  }
  const { openMysqlEngine } = await import('./mysql-engine.js');
  return openMysqlEngine({ url: new URL(url), poolSize, mustExist, onQuery });
}

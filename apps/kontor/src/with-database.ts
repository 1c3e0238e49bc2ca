import { openBooks, type Config } from '@kontor/api';
import type { Database } from '@kontor/sql';

/** Nobody waits for an answer, and a command that gives up leaves half of its work behind. */
const PATIENCE_MS = 60_000;

/**
 * Opens the database, brings its schema up to date as the service does at its
 * start, and closes it whatever happens. `mustExist`: throws where there is none, and makes none. `unknown`:
 * the migrations that a later version has run there, which this one does not know.
 */
export async function withDatabase<A>(
  config: Config,
  mustExist: boolean,
  work: (database: Database, unknown: readonly string[]) => Promise<A>,
): Promise<A> {
  const database = await openBooks(config, { mustExist, patienceMs: PATIENCE_MS });
  try {
    return await work(database, await database.migrate());
  } finally {
    await database.close();
  }
}

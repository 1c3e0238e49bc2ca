import { isLeft } from 'fp-ts/lib/Either.js';
import { configFrom, serve } from '@kontor/api';
import { filledAlike, type FreshDatabase } from '@kontor/conformance';

/**
 * A database of one's own as the service prepares it: migrated, and with the demo agreement. It is a copy of
 * the one that was prepared first in a run. What a command makes of an empty database is a matter of
 * `sandbox.spec.ts` and `agreement.spec.ts`.
 */
export async function preparedBooks(fresh: () => Promise<FreshDatabase>): Promise<FreshDatabase> {
  const database = await fresh();
  await filledPrepared(database.url);
  return database;
}

/** Makes a database that is not there yet so; one that is stays as it is. */
export function filledPrepared(databaseUrl: string): Promise<void> {
  return filledAlike(databaseUrl, 'prepared-books', async (url) => {
    const config = configFrom({ DATABASE_URL: url, LOG_LEVEL: 'silent', PORT: '0' });
    if (isLeft(config)) throw new Error(config.left);
    await (await serve({ ...config.right, rate: undefined })).stop();
  });
}

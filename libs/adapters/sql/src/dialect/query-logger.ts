import type { Logger } from 'typeorm';
import type { QueryListener } from './dialect.js';

/**
 * TypeORM's logger reduced to what we want of it: each statement, for those
 * who listen. Errors are thrown, not logged.
 */
export function listeningLogger(listener: QueryListener | undefined): Logger {
  const silent = (): void => undefined;
  return {
    logQuery: listener === undefined ? silent : (sql: string) => listener(sql),
    logQueryError: silent,
    logQuerySlow: silent,
    logSchemaBuild: silent,
    logMigration: silent,
    log: silent,
  };
}

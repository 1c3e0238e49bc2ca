import type { Dialect } from './dialect.js';

/** A query of TypeORM's that can lock the rows it finds. */
export type LockingQuery<Q> = { setLock(mode: 'pessimistic_write'): Q };

/**
 * Locks the rows that a query of TypeORM's finds until the transaction ends, where the database has such
 * locks (`Dialect.forUpdate`); only to spare a retry. SQLite has one writer and no such lock.
 */
export function lockRows<Q extends LockingQuery<Q>>(query: Q, { forUpdate }: Pick<Dialect, 'forUpdate'>): Q {
  return forUpdate === '' ? query : query.setLock('pessimistic_write');
}

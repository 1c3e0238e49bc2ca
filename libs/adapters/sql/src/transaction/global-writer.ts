import { lockRows, type LockingQuery } from '../dialect/lock-rows.js';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { inGlobalTransaction } from './retry.js';

/** Writes to the tables that span agreements. Where repositories are made, one of the two below is chosen. */
export type GlobalWriter = {
  write<A>(work: (session: Session) => Promise<A>): Promise<A>;
  /** The query of rows that a unit of work will change: it only spares a retry. */
  toChange<Q extends LockingQuery<Q>>(query: Q): Q;
  /**
   * What may be added or renamed is decided on what was read before, while others may have done the same. Who
   * does it locks the counter of the service first, and nobody else has it until the unit of work ends: where
   * what was decided does not hold any more by then, the unit runs again and finds out what to refuse.
   */
  expectStill(holds: () => Promise<boolean>): Promise<void>;
};

/** Each write is a transaction of its own: nothing was decided or read before it. */
export function writesAlone(engine: Engine): GlobalWriter {
  return {
    write: (work) => inGlobalTransaction(engine, work),
    toChange: (query) => query,
    expectStill: () => Promise.resolve(),
  };
}

/** All writes are part of a unit of work, which keeps or undoes them. */
export function writesWithin(dialect: Dialect, session: Session): GlobalWriter {
  return {
    write: (work) => work(session),
    toChange: (query) => lockRows(query, dialect),
    expectStill: async (holds) => {
      if (!(await holds())) throw new ConcurrentModification();
    },
  };
}

import { lockRows, type LockingQuery } from '../dialect/lock-rows.js';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { inGlobalTransaction } from './retry.js';

/** Of what there may be `max`: `count` gives how many there are by now, and `added` more come (1). */
export type Room = { readonly added?: number; readonly max: number; count(): Promise<number> };

/** Writes to the tables that span agreements. Where repositories are made, one of the two below is chosen. */
export type GlobalWriter = {
  write<A>(work: (session: Session) => Promise<A>): Promise<A>;
  /** The query of rows that a unit of work will change: it only spares a retry. */
  toChange<Q extends LockingQuery<Q>>(query: Q): Q;
  /**
   * Whether an agreement may have more of something is decided on what was read before, while others may
   * have added some. Who adds takes a number of the service first, and nobody else does until the unit of
   * work ends: where there is no room any more by then, it runs again and finds out what to refuse.
   */
  expectRoom(room: Room): Promise<void>;
};

/** Each write is a transaction of its own: nothing was decided or read before it. */
export function writesAlone(engine: Engine): GlobalWriter {
  return {
    write: (work) => inGlobalTransaction(engine, work),
    toChange: (query) => query,
    expectRoom: () => Promise.resolve(),
  };
}

/** All writes are part of a unit of work, which keeps or undoes them. */
export function writesWithin(dialect: Dialect, session: Session): GlobalWriter {
  return {
    write: (work) => work(session),
    toChange: (query) => lockRows(query, dialect),
    expectRoom: async ({ added = 1, max, count }) => {
      if ((await count()) + added > max) throw new ConcurrentModification();
    },
  };
}

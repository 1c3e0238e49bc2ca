import type { Repository } from 'typeorm';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Entities } from '../entity/entities.js';
import type { Entity } from '../entity/entity.js';
import type { Session } from '../statement.js';
import { classify, ConcurrentModification } from './errors.js';
import { inGlobalTransaction } from './retry.js';

/** A query of TypeORM's that can lock the rows it finds. */
type LockingQuery<Q> = { setLock(mode: 'pessimistic_write'): Q };

/** Writes to the tables that span agreements. Where repositories are made, one of the two below is chosen. */
export type GlobalWriter = {
  readonly dialect: Dialect;
  /** TypeORM's repositories: over the session that `write` gives, or over another to read by. */
  readonly entities: Entities;
  write<A>(work: (session: Session) => Promise<A>): Promise<A>;
  /** Writes to the table of one entity. */
  writeTo<T extends object, A>(
    entity: Entity<T>,
    work: (rows: Repository<T>, session: Session) => Promise<A>,
  ): Promise<A>;
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
export function writesAlone(engine: Engine, entities: Entities): GlobalWriter {
  return {
    ...writesBy((work) => inGlobalTransaction(engine, work), engine.dialect, entities),
    toChange: (query) => query,
    expectStill: () => Promise.resolve(),
  };
}

/** All writes are part of a unit of work, which keeps or undoes them. */
export function writesWithin(dialect: Dialect, entities: Entities, session: Session): GlobalWriter {
  return {
    ...writesBy((work) => work(session), dialect, entities),
    toChange: (query) => lockRows(query, dialect),
    expectStill: async (holds) => {
      if (!(await holds())) throw new ConcurrentModification();
    },
  };
}

function writesBy(
  write: GlobalWriter['write'],
  dialect: Dialect,
  entities: Entities,
): Omit<GlobalWriter, 'toChange' | 'expectStill'> {
  return {
    dialect,
    entities,
    write,
    writeTo: (entity, work) => write(async (session) => work(await entities.in(entity, session), session)),
  };
}

/**
 * Locks the rows that a query of TypeORM's finds until the transaction ends, where the database has such
 * locks (`Dialect.forUpdate`); only to spare a retry. SQLite has one writer and no such lock.
 */
export function lockRows<Q extends LockingQuery<Q>>(query: Q, { forUpdate }: Pick<Dialect, 'forUpdate'>): Q {
  return forUpdate === '' ? query : query.setLock('pessimistic_write');
}

/** Whether rows were inserted: false, and nothing is, where one of them is there already. */
export async function isInserted(
  { dialect }: Pick<GlobalWriter, 'dialect'>,
  insert: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (classify(dialect, error) === 'duplicate') return false;
    throw error;
  }
}

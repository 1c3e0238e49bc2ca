import type { Repository } from 'typeorm';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Entities } from '../entity/entities.js';
import type { Entity } from '../entity/entity.js';
import type { Session } from '../statement.js';
import { inGlobalTransaction } from '../transaction/retry.js';

/**
 * Where what spans agreements is written: in transactions of its own, or as
 * part of a unit of work, which keeps or undoes it.
 */
export type Writing = {
  readonly dialect: Dialect;
  readonly entities: Entities;
  readonly to: { readonly engine: Engine } | { readonly session: Session };
};

/** Writes to the tables that span agreements. */
export function globally<A>({ to }: Writing, work: (session: Session) => Promise<A>): Promise<A> {
  return 'session' in to ? work(to.session) : inGlobalTransaction(to.engine, work);
}

/** Writes to the table of one entity. */
export function globallyIn<T extends object, A>(
  writing: Writing,
  entity: Entity<T>,
  work: (rows: Repository<T>, session: Session) => Promise<A>,
): Promise<A> {
  return globally(writing, async (session) => work(await writing.entities.in(entity, session), session));
}

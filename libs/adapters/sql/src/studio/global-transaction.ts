import type { Repository } from 'typeorm';
import type { Dialect } from '../dialect/dialect.js';
import type { Entities } from '../entity/entities.js';
import type { Entity } from '../entity/entity.js';
import type { Session } from '../statement.js';
import type { GlobalWriter } from '../transaction/global-writer.js';

/** How what spans agreements is written. */
export type Writing = {
  readonly dialect: Dialect;
  readonly entities: Entities;
  readonly writer: GlobalWriter;
};

/** Writes to the tables that span agreements. */
export function globally<A>({ writer }: Writing, work: (session: Session) => Promise<A>): Promise<A> {
  return writer.write(work);
}

/** Writes to the table of one entity. */
export function globallyIn<T extends object, A>(
  writing: Writing,
  entity: Entity<T>,
  work: (rows: Repository<T>, session: Session) => Promise<A>,
): Promise<A> {
  return globally(writing, async (session) => work(await writing.entities.in(entity, session), session));
}

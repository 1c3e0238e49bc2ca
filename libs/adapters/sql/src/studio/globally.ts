import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Session } from '../statement.js';
import { globally as inTransactionOfItsOwn } from '../unit-of-work.js';

/** Where what spans agreements is written: in transactions of its own, or as part of a unit of work, which keeps or undoes it. */
export type Writing = {
  readonly dialect: Dialect;
  readonly to: { readonly engine: Engine } | { readonly session: Session };
};

/** Writes to the tables that span agreements. */
export function globally<A>({ to }: Writing, work: (session: Session) => Promise<A>): Promise<A> {
  return 'session' in to ? work(to.session) : inTransactionOfItsOwn(to.engine, work);
}

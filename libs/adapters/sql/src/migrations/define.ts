import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Column } from '../entity/table.js';
import type { Statement } from '../statement.js';

/**
 * One step of the schema, as TypeORM runs it. It only adds, but for indexes that it may take away, so that the
 * version before it works on the schema after it (R14), and may run again from its beginning when it was cut
 * off. Its name ends with the millisecond at which it was written: TypeORM runs migrations in that order.
 */
export abstract class AdditiveMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  /** What was added stays: the version before does not mind it, and what stands in it is somebody's books. */
  down(): Promise<never> {
    return Promise.reject(new Error(`${this.constructor.name} only adds: there is nothing to take back`));
  }
}

/** What TypeORM makes a migration of: a class whose name ends in its timestamp. */
export type MigrationClass = new () => AdditiveMigration;

/**
 * What a migration has filled from rows that the version before goes on to write, as long as
 * both serve: how to find what lacks since, and how to add it. Nothing lacks after it was
 * added, so it may be done again and again.
 */
export type Backfill = {
  /** The days of an agreement on which something lacks, as `date`. */
  lacking(agreementNumber: number): Statement;
  /** What has to be written first, so that nobody else writes what it looks at. */
  before?(agreementNumber: number, date: string): Statement;
  /** Adds what lacks of a day, all in the one collection. */
  add(agreementNumber: number, date: string): Statement;
  /** Undefined of rows that are of no collection. */
  readonly collection?: string;
};

/** The same column for a table that has rows already, and is written by the version before as well (R14). */
export function added(to: Column): Column {
  if (to.nullable === true || to.byDefault !== undefined) return to;
  return { ...to, byDefault: to.type.type === 'document' ? '[]' : 0 };
}

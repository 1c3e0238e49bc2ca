import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, document, integer, table, text } from '../entity/columns.js';
import { createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

const EVENT = table(
  'event',
  ['agreement_number', 'sequence'],
  [
    integer('agreement_number'),
    integer('sequence'),
    ascii('type', 60),
    ascii('collection', 60),
    document('item_keys'),
    document('changed', NULLABLE),
    ascii('created', 20),
    ascii('request_id', 36),
    integer('app_number'),
    text('user_name', 250),
  ],
);

/**
 * Events.
 *
 * One row for every change of every thing, in the transaction of the change, numbered without holes within an
 * agreement in the order of commits (docs/internals/events.md). How many an agreement has had, and so the last
 * number, stands with the versions of its collections. `outbox`, where the versions before wrote one row for
 * each booking, is no longer written and nobody reads it.
 */
export class Events1795376359927 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [EVENT]);
  }
}

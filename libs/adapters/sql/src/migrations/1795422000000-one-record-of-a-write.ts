import type { QueryRunner } from 'typeorm';
import { NULLABLE, ascii, integer, text } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * One record of a write.
 *
 * The first event of a request is its record of who changed what as well, so a write is told in one row
 * instead of two (docs/adr/0042). What stood in `audit_record` stays there: it is where records go when their
 * events are pruned, and where those are that are told by no event. The version before goes on to write both
 * rows while both serve; its events have nothing in these columns.
 */
export class OneRecordOfAWrite1795422000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'event', [
      integer('grant_number', NULLABLE),
      ascii('method', 10, NULLABLE),
      text('path', 500, NULLABLE),
      integer('status', NULLABLE),
    ]);
  }
}

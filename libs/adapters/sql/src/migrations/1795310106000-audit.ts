import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import { ascii, integer, table, text } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const RECORD = table(
  'audit_record',
  ['agreement_number', 'created', 'request_id'],
  [
    integer('agreement_number'),
    ascii('created', 20),
    ascii('request_id', 36),
    integer('app_number'),
    integer('grant_number'),
    text('user_name', 250),
    ascii('method', 10),
    text('path', 500),
    integer('status'),
  ],
);

/**
 * Audit.
 *
 * Every change leaves a record of who made it (app, grant, user), what was written to, when, and under which
 * request id, in the transaction of the change (G37): over the API, on the portal's pages, and by `kontor`;
 * docs/operating/monitoring.md says what each column holds then. Records are in the order of time, only
 * added, and hold no body and no token.
 */
export class Audit1795310106000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [RECORD]);
  }
}

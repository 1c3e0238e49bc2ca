import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import {
  ascii,
  bytes,
  count,
  document,
  index,
  integer,
  long,
  NULLABLE,
  table,
  text,
} from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'import',
    ['agreement_number', 'import_number'],
    [
      integer('agreement_number'),
      integer('import_number'),
      ascii('format', 40),
      ascii('status', 40),
      integer('bytes'),
      text('sha256', 64),
      bytes('sha256_folded', 768),
      integer('lines'),
      integer('created'),
      integer('replaced'),
      integer('already_there'),
      integer('refused'),
      document('refusals'),
      ascii('requested', 20),
      ascii('finished', 20, NULLABLE),
      text('storage_key', 40),
      document('memory', NULLABLE),
      ascii('held_until', 20, NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('import_by_sha256', 'agreement_number', 'sha256_folded', 'import_number'),
      index('import_by_status', 'agreement_number', 'status', 'import_number'),
    ],
  ),
];

/** Imports: files that come into the books line by line, and go on where they were after a restart. */
export class Imports1795381354923 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }
}

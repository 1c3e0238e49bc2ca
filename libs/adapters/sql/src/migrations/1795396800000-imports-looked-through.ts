import type { QueryRunner } from 'typeorm';
import { boolean, index, integer } from '../entity/columns.js';
import { addColumns, addIndex } from './ddl.js';
import { added, AdditiveMigration } from './define.js';

/**
 * Imports that are tried without bringing anything in, and how many lines they have to go through; vouchers are found by
 * what they were called elsewhere.
 */
export class ImportsLookedThrough1795396800000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'import', [boolean('dry_run'), integer('total_lines')].map(added));
    await addIndex(
      runner,
      'voucher',
      index(
        'voucher_by_external_document_id',
        'agreement_number',
        'external_document_id_folded',
        'voucher_id',
      ),
    );
  }
}

import type { QueryRunner } from 'typeorm';
import { addIndex } from './ddl.js';
import { index } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/** Aged lists: what is open of suppliers, past what is settled, and what was matched after a date. */
export class OpenOnADate1795414000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addIndex(
      runner,
      'open_post',
      index(
        'open_post_open_of_supplier',
        'agreement_number',
        'supplier_number',
        'remainder_in_base_currency',
        'due_date',
      ),
    );
    await addIndex(runner, 'match', index('match_by_date', 'agreement_number', 'date', 'match_number'));
  }
}

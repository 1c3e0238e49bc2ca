import type { QueryRunner } from 'typeorm';
import { document, integer, table } from '../entity/columns.js';
import { createTables } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * Former companies: name, address, numbers and account as they stood on the papers of invoices up to a number.
 *
 * Written when a company changes what it says of itself, so that booking an invoice writes nothing more. What
 * was changed before is not known: those papers show what stands now, until it is changed again. What a version
 * before this one changes while both serve is not kept either.
 */
export class FormerCompanies1795421100000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      table(
        'former_company',
        ['agreement_number', 'last_invoice_number'],
        [integer('agreement_number'), integer('last_invoice_number'), document('company')],
      ),
    ]);
  }
}

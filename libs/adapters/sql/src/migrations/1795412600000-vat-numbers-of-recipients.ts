import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, text } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const INVOICES = ['draft_invoice', 'booked_invoice'] as const;

/** Of what was written before, by the customer as it is now: nothing else is known. */
function vatNumbersOf(table: (typeof INVOICES)[number]): string {
  return (
    `UPDATE \`${table}\` SET \`recipient_vat_number\` = (SELECT c.\`vat_number\` FROM \`customer\` AS c ` +
    `WHERE c.\`agreement_number\` = \`${table}\`.\`agreement_number\` ` +
    `AND c.\`customer_number\` = \`${table}\`.\`customer_number\`) ` +
    'WHERE `recipient_vat_number` IS NULL'
  );
}

/**
 * VAT numbers of recipients.
 *
 * The VAT number of the customer is kept with its invoices, as its name and address are: another number of
 * the customer later changes no paper of what was booked. What the version before writes while both serve has
 * none.
 */
export class VatNumbersOfRecipients1795412600000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    for (const table of INVOICES) {
      await addColumns(runner, table, [text('recipient_vat_number', 50, NULLABLE)]);
      await runner.query(vatNumbersOf(table));
    }
  }
}

import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, document, integer } from '../entity/columns.js';
import { AdditiveMigration, added } from './define.js';

/**
 * Credit notes.
 *
 * A credit note names the invoice that it credits, and the invoice what has been credited of it. The version before
 * makes none, and shows those that are there as invoices of negative amount.
 */
export class CreditNotes1795367200000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    const credited = integer('credited_invoice_booked_invoice_number', NULLABLE);
    await addColumns(runner, 'draft_invoice', [credited]);
    await addColumns(runner, 'booked_invoice', [credited, added(document('credit_notes'))]);
  }
}

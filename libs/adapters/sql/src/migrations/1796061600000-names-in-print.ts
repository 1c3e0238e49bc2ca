import type { QueryRunner } from 'typeorm';
import { NULLABLE, text } from '../entity/columns.js';
import { addColumns } from './ddl.js';
import { AdditiveMigration } from './define.js';

/**
 * What the payment terms of a booked invoice were called when it was booked; those of its units are in its
 * lines. Of what was booked before, and by the version before, it is not known.
 */
export class NamesInPrint1796061600000 extends AdditiveMigration {
  override up(runner: QueryRunner): Promise<void> {
    return addColumns(runner, 'booked_invoice', [text('payment_terms_in_print', 50, NULLABLE)]);
  }
}

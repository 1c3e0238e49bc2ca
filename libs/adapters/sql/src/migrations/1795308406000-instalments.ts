import type { QueryRunner } from 'typeorm';
import { addColumns } from './ddl.js';
import { NULLABLE, document } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/**
 * Instalments.
 *
 * Payment terms of type timeTable say in which instalments is paid (facts 3.9). They are one stored list,
 * written whole with their terms.
 */
export class Instalments1795308406000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'payment_term', [document('timetable_payment_template_lines', NULLABLE)]);
  }
}

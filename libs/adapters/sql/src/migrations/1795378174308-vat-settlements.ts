import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
import { NULLABLE, ascii, count, integer, long, table, text, index } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'vat_settlement',
    ['agreement_number', 'settlement_number'],
    [
      integer('agreement_number'),
      integer('settlement_number'),
      ascii('from_date', 10),
      ascii('to_date', 10),
      long('amount'),
      integer('account_number'),
      integer('voucher_voucher_id', NULLABLE),
      text('voucher_display_voucher_number', 20, NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('vat_settlement_by_from_date', 'agreement_number', 'from_date', 'settlement_number'),
      index('vat_settlement_by_to_date', 'agreement_number', 'to_date', 'settlement_number'),
    ],
  ),
];

/**
 * VAT settlements.
 *
 * A period names the settlement of its VAT. The version before makes none, keeps to the bars of settled periods, and
 * would let one be opened.
 */
export class VatSettlements1795378174308 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumns(runner, 'period', [integer('vat_settlement_settlement_number', NULLABLE)]);
  }
}

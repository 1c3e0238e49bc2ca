import type { QueryRunner } from 'typeorm';
import { createTables } from './ddl.js';
import type { Table } from '../entity/table.js';
import {
  NULLABLE,
  ascii,
  boolean,
  bytes,
  count,
  document,
  index,
  integer,
  long,
  table,
  text,
} from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'accounting_year',
    ['agreement_number', 'year_folded'],
    [
      integer('agreement_number'),
      boolean('closed'),
      ascii('from_date', 10),
      ascii('to_date', 10),
      text('year', 9),
      bytes('year_folded', 108),
      integer('closing_voucher_id', NULLABLE),
      integer('opening_voucher_id', NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('accounting_year_by_closed', 'agreement_number', 'closed', 'year_folded'),
      index('accounting_year_by_from_date', 'agreement_number', 'from_date', 'year_folded'),
      index('accounting_year_by_to_date', 'agreement_number', 'to_date', 'year_folded'),
    ],
  ),
  table(
    'period',
    ['agreement_number', 'year_folded', 'period_number'],
    [
      integer('agreement_number'),
      bytes('year_folded', 108),
      boolean('closed'),
      ascii('from_date', 10),
      integer('period_number'),
      ascii('to_date', 10),
      boolean('barred'),
      long('version'),
      count('uses'),
    ],
    [
      index('period_by_closed', 'agreement_number', 'year_folded', 'closed', 'period_number'),
      index('period_by_from_date', 'agreement_number', 'year_folded', 'from_date', 'period_number'),
      index('period_by_to_date', 'agreement_number', 'year_folded', 'to_date', 'period_number'),
    ],
  ),
  table(
    'entry',
    ['agreement_number', 'year_folded', 'entry_number'],
    [
      integer('agreement_number'),
      bytes('year_folded', 108),
      integer('account_number'),
      long('amount'),
      long('amount_in_base_currency'),
      text('currency', 3),
      bytes('currency_folded', 36),
      ascii('date', 10),
      integer('department_number', NULLABLE),
      integer('departmental_distribution_number', NULLABLE),
      integer('entry_number'),
      ascii('entry_type', 40),
      integer('project_number', NULLABLE),
      text('text', 255, NULLABLE),
      text('vat_account_code', 5, NULLABLE),
      bytes('vat_account_code_folded', 60, NULLABLE),
      integer('voucher_number'),
      integer('period_number'),
      integer('voucher_id'),
      integer('customer_number', NULLABLE),
      integer('supplier_number', NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index('entry_by_account_number', 'agreement_number', 'year_folded', 'account_number', 'entry_number'),
      index('entry_by_currency', 'agreement_number', 'year_folded', 'currency_folded', 'entry_number'),
      index('entry_by_date', 'agreement_number', 'year_folded', 'date', 'entry_number'),
      index('entry_by_period_number', 'agreement_number', 'year_folded', 'period_number', 'entry_number'),
    ],
  ),
  table(
    'period_total',
    ['agreement_number', 'year_folded', 'account_number', 'period_number'],
    [
      integer('agreement_number'),
      bytes('year_folded', 108),
      integer('account_number'),
      integer('period_number'),
      long('total'),
      integer('entries'),
    ],
    [
      index(
        'period_total_by_period_number',
        'agreement_number',
        'year_folded',
        'period_number',
        'account_number',
      ),
    ],
  ),
  table(
    'outbox',
    ['agreement_number', 'sequence'],
    [
      integer('agreement_number'),
      integer('sequence'),
      ascii('kind', 40),
      document('payload'),
      ascii('created', 20),
    ],
  ),
];

/**
 * The ledger.
 *
 * Accounting years with their periods (§2.6), the entries booked in them (§2.7), and what is kept beside
 * entries so that nothing has to be summed or guessed later.
 *
 * - `entry` is only ever added to. One function takes rows out again: reopening a year withdraws what
 *   closing it had posted (D18). Who gives the service's database user no UPDATE and no DELETE on `entry`
 *   has the database itself see to that (G7); then a year that is closed stays closed. Its indexes are the
 *   walks that §4.2 asks for: of a year (the key), of a period, of an account, by date, by currency.
 * - `period_total` holds, for each account and period, what was booked and by how many entries. Posting adds
 *   to it in the same transaction, so `/totals` and balances cost the number of accounts (rule 1 of
 *   performance). `kontor verify` proves that it agrees with the entries.
 * - `period.version` is raised by everything that books in the period and by everything that closes it: the
 *   one row on which the two meet (G8). `period.barred` is the second lock of D22, which nothing sets yet.
 * - `outbox` has one row for each booking, numbered without gaps in the order of commits within an agreement
 *   (amendments 51 and 80).
 * - Numbers of vouchers, entries and series are counted in `number_counter`, which exists already.
 */
export class Ledger1795161998000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }
}

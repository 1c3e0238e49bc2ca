import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
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
import { AdditiveMigration, added } from './define.js';

/** What an account says beyond its name and type (§2.9). */
const ACCOUNT_COLUMNS = [
  document('accounts_summed'),
  integer('contra_account_number', NULLABLE),
  integer('department_number', NULLABLE),
  integer('departmental_distribution_number', NULLABLE),
  text('display_number', 50, NULLABLE),
  integer('opening_account_number', NULLABLE),
  boolean('require_departmental_distribution_on_entries'),
  integer('total_from_account_number', NULLABLE),
  text('vat_account_code', 5, NULLABLE),
  bytes('vat_account_code_folded', 60, NULLABLE),
].map(added);

const TABLES: readonly Table[] = [
  table(
    'vat_account',
    ['agreement_number', 'vat_code_folded'],
    [
      integer('agreement_number'),
      text('vat_code', 5),
      bytes('vat_code_folded', 60),
      text('name', 40, NULLABLE),
      bytes('name_folded', 480, NULLABLE),
      ascii('rate_percentage', 26),
      integer('account_number'),
      integer('contra_account_number', NULLABLE),
      integer('vat_report_setup_number'),
      integer('vat_type_number'),
      boolean('barred'),
      long('version'),
      count('uses'),
    ],
    [
      index('vat_account_by_name', 'agreement_number', 'name_folded', 'vat_code_folded'),
      index('vat_account_by_rate_percentage', 'agreement_number', 'rate_percentage', 'vat_code_folded'),
      index('vat_account_by_account_number', 'agreement_number', 'account_number', 'vat_code_folded'),
      index(
        'vat_account_by_vat_report_setup_number',
        'agreement_number',
        'vat_report_setup_number',
        'vat_code_folded',
      ),
      index('vat_account_by_vat_type_number', 'agreement_number', 'vat_type_number', 'vat_code_folded'),
      index('vat_account_by_barred', 'agreement_number', 'barred', 'vat_code_folded'),
    ],
  ),
  table(
    'voucher',
    ['agreement_number', 'voucher_id'],
    [
      integer('agreement_number'),
      integer('voucher_id'),
      ascii('voucher_type', 40),
      text('voucher_number_display_voucher_number', 20),
      text('voucher_number_prefix', 4),
      bytes('voucher_number_prefix_folded', 48),
      integer('voucher_number_voucher_number'),
      integer('number_series_number'),
      ascii('date', 10),
      ascii('due_date', 10, NULLABLE),
      boolean('booked'),
      long('remainder'),
      long('remainder_in_default_currency'),
      document('lines'),
      long('version'),
      count('uses'),
    ],
    [
      index('voucher_by_voucher_type', 'agreement_number', 'voucher_type', 'voucher_id'),
      index(
        'voucher_by_voucher_number_prefix',
        'agreement_number',
        'voucher_number_prefix_folded',
        'voucher_id',
      ),
      index(
        'voucher_by_voucher_number_voucher_number',
        'agreement_number',
        'voucher_number_voucher_number',
        'voucher_id',
      ),
      index('voucher_by_date', 'agreement_number', 'date', 'voucher_id'),
      index('voucher_by_due_date', 'agreement_number', 'due_date', 'voucher_id'),
      index('voucher_by_booked', 'agreement_number', 'booked', 'voucher_id'),
      index('voucher_by_remainder', 'agreement_number', 'remainder', 'voucher_id'),
      index(
        'voucher_by_remainder_in_default_currency',
        'agreement_number',
        'remainder_in_default_currency',
        'voucher_id',
      ),
    ],
  ),
  table(
    'opening_balance',
    ['agreement_number', 'voucher_id'],
    [
      integer('agreement_number'),
      boolean('booked'),
      ascii('date', 10),
      integer('voucher_id'),
      text('voucher_number_display_voucher_number', 20),
      text('voucher_number_prefix', 4),
      bytes('voucher_number_prefix_folded', 48),
      integer('voucher_number_voucher_number'),
      document('lines'),
      long('version'),
      count('uses'),
    ],
    [
      index('opening_balance_by_booked', 'agreement_number', 'booked', 'voucher_id'),
      index('opening_balance_by_date', 'agreement_number', 'date', 'voucher_id'),
      index(
        'opening_balance_by_voucher_number_prefix',
        'agreement_number',
        'voucher_number_prefix_folded',
        'voucher_id',
      ),
      index(
        'opening_balance_by_voucher_number_voucher_number',
        'agreement_number',
        'voucher_number_voucher_number',
        'voucher_id',
      ),
    ],
  ),
];

/**
 * Vouchers, opening balances, VAT accounts, whole accounts.
 *
 * Issue 3: the documents of the ledger.
 *
 * - `account` gets what §2.9 says of an account beyond its name and type. The columns are added with
 *   defaults, so that the version before goes on writing accounts (R14). A balance is not among them: it is
 *   what stands in the totals.
 * - `vat_account`: §2.5.
 * - `voucher` and `opening_balance` hold drafts and booked documents alike: booking sets `booked` by a write
 *   that finds it unset, so a draft is booked once. Their lines are one document each: a draft is written
 *   whole, and what is asked of a line's members (`lines.contraAccount.accountNumber`) is asked of the
 *   vouchers of one accounting year, which are looked through in memory.
 */
export class Vouchers1795161999000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'account', ACCOUNT_COLUMNS);
    await createTables(runner, TABLES);
  }
}

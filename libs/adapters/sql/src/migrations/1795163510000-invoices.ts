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

const TABLES: readonly Table[] = [
  table(
    'additional_expense',
    ['agreement_number', 'additional_expense_number'],
    [
      integer('agreement_number'),
      integer('additional_expense_number'),
      text('name', 250),
      bytes('name_folded', 2700),
      integer('account_number'),
      text('vat_account_code', 5),
      bytes('vat_account_code_folded', 60),
      ascii('additional_expense_type', 40),
      boolean('is_system_created'),
      long('version'),
      count('uses'),
    ],
    [
      index('additional_expense_by_name', 'agreement_number', 'name_folded', 'additional_expense_number'),
      index(
        'additional_expense_by_account_number',
        'agreement_number',
        'account_number',
        'additional_expense_number',
      ),
      index(
        'additional_expense_by_vat_account_code',
        'agreement_number',
        'vat_account_code_folded',
        'additional_expense_number',
      ),
      index(
        'additional_expense_by_additional_expense_type',
        'agreement_number',
        'additional_expense_type',
        'additional_expense_number',
      ),
      index(
        'additional_expense_by_is_system_created',
        'agreement_number',
        'is_system_created',
        'additional_expense_number',
      ),
    ],
  ),
  table(
    'draft_invoice',
    ['agreement_number', 'id'],
    [
      integer('agreement_number'),
      integer('id'),
      ascii('sales_document_type', 40),
      integer('customer_number'),
      ascii('date', 10),
      ascii('due_date', 10),
      ascii('vat_date', 10, NULLABLE),
      text('currency', 3),
      bytes('currency_folded', 36),
      ascii('exchange_rate', 26),
      boolean('vat_included'),
      integer('layout_number'),
      integer('payment_terms_number'),
      integer('payment_type_number', NULLABLE),
      integer('number_series_number'),
      text('recipient_name', 255),
      bytes('recipient_name_folded', 2700),
      text('recipient_address', 510, NULLABLE),
      bytes('recipient_address_folded', 6120, NULLABLE),
      text('recipient_zip', 30, NULLABLE),
      bytes('recipient_zip_folded', 360, NULLABLE),
      text('recipient_city', 50, NULLABLE),
      bytes('recipient_city_folded', 600, NULLABLE),
      text('recipient_country', 50, NULLABLE),
      bytes('recipient_country_folded', 600, NULLABLE),
      text('recipient_ean', 40, NULLABLE),
      bytes('recipient_ean_folded', 480, NULLABLE),
      text('recipient_public_entry_number', 50, NULLABLE),
      bytes('recipient_public_entry_number_folded', 600, NULLABLE),
      integer('recipient_vat_zone_number'),
      integer('delivery_location_number', NULLABLE),
      text('delivery_address', 255, NULLABLE),
      bytes('delivery_address_folded', 2700, NULLABLE),
      text('delivery_zip', 30, NULLABLE),
      bytes('delivery_zip_folded', 360, NULLABLE),
      text('delivery_city', 50, NULLABLE),
      bytes('delivery_city_folded', 600, NULLABLE),
      text('delivery_country', 50, NULLABLE),
      bytes('delivery_country_folded', 600, NULLABLE),
      text('delivery_delivery_terms', 100, NULLABLE),
      bytes('delivery_delivery_terms_folded', 1200, NULLABLE),
      ascii('delivery_delivery_date', 10, NULLABLE),
      integer('references_primary_sales_person_number', NULLABLE),
      integer('references_secondary_sales_person_number', NULLABLE),
      text('references_other', 250, NULLABLE),
      bytes('references_other_folded', 2700, NULLABLE),
      text('notes_heading', 250, NULLABLE),
      bytes('notes_heading_folded', 2700, NULLABLE),
      text('notes_text1', 1000, NULLABLE),
      bytes('notes_text1_folded', 12000, NULLABLE),
      text('notes_text2', 1000, NULLABLE),
      bytes('notes_text2_folded', 12000, NULLABLE),
      document('lines'),
      document('additional_expense_lines'),
      document('vat_code_groups'),
      long('net_amount'),
      long('vat_amount'),
      long('gross_amount'),
      long('rounding_amount'),
      long('net_amount_in_base_currency'),
      long('cost_price_in_base_currency'),
      long('margin_in_base_currency'),
      long('margin_percentage'),
      integer('expense_line_count'),
      long('version'),
      count('uses'),
    ],
    [
      index('draft_invoice_by_customer_number', 'agreement_number', 'customer_number', 'id'),
      index('draft_invoice_by_date', 'agreement_number', 'date', 'id'),
    ],
  ),
  table(
    'booked_invoice',
    ['agreement_number', 'booked_invoice_number'],
    [
      integer('agreement_number'),
      integer('booked_invoice_number'),
      text('display_invoice_number', 20),
      bytes('display_invoice_number_folded', 240),
      ascii('sales_document_type', 40),
      integer('customer_number'),
      ascii('date', 10),
      ascii('due_date', 10),
      ascii('vat_date', 10, NULLABLE),
      text('currency', 3),
      bytes('currency_folded', 36),
      ascii('exchange_rate', 26),
      boolean('vat_included'),
      integer('layout_number'),
      integer('payment_terms_number'),
      integer('payment_type_number', NULLABLE),
      integer('number_series_number'),
      text('recipient_name', 255),
      bytes('recipient_name_folded', 2700),
      text('recipient_address', 510, NULLABLE),
      bytes('recipient_address_folded', 6120, NULLABLE),
      text('recipient_zip', 30, NULLABLE),
      bytes('recipient_zip_folded', 360, NULLABLE),
      text('recipient_city', 50, NULLABLE),
      bytes('recipient_city_folded', 600, NULLABLE),
      text('recipient_country', 50, NULLABLE),
      bytes('recipient_country_folded', 600, NULLABLE),
      text('recipient_ean', 40, NULLABLE),
      bytes('recipient_ean_folded', 480, NULLABLE),
      text('recipient_public_entry_number', 50, NULLABLE),
      bytes('recipient_public_entry_number_folded', 600, NULLABLE),
      integer('recipient_vat_zone_number'),
      integer('delivery_location_number', NULLABLE),
      text('delivery_address', 255, NULLABLE),
      bytes('delivery_address_folded', 2700, NULLABLE),
      text('delivery_zip', 30, NULLABLE),
      bytes('delivery_zip_folded', 360, NULLABLE),
      text('delivery_city', 50, NULLABLE),
      bytes('delivery_city_folded', 600, NULLABLE),
      text('delivery_country', 50, NULLABLE),
      bytes('delivery_country_folded', 600, NULLABLE),
      text('delivery_delivery_terms', 100, NULLABLE),
      bytes('delivery_delivery_terms_folded', 1200, NULLABLE),
      ascii('delivery_delivery_date', 10, NULLABLE),
      integer('references_primary_sales_person_number', NULLABLE),
      integer('references_secondary_sales_person_number', NULLABLE),
      text('references_other', 250, NULLABLE),
      bytes('references_other_folded', 2700, NULLABLE),
      text('notes_heading', 250, NULLABLE),
      bytes('notes_heading_folded', 2700, NULLABLE),
      text('notes_text1', 1000, NULLABLE),
      bytes('notes_text1_folded', 12000, NULLABLE),
      text('notes_text2', 1000, NULLABLE),
      bytes('notes_text2_folded', 12000, NULLABLE),
      document('lines'),
      document('additional_expense_lines'),
      document('vat_code_groups'),
      long('net_amount'),
      long('vat_amount'),
      long('gross_amount'),
      long('rounding_amount'),
      long('net_amount_in_base_currency'),
      long('cost_price_in_base_currency'),
      long('margin_in_base_currency'),
      long('margin_percentage'),
      long('remainder'),
      long('remainder_in_base_currency'),
      boolean('voucher_booked'),
      ascii('voucher_voucher_type', 40),
      integer('voucher_voucher_id'),
      text('voucher_voucher_number_display_voucher_number', 20),
      text('voucher_voucher_number_prefix', 4),
      integer('voucher_voucher_number_voucher_number'),
      long('version'),
      count('uses'),
    ],
    [
      index(
        'booked_invoice_by_customer_number',
        'agreement_number',
        'customer_number',
        'booked_invoice_number',
      ),
      index('booked_invoice_by_date', 'agreement_number', 'date', 'booked_invoice_number'),
      index('booked_invoice_by_due_date', 'agreement_number', 'due_date', 'booked_invoice_number'),
      index('booked_invoice_by_remainder', 'agreement_number', 'remainder', 'booked_invoice_number'),
      index(
        'booked_invoice_by_voucher_voucher_id',
        'agreement_number',
        'voucher_voucher_id',
        'booked_invoice_number',
      ),
    ],
  ),
  table(
    'customer_total',
    ['agreement_number', 'customer_number'],
    [integer('agreement_number'), integer('customer_number'), long('total'), integer('entries')],
  ),
];

/** What the entries that are there already add up to. Run twice, it adds nothing. */
const CUSTOMER_TOTALS =
  'INSERT INTO `customer_total` (`agreement_number`, `customer_number`, `total`, `entries`) ' +
  'SELECT `agreement_number`, `customer_number`, SUM(`amount_in_base_currency`), COUNT(*) FROM `entry` AS e ' +
  'WHERE `customer_number` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `customer_total` AS t WHERE ' +
  't.`agreement_number` = e.`agreement_number` AND t.`customer_number` = e.`customer_number`) ' +
  'GROUP BY `agreement_number`, `customer_number`';

/**
 * Additional expenses, draft and booked invoices, what customers owe.
 *
 * Issue 4: what is sold.
 *
 * - `additional_expense`: §2.3.
 * - `draft_invoice` and `booked_invoice` are two tables: a draft is known by an `id`, a booked invoice by
 *   its number, and booking takes the draft away, which is what makes sure that it happens once. Lines are
 *   one document each: an invoice is written whole. Of some thirty properties that may be asked for only a
 *   few have an index (see `overrides.ts`). `expense_line_count` finds the drafts that have additional
 *   expenses, which a change of an expense must reach.
 * - `product_group.sales_accounts_list`: on which account a group's products are sold in each VAT zone.
 *   Added with a default, so that the version before goes on writing groups (R14).
 * - `customer_total`: what each customer owes, raised by posting in the same transaction, as `period_total`
 *   is for accounts. Filled from the entries that are there; entries that the version before posts while
 *   both run are missing from it, so replace all replicas before relying on balances.
 */
export class Invoices1795163510000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'product_group', [added(document('sales_accounts_list'))]);
    await createTables(runner, TABLES);
    await runner.query(CUSTOMER_TOTALS);
  }
}

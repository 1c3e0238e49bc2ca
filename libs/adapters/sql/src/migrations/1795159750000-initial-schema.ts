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
  unique,
} from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

/** What spans agreements: see GLOBAL_TABLES. */
const STUDIO: readonly Table[] = [
  table(
    'agreement',
    ['agreement_number'],
    [
      integer('agreement_number'),
      text('name', 250),
      boolean('blocked'),
      boolean('for_deletion'),
      boolean('is_administrator'),
      integer('administrator_number', NULLABLE),
      ascii('base_currency', 3),
      ascii('modules', 200),
      ascii('signup_date', 10),
    ],
    [index('agreement_by_administrator_number', 'administrator_number', 'agreement_number')],
  ),
  table(
    'app',
    ['app_number'],
    [
      integer('app_number'),
      integer('agreement_number'),
      text('name', 250),
      ascii('app_public_token', 100),
      ascii('created', 10),
      text('root_url', 2000),
      ascii('required_roles', 200),
      ascii('secret_hash', 43),
    ],
    [
      unique('app_by_secret_hash', 'secret_hash'),
      index('app_by_agreement_number', 'agreement_number', 'app_number'),
    ],
  ),
  table(
    'agreement_grant',
    ['grant_number'],
    [
      integer('grant_number'),
      integer('agreement_number'),
      integer('app_number'),
      text('user_name', 250),
      ascii('roles', 200),
      ascii('issued', 20),
      ascii('expires', 20),
      ascii('revoked', 20, NULLABLE),
      ascii('token_hash', 43),
    ],
    [
      unique('agreement_grant_by_token_hash', 'token_hash'),
      index('agreement_grant_by_agreement_number', 'agreement_number', 'grant_number'),
    ],
  ),
  table(
    'app_user',
    ['user_name_folded'],
    [
      bytes('user_name_folded', 3000),
      text('user_name', 250),
      integer('agreement_number'),
      text('name', 250),
      text('email', 320),
      ascii('password_hash', 300),
    ],
    [index('app_user_by_agreement_number', 'agreement_number')],
  ),
  table('global_counter', ['name'], [ascii('name', 40), integer('last_number')]),
];

/** What every agreement's books need beside their rows. */
const HOUSEKEEPING: readonly Table[] = [
  table(
    'collection_state',
    ['agreement_number', 'collection'],
    [integer('agreement_number'), ascii('collection', 150), long('version'), integer('items')],
  ),
  table(
    'number_counter',
    ['agreement_number', 'name'],
    [integer('agreement_number'), ascii('name', 150), integer('last_number')],
  ),
  table(
    'idempotency_key',
    ['agreement_number', 'app_number', 'key_hash'],
    [
      integer('agreement_number'),
      integer('app_number'),
      ascii('key_hash', 43),
      ascii('fingerprint', 43),
      integer('status'),
      document('body', NULLABLE),
      text('location', 2000, NULLABLE),
      ascii('created', 20),
    ],
    [index('idempotency_key_by_created', 'agreement_number', 'created')],
  ),
];

/** The books. */
const BOOKS: readonly Table[] = [
  table(
    'account',
    ['agreement_number', 'account_number'],
    [
      integer('agreement_number'),
      integer('account_number'),
      text('name', 125),
      bytes('name_folded', 1500),
      ascii('account_type', 40),
      integer('account_category_number', NULLABLE),
      ascii('debit_credit', 40),
      boolean('barred'),
      boolean('block_direct_entries'),
      long('version'),
      count('uses'),
    ],
    [
      index('account_by_name', 'agreement_number', 'name_folded', 'account_number'),
      index('account_by_account_type', 'agreement_number', 'account_type', 'account_number'),
      index('account_by_debit_credit', 'agreement_number', 'debit_credit', 'account_number'),
      index('account_by_barred', 'agreement_number', 'barred', 'account_number'),
      index('account_by_block_direct_entries', 'agreement_number', 'block_direct_entries', 'account_number'),
    ],
  ),
  table(
    'asset_group',
    ['agreement_number', 'asset_group_number'],
    [
      integer('agreement_number'),
      integer('asset_group_number'),
      text('name', 250),
      bytes('name_folded', 2700),
      integer('residual_value'),
      integer('useful_life'),
      integer('addition_account_number'),
      integer('depreciation_account_balance_sheet_number'),
      integer('depreciation_account_profit_loss_number'),
      integer('disposals_account_number'),
      integer('net_booked_value_account_number'),
      integer('opening_addition_account_number'),
      integer('opening_depreciation_account_number'),
      integer('reversed_depreciations_account_number'),
      long('version'),
      count('uses'),
    ],
    [index('asset_group_by_name', 'agreement_number', 'name_folded', 'asset_group_number')],
  ),
  table(
    'department',
    ['agreement_number', 'department_number'],
    [
      integer('agreement_number'),
      integer('department_number'),
      text('name', 250),
      bytes('name_folded', 2700),
      long('version'),
      count('uses'),
    ],
    [index('department_by_name', 'agreement_number', 'name_folded', 'department_number')],
  ),
  table(
    'departmental_distribution',
    ['agreement_number', 'departmental_distribution_number'],
    [
      integer('agreement_number'),
      integer('departmental_distribution_number'),
      text('name', 250),
      bytes('name_folded', 2700),
      ascii('distribution_type', 40),
      document('distributions'),
      long('version'),
      count('uses'),
    ],
    [
      index(
        'departmental_distribution_by_name',
        'agreement_number',
        'name_folded',
        'departmental_distribution_number',
      ),
      index(
        'departmental_distribution_by_distribution_type',
        'agreement_number',
        'distribution_type',
        'departmental_distribution_number',
      ),
    ],
  ),
  table(
    'alias_layer',
    ['agreement_number', 'alias_layer_number'],
    [
      integer('agreement_number'),
      integer('alias_layer_number'),
      text('name', 250),
      bytes('name_folded', 2700),
      long('version'),
      count('uses'),
    ],
    [index('alias_layer_by_name', 'agreement_number', 'name_folded', 'alias_layer_number')],
  ),
  table(
    'product',
    ['agreement_number', 'product_number_folded'],
    [
      integer('agreement_number'),
      text('product_number', 25),
      bytes('product_number_folded', 300),
      text('name', 300),
      bytes('name_folded', 2700),
      text('description', 500, NULLABLE),
      bytes('description_folded', 6000, NULLABLE),
      ascii('cost_price', 26, NULLABLE),
      ascii('recommended_price', 26, NULLABLE),
      ascii('recommended_cost_price', 26, NULLABLE),
      ascii('sales_price', 26, NULLABLE),
      text('bar_code', 50, NULLABLE),
      bytes('bar_code_folded', 600, NULLABLE),
      boolean('barred'),
      document('tags'),
      ascii('inventory_available', 26, NULLABLE),
      ascii('inventory_in_stock', 26, NULLABLE),
      ascii('inventory_ordered_by_customers', 26, NULLABLE),
      ascii('inventory_ordered_from_suppliers', 26, NULLABLE),
      ascii('inventory_package_volume', 26, NULLABLE),
      integer('unit_number', NULLABLE),
      integer('product_group_number'),
      integer('department_number', NULLABLE),
      integer('distribution_key_number', NULLABLE),
      integer('departmental_distribution_number', NULLABLE),
      ascii('last_updated', 20),
      long('version'),
      count('uses'),
    ],
    [
      index('product_by_name', 'agreement_number', 'name_folded', 'product_number_folded'),
      index('product_by_cost_price', 'agreement_number', 'cost_price', 'product_number_folded'),
      index('product_by_recommended_price', 'agreement_number', 'recommended_price', 'product_number_folded'),
      index('product_by_sales_price', 'agreement_number', 'sales_price', 'product_number_folded'),
      index(
        'product_by_sales_price_descending',
        'agreement_number',
        'sales_price DESC',
        'product_number_folded',
      ),
      index('product_by_bar_code', 'agreement_number', 'bar_code_folded', 'product_number_folded'),
      index('product_by_barred', 'agreement_number', 'barred', 'product_number_folded'),
      index('product_by_unit_number', 'agreement_number', 'unit_number', 'product_number_folded'),
      index(
        'product_by_product_group_number',
        'agreement_number',
        'product_group_number',
        'product_number_folded',
      ),
      index('product_by_last_updated', 'agreement_number', 'last_updated', 'product_number_folded'),
    ],
  ),
  table(
    'product_alias',
    ['agreement_number', 'alias_layer_number', 'product_number_folded'],
    [
      integer('agreement_number'),
      integer('alias_layer_number'),
      text('product_number', 25),
      bytes('product_number_folded', 300),
      text('name_alias', 300, NULLABLE),
      text('description_alias', 500, NULLABLE),
      long('version'),
      count('uses'),
    ],
    [],
  ),
  table(
    'product_group',
    ['agreement_number', 'product_group_number'],
    [
      integer('agreement_number'),
      integer('product_group_number'),
      text('name', 50),
      bytes('name_folded', 600),
      boolean('inventory_enabled'),
      long('version'),
      count('uses'),
    ],
    [
      index('product_group_by_name', 'agreement_number', 'name_folded', 'product_group_number'),
      index(
        'product_group_by_inventory_enabled',
        'agreement_number',
        'inventory_enabled',
        'product_group_number',
      ),
    ],
  ),
  table(
    'unit',
    ['agreement_number', 'unit_number'],
    [
      integer('agreement_number'),
      integer('unit_number'),
      text('name', 8),
      bytes('name_folded', 96),
      long('version'),
      count('uses'),
    ],
    [index('unit_by_name', 'agreement_number', 'name_folded', 'unit_number')],
  ),
];

/**
 * The initial schema.
 *
 * What the service stands on: agreements, apps, grants and people; the books that need no rules of their own
 * (products and what they refer to, the chart, departments); and three tables that every agreement's books
 * need.
 *
 * - Every table of an agreement begins with `agreement_number`, and so does every key and index (R1): the
 *   schema shards by agreement without a change. The few that do not are named, with a reason each, in
 *   `global-tables.ts`.
 * - There are no foreign keys. What refers to an item raises its `uses` in the same transaction, and only an
 *   item with `uses = 0` is removed. A write guards on every engine; a foreign key is not to be had on a
 *   sharded one (R6, R7).
 * - `version` rises with every change of a row and begins with the clock, so that an item made anew under an
 *   old identifier never has a version the old one had.
 * - Text that is a key, filtered or sorted has a companion `…_folded`: the kernel's folded form, as bytes.
 *   Byte order is code point order on both databases, nothing is padded, and no collation of the server
 *   decides what is equal (R16). A code point folds into at most 12 bytes; a name of 300 is cut at 2,700,
 *   which only text of a hundred and more musical symbols reaches, so that an index of it fits beside the
 *   key (3,072 bytes).
 * - Prices and percentages are text of 26 digits, `10^25 + value × 10^10`: text order is number order on
 *   both databases, and nothing is a float. Amounts are minor units in a BIGINT. Lists are documents in
 *   LONGTEXT, whose decimals are text (R15).
 * - `collection_state` holds version and count of each collection, one narrow row raised last in every
 *   transaction: counts cost nothing, and every process knows whether what it remembers of a collection
 *   still holds.
 * - `number_counter` gives numbers in the transaction that uses them (R5). `idempotency_key` keeps what was
 *   answered.
 * - The definitions are spelled out and frozen. A spec compares them with what follows from the declarations
 *   today; where they differ, a new migration is due.
 */
export class InitialSchema1795159750000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [...STUDIO, ...HOUSEKEEPING, ...BOOKS]);
  }
}

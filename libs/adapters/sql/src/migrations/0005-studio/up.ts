import { addColumns, createTable } from '../../table/ddl.js';
import type { Table } from '../../table/table.js';
import { NULLABLE, ascii, bytes, document, integer, long, table, text, type Migration } from '../define.js';

/** Whose books they are, and where they are paid (D7). */
const COMPANY_COLUMNS = [
  text('address_line1', 250, NULLABLE),
  text('address_line2', 250, NULLABLE),
  text('zip', 50, NULLABLE),
  text('city', 250, NULLABLE),
  text('country', 250, NULLABLE),
  text('attention', 250, NULLABLE),
  text('phone_number', 50, NULLABLE),
  text('email', 320, NULLABLE),
  text('website', 250, NULLABLE),
  text('company_identification_number', 50, NULLABLE),
  text('vat_number', 50, NULLABLE),
  text('company_affiliation', 250, NULLABLE),
  text('bank_name', 250, NULLABLE),
  text('bank_sort_code', 50, NULLABLE),
  text('bank_account_number', 50, NULLABLE),
  text('bank_giro_number', 50, NULLABLE),
  text('iban_number', 50, NULLABLE),
  text('swift_code', 50, NULLABLE),
  text('pbs_customer_group_number', 50, NULLABLE),
  text('pbs_fi_supplier_number', 50, NULLABLE),
];

const TABLES: readonly Table[] = [
  table(
    'app_setting',
    ['agreement_number', 'app_number', 'owner', 'setting_key_folded'],
    [
      integer('agreement_number'),
      integer('app_number'),
      ascii('owner', 43),
      text('setting_key', 100),
      bytes('setting_key_folded', 1200),
      document('content'),
      long('version'),
    ],
  ),
  table(
    'app_setting_count',
    ['agreement_number', 'app_number', 'owner'],
    [integer('agreement_number'), integer('app_number'), ascii('owner', 43), integer('settings')],
  ),
];

export const studio: Migration = {
  name: '0005-studio',
  up: (dialect) => [
    ...addColumns('agreement', COMPANY_COLUMNS, dialect),
    ...addColumns('app_user', [ascii('culture', 5, NULLABLE)], dialect),
    ...TABLES.flatMap((one) => createTable(one, dialect)),
  ],
};

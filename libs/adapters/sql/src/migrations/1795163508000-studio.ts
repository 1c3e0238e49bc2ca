import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
import type { Table } from '../entity/table.js';
import { NULLABLE, ascii, bytes, document, integer, long, table, text } from '../entity/columns.js';
import { AdditiveMigration } from './define.js';

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

/**
 * Studio and app settings.
 *
 * `/self` shows whose books they are (D7): address, identification, bank. An agreement had its name only.
 * Everything may be missing, so the columns are nullable, and what authenticates a request does not read
 * them.
 *
 * A person has a language, which the pages are shown in (D70).
 *
 * App settings (§2.10) belong to an app besides the agreement, and some to one person: the owner is the hash
 * of the person's folded name, of fixed length so that the key stays short, and empty for the settings of
 * the whole agreement. The content is text as it was sent (R15). How many settings an owner has is a row of
 * its own, because the limit of 200 is guarded by a conditional update of that row and by nothing else (R6).
 *
 * Added columns are nullable and the tables are new: the version before this one runs on.
 */
export class Studio1795163508000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'agreement', COMPANY_COLUMNS);
    await addColumns(runner, 'app_user', [ascii('culture', 5, NULLABLE)]);
    await createTables(runner, TABLES);
  }
}

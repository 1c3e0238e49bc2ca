import type { QueryRunner } from 'typeorm';
import { dropIndexes } from './ddl.js';
import { AdditiveMigration } from './define.js';

/** What a table had an index by, and is looked through for since. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  product: ['barred', 'cost_price', 'name', 'recommended_price', 'sales_price'],
  customer: [
    'barred',
    'city',
    'country',
    'credit_limit',
    'currency',
    'ean',
    'name',
    'public_entry_number',
    'telephone_and_fax_number',
    'vat_number',
    'website',
    'zip',
  ],
  supplier: [
    'address',
    'bank_account',
    'barred',
    'city',
    'country',
    'county',
    'currency',
    'default_invoice_text',
    'name',
    'vat_number',
    'zip',
  ],
};

/**
 * Every index is paid for by every new row: products, customers and suppliers keep those by which a code is
 * looked up, which tell what refers to a thing, and by which clients ask what has changed (ADR 49). The
 * version before names none of those that go.
 */
export class FewerIndexes1795681000000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(DROPPED)) {
      const names = columns.map((column) => `${table}_by_${column}`);
      await dropIndexes(runner, table, names);
    }
  }
}

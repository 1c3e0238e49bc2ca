import type { QueryRunner } from 'typeorm';
import { addIndex, createTables } from './ddl.js';
import { index, integer, long, table } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'supplier_total',
    ['agreement_number', 'supplier_number'],
    [integer('agreement_number'), integer('supplier_number'), long('total'), integer('entries')],
  ),
];

/** What the entries that are there already add up to. Run twice, it adds nothing. */
const SUPPLIER_TOTALS =
  'INSERT INTO `supplier_total` (`agreement_number`, `supplier_number`, `total`, `entries`) ' +
  'SELECT `agreement_number`, `supplier_number`, SUM(`amount_in_base_currency`), COUNT(*) FROM `entry` AS e ' +
  'WHERE `supplier_number` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `supplier_total` AS t WHERE ' +
  't.`agreement_number` = e.`agreement_number` AND t.`supplier_number` = e.`supplier_number`) ' +
  'GROUP BY `agreement_number`, `supplier_number`';

/**
 * What suppliers are owed, and what is due of customers.
 *
 * - `supplier_total` is kept as `customer_total` is. Entries that the version before posts on suppliers while both run
 *   are missing from it: `kontor verify` names the suppliers. Replace all replicas before relying on balances.
 * - `open_post_open_of_customer` leads to what is open of a customer, past what is settled.
 */
export class WhatIsOwed1795395500000 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await runner.query(SUPPLIER_TOTALS);
    await addIndex(
      runner,
      'open_post',
      index(
        'open_post_open_of_customer',
        'agreement_number',
        'customer_number',
        'remainder_in_base_currency',
        'due_date',
      ),
    );
  }
}

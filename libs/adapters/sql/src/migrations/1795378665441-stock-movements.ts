import type { QueryRunner } from 'typeorm';
import { addColumns, createTables } from './ddl.js';
import { NULLABLE, ascii, bytes, count, index, integer, long, table, text } from '../entity/columns.js';
import type { Table } from '../entity/table.js';
import { AdditiveMigration } from './define.js';

const TABLES: readonly Table[] = [
  table(
    'stock_movement',
    ['agreement_number', 'stock_movement_number'],
    [
      integer('agreement_number'),
      integer('stock_movement_number'),
      text('product_number', 25),
      bytes('product_number_folded', 300),
      ascii('movement_type', 40),
      ascii('date', 10, NULLABLE),
      ascii('quantity', 26),
      ascii('unit_cost', 26, NULLABLE),
      text('text', 250, NULLABLE),
      integer('voucher_voucher_id', NULLABLE),
      integer('booked_invoice_booked_invoice_number', NULLABLE),
      long('version'),
      count('uses'),
    ],
    [
      index(
        'stock_movement_by_product_number',
        'agreement_number',
        'product_number_folded',
        'stock_movement_number',
      ),
      index(
        'stock_movement_by_voucher_voucher_id',
        'agreement_number',
        'voucher_voucher_id',
        'stock_movement_number',
      ),
    ],
  ),
];

/** Once: what is there when movements begin stays where it is. */
const CARRIED =
  'UPDATE `product` SET `inventory_carried` = `inventory_in_stock` ' +
  'WHERE `inventory_carried` IS NULL AND `inventory_in_stock` IS NOT NULL AND NOT EXISTS ' +
  '(SELECT 1 FROM `stock_movement` AS m WHERE m.`agreement_number` = `product`.`agreement_number`)';

/**
 * Stock movements.
 *
 * Stock could only fall: invoices took goods out, and nothing brought any in. Now every receipt, sale and correction is
 * a row, and their sum is the stock. What was sold before is carried over with the product.
 *
 * A version before this one goes on selling without movements as long as it serves beside this one; `kontor verify`
 * names the products that it sold.
 */
export class StockMovements1795378665441 extends AdditiveMigration {
  override async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    await addColumns(runner, 'product', [ascii('inventory_carried', 26, NULLABLE)]);
    await runner.query(CARRIED);
  }
}

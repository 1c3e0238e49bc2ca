import { decimalFromUnits, folded, scaledUnits, type Decimal } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { Product, StockMovement, type MovementType } from '@kontor/products';
import { DraftInvoice, orderedBy } from '@kontor/sales';
import type { ResourceTable } from '../../entity/table-of.js';
import { SORTABLE_SCALE } from '../../entity/column-encoding.js';
import { accessTo } from '../../resource/resource-access.js';
import type { Row } from '../../statement.js';
import { pluralize, from, reading, rowsRead, type Looked } from './checks.js';
import { vouchersById, type DocumentRows } from './documents.js';
import type { PostedByVoucher } from './posted-documents.js';
import { numberOrNullAt, textAt } from '../../row.js';

type Units = Map<string, bigint>;

/**
 * §2.1: what is in stock of a product is what was carried over and what its movements brought, what
 * customers have ordered is on drafts, and what is available is the difference.
 */
export async function stockAgrees(looked: Looked): Promise<BooksChecked> {
  const products = tableIn(looked, Product.collection);
  const inStock = await movedOf(looked);
  const ordered = await orderedOnDrafts(looked);
  const faults: string[] = [];
  const rows = await rowsRead(
    from(
      looked,
      'product',
      products.table.columns.map(({ name }) => name),
    ),
  );
  for (const row of rows) {
    const productNumber = textAt(row, 'product_number');
    const figure = (name: string): bigint => unitsIn(products, row, `inventory.${name}`);
    const name = folded(productNumber);
    const expected = {
      inStock: figure('carried') + (inStock.get(name) ?? 0n),
      orderedByCustomers: ordered.get(name) ?? 0n,
    };
    const isKept =
      inStock.has(name) ||
      ['carried', 'inStock', 'orderedByCustomers'].some((member) => figure(member) !== 0n);
    if (!isKept) continue;
    const all = { ...expected, available: expected.inStock - expected.orderedByCustomers };
    for (const [member, is] of Object.entries(all)) {
      if (figure(member) !== is)
        faults.push(
          `product ${productNumber}: ${member} is kept as ${written(figure(member))}, and is ${written(is)}`,
        );
    }
  }
  return {
    check: 'The stock of products is what their movements have left',
    looked: pluralize(rows.length, 'product'),
    faults,
  };
}

/**
 * A movement is of the day of its voucher: a receipt of one that is booked, a reversal of one that reverses
 * another, a sale and what comes back by a credit note of their invoice; a correction has none, and has alone
 * a text.
 */
export async function movementsAgree(
  looked: Looked,
  documents: DocumentRows,
  posted: PostedByVoucher,
): Promise<BooksChecked> {
  const table = tableIn(looked, StockMovement.collection);
  const columns = [
    ...['stock_movement_number', 'movement_type', 'date', 'quantity', 'unit_cost', 'text'],
    'voucher_voucher_id',
  ];
  const rows = await rowsRead(
    from(looked, 'stock_movement', [...columns, ['t.booked_invoice_booked_invoice_number', 'invoice']]),
  );
  const vouchers = vouchersById(documents.vouchers);
  const invoices = new Map(documents.invoices.map((row) => [row['numbered'], row]));
  const typeOf = (row: Row): MovementType | undefined => {
    const invoice = row['invoice'];
    if (invoice !== null)
      return invoices.get(invoice)?.['id'] === row['voucher_voucher_id']
        ? unitsIn(table, row, 'quantity') < 0n
          ? 'sale'
          : 'creditNote'
        : undefined;
    const voucherId = numberOrNullAt(row, 'voucher_voucher_id');
    if (voucherId === null) return 'correction';
    const voucher = vouchers.get(voucherId);
    if (voucher === undefined) return undefined;
    return voucher['reverses'] === null ? 'receipt' : 'reversal';
  };
  const faults: string[] = [];
  for (const row of rows) {
    const name = `stock movement ${String(row['stock_movement_number'])}`;
    const type = typeOf(row);
    if (row['movement_type'] !== type)
      faults.push(
        `${name} is a ${String(row['movement_type'])}, by its voucher and invoice ${type ?? 'it is of none'}`,
      );
    if (row['text'] !== null && type !== 'correction')
      faults.push(`${name} has the text of a correction, and is none`);
    if (row['unit_cost'] !== null && row['invoice'] !== null)
      faults.push(`${name} says what one of it cost, which a sale does not`);
    const voucherId = numberOrNullAt(row, 'voucher_voucher_id');
    const by = voucherId === null ? undefined : posted.get(voucherId);
    if (voucherId !== null && by === undefined)
      faults.push(`${name} is of voucher ${voucherId}, which is not booked`);
    if (by !== undefined && by.firstDate !== row['date'])
      faults.push(`${name} is dated ${String(row['date'])}, its voucher ${by.firstDate}`);
  }
  return {
    check: 'Stock movements are those of their vouchers',
    looked: pluralize(rows.length, 'movement'),
    faults,
  };
}

/** What movements brought and took of each product, by its folded number. */
async function movedOf(looked: Looked): Promise<Units> {
  const table = tableIn(looked, StockMovement.collection);
  const rows = await rowsRead(from(looked, 'stock_movement', ['product_number', 'quantity']));
  const moved: Units = new Map();
  for (const row of rows) add(moved, textAt(row, 'product_number'), unitsIn(table, row, 'quantity'));
  return moved;
}

/** What customers have ordered by their drafts of each product that keeps stock. */
async function orderedOnDrafts(looked: Looked): Promise<Units> {
  const linesIn = reading(looked, DraftInvoice, 'lines');
  const columns = ['lines', 'credited_invoice_booked_invoice_number'];
  const rows = await rowsRead(from(looked, 'draft_invoice', columns));
  const ordered: Units = new Map();
  for (const row of rows) {
    const isCreditNote = row['credited_invoice_booked_invoice_number'] !== null;
    const orders = orderedBy({ lines: linesIn(row), ...(isCreditNote && { creditedInvoice: {} }) });
    for (const { productNumber, orderedByCustomers } of orders) {
      add(ordered, productNumber, scaledUnits(orderedByCustomers, SORTABLE_SCALE));
    }
  }
  return ordered;
}

/** The table of a collection. */
export function tableIn({ access }: Looked, collection: string): ResourceTable {
  return accessTo(access, { collection }).table;
}

/** What a column holds, in units of the last decimal that is kept; 0 where it holds nothing. */
export function unitsIn(table: ResourceTable, row: Row, path: string): bigint {
  const mapped = table.byPath.get(path) ?? table.columns.find((one) => one.path === path);
  const stored = mapped && row[mapped.column];
  return stored === null || stored === undefined
    ? 0n
    : scaledUnits(mapped?.encoding.decode(stored) as Decimal, SORTABLE_SCALE);
}

function add(to: Units, productNumber: string, units: bigint): void {
  const name = folded(productNumber);
  to.set(name, (to.get(name) ?? 0n) + units);
}

function written(units: bigint): string {
  return decimalFromUnits(units, SORTABLE_SCALE);
}

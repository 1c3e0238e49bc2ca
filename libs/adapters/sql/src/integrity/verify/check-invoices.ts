import { amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';
import { bigintAt, numberAt } from '../../row.js';

/**
 * What the entries of an invoice have, in cents: of the customer, of VAT, and of all else in base currency.
 * Versions before November 2026 did not keep which entries are the VAT.
 */
type Sums = {
  readonly customer: bigint;
  readonly vat: bigint;
  readonly net: bigint;
  readonly isKnown: boolean;
};

/**
 * The amounts of a booked invoice add up, and are those of its entries: what the customer owes, the VAT, and
 * what was earned in base currency.
 */
export async function invoicesAgree(looked: Looked): Promise<BooksChecked> {
  const sums = await sumsOfDocuments(looked);
  const rows = await rowsIn(
    looked,
    'SELECT `booked_invoice_number`, `voucher_voucher_id`, ' +
      '`net_amount`, `vat_amount`, `gross_amount`, `rounding_amount`, `net_amount_in_base_currency` ' +
      'FROM `booked_invoice` WHERE `agreement_number` = ?',
  );
  return {
    check: 'Booked invoices have the amounts of their entries',
    looked: counted(rows.length, 'invoice'),
    faults: rows.flatMap((row) => {
      const of = sums.get(numberAt(row, 'voucher_voucher_id'));
      const name = `invoice ${String(row['booked_invoice_number'])}`;
      return invoiceOff(row, of).map((fault) => `${name}: ${fault}`);
    }),
  };
}

function invoiceOff(row: Row, sums: Sums | undefined): readonly string[] {
  const cents = (column: string): bigint => bigintAt(row, column);
  const [net, vat, gross, rounding] = [
    cents('net_amount'),
    cents('vat_amount'),
    cents('gross_amount'),
    cents('rounding_amount'),
  ];
  const faults: string[] = [];
  if (net + vat + rounding !== gross)
    faults.push(
      `net ${amountOf(net)}, VAT ${amountOf(vat)} and rounding ${amountOf(rounding)} are not gross ${amountOf(gross)}`,
    );
  if (sums === undefined) return faults;
  const compare = (what: string, says: bigint, has: bigint): void => {
    if (says !== has) faults.push(`says ${what} ${amountOf(says)}, its entries have ${amountOf(has)}`);
  };
  compare('gross', gross, sums.customer);
  if (!sums.isKnown) return faults;
  compare('VAT', vat, -sums.vat);
  compare('net in base currency', cents('net_amount_in_base_currency'), -sums.net);
  return faults;
}

/** Only of documents that have an entry of a customer: invoices are among them. */
async function sumsOfDocuments(looked: Looked): Promise<ReadonlyMap<number, Sums>> {
  const sums = new Map<number, Sums>();
  const sum = (condition: string, column: string): string =>
    `CAST(SUM(CASE WHEN ${condition} THEN \`${column}\` ELSE 0 END) AS CHAR)`;
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(
      looked,
      `SELECT \`voucher_id\`, ${sum('`customer_number` IS NOT NULL', 'amount')} AS customer, ` +
        `${sum("`vat_part` = 'vat'", 'amount')} AS vat, ` +
        `${sum("`customer_number` IS NULL AND (`vat_part` IS NULL OR `vat_part` <> 'vat')", 'amount_in_base_currency')} AS net, ` +
        "COUNT(CASE WHEN `vat_part` = 'vat' THEN 1 END) AS parts " +
        "FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? AND `entry_type` = 'customerInvoice' " +
        'GROUP BY `voucher_id`',
      year,
    );
    for (const row of rows) {
      const [customer, vat, net] = ['customer', 'vat', 'net'].map((one) => bigintAt(row, one));
      sums.set(numberAt(row, 'voucher_id'), {
        customer,
        vat,
        net,
        isKnown: numberAt(row, 'parts') > 0,
      } as Sums);
    }
  }
  return sums;
}

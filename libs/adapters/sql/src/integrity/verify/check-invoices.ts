import { amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { counted, from, rowsRead, type Looked } from './checks.js';
import type { EntriesSeen, InvoiceSums } from './entries-seen.js';
import { bigintAt, numberAt } from '../../row.js';

/**
 * The amounts of a booked invoice add up, and are those of its entries: what the customer owes, the VAT, and
 * what was earned in base currency.
 */
export async function invoicesAgree(looked: Looked, { invoices }: EntriesSeen): Promise<BooksChecked> {
  const amounts = ['net_amount', 'vat_amount', 'gross_amount', 'rounding_amount'];
  const columns = ['booked_invoice_number', 'voucher_voucher_id', ...amounts, 'net_amount_in_base_currency'];
  const rows = await rowsRead(from(looked, 'booked_invoice', columns));
  return {
    check: 'Booked invoices have the amounts of their entries',
    looked: counted(rows.length, 'invoice'),
    faults: rows.flatMap((row) => {
      const of = invoices.get(numberAt(row, 'voucher_voucher_id'));
      const name = `invoice ${String(row['booked_invoice_number'])}`;
      return invoiceOff(row, of).map((fault) => `${name}: ${fault}`);
    }),
  };
}

function invoiceOff(row: Row, sums: InvoiceSums | undefined): readonly string[] {
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
  // Versions before the end of 2026 did not keep which entries are the VAT.
  if (sums.parts === 0) return faults;
  compare('VAT', vat, -sums.vat);
  compare('net in base currency', cents('net_amount_in_base_currency'), -sums.net);
  return faults;
}

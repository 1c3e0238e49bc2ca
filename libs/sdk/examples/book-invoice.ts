/**
 * Drafts an invoice, shows what it comes to, books it, and saves it as a PDF:
 *
 *     npx tsx book-invoice.ts CUSTOMER PRODUCT:QUANTITY...
 *     npx tsx book-invoice.ts 1 1000:3 LIC/12:1
 *
 * A booked invoice is in the books for good, so what is refused until then leaves no draft behind.
 */
import { writeFile } from 'node:fs/promises';
import { api } from './connection.js';

const [, , customerNumber = '', ...items] = process.argv;
const lines = items.map((item) => {
  const [, productNumber = item, quantity = '1'] = /^(.+):(\d+(?:\.\d+)?)$/.exec(item) ?? [];
  return { product: { productNumber }, quantity: Number(quantity) };
});

const home = await api.home();
const customer = await api.find(home.customers, { customerNumber: Number(customerNumber) });
const draft = await api.create(home.draftInvoices, { customer: { self: customer.self }, lines });

for (const { description = '', quantity = 0, unitNetPrice = 0, totalNetAmount } of draft.lines)
  console.log(`${quantity} × ${description} at ${money(unitNetPrice)}: ${money(totalNetAmount)}`);
console.log(`net ${money(draft.netAmount)}, VAT ${money(draft.vatAmount)}`);
console.log(`${customer.name} pays ${draft.currency} ${money(draft.grossAmount)}`);

try {
  const invoice = await api.create(home.bookedInvoices, { id: draft.id });
  const file = `invoice-${invoice.bookedInvoiceNumber}.pdf`;
  await writeFile(file, new Uint8Array(await api.follow(invoice.pdf.download)));
  console.log(`booked as ${invoice.displayInvoiceNumber}, due ${invoice.dueDate}: ${file}`);
} catch (error) {
  await api.remove(draft).catch(() => console.error(`draft ${draft.id} may be left`));
  throw error;
}

function money(amount: number): string {
  return amount.toFixed(2);
}

// Drafts an invoice, books it and saves it as a PDF.
//     npx tsx invoice-to-pdf.mts CUSTOMER PRODUCT QUANTITY
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect } from '@kontor/sdk';

const { KONTOR_URL = '', APP_SECRET_TOKEN = '', AGREEMENT_GRANT_TOKEN = '' } = process.env;
const api = connect(KONTOR_URL, {
  appSecretToken: APP_SECRET_TOKEN,
  agreementGrantToken: AGREEMENT_GRANT_TOKEN,
});
const [customer = '', productNumber = '', quantity = '1'] = process.argv.slice(2);
const home = await api.home();

const draft = await api.create(home.draftInvoices, {
  customer: { customerNumber: Number(customer) },
  lines: [{ product: { productNumber }, quantity: Number(quantity) }],
});
const { book } = draft.metaData ?? {};
if (book === undefined) throw new Error('this grant may not book invoices');
const invoice = await api.perform(book, { id: draft.id });

const file = `${invoice.displayInvoiceNumber}.pdf`;
const pdf = await api.stream(invoice.pdf.download);
await pipeline(Readable.from(pdf as AsyncIterable<Uint8Array>), createWriteStream(file));
console.log(`${invoice.currency} ${invoice.grossAmount.toFixed(2)}: ${file}`);

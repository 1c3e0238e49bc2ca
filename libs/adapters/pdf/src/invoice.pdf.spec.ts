import { expect } from 'chai';
import { PAPER_WORDS, type InvoiceDocument } from '@kontor/sales';
import { pdfInvoices } from './invoice.pdf.js';

const LINE = { text: 'Desk lamp', quantity: '2', unit: 'piece', price: '79.00', amount: '158.00' };

function aDocument(more: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    language: 'en',
    words: PAPER_WORDS.en,
    baseCurrency: 'EUR',
    title: 'Invoice',
    number: 'INV1',
    isDraft: false,
    seller: { name: 'Łódź Trading' },
    recipient: ['Ølhuset', 'Torvet 1'],
    facts: [['Date', '2026-11-20']],
    notes: [],
    currency: 'EUR',
    lines: [LINE],
    vat: [{ code: 'S25', rate: '25 %', net: '158.00', vat: '39.50' }],
    totals: { net: '158.00', vat: '39.50', gross: '197.50' },
    ...more,
  };
}

async function pagesOf(document: InvoiceDocument): Promise<number> {
  const text = Buffer.from(await pdfInvoices().invoice(document)).toString('latin1');
  expect(text.slice(0, 5)).to.equal('%PDF-');
  return (text.match(/\/Type \/Page\b/g) ?? []).length;
}

describe('an invoice as a PDF document', () => {
  it('is one page', async () => {
    expect(await pagesOf(aDocument())).to.equal(1);
  });

  it('makes room for whatever is known of the seller', async () => {
    const lines = ['Am Hafen 1 '.repeat(20), '24937 Flensburg', 'VAT number DE123456789'];

    expect(await pagesOf(aDocument({ seller: { name: 'Nord', lines } }))).to.equal(1);
  });

  it('says in which language it is written', async () => {
    const bytes = await pdfInvoices().invoice(aDocument({ language: 'de', words: PAPER_WORDS.de }));

    expect(Buffer.from(bytes).toString('latin1')).to.contain('/Lang (de)');
  });

  it('goes on over more pages when it has many lines', async () => {
    expect(await pagesOf(aDocument({ lines: Array.from({ length: 60 }, () => LINE) }))).to.equal(2);
  });

  it('is drawn whatever stands in it', async () => {
    const text = 'Ж'.repeat(2500);

    expect(
      await pagesOf(aDocument({ lines: [{ text }], notes: [text], heading: text, recipient: [text] })),
    ).to.be.greaterThan(0);
  });
});

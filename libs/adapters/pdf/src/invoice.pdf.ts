import type { InvoiceDocument, InvoicePrinter } from '@kontor/sales';
import { drawn, figure, GREY, INK, PAGE, RIGHT, room, rule, WIDTH, type PdfDocument } from './sheet.js';

/** Where the columns of the lines are: those of figures end at their place. */
const COLUMN = {
  text: PAGE.left,
  quantity: PAGE.left + 278,
  price: PAGE.left + 358,
  discount: PAGE.left + 408,
  amount: RIGHT,
} as const;
const TEXT_WIDTH = 220;

/** Prints papers as PDF documents. */
export function pdfInvoices(): InvoicePrinter {
  return { invoice: (document) => printed(document) };
}

function printed(document: InvoiceDocument): Promise<Uint8Array> {
  const { title, number = '', seller, isDraft } = document;
  const name = `${title} ${number}`.trim();
  return drawn(
    {
      title: name,
      author: seller.name,
      foot: isDraft ? `${title} (${document.words.draft})` : name,
      lang: document.language,
    },
    (pdf) => {
      let y = head(pdf, document);
      y = lines(pdf, document, y);
      y = totals(pdf, document, y);
      y = vat(pdf, document, y);
      notes(pdf, document, y);
    },
  );
}

/** Seller above, recipient on the left, what the paper is and its dates on the right. */
function head(
  pdf: PdfDocument,
  { seller, recipient, title, number, isDraft, facts, heading, words }: InvoiceDocument,
): number {
  pdf
    .font('bold')
    .fontSize(12)
    .text(seller.name, PAGE.left, PAGE.top, { width: WIDTH / 2 });
  pdf.font('plain').fontSize(8.5).fillColor(GREY);
  for (const line of seller.lines ?? []) pdf.text(line, PAGE.left, pdf.y + 1, { width: WIDTH / 2 });
  const belowSeller = pdf.y;
  pdf.font('bold').fontSize(20).fillColor(INK);
  pdf.text(title, PAGE.left + WIDTH / 2, PAGE.top - 5, { width: WIDTH / 2, align: 'right' });
  pdf.font('plain').fontSize(10).fillColor(GREY);
  const below = number ?? (isDraft ? words.draft : '');
  pdf.text(below, PAGE.left + WIDTH / 2, PAGE.top + 22, { width: WIDTH / 2, align: 'right' });
  const top = Math.max(PAGE.top + 76, belowSeller + 14);
  pdf.font('plain').fontSize(10).fillColor(INK);
  let left = top;
  for (const line of recipient) {
    pdf.text(line, PAGE.left, left, { width: 230 });
    left = pdf.y + 2;
  }
  let right = top;
  for (const [name, value] of facts) {
    pdf
      .fontSize(8.5)
      .fillColor(GREY)
      .text(name, PAGE.left + 255, right + 1, { width: 108 });
    const belowName = pdf.y;
    pdf
      .fontSize(9.5)
      .fillColor(INK)
      .text(value, PAGE.left + 363, right, { width: RIGHT - PAGE.left - 363, align: 'right' });
    right = Math.max(belowName, pdf.y) + 3;
  }
  let y = Math.max(left, right, top + 76) + 22;
  if (heading !== undefined) {
    pdf.font('bold').fontSize(11).text(heading, PAGE.left, y, { width: WIDTH });
    y = pdf.y + 8;
  }
  return y;
}

function columnHeads(pdf: PdfDocument, y: number, { currency, words }: InvoiceDocument): number {
  pdf.font('bold').fontSize(8).fillColor(GREY);
  pdf.text(words.description, COLUMN.text, y, { width: TEXT_WIDTH });
  figure(pdf, words.quantity, COLUMN.quantity, y);
  figure(pdf, words.unitPrice, COLUMN.price, y);
  figure(pdf, words.discount, COLUMN.discount, y);
  figure(pdf, `${words.amount} ${currency}`, COLUMN.amount, y, 130);
  rule(pdf, y + 14);
  pdf.font('plain').fontSize(9).fillColor(INK);
  return y + 21;
}

function lines(pdf: PdfDocument, document: InvoiceDocument, start: number): number {
  let y = columnHeads(pdf, start, document);
  for (const { text, quantity, unit, price, discount, amount } of document.lines) {
    const isText = amount === undefined;
    const width = isText ? WIDTH : TEXT_WIDTH;
    const height = pdf.heightOfString(text, { width });
    if (y + height > PAGE.height - PAGE.bottom - 20) {
      pdf.addPage();
      y = columnHeads(pdf, PAGE.top, document);
    }
    pdf.fillColor(isText ? GREY : INK).text(text, COLUMN.text, y, { width });
    pdf.fillColor(INK);
    if (quantity !== undefined)
      figure(pdf, unit === undefined ? quantity : `${quantity} ${unit}`, COLUMN.quantity, y, 60);
    if (price !== undefined) figure(pdf, price, COLUMN.price, y, 78);
    if (discount !== undefined) figure(pdf, discount, COLUMN.discount, y, 48);
    if (amount !== undefined) figure(pdf, amount, COLUMN.amount, y, 78);
    y += Math.max(height, 12) + 5;
  }
  rule(pdf, y + 1);
  return y + 10;
}

function totals(pdf: PdfDocument, { totals: sums, currency, words }: InvoiceDocument, start: number): number {
  let y = room(pdf, start, 70);
  const row = (name: string, value: string): void => {
    pdf.text(name, RIGHT - 250, y, { width: 130 });
    figure(pdf, value, RIGHT, y, 120);
    y += 16;
  };
  pdf.font('plain').fontSize(9.5).fillColor(INK);
  row(words.netAmount, sums.net);
  row(words.vat, sums.vat);
  pdf
    .moveTo(RIGHT - 250, y)
    .lineTo(RIGHT, y)
    .lineWidth(0.8)
    .strokeColor(INK)
    .stroke();
  y += 6;
  pdf.font('bold').fontSize(11);
  row(`${words.total} ${currency}`, sums.gross);
  return y + 14;
}

/** Basis and tax rate by rate, of a document in another currency in the base currency too. */
function vat(pdf: PdfDocument, { vat: groups, words, baseCurrency }: InvoiceDocument, start: number): number {
  if (groups.length === 0) return start;
  let y = room(pdf, start, 24 + groups.length * 13);
  pdf.font('bold').fontSize(8).fillColor(GREY);
  pdf.text(words.vatCode, PAGE.left, y, { width: 80 });
  figure(pdf, words.rate, PAGE.left + 110, y, 50);
  figure(pdf, words.netAmount, PAGE.left + 200, y, 85);
  figure(pdf, words.vat, PAGE.left + 280, y, 75);
  if (groups.some(({ vatInBase }) => vatInBase !== undefined)) {
    figure(pdf, `${words.netAmount} ${baseCurrency}`, PAGE.left + 390, y, 105);
    figure(pdf, `${words.vat} ${baseCurrency}`, RIGHT, y, 100);
  }
  y += 14;
  pdf.font('plain').fontSize(8.5).fillColor(INK);
  for (const { code, rate, net, vat: amount, netInBase, vatInBase } of groups) {
    pdf.text(code, PAGE.left, y, { width: 80 });
    figure(pdf, rate, PAGE.left + 110, y, 50);
    figure(pdf, net, PAGE.left + 200, y, 85);
    figure(pdf, amount, PAGE.left + 280, y, 75);
    if (netInBase !== undefined) figure(pdf, netInBase, PAGE.left + 390, y, 105);
    if (vatInBase !== undefined) figure(pdf, vatInBase, RIGHT, y, 100);
    y += 13;
  }
  return y + 14;
}

function notes(pdf: PdfDocument, { notes: texts }: InvoiceDocument, start: number): void {
  let y = start;
  pdf.font('plain').fontSize(9).fillColor(INK);
  for (const text of texts) {
    y = room(pdf, y, Math.min(pdf.heightOfString(text, { width: WIDTH }), 200));
    pdf.text(text, PAGE.left, y, { width: WIDTH });
    y = pdf.y + 8;
  }
}

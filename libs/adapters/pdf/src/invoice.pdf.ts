import type { InvoicePaper, PaperPrinter } from '@kontor/sales';
import { drawn, figure, GREY, INK, PAGE, RIGHT, room, rule, WIDTH, type Document } from './sheet.js';

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
export function pdfPapers(): PaperPrinter {
  return { invoice: (paper) => printed(paper) };
}

function printed(paper: InvoicePaper): Promise<Uint8Array> {
  const { title, number = '', seller, isDraft } = paper;
  const name = `${title} ${number}`.trim();
  return drawn(
    { title: name, author: seller.name, foot: isDraft ? `${title} (draft)` : name },
    (document) => {
      let y = head(document, paper);
      y = lines(document, paper, y);
      y = totals(document, paper, y);
      y = vat(document, paper, y);
      notes(document, paper, y);
    },
  );
}

/** Seller above, recipient on the left, what the paper is and its dates on the right. */
function head(
  document: Document,
  { seller, recipient, title, number, isDraft, facts, heading }: InvoicePaper,
): number {
  document
    .font('bold')
    .fontSize(12)
    .text(seller.name, PAGE.left, PAGE.top, { width: WIDTH / 2 });
  document.font('bold').fontSize(20).fillColor(INK);
  document.text(title, PAGE.left + WIDTH / 2, PAGE.top - 5, { width: WIDTH / 2, align: 'right' });
  document.font('plain').fontSize(10).fillColor(GREY);
  const below = number ?? (isDraft ? 'Draft – not an invoice yet' : '');
  document.text(below, PAGE.left + WIDTH / 2, PAGE.top + 22, { width: WIDTH / 2, align: 'right' });
  const top = PAGE.top + 76;
  document.font('plain').fontSize(10).fillColor(INK);
  let left = top;
  for (const line of recipient) {
    document.text(line, PAGE.left, left, { width: 230 });
    left = document.y + 2;
  }
  let right = top;
  for (const [name, value] of facts) {
    document
      .fontSize(8.5)
      .fillColor(GREY)
      .text(name, PAGE.left + 270, right + 1, { width: 95 });
    document
      .fontSize(9.5)
      .fillColor(INK)
      .text(value, PAGE.left + 365, right, { width: RIGHT - PAGE.left - 365, align: 'right' });
    right = document.y + 3;
  }
  let y = Math.max(left, right, top + 76) + 22;
  if (heading !== undefined) {
    document.font('bold').fontSize(11).text(heading, PAGE.left, y, { width: WIDTH });
    y = document.y + 8;
  }
  return y;
}

function columnHeads(document: Document, y: number, { currency, priceIncludesVat }: InvoicePaper): number {
  const including = priceIncludesVat ? ', incl. VAT' : '';
  document.font('bold').fontSize(8).fillColor(GREY);
  document.text('Description', COLUMN.text, y, { width: TEXT_WIDTH });
  figure(document, 'Quantity', COLUMN.quantity, y);
  figure(document, 'Unit price', COLUMN.price, y);
  figure(document, 'Discount', COLUMN.discount, y);
  figure(document, `Amount ${currency}${including}`, COLUMN.amount, y, 130);
  rule(document, y + 14);
  document.font('plain').fontSize(9).fillColor(INK);
  return y + 21;
}

function lines(document: Document, paper: InvoicePaper, start: number): number {
  let y = columnHeads(document, start, paper);
  for (const { text, quantity, unit, price, discount, amount } of paper.lines) {
    const isText = amount === undefined;
    const width = isText ? WIDTH : TEXT_WIDTH;
    const height = document.heightOfString(text, { width });
    if (y + height > PAGE.height - PAGE.bottom - 20) {
      document.addPage();
      y = columnHeads(document, PAGE.top, paper);
    }
    document.fillColor(isText ? GREY : INK).text(text, COLUMN.text, y, { width });
    document.fillColor(INK);
    if (quantity !== undefined)
      figure(document, unit === undefined ? quantity : `${quantity} ${unit}`, COLUMN.quantity, y, 60);
    if (price !== undefined) figure(document, price, COLUMN.price, y, 78);
    if (discount !== undefined) figure(document, discount, COLUMN.discount, y, 48);
    if (amount !== undefined) figure(document, amount, COLUMN.amount, y, 78);
    y += Math.max(height, 12) + 5;
  }
  rule(document, y + 1);
  return y + 10;
}

function totals(document: Document, { totals: sums, currency }: InvoicePaper, start: number): number {
  let y = room(document, start, 70);
  const row = (name: string, value: string): void => {
    document.text(name, RIGHT - 250, y, { width: 130 });
    figure(document, value, RIGHT, y, 120);
    y += 16;
  };
  document.font('plain').fontSize(9.5).fillColor(INK);
  row('Net amount', sums.net);
  row('VAT', sums.vat);
  document
    .moveTo(RIGHT - 250, y)
    .lineTo(RIGHT, y)
    .lineWidth(0.8)
    .strokeColor(INK)
    .stroke();
  y += 6;
  document.font('bold').fontSize(11);
  row(`Total ${currency}`, sums.gross);
  return y + 14;
}

function vat(document: Document, { vat: groups }: InvoicePaper, start: number): number {
  if (groups.length === 0) return start;
  let y = room(document, start, 24 + groups.length * 13);
  document.font('bold').fontSize(8).fillColor(GREY);
  document.text('VAT code', PAGE.left, y, { width: 80 });
  figure(document, 'Rate', PAGE.left + 130, y, 60);
  figure(document, 'Net amount', PAGE.left + 220, y, 80);
  figure(document, 'VAT', PAGE.left + 300, y, 70);
  y += 14;
  document.font('plain').fontSize(8.5).fillColor(INK);
  for (const { code, rate, net, vat: amount } of groups) {
    document.text(code, PAGE.left, y, { width: 80 });
    figure(document, rate, PAGE.left + 130, y, 60);
    figure(document, net, PAGE.left + 220, y, 80);
    figure(document, amount, PAGE.left + 300, y, 70);
    y += 13;
  }
  return y + 14;
}

function notes(document: Document, { notes: texts }: InvoicePaper, start: number): void {
  let y = start;
  document.font('plain').fontSize(9).fillColor(INK);
  for (const text of texts) {
    y = room(document, y, Math.min(document.heightOfString(text, { width: WIDTH }), 200));
    document.text(text, PAGE.left, y, { width: WIDTH });
    y = document.y + 8;
  }
}

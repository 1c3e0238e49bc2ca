import type { VoucherDocument, VoucherPrinter } from '@kontor/ledger';
import { drawn, figure, GREY, INK, PAGE, RIGHT, room, rule, WIDTH, type PdfDocument } from './sheet.js';

/** Where the columns of the entries are: those of figures end at their place. */
const COLUMN = {
  account: { at: PAGE.left, width: 165 },
  text: { at: PAGE.left + 173, width: 140 },
  debit: RIGHT - 86,
  credit: RIGHT,
} as const;
const AMOUNT_WIDTH = 84;

/** Prints vouchers as PDF documents. */
export function pdfVouchers(): VoucherPrinter {
  return { voucher: (document) => printed(document) };
}

function printed(document: VoucherDocument): Promise<Uint8Array> {
  const title = `${document.title} ${document.number}`;
  return drawn({ title, author: document.issuer.name, foot: title }, (pdf) => {
    let y = head(pdf, document);
    y = entries(pdf, document, y);
    totals(pdf, document, y);
  });
}

/** Whose books on the left, what the voucher is on the right, its date below. */
function head(pdf: PdfDocument, { issuer, title, number, date }: VoucherDocument): number {
  const half = { width: WIDTH / 2 };
  pdf.font('bold').fontSize(12).text(issuer.name, PAGE.left, PAGE.top, half);
  const left = pdf.y;
  const right = { ...half, align: 'right' } as const;
  pdf.fontSize(18).text(title, PAGE.left + WIDTH / 2, PAGE.top - 4, right);
  pdf.font('plain').fontSize(10).fillColor(GREY);
  pdf.text(number, PAGE.left + WIDTH / 2, pdf.y + 2, right);
  pdf.text(date, PAGE.left + WIDTH / 2, pdf.y + 2, right);
  return Math.max(left, pdf.y) + 26;
}

function columnHeads(pdf: PdfDocument, y: number, { currency }: VoucherDocument): number {
  pdf.font('bold').fontSize(8).fillColor(GREY);
  pdf.text('Account', COLUMN.account.at, y, { width: COLUMN.account.width });
  pdf.text('Text', COLUMN.text.at, y, { width: COLUMN.text.width });
  figure(pdf, `Debit ${currency}`, COLUMN.debit, y, AMOUNT_WIDTH);
  figure(pdf, `Credit ${currency}`, COLUMN.credit, y, AMOUNT_WIDTH);
  rule(pdf, y + 14);
  pdf.font('plain').fontSize(9).fillColor(INK);
  return y + 21;
}

function entries(pdf: PdfDocument, document: VoucherDocument, start: number): number {
  let y = columnHeads(pdf, start, document);
  for (const { account, text, debit, credit } of document.lines) {
    const height = Math.max(
      pdf.heightOfString(account, { width: COLUMN.account.width }),
      pdf.heightOfString(text, { width: COLUMN.text.width }),
    );
    if (y + height > PAGE.height - PAGE.bottom - 20) {
      pdf.addPage();
      y = columnHeads(pdf, PAGE.top, document);
    }
    pdf.text(account, COLUMN.account.at, y, { width: COLUMN.account.width });
    pdf.text(text, COLUMN.text.at, y, { width: COLUMN.text.width });
    if (debit !== undefined) figure(pdf, debit, COLUMN.debit, y, AMOUNT_WIDTH);
    if (credit !== undefined) figure(pdf, credit, COLUMN.credit, y, AMOUNT_WIDTH);
    y += Math.max(height, 12) + 5;
  }
  rule(pdf, y + 1);
  return y + 10;
}

function totals(pdf: PdfDocument, { totals: sums }: VoucherDocument, start: number): void {
  const y = room(pdf, start, 20);
  pdf.font('bold').fontSize(9).fillColor(INK);
  pdf.text('Total', COLUMN.account.at, y, { width: COLUMN.account.width });
  figure(pdf, sums.debit, COLUMN.debit, y, AMOUNT_WIDTH);
  figure(pdf, sums.credit, COLUMN.credit, y, AMOUNT_WIDTH);
}

import type { VoucherPaper, VoucherPrinter } from '@kontor/ledger';
import { drawn, figure, GREY, INK, PAGE, RIGHT, room, rule, WIDTH, type Document } from './sheet.js';

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
  return { voucher: (paper) => printed(paper) };
}

function printed(paper: VoucherPaper): Promise<Uint8Array> {
  const title = `${paper.title} ${paper.number}`;
  return drawn({ title, author: paper.keeper.name, foot: title }, (document) => {
    let y = head(document, paper);
    y = entries(document, paper, y);
    totals(document, paper, y);
  });
}

/** Whose books on the left, what the voucher is on the right, its date below. */
function head(document: Document, { keeper, title, number, date }: VoucherPaper): number {
  const half = { width: WIDTH / 2 };
  document.font('bold').fontSize(12).text(keeper.name, PAGE.left, PAGE.top, half);
  const left = document.y;
  const right = { ...half, align: 'right' } as const;
  document.fontSize(18).text(title, PAGE.left + WIDTH / 2, PAGE.top - 4, right);
  document.font('plain').fontSize(10).fillColor(GREY);
  document.text(number, PAGE.left + WIDTH / 2, document.y + 2, right);
  document.text(date, PAGE.left + WIDTH / 2, document.y + 2, right);
  return Math.max(left, document.y) + 26;
}

function columnHeads(document: Document, y: number, { currency }: VoucherPaper): number {
  document.font('bold').fontSize(8).fillColor(GREY);
  document.text('Account', COLUMN.account.at, y, { width: COLUMN.account.width });
  document.text('Text', COLUMN.text.at, y, { width: COLUMN.text.width });
  figure(document, `Debit ${currency}`, COLUMN.debit, y, AMOUNT_WIDTH);
  figure(document, `Credit ${currency}`, COLUMN.credit, y, AMOUNT_WIDTH);
  rule(document, y + 14);
  document.font('plain').fontSize(9).fillColor(INK);
  return y + 21;
}

function entries(document: Document, paper: VoucherPaper, start: number): number {
  let y = columnHeads(document, start, paper);
  for (const { account, text, debit, credit } of paper.lines) {
    const height = Math.max(
      document.heightOfString(account, { width: COLUMN.account.width }),
      document.heightOfString(text, { width: COLUMN.text.width }),
    );
    if (y + height > PAGE.height - PAGE.bottom - 20) {
      document.addPage();
      y = columnHeads(document, PAGE.top, paper);
    }
    document.text(account, COLUMN.account.at, y, { width: COLUMN.account.width });
    document.text(text, COLUMN.text.at, y, { width: COLUMN.text.width });
    if (debit !== undefined) figure(document, debit, COLUMN.debit, y, AMOUNT_WIDTH);
    if (credit !== undefined) figure(document, credit, COLUMN.credit, y, AMOUNT_WIDTH);
    y += Math.max(height, 12) + 5;
  }
  rule(document, y + 1);
  return y + 10;
}

function totals(document: Document, { totals: sums }: VoucherPaper, start: number): void {
  const y = room(document, start, 20);
  document.font('bold').fontSize(9).fillColor(INK);
  document.text('Total', COLUMN.account.at, y, { width: COLUMN.account.width });
  figure(document, sums.debit, COLUMN.debit, y, AMOUNT_WIDTH);
  figure(document, sums.credit, COLUMN.credit, y, AMOUNT_WIDTH);
}

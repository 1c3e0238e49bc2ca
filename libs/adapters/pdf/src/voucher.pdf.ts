import type { VoucherDocument, VoucherPrinter } from '@kontor/ledger';
import { voucherDocumentOf } from '@kontor/ledger/documents';
import { drawDocument, GREY, PAGE, WIDTH, write, type Place, type Sheet } from './sheet.js';
import { table } from './table.js';

/** Writes and prints vouchers as PDF documents. */
export function pdfVouchers(): VoucherPrinter {
  return { voucher: ({ entries, ...head }) => drawnVoucher(voucherDocumentOf(entries, head)) };
}

/** A voucher as a PDF document, of what is written on it. */
export function drawnVoucher(document: VoucherDocument): Promise<Uint8Array> {
  const title = `${document.title} ${document.number}`;
  const texts = document.lines.flatMap(({ account, text }) => [account, text]);
  const { words, issuer, date } = document;
  const imprint = {
    title,
    date,
    author: issuer.name,
    foot: title,
    lang: issuer.language,
    pageOf: words.pageOf,
  };
  return drawDocument(imprint, { plain: texts, bold: [document.issuer.name] }, (sheet, start) => {
    entries(sheet, head(sheet, start, document), document);
  });
}

/** Whose books on the left, what the voucher is on the right, its date below. */
function head(sheet: Sheet, start: Place, { issuer, title, number, day }: VoucherDocument): Place {
  const left = write(
    sheet,
    start,
    issuer.name,
    { size: 12, weight: 'bold' },
    { x: PAGE.left, width: WIDTH / 2 - 12 },
  );
  const half = { x: PAGE.left + WIDTH / 2, width: WIDTH / 2, align: 'right' } as const;
  let right = { ...start, y: start.y - 4 };
  right = write(sheet, right, title, { size: 18, weight: 'bold', kind: 'H1' }, half);
  for (const text of [number, day]) {
    right = write(sheet, right, text, { size: 10, weight: 'plain', colour: GREY }, half);
  }
  return { ...start, y: Math.max(left.y, right.y) + 26 };
}

/** Every entry and the sums of both sides. */
function entries(sheet: Sheet, start: Place, { lines, totals, currency, words }: VoucherDocument): void {
  table(sheet, start, {
    columns: [
      { head: words.account, is: 'text', share: 1.2 },
      { head: words.text, is: 'text' },
      { head: `${words.debit} ${currency}`, is: 'figure' },
      { head: `${words.credit} ${currency}`, is: 'figure' },
    ],
    rows: lines.map(({ account, text, debit = '', credit = '', carried }) => ({
      cells: [account, text, debit, credit],
      ...(carried && { carried: [undefined, undefined, carried.debit, carried.credit] }),
    })),
    carrying: { forward: words.carriedForward, brought: words.broughtForward },
    sums: [words.total, '', totals.debit, totals.credit],
  });
}

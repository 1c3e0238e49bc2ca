import type { VoucherDocument, VoucherPrinter } from '@kontor/ledger';
import { drawn, GREY, PAGE, WIDTH, write, type Place, type Sheet } from './sheet.js';
import { table } from './table.js';

/** Prints vouchers as PDF documents. */
export function pdfVouchers(): VoucherPrinter {
  return { voucher: (document) => printed(document) };
}

function printed(document: VoucherDocument): Promise<Uint8Array> {
  const title = `${document.title} ${document.number}`;
  const texts = document.lines.flatMap(({ account, text }) => [account, text]);
  const imprint = {
    title,
    author: document.issuer.name,
    foot: title,
    lang: 'en',
    pageOf: 'Page {page} of {pages}',
  };
  return drawn(imprint, { plain: texts, bold: [document.issuer.name] }, (sheet, start) => {
    entries(sheet, head(sheet, start, document), document);
  });
}

/** Whose books on the left, what the voucher is on the right, its date below. */
function head(sheet: Sheet, start: Place, { issuer, title, number, date }: VoucherDocument): Place {
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
  for (const text of [number, date]) {
    right = write(sheet, right, text, { size: 10, weight: 'plain', colour: GREY }, half);
  }
  return { ...start, y: Math.max(left.y, right.y) + 26 };
}

/** Every entry and the sums of both sides. */
function entries(sheet: Sheet, start: Place, { lines, totals, currency }: VoucherDocument): void {
  table(sheet, start, {
    columns: [
      { head: 'Account', is: 'text', share: 1.2 },
      { head: 'Text', is: 'text' },
      { head: `Debit ${currency}`, is: 'figure' },
      { head: `Credit ${currency}`, is: 'figure' },
    ],
    rows: lines.map(({ account, text, debit = '', credit = '', carried }) => ({
      cells: [account, text, debit, credit],
      ...(carried && { carried: [undefined, undefined, carried.debit, carried.credit] }),
    })),
    carrying: { forward: 'Carried forward', brought: 'Brought forward' },
    sums: ['Total', '', totals.debit, totals.credit],
  });
}

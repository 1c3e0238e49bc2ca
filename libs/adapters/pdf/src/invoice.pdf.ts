import type { InvoiceDocument, InvoicePrinter } from '@kontor/sales';
import {
  drawFitting,
  drawn,
  GREY,
  leading,
  PAGE,
  part,
  RIGHT,
  room,
  rule,
  WIDTH,
  write,
  type Place,
  type Sheet,
} from './sheet.js';
import { table } from './table.js';

/** Prints papers as PDF documents. */
export function pdfInvoices(): InvoicePrinter {
  return { invoice: (document) => printed(document) };
}

function printed(document: InvoiceDocument): Promise<Uint8Array> {
  const { title, number = '', seller, isDraft, words } = document;
  const name = `${title} ${number}`.trim();
  return drawn(
    {
      title: name,
      author: seller.name,
      foot: isDraft ? `${title} (${words.draft})` : name,
      lang: document.language,
      pageOf: words.pageOf,
      ...(isDraft && { watermark: words.watermark }),
    },
    textsIn(document),
    (sheet, start) => {
      let place = head(sheet, start, document);
      place = lines(sheet, place, document);
      place = totals(sheet, place, document);
      place = vat(sheet, place, document);
      notes(sheet, place, document);
    },
  );
}

/** Every text of a paper, for their fonts. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* textsIn(one);
  }
}

const LEFT_HALF = { x: PAGE.left, width: WIDTH / 2 - 12 };
const RIGHT_HALF = { x: PAGE.left + WIDTH / 2, width: WIDTH / 2, align: 'right' } as const;

/** Seller above, recipient on the left, what the paper is and its dates on the right. */
function head(sheet: Sheet, start: Place, document: InvoiceDocument): Place {
  const { seller, recipient, title, number, isDraft, heading, words } = document;
  let left = write(sheet, start, seller.name, { size: 12, weight: 'bold' }, LEFT_HALF);
  for (const line of seller.lines ?? []) {
    left = write(sheet, left, line, { size: 8.5, weight: 'plain', colour: GREY }, LEFT_HALF);
  }
  let right = { ...start, y: start.y - 4 };
  right = write(sheet, right, title, { size: 20, weight: 'bold', kind: 'H1' }, RIGHT_HALF);
  const below = number ?? (isDraft ? words.draft : '');
  right = write(sheet, right, below, { size: 10, weight: 'plain', colour: GREY }, RIGHT_HALF);
  const top = later({ ...start, y: start.y + 76 }, below14(left), below14(right));
  let recipients = top;
  for (const line of recipient) {
    recipients = write(
      sheet,
      recipients,
      line,
      { size: 10, weight: 'plain' },
      { x: PAGE.left, width: WIDTH / 2 - 20 },
    );
    recipients = { ...recipients, y: recipients.y + 1 };
  }
  const known = facts(sheet, top, document);
  const end = later({ ...top, y: top.y + 76 }, recipients, known);
  let place: Place = { ...end, y: end.y + 22 };
  if (heading !== undefined) {
    place = write(
      sheet,
      place,
      heading,
      { size: 11, weight: 'bold', kind: 'P' },
      { x: PAGE.left, width: WIDTH },
    );
    place = { ...place, y: place.y + 8 };
  }
  return place;
}

function below14(place: Place): Place {
  return { ...place, y: place.y + 14 };
}

/** The place of several that is furthest on. */
function later(...places: readonly Place[]): Place {
  return places.reduce((last, place) =>
    place.page > last.page || (place.page === last.page && place.y > last.y) ? place : last,
  );
}

const NAME_STYLE = { size: 8.5, weight: 'plain', colour: GREY, kind: 'TH', scope: 'Row' } as const;
const VALUE_STYLE = { size: 9.5, weight: 'plain', kind: 'TD' } as const;

/** Dates, terms and references: names on the left of their values. */
function facts(sheet: Sheet, start: Place, document: InvoiceDocument): Place {
  const x = PAGE.left + WIDTH / 2 + 6;
  const whole = sheet.pdf.struct('Table');
  sheet.whole.add(whole);
  let place = start;
  for (const [name, value] of document.facts) {
    place = room(sheet, place, leading(VALUE_STYLE) * 2);
    const below = sheet.pdf.struct('TR');
    whole.add(below);
    const afterName = write(
      sheet,
      { ...place, y: place.y + 1 },
      name,
      { ...NAME_STYLE, below },
      { x, width: 108 },
    );
    const value_ = { x: x + 112, width: RIGHT - x - 112, align: 'right' } as const;
    const afterValue = write(sheet, place, value, { ...VALUE_STYLE, below }, value_);
    place = later(afterName, afterValue);
    place = { ...place, y: place.y + 2 };
  }
  return place;
}

function lines(sheet: Sheet, start: Place, { lines: all, currency, words }: InvoiceDocument): Place {
  const hasDiscount = all.some(({ discount }) => discount !== undefined);
  const only = <T>(cell: T): readonly T[] => (hasDiscount ? [cell] : []);
  return table(sheet, start, {
    columns: [
      { head: words.description, is: 'text' },
      { head: words.quantity, is: 'figure' },
      { head: words.unitPrice, is: 'figure' },
      ...only({ head: words.discount, is: 'figure' } as const),
      { head: `${words.amount} ${currency}`, is: 'figure' },
    ],
    rows: all.map(({ text, quantity, unit, price, discount, amount, carried }) => ({
      cells:
        amount === undefined
          ? [text]
          : [
              text,
              [quantity, unit].filter((one) => one !== undefined).join(' '),
              price ?? '',
              ...only(discount ?? ''),
              amount,
            ],
      ...(carried !== undefined && {
        carried: [undefined, undefined, undefined, ...only(undefined), carried],
      }),
    })),
    carrying: { forward: words.carriedForward, brought: words.broughtForward },
  });
}

function totals(sheet: Sheet, start: Place, { totals: sums, currency, words }: InvoiceDocument): Place {
  let place = room(sheet, start, 70);
  const x = RIGHT - 270;
  const whole = sheet.pdf.struct('Table');
  sheet.whole.add(whole);
  const row = (name: string, value: string, style: { size: number; weight: 'plain' | 'bold' }): void => {
    const { y } = place;
    const parts = sheet.pdf.struct('TR');
    whole.add(parts);
    part(sheet, parts, 'TH', () => drawFitting(sheet, name, style, { x, width: 120, y }), { scope: 'Row' });
    part(sheet, parts, 'TD', () =>
      drawFitting(sheet, value, style, { x: x + 125, width: 145, align: 'right', y }),
    );
    place = { ...place, y: y + 16 };
  };
  sheet.pdf.fillColor('#1a1a1a');
  row(words.netAmount, sums.net, { size: 9.5, weight: 'plain' });
  row(words.vat, sums.vat, { size: 9.5, weight: 'plain' });
  rule(sheet, place.y, x, '#1a1a1a');
  place = { ...place, y: place.y + 6 };
  row(`${words.total} ${currency}`, sums.gross, { size: 11, weight: 'bold' });
  return below14(place);
}

/** Basis and tax rate by rate, of a document in another currency in the base currency too. */
function vat(sheet: Sheet, start: Place, { vat: groups, words, baseCurrency }: InvoiceDocument): Place {
  if (groups.length === 0) return start;
  const inBase = groups.some(({ vatInBase }) => vatInBase !== undefined);
  const place = table(sheet, room(sheet, start, Math.min(200, 40 + groups.length * 17)), {
    columns: [
      { head: words.vatCode, is: 'text' },
      { head: words.rate, is: 'figure' },
      { head: words.netAmount, is: 'figure' },
      { head: words.vat, is: 'figure' },
      ...(inBase
        ? [
            { head: `${words.netAmount} ${baseCurrency}`, is: 'figure' } as const,
            { head: `${words.vat} ${baseCurrency}`, is: 'figure' } as const,
          ]
        : []),
    ],
    rows: groups.map(({ code, rate, net, vat: amount, netInBase = '', vatInBase = '' }) => ({
      cells: [code, rate, net, amount, ...(inBase ? [netInBase, vatInBase] : [])],
    })),
    size: 8.5,
    leastText: 50,
  });
  return { ...place, y: place.y + 4 };
}

function notes(sheet: Sheet, start: Place, { notes: texts }: InvoiceDocument): void {
  let place = start;
  for (const text of texts) {
    place = write(sheet, place, text, { size: 9, weight: 'plain' }, { x: PAGE.left, width: WIDTH });
    place = { ...place, y: place.y + 8 };
  }
}

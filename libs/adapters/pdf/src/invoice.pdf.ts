import type { InvoiceDocument, InvoicePrinter } from '@kontor/sales';
// Not the whole context: a thread that draws takes 160 ms of a processor to load this, and 510 for all.
import { invoiceDocumentOf } from '@kontor/sales/documents';
import { encode } from 'uqr';
import { drawable } from './logo.js';
import {
  drawFitting,
  drawDocument,
  GREY,
  INK,
  leading,
  PAGE,
  part,
  RIGHT,
  placeWithRoom,
  drawRule,
  WIDTH,
  write,
  type Aligned,
  type Place,
  type Sheet,
} from './sheet.js';
import { table, type Column } from './table.js';

/** Writes and prints documents as PDF. */
export function pdfInvoices(): InvoicePrinter {
  return { invoice: ({ invoice, seller, known }) => drawnInvoice(invoiceDocumentOf(invoice, seller, known)) };
}

/** A document as a PDF, of what is written on it. */
export function drawnInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { title, number = '', seller, isDraft, words } = document;
  const name = `${title} ${number}`.trim();
  return drawDocument(
    {
      title: name,
      date: document.data.issueDate,
      // A draft says nothing yet that a program should take for said.
      data: isDraft ? undefined : { name: 'invoice.json', says: words.data, value: document.data },
      author: seller.name,
      foot: isDraft ? `${title} (${words.draft})` : name,
      lang: document.language,
      pageOf: words.pageOf,
      ...(isDraft && { watermark: words.watermark }),
      isHeaded: !document.look.hasHead,
      footer: document.look.hasHead ? document.look.footer : undefined,
    },
    { plain: [...textsIn({ ...document, data: undefined })], bold: [seller.name, document.heading ?? ''] },
    (sheet, start) => {
      let place = head(sheet, start, document);
      place = lines(sheet, place, document);
      place = totals(sheet, place, document);
      place = vat(sheet, place, document);
      place = paymentSlip(sheet, place, document);
      notes(sheet, place, document);
    },
  );
}

/** Every text of a document, for their fonts. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof Uint8Array) return;
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* textsIn(one);
  }
}

const LEFT_HALF = { x: PAGE.left, width: WIDTH / 2 - 12 };
const RIGHT_HALF = { x: PAGE.left + WIDTH / 2, width: WIDTH / 2, align: 'right' } as const;

/** Seller above, recipient on the left, what the document is and its dates on the right. */
function head(sheet: Sheet, start: Place, document: InvoiceDocument): Place {
  const { recipient, title, number, isDraft, heading, words, look } = document;
  const left = look.hasHead ? sellerHead(sheet, start, document) : start;
  let right = { ...start, y: start.y - 4 + (look.hasHead ? 0 : HEADED) };
  const colour = look.colour ?? INK;
  right = write(sheet, right, title, { size: 20, weight: 'bold', kind: 'H1', colour }, RIGHT_HALF);
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

/** What is left free for what headed paper has printed, in points. */
const HEADED = 64;
const LOGO = { width: 180, height: 48 } as const;

function sellerHead(sheet: Sheet, start: Place, { seller, look }: InvoiceDocument): Place {
  let place = start;
  const { logo } = look;
  if (logo !== undefined) {
    const draw = (): void => {
      const fit: [number, number] = [LOGO.width, LOGO.height];
      sheet.pdf.image(drawable(logo), PAGE.left, start.y - 10, { fit });
    };
    part(sheet, sheet.whole, 'Figure', draw, { alt: seller.name });
    place = { ...start, y: start.y + LOGO.height };
  }
  place = write(sheet, place, seller.name, { size: 12, weight: 'bold' }, LEFT_HALF);
  for (const line of seller.lines ?? []) {
    place = write(sheet, place, line, { size: 8.5, weight: 'plain', colour: GREY }, LEFT_HALF);
  }
  return place;
}

const CODE = 100;

/** How to pay, and a code that says it to the apps of banks (EPC069-12). */
function paymentSlip(sheet: Sheet, start: Place, { payment, words }: InvoiceDocument): Place {
  if (payment === undefined) return start;
  const { facts: known, code } = payment;
  let place = placeWithRoom(
    sheet,
    start,
    Math.max(30 + known.length * 14, code === undefined ? 0 : CODE + 34),
  );
  const top = place.y;
  drawRule(sheet, top);
  const inside = { x: PAGE.left, width: WIDTH - CODE - 40 };
  place = { ...place, y: top + 8 };
  place = write(sheet, place, words.payment, { size: 10, weight: 'bold', kind: 'H2' }, inside);
  place = factsTable(sheet, { ...place, y: place.y + 4 }, known, { x: PAGE.left, names: 108, values: 240 });
  if (code === undefined) return { ...place, y: place.y + 12 };
  const x = RIGHT - CODE;
  part(sheet, sheet.whole, 'Figure', () => drawCode(sheet, code, x, top + 10), { alt: words.paymentCode });
  const below = { ...place, y: top + CODE + 14 };
  const style = { size: 7, weight: 'plain', colour: GREY } as const;
  const told = write(sheet, below, words.paymentCode, style, { x: x - 40, width: CODE + 40, align: 'right' });
  return below14(later(place, told));
}

/** A code as dark squares, on the free space that it needs around. */
function drawCode({ pdf }: Sheet, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = CODE / size;
  pdf.fillColor('#000000');
  data.forEach((row, down) => {
    row.forEach((isDark, across) => {
      if (isDark) pdf.rect(x + across * side, y + down * side, side, side);
    });
  });
  pdf.fill();
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
  return factsTable(sheet, start, document.facts, { x, names: 108, values: RIGHT - x - 112, align: 'right' });
}

function factsTable(
  sheet: Sheet,
  start: Place,
  known: InvoiceDocument['facts'],
  columns: {
    readonly x: number;
    readonly names: number;
    readonly values: number;
    readonly align?: 'right';
  },
): Place {
  const { x, names, values, align = 'left' } = columns;
  const whole = sheet.pdf.struct('Table');
  sheet.whole.add(whole);
  let place = start;
  for (const [name, value] of known) {
    place = placeWithRoom(sheet, place, leading(VALUE_STYLE) * 2);
    const below = sheet.pdf.struct('TR');
    whole.add(below);
    const lower = { ...place, y: place.y + 1 };
    const afterName = write(sheet, lower, name, { ...NAME_STYLE, below }, { x, width: names });
    const beside: Aligned = { x: x + names + 4, width: values, align };
    place = later(afterName, write(sheet, place, value, { ...VALUE_STYLE, below }, beside));
    place = { ...place, y: place.y + 2 };
  }
  return place;
}

function lines(sheet: Sheet, start: Place, { lines: all, currency, words }: InvoiceDocument): Place {
  const hasDiscount = all.some(({ discount }) => discount !== undefined);
  const hasRates = all.some(({ rate }) => rate !== undefined);
  // The columns that not every document has.
  const only = <T>(discount: T, rate: T): readonly T[] => [
    ...(hasDiscount ? [discount] : []),
    ...(hasRates ? [rate] : []),
  ];
  return table(sheet, start, {
    columns: [
      { head: words.description, is: 'text' },
      { head: words.quantity, is: 'figure' },
      { head: words.unitPrice, is: 'figure' },
      ...only<Column>({ head: words.discount, is: 'figure' }, { head: words.vat, is: 'figure' }),
      { head: `${words.amount} ${currency}`, is: 'figure' },
    ],
    rows: all.map(({ text, quantity, unit, price, discount, rate, amount, carried }) => ({
      cells:
        amount === undefined
          ? [text]
          : [
              text,
              [quantity, unit].filter((one) => one !== undefined).join(' '),
              price ?? '',
              ...only(discount ?? '', rate ?? ''),
              amount,
            ],
      ...(carried !== undefined && {
        carried: [undefined, undefined, undefined, ...only(undefined, undefined), carried],
      }),
    })),
    carrying: { forward: words.carriedForward, brought: words.broughtForward },
  });
}

function totals(sheet: Sheet, start: Place, document: InvoiceDocument): Place {
  const { totals: sums, currency, words } = document;
  let place = placeWithRoom(sheet, start, 70);
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
  sheet.pdf.fillColor(INK);
  row(words.netAmount, sums.net, { size: 9.5, weight: 'plain' });
  row(words.vat, sums.vat, { size: 9.5, weight: 'plain' });
  drawRule(sheet, place.y, x, INK);
  place = { ...place, y: place.y + 6 };
  row(`${words.total} ${currency}`, sums.gross, { size: 11, weight: 'bold' });
  return below14(place);
}

/** Basis and tax rate by rate, of a document in another currency in the base currency too. */
function vat(sheet: Sheet, start: Place, { vat: groups, words, baseCurrency }: InvoiceDocument): Place {
  if (groups.length === 0) return start;
  const inBase = groups.some(({ vatInBase }) => vatInBase !== undefined);
  const place = table(sheet, placeWithRoom(sheet, start, Math.min(200, 40 + groups.length * 17)), {
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

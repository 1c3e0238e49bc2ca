import type { FullDate } from '@kontor/kernel';
import type PDFDocument from 'pdfkit';
import { facesFor, type Texts } from './fonts.js';
import { RIGHT_TO_LEFT, type SetLine } from './clusters.js';
import { rulesFor, typesetter, type Style, type Typesetter } from './typesetting.js';

/** A document of pdfkit. */
export type PdfDocument = InstanceType<typeof PDFDocument>;
/** A part of what a screen reader reads: a paragraph, a table, a row … */
export type Part = ReturnType<PdfDocument['struct']>;

/** The size of A4 and its margins, in points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 56, bottom: 64 } as const;
/** In points: how wide what stands on a page may be. */
export const WIDTH = PAGE.width - PAGE.left - PAGE.right;
/** In points from the left edge: where the right margin begins. */
export const RIGHT = PAGE.width - PAGE.right;
/** Where the contents of a page end, in points from its top; the foot stands below. */
export const BOTTOM = PAGE.height - PAGE.bottom;
/** Where later pages begin, below what they are called. */
const LATER_TOP = PAGE.top + 22;

/** The colour of what is to be read. */
export const INK = '#1a1a1a';
/** The colour of what is beside the matter. */
export const GREY = '#5c5c5c';
const RULE = '#c8c8c8';
/** The colour of large letters behind the text, which stays readable. */
export const WATERMARK = '#ededed';

/** What a document is called, whose it is, and what stands on each page. */
export type Imprint = {
  readonly title: string;
  /** Of the document: it says nothing of when it was drawn, so that its bytes are the same each time. */
  readonly date: FullDate;
  /** What the document says, for programs: a file attached to it. */
  readonly data?: AttachedData | undefined;
  readonly author: string;
  /** At the foot, beside the author. */
  readonly foot: string;
  /** The language it is written in, as readers of screens ask for it. */
  readonly lang: string;
  /** With `{page}` and `{pages}` in it. */
  readonly pageOf: string;
  /** Large behind everything, on every page. */
  readonly watermark?: string;
  /** Whether each page says who the author is, or the paper has it printed. */
  readonly isHeaded?: boolean;
  /** Below the foot of every page: three lines at most. */
  readonly footer?: string | undefined;
};

/** A file of JSON within a document. */
export type AttachedData = {
  readonly name: string;
  /** To people who look what is attached. */
  readonly says: string;
  readonly value: object;
};

/** A document that is being drawn. */
export type Sheet = {
  readonly pdf: PdfDocument;
  readonly type: Typesetter;
  readonly imprint: Imprint;
  /** All that a screen reader reads. */
  readonly whole: Part;
};

/** On which page, counted from nought, and how far down, in points. */
export type Place = { readonly page: number; readonly y: number };

/**
 * A document of A4 pages, with a foot on every page. `texts` is every text that will be drawn: their fonts
 * are read before.
 */
export async function drawDocument(
  imprint: Imprint,
  texts: Texts,
  draw: (sheet: Sheet, start: Place) => void,
): Promise<Uint8Array> {
  // Loaded with the first document: it is large, and most processes print none.
  const { default: Printer } = await import('pdfkit');
  const { title, author, foot, footer = '' } = imprint;
  const plain = [...texts.plain, author, foot, footer];
  const bold = [...texts.bold, title];
  const [faces] = await Promise.all([facesFor({ plain, bold }), rulesFor([...plain, ...bold])]);
  const pdf = new Printer({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: PAGE.left, right: PAGE.right },
    autoFirstPage: false,
    bufferPages: true,
    // The typesetter keeps them, and fewer.
    fontLayoutCache: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: imprint.lang,
    info: {
      Title: imprint.title,
      Author: imprint.author,
      Creator: 'Kontor',
      CreationDate: madeAt(imprint),
    },
  });
  attach(pdf, imprint);
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const whole = pdf.struct('Document');
  pdf.addStructure(whole);
  const sheet: Sheet = { pdf, type: typesetter(pdf, faces), imprint, whole };
  onPage(sheet, 0);
  draw(sheet, { page: 0, y: PAGE.top });
  feet(sheet);
  pdf.end();
  return done;
}

function madeAt({ date }: Imprint): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** Part of the document as a whole (ISO 32000-2, 14.13), so that readers show it among its files. */
function attach(pdf: PdfDocument, imprint: Imprint): void {
  if (imprint.data === undefined) return;
  const { name, says: description, value } = imprint.data;
  const at = { creationDate: madeAt(imprint), modifiedDate: madeAt(imprint) };
  const type = 'application/json';
  // The types of pdfkit do not know what it has: what a file is to the document that it is attached to.
  const options = { ...at, name, description, type, relationship: 'Data' };
  pdf.file(Buffer.from(JSON.stringify(value)), options);
}

/** Where the next `height` points fit together: at `place`, or else at the top of a new page. */
export function placeWithRoom(sheet: Sheet, place: Place, height: number): Place {
  if (place.y + height <= BOTTOM) return onPage(sheet, place.page, place.y);
  return onPage(sheet, place.page + 1);
}

/** Goes on on a page, and makes it if there is none yet. */
export function onPage(sheet: Sheet, page: number, y?: number): Place {
  const { pdf } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  if (page < start + count) {
    pdf.switchToPage(page);
  } else {
    if (count > 0) packed(pdf);
    pdf.addPage();
    watermark(sheet);
    if (page > 0) pageTitle(sheet);
  }
  return { page, y: y ?? (page === 0 ? PAGE.top : LATER_TOP) };
}

/**
 * A page that was drawn is kept until its foot is known. pdfkit has each of its commands as bytes of their
 * own, some 200 B of memory for 20 that are written: 110 lines of small pieces took more than there is.
 */
function packed({ page }: PdfDocument): void {
  // Its content, whose chunks the types do not name.
  const content = page.content as unknown as { buffer: Uint8Array[] };
  content.buffer = [Buffer.concat(content.buffer)];
}

/** What is drawn is part of what is read: of its kind, below another part. */
export function part(sheet: Sheet, parent: Part, kind: string, draw: () => void, options: object = {}): Part {
  const { pdf } = sheet;
  const made = pdf.struct(kind, options);
  parent.add(made);
  more(sheet, made, kind, draw);
  return made;
}

/**
 * Adds more contents to a part of the document that is there, as where a table goes on over the page. `draw`
 * draws them.
 */
export function more({ pdf }: Sheet, to: Part, kind: string, draw: () => void): void {
  const content = pdf.markStructureContent(kind);
  draw();
  pdf.endMarkedContent();
  to.add(content);
}

/** Lines, backgrounds and what repeats on every page: nothing that is read. */
export function ornament({ pdf }: Sheet, type: 'Pagination' | 'Layout', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}

/** Points from one line to the next. */
export function leading({ size }: Style): number {
  return size * 1.32;
}

/** In points: where a line begins, what it may take, and to which side it is set. */
export type Aligned = { readonly x: number; readonly width: number; readonly align?: 'left' | 'right' };

/** Draws a line of text whose top is at `y`, in points from the top of the page. */
export function drawLine(
  { type }: Sheet,
  line: SetLine,
  style: Style,
  { x, width, align = 'left', y }: Aligned & { readonly y: number },
): void {
  const from = align === 'right' ? x + width - line.width : x + (line.indent ?? 0);
  type.draw(line, style, from, y + style.size * 0.97);
}

/** Draws a figure or name on one line, smaller where it would not fit: it is never broken. */
export function drawFitting(
  sheet: Sheet,
  text: string,
  style: Style,
  aligned: Aligned & { readonly y: number },
): void {
  const line = sheet.type.line(text, style);
  if (line.width <= aligned.width) return drawLine(sheet, line, style, aligned);
  const smaller = { ...style, size: (style.size * aligned.width) / line.width };
  const y = aligned.y + (style.size - smaller.size) * 0.97;
  drawLine(sheet, sheet.type.line(text, smaller), smaller, { ...aligned, y });
}

/** How a text is written, and what it is to a screen reader. */
export type Writing = Style & {
  readonly colour?: string;
  /** Of which kind it is to a reader: a paragraph unless said otherwise. */
  readonly kind?: string;
  readonly below?: Part;
  /** Of a head of a table: what it is the head of. */
  readonly scope?: 'Row' | 'Column';
};

/** Writes a text that goes on over as many pages as it needs; answers where it ends. */
export function write(
  sheet: Sheet,
  start: Place,
  text: string,
  { colour = INK, kind = 'P', below = sheet.whole, scope, ...style }: Writing,
  aligned: Aligned,
): Place {
  const lines = sheet.type.lines(text, style, aligned.width);
  let made: Part | undefined;
  let place = start;
  let rest = lines;
  while (rest.length > 0) {
    place = placeWithRoom(sheet, place, leading(style));
    const fitting = Math.max(1, Math.floor((BOTTOM - place.y) / leading(style)));
    const here = rest.slice(0, fitting);
    const draw = (): void => {
      sheet.pdf.fillColor(colour);
      readAsWritten(sheet, rest === lines ? text : '', () => {
        here.forEach((line, index) => {
          drawLine(sheet, line, style, { ...aligned, y: place.y + index * leading(style) });
        });
      });
    };
    if (made === undefined)
      made = part(sheet, below, kind, draw, {
        ...partOptions(text),
        ...(scope && { scope }),
      });
    else more(sheet, made, kind, draw);
    place = { ...place, y: place.y + here.length * leading(style) };
    rest = rest.slice(fitting);
  }
  return place;
}

/** Latin, Greek and Cyrillic letters are read as they are drawn. */
const READ_AS_DRAWN = /^[\u0020-\u04ff\u2010-\u2060\u20a0-\u20cf\n]*$/;

/**
 * What is drawn in pieces is read as it was written. What runs from right to left is told to readers of
 * screens with its part (`partOptions`): those that copy text turn it themselves.
 */
export function readAsWritten({ pdf }: Sheet, text: string, draw: () => void): void {
  if (READ_AS_DRAWN.test(text) || RIGHT_TO_LEFT.test(text)) return draw();
  pdf.markContent('Span', { actual: text });
  draw();
  pdf.endMarkedContent();
}

/** How a text is told to readers of screens that is not drawn in the order in which it is read. */
export function partOptions(text: string): { readonly actual?: string } {
  return RIGHT_TO_LEFT.test(text) ? { actual: text } : {};
}

/** Draws a thin line over the page at `y`, in points from above; screen readers pass over it. */
export function drawRule(sheet: Sheet, y: number, from: number = PAGE.left, colour: string = RULE): void {
  ornament(sheet, 'Layout', () => {
    sheet.pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(colour).stroke();
  });
}

function watermark(sheet: Sheet): void {
  const { pdf, type, imprint } = sheet;
  if (imprint.watermark === undefined) return;
  const text = imprint.watermark;
  const style = { size: 130, weight: 'bold' } as const;
  const line = type.line(text, style);
  const middle = { x: PAGE.width / 2, y: PAGE.height / 2 };
  ornament(sheet, 'Pagination', () => {
    pdf.save().rotate(-52, { origin: [middle.x, middle.y] });
    pdf.fillColor(WATERMARK);
    type.draw(line, style, middle.x - line.width / 2, middle.y + style.size / 3);
    pdf.restore();
  });
}

/** Above what follows on later pages. */
function pageTitle(sheet: Sheet): void {
  const { pdf, imprint } = sheet;
  ornament(sheet, 'Pagination', () => {
    pdf.fillColor(GREY);
    const half = { width: WIDTH / 2 - 8, y: PAGE.top - 14 };
    const style = { size: 8.5, weight: 'bold' } as const;
    drawShortened(sheet, imprint.title, style, { ...half, x: PAGE.left });
    if (imprint.isHeaded === true) return;
    const right = { ...half, x: PAGE.left + WIDTH / 2 + 8, align: 'right' } as const;
    drawShortened(sheet, imprint.author, { ...style, weight: 'plain' }, right);
  });
  drawRule(sheet, PAGE.top + 2);
}

/** On every page: who, what, and which of how many pages. */
function feet(sheet: Sheet): void {
  const { pdf, imprint } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  const style = { size: 7.5, weight: 'plain' } as const;
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    const y = PAGE.height - 42;
    drawRule(sheet, y - 8);
    ornament(sheet, 'Pagination', () => {
      pdf.fillColor(GREY);
      const left = { x: PAGE.left, width: WIDTH - 110, y };
      const foot = imprint.isHeaded === true ? [imprint.foot] : [imprint.foot, imprint.author];
      drawShortened(sheet, foot.join('  ·  '), style, left);
      const page = imprint.pageOf.replace('{page}', String(index + 1)).replace('{pages}', String(count));
      drawFitting(sheet, page, style, { x: RIGHT - 100, width: 100, align: 'right', y });
      const small = { size: 6.5, weight: 'plain' } as const;
      const below = sheet.type.lines(imprint.footer ?? '', small, WIDTH).slice(0, 3);
      below.forEach((line, at) => {
        drawLine(sheet, line, small, { x: PAGE.left, width: WIDTH, y: y + 11 + at * 8 });
      });
    });
  }
}

/** On one line, ended by an ellipsis where it is too long. */
function drawShortened(
  sheet: Sheet,
  text: string,
  style: Style,
  aligned: Aligned & { readonly y: number },
): void {
  const [first] = sheet.type.lines(text, style, aligned.width - style.size);
  const whole = sheet.type.line(text, style);
  if (first === undefined || whole.width <= aligned.width) return drawLine(sheet, whole, style, aligned);
  const ellipsis = sheet.type.line('…', style).pieces;
  const width = first.width + style.size;
  drawLine(sheet, { pieces: [...first.pieces, ...ellipsis], width }, style, aligned);
}

import { defined } from '@kontor/kernel';
import {
  BOTTOM,
  drawFitting,
  drawLine,
  GREY,
  INK,
  leading,
  more,
  onPage,
  ornament,
  PAGE,
  part,
  partOptions,
  placeWithRoom,
  drawRule,
  readAsWritten,
  WIDTH,
  type Part,
  type Place,
  type Sheet,
} from './sheet.js';
import type { SetLine } from './clusters.js';

/** Texts are broken into lines; figures stand at the right end of their column, each on one line. */
export type Column = { readonly head: string; readonly is: 'text' | 'figure'; readonly share?: number };

/** A line of a table, each cell written as it is to be read. */
export type Row = {
  /** One for each column; only the first one for a row that is a text over the whole width. */
  readonly cells: readonly string[];
  /** The sums up to this row and with it, for the columns that have some. */
  readonly carried?: readonly (string | undefined)[] | undefined;
};

/** What a table is drawn of; it goes on over as many pages as it needs. */
export type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What the rows at the end and at the beginning of a page are called that carry sums. */
  readonly carrying?: { readonly forward: string; readonly brought: string };
  readonly size?: number;
  /** The sums of the whole table, below it. */
  readonly sums?: readonly string[];
  /** Points that texts keep, whatever figures stand beside them. */
  readonly leastText?: number;
};

const GAP = 10;
const HEAD = { size: 8, weight: 'bold' } as const;
/** A row of more lines goes on over the page; one of fewer stays together. */
const TOGETHER = 8;

type Slot = Column & { readonly x: number; readonly width: number };

/**
 * Draws a table that goes on over as many pages as it needs, its heads repeated and its sums carried; answers
 * where it ends. A reader of screens meets one table, its heads once.
 */
export function table(sheet: Sheet, start: Place, content: Table): Place {
  const { rows, carrying, size = 9 } = content;
  const style = { size, weight: 'plain' } as const;
  const lead = leading(style);
  const slots = slotsOf(sheet, content, size);
  const whole = sheet.pdf.struct('Table');
  sheet.whole.add(whole);
  let place = heads(sheet, placeWithRoom(sheet, start, 60), slots, whole);
  let carried: Row['carried'];
  const footing = carrying === undefined ? 0 : lead + 6;
  const turnOver = (): void => {
    if (carrying && carried) carry(sheet, place, slots, carrying.forward, carried, size);
    place = heads(sheet, onPage(sheet, place.page + 1), slots);
    if (carrying && carried) place = carry(sheet, place, slots, carrying.brought, carried, size);
  };
  for (const row of rows) {
    const isText = row.cells.length === 1 && slots.length > 1;
    const cells = (isText ? [textSlot()] : slots).map((slot, index) => {
      const text = row.cells[index] ?? '';
      const lines = slot.is === 'text' ? sheet.type.lines(text, style, slot.width) : [];
      return { slot, text, lines };
    });
    const count = Math.max(1, ...cells.map(({ lines }) => lines.length));
    const parts = sheet.pdf.struct('TR');
    whole.add(parts);
    const made: (Part | undefined)[] = [];
    let from = 0;
    while (from < count) {
      const free = Math.floor((BOTTOM - footing - place.y) / lead);
      const mayBreak = count > TOGETHER && free >= 3;
      if (free < count - from && !mayBreak) {
        turnOver();
        continue;
      }
      const to = Math.min(count, from + free);
      drawCells(sheet, cells, { from, to, y: place.y, size, colour: isText ? GREY : INK, parts, made });
      if (from === 0) carried = row.carried ?? carried;
      place = { ...place, y: place.y + (to - from) * lead + (to === count ? 5 : 0) };
      from = to;
    }
    parts.end();
  }
  drawRule(sheet, place.y + 1);
  place = { ...place, y: place.y + 8 };
  if (content.sums) place = sumsOf(sheet, place, slots, content.sums, { size, whole });
  whole.end();
  return { ...place, y: place.y + 2 };
}

function sumsOf(
  sheet: Sheet,
  start: Place,
  slots: readonly Slot[],
  sums: readonly string[],
  { size, whole }: { readonly size: number; readonly whole: Part },
): Place {
  const style = { size, weight: 'bold' } as const;
  const place = placeWithRoom(sheet, start, leading(style));
  const parts = sheet.pdf.struct('TR');
  whole.add(parts);
  slots.forEach((slot, index) => {
    part(sheet, parts, index === 0 ? 'TH' : 'TD', () => {
      sheet.pdf.fillColor(INK);
      const align = slot.is === 'figure' ? 'right' : 'left';
      drawFitting(sheet, sums[index] ?? '', style, { ...slot, align, y: place.y });
    });
  });
  return { ...place, y: place.y + leading(style) + 6 };
}

type Cell = { readonly slot: Slot; readonly text: string; readonly lines: readonly SetLine[] };

function drawCells(
  sheet: Sheet,
  cells: readonly Cell[],
  {
    from,
    to,
    y,
    size,
    colour,
    parts,
    made,
  }: {
    readonly from: number;
    readonly to: number;
    readonly y: number;
    readonly size: number;
    readonly colour: string;
    readonly parts: Part;
    readonly made: (Part | undefined)[];
  },
): void {
  const style = { size, weight: 'plain' } as const;
  cells.forEach(({ slot, text, lines }, index) => {
    const draw = (): void => {
      sheet.pdf.fillColor(colour);
      if (slot.is === 'figure') {
        if (from === 0 && text !== '') drawFitting(sheet, text, style, { ...slot, align: 'right', y });
        return;
      }
      readAsWritten(sheet, from === 0 ? text : '', () => {
        lines.slice(from, to).forEach((line, at) => {
          drawLine(sheet, line, style, { ...slot, y: y + at * leading(style) });
        });
      });
    };
    const known = made[index];
    if (known === undefined) made[index] = part(sheet, parts, 'TD', draw, partOptions(text));
    else if (lines.length > from) more(sheet, known, 'TD', draw);
  });
}

/** Heads of the columns, of one or more lines; for readers where the table begins. */
function heads(sheet: Sheet, place: Place, slots: readonly Slot[], whole?: Part): Place {
  const set = slots.map((slot) => sheet.type.lines(slot.head, HEAD, slot.width));
  const count = Math.max(...set.map((lines) => lines.length));
  const lead = leading(HEAD);
  const parts = whole && sheet.pdf.struct('TR');
  if (whole && parts) whole.add(parts);
  slots.forEach((slot, index) => {
    const lines = defined(set[index]);
    const draw = (): void => {
      sheet.pdf.fillColor(GREY);
      lines.forEach((line, at) => {
        const y = place.y + (count - lines.length + at) * lead;
        drawLine(sheet, line, HEAD, { ...slot, align: slot.is === 'figure' ? 'right' : 'left', y });
      });
    };
    if (parts) part(sheet, parts, 'TH', draw, { scope: 'Column' });
    else ornament(sheet, 'Pagination', draw);
  });
  parts?.end();
  const y = place.y + count * lead + 3;
  drawRule(sheet, y);
  return { ...place, y: y + 6 };
}

/** The sums at the end of a page, and at the beginning of the next one. */
function carry(
  sheet: Sheet,
  place: Place,
  slots: readonly Slot[],
  name: string,
  sums: NonNullable<Row['carried']>,
  size: number,
): Place {
  const style = { size, weight: 'bold' } as const;
  const { y } = place;
  ornament(sheet, 'Pagination', () => {
    sheet.pdf.fillColor(GREY);
    slots.forEach((slot, index) => {
      const sum = index === 0 ? name : sums[index];
      if (sum !== undefined) {
        drawFitting(sheet, sum, style, { ...slot, align: index === 0 ? 'left' : 'right', y });
      }
    });
  });
  return { ...place, y: y + leading(style) + 6 };
}

function textSlot(): Slot {
  return { head: '', is: 'text', x: PAGE.left, width: WIDTH };
}

/** Figures have the width of the widest, as far as texts keep theirs; texts share what is left. */
function slotsOf(
  sheet: Sheet,
  { columns, rows, sums, leastText = 150 }: Table,
  size: number,
): readonly Slot[] {
  const style = { size, weight: 'bold' } as const;
  const widest = (index: number): number => {
    const texts = new Set([sums?.[index] ?? '']);
    for (const { cells, carried } of rows) {
      if (cells.length > 1) texts.add(cells[index] ?? '');
      texts.add(carried?.[index] ?? '');
    }
    const words = defined(columns[index])
      .head.split(' ')
      .map((word) => sheet.type.line(word, HEAD).width);
    let width = Math.max(24, ...words);
    for (const text of texts) width = Math.max(width, sheet.type.line(text, style).width);
    return width + 0.5;
  };
  const gaps = GAP * (columns.length - 1);
  const natural = columns.map(({ is }, index) => (is === 'figure' ? widest(index) : 0));
  const figures = narrowed(natural, WIDTH - gaps - leastText);
  const forTexts = WIDTH - gaps - figures.reduce((all, width) => all + width, 0);
  const shares = columns.reduce((all, { is, share = 1 }) => all + (is === 'text' ? share : 0), 0);
  let x: number = PAGE.left;
  return columns.map((column, index) => {
    const { is, share = 1 } = column;
    const width = is === 'text' ? (forTexts * share) / shares : defined(figures[index]);
    const slot = { ...column, x, width };
    x += width + GAP;
    return slot;
  });
}

/** Widths that come to at most a sum: the widest give way first. */
function narrowed(widths: readonly number[], most: number): readonly number[] {
  let rest = most;
  let limit = Infinity;
  const ordered = [...widths].sort((one, other) => one - other);
  ordered.forEach((width, index) => {
    const share = rest / (ordered.length - index);
    if (width > share) limit = Math.min(limit, share);
    rest -= Math.min(width, limit);
  });
  return widths.map((width) => Math.min(width, limit));
}

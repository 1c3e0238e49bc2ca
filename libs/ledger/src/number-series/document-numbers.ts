import { defined, flatMapped, merge } from '@kontor/kernel';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { NUMBER_SERIES } from './number-series.data.js';
import type { NumberRange, Numbers, NumbersToAllocate } from './numbers.port.js';

/** Numbers documents, running over the agreement. */
export const VOUCHER_IDS = 'voucher-id';
/** Numbers the entries of documents, running over the agreement. */
export const ENTRY_NUMBERS = 'entry-number';

/** Which numbers a document needs: one of its series, one for itself, and some for its lines. */
export type DocumentToNumber = {
  /** The number of the series: one of `SERIES`. */
  readonly series: number;
  /** The accounting year in which the series counts (facts 5.1): its name. */
  readonly year: string;
  /** How many entry numbers. */
  readonly entries: number;
};

/** The numbers under which a document goes into the books. */
export type DocumentNumbers = {
  /** Running over the agreement. */
  readonly voucherId: number;
  /** The next of the series in the year. */
  readonly voucherNumber: number;
  /** The first of the entry numbers, which follow each other. */
  readonly firstEntryNumber: number;
};

/** Every series counts anew in each accounting year (facts 5.1). */
export function seriesInYear(series: number, year: string): string {
  return `series/${series}/${year}`;
}

/** Series whose numbers are taken when a document is booked, and not before. */
const GAPLESS: ReadonlySet<number> = new Set(
  NUMBER_SERIES.filter(({ allowGaps }) => !allowGaps).map(({ numberSeriesNumber }) => numberSeriesNumber),
);

function wantedBy({ series, year, entries }: DocumentToNumber): readonly NumbersToAllocate[] {
  return [
    { series: ENTRY_NUMBERS, count: entries, gapless: false },
    { series: seriesInYear(series, year), count: 1, gapless: GAPLESS.has(series) },
    { series: VOUCHER_IDS, count: 1, gapless: false },
  ];
}

const PER_DOCUMENT = 3;

/** All that a new document needs; `also`: what else its unit of work needs, asked for together with it. */
export function documentNumbers(
  numbers: Numbers,
  document: DocumentToNumber,
  also: readonly NumbersToAllocate[] = [],
): TaskEither<never, DocumentNumbers & { readonly also: readonly NumberRange[] }> {
  return pipe(
    numbers.allocate([...wantedBy(document), ...also]),
    TE.map((ranges) => merge(numbersIn(ranges), { also: ranges.slice(PER_DOCUMENT) })),
  );
}

/** The same for several documents at once, in their order. */
export function numbersOfDocuments(
  numbers: Numbers,
  documents: readonly DocumentToNumber[],
): TaskEither<never, readonly DocumentNumbers[]> {
  return pipe(
    numbers.allocate(flatMapped(documents, wantedBy)),
    TE.map((ranges) => documents.map((_, index) => numbersIn(ranges.slice(index * PER_DOCUMENT)))),
  );
}

/** The first of `count` entry numbers that follow each other; of none, 0. */
export function entryNumbers(numbers: Numbers, count: number): TaskEither<never, number> {
  if (count === 0) return TE.right(0);
  return pipe(
    numbers.allocate([{ series: ENTRY_NUMBERS, count, gapless: false }]),
    TE.map(([range]) => defined(range).first),
  );
}

function numbersIn([entries, series, ids]: readonly NumberRange[]): DocumentNumbers {
  return {
    voucherId: defined(ids).first,
    voucherNumber: defined(series).first,
    firstEntryNumber: defined(entries).first,
  };
}

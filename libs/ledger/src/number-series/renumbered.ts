import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FullDate } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { numberedFrom, storedNumbers, type NumberedLine } from '../posting/line-numbers.rules.js';
import { documentNumbers, entryNumbers } from './document-numbers.js';
import { numberIn } from './number-in.js';

type NumberInSeries = ReturnType<typeof numberIn>;

/** A draft that is there, and the number of its series. */
export type NumberedDraft = {
  readonly date: FullDate;
  readonly series: number;
  readonly voucherNumber: NumberInSeries;
  readonly lines: readonly NumberedLine[];
};

/** The same draft as it is to be: its series, the accounting year that it is dated in, its lines. */
export type DraftToNumber<L> = {
  readonly series: { readonly numberSeriesNumber: number; readonly prefix: string };
  readonly year: string;
  readonly lines: readonly L[];
};

/**
 * D66: the numbers of a draft that is replaced whole. It keeps its number in its series as long as it stays
 * in its series and accounting year, and lines that give the entry number of a line keep theirs.
 */
export function renumbered<L extends NumberedLine>(
  { numbers, accountingYears }: Pick<LedgerRepositories, 'numbers' | 'accountingYears'>,
  old: NumberedDraft,
  { series, year, lines }: DraftToNumber<L>,
): TaskEither<
  LedgerFailure,
  {
    readonly voucherNumber: NumberInSeries;
    readonly lines: readonly (L & { readonly entryNumber: number })[];
  }
> {
  const fixedNumbers = storedNumbers(lines, old.lines);
  const entries = fixedNumbers.filter((number) => number === undefined).length;
  const { numberSeriesNumber } = series;
  const formerYear =
    old.series === numberSeriesNumber ? accountingYears.ofDate(old.date) : TE.right(undefined);
  return pipe(
    formerYear,
    TE.flatMap((former) =>
      former?.year === year
        ? withFirstEntry(old.voucherNumber, entryNumbers(numbers, entries))
        : numberedAnew(documentNumbers(numbers, { series: numberSeriesNumber, year, entries }), series),
    ),
    TE.map(({ voucherNumber, first }) => ({
      voucherNumber,
      lines: numberedFrom(lines, fixedNumbers, first),
    })),
  );
}

type NumbersTaken = { readonly voucherNumber: NumberInSeries; readonly first: number };

function withFirstEntry(
  voucherNumber: NumberInSeries,
  firstEntry: TaskEither<never, number>,
): TaskEither<never, NumbersTaken> {
  return pipe(
    firstEntry,
    TE.map((first) => ({ voucherNumber, first })),
  );
}

function numberedAnew(
  taken: ReturnType<typeof documentNumbers>,
  series: DraftToNumber<unknown>['series'],
): TaskEither<never, NumbersTaken> {
  return pipe(
    taken,
    TE.map(({ voucherNumber, firstEntryNumber }) => ({
      voucherNumber: numberIn(series, voucherNumber),
      first: firstEntryNumber,
    })),
  );
}

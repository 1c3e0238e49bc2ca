import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, merge, flatMapped } from '@kontor/kernel';
import { documentNumbers, entryNumbers } from '../number-series/document-numbers.js';
import type { NumberRange, Numbers, NumbersToAllocate } from '../number-series/numbers.port.js';
import { everyLineIsSharedOut } from './draft-facts.js';
import type { PostingFacts, PostablePeriod } from './posting-facts.js';
import type { EntryToPost, PostedEntry, Posting, UnnumberedPosting } from './posting.js';
import type { PostingRefusal } from './posting.failures.js';
import type { PostingRepository, PostingToWrite } from './posting.port.js';
import { balances, everyAccountTakesIts, nothingIsMissing, periodToPostIn } from './posting.rules.js';

/** A document under its numbers, and the ranges of what else was allocated with them. */
export type NumberedPosting = { readonly document: PostingToWrite; readonly also: readonly NumberRange[] };

/** What posting needs from outside. */
export type PostingRepositories = { readonly numbers: Numbers; readonly posting: PostingRepository };

/**
 * The one and only way into the books: entries and period totals of one document, all or nothing, in the
 * unit of work of whatever books it.
 */
export const post =
  (repositories: PostingRepositories) =>
  (posting: Posting): TaskEither<PostingRefusal, readonly PostedEntry[]> =>
    pipe(
      postAll(repositories)([posting]),
      TE.map((posted) => posted[0] ?? []),
    );

/** The same for several documents at once, in as many round trips as one takes: all of them or none. */
export const postAll =
  ({ numbers, posting }: PostingRepositories) =>
  (postings: readonly Posting[]): TaskEither<PostingRefusal, readonly (readonly PostedEntry[])[]> =>
    pipe(
      TE.fromEither(everyOneBalances(postings)),
      TE.flatMap(() => posting.factsFor(postings)),
      TE.flatMapEither((facts) => placed(postings, facts)),
      TE.flatMap((placements) => numbered(placements, numbers)),
      TE.tap((documents) => posting.write(documents)),
      TE.map((documents) => documents.map(({ entries }) => entries)),
    );

/** Whether the rules would let documents into the books: nothing is numbered and nothing written. */
export const mayBePosted =
  ({ posting }: Pick<PostingRepositories, 'posting'>) =>
  (postings: readonly UnnumberedPosting[]): TaskEither<PostingRefusal, void> =>
    pipe(
      TE.fromEither(everyOneBalances(postings)),
      TE.flatMap(() => posting.factsToShow(postings)),
      TE.flatMapEither((facts) => placed(postings, facts)),
      TE.map(() => undefined),
    );

/**
 * The same for a document that takes the next number of its series: only when everything about it is in
 * order, for whoever takes the one after it waits until this unit of work is done. `also`: numbers that the
 * unit needs for something else, allocated with its own.
 */
export const postNext =
  (repositories: PostingRepositories) =>
  (
    series: number,
    unnumbered: UnnumberedPosting,
    also: readonly NumbersToAllocate[] = [],
  ): TaskEither<PostingRefusal, NumberedPosting> => {
    const { numbers, posting: books } = repositories;
    return pipe(
      TE.fromEither(balances(unnumbered)),
      TE.flatMap(() => books.factsFor([unnumbered])),
      TE.flatMapEither((facts) => placed([unnumbered], facts)),
      TE.flatMap((placements) => numberedNext(defined(placements[0]), numbers, { series, also })),
      TE.tap(({ document }) => books.write([document])),
    );
  };

function numberedNext(
  { posting, period }: Placement<UnnumberedPosting>,
  numbers: Numbers,
  wanted: { readonly series: number; readonly also: readonly NumbersToAllocate[] },
): TaskEither<never, NumberedPosting> {
  const { series: numberSeriesNumber } = wanted;
  const toNumber = { series: wanted.series, year: period.year, entries: posting.entries.length };
  return pipe(
    documentNumbers(numbers, toNumber, wanted.also),
    TE.map(({ voucherId, voucherNumber, firstEntryNumber, also }) => {
      const entries = posting.entries.map((entry, index) =>
        merge(entry, { entryNumber: firstEntryNumber + index }),
      );
      const numbered = { ...posting, voucherId, voucherNumber, numberSeriesNumber, entries };
      return { document: documentOf({ posting: numbered, period }, () => 0), also };
    }),
  );
}

function everyOneBalances(postings: readonly UnnumberedPosting[]): Either<PostingRefusal, void> {
  for (const one of postings) {
    const balanced = balances(one);
    if (isLeft(balanced)) return balanced;
  }
  return right(undefined);
}

type Placement<P = Posting> = { readonly posting: P; readonly period: PostablePeriod };

/** Every document in the period of its date, on accounts that take its entries. */
function placed<P extends UnnumberedPosting>(
  postings: readonly P[],
  facts: PostingFacts,
): Either<PostingRefusal, readonly Placement<P>[]> {
  const placements: Placement<P>[] = [];
  for (const posting of postings) {
    const period = periodToPostIn(posting, facts);
    if (isLeft(period)) return period;
    const taken = everyAccountTakesIts(posting, facts);
    if (isLeft(taken)) return taken;
    const shared = everyLineIsSharedOut(posting.entries, facts);
    if (isLeft(shared)) return shared;
    const whole = nothingIsMissing(posting, facts);
    if (isLeft(whole)) return whole;
    placements.push({ posting, period: period.right });
  }
  return right(placements);
}

/** Amendment 153: entries keep the numbers of the lines they come from; the others take the next ones. */
function numbered(
  placements: readonly Placement[],
  numbers: Numbers,
): TaskEither<never, readonly PostingToWrite[]> {
  const missing = flatMapped(placements, ({ posting }) => posting.entries).filter(isUnnumbered).length;
  return pipe(
    entryNumbers(numbers, missing),
    TE.map((first) => {
      let next = first;
      return placements.map((placement) => documentOf(placement, () => next++));
    }),
  );
}

/** What is written of a document; its entries that have no number take the next one. */
function documentOf({ posting, period }: Placement, nextNumber: () => number): PostingToWrite {
  const { date, voucherId, voucherNumber, numberSeriesNumber, closesYear, settlesPosts } = posting;
  const { year, periodNumber } = period;
  const entries = posting.entries.map((entry): PostedEntry => {
    const { entryNumber = nextNumber() } = entry;
    return merge(entry, { entryNumber, date, year, periodNumber });
  });
  const numbers = { voucherId, voucherNumber, numberSeriesNumber };
  return {
    ...{ date, ...numbers, year, periodNumber, entries },
    ...(closesYear && { closesYear }),
    ...(settlesPosts && { settlesPosts }),
  };
}

function isUnnumbered({ entryNumber }: EntryToPost): boolean {
  return entryNumber === undefined;
}

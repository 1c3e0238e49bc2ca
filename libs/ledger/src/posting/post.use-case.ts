import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { extended } from '@kontor/kernel';
import type { Numbers } from '../number-series/numbers.port.js';
import type { PostingGround, PostablePeriod } from './posting-ground.js';
import type { EntryToPost, PostedEntry, Posting } from './posting.js';
import type { PostingRefusal } from './posting.failures.js';
import type { PostingRepository, PostingToWrite } from './posting.port.js';
import { balances, everyAccountTakesIts, nothingIsMissing, periodToPostIn } from './posting.rules.js';

/** A document that has no numbers yet. */
export type UnnumberedPosting = Omit<Posting, 'voucherId' | 'voucherNumber'>;

/** What posting needs from outside. */
export type PostingRepositories = { readonly numbers: Numbers; readonly posting: PostingRepository };

/**
 * The one and only way into the books: entries, period totals and the outbox row of one document, all or nothing, in the
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
      TE.flatMap(() => TE.fromTask(() => posting.groundFor(postings))),
      TE.flatMapEither((ground) => placed(postings, ground)),
      TE.flatMap((placements) => TE.fromTask(() => numbered(placements, numbers))),
      TE.tap((documents) => TE.fromTask(() => posting.write(documents))),
      TE.map((documents) => documents.map(({ entries }) => entries)),
    );

/**
 * The same for a document that takes the next number of its series: only when everything about it is in order, for whoever takes the
 * one after it waits until this unit of work is done.
 */
export const postNext =
  (repositories: PostingRepositories) =>
  (series: number, unnumbered: UnnumberedPosting): TaskEither<PostingRefusal, PostingToWrite> => {
    const { numbers, posting: books } = repositories;
    const asIfNumbered: Posting = { ...unnumbered, voucherId: 0, voucherNumber: 0 };
    return pipe(
      TE.fromEither(balances(asIfNumbered)),
      TE.flatMap(() => TE.fromTask(() => books.groundFor([asIfNumbered]))),
      TE.flatMapEither((ground) => placed([asIfNumbered], ground)),
      TE.flatMap((placements) =>
        TE.fromTask(() => numberedNext(placements[0] as Placement, series, numbers)),
      ),
      TE.tap((document) => TE.fromTask(() => books.write([document]))),
    );
  };

async function numberedNext(
  { posting, period }: Placement,
  series: number,
  numbers: Numbers,
): Promise<PostingToWrite> {
  const { year } = period;
  const taken = await numbers.take({ series, year, entries: posting.entries.length });
  const { voucherId, voucherNumber, firstEntryNumber } = taken;
  const entries = posting.entries.map((entry, index) => ({
    ...entry,
    entryNumber: firstEntryNumber + index,
  }));
  return documentOf({ posting: { ...posting, voucherId, voucherNumber, entries }, period }, () => 0);
}

function everyOneBalances(postings: readonly Posting[]): Either<PostingRefusal, void> {
  for (const one of postings) {
    const balanced = balances(one);
    if (isLeft(balanced)) return balanced;
  }
  return right(undefined);
}

type Placement = { readonly posting: Posting; readonly period: PostablePeriod };

/** Every document in the period of its date, on accounts that take its entries. */
function placed(
  postings: readonly Posting[],
  ground: PostingGround,
): Either<PostingRefusal, readonly Placement[]> {
  const placements: Placement[] = [];
  for (const posting of postings) {
    const period = periodToPostIn(posting, ground);
    if (isLeft(period)) return period;
    const taken = everyAccountTakesIts(posting, ground);
    if (isLeft(taken)) return taken;
    const whole = nothingIsMissing(posting, ground);
    if (isLeft(whole)) return whole;
    placements.push({ posting, period: period.right });
  }
  return right(placements);
}

/** Amendment 153: entries keep the numbers of the lines they come from; the others take the next ones. */
async function numbered(
  placements: readonly Placement[],
  numbers: Numbers,
): Promise<readonly PostingToWrite[]> {
  const missing = placements.flatMap(({ posting }) => posting.entries).filter(isUnnumbered).length;
  let next = missing === 0 ? 0 : await numbers.takeEntryNumbers(missing);
  return placements.map((placement) => documentOf(placement, () => next++));
}

/** What is written of a document; its entries that have no number take the next one. */
function documentOf({ posting, period }: Placement, nextNumber: () => number): PostingToWrite {
  const { date, voucherId, voucherNumber } = posting;
  const { year, periodNumber } = period;
  const entries = posting.entries.map((entry): PostedEntry => {
    const { entryNumber = nextNumber() } = entry;
    return extended(entry, { entryNumber, date, year, periodNumber });
  });
  return { date, voucherId, voucherNumber, year, periodNumber, entries };
}

function isUnnumbered({ entryNumber }: EntryToPost): boolean {
  return entryNumber === undefined;
}

import { isLeft, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { extended, type ModuleName, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import { groundOfDraft } from '../posting/ground.js';
import { postAll } from '../posting/post.use-case.js';
import type { Posting } from '../posting/posting.js';
import { draftsToBook, type Booking } from './drafts-to-book.js';
import { vatTermsOf } from './line-terms.js';
import { Voucher } from './voucher.resource.js';
import { withLinesBooked } from './voucher-lines.js';
import { entriesOfLine, type EntryTerms } from './voucher-entries.rules.js';
import { accountsNamedIn, everyVatAmountHolds, type CompleteLine } from './voucher.rules.js';

export type BookVouchers = {
  readonly bookings: readonly Booking[];
  /** Where each booking stands in the request, for refusals: empty, or `[1].` in a list. */
  readonly places: readonly string[];
  readonly modules: readonly ModuleName[];
};

/**
 * Facts 3.15: drafts become booked, all of them or none. A draft is booked by one request only: who marks it first has it, and the other
 * finds no draft.
 */
export const bookVouchers =
  (repositories: LedgerRepositories) =>
  (command: BookVouchers): TaskEither<LedgerFailure, readonly Stored<Voucher>[]> => {
    const { bookings, places } = command;
    const { bookedMarks } = repositories;
    return pipe(
      fromPromise(() => draftsToBook(Voucher, bookedMarks, bookings, places)),
      TE.bindTo('found'),
      TE.bind('terms', ({ found }) => fromPromise(() => entryTermsOf(repositories, found, command))),
      TE.tap(({ found }) =>
        TE.fromTask(() =>
          bookedMarks.put(
            Voucher,
            found.map(({ value, version }) => ({ voucherId: value.voucherId, version })),
          ),
        ),
      ),
      TE.tap(({ found, terms }) =>
        postAll(repositories)(found.map(({ value }, index) => postingOf(value, terms, places[index] ?? ''))),
      ),
      TE.map(({ found }) =>
        found.map(({ value, version }) => ({
          value: withLinesBooked({ ...value, booked: true }),
          version: version + 1,
        })),
      ),
    );
  };

function fromPromise<A>(read: () => Promise<Either<LedgerFailure, A>>): TaskEither<LedgerFailure, A> {
  return read;
}

function linesOf({ lines }: Voucher): readonly CompleteLine[] {
  return lines as readonly CompleteLine[];
}

async function entryTermsOf(
  repositories: LedgerRepositories,
  found: readonly Stored<Voucher>[],
  { places, modules }: BookVouchers,
): Promise<Either<LedgerFailure, EntryTerms>> {
  const shared = await everyVoucherIsSharedOut(repositories, found, { places, modules });
  if (isLeft(shared)) return shared;
  const lines = found.flatMap(({ value }, voucher) =>
    linesOf(value).map((line, index) =>
      extended(line, { property: `${places[voucher] ?? ''}lines[${index}]` }),
    ),
  );
  const vat = await vatTermsOf(repositories.resources, lines);
  if (isLeft(vat)) return vat;
  const held = everyVatAmountHolds(lines, { vat: vat.right });
  if (isLeft(held)) return held;
  const controlAccountOf = await controlAccountsOf(repositories.controlAccounts, lines);
  if (isLeft(controlAccountOf)) return controlAccountOf;
  return right({ vat: vat.right, controlAccountOf: controlAccountOf.right });
}

/** Whether accounts ask for departments that lines lack: asked only where there are departments at all. */
async function everyVoucherIsSharedOut(
  repositories: LedgerRepositories,
  found: readonly Stored<Voucher>[],
  { places, modules }: Pick<BookVouchers, 'places' | 'modules'>,
): Promise<Either<LedgerFailure, void>> {
  if (!modules.includes('dimension')) return right(undefined);
  for (const [index, { value }] of found.entries()) {
    const accounts = accountsNamedIn(linesOf(value), modules, places[index]);
    const ground = await groundOfDraft(repositories, value.date, accounts)();
    if (isLeft(ground)) return ground;
  }
  return right(undefined);
}

function postingOf(voucher: Voucher, terms: EntryTerms, place: string): Posting {
  const { voucherId, voucherType, date, voucherNumber } = voucher;
  return {
    date,
    voucherId,
    voucherNumber: voucherNumber.voucherNumber,
    place,
    entries: linesOf(voucher).flatMap((line, index) =>
      entriesOfLine(line, `${place}lines[${index}]`, voucherType, terms),
    ),
  };
}

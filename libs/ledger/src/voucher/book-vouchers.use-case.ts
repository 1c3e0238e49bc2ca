import { isLeft, isRight, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { merge, type ModuleName, type Stored, flatMapped } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { linesMayBeMatched, matchLines } from '../open-post/matches-of-lines.js';
import type { OpenPost } from '../open-post/open-post.resource.js';
import { controlAccountsOf, type ControlAccountOf } from '../posting/control-accounts.js';
import { factsOfDraft, type FactsSource } from '../posting/draft-facts.js';
import { mayBePosted, postAll } from '../posting/post.use-case.js';
import type { Posting } from '../posting/posting.js';
import { accrualsAreFew, accrualsOf } from './accruals.rules.js';
import { draftsToBook, type Booking } from './drafts-to-book.js';
import { receivedGoodsHeld } from './goods-held.js';
import { goodsOfLine } from './goods-received.rules.js';
import { vatTermsOf, type VatTermsByCode } from './line-terms.js';
import { postAccruals } from './post-accruals.js';
import { Voucher } from './voucher.resource.js';
import { withLinesBooked } from './voucher-lines.js';
import { entriesOfLine, roundingEntry, type EntryTerms } from './voucher-entries.rules.js';
import { accountsNamedIn, isOwed } from './voucher.rules.js';
import { noVatAccountIsBarred } from './line-completion.rules.js';
import { linesOf, type CompleteLine, type LineTerms } from './line-completion.rules.js';

/** Which drafts are booked together: all of them, or none. */
export type BookVouchers = {
  readonly bookings: readonly Booking[];
  /** Where each booking stands in the request, for refusals: empty, or `[1].` in a list. */
  readonly propertyPrefixes: readonly string[];
  readonly modules: readonly ModuleName[];
};

/**
 * Facts 3.15: drafts become booked, all of them or none. A draft is booked by one request only: who marks it
 * first has it, and the other finds no draft.
 */
export const bookVouchers =
  (repositories: LedgerRepositories) =>
  (command: BookVouchers): TaskEither<LedgerFailure, readonly Stored<Voucher>[]> => {
    const { bookings, propertyPrefixes } = command;
    const { bookedMarks } = repositories;
    const drafts: TaskEither<LedgerFailure, readonly Stored<Voucher>[]> = draftsToBook(
      Voucher,
      bookedMarks,
      bookings,
      propertyPrefixes,
    );
    return pipe(
      drafts,
      TE.bindTo('found'),
      TE.tapEither(({ found }): Either<LedgerFailure, void> =>
        accrualsAreFew(
          found.map(({ value }) => value),
          propertyPrefixes,
        ),
      ),
      TE.tap(({ found }) =>
        receivedGoodsHeld(
          repositories,
          found.map(({ value }) => value),
        ),
      ),
      TE.bind('terms', ({ found }) => entryTermsOf(repositories, found, command)),
      TE.tap(({ found }) =>
        bookedMarks.put(
          Voucher,
          found.map(({ value, version }) => ({ voucherId: value.voucherId, version })),
        ),
      ),
      TE.tap(({ found, terms }) =>
        postAll(repositories)(
          found.map(({ value }, index) => postingOf(value, terms, propertyPrefixes[index] ?? '')),
        ),
      ),
      TE.tap(({ found, terms }) => goodsReceivedBy(repositories, found, terms)),
      TE.tap(({ found, terms }) => accrualsPosted(repositories, found, terms, propertyPrefixes)),
      TE.bind('booked', ({ found }) =>
        matchLines(
          repositories,
          found.map(({ value }) => value),
          propertyPrefixes,
        ),
      ),
      TE.map(({ found, booked }) =>
        booked.map((value, index) => ({
          value: withLinesBooked({ ...value, booked: true }),
          version: (found[index]?.version ?? 0) + 1,
        })),
      ),
    );
  };

/**
 * Amendment "15, metaData": whether a draft may be booked now: itself, what its lines accrue, and what they
 * match.
 */
export const voucherMayBeBooked =
  (repositories: LedgerRepositories) =>
  async (voucher: Voucher, modules: readonly ModuleName[]): Promise<boolean> => {
    if (voucher.booked || voucher.lines.length === 0) return false;
    const found = [{ value: voucher, version: 0 }];
    const { resources, controlAccounts, posting } = repositories;
    const showing = {
      resources,
      controlAccounts,
      baseCurrency: () => repositories.baseCurrency(),
      posting: { factsFor: posting.factsToShow },
    };
    const terms = await entryTermsOf(showing, found, { propertyPrefixes: [''], modules })();
    if (isLeft(terms)) return false;
    const own = postingOf(voucher, terms.right, '');
    const accruals = accrualsOf({ date: voucher.date, lines: linesOf(voucher) }, terms.right);
    const posted = await mayBePosted(repositories)([own, ...accruals])();
    return isRight(posted) && isRight(await linesMayBeMatched(repositories, voucher, postsOf(own))());
  };

/** The open posts that booking a document would make. */
function postsOf({ entries, date, voucherId }: Posting): readonly OpenPost[] {
  return flatMapped(entries, (entry): readonly OpenPost[] => {
    const { entryNumber, entryType, accountNumber, customerNumber, supplierNumber } = entry;
    const { amount, amountInBaseCurrency, currency } = entry;
    if (entryNumber === undefined || (customerNumber ?? supplierNumber) === undefined) return [];
    return [
      {
        entryNumber,
        entryType,
        account: { accountNumber },
        ...(customerNumber !== undefined && { customer: { customerNumber } }),
        ...(supplierNumber !== undefined && { supplier: { supplierNumber } }),
        voucher: { voucherId },
        date,
        currency,
        amount,
        amountInBaseCurrency,
        remainder: amount,
        remainderInBaseCurrency: amountInBaseCurrency,
      },
    ];
  });
}

/** Of the vouchers whose lines accrue anything: after the vouchers themselves, in their order. */
function accrualsPosted(
  repositories: LedgerRepositories,
  found: readonly Stored<Voucher>[],
  terms: EntryTerms,
  propertyPrefixes: readonly string[],
): TaskEither<LedgerFailure, void> {
  return async () => {
    for (const [index, { value }] of found.entries()) {
      if (!value.lines.some(({ accruals }) => accruals !== undefined)) continue;
      const posted = await postAccruals(repositories, value, terms, propertyPrefixes[index] ?? '');
      if (isLeft(posted)) return posted;
    }
    return right(undefined);
  };
}

/** Amendment "stock": what product lines say is received, is, by the entries of each. */
function goodsReceivedBy(
  { goodsReceived }: LedgerRepositories,
  found: readonly Stored<Voucher>[],
  terms: EntryTerms,
): TaskEither<never, void> {
  return async () => {
    for (const { value } of found) {
      const goods = flatMapped(linesOf(value), (line) =>
        line.product === undefined
          ? []
          : goodsOfLine(line, entriesOfLine(line, 'line', value.voucherType, terms)),
      );
      if (goods.length > 0) await goodsReceived.receive(goods, value);
    }
    return right(undefined);
  };
}

/** What the entries of drafts follow from besides the drafts. */
type TermsSource = FactsSource & Pick<LedgerRepositories, 'baseCurrency' | 'controlAccounts' | 'resources'>;
type BookingTerms = EntryTerms & Pick<LineTerms, 'baseCurrency'>;

function entryTermsOf(
  repositories: TermsSource,
  found: readonly Stored<Voucher>[],
  { propertyPrefixes, modules }: Pick<BookVouchers, 'propertyPrefixes' | 'modules'>,
): TaskEither<LedgerFailure, BookingTerms> {
  const lines = flatMapped(found, ({ value }) => linesOf(value));
  // Copied only where a line names a VAT code or an unplaced party: few do.
  const placed = (): readonly (CompleteLine & { readonly property: string })[] =>
    flatMapped(found, ({ value }, voucher) =>
      linesOf(value).map((line, index) =>
        merge(line, { property: `${propertyPrefixes[voucher] ?? ''}lines[${index}]` }),
      ),
    );
  return pipe(
    everyVoucherIsSharedOut(repositories, found, { propertyPrefixes, modules }),
    TE.flatMap((): TaskEither<LedgerFailure, VatTermsByCode> => vatTermsOf(repositories.resources, lines)),
    TE.bindTo('vat'),
    TE.bind('baseCurrency', () => TE.fromTask(() => repositories.baseCurrency())),
    TE.tapEither((terms): Either<LedgerFailure, void> =>
      terms.vat.size === 0 ? right(undefined) : noVatAccountIsBarred(placed(), terms),
    ),
    TE.bind('controlAccountOf', (): TaskEither<LedgerFailure, ControlAccountOf> => {
      // Drafts of before this was kept with them: their parties are looked up now.
      const isUnplaced = ({ customer, supplier, postsTo }: CompleteLine): boolean =>
        postsTo === undefined && (customer ?? supplier) !== undefined;
      const unplaced = lines.some(isUnplaced) ? placed().filter(isUnplaced) : [];
      return controlAccountsOf(repositories.controlAccounts, unplaced);
    }),
  );
}

/** Whether accounts ask for departments that lines lack: asked only where there are departments at all. */
function everyVoucherIsSharedOut(
  repositories: TermsSource,
  found: readonly Stored<Voucher>[],
  { propertyPrefixes, modules }: Pick<BookVouchers, 'propertyPrefixes' | 'modules'>,
): TaskEither<LedgerFailure, unknown> {
  if (!modules.includes('dimension')) return TE.right(undefined);
  const every = TE.traverseSeqArrayWithIndex((index: number, { value }: Stored<Voucher>) =>
    factsOfDraft(repositories, value.date, accountsNamedIn(linesOf(value), modules, propertyPrefixes[index])),
  );
  return every(found);
}

function postingOf(voucher: Voucher, terms: BookingTerms, propertyPrefix: string): Posting {
  const { voucherId, voucherType, date, dueDate, voucherNumber, numberSeries } = voucher;
  const { baseCurrency } = terms;
  const termsOfLines = merge(terms, { dueDate });
  // What pays in a finance voucher is not due with what is owed beside it.
  const isDue = (line: CompleteLine): boolean => voucherType !== 'financeVoucher' || isOwed(line);
  const entries = flatMapped(linesOf(voucher), (line, index) =>
    entriesOfLine(line, `${propertyPrefix}lines[${index}]`, voucherType, isDue(line) ? termsOfLines : terms),
  );
  const left = roundingEntry(linesOf(voucher), entries, {
    baseCurrency,
    entryType: voucherType,
    propertyPrefix,
  });
  return {
    date,
    voucherId,
    voucherNumber: voucherNumber.voucherNumber,
    numberSeriesNumber: numberSeries.numberSeriesNumber,
    propertyPrefix,
    entries: left.length === 0 ? entries : [...entries, ...left],
  };
}

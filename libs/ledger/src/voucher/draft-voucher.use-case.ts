import { isLeft, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  everyLineSharesOutOnce,
  heldValue,
  flatMapped,
  type FullDate,
  type ModuleName,
  type Stored,
} from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { documentNumbers, type DocumentNumbers } from '../number-series/document-numbers.js';
import { numberIn } from '../number-series/number-in.js';
import { renumbered } from '../number-series/renumbered.js';
import { linesMayPay } from '../open-post/matches-of-lines.js';
import { draftMayStand, readFactsOfDraft, type AccountInDraft } from '../posting/draft-facts.js';
import type { PostingFacts } from '../posting/posting-facts.js';
import { numberedFrom } from '../posting/line-numbers.rules.js';
import { amongDrafts } from './among-drafts.js';
import { receivedGoodsHeld } from './goods-held.js';
import { everyProductIsReceived, everyUnitCostIsStorable } from './goods-received.rules.js';
import {
  accrualDays,
  everyAccrualIsInOpenPeriods,
  everyAccrualRuns,
  withAccruedSides,
} from './accruals.rules.js';
import { whenDue, type WhenDue } from './due-dates.js';
import { withDefaults } from './line-defaults.rules.js';
import { lineTermsOf } from './line-terms.js';
import { Voucher, type VoucherDraft, type VoucherLine, type VoucherType } from './voucher.resource.js';
import {
  accountsNamedIn,
  everyLineIsPlaced,
  linesForModules,
  namesItsSide,
  remainderOf,
  seriesFor,
} from './voucher.rules.js';
import { completeLines, type CompleteLine } from './line-completion.rules.js';

/** A draft that is to be kept, of which type, and which modules the agreement has. */
export type DraftVoucher = {
  readonly draft: VoucherDraft;
  readonly voucherType: VoucherType;
  readonly modules: readonly ModuleName[];
};
/** What takes the place of which draft; its type stays. */
export type ReviseVoucher = Omit<DraftVoucher, 'voucherType'> & {
  readonly voucherId: number;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};
/** Which draft goes; with `version`, only as it was read (If-Match). */
export type DiscardVoucher = { readonly voucherId: number; readonly version?: number | undefined };

/** Facts 3.15: a new draft. It gets its numbers now (D151) and need not balance yet. */
export const draftVoucher =
  (repositories: LedgerRepositories) =>
  (command: DraftVoucher): TaskEither<LedgerFailure, Stored<Voucher>> =>
    pipe(
      checked(repositories, command),
      TE.bindTo('draft'),
      TE.tap(({ draft }) => receivedGoodsHeld(repositories, [draft])),
      TE.bind('numbers', ({ draft: { series, year, lines } }): TaskEither<LedgerFailure, DocumentNumbers> =>
        documentNumbers(repositories.numbers, {
          series: series.numberSeriesNumber,
          year,
          entries: lines.length,
        }),
      ),
      TE.flatMap(({ draft, numbers: { voucherId, voucherNumber, firstEntryNumber } }) =>
        repositories.resources.of(Voucher).create({
          voucherId,
          voucherNumber: numberIn(draft.series, voucherNumber),
          lines: numberedFrom(draft.lines, [], firstEntryNumber),
          ...draft.members,
        }),
      ),
    );

/**
 * D66: a draft, replaced whole. It keeps its number in its series as long as it stays in its series and
 * accounting year, and lines that give the entry number of a line keep theirs.
 */
export const reviseVoucher =
  (repositories: LedgerRepositories) =>
  (command: ReviseVoucher): TaskEither<LedgerFailure, Stored<Voucher>> => {
    const { voucherId, version } = command;
    return pipe(
      heldValue(repositories.resources, Voucher, voucherId),
      TE.bindTo('old'),
      TE.bind('draft', ({ old }) =>
        checked(repositories, { ...command, voucherType: old.voucherType as VoucherType }, old.lines),
      ),
      TE.tap(({ old, draft }) => receivedGoodsHeld(repositories, [old, draft])),
      TE.bind('numbers', ({ old, draft }) =>
        renumbered(repositories, { ...old, series: old.numberSeries.numberSeriesNumber }, draft),
      ),
      TE.flatMap(({ draft, numbers }) =>
        repositories.resources
          .of(Voucher)
          .replace(voucherId, { ...draft.members, voucherId, ...numbers }, version),
      ),
      TE.mapLeft((failure) => amongDrafts(Voucher, failure)),
    );
  };

/** A draft goes, and its attachment with it; its numbers are not used again (D152). */
export const discardVoucher =
  ({ resources, attachments }: LedgerRepositories) =>
  ({ voucherId, version }: DiscardVoucher): TaskEither<LedgerFailure, void> =>
    pipe(
      resources.of(Voucher).remove(voucherId, version),
      TE.tap(() => attachments.release(voucherId)),
      TE.mapLeft((failure) => amongDrafts(Voucher, failure)),
    );

/** A draft that has passed the rules of drafting. */
type CheckedDraft = {
  readonly members: Omit<Voucher, 'voucherId' | 'voucherNumber' | 'lines'>;
  readonly lines: readonly CompleteLine[];
  readonly series: Series;
  /** The accounting year it is dated in, in which its series counts. */
  readonly year: string;
};
type Remainders = Pick<Voucher, 'remainder' | 'remainderInDefaultCurrency'>;
type Series = { readonly numberSeriesNumber: number; readonly prefix: string };

function checked(
  repositories: LedgerRepositories,
  { draft, voucherType, modules }: DraftVoucher,
  old: readonly VoucherLine[] = [],
): TaskEither<LedgerFailure, CheckedDraft> {
  const given = linesForModules(draft.lines, modules);
  return pipe(
    TE.fromEither<LedgerFailure, Series>(seriesOfWellFormed(given, voucherType, draft)),
    TE.bindTo('series'),
    TE.bind('named', () =>
      readFactsOfDraft(repositories, datesOf(draft.date, given), accountsNamedIn(given, modules)),
    ),
    TE.bind('lines', ({ named }) =>
      completed(repositories, withDefaults(given, entryNumbersOf(old), named.accounts)),
    ),
    TE.tapEither(({ lines }): Either<LedgerFailure, void> => everyUnitCostIsStorable(lines)),
    TE.tap(({ lines }) => linesMayPay(repositories, lines)),
    TE.bind('remainders', ({ lines }) => TE.fromEither<LedgerFailure, Remainders>(remainderOf(lines))),
    TE.bind('due', ({ lines }): TaskEither<LedgerFailure, WhenDue> =>
      whenDue(repositories, draft, voucherType, lines),
    ),
    TE.let('accounts', ({ lines }) => accountsNamedIn(lines, modules)),
    TE.bind('facts', ({ lines, accounts, named }) =>
      factsWith(repositories, { dates: datesOf(draft.date, lines), facts: named, accounts }),
    ),
    TE.bind('period', ({ accounts, facts }) => TE.fromEither(draftMayStand(draft.date, accounts, facts))),
    TE.tap(({ lines, facts }) =>
      TE.fromEither<LedgerFailure, void>(everyAccrualIsInOpenPeriods(lines, facts)),
    ),
    TE.bind('placed', ({ due, facts }) =>
      TE.fromEither<LedgerFailure, readonly CompleteLine[]>(withAccruedSides(due.lines, facts)),
    ),
    TE.map(({ series, placed: lines, remainders, due, period: { year } }): CheckedDraft => {
      const { numberSeriesNumber } = series;
      const { dueDate } = due;
      const { date, vatDate, externalDocumentId } = draft;
      const members = {
        voucherType,
        numberSeries: { numberSeriesNumber },
        date,
        dueDate,
        vatDate,
        externalDocumentId,
        booked: false,
        ...remainders,
      };
      return { members, lines, series, year };
    }),
  );
}

/** Every date on which booking the draft would post: its own, and those on which its lines accrue. */
function datesOf(date: FullDate, lines: readonly VoucherLine[]): readonly FullDate[] {
  return [date, ...accrualDays(lines).map((day) => day.date)];
}

function entryNumbersOf(lines: readonly VoucherLine[]): ReadonlySet<number> {
  return new Set(flatMapped(lines, ({ entryNumber }) => (entryNumber === undefined ? [] : [entryNumber])));
}

/** The rules that look at nothing but the draft itself. */
function seriesOfWellFormed(
  lines: VoucherDraft['lines'],
  voucherType: VoucherType,
  { numberSeries }: VoucherDraft,
): Either<LedgerFailure, Series> {
  const rules: readonly Either<LedgerFailure, void>[] = [
    everyLineIsPlaced(lines),
    namesItsSide(voucherType, lines),
    everyLineSharesOutOnce(lines),
    everyAccrualRuns(lines),
    everyProductIsReceived(voucherType, lines),
  ];
  const broken = rules.find((rule) => isLeft(rule));
  return broken !== undefined && isLeft(broken) ? broken : seriesFor(voucherType, numberSeries);
}

/**
 * What a draft is decided on: that of the accounts it names, and of the one that its only line takes of its
 * own.
 */
function factsWith(
  repositories: LedgerRepositories,
  {
    dates,
    facts,
    accounts,
  }: { dates: readonly FullDate[]; facts: PostingFacts; accounts: readonly AccountInDraft[] },
): TaskEither<LedgerFailure, PostingFacts> {
  const isKnown = accounts.every(
    ({ property, accountNumber }) =>
      !property.endsWith('.contraAccount') || facts.accounts.has(accountNumber),
  );
  return isKnown ? TE.right(facts) : readFactsOfDraft(repositories, dates, accounts);
}

function completed(
  repositories: LedgerRepositories,
  lines: VoucherDraft['lines'],
): TaskEither<LedgerFailure, readonly CompleteLine[]> {
  return pipe(
    lineTermsOf(repositories, lines),
    TE.flatMapEither((terms) => completeLines(lines, terms)),
  );
}

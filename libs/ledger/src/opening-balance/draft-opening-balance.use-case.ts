import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { defined, heldValue, merge, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { NUMBER_SERIES, SERIES } from '../number-series/number-series.data.js';
import { documentNumbers, type DocumentNumbers } from '../number-series/document-numbers.js';
import { renumbered } from '../number-series/renumbered.js';
import { numberIn } from '../number-series/number-in.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import { factsOfDraft } from '../posting/draft-facts.js';
import { numberedFrom } from '../posting/line-numbers.rules.js';
import { everyLineNamesOneParty } from '../posting/party.rules.js';
import type { PostablePeriod } from '../posting/posting-facts.js';
import { amongDrafts } from '../voucher/among-drafts.js';
import { OpeningBalance, type OpeningBalanceDraft } from './opening-balance.resource.js';
import { accountsOpened } from './opening-balance.rules.js';

/** Balances that are to be kept as a draft, until they are booked. */
export type DraftOpeningBalance = { readonly draft: OpeningBalanceDraft };
/** What takes the place of which draft. */
export type ReviseOpeningBalance = DraftOpeningBalance & {
  readonly voucherId: number;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};
/** Which draft goes; with `version`, only as it was read (If-Match). */
export type DiscardOpeningBalance = { readonly voucherId: number; readonly version?: number | undefined };

/** D150: opening balances have one series of their own. */
const series = defined(NUMBER_SERIES[SERIES.openingBalance - 1]);

/** §4.2: a new draft. Its numbers are made now and kept when it is booked (D151). */
export const draftOpeningBalance =
  (repositories: LedgerRepositories) =>
  ({ draft }: DraftOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>> =>
    pipe(
      checked(repositories, draft),
      TE.bindTo('period'),
      TE.bind('lines', () => placedLines(repositories, draft.lines)),
      TE.bind('numbers', ({ period: { year }, lines }): TaskEither<LedgerFailure, DocumentNumbers> =>
        documentNumbers(repositories.numbers, {
          series: series.numberSeriesNumber,
          year,
          entries: lines.length,
        }),
      ),
      TE.flatMap(({ lines, numbers: { voucherId, voucherNumber, firstEntryNumber } }) =>
        repositories.resources.of(OpeningBalance).create({
          date: draft.date,
          booked: false,
          voucherId,
          voucherNumber: numberIn(series, voucherNumber),
          lines: numberedFrom(lines, [], firstEntryNumber),
        }),
      ),
    );

/**
 * D66: lines edited, removed or added: full replacement, in which lines that give an entry number keep it.
 */
export const reviseOpeningBalance =
  (repositories: LedgerRepositories) =>
  ({ voucherId, draft, version }: ReviseOpeningBalance): TaskEither<LedgerFailure, Stored<OpeningBalance>> =>
    pipe(
      heldValue(repositories.resources, OpeningBalance, voucherId),
      TE.bindTo('old'),
      TE.bind('period', () => checked(repositories, draft)),
      TE.bind('lines', () => placedLines(repositories, draft.lines)),
      TE.bind('numbers', ({ old, period: { year }, lines }) =>
        renumbered(repositories, { ...old, series: series.numberSeriesNumber }, { series, year, lines }),
      ),
      TE.flatMap(({ numbers }) =>
        repositories.resources
          .of(OpeningBalance)
          .replace(voucherId, { date: draft.date, booked: false, voucherId, ...numbers }, version),
      ),
      TE.mapLeft((failure) => amongDrafts(OpeningBalance, failure)),
    );

/** A draft goes; its numbers are not used again (D152). */
export const discardOpeningBalance =
  ({ resources }: LedgerRepositories) =>
  ({ voucherId, version }: DiscardOpeningBalance): TaskEither<LedgerFailure, void> =>
    pipe(
      resources.of(OpeningBalance).remove(voucherId, version),
      TE.mapLeft((failure) => amongDrafts(OpeningBalance, failure)),
    );

function checked(
  repositories: LedgerRepositories,
  { date, lines }: OpeningBalanceDraft,
): TaskEither<LedgerFailure, PostablePeriod> {
  return pipe(
    TE.fromEither<LedgerFailure, void>(everyLineNamesOneParty(lines)),
    TE.flatMap(() => factsOfDraft(repositories, date, accountsOpened(lines))),
  );
}

/** Amendments, booking: where what customers and suppliers begin with is booked is kept with the draft. */
function placedLines(
  { controlAccounts }: LedgerRepositories,
  lines: OpeningBalanceDraft['lines'],
): TaskEither<LedgerFailure, OpeningBalanceDraft['lines']> {
  const named = lines.map((line, index) => ({ ...line, property: `lines[${index}]` }));
  return pipe(
    controlAccountsOf(controlAccounts, named),
    TE.map((accountOf) =>
      lines.map((line) => (line.account === undefined ? merge(line, { control: accountOf(line) }) : line)),
    ),
  );
}

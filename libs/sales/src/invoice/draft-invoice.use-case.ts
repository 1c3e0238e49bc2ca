import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing, existingHeld, merge, type Stored } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import type { BookedInvoice } from './booked-invoice.resource.js';
import { takingBack, withoutVatOf } from './credit-amounts.rules.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import { expenseLinesThatFollow, expensesHeld } from './expense-lines.js';
import { linesAtPresentRates } from './invoice-lines.js';
import { withLineNumbers } from './line-numbers.rules.js';
import { goodsHeld, orderedBy, stockOfDraft } from './stock-changes.js';
import { asRead, completedInvoice, type CompletedInvoice, type DraftAnInvoice } from './completed-invoice.js';
import { creditedInvoiceOf } from './credited-expenses.js';

/** What takes the place of which draft. */
export type ReviseInvoice = DraftAnInvoice & { readonly id: number; readonly version?: number | undefined };
/** Which draft goes; with `version`, only as it was read (If-Match). */
export type DiscardInvoice = Pick<ReviseInvoice, 'id' | 'version' | 'modules'>;

/**
 * §4.2: a new draft, completed from customer, products and terms, with its amounts computed. Refuses
 * references that do not exist and what the rules of invoices forbid.
 */
export const draftInvoice =
  (repositories: SalesRepositories) =>
  (command: DraftAnInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>> =>
    pipe(
      TE.Do,
      TE.tapTask(() => expensesHeld(repositories, command.draft)),
      TE.tapTask(() => goodsHeld(repositories, command.modules, command.draft.lines)),
      TE.flatMap(() => completedInvoice(repositories, command)),
      TE.flatMap((invoice) => repositories.stored.of(DraftInvoice).create(invoice)),
      TE.tapTask(({ value }) => stockOfDraft(repositories, command.modules, orderedBy(value))),
    );

/** A draft, replaced whole. */
export const reviseInvoice =
  (repositories: SalesRepositories) =>
  (command: ReviseInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>> => {
    const { id, version, modules } = command;
    return pipe(
      TE.Do,
      TE.tapTask(() => expensesHeld(repositories, command.draft)),
      TE.flatMap(() => draftOf(repositories, id)),
      TE.bindTo('old'),
      TE.tapTask(({ old }) => goodsHeld(repositories, modules, [...command.draft.lines, ...old.value.lines])),
      TE.bind('invoice', ({ old }) => writtenAgain(repositories, command, old.value)),
      TE.bind('stored', ({ old, invoice }): TaskEither<SalesFailure, Stored<DraftInvoice>> =>
        repositories.stored
          .of(DraftInvoice)
          .replace(id, { ...invoice, ...stillCrediting(old.value), id }, version),
      ),
      TE.tapTask(({ old, stored }) =>
        stockOfDraft(repositories, modules, [...orderedBy(stored.value), ...orderedBy(old.value, -1)]),
      ),
      TE.map(({ stored }) => stored),
    );
  };

/** A credit note takes back what its invoice charged, however it is written. */
function writtenAgain(
  repositories: SalesRepositories,
  command: DraftAnInvoice,
  old: DraftInvoice,
): TaskEither<SalesFailure, CompletedInvoice> {
  const following = followingStill(command, old);
  return pipe(
    creditedInvoiceOf(repositories, old),
    TE.flatMap((credited) =>
      credited === undefined
        ? completedInvoice(repositories, following)
        : completedCredit(repositories, following, credited.value),
    ),
  );
}

function completedCredit(
  repositories: SalesRepositories,
  command: DraftAnInvoice,
  credited: BookedInvoice,
): TaskEither<SalesFailure, CompletedInvoice> {
  // What a line takes back follows from its number, also where that follows from its place.
  const { lines, additionalExpenseLines } = command.draft;
  const draft = withoutVatOf(
    credited,
    merge(command.draft, {
      lines: withLineNumbers(lines),
      additionalExpenseLines: withLineNumbers(additionalExpenseLines),
    }),
  );
  return pipe(
    completedInvoice(repositories, { ...command, draft: asRead(draft, command.modules) }, credited),
    TE.map((note) => takingBack(credited, note)),
  );
}

/** A credit note stays one, of the same invoice. */
function stillCrediting({
  creditedInvoice,
  salesDocumentType,
  numberSeries,
}: DraftInvoice): Partial<CompletedInvoice> {
  return creditedInvoice === undefined ? {} : { creditedInvoice, salesDocumentType, numberSeries };
}

/**
 * Whoever sends back what was read overrides nothing: a line goes on following its expense, and the rate of
 * its VAT code.
 */
function followingStill(command: DraftAnInvoice, old: DraftInvoice): DraftAnInvoice {
  const { draft } = command;
  const lines = linesAtPresentRates(draft.lines, old.lines);
  const additionalExpenseLines = expenseLinesThatFollow(
    draft.additionalExpenseLines,
    old.additionalExpenseLines,
  );
  return { ...command, draft: { ...draft, lines, additionalExpenseLines } };
}

/** A draft goes. */
export const discardInvoice =
  (repositories: SalesRepositories) =>
  (command: DiscardInvoice): TaskEither<SalesFailure, void> =>
    pipe(
      takenDraft(repositories, command),
      TE.flatMapTask((draft) => stockOfDraft(repositories, command.modules, orderedBy(draft, -1))),
    );

/** The draft, which is a draft no longer: whoever takes it away first has it. */
function takenDraft(
  repositories: Pick<SalesRepositories, 'stored'>,
  { id, version }: Pick<DiscardInvoice, 'id' | 'version'>,
): TaskEither<SalesFailure, DraftInvoice> {
  return pipe(
    existing(repositories.stored, DraftInvoice, id),
    TE.tapTask(({ value }) => expensesHeld(repositories, value)),
    TE.flatMap(() => draftOf(repositories, id)),
    TE.tap(() => repositories.stored.of(DraftInvoice).remove(id, version)),
    TE.map(({ value }) => value),
  );
}

/** The draft as it is, held. */
function draftOf(
  { stored }: Pick<SalesRepositories, 'stored'>,
  id: number,
): TaskEither<SalesFailure, Stored<DraftInvoice>> {
  return existingHeld(stored, DraftInvoice, id);
}

/**
 * Drafts an invoice for a preview, under all the rules of a draft. The caller rolls the unit of work back, so
 * that nothing is stored and no event is told.
 */
export const previewInvoice =
  (repositories: SalesRepositories) =>
  (command: DraftAnInvoice): TaskEither<SalesFailure, DraftInvoice> =>
    pipe(
      completedInvoice(repositories, command),
      TE.flatMap((invoice) =>
        repositories.stored.of(DraftInvoice).create({ ...invoice, id: idOfPreview(command) }),
      ),
      TE.map(({ value }) => value),
    );

/**
 * No draft ever has it, so that a preview uses up no number (amendment "105, 108"): numbers are given from 1
 * on. Previews of different milliseconds have different ones, so that they do not wait for each other.
 */
function idOfPreview({ now }: DraftAnInvoice): number {
  return 999_999_999 - (now.getTime() % 1_000_000);
}

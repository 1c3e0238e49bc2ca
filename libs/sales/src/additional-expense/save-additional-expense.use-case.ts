import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  eachItem,
  existingHeld,
  folded,
  PAGE_BYTES_MAX,
  type Stored,
  TooMuchAtOnce,
  unfailing,
  ZERO,
} from '@kontor/kernel';
import { takingBack } from '../invoice/credit-amounts.rules.js';
import { DraftInvoice, type DraftExpenseLine } from '../invoice/draft-invoice.resource.js';
import { creditedInvoiceOf } from '../invoice/credited-expenses.js';
import { namedVat, vatTermsOfLines } from '../invoice/invoice-lines.js';
import { vatOfExpense } from '../invoice/invoice.rules.js';
import type { InvoiceVatTerms } from '../invoice/invoicing.port.js';
import { rateCharged } from '../invoice/net-price.js';
import { vatPostedTo, withExpenseLines } from '../invoice/recomputed-draft.js';
import { sayInUse } from '../remove-with-parts.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { AdditionalExpense, type AdditionalExpenseDraft } from './additional-expense.resource.js';

/** One that is to be made; its number may be given. */
export type CreateAdditionalExpense = {
  readonly draft: AdditionalExpenseDraft & { readonly additionalExpenseNumber?: number | undefined };
};
/** What takes the place of which one. */
export type ReplaceAdditionalExpense = {
  readonly additionalExpenseNumber: number;
  readonly draft: AdditionalExpenseDraft;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};
/** Which one goes; with `version`, only as it was read (If-Match). */
export type RemoveAdditionalExpense = Pick<ReplaceAdditionalExpense, 'additionalExpenseNumber' | 'version'>;

/** §4.2: a new expense. PUT may give it a number that is free (D127). */
export const createAdditionalExpense =
  (repositories: SalesRepositories) =>
  ({ draft }: CreateAdditionalExpense): TaskEither<SalesFailure, Stored<AdditionalExpense>> =>
    pipe(
      asSpelled(repositories, draft),
      TE.flatMap((spelled) =>
        repositories.resources.of(AdditionalExpense).create({ ...spelled, isSystemCreated: false }),
      ),
    );

/**
 * A VAT code may be named in any case (D119): it is kept as its VAT account
 * spells it. One that is not there is refused as a reference.
 */
function asSpelled<D extends AdditionalExpenseDraft>(
  repositories: SalesRepositories,
  draft: D,
): TaskEither<SalesFailure, D> {
  const { vatCode } = draft.vatAccount;
  return async () => {
    const terms = await vatTermsOfLines(repositories, [vatCode]);
    return right({ ...draft, vatAccount: { vatCode: terms.get(folded(vatCode))?.vatCode ?? vatCode } });
  };
}

/** §3 rule 1: a change reaches every draft invoice that uses the expense, in the same unit of work. */
export const replaceAdditionalExpense =
  (repositories: SalesRepositories) =>
  (command: ReplaceAdditionalExpense): TaskEither<SalesFailure, Stored<AdditionalExpense>> => {
    const { additionalExpenseNumber, draft, version } = command;
    return pipe(
      asSpelled(repositories, draft),
      TE.flatMap((spelled) =>
        repositories.resources.of(AdditionalExpense).replace(additionalExpenseNumber, spelled, version),
      ),
      TE.tap(({ value }) => propagated(repositories, value)),
    );
  };

/** §4.2, D173, D174: an expense goes while no draft charges anything for it; lines of 0 go with it. */
export const removeAdditionalExpense =
  (repositories: SalesRepositories) =>
  (command: RemoveAdditionalExpense): TaskEither<SalesFailure, void> => {
    const { additionalExpenseNumber } = command;
    const expenses = repositories.stored.of(AdditionalExpense);
    return pipe(
      existingHeld(repositories.stored, AdditionalExpense, additionalExpenseNumber),
      TE.filterOrElse(
        ({ value }) => !value.isSystemCreated,
        (): SalesFailure => ({ kind: 'AdditionalExpenseIsSystemMade', additionalExpenseNumber }),
      ),
      TE.tap(() => withoutLinesOfZero(repositories, additionalExpenseNumber)),
      TE.flatMap(() => expenses.remove(additionalExpenseNumber, command.version)),
      TE.mapLeft((failure) =>
        failure.kind === 'ThingInUse'
          ? sayInUse(failure, {
              kind: 'AdditionalExpenseInUse' as const,
              additionalExpenseNumber,
              draftIds: [],
            })
          : failure,
      ),
    );
  };

const HAS_EXPENSES = compare('expenseLineCount', 'gt', 0);

/** The drafts that use an expense, one after the other: together they may be larger than the memory. */
async function* draftsUsing({ stored }: SalesRepositories, number: number): AsyncGenerator<DraftInvoice> {
  for await (const draft of eachItem(DraftInvoice, stored.of(DraftInvoice), HAS_EXPENSES)) {
    if (draft.additionalExpenseLines.some((line) => isOf(line, number))) yield draft;
  }
}

function isOf({ additionalExpense }: DraftExpenseLine, number: number): boolean {
  return additionalExpense.additionalExpenseNumber === number;
}

/** What drafts hold together that a change of an expense writes anew, in characters of JSON. */
export const CHANGED_CHARACTERS_MAX = 2 * PAGE_BYTES_MAX;

function propagated(
  repositories: SalesRepositories,
  { additionalExpenseNumber, vatAccount }: AdditionalExpense,
): TaskEither<SalesFailure, void> {
  return async () => {
    const terms = await vatTermsOfLines(repositories, [vatAccount.vatCode]);
    const vat = namedVat(terms, vatAccount.vatCode, 'vatAccount');
    if (isLeft(vat)) return vat;
    const follows = (line: DraftExpenseLine): boolean =>
      isOf(line, additionalExpenseNumber) &&
      !line.hasOwnVatAccount &&
      folded(line.vatAccount.vatCode) !== folded(vat.right.vatCode);
    const ids: number[] = [];
    let characters = 0;
    for await (const draft of draftsUsing(repositories, additionalExpenseNumber)) {
      if (!draft.additionalExpenseLines.some(follows)) continue;
      ids.push(draft.id);
      characters += JSON.stringify(draft).length;
      if (characters > CHANGED_CHARACTERS_MAX)
        throw new TooMuchAtOnce('the drafts that would change hold too much');
    }
    for (const id of ids) {
      const changed = await changedDraft(repositories, id, (lines, draft) =>
        lines.map((line) => (follows(line) ? underVat(line, vat.right, draft) : line)),
      );
      if (isLeft(changed)) return changed;
    }
    return right(undefined);
  };
}

/**
 * The line under a VAT code that it does not have yet. Amendments, booking: another rate of a code changes no
 * draft until that is written again. So the line has the rate and the account by which the draft charges the
 * code already.
 */
function underVat(line: DraftExpenseLine, present: InvoiceVatTerms, draft: DraftInvoice): DraftExpenseLine {
  const { vatCode } = present;
  const vat = vatPostedTo(draft).get(folded(vatCode)) ?? present.accountNumber;
  return {
    ...line,
    vatAccount: { vatCode },
    vatAmount: vatOfExpense(line.amount, rateCharged(draft, vatCode) ?? present.ratePercentage),
    ...(line.postsTo && { postsTo: { ...line.postsTo, vat } }),
  };
}

const TOLD_MAX = 5;

function withoutLinesOfZero(repositories: SalesRepositories, number: number): TaskEither<SalesFailure, void> {
  return async () => {
    const draftIds: number[] = [];
    const idle: number[] = [];
    for await (const { id, additionalExpenseLines } of draftsUsing(repositories, number)) {
      const isCharging = additionalExpenseLines.some((line) => charges(line, number));
      (isCharging ? draftIds : idle).push(id);
      if (draftIds.length === TOLD_MAX) break;
    }
    if (draftIds.length > 0) {
      const usedBy = draftIds.map((id) => ({ resource: DraftInvoice.collection, keys: [id] }));
      return left({ kind: 'AdditionalExpenseInUse', additionalExpenseNumber: number, draftIds, usedBy });
    }
    for (const id of idle) {
      // A line that charges something by now stays, and so does the expense:
      // its use is found when it is removed.
      const changed = await changedDraft(repositories, id, (lines) =>
        lines.filter((line) => !isOf(line, number) || charges(line, number)),
      );
      if (isLeft(changed)) return changed;
    }
    return right(undefined);
  };
}

function charges(line: DraftExpenseLine, number: number): boolean {
  return isOf(line, number) && line.amount !== ZERO;
}

/** §4.2: a draft invoice has a line of this expense whose amount is not zero, so that it stays. */
export const isExpenseCharged =
  (repositories: SalesRepositories) =>
  async (number: number): Promise<boolean> => {
    for await (const { additionalExpenseLines } of draftsUsing(repositories, number)) {
      if (additionalExpenseLines.some((line) => charges(line, number))) return true;
    }
    return false;
  };

/**
 * Changes the expense lines of a draft as it is now; one that was booked or
 * discarded meanwhile needs no change.
 */
async function changedDraft(
  repositories: SalesRepositories,
  id: number,
  change: (lines: readonly DraftExpenseLine[], draft: DraftInvoice) => readonly DraftExpenseLine[],
): Promise<Either<SalesFailure, void>> {
  const drafts = repositories.stored.of(DraftInvoice);
  const found = await drafts.hold(id);
  if (found === undefined) return right(undefined);
  const { value } = found;
  const changed = await withExpenseLines(repositories, value, change(value.additionalExpenseLines, value));
  const credited = await unfailing(creditedInvoiceOf(repositories, value));
  // A credit note takes back what its invoice charged, however it is written.
  const stored = await drafts.replace(id, credited ? takingBack(credited.value, changed) : changed)();
  return isLeft(stored) ? stored : right(undefined);
}

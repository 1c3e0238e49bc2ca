import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing, type ModuleName, documentLanguageOf, type Stored, unfailing } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { creditedInvoiceOf, withExpensesCredited } from './credited-expenses.js';
import { leavingNothing } from './credit-entries.rules.js';
import { creditedBy, linesToCredit, type Credited, type LineToCredit } from './credit-note.rules.js';
import { takingBack } from './credit-amounts.rules.js';
import { completedInvoice } from './completed-invoice.js';
import { DraftInvoice, type InvoiceDraft } from './draft-invoice.resource.js';
import { DOCUMENT_WORDS } from './document-words.data.js';
import type { EntryToBook } from './invoicing.port.js';
import { expensesHeld } from './expense-lines.js';
import { goodsHeld, orderedBy, stockOfDraft } from './stock-changes.js';

/** Which booked invoice is taken back, and which of its lines: without lines, all that is left. */
export type CreditInvoice = {
  readonly bookedInvoiceNumber: number;
  /** All that is left when left out. */
  readonly lines?: readonly LineToCredit[] | undefined;
  readonly now: Date;
  readonly modules: readonly ModuleName[];
};

/**
 * Amendment "Credit notes": a draft that takes an invoice back, in full or in part, at its own prices and
 * rates.
 */
export const creditInvoice =
  (repositories: SalesRepositories) =>
  (command: CreditInvoice): TaskEither<SalesFailure, Stored<DraftInvoice>> => {
    const { bookedInvoiceNumber, lines, now, modules } = command;
    return pipe(
      existing(repositories.stored, BookedInvoice, bookedInvoiceNumber),
      TE.flatMapTask(
        ({ value }) =>
          () =>
            withExpensesCredited(repositories, value),
      ),
      TE.bindTo('invoice'),
      TE.bind('draft', ({ invoice }) => TE.fromEither(draftFor(invoice, lines))),
      TE.tapTask(({ draft }) => expensesHeld(repositories, draft)),
      TE.tapTask(({ draft }) => goodsHeld(repositories, modules, draft.lines)),
      TE.bind('note', ({ invoice, draft }) =>
        completedInvoice(repositories, { draft, now, modules }, invoice),
      ),
      TE.flatMap(({ invoice, note }) =>
        repositories.stored.of(DraftInvoice).create({
          ...takingBack(invoice, note),
          salesDocumentType: 'creditNote',
          creditedInvoice: { bookedInvoiceNumber },
          numberSeries: { numberSeriesNumber: repositories.bookkeeping.creditNoteSeries },
        }),
      ),
      TE.tapTask(({ value }) => stockOfDraft(repositories, modules, orderedBy(value))),
    );
  };

function draftFor(
  invoice: BookedInvoice,
  wanted: readonly LineToCredit[] | undefined,
): Either<SalesFailure, InvoiceDraft> {
  const lines = linesToCredit(invoice, wanted);
  if (isLeft(lines)) return lines;
  const { customer, currency, exchangeRate, vatIncluded, layout, paymentTerms, paymentType } = invoice;
  const { recipient, deliveryLocation, delivery, references } = invoice;
  const draft = {
    ...lines.right,
    customer: { customerNumber: customer.customerNumber },
    currency,
    exchangeRate,
    vatIncluded,
    layout: { layoutNumber: layout.layoutNumber },
    paymentTerms: { paymentTermsNumber: paymentTerms.paymentTermsNumber },
    paymentType: paymentType && { paymentTypeNumber: paymentType.paymentTypeNumber },
    recipient,
    deliveryLocation,
    delivery,
    references,
    notes: { heading: headingOf(invoice) },
  };
  // Lines as requests give them: what they leave out, drafting fills in (`draftInvoice`).
  return right(draft);
}

/** In the language of who gets it. */
function headingOf({ recipient, displayInvoiceNumber }: BookedInvoice): string {
  return `${DOCUMENT_WORDS[documentLanguageOf(recipient.country)].creditedInvoice} ${displayInvoiceNumber}`;
}

/** The invoice that a draft credits, and what it takes of it. */
export type ToCredit = { readonly invoice: Stored<BookedInvoice>; readonly credited: Credited };

/** Undefined for a draft that credits none. */
export function creditOf(
  { stored }: Pick<SalesRepositories, 'stored'>,
  draft: DraftInvoice,
): TaskEither<SalesFailure, ToCredit | undefined> {
  return async () => {
    if (draft.creditedInvoice === undefined) return right(undefined);
    const key = draft.creditedInvoice.bookedInvoiceNumber;
    const invoice = await unfailing(creditedInvoiceOf({ stored }, draft));
    if (invoice === undefined) return left({ kind: 'NotFound', resource: BookedInvoice.collection, key });
    const credited = creditedBy(invoice.value, draft);
    return isLeft(credited) ? credited : right({ invoice, credited: credited.right });
  };
}

/**
 * The entries of a credit note in another currency than the base's: at the rate of its invoice they leave
 * nothing of what is credited in full. At another rate, what is left is a difference of exchange, which no
 * later note takes for rounding.
 */
export async function entriesOfCredit(
  { bookkeeping }: Pick<SalesRepositories, 'bookkeeping'>,
  { invoice: { value: invoice } }: ToCredit,
  { exchangeRate }: Pick<DraftInvoice, 'exchangeRate'>,
  entries: readonly EntryToBook[],
): Promise<readonly EntryToBook[]> {
  if (exchangeRate !== invoice.exchangeRate) return entries;
  const ofOneRate = invoice.creditNotes.filter(({ credited }) => credited?.atOtherRate !== true);
  const numbers = [invoice, ...ofOneRate].map(({ bookedInvoiceNumber }) => bookedInvoiceNumber);
  return leavingNothing(entries, await bookkeeping.sumsOf(numbers), exchangeRate);
}

/** The invoice knows its credit note, and both are matched as far as the invoice is open. */
export function creditKept(
  { invoiceStore, bookkeeping }: SalesRepositories,
  { invoice, credited }: ToCredit,
  note: Stored<BookedInvoice>,
): TaskEither<SalesFailure, Stored<BookedInvoice>> {
  const { bookedInvoiceNumber, voucher, exchangeRate } = note.value;
  const areOfOneRate = exchangeRate === invoice.value.exchangeRate;
  const creditNotes = [...invoice.value.creditNotes, { bookedInvoiceNumber, credited }];
  return pipe(
    invoiceStore.noteCredit(invoice, creditNotes),
    TE.flatMap(() => bookkeeping.settle(voucher.voucherId, invoice.value.voucher.voucherId, areOfOneRate)),
    TE.map((left_) => ({
      ...note,
      value: { ...note.value, ...left_, remainderInDefaultCurrency: left_.remainderInBaseCurrency },
    })),
  );
}

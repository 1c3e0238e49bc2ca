import { right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Stored } from '@kontor/kernel';
import { isExpenseUntold, expensesTaken } from './credit-expenses.rules.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { isCreditable } from './credit-note.rules.js';

/**
 * An invoice, with what each of its credit notes took of its expenses. Those from before 30 November 2026 do
 * not say it there, so it is read of the note itself.
 */
export async function withExpensesCredited(
  { stored }: Pick<SalesRepositories, 'stored'>,
  invoice: BookedInvoice,
): Promise<BookedInvoice> {
  if (!invoice.creditNotes.some(isExpenseUntold)) return invoice;
  const creditNotes: BookedInvoice['creditNotes'][number][] = [];
  for (const one of invoice.creditNotes) {
    const note = isExpenseUntold(one)
      ? await stored.of(BookedInvoice).find(one.bookedInvoiceNumber)
      : undefined;
    const before = { ...invoice, creditNotes };
    creditNotes.push(note === undefined ? one : expensesTaken(before, one, note.value));
  }
  return { ...invoice, creditNotes };
}

/** The invoice that a draft credits; undefined for a draft that credits none. */
export function creditedInvoiceOf(
  { stored }: Pick<SalesRepositories, 'stored'>,
  { creditedInvoice }: Pick<DraftInvoice, 'creditedInvoice'>,
): TaskEither<never, Stored<BookedInvoice> | undefined> {
  return async () => {
    const found =
      creditedInvoice && (await stored.of(BookedInvoice).find(creditedInvoice.bookedInvoiceNumber));
    return right(found && { ...found, value: await withExpensesCredited({ stored }, found.value) });
  };
}

/** Amendment "Credit notes": whether something of a booked invoice is left to credit. */
export const mayBeCredited =
  (repositories: Pick<SalesRepositories, 'stored'>) =>
  async (invoice: BookedInvoice): Promise<boolean> =>
    isCreditable(await withExpensesCredited(repositories, invoice));

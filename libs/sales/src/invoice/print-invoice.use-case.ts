import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { existing } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import { asSent } from './names-in-print.js';
import type { KnownOfParties, Seller } from './invoice-document.js';
import { soldWithoutVatIn } from './why-without-vat.js';

/** A printed document, and the name of its file. */
export type Printed = { readonly name: string; readonly bytes: Uint8Array };

/** A draft in print, marked as one. */
export const printDraft =
  (repositories: SalesRepositories) =>
  (id: number): TaskEither<SalesFailure, Printed> =>
    pipe(
      existing(repositories.stored, DraftInvoice, id),
      TE.flatMapTask(({ value }) => async () => ({
        name: `draft-${id}.pdf`,
        bytes: await inPrint(repositories, value, await repositories.seller()),
      })),
    );

/** A booked invoice in print. */
export const printBooked =
  (repositories: SalesRepositories) =>
  (bookedInvoiceNumber: number): TaskEither<SalesFailure, Printed> =>
    pipe(
      existing(repositories.stored, BookedInvoice, bookedInvoiceNumber),
      TE.flatMapTask(({ value }) => async () => ({
        name: `${value.displayInvoiceNumber}.pdf`,
        bytes: await inPrint(repositories, asSent(value), await repositories.seller(bookedInvoiceNumber)),
      })),
    );

async function inPrint(
  repositories: SalesRepositories,
  invoice: DraftInvoice | BookedInvoice,
  seller: Seller,
): Promise<Uint8Array> {
  return repositories.printer.invoice({ invoice, seller, known: await knownOf(repositories, invoice) });
}

async function knownOf(
  repositories: SalesRepositories,
  invoice: DraftInvoice | BookedInvoice,
): Promise<KnownOfParties> {
  const { stored, bookkeeping } = repositories;
  const { creditedInvoice } = invoice;
  const [credited, baseCurrency] = await Promise.all([
    creditedInvoice && stored.of(BookedInvoice).find(creditedInvoice.bookedInvoiceNumber),
    bookkeeping.baseCurrency(),
  ]);
  return {
    baseCurrency,
    soldWithoutVat: await soldWithoutVatIn(repositories, invoice, credited?.value),
    creditedInvoice: credited?.value.displayInvoiceNumber,
  };
}

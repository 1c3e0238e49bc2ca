import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import { invoiceDocumentOf } from './invoice-document.js';

/** A printed document, and the name of its file. */
export type Printed = { readonly name: string; readonly bytes: Uint8Array };

/** A draft on paper, marked as one. */
export const printDraft =
  ({ stored, printer, seller }: SalesRepositories) =>
  (id: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const found = await stored.of(DraftInvoice).find(id);
    if (found === undefined) return left({ kind: 'NotFound', resource: DraftInvoice.collection, key: id });
    const bytes = await printer.invoice(invoiceDocumentOf(found.value, await seller()));
    return right({ name: `draft-${id}.pdf`, bytes });
  };

/** A booked invoice on paper. */
export const printBooked =
  ({ stored, printer, seller }: SalesRepositories) =>
  (bookedInvoiceNumber: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const found = await stored.of(BookedInvoice).find(bookedInvoiceNumber);
    if (found === undefined) {
      return left({ kind: 'NotFound', resource: BookedInvoice.collection, key: bookedInvoiceNumber });
    }
    const bytes = await printer.invoice(invoiceDocumentOf(found.value, await seller()));
    return right({ name: `${found.value.displayInvoiceNumber}.pdf`, bytes });
  };

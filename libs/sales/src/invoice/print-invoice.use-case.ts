import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import { paperOf } from './invoice-paper.js';

/** A printed document, and the name of its file. */
export type Printed = { readonly name: string; readonly bytes: Uint8Array };

/** A draft on paper, marked as one. */
export const printDraft =
  ({ kept, papers, seller }: SalesRepositories) =>
  (id: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const found = await kept.of(DraftInvoice).find(id);
    if (found === undefined) return left({ kind: 'NotFound', resource: DraftInvoice.collection, key: id });
    const bytes = await papers.invoice(paperOf(found.value, await seller()));
    return right({ name: `draft-${id}.pdf`, bytes });
  };

/** A booked invoice on paper. */
export const printBooked =
  ({ kept, papers, seller }: SalesRepositories) =>
  (bookedInvoiceNumber: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const found = await kept.of(BookedInvoice).find(bookedInvoiceNumber);
    if (found === undefined) {
      return left({ kind: 'NotFound', resource: BookedInvoice.collection, key: bookedInvoiceNumber });
    }
    const bytes = await papers.invoice(paperOf(found.value, await seller()));
    return right({ name: `${found.value.displayInvoiceNumber}.pdf`, bytes });
  };

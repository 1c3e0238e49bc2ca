import { left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { BookedInvoice } from './booked-invoice.resource.js';
import { DraftInvoice } from './draft-invoice.resource.js';
import type { KnownOfParties } from './invoice-document.js';

/** A printed document, and the name of its file. */
export type Printed = { readonly name: string; readonly bytes: Uint8Array };

/** A draft in print, marked as one. */
export const printDraft =
  (repositories: SalesRepositories) =>
  (id: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const { stored, printer, seller } = repositories;
    const found = await stored.of(DraftInvoice).find(id);
    if (found === undefined) return left({ kind: 'NotFound', resource: DraftInvoice.collection, key: id });
    const bytes = await printer.invoice({
      invoice: found.value,
      seller: await seller(),
      known: await knownOf(repositories, found.value),
    });
    return right({ name: `draft-${id}.pdf`, bytes });
  };

/** A booked invoice in print. */
export const printBooked =
  (repositories: SalesRepositories) =>
  (bookedInvoiceNumber: number): TaskEither<SalesFailure, Printed> =>
  async () => {
    const { stored, printer, seller } = repositories;
    const found = await stored.of(BookedInvoice).find(bookedInvoiceNumber);
    if (found === undefined) {
      return left({ kind: 'NotFound', resource: BookedInvoice.collection, key: bookedInvoiceNumber });
    }
    const bytes = await printer.invoice({
      invoice: found.value,
      seller: await seller(bookedInvoiceNumber),
      known: await knownOf(repositories, found.value),
    });
    return right({ name: `${found.value.displayInvoiceNumber}.pdf`, bytes });
  };

async function knownOf(
  { stored, bookkeeping }: SalesRepositories,
  { creditedInvoice, vatCodeGroups }: DraftInvoice | BookedInvoice,
): Promise<KnownOfParties> {
  const codes = vatCodeGroups.flatMap(({ vatAccount }) => vatAccount?.vatCode ?? []);
  const [credited, baseCurrency, terms] = await Promise.all([
    creditedInvoice && stored.of(BookedInvoice).find(creditedInvoice.bookedInvoiceNumber),
    bookkeeping.baseCurrency(),
    bookkeeping.vatTermsOf(codes),
  ]);
  const soldWithoutVat = [...terms].flatMap(([code, { soldWithoutVat: as }]) =>
    as === undefined ? [] : [[code, as] as const],
  );
  return {
    baseCurrency,
    soldWithoutVat: new Map(soldWithoutVat),
    creditedInvoice: credited?.value.displayInvoiceNumber,
  };
}

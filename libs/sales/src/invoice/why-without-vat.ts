import { folded, merge, ZERO } from '@kontor/kernel';
import type { SalesRepositories } from '../sales.repositories.js';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { SoldWithoutVat } from './document-words.data.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { vatTermsOfLines } from './invoice-lines.js';

type Taxed = Pick<DraftInvoice | BookedInvoice, 'vatCodeGroups'>;
type SoldAs = SoldWithoutVat | 'notSaid';

/**
 * As what is sold under each VAT code, by folded code, where no VAT is charged on it. What an invoice was
 * booked with stays, and a credit note takes back what its invoice sold; all else is as the VAT accounts
 * report it now.
 */
export async function soldWithoutVatIn(
  repositories: Pick<SalesRepositories, 'bookkeeping'>,
  invoice: Taxed,
  credited: Taxed | undefined,
): Promise<ReadonlyMap<string, SoldWithoutVat>> {
  const all = new Map<string, SoldWithoutVat>();
  for (const [code, soldAs] of await soldAsIn(repositories, invoice, credited))
    if (soldAs !== 'notSaid') all.set(code, soldAs);
  return all;
}

/** An invoice that is booked keeps why no VAT is charged: a VAT account may report otherwise later. */
export async function withReasonsKept(
  repositories: Pick<SalesRepositories, 'bookkeeping'>,
  invoice: BookedInvoice,
  credited: BookedInvoice | undefined,
): Promise<BookedInvoice> {
  const soldAs = await soldAsIn(repositories, invoice, credited);
  if (soldAs.size === 0) return invoice;
  const vatCodeGroups = invoice.vatCodeGroups.map((group) =>
    merge(group, { soldAs: group.vatAccount && soldAs.get(folded(group.vatAccount.vatCode)) }),
  );
  return { ...invoice, vatCodeGroups };
}

async function soldAsIn(
  repositories: Pick<SalesRepositories, 'bookkeeping'>,
  invoice: Taxed,
  credited: Taxed | undefined,
): Promise<ReadonlyMap<string, SoldAs>> {
  const codes = untaxedIn(invoice).map(({ code }) => code);
  const kept = new Map(
    [...untaxedIn(credited), ...untaxedIn(invoice)].flatMap(({ code, soldAs }) =>
      soldAs === undefined ? [] : [[code, soldAs] as const],
    ),
  );
  const terms = await vatTermsOfLines(
    repositories,
    codes.filter((code) => !kept.has(code)),
  );
  return new Map(
    codes.map((code) => [code, kept.get(code) ?? terms.get(code)?.soldWithoutVat ?? 'notSaid'] as const),
  );
}

/** The VAT codes that charge nothing. */
function untaxedIn(
  invoice: Taxed | undefined,
): readonly { readonly code: string; readonly soldAs: SoldAs | undefined }[] {
  return (invoice?.vatCodeGroups ?? []).flatMap(({ vatAccount, vatRate, soldAs }) =>
    vatAccount === undefined || vatRate !== ZERO ? [] : [{ code: folded(vatAccount.vatCode), soldAs }],
  );
}

import { sellerLines, type Seller, type SellingCompany } from '@kontor/sales';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { textAt, textOrNullAt } from '../row.js';
import { readCompany, readFormerCompany, readLogo } from '../statements/agreements.js';

/** Whose books these are, as it is printed: of a booked invoice, as when that was booked. */
export async function issuerOf(scope: Scope, bookedInvoiceNumber?: number): Promise<Seller> {
  const [row] =
    bookedInvoiceNumber === undefined
      ? []
      : await rowsOf(sessionOf(scope), readFormerCompany(scope.agreementNumber, bookedInvoiceNumber));
  const known = (
    row === undefined ? await presentCompany(scope) : JSON.parse(textAt(row, 'company'))
  ) as SellingCompany & { readonly name: string };
  return { name: known.name, lines: sellerLines(known), company: known };
}

async function presentCompany(scope: Scope): Promise<object> {
  const [row] = await rowsOf(sessionOf(scope), readCompany(scope.agreementNumber));
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
}

/** What stands above the documents of these books. */
export async function logoOf(scope: Scope): Promise<Uint8Array | undefined> {
  const [row] = await rowsOf(sessionOf(scope), readLogo(scope.agreementNumber));
  const logo = row && textOrNullAt(row, 'logo');
  return logo == null ? undefined : Buffer.from(logo, 'base64');
}

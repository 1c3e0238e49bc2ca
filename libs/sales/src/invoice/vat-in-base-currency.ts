import { amountOf, centsOf, defined, folded, type Decimal } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { partsInBaseCurrency } from './invoice.rules.js';
import { vatCodeOf } from './net-price.js';

/** What is taxed under a VAT code, and the tax, in the base currency. */
type TaxedInBase = { readonly net: Decimal; readonly vat: Decimal };

/**
 * What the books have of each VAT code in the base currency: each part is what those before it leave, unless
 * the document says otherwise.
 */
export function vatInBaseCurrency({
  exchangeRate,
  vatCodeGroups,
  lines,
  additionalExpenseLines,
}: DraftInvoice | BookedInvoice): readonly TaxedInBase[] {
  const taxed = [
    ...lines.map((line) => ({ amount: line.totalNetAmount, vatCode: vatCodeOf(line) })),
    ...additionalExpenseLines.map(({ amount, vatAccount }) => ({ amount, vatCode: vatAccount.vatCode })),
  ];
  const parts = [
    ...taxed.map(({ amount }) => amount),
    ...vatCodeGroups.map(({ totalVatAmount }) => totalVatAmount),
  ];
  const inBase = partsInBaseCurrency(parts, exchangeRate);
  const netOf = new Map<string, bigint>();
  for (const [index, { vatCode = '' }] of taxed.entries()) {
    const code = folded(vatCode);
    netOf.set(code, (netOf.get(code) ?? 0n) + centsOf(defined(inBase[index])));
  }
  return vatCodeGroups.map(
    ({ vatAccount, inBase: asBooked }, index) =>
      asBooked ?? {
        net: amountOf(netOf.get(folded(vatAccount?.vatCode ?? '')) ?? 0n),
        vat: defined(inBase[taxed.length + index]),
      },
  );
}

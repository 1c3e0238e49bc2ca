import type { Decimal } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';
import { partsInBaseCurrency } from './invoice.rules.js';

/** The tax of each VAT code in the base currency, as it is booked: what its lines leave of the whole. */
export function vatInBaseCurrency({
  exchangeRate,
  vatCodeGroups,
  lines,
  additionalExpenseLines,
}: DraftInvoice | BookedInvoice): readonly Decimal[] {
  const before = [
    ...lines.map(({ totalNetAmount }) => totalNetAmount),
    ...additionalExpenseLines.map(({ amount }) => amount),
  ];
  const parts = [...before, ...vatCodeGroups.map(({ totalVatAmount }) => totalVatAmount)];
  return partsInBaseCurrency(parts, exchangeRate).slice(before.length);
}

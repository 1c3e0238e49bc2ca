import {
  decimal,
  type Decimal,
  decimalFromUnits,
  folded,
  roundedQuotient,
  scaledUnits,
  ZERO,
} from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';
import type { DraftInvoice } from './draft-invoice.resource.js';

/** A line of an invoice, draft or booked. */
export type InvoiceLine = DraftInvoice['lines'][number] | BookedInvoice['lines'][number];

/** The rate of VAT of a line, in per cent. */
export function rateOf(line: InvoiceLine): Decimal {
  return ('vatRate' in line ? line.vatRate : line.vatInfo?.vatRate) ?? ZERO;
}

/** The VAT code of a line; one of text alone has none. */
export function vatCodeOf(line: InvoiceLine): string | undefined {
  return ('vatRate' in line ? line.vatAccount : line.vatInfo?.vatAccount)?.vatCode;
}

/** The rate of VAT of an additional expense, in per cent: that of its code on the invoice. */
export function rateOfExpense(
  { vatAccount: { vatCode } }: { readonly vatAccount: { readonly vatCode: string } },
  { vatCodeGroups }: Pick<DraftInvoice | BookedInvoice, 'vatCodeGroups'>,
): Decimal {
  const isOf = (of: string | undefined): boolean => folded(of ?? '') === folded(vatCode);
  return vatCodeGroups.find(({ vatAccount }) => isOf(vatAccount?.vatCode))?.vatRate ?? ZERO;
}

/**
 * The unit price of a line as documents say it: without VAT, also where the invoice has prices that include
 * it.
 */
export function netPriceOf(line: InvoiceLine, isVatIncluded: boolean): Decimal {
  const price = line.unitNetPrice ?? ZERO;
  return isVatIncluded ? withoutVatInside(price, rateOf(line)) : price;
}

const PRICE_DECIMALS = 4;
const RATE_SCALE = 10;

/** Art. 226 no 8: the unit price without the VAT inside it. */
function withoutVatInside(price: Decimal, ratePercentage: Decimal): Decimal {
  const hundred = scaledUnits(decimal('100'), RATE_SCALE);
  const whole = hundred + scaledUnits(ratePercentage, RATE_SCALE);
  // Prices have as many decimals as rates: ten.
  const units = roundedQuotient(scaledUnits(price, RATE_SCALE) * hundred, whole);
  return decimalFromUnits(roundedQuotient(units, 10n ** BigInt(RATE_SCALE - PRICE_DECIMALS)), PRICE_DECIMALS);
}

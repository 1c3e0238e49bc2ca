import {
  decimal,
  type Decimal,
  decimalFromUnits,
  decimalsOf,
  folded,
  productInCents,
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

/** The rate, in percent, at which a document charges by a VAT code; undefined where it does not. */
export function rateCharged(
  { vatCodeGroups }: Pick<DraftInvoice | BookedInvoice, 'vatCodeGroups'>,
  vatCode: string,
): Decimal | undefined {
  return vatCodeGroups.find(({ vatAccount }) => folded(vatAccount?.vatCode ?? '') === folded(vatCode))
    ?.vatRate;
}

/** The rate of VAT of an additional expense, in per cent: that of its code on the invoice. */
export function rateOfExpense(
  { vatAccount: { vatCode } }: { readonly vatAccount: { readonly vatCode: string } },
  invoice: Pick<DraftInvoice | BookedInvoice, 'vatCodeGroups'>,
): Decimal {
  return rateCharged(invoice, vatCode) ?? ZERO;
}

/**
 * The unit price of a line as documents say it: without VAT, also where the invoice has prices that include
 * it (Art. 226 no 8).
 */
export function netPriceOf(line: InvoiceLine, isVatIncluded: boolean): Decimal {
  const { unitNetPrice: price = ZERO, quantity = ZERO } = line;
  return isVatIncluded ? timesRatio(price, HUNDRED, wholeOf(rateOf(line)), quantity) : price;
}

/** The unit price of a line with VAT, also where the prices of the invoice are without. */
export function grossPriceOf(line: InvoiceLine, isVatIncluded: boolean): Decimal {
  const { unitNetPrice: price = ZERO, quantity = ZERO } = line;
  return isVatIncluded ? price : timesRatio(price, wholeOf(rateOf(line)), HUNDRED, quantity);
}

const SCALE = 10;
const DECIMALS_MIN = 4;
const HUNDRED = scaledUnits(decimal('100'), SCALE);

/** A price without VAT and the VAT on it, in parts of a hundred. */
function wholeOf(ratePercentage: Decimal): bigint {
  return HUNDRED + scaledUnits(ratePercentage, SCALE);
}

/**
 * A unit price times a ratio. It has as many decimals as the price, four at least, and so many more, up to
 * ten, as it takes for the quantity at it to come to the same to the cent.
 */
function timesRatio(price: Decimal, top: bigint, bottom: bigint, quantity: Decimal): Decimal {
  const priceUnits = scaledUnits(price, SCALE) * top;
  const withDecimals = (decimals: number): Decimal =>
    decimalFromUnits(roundedQuotient(priceUnits, bottom * 10n ** BigInt(SCALE - decimals)), decimals);
  const exact = withDecimals(SCALE);
  const cents = productInCents(quantity, exact);
  for (let decimals = Math.max(DECIMALS_MIN, decimalsOf(price)); decimals < SCALE; decimals += 1) {
    const rounded = withDecimals(decimals);
    if (productInCents(quantity, rounded) === cents) return rounded;
  }
  return exact;
}

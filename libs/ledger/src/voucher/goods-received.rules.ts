import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  compareDecimals,
  type RuleBroken,
  ruleBroken,
  scaledUnits,
  sumOf,
  withoutSign,
  ZERO,
} from '@kontor/kernel';
import type { EntryToPost } from '../posting/posting.js';
import type { ReceivedGoods } from './goods-received.port.js';
import type { VoucherLine, VoucherType } from './voucher.resource.js';
import type { CompleteLine } from './line-completion.rules.js';

/**
 * Amendment "stock": goods come in by the lines of supplier invoices, each with its product and how many of
 * it; what is bought is positive, what goes back to the supplier negative, as its amount is.
 */
export function everyProductIsReceived(
  voucherType: VoucherType,
  lines: readonly VoucherLine[],
): Either<RuleBroken, void> {
  for (const [index, { product, quantity, account, contraAccount, amount }] of lines.entries()) {
    if (product === undefined && quantity === undefined) continue;
    const refused = (member: string, is: string): Either<RuleBroken, void> =>
      left(ruleBroken('E10610', `lines[${index}].${member}`, is));
    if (product === undefined) return refused('product', 'is missing: a quantity is of a product');
    if (voucherType !== 'supplierInvoice')
      return refused('product', 'must stand on a supplier invoice: goods are received by those alone');
    if (quantity === undefined || compareDecimals(quantity, ZERO) === 0)
      return refused('quantity', 'must say how many are received, not 0');
    if (account === undefined && contraAccount === undefined)
      return refused('product', 'must stand on a line with the account that the goods are booked on');
    const isDebit = amount.startsWith('-') !== (account !== undefined);
    // What costs nothing has no side.
    if (amount !== ZERO && isDebit === quantity.startsWith('-'))
      return refused('quantity', 'must be positive where goods are bought, negative where they go back');
  }
  return right(undefined);
}

/** Quantities have at most so many decimals, and costs so many digits before the point. */
const [DECIMALS_MAX, DIGITS_MAX] = [10, 13n];

/** What one of the goods costs can be kept: it is large where next to none is received. */
export function everyUnitCostIsStorable(lines: readonly CompleteLine[]): Either<RuleBroken, void> {
  for (const [index, { product, quantity, amountInBaseCurrency }] of lines.entries()) {
    if (product === undefined || quantity === undefined) continue;
    const most = scaledUnits(quantity, DECIMALS_MAX) * 10n ** DIGITS_MAX;
    if (withoutSign(scaledUnits(amountInBaseCurrency, DECIMALS_MAX)) >= withoutSign(most))
      return left(
        ruleBroken('E10320', `lines[${index}].quantity`, 'makes a cost of one of more than 13 digits'),
      );
  }
  return right(undefined);
}

/** What a line receives, by the entry that its goods are booked with: without VAT, in base currency. */
export function goodsOfLine(
  { product, quantity, account }: VoucherLine,
  entries: readonly EntryToPost[],
): readonly ReceivedGoods[] {
  if (product === undefined || quantity === undefined) return [];
  const side = account === undefined ? '.contraAccount' : '.account';
  const own = entries.filter(({ property, isSystemMade }) => property.endsWith(side) && !isSystemMade);
  const cost = sumOf(own.map(({ amountInBaseCurrency }) => amountInBaseCurrency));
  return [{ productNumber: product.productNumber, quantity, cost }];
}

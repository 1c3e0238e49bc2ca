import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  type Decimal,
  decimalFromUnits,
  isStorable,
  roundedQuotient,
  type RuleBroken,
  ruleBroken,
  scaledUnits,
  ZERO,
  withoutSign,
} from '@kontor/kernel';
import type { StockCorrectionDraft } from './stock-movement.resource.js';

/** Quantities and prices have at most so many decimals. */
const SCALE = 10;
const ONE = 10n ** BigInt(SCALE);

/** What is held of a product, in base currency a unit. */
export type Held = { readonly inStock: Decimal; readonly costPrice?: Decimal | undefined };
/** What came in, or with a negative quantity is taken back. */
export type Received = { readonly quantity: Decimal; readonly unitCost: Decimal };

/**
 * §2.1: the cost price of a product with stock is the average cost of what is held: what was there at its
 * cost and what came in at its own, by the quantity of both. Where nothing was there, it is the cost of what
 * came in. What is taken back leaves with its cost; when nothing is left, or nothing of the value, or so
 * little that no price could say it, the cost price stays.
 */
export function averageCost(
  { inStock, costPrice }: Held,
  { quantity, unitCost }: Received,
): Decimal | undefined {
  const [held, came] = [scaledUnits(inStock, SCALE), scaledUnits(quantity, SCALE)];
  const cost = scaledUnits(unitCost, SCALE);
  if (came > 0n && (held <= 0n || costPrice === undefined)) return unitCost;
  const left = held + came;
  const value = held * scaledUnits(costPrice ?? ZERO, SCALE) + came * cost;
  if (left <= 0n || value < 0n) return costPrice;
  const average = decimalFromUnits(roundedQuotient(value, left), SCALE);
  return isStorable(average) ? average : costPrice;
}

/** What a unit costs, where so many cost so much together; with the sign of neither. */
export function unitCostOf(cost: Decimal, quantity: Decimal): Decimal {
  const [all, units] = [scaledUnits(cost, SCALE), scaledUnits(quantity, SCALE)];
  const each = roundedQuotient(all * ONE, units);
  return decimalFromUnits(withoutSign(each), SCALE);
}

/**
 * Amendment "stock": a correction moves something; what goes out leaves at the cost price, whatever that is.
 */
export function correctionMoves({ quantity, unitCost }: StockCorrectionDraft): Either<RuleBroken, void> {
  if (scaledUnits(quantity, SCALE) === 0n) return left(ruleBroken('E10610', 'quantity', 'must not be 0'));
  if (unitCost === undefined) return right(undefined);
  if (quantity.startsWith('-')) {
    return left(ruleBroken('E10610', 'unitCost', 'must be left out: what goes out leaves at the cost price'));
  }
  if (unitCost.startsWith('-')) return left(ruleBroken('E10610', 'unitCost', 'must not be negative'));
  return right(undefined);
}

/**
 * The corrections that bring a stock to a quantity and a cost, one after the other; none where it has these
 * already. A stock takes a cost price only with goods: where its quantity is to be 0, one item comes in at
 * that cost and goes out again.
 */
export function correctionsTo(
  { inStock, costPrice }: Held,
  { quantity, unitCost }: { readonly quantity: Decimal; readonly unitCost?: Decimal | undefined },
): readonly StockCorrectionDraft[] {
  const [held, wanted] = [inStock, quantity].map((one) => scaledUnits(one, SCALE)) as [bigint, bigint];
  const moved = (units: bigint): StockCorrectionDraft => ({ quantity: decimalFromUnits(units, SCALE) });
  const isNoneHeld = held <= 0n && wanted <= 0n;
  if (isNoneHeld && unitCost !== undefined && unitCost !== costPrice) {
    const toNone = ONE - held;
    return [{ ...moved(toNone), unitCost }, moved(wanted - ONE)];
  }
  if (wanted === held) return [];
  return [
    wanted > held && unitCost !== undefined ? { ...moved(wanted - held), unitCost } : moved(wanted - held),
  ];
}

/** What a stock would be, it can be kept. */
export function stockIsStorable(inStock: Decimal, moved: Decimal): Either<RuleBroken, void> {
  const after = decimalFromUnits(scaledUnits(inStock, SCALE) + scaledUnits(moved, SCALE), SCALE);
  if (isStorable(after)) return right(undefined);
  return left(ruleBroken('E10320', 'quantity', 'makes a stock of more than 13 digits'));
}

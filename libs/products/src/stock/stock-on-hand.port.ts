import type { Decimal } from '@kontor/kernel';

/**
 * Goods that come in (or, negative, go out), with what a unit of them costs where that changes the average.
 */
export type Arrival = {
  readonly productNumber: string;
  readonly quantity: Decimal;
  readonly unitCost?: Decimal | undefined;
};

/** The stock figures that stand with products, and their cost price. */
export type StockOnHand = {
  /** Nobody else changes these products until the unit of work ends: before anything is read of them. */
  hold(productNumbers: readonly string[]): Promise<void>;
  /** All of them or none, in the order of their products. The products must be there. */
  receive(arrivals: readonly Arrival[]): Promise<void>;
};

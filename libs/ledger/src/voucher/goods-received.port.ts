import type { Decimal, FullDate } from '@kontor/kernel';

/**
 * Goods that the line of a supplier invoice receives: `cost` is of all of them, in base currency, without
 * VAT.
 */
export type ReceivedGoods = {
  readonly productNumber: string;
  readonly quantity: Decimal;
  readonly cost: Decimal;
};

type ByVoucher = { readonly voucherId: number; readonly date: FullDate };

/** The stock of products, in the same unit of work. Answered by the composition. */
export type GoodsReceived = {
  /** Nobody else changes these products until the unit of work ends: before anything is locked or read. */
  hold(productNumbers: readonly string[]): Promise<void>;
  receive(goods: readonly ReceivedGoods[], by: ByVoucher): Promise<void>;
  /** What a voucher has received goes back by the one that reverses it. */
  takeBack(voucherId: number, by: ByVoucher): Promise<void>;
};

import type { AnyValue, Members } from '@kontor/kernel';
import type { Voucher } from './voucher.resource.js';

/** §2.8: each line says as well whether it is booked, which it is with its voucher. */
export function withLinesBooked(voucher: Voucher): Voucher {
  const { booked, lines } = voucher;
  return { ...voucher, lines: lines.map((line) => ({ ...line, booked })) };
}

/** The same wherever a voucher is answered. */
export const voucherLines: Members = {
  properties: [],
  areAnswered: true,
  add: async (vouchers): Promise<readonly AnyValue[]> =>
    vouchers.map((voucher) => withLinesBooked(voucher as unknown as Voucher)),
};

import { BOOKING, CLIENTS, SMALL, YEAR, type BenchRequest, type Sizes, type Work } from './work.js';

const DATE = `${YEAR}-03-14`;

/** A finance voucher of three lines that balances. */
function drafted(agreement: number, index: number): BenchRequest {
  const amount = 100 + (index % 900);
  const line = (accountNumber: number, money: number): object => ({
    account: { accountNumber },
    amount: money,
    text: `Transfer ${index}`,
  });
  const lines = [line(5810, amount), line(5820, 10), line(5830, -amount - 10)];
  return {
    agreement,
    path: '/vouchers/drafts/finance-vouchers',
    body: JSON.stringify({ date: DATE, lines }),
  };
}

/** What was drafted, booked. */
function booked(agreement: number, answer: string): BenchRequest | undefined {
  const id = /"voucherId":(\d+)/.exec(answer)?.[1];
  return id === undefined
    ? undefined
    : { agreement, path: '/vouchers/booked', body: JSON.stringify({ voucherId: Number(id), date: DATE }) };
}

/** A draft of three lines and its booking, by one client: round trips and flushes. */
export const voucherOne: Work = {
  id: 'book-1',
  title: 'draft and book a voucher of 3 lines, 1 client',
  connections: 1,
  expects: 201,
  request: (index) => drafted(BOOKING, index),
  follow: (answer) => booked(BOOKING, answer),
  countsWhole: true,
  goal: 1.25,
};

/** The same by sixteen in one agreement: they meet on its counters and totals. */
export const voucherSixteen: Work = {
  ...voucherOne,
  id: 'book-16',
  title: 'draft and book a voucher of 3 lines, 16 clients',
  connections: CLIENTS,
  goal: 1.8,
};

const spread = (index: number, { agreements }: Sizes): number => SMALL + (index % agreements);

/** Sixteen over many agreements, where nobody meets. */
export const voucherSpread: Work = {
  ...voucherSixteen,
  id: 'book-16-spread',
  title: 'draft and book a voucher of 3 lines, 16 clients, over many agreements',
  request: (index, sizes) => drafted(spread(index, sizes), index),
  follow: (answer, index, sizes) => booked(spread(index, sizes), answer),
  goal: 1,
};

import { isLeft } from 'fp-ts/lib/Either.js';
import { defined, orThrow, fullDateOf, type FullDate, type ModuleName, decimal } from '@kontor/kernel';
import {
  ledgerService,
  type MatchDraft,
  type OpeningBalanceDraft,
  type VoucherDraft,
  type VoucherLine,
  type VoucherType,
} from '@kontor/ledger';
import type { SqlBooks } from '@kontor/sql';
import { ledgerOver } from '../ledger-over.js';

type Event = {
  readonly voucherType: VoucherType;
  readonly daysAgo: number;
  readonly isBooked: boolean;
  readonly lines: readonly VoucherLine[];
};

const amount = decimal;
const account = (accountNumber: number) => ({ accountNumber });
const vat = (vatCode: string) => ({ vatCode });
const customer = (customerNumber: number) => ({ customer: { customerNumber } });
const supplier = (supplierNumber: number) => ({ supplier: { supplierNumber } });

/** One of each type, in the ways in which they are written; the last two are still drafts. */
// prettier-ignore
const EVENTS: readonly Event[] = [
  { voucherType: 'supplierInvoice', daysAgo: 38, isBooked: true, lines: [{ ...supplier(1), amount: amount('-610'), text: 'Green coffee', supplierInvoiceNumber: '2207', contraAccount: account(1310), contraVatAccount: vat('P25') }] },
  { voucherType: 'supplierInvoice', daysAgo: 30, isBooked: true, lines: [{ ...supplier(2), amount: amount('-248.75'), text: 'Electricity' }, { account: account(1620), amount: amount('248.75'), vatAccount: vat('P25') }] },
  { voucherType: 'customerInvoice', daysAgo: 25, isBooked: true, lines: [{ ...customer(2), amount: amount('150'), text: 'Repair of a lamp', contraAccount: account(1110), contraVatAccount: vat('S25') }] },
  { voucherType: 'customerPayment', daysAgo: 14, isBooked: true, lines: [{ ...customer(2), amount: amount('-150'), text: 'Repair of a lamp', contraAccount: account(5810) }] },
  { voucherType: 'supplierPayment', daysAgo: 10, isBooked: true, lines: [{ ...supplier(1), amount: amount('610'), text: 'Invoice 2207', contraAccount: account(5810) }] },
  { voucherType: 'financeVoucher', daysAgo: 7, isBooked: true, lines: [{ account: account(5830), amount: amount('200'), text: 'To the cash box', contraAccount: account(5810) }, { account: account(5820), currency: 'USD', amount: amount('500'), exchangeRate: amount('92.15'), text: 'Dollars bought', contraAccount: account(5810) }] },
  { voucherType: 'supplierInvoice', daysAgo: 2, isBooked: false, lines: [{ ...supplier(1), amount: amount('-305'), text: 'Green coffee', contraAccount: account(1310), contraVatAccount: vat('P25') }] },
  { voucherType: 'financeVoucher', daysAgo: 0, isBooked: false, lines: [{ account: account(1720), amount: amount('48'), text: 'Not yet balanced' }] },
];

/** Paid at once, and an expense of each day until the end of the year. */
function insuranceUntil(endDate: FullDate, now: Date): Event {
  const daysAgo = 26;
  const startDate = fullDateOf(new Date(now.getTime() - daysAgo * DAY_MS));
  const accruals = { account: account(5750), startDate, endDate };
  const line = { account: account(1950), vatAccount: vat('P0'), amount: amount('540'), text: 'Insurance' };
  return {
    voucherType: 'financeVoucher',
    daysAgo,
    isBooked: true,
    lines: [{ ...line, contraAccount: account(5810), accruals }],
  };
}

/** What there was before the first accounting year: it need not sum to zero (D154). */
const OPENING: OpeningBalanceDraft['lines'] = [
  { account: account(5810), amountInBaseCurrency: amount('25000'), text: 'Bank' },
  { account: account(5830), amountInBaseCurrency: amount('350'), text: 'Cash' },
  { ...customer(1), amountInBaseCurrency: amount('412.5'), text: 'Invoice 1178' },
  { ...supplier(1), amountInBaseCurrency: amount('-275'), text: 'Invoice 2188' },
  { account: account(6110), amountInBaseCurrency: amount('-25487.5'), text: 'Capital' },
];

const DAY_MS = 86_400_000;

type Filling = { readonly modules: readonly ModuleName[]; readonly now: Date };

/**
 * Vouchers and opening balances of a small company, drafts and booked.
 * Accounts, parties and accounting years must be there.
 */
export async function fillVouchers(books: SqlBooks, { modules, now }: Filling): Promise<void> {
  const ledger = ledgerService(ledgerOver(books));
  const { years } = await books.ledger.accountingYears.chain();
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return;
  const opening = await orThrow(
    ledger.draftOpeningBalance({ draft: { date: first.fromDate, lines: OPENING } }),
  );
  await orThrow(ledger.bookOpeningBalance({ voucherId: opening.value.voucherId, date: first.fromDate }));
  const found = { date: last.fromDate, lines: OPENING.slice(1, 2) };
  await orThrow(ledger.draftOpeningBalance({ draft: found }));
  const posts: (readonly [
    type: VoucherType,
    party: number | undefined,
    post: MatchDraft['posts'][number],
  ])[] = [];
  for (const { voucherType, daysAgo, isBooked, lines } of [...EVENTS, insuranceUntil(last.toDate, now)]) {
    const date = dateAgo(now, daysAgo, first.fromDate);
    const draft: VoucherDraft = { date, lines };
    const { value } = await orThrow(ledger.draftVoucher({ draft, voucherType, modules }));
    const bookings = [{ voucherId: value.voucherId, date }];
    if (isBooked) await orThrow(ledger.bookVouchers({ bookings, propertyPrefixes: [''], modules }));
    const { entryNumber = 0, supplier: of, customer: to } = defined(value.lines[0]);
    const party = of?.supplierNumber ?? to?.customerNumber;
    if (isBooked) posts.push([voucherType, party, { voucherId: value.voucherId, entryNumber }]);
  }
  for (const [invoice, payment, party] of PAID) {
    const matched = posts.filter(([type, of]) => of === party && (type === invoice || type === payment));
    await orThrow(ledger.matchPosts({ draft: { posts: matched.map(([, , post]) => post) } }));
  }
}

/**
 * Closes the years before the present one, as far as no draft is left in them: in the first days of a year
 * there is one.
 */
export async function closeYearsBefore(books: SqlBooks): Promise<void> {
  const ledger = ledgerService(ledgerOver(books));
  const { years } = await books.ledger.accountingYears.chain();
  for (const { year } of years.slice(0, -1)) {
    const closed = await ledger.closeAccountingYear({ year })();
    if (isLeft(closed)) return;
  }
}

/** Which invoices the payments are for, by whose they are. */
const PAID: readonly (readonly [VoucherType, VoucherType, number])[] = [
  ['customerInvoice', 'customerPayment', 2],
  ['supplierInvoice', 'supplierPayment', 1],
];

function dateAgo(now: Date, days: number, notBefore: FullDate): FullDate {
  const date = fullDateOf(new Date(now.getTime() - days * DAY_MS));
  return date < notBefore ? notBefore : date;
}

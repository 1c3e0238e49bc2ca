import { amountOf } from '@kontor/kernel';
import { SERIES, seriesOf, type BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { addSum, pluralize, from, rowsRead, type Looked, type SumsBy } from './checks.js';
import type { PostedByVoucher } from './posted-documents.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';
import { bigintAt, numberAt, numberOrNullAt, textAt } from '../../row.js';

const [VAT_CODE, VAT_PART] = [placeOf('vat_account_code'), placeOf('vat_part')];

/** The VAT of periods, and what settlements have moved of it. */
export class VatOfEntries implements EntryObserver {
  /** What entries with VAT codes have, by period and account. */
  readonly vat: SumsBy<number> = new Map();
  /** The same of entries that say themselves that they are the VAT of their code, on either side. */
  readonly certain: SumsBy<number> = new Map();
  /** What settlements have posted, by voucher and account. */
  readonly posted: SumsBy<number> = new Map();

  see(entry: SeenEntry): void {
    const { account, base } = entry;
    if (entry.series === SERIES.vatSettlement) addSum(this.posted, entry.voucherId, account, base);
    // The VAT of a code, or what may be: versions before the end of 2026 did not keep it.
    if (entry.at(VAT_CODE) === null || entry.at(VAT_PART) === 'base') return;
    addSum(this.vat, entry.period, account, base);
    if (entry.at(VAT_PART) !== null) addSum(this.certain, entry.period, account, base);
  }
}

type Books = Pick<VatOfEntries, 'vat' | 'certain' | 'posted'> & { readonly periods: readonly Row[] };

/**
 * Every VAT settlement has moved what the entries of its periods with VAT codes have on its accounts; its
 * periods are barred and name it, and no others do.
 */
export async function settlementsAgree(
  looked: Looked,
  entries: VatOfEntries,
  posted: PostedByVoucher,
): Promise<BooksChecked> {
  const dates = ['from_date', 'to_date'];
  const columns = ['settlement_number', ...dates, 'amount', 'account_number'];
  const voucher = ['voucher_voucher_id', 'voucher_display_voucher_number'];
  const settlements = await rowsRead(
    from(looked, 'vat_settlement', [...columns, ...voucher]).orderBy('t.settlement_number'),
  );
  const books = await booksIn(looked, entries);
  return {
    check: 'VAT settlements have moved the VAT of their periods, which are barred',
    looked: pluralize(settlements.length, 'settlement'),
    faults: [
      ...settlements.flatMap((settlement) => [
        ...amountsOff(settlement, books),
        ...placesOff(settlement, books, posted),
      ]),
      ...periodsOff(settlements, books),
    ],
  };
}

async function booksIn(looked: Looked, { vat, certain, posted }: VatOfEntries): Promise<Books> {
  const settlement = ['t.vat_settlement_settlement_number', 'settlement'] as const;
  const columns = ['period_number', 'from_date', 'to_date', 'barred', settlement];
  const periods = await rowsRead(from(looked, 'period', columns).orderBy('t.from_date'));
  return { periods, vat, certain, posted };
}

const NOTHING: ReadonlyMap<number, bigint> = new Map();

function amountsOff(settlement: Row, { periods, vat, certain, posted }: Books): readonly string[] {
  const name = `VAT settlement ${String(settlement['settlement_number'])}`;
  const account = numberAt(settlement, 'account_number');
  // Where no VAT was to be moved there is no voucher.
  const voucherId = numberOrNullAt(settlement, 'voucher_voucher_id');
  const moved = (voucherId === null ? undefined : posted.get(voucherId)) ?? NOTHING;
  const amount = bigintAt(settlement, 'amount');
  const stands = moved.get(account) ?? 0n;
  const has = voucherId === null ? 'and it has no voucher' : `its voucher has ${amountOf(stands)}`;
  const faults = stands === amount ? [] : [`${name}: says ${amountOf(amount)}, ${has}`];
  const own = periods.filter((period) => isOf(settlement, period));
  const bookedOn = (sums: SumsBy<number>, number: number): bigint =>
    own.reduce((sum, period) => sum + (sums.get(numberAt(period, 'period_number'))?.get(number) ?? 0n), 0n);
  for (const [number, cents] of moved) {
    if (number === account) continue;
    const booked = bookedOn(vat, number);
    if (cents === -booked) continue;
    faults.push(
      `${name}: has moved ${amountOf(-cents)} from account ${number}, its periods have ${amountOf(booked)} of VAT there`,
    );
  }
  // Of what only may be VAT nobody knows whether it was to be moved.
  const accounts = new Set(
    own.flatMap((period) => [...(certain.get(numberAt(period, 'period_number'))?.keys() ?? [])]),
  );
  for (const number of accounts) {
    const booked = bookedOn(vat, number);
    if (moved.has(number) || booked === 0n || bookedOn(certain, number) !== booked) continue;
    faults.push(
      `${name}: has moved nothing from account ${number}, its periods have ${amountOf(booked)} of VAT there`,
    );
  }
  return faults;
}

/** It begins and ends with periods, and shows the number of what it has posted, if it has. */
function placesOff(settlement: Row, { periods }: Books, posted: PostedByVoucher): readonly string[] {
  const name = `VAT settlement ${String(settlement['settlement_number'])}`;
  const faults = (['from_date', 'to_date'] as const)
    .filter((end) => !periods.some((period) => period[end] === settlement[end]))
    .map((end) => `${name}: no period has its ${end === 'from_date' ? 'first' : 'last'} day`);
  const id = numberOrNullAt(settlement, 'voucher_voucher_id');
  const own = id === null ? undefined : posted.get(id);
  if (id !== null && own?.series !== SERIES.vatSettlement)
    faults.push(`${name}: voucher ${id} is none of a settlement`);
  const shown = own === undefined ? null : `${seriesOf(SERIES.vatSettlement).prefix}${own.number}`;
  const says = settlement['voucher_display_voucher_number'];
  if (says !== shown) faults.push(`${name}: shows the voucher ${String(says)}, which is ${shown ?? 'none'}`);
  return faults;
}

function isOf(settlement: Row, period: Row): boolean {
  return (
    textAt(settlement, 'from_date') <= textAt(period, 'from_date') &&
    textAt(settlement, 'to_date') >= textAt(period, 'to_date')
  );
}

function periodsOff(settlements: readonly Row[], { periods }: Books): readonly string[] {
  return periods.flatMap((period) => {
    const by = settlements.filter((one) => isOf(one, period));
    const name = `the period from ${String(period['from_date'])}`;
    if (by.length > 1) return [`${name} is settled ${by.length} times`];
    const number = by[0]?.['settlement_number'] ?? null;
    if (period['settlement'] !== number)
      return [`${name} names VAT settlement ${String(period['settlement'])}, and is of ${String(number)}`];
    return number !== null && period['barred'] !== 1 ? [`${name} is settled and not barred`] : [];
  });
}

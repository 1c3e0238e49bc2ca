import { defined, amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import type { Agreement } from '@kontor/studio';
import { flagAt, numberAt, textAt } from '../../row.js';
import { AgreementEntity } from '../../studio/studio.entities.js';
import { pluralize, from, inMap, rowsRead, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';
import type { PostedByVoucher, PostedDocuments } from './posted-documents.js';

/** Faults of one kind that are told. */
const FAULTS_MAX = 1_000;

/**
 * Debit and credit of every booked document are equal; what opening balances
 * leave over is a figure, not a fault.
 */
export function vouchersBalance({ all }: PostedDocuments): BooksChecked {
  const unbalanced = all.filter(({ difference }) => difference !== 0n);
  const openings = unbalanced.filter(({ isOpening }) => isOpening);
  const together = openings.reduce((sum, { difference }) => sum + difference, 0n);
  return {
    check: 'Every booked voucher balances',
    looked: pluralize(all.length, 'voucher'),
    faults: unbalanced
      .filter(({ isOpening }) => !isOpening)
      .map(
        ({ voucherId, year, difference }) =>
          `voucher ${voucherId} of ${year} is off by ${amountOf(difference)}`,
      ),
    ...(openings.length > 0 && {
      note: `${pluralize(openings.length, 'opening balance')} unbalanced, by ${amountOf(together)} together`,
    }),
  };
}

type At = { readonly year: string; readonly entryNumber: number };

const CURRENCY = placeOf('currency');
const [AMOUNT, BASE] = [placeOf('amount'), placeOf('amount_in_base_currency')];

/** Entries in base currency, and those of them with two amounts. */
class AmountsInBase implements EntryObserver {
  inBase = 0;
  readonly withTwoAmounts: (At & { readonly amount: bigint; readonly base: bigint })[] = [];
  readonly #baseCurrency: string;

  constructor(baseCurrency: string) {
    this.#baseCurrency = baseCurrency;
  }

  see(entry: SeenEntry): void {
    if (entry.at(CURRENCY) !== this.#baseCurrency) return;
    this.inBase += 1;
    if (entry.at(AMOUNT) === entry.at(BASE) || this.withTwoAmounts.length >= FAULTS_MAX) return;
    const { year, entryNumber, amount, base } = entry;
    this.withTwoAmounts.push({ year, entryNumber, amount, base });
  }
}

/** To be shown all entries, for `amountsAgree`. */
export async function amountsInBase({ tables, agreementNumber }: Looked): Promise<AmountsInBase> {
  const agreements = tables.getRepository<Agreement>(AgreementEntity.name);
  return new AmountsInBase(String((await agreements.findOneBy({ agreementNumber }))?.baseCurrency));
}

/** An entry in base currency has one amount. */
export function amountsAgree({ inBase, withTwoAmounts }: AmountsInBase): BooksChecked {
  return {
    check: 'Entries in base currency have one amount',
    looked: pluralize(inBase, 'entry', 'entries'),
    faults: withTwoAmounts.map(
      ({ entryNumber, year, amount, base }) =>
        `entry ${entryNumber} of ${year} has the amount ${amountOf(amount)} and books ${amountOf(base)}`,
    ),
  };
}

/** The periods of each year, by number. */
type Periods = ReadonlyMap<string, ReadonlyMap<number, { readonly from: string; readonly to: string }>>;

/** Entries that do not stand in the period of their date. */
class PlacesOfEntries implements EntryObserver {
  entries = 0;
  readonly inWrongPeriod: (At & { readonly date: string; readonly period: number })[] = [];
  readonly #periods: Periods;

  constructor(periods: Periods) {
    this.#periods = periods;
  }

  see({ year, entryNumber, date, period }: SeenEntry): void {
    this.entries += 1;
    const its = this.#periods.get(year)?.get(period);
    if (its !== undefined && date >= its.from && date <= its.to) return;
    if (this.inWrongPeriod.length < FAULTS_MAX) this.inWrongPeriod.push({ year, entryNumber, date, period });
  }
}

/** To be shown all entries, for `entriesStandInTheirPeriod`. */
export async function placesOfEntries(looked: Looked): Promise<PlacesOfEntries> {
  const dates = ['period_number', 'from_date', 'to_date'];
  const rows = await rowsRead(from(looked, 'period', [[looked.yearText, 'year'], ...dates]));
  const periods = new Map<string, Map<number, { readonly from: string; readonly to: string }>>();
  for (const row of rows) {
    const own = inMap(periods, textAt(row, 'year'), () => new Map());
    own.set(numberAt(row, 'period_number'), { from: textAt(row, 'from_date'), to: textAt(row, 'to_date') });
  }
  return new PlacesOfEntries(periods);
}

/**
 * Entries stand in the period that their date lies in, whose year is the one they stand in. Those of years
 * that are not there are looked for by themselves: who goes from year to year does not meet them.
 */
export async function entriesStandInTheirPeriod(
  looked: Looked,
  { entries, inWrongPeriod }: PlacesOfEntries,
): Promise<BooksChecked> {
  const [all] = await rowsRead(from(looked, 'entry', [['COUNT(*)', 'entries']]));
  const isStray = numberAt(defined(all), 'entries') !== entries;
  const strays = isStray ? await strayEntries(looked) : [];
  return {
    check: 'Every entry stands in the period of its date',
    looked: pluralize(numberAt(defined(all), 'entries'), 'entry', 'entries'),
    faults: [...inWrongPeriod, ...strays].map(
      ({ entryNumber, date, period, year }) =>
        `entry ${entryNumber} of ${date} stands in period ${period} of ${year}`,
    ),
  };
}

async function strayEntries(looked: Looked): Promise<PlacesOfEntries['inWrongPeriod']> {
  const rows = await rowsRead(
    from(looked, 'entry', [[looked.yearText, 'year'], 'entry_number', 'date', 'period_number'])
      .leftJoin(
        'accounting_year',
        'y',
        'y.agreement_number = t.agreement_number AND y.year_folded = t.year_folded',
      )
      .andWhere('y.year_folded IS NULL')
      .limit(FAULTS_MAX),
  );
  return rows.map((row) => ({
    year: textAt(row, 'year'),
    entryNumber: numberAt(row, 'entry_number'),
    date: textAt(row, 'date'),
    period: numberAt(row, 'period_number'),
  }));
}

/** What is booked has entries, what is a draft has none. */
export function documentsHaveEntries(documents: DocumentRows, posted: PostedByVoucher): BooksChecked {
  const faults: string[] = [];
  for (const { called, rows } of [
    { called: 'voucher', rows: documents.vouchers },
    { called: 'opening balance', rows: documents.openingBalances },
    { called: 'voucher of an invoice', rows: documents.invoices },
  ]) {
    for (const row of rows) {
      const id = numberAt(row, 'id');
      const isBooked = flagAt(row, 'booked');
      if (isBooked === posted.has(id)) continue;
      faults.push(
        isBooked
          ? `${called} ${id} is booked and has no entries`
          : `${called} ${id} is a draft and has entries`,
      );
    }
  }
  const { vouchers, openingBalances, invoices } = documents;
  return {
    check: 'Booked documents have entries and drafts have none',
    looked: pluralize(vouchers.length + openingBalances.length + invoices.length, 'document'),
    faults,
  };
}

/**
 * Every booked invoice is among the vouchers (ADR 22); what a version without
 * them books lacks it until `kontor migrate` runs.
 */
export async function invoicesHaveVouchers(looked: Looked): Promise<BooksChecked> {
  const rows = await rowsRead(
    from(looked, 'booked_invoice', ['booked_invoice_number', 'date', 'voucher_voucher_id'])
      .leftJoin(
        'voucher',
        'v',
        'v.agreement_number = t.agreement_number AND v.voucher_id = t.voucher_voucher_id',
      )
      .andWhere('v.voucher_id IS NULL')
      .limit(FAULTS_MAX),
  );
  const [all] = await rowsRead(from(looked, 'booked_invoice', [['COUNT(*)', 'invoices']]));
  return {
    check: 'Every booked invoice has its voucher',
    looked: pluralize(numberAt(defined(all), 'invoices'), 'invoice'),
    faults: rows.map(
      (row) =>
        `invoice ${String(row['booked_invoice_number'])} of ${String(row['date'])} has no voucher ` +
        `${String(row['voucher_voucher_id'])}; kontor migrate adds it`,
    ),
  };
}

import { amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { bigintAt, numberAt, textAt } from '../../row.js';
import {
  addTo,
  pluralize,
  from,
  idsIn,
  inMap,
  rowsRead,
  yearsIn,
  type Figure,
  type Looked,
} from './checks.js';
import { placeOf, type EntryObserver, type SeenEntry } from './entries-seen.js';

/** By year, period and account. */
export class PeriodTotals implements EntryObserver {
  readonly byYear = new Map<string, Map<number, Map<number, Figure>>>();

  see({ year, period, account, base }: SeenEntry): void {
    const ofYear = inMap(this.byYear, year, () => new Map<number, Map<number, Figure>>());
    addTo(
      inMap(ofYear, period, () => new Map<number, Figure>()),
      account,
      base,
    );
  }
}

/** What is kept for each account and period is what its entries sum to, and their number. */
export async function totalsAgree(looked: Looked, { byYear }: PeriodTotals): Promise<BooksChecked> {
  const faults: string[] = [];
  let compared = 0;
  for (const year of await yearsIn(looked)) {
    const total = ['CAST(t.total AS CHAR)', 'total'] as const;
    const kept = await rowsRead(
      from(looked, 'period_total', ['account_number', 'period_number', total, 'entries']).andWhere(
        't.year_folded = :year',
        { year },
      ),
    );
    const sums = new Map<string, Figure>();
    for (const [period, ofPeriod] of byYear.get(year) ?? [])
      for (const [account, figure] of ofPeriod) sums.set(nameOf(account, period), figure);
    for (const row of kept) {
      const place = nameOf(numberAt(row, 'account_number'), numberAt(row, 'period_number'));
      const has = { total: bigintAt(row, 'total'), entries: numberAt(row, 'entries') };
      const sum = sums.get(place);
      sums.delete(place);
      if (sum?.total === has.total && sum.entries === has.entries) continue;
      faults.push(`${year}, ${place}: kept ${figureOf(has)}, entries have ${figureOf(sum)}`);
    }
    for (const [place, sum] of sums)
      faults.push(`${year}, ${place}: kept nothing, entries have ${figureOf(sum)}`);
    compared += kept.length + sums.size;
  }
  return { check: 'Period totals equal the sum of entries', looked: pluralize(compared, 'total'), faults };
}

/** What a day has on one side or rate of a VAT code of an account, in cents. */
type DayFigure = {
  readonly date: string;
  readonly account: number;
  debit: bigint;
  credit: bigint;
  entries: number;
};

const [CODE, PART, RATE] = [placeOf('vat_account_code'), placeOf('vat_part'), placeOf('vat_rate')];

/** By year, and by what `dayName` makes of it. */
class DayTotals implements EntryObserver {
  readonly byYear = new Map<string, Map<string, DayFigure>>();
  entries = 0;
  readonly #closings: ReadonlySet<number>;

  /** `closings`: the vouchers that close years. */
  constructor(closings: ReadonlySet<number>) {
    this.#closings = closings;
  }

  see(entry: SeenEntry): void {
    const { year, date, account, base } = entry;
    const vat = `${entry.at(CODE) ?? ''} ${entry.at(PART) ?? ''} ${entry.at(RATE) ?? ''}`;
    const figure = inMap(
      inMap(this.byYear, year, () => new Map<string, DayFigure>()),
      dayName(date, account, vat, this.#kindOf(entry)),
      () => ({ date, account, debit: 0n, credit: 0n, entries: 0 }),
    );
    if (base > 0n) figure.debit += base;
    else figure.credit -= base;
    figure.entries += 1;
    this.entries += 1;
  }

  #kindOf({ type, voucherId }: SeenEntry): string {
    if (type === 'openingEntry') return 'opening';
    if (type === 'transferredOpeningEntry') return 'carried';
    return this.#closings.has(voucherId) ? 'closing' : 'moved';
  }
}

/** To be shown all entries, for `daysAgree`. */
export async function dayTotals(looked: Looked): Promise<DayTotals> {
  const closings = from(looked, 'accounting_year', [['t.closing_voucher_id', 'id']]);
  return new DayTotals(idsIn(await rowsRead(closings.andWhere('t.closing_voucher_id IS NOT NULL'))));
}

/** What is kept of a day by itself: of an account, of a VAT code with its side and rate, and of a kind. */
function dayName(date: string, account: number, vat: string, kind: string): string {
  return `${date} ${account} ${vat} ${kind}`;
}

/** What is kept of each day for statements is what its entries sum to, and their number. */
export async function daysAgree(looked: Looked, { byYear, entries }: DayTotals): Promise<BooksChecked> {
  const off: DayFigure[] = [];
  for (const year of await yearsIn(looked)) {
    const left = new Map(byYear.get(year));
    for (const row of await rowsRead(daysKept(looked, year))) {
      const [date, account] = [textAt(row, 'date'), numberAt(row, 'account_number')];
      const vat = ['vat_account_code', 'vat_part', 'vat_rate'].map((one) => textAt(row, one)).join(' ');
      const name = dayName(date, account, vat, textAt(row, 'kind'));
      const has = left.get(name);
      left.delete(name);
      const more = {
        date,
        account,
        debit: (has?.debit ?? 0n) - bigintAt(row, 'debit'),
        credit: (has?.credit ?? 0n) - bigintAt(row, 'credit'),
        entries: (has?.entries ?? 0) - numberAt(row, 'entries'),
      };
      if (more.debit !== 0n || more.credit !== 0n || more.entries !== 0) off.push(more);
    }
    off.push(...left.values());
  }
  return {
    check: 'Totals of days equal the sum of entries',
    looked: pluralize(entries, 'entry', 'entries'),
    faults: off
      .sort((one, other) =>
        one.date === other.date ? one.account - other.account : one.date < other.date ? -1 : 1,
      )
      .slice(0, FAULTS_MAX)
      .map(
        ({ date, account, debit, credit, entries: more }) =>
          `${date}, account ${account}: the entries have debit ${amountOf(debit)}, credit ${amountOf(credit)} ` +
          `and ${more} entries more than is kept; kontor migrate sums the day anew`,
      ),
  };
}

const FAULTS_MAX = 1_000;

/** The totals of the days of a year. */
function daysKept(looked: Looked, year: string): ReturnType<typeof from> {
  const columns = ['date', 'account_number', 'vat_account_code', 'vat_part', 'vat_rate', 'kind', 'entries'];
  return from(looked, 'accounting_year', [
    ...columns.map((column) => [`d.${column}`, column] as const),
    ['CAST(d.debit AS CHAR)', 'debit'],
    ['CAST(d.credit AS CHAR)', 'credit'],
  ])
    .innerJoin(
      'day_turnover',
      'd',
      'd.agreement_number = t.agreement_number AND d.date >= t.from_date AND d.date <= t.to_date',
    )
    .andWhere('t.year_folded = :year', { year });
}

function nameOf(account: number, period: number): string {
  return `account ${account} in period ${period}`;
}

function figureOf(figure: Figure | undefined): string {
  if (figure === undefined) return 'nothing';
  const { total, entries } = figure;
  return `${amountOf(total)} in ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}

/** What stands on each customer and supplier. */
export class PartyTotals implements EntryObserver {
  readonly customer = new Map<number, Figure>();
  readonly supplier = new Map<number, Figure>();

  see({ customer, supplier, base }: SeenEntry): void {
    if (customer !== null) addTo(this.customer, customer, base);
    if (supplier !== null) addTo(this.supplier, supplier, base);
  }
}

/** What customers owe, and suppliers are owed, is what their entries sum to, and their number. */
export async function partiesAgree(
  looked: Looked,
  totals: PartyTotals,
  party: 'customer' | 'supplier',
): Promise<BooksChecked> {
  const sums = new Map(totals[party]);
  const kept = await rowsRead(
    from(looked, `${party}_total`, [
      [`t.${party}_number`, 'number'],
      ['CAST(t.total AS CHAR)', 'total'],
      'entries',
    ]),
  );
  const faults: string[] = [];
  for (const row of kept) {
    const number = numberAt(row, 'number');
    const has = { total: bigintAt(row, 'total'), entries: numberAt(row, 'entries') };
    const { total, entries } = sums.get(number) ?? { total: 0n, entries: 0 };
    sums.delete(number);
    if (has.total === total && has.entries === entries) continue;
    faults.push(`${party} ${number}: kept ${figureOf(has)}, entries have ${amountOf(total)} in ${entries}`);
  }
  for (const number of sums.keys()) faults.push(`${party} ${number}: kept nothing, and there are entries`);
  return {
    check: `What ${party === 'customer' ? 'customers owe' : 'suppliers are owed'} equals the sum of their entries`,
    looked: pluralize(kept.length, party),
    faults,
  };
}

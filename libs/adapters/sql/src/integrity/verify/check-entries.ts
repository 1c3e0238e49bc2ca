import { defined, amountOf } from '@kontor/kernel';
import type { BooksChecked } from '@kontor/ledger';
import { counted, from, rowsRead, yearsIn, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import { dayName, type DayFigure, type EntriesSeen, type Figure } from './entries-seen.js';
import { bigintAt, numberAt, textAt } from '../../row.js';

/**
 * Debit and credit of every booked document are equal; what opening balances
 * leave over is a figure, not a fault.
 */
export function vouchersBalance({ documents, unbalanced }: EntriesSeen): BooksChecked {
  const openings = unbalanced.filter(({ isOpening }) => isOpening);
  const together = openings.reduce((sum, { difference }) => sum + difference, 0n);
  return {
    check: 'Every booked voucher balances',
    looked: counted(documents, 'voucher'),
    faults: unbalanced
      .filter(({ isOpening }) => !isOpening)
      .map(
        ({ voucherId, year, difference }) =>
          `voucher ${voucherId} of ${year} is off by ${amountOf(difference)}`,
      ),
    ...(openings.length > 0 && {
      note: `${counted(openings.length, 'opening balance')} unbalanced, by ${amountOf(together)} together`,
    }),
  };
}

/** What is kept for each account and period is what its entries sum to, and their number. */
export async function totalsAgree(looked: Looked, { totals }: EntriesSeen): Promise<BooksChecked> {
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
    for (const [period, ofPeriod] of totals.get(year) ?? [])
      for (const [account, figure] of ofPeriod) sums.set(placeOf(account, period), figure);
    for (const row of kept) {
      const place = placeOf(numberAt(row, 'account_number'), numberAt(row, 'period_number'));
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
  return { check: 'Period totals equal the sum of entries', looked: counted(compared, 'total'), faults };
}

/** What is kept of each day for statements is what its entries sum to, and their number. */
export async function daysAgree(looked: Looked, { days, entries }: EntriesSeen): Promise<BooksChecked> {
  const off: DayFigure[] = [];
  for (const year of await yearsIn(looked)) {
    const left = new Map(days.get(year));
    for (const row of await rowsRead(daysKept(looked, year))) {
      const [date, account] = [textAt(row, 'date'), numberAt(row, 'account_number')];
      const [code, part, rate] = ['vat_account_code', 'vat_part', 'vat_rate'].map((one) => textAt(row, one));
      const name = dayName(date, account, defined(code), defined(part), defined(rate), textAt(row, 'kind'));
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
    looked: counted(entries, 'entry', 'entries'),
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

function placeOf(account: number, period: number): string {
  return `account ${account} in period ${period}`;
}

function figureOf(figure: Figure | undefined): string {
  if (figure === undefined) return 'nothing';
  const { total, entries } = figure;
  return `${amountOf(total)} in ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}

/** What customers owe, and suppliers are owed, is what their entries sum to, and their number. */
export async function partiesAgree(
  looked: Looked,
  seen: EntriesSeen,
  party: 'customer' | 'supplier',
): Promise<BooksChecked> {
  const sums = new Map(party === 'customer' ? seen.customers : seen.suppliers);
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
    looked: counted(kept.length, party),
    faults,
  };
}

/** An entry in base currency has one amount. */
export function amountsAgree({ inBase, withTwoAmounts }: EntriesSeen): BooksChecked {
  return {
    check: 'Entries in base currency have one amount',
    looked: counted(inBase, 'entry', 'entries'),
    faults: withTwoAmounts.map(
      ({ entryNumber, year, amount, base }) =>
        `entry ${entryNumber} of ${year} has the amount ${amountOf(amount)} and books ${amountOf(base)}`,
    ),
  };
}

/**
 * Entries stand in the period that their date lies in, whose year is the one they stand in. Those of years
 * that are not there are looked for by themselves: who goes from year to year does not meet them.
 */
export async function entriesStandInTheirPeriod(
  looked: Looked,
  { entries, inWrongPeriod }: EntriesSeen,
): Promise<BooksChecked> {
  const [all] = await rowsRead(from(looked, 'entry', [['COUNT(*)', 'entries']]));
  const isStray = numberAt(defined(all), 'entries') !== entries;
  const strays = isStray ? await strayEntries(looked) : [];
  return {
    check: 'Every entry stands in the period of its date',
    looked: counted(numberAt(defined(all), 'entries'), 'entry', 'entries'),
    faults: [...inWrongPeriod, ...strays].map(
      ({ entryNumber, date, period, year }) =>
        `entry ${entryNumber} of ${date} stands in period ${period} of ${year}`,
    ),
  };
}

async function strayEntries(looked: Looked): Promise<EntriesSeen['inWrongPeriod']> {
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
export function documentsHaveEntries(documents: DocumentRows, { posted }: EntriesSeen): BooksChecked {
  const faults: string[] = [];
  for (const { called, rows } of [
    { called: 'voucher', rows: documents.vouchers },
    { called: 'opening balance', rows: documents.openingBalances },
    { called: 'voucher of an invoice', rows: documents.invoices },
  ]) {
    for (const row of rows) {
      const id = numberAt(row, 'id');
      const isBooked = row['booked'] === 1;
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
    looked: counted(vouchers.length + openingBalances.length + invoices.length, 'document'),
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
    looked: counted(numberAt(defined(all), 'invoices'), 'invoice'),
    faults: rows.map(
      (row) =>
        `invoice ${String(row['booked_invoice_number'])} of ${String(row['date'])} has no voucher ` +
        `${String(row['voucher_voucher_id'])}; kontor migrate adds it`,
    ),
  };
}

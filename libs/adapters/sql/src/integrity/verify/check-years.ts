import { SERIES, type BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import type { PostedByVoucher } from './posted-documents.js';
import { flagAt, numberOrNullAt, textAt } from '../../row.js';

const DAY_MS = 86_400_000;

/** Every year is covered by its periods, one after the other, which are closed when it is. */
export async function periodsCoverYears(looked: Looked): Promise<BooksChecked> {
  const dates = ['from_date', 'to_date', 'closed'];
  const years = await rowsRead(from(looked, 'accounting_year', ['year', ...dates]).orderBy('t.from_date'));
  const faults: string[] = [];
  for (const year of years) {
    const periods = await rowsRead(
      from(looked, 'period', dates)
        .andWhere('t.year_folded = :year', { year: textAt(year, 'year') })
        .orderBy('t.from_date'),
    );
    for (const fault of yearOff(year, periods)) faults.push(`${String(year['year'])}: ${fault}`);
  }
  return {
    check: 'Periods cover their year and are closed when it is',
    looked: pluralize(years.length, 'year'),
    faults,
  };
}

function yearOff(year: Row, periods: readonly Row[]): readonly string[] {
  const faults: string[] = [];
  let next = textAt(year, 'from_date');
  for (const period of periods) {
    const from = textAt(period, 'from_date');
    if (from !== next) faults.push(`a period begins on ${from}, and should on ${next}`);
    next = dayAfter(textAt(period, 'to_date'));
    if (period['closed'] !== year['closed'])
      faults.push(
        flagAt(year, 'closed')
          ? `the year is closed, and its period from ${from} is not`
          : `the period from ${from} is closed, and its year is not`,
      );
  }
  const end = dayAfter(textAt(year, 'to_date'));
  if (next !== end) faults.push(`its periods end before ${next}, the year before ${end}`);
  return faults;
}

/**
 * A closed year names what closing it has posted, on its last day and on the first of the next year, and no
 * other year does; what closes a year is named by one. So reopening takes exactly that out of the books.
 */
export async function closingsAgree(looked: Looked, posted: PostedByVoucher): Promise<BooksChecked> {
  const columns = ['year', 'from_date', 'to_date', 'closed', 'closing_voucher_id', 'opening_voucher_id'];
  const years = await rowsRead(from(looked, 'accounting_year', columns).orderBy('t.from_date'));
  const faults: string[] = [];
  const named = new Set<number>();
  for (const [index, year] of years.entries()) {
    const next = years[index + 1];
    for (const { what, voucherId, date } of [
      {
        what: 'closes',
        voucherId: numberOrNullAt(year, 'closing_voucher_id'),
        date: textAt(year, 'to_date'),
      },
      {
        what: 'opens the year after',
        voucherId: numberOrNullAt(year, 'opening_voucher_id'),
        date: next && textAt(next, 'from_date'),
      },
    ]) {
      if (voucherId === null) continue;
      named.add(voucherId);
      const own = posted.get(voucherId);
      const name = `voucher ${voucherId} ${what} ${textAt(year, 'year')}`;
      if (year['closed'] !== 1) faults.push(`${name}, which is open`);
      else if (own === undefined) faults.push(`${name}, and has no entries`);
      else if (own.firstDate !== date || own.lastDate !== date)
        faults.push(`${name}, and is dated ${own.firstDate}`);
      // A version before series were kept with entries left them out.
      else if (own.series !== null && own.series !== SERIES.closing)
        faults.push(`${name}, and is not of the series of closings`);
    }
  }
  for (const { voucherId, series, year } of posted.values()) {
    if (series === SERIES.closing && !named.has(voucherId))
      faults.push(`voucher ${voucherId} of ${year} closes a year, and none names it`);
  }
  return {
    check: 'Closed years name what closing them has posted',
    looked: pluralize(years.length, 'year'),
    faults,
  };
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

import type { BooksChecked } from '@kontor/ledger';
import type { Row } from '../../statement.js';
import { counted, from, rowsRead, type Looked } from './checks.js';
import { textAt } from '../../row.js';

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
    looked: counted(years.length, 'year'),
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
        year['closed'] === 1
          ? `the year is closed, and its period from ${from} is not`
          : `the period from ${from} is closed, and its year is not`,
      );
  }
  const end = dayAfter(textAt(year, 'to_date'));
  if (next !== end) faults.push(`its periods end before ${next}, the year before ${end}`);
  return faults;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
}

import { type FullDate, calendarDate, fullDateOf } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';
import { fillAssetGroups, fillAccounts, fillUnitsAndGroups } from './standard-books.js';
import { fillTermsAndGroups } from './standard-parties.js';
import { firstYear } from './standard-years.js';

/**
 * The books of somebody who begins: a chart of accounts, the groups, units and terms that products,
 * customers and suppliers need, and accounting years from a day on until today lies in one. No
 * examples: what is in the books is theirs.
 */
export async function fillNewBooks(books: SqlBooks, firstYearFrom: FullDate, now: Date): Promise<void> {
  await fillAccounts(books);
  await fillUnitsAndGroups(books);
  await fillTermsAndGroups(books);
  await fillAssetGroups(books);
  for (const fromDate of startsUntil(firstYearFrom, fullDateOf(now))) await firstYear(books, fromDate);
}

/**
 * The first days of accounting years: the given one, then a year after the
 * first of its month, until one covers today.
 */
function startsUntil(first: FullDate, today: FullDate): readonly FullDate[] {
  const starts = [first];
  const month = first.slice(5, 7);
  for (let year = Number(first.slice(0, 4)) + 1; ; year += 1) {
    const next = calendarDate(`${year}-${month}-01`);
    if (next > today) return starts;
    starts.push(next);
  }
}

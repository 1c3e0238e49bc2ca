/**
 * Mirrors all entries of an accounting year into a local SQLite file, and keeps it up to date:
 *
 *     npx tsx mirror-entries.ts 2026 books.db
 *
 * The first run reads everything; each later one goes on where the last one stopped, so it costs a handful of
 * requests however long the year is. Entries are never changed, but reopening a closed year removes what
 * closing it had posted: when the sums of the mirror are not those of the service, the year is read anew.
 */
import { DatabaseSync } from '@photostructure/sqlite'; // the same as node:sqlite of Node 24
import type { Entry, Link, Page } from '@kontor/sdk';
import { api } from './connection.js';

const [, , name = String(new Date().getFullYear()), file = 'books.db'] = process.argv;
const database = new DatabaseSync(file);
// Amounts are cents: whole numbers, so that SQL adds them up exactly.
database.exec(`
  CREATE TABLE IF NOT EXISTS entries (
    entry_number INTEGER PRIMARY KEY, year TEXT, date TEXT, account_number INTEGER, cents INTEGER, currency TEXT,
    cents_in_base_currency INTEGER, entry_type TEXT, voucher_number INTEGER, text TEXT, vat_code TEXT
  );
  CREATE TABLE IF NOT EXISTS last_page (year TEXT PRIMARY KEY, link TEXT);
`);
const insert = database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
const remember = database.prepare('INSERT OR REPLACE INTO last_page VALUES (?, ?)');

const home = await api.home();
const year = await api.find(home.accountingYears, { year: name });

let read = await readOn();
if (!(await isRight())) {
  database.prepare('DELETE FROM entries WHERE year = ?').run(name);
  database.prepare('DELETE FROM last_page WHERE year = ?').run(name);
  read += await readOn();
}
const { count } = database.prepare('SELECT count(*) AS count FROM entries WHERE year = ?').get(name) as {
  readonly count: number;
};
console.log(`${count} entries of ${name} in ${file}; ${read} read`);
database.close();

/**
 * Reads the last page again, which may have grown, and those after it. A page
 * and its link are kept together, or not at all.
 */
async function readOn(): Promise<number> {
  const last = database.prepare('SELECT link FROM last_page WHERE year = ?').get(name);
  const start = last === undefined ? year.entries : (last['link'] as Link<Page<Entry>>);
  const question = last === undefined ? { pageSize: 1000 } : {};
  let count = 0;
  for await (const page of api.pages(start, question)) {
    database.exec('BEGIN');
    for (const entry of page.collection) keep(entry);
    remember.run(name, page.self);
    database.exec('COMMIT');
    count += page.collection.length;
  }
  return count;
}

function keep(entry: Entry): void {
  insert.run(
    entry.entryNumber,
    name,
    entry.date,
    entry.account.accountNumber,
    cents(entry.amount),
    entry.currency,
    cents(entry.amountInBaseCurrency),
    entry.entryType,
    entry.voucherNumber,
    entry.text ?? null,
    entry.vatAccount?.vatCode ?? null,
  );
}

/** Whether each account in the mirror sums up to what the service says. */
async function isRight(): Promise<boolean> {
  const totals = new Map<number, number>();
  for await (const { account, totalInBaseCurrency } of api.each(year.totals, { pageSize: 1000 }))
    totals.set(account.accountNumber, cents(totalInBaseCurrency));
  const sums = database
    .prepare(
      'SELECT account_number, sum(cents_in_base_currency) AS sum FROM entries WHERE year = ? GROUP BY 1',
    )
    .all(name) as { readonly account_number: number; readonly sum: number }[];
  return sums.every(({ account_number, sum }) => (totals.get(account_number) ?? 0) === sum);
}

function cents(amount: number): number {
  return Math.round(amount * 100);
}

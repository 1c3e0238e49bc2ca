import { setTimeout } from 'node:timers/promises';
import { right } from 'fp-ts/lib/Either.js';
import {
  ledgerService,
  matchAll,
  numbersOfDocuments,
  postAll,
  Voucher,
  voucherOfEntries,
  type Posting,
} from '@kontor/ledger';
import {
  calendarDate,
  daysInMonth,
  defined,
  fullDateOf,
  isFullDate,
  orThrow,
  unfailing,
  type FullDate,
} from '@kontor/kernel';
import type { Database, SqlBooks } from '@kontor/sql';
import { ledgerOver } from '../ledger-over.js';
import { plausibleDocuments, type Plausible, type PlausibleDocument } from './plausible-documents.js';

/** Calendar years, the last of which is the present one. */
export async function fillYears(
  books: SqlBooks,
  { years, now }: { readonly years: number; readonly now: Date },
): Promise<void> {
  const ledger = ledgerService(ledgerOver(books));
  const last = now.getUTCFullYear();
  for (let year = last - years + 1; year <= last; year += 1) {
    const draft = {
      fromDate: calendarDate(`${year}-01-01`),
      toDate: calendarDate(`${year}-12-31`),
      closed: false,
    };
    await orThrow(ledger.createAccountingYear({ draft }));
  }
}

/** The last day of a first accounting year: of its twelfth month. Undefined where that is beyond 9999. */
export function lastOfFirstYear(fromDate: FullDate): FullDate | undefined {
  const [first, month] = fromDate.split('-').map(Number) as [number, number];
  const [year, last] = month === 1 ? [first, 12] : [first + 1, month - 1];
  const written = [
    String(year).padStart(4, '0'),
    ...[last, daysInMonth(year, last)].map((one) => String(one).padStart(2, '0')),
  ].join('-');
  return isFullDate(written) ? written : undefined;
}

/** The first accounting year of books that begin on a day. Throws where it would end beyond 9999. */
export async function firstYear(books: SqlBooks, fromDate: FullDate): Promise<void> {
  const toDate = defined(lastOfFirstYear(fromDate));
  await orThrow(
    ledgerService(ledgerOver(books)).createAccountingYear({ draft: { fromDate, toDate, closed: false } }),
  );
}

/** How many booked entries an agreement gets that has its chart of accounts. */
export type SeedEntries = {
  readonly agreementNumber: number;
  /** How many. */
  readonly entries: number;
  readonly now: Date;
  readonly onProgress?: (booked: number) => void;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
};

/** Entries that one transaction writes: a service beside it, on the same file, waits for each (R11). */
const ENTRIES_AT_ONCE = 250;
/**
 * Left to others between transactions where all share one writer: they look whether the file is free every
 * few milliseconds. A server lets others write meanwhile.
 */
const PAUSE_MS = 20;

/**
 * Books so many entries of a plausible small company, spread over the twelve
 * months that end today, through posting.
 */
export async function seedEntries(
  { unitOfWork, sharesOneWriter }: Pick<Database, 'unitOfWork' | 'sharesOneWriter'>,
  { agreementNumber, entries, now, onProgress, pause = setTimeout }: SeedEntries,
): Promise<void> {
  if (entries === 0) return;
  const documents = plausibleDocuments(await spanToFill(unitOfWork.read(agreementNumber), { entries, now }));
  const posts: Posts = new Map();
  let booked = 0;
  for (const batch of batches(documents)) {
    await orThrow(
      unitOfWork.inTransaction(
        agreementNumber,
        (books) => async () => right(await bookAll(books, batch, posts)),
      ),
    );
    booked += batch.reduce((sum, document) => sum + document.entries.length, 0);
    onProgress?.(booked);
    if (sharesOneWriter) await pause(PAUSE_MS);
  }
}

/** The same within a unit of work, for a few entries. */
export async function bookSome(books: SqlBooks, span: Pick<SeedEntries, 'entries' | 'now'>): Promise<void> {
  if (span.entries === 0) return;
  await bookAll(books, [...plausibleDocuments(await spanToFill(books, span))], new Map());
}

/** The twelve months that end today, as far as there are accounting years. */
async function spanToFill(
  books: SqlBooks,
  { entries, now }: Pick<SeedEntries, 'entries' | 'now'>,
): Promise<Plausible> {
  const { years } = await books.ledger.accountingYears.chain();
  const open = years.filter(({ closed }) => !closed);
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined)
    throw new Error('there is no open accounting year to book in');
  const today = fullDateOf(now);
  const yearAgo = fullDateOf(
    new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate() + 1)),
  );
  const toDate = today < last.toDate ? today : last.toDate;
  const fromDate = first.fromDate < yearAgo && yearAgo < toDate ? yearAgo : first.fromDate;
  // A single entry cannot balance.
  return { fromDate, toDate, entries: Math.max(entries, 2), baseCurrency: await books.ledger.baseCurrency() };
}

function* batches(documents: Iterable<PlausibleDocument>): Generator<readonly PlausibleDocument[]> {
  let batch: PlausibleDocument[] = [];
  let size = 0;
  for (const document of documents) {
    if (size + document.entries.length > ENTRIES_AT_ONCE) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(document);
    size += document.entries.length;
  }
  if (batch.length > 0) yield batch;
}

/** By the number of a document: that of the entry that is its post of a customer or supplier, the first. */
type Posts = Map<number, number>;

/**
 * Each document becomes a booked voucher, of which its entries are the lines; what pays an invoice is matched
 * with it. `posts`: those of the documents before, to which its own are added.
 */
async function bookAll(
  books: SqlBooks,
  documents: readonly PlausibleDocument[],
  posts: Posts,
): Promise<void> {
  const { ledger } = books;
  const { years } = await ledger.accountingYears.chain();
  const wanted = documents.map(({ date, series, entries }) => {
    const year = years.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate);
    if (year === undefined) throw new Error(`${date} lies in no accounting year`);
    return { series, year: year.year, entries: entries.length };
  });
  const taken = await unfailing(numbersOfDocuments(ledger.numbers, wanted));
  const postings = documents.map(({ number, date, series, entries }, index): Posting => {
    const { voucherId, voucherNumber, firstEntryNumber } = defined(taken[index]);
    posts.set(number, firstEntryNumber);
    const numbered = entries.map((entry, line) => ({ ...entry, entryNumber: firstEntryNumber + line }));
    return { date, voucherId, voucherNumber, numberSeriesNumber: series, entries: numbered };
  });
  await orThrow(postAll(ledger)(postings));
  const vouchers = books.of(Voucher);
  for (const posting of postings) await orThrow(vouchers.create(voucherOfEntries(posting)));
  await matchPayments(books, documents, posts);
}

/** Payments are of the whole invoice, at its rate: nothing is left over, and no difference. */
async function matchPayments(
  books: SqlBooks,
  documents: readonly PlausibleDocument[],
  posts: Posts,
): Promise<void> {
  const pairs = documents.flatMap(({ number, pays }) =>
    pays === undefined ? [] : [[pays, number].map((of) => defined(posts.get(of)))],
  );
  const repositories = ledgerOver(books);
  const held = await repositories.openPosts.heldOfEntries(pairs.flat());
  const byEntry = new Map(held.map((post) => [post.entryNumber, post]));
  const groups = pairs.map((pair) =>
    pair.map((entryNumber) => ({ post: defined(byEntry.get(entryNumber)), property: 'posts' })),
  );
  await orThrow(matchAll(repositories)(groups));
}

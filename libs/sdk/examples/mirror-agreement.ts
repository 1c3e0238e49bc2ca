/**
 * Mirrors products, customers, suppliers, vouchers and invoices into a local SQLite file, and keeps them
 * equal to those of the service for as long as it runs:
 *
 *     npx tsx mirror-agreement.ts agreement.db
 *
 * It asks for the position of the events, reads everything, and goes on with the events after that position.
 * What it has done and how far it is are kept in one transaction, so it may be ended at any time, in any way,
 * and goes on where it was. Where it was away so long that events are gone, it begins again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite'; // the same as node:sqlite of Node 24
import { ApiError, ConnectionError, NotFoundError, type Event, type Home, type Link } from '@kontor/sdk';
import { events, EventsGoneError } from '@kontor/sdk/events';
import { api } from './connection.js';

/** What is mirrored, by the collection that events name: how an item is known, and where all of them are. */
const MIRRORED = {
  products: { key: 'productNumber', all: (home: Home) => api.each(home.products, ALL) },
  customers: { key: 'customerNumber', all: (home: Home) => api.each(home.customers, ALL) },
  suppliers: { key: 'supplierNumber', all: (home: Home) => api.each(home.suppliers, ALL) },
  vouchers: { key: 'voucherId', all: (home: Home) => api.each(home.vouchers, ALL) },
  'draft-invoices': { key: 'id', all: (home: Home) => api.each(home.draftInvoices, ALL) },
  'booked-invoices': { key: 'bookedInvoiceNumber', all: (home: Home) => api.each(home.bookedInvoices, ALL) },
} as const;
const ALL = { pageSize: 1000 };
/**
 * What follows from bookings and from the date has no event: sum it up in SQL. And what may be done now.
 * Names that are shown of other things stay as they were when the item was read: join them in SQL.
 */
const LEFT_OUT = new Set(['balance', 'dueAmount', 'metaData']);

const [, , file = 'agreement.db'] = process.argv;
const database = new DatabaseSync(file);
// WAL: others may read while we write.
database.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS item (collection TEXT, number TEXT, body TEXT, PRIMARY KEY (collection, number));
  CREATE TABLE IF NOT EXISTS position (one INTEGER PRIMARY KEY, sequence INTEGER);
`);
const put = database.prepare('INSERT OR REPLACE INTO item VALUES (?, ?, ?)');
const remove = database.prepare('DELETE FROM item WHERE collection = ? AND number = ?');
const goOnAfter = database.prepare('INSERT OR REPLACE INTO position VALUES (1, ?)');

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());

while (!end.signal.aborted) {
  try {
    if (position() === undefined) await readEverything();
    console.log(`${file} goes on after event ${position()}`);
    const question = {
      after: position(),
      signal: end.signal,
      onPosition: (last: number) => void goOnAfter.run(last),
    };
    for await (const event of events(api, question)) await mirror(event);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    if (error instanceof EventsGoneError) database.exec('DELETE FROM position');
    else if (isPassing(error)) await sleep(5_000);
    else throw error;
  }
}
database.close();

function position(): number | undefined {
  return database.prepare('SELECT sequence FROM position').get()?.['sequence'] as number | undefined;
}

/** What changes meanwhile is read again by its event. Others see the mirror as it was until all is read. */
async function readEverything(): Promise<void> {
  const home = await api.home();
  const { lastSequence } = await api.follow(home.eventsPosition);
  database.exec('BEGIN; DELETE FROM item');
  for (const [collection, { key, all }] of Object.entries(MIRRORED))
    for await (const item of all(home)) keep(collection, key, item);
  goOnAfter.run(lastSequence);
  database.exec('COMMIT');
}

/** An event says what changed, not to what: the item is read as it is now. */
async function mirror({ collection, resource, numbers, sequence }: Event): Promise<void> {
  const known = Object.entries(MIRRORED).find(([name]) => name === collection)?.[1];
  const item = known && (await api.follow(resource as Link<object>).catch(absent));
  database.exec('BEGIN');
  if (known !== undefined && item !== undefined) keep(collection, known.key, item);
  else if (known !== undefined) remove.run(collection, String(numbers?.[known.key]));
  goOnAfter.run(sequence);
  database.exec('COMMIT');
}

function keep(collection: string, key: string, item: object): void {
  const body = JSON.stringify(item, (name, value: unknown) => (LEFT_OUT.has(name) ? undefined : value));
  put.run(collection, String(Object(item)[key]), body);
}

function absent(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** The service is away, or has too much to do. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.httpStatusCode === 429 || error.httpStatusCode >= 500;
  return error instanceof ConnectionError;
}

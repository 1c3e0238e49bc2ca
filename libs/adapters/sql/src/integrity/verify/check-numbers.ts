import { groupedBy, defined } from '@kontor/kernel';
import { NUMBER_SERIES, numbersHeldBy, SERIES, type BooksChecked } from '@kontor/ledger';
import { BookedInvoice } from '@kontor/sales';
import { rowsOf, type Row } from '../../statement.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import type { EntryObserver, SeenEntry } from './entries-seen.js';
import { numberOrNullAt, numberAt, textAt, textOrNullAt } from '../../row.js';
import { EVENTS } from '../../statements/collection-versions.js';
import { READ_EPOCH } from '../../statements/epoch.js';

/** Whose counter numbers invoices over all years. */
const INVOICES = BookedInvoice.collection;

/** The counters of an agreement, by name. */
async function countersIn(looked: Looked): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsRead(from(looked, 'number_counter', ['name', 'last_number']));
  return new Map(rows.map((row) => [textAt(row, 'name'), numberAt(row, 'last_number')]));
}

/** Numbers that imports have taken, by what they are of: `2026 8`, `booked-invoices`. */
async function heldByImports(looked: Looked): Promise<ReadonlyMap<string, readonly Held[]>> {
  const rows = await rowsRead(from(looked, 'import', ['import_number', 'memory']).orderBy('t.import_number'));
  const held = new Map<string, Held[]>();
  for (const row of rows) {
    const importNumber = numberAt(row, 'import_number');
    const memory = textOrNullAt(row, 'memory') ?? undefined;
    for (const [name, { first, count }] of Object.entries(numbersHeldBy({ memory }))) {
      const one = { importNumber, first, last: first + count - 1 };
      held.set(name, [...(held.get(name) ?? []), one]);
    }
  }
  return held;
}

type Held = { readonly importNumber: number; readonly first: number; readonly last: number };

/**
 * No number of a series is used twice or lies beyond its counter, and there are no holes where there may be
 * none. What an import has refused is a hole that is known: a mended file fills it; and so is what invoices
 * have that were sent from the books which an import has brought: they stay there.
 */
export async function seriesAreWhole(looked: Looked, documents: DocumentRows): Promise<BooksChecked> {
  const split = bySeries(documents);
  const counters = await countersIn(looked);
  const years = await rowsRead(from(looked, 'accounting_year', ['year', 'from_date', 'to_date']));
  const held = await heldByImports(looked);
  const faults: string[] = [];
  const known: string[] = [];
  let looking = 0;
  for (const year of years) {
    for (const { numberSeriesNumber, prefix, allowGaps } of NUMBER_SERIES) {
      const used = numbersUsed(documentsOf(numberSeriesNumber, split), year);
      const name = `${prefix} of ${String(year['year'])}`;
      const last = counters.get(`series/${numberSeriesNumber}/${String(year['year'])}`) ?? 0;
      const [most = 0] = [...used].sort((a, b) => b - a);
      if (used.length > 0) looking += 1;
      for (const double of doublesAmong(used)) faults.push(`${name}: number ${double} is used twice`);
      if (most > last) faults.push(`${name}: number ${most} lies beyond the counter, ${last}`);
      if (allowGaps) continue;
      const ofImports = held.get(`${String(year['year'])} ${numberSeriesNumber}`) ?? [];
      for (const { importNumber, ...hole } of partsOf(holesAmong(used, last), ofImports)) {
        if (importNumber === undefined) faults.push(`${name}: ${textOf(hole)} missing`);
        else known.push(`${name}: ${textOf(hole)} missing, since import ${importNumber} did not bring it in`);
      }
    }
  }
  const numbers = documents.invoices.map((row) => numberAt(row, 'numbered'));
  const ofImports = held.get(INVOICES) ?? [];
  for (const { importNumber, ...hole } of partsOf(
    holesAmong(numbers, counters.get(INVOICES) ?? 0),
    ofImports,
  )) {
    if (importNumber === undefined) faults.push(`invoices: ${textOf(hole)} missing`);
    else known.push(`invoices: ${textOf(hole)} of the books that import ${importNumber} has brought`);
  }
  faults.push(...(await countersBehind(looked, counters)));
  return {
    check: 'Number series have no doubles, and no holes where they may have none',
    looked: `${looking} series with numbers`,
    faults,
    ...(known.length > 0 && { note: known.join('; ') }),
  };
}

/**
 * Counters that lag behind the numbers that were noted as given, which the next write brings back; and those
 * whose last number is not noted, so that nothing would.
 */
async function countersBehind(
  looked: Looked,
  counters: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const most = ['MAX(t.number)', 'given'] as const;
  const rows = await rowsRead(from(looked, 'given_number', ['name', most]).groupBy('t.name'));
  const noted = new Map(rows.map((row) => [textAt(row, 'name'), numberAt(row, 'given')]));
  return [...new Set([...noted.keys(), ...counters.keys()])].flatMap((name) => {
    const [last, given] = [counters.get(name) ?? 0, noted.get(name) ?? 0];
    if (last === given) return [];
    return last < given
      ? [`the counter ${name} is at ${last}, numbers up to ${given} were given`]
      : [
          `the counter ${name} is at ${last}, the last number that is noted as given is ${given}; kontor migrate notes it`,
        ];
  });
}

/**
 * The documents of a series: an invoice has a voucher, and its number is that; of one that was imported there
 * is the voucher alone.
 */
function documentsOf(series: number, { vouchers, openingBalances, invoices }: BySeries): readonly Row[] {
  // Opening balances have a series of their own (D150).
  if (series === SERIES.openingBalance) return openingBalances;
  const isOfInvoices = series === SERIES.salesInvoice || series === SERIES.creditNote;
  return [...(isOfInvoices ? (invoices.get(series) ?? []) : []), ...(vouchers.get(series) ?? [])];
}

type BySeries = {
  readonly vouchers: ReadonlyMap<unknown, readonly Row[]>;
  readonly openingBalances: readonly Row[];
  readonly invoices: ReadonlyMap<unknown, readonly Row[]>;
};

function bySeries({ vouchers, openingBalances, invoices }: DocumentRows): BySeries {
  const seriesOf = (row: Row): unknown => row['series'];
  return {
    vouchers: groupedBy(vouchers, seriesOf),
    openingBalances,
    invoices: groupedBy(invoices, seriesOf),
  };
}

/** The numbers that the documents of a series have in a year, each document once. */
function numbersUsed(documents: readonly Row[], year: Row): readonly number[] {
  const used: number[] = [];
  const seen = new Set<number>();
  const [from, to] = [textAt(year, 'from_date'), textAt(year, 'to_date')];
  for (const row of documents) {
    const [id, date] = [numberAt(row, 'id'), textAt(row, 'date')];
    if (date < from || date > to || seen.has(id)) continue;
    seen.add(id);
    used.push(numberAt(row, 'number'));
  }
  return used;
}

/** The numbers of entries. */
export class EntryNumbers implements EntryObserver {
  readonly numbers = new Set<number>();
  readonly usedTwice: number[] = [];

  see({ entryNumber }: SeenEntry): void {
    const before = this.numbers.size;
    this.numbers.add(entryNumber);
    if (this.numbers.size === before) this.usedTwice.push(entryNumber);
  }
}

/** Entry numbers run over the agreement: none is used twice, none lies beyond the counter. */
export async function entryNumbersAreUnique(
  looked: Looked,
  { numbers, usedTwice }: EntryNumbers,
): Promise<BooksChecked> {
  const last = (await countersIn(looked)).get('entry-number') ?? 0;
  const faults = usedTwice.map((number) => `entry number ${number} is used twice`);
  for (const number of numbers)
    if (number > last) faults.push(`entry number ${number} lies beyond the counter, ${last}`);
  return { check: 'Entry numbers are used once', looked: pluralize(numbers.size, 'entry number'), faults };
}

/** Each request that events name has left its record of who changed what (G37). */
export async function writesAreRecorded(looked: Looked): Promise<BooksChecked> {
  const id = ['t.request_id', 'id'] as const;
  const told = await rowsRead(
    from(looked, 'event', [id, ['MIN(t.sequence)', 'first'], ['COUNT(t.method)', 'records']])
      .andWhere("t.request_id <> ''")
      .groupBy('t.request_id'),
  );
  const alone = await rowsRead(from(looked, 'audit_record', [id]));
  const recorded = new Set(alone.map((row) => textAt(row, 'id')));
  return {
    check: 'Every request that changed something is recorded',
    looked: pluralize(told.length, 'request'),
    faults: told
      .filter((row) => Number(row['records']) === 0 && !recorded.has(textAt(row, 'id')))
      .map((row) => `event ${String(row['first'])} is of request ${String(row['id'])}, which has no record`),
  };
}

/**
 * Events are numbered without holes from the first that is kept to the last that was given, and the database
 * is in an epoch.
 */
export async function eventsAreWhole(looked: Looked): Promise<BooksChecked> {
  const [given] = await rowsRead(
    from(looked, 'collection_state', [['t.items', 'last']]).andWhere('t.collection = :events', {
      events: EVENTS,
    }),
  );
  const [row] = await rowsRead(
    from(looked, 'event', [
      ['COUNT(*)', 'events'],
      ['MIN(t.sequence)', 'first'],
      ['MAX(t.sequence)', 'last'],
    ]),
  );
  const last = (given && numberAt(given, 'last')) ?? 0;
  const events = numberAt(defined(row), 'events');
  const most = numberOrNullAt(defined(row), 'last') ?? last;
  const first = numberOrNullAt(defined(row), 'first') ?? last + 1;
  const isWhole = most === last && events === last - first + 1;
  const faults = isWhole
    ? []
    : [`${last} numbers were given, ${events} events are there from ${first}, the last is ${most}`];
  const [epoch] = await rowsOf(looked.session, READ_EPOCH);
  if (epoch === undefined)
    faults.push(
      'database_epoch is empty, by which processes know a restore; kontor restored begins an epoch',
    );
  return { check: 'Events have no holes', looked: pluralize(events, 'event'), faults };
}

type Hole = { readonly first: number; readonly last: number };

/** What lacks of 1 to the last number. */
function holesAmong(numbers: readonly number[], last: number): readonly Hole[] {
  const holes: Hole[] = [];
  let next = 1;
  for (const number of [...numbers.filter((one) => one <= last).sort((a, b) => a - b), last + 1]) {
    if (number > next) holes.push({ first: next, last: number - 1 });
    next = number + 1;
  }
  return holes;
}

/** Holes in parts, each of numbers that one import has taken, or none has. */
function partsOf(
  holes: readonly Hole[],
  held: readonly Held[],
): readonly (Hole & { readonly importNumber?: number })[] {
  const inOrder = [...held].sort((one, other) => one.first - other.first);
  return holes.flatMap((hole) => {
    const parts: (Hole & { readonly importNumber?: number })[] = [];
    let next = hole.first;
    for (const { importNumber, first, last } of inOrder) {
      if (next > hole.last || last < next || first > hole.last) continue;
      if (first > next) parts.push({ first: next, last: first - 1 });
      const end = Math.min(last, hole.last);
      parts.push({ first: Math.max(first, next), last: end, importNumber });
      next = end + 1;
    }
    if (next <= hole.last) parts.push({ first: next, last: hole.last });
    return parts;
  });
}

/** `number 3 is`, `numbers 5 to 9 are`. */
function textOf({ first, last }: Hole): string {
  return first === last ? `number ${first} is` : `numbers ${first} to ${last} are`;
}

function doublesAmong(numbers: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  const doubles = new Set<number>();
  for (const number of numbers) (seen.has(number) ? doubles : seen).add(number);
  return [...doubles];
}

import { setImmediate } from 'node:timers/promises';
import {
  groupedBy,
  defined,
  type ValueOf,
  itemOf,
  type AnyResource,
  type KeyValue,
  ofAny,
  type RepositoryProvider,
} from '@kontor/kernel';
import {
  AccountingYear,
  Entry,
  NUMBER_SERIES,
  OpeningBalance,
  SERIES,
  seriesInYear,
  Voucher,
  type BooksOwner,
  type DocumentName,
  type DocumentWithVoucher,
  type LinkedVoucher,
  type WholeBooks,
  type WholeDocument,
} from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { dateAt, numberAt, numberOrNullAt, textAt } from '../row.js';
import { readCounters } from '../sequence/sequence-table.js';
import { inPieces, rowsOf, type Row, type Session } from '../statement.js';
import { invoicesOfVouchers, linksOfDay, nextDayOfVouchers } from '../statements/documents.js';
import { entriesOfDay, nextDay } from '../statements/entries.js';
import { readColumns } from '../statements/items.js';
import type { LedgerPorts } from './ledger-ports.js';
import { readOwner } from '../statements/agreements.js';

/** Items that are read at once: so much is in memory, and so long nobody else has a turn. */
const ITEMS_AT_ONCE = 200;
/** Entries that are read at once. */
const ENTRIES_AT_ONCE = 500;

/** Vouchers that are looked at, or named, at once: each may be as large as a body. */
const VOUCHERS_AT_ONCE = 50;

type Reading = {
  readonly agreementNumber: number;
  readonly session: Session;
  readonly access: ResourceAccesses;
  readonly books: RepositoryProvider & {
    readonly ledger: Pick<LedgerPorts, 'accountingYears' | 'openPosts'>;
    readonly findAll: (resource: typeof Voucher, keys: readonly KeyValue[]) => Promise<readonly Voucher[]>;
  };
};

/** The books by a session that sees one state of them. */
export async function wholeBooks(reading: Reading): Promise<WholeBooks> {
  return {
    owner: await ownerOf(reading),
    all: (resource, ...parents) => allOf(reading, resource, parents),
    lastNumbers: (year) => lastNumbersOf(reading, year),
    lastNumber: async (counter) => {
      const last = await readCounters(reading.session, reading.agreementNumber, [counter]);
      return last.get(counter) ?? 0;
    },
    linkedVouchers: () => linkedVouchers(reading),
    namesOf: (voucherIds) => namesOf(reading, voucherIds),
    postsOf: async (voucherIds) => {
      const posts = await reading.books.ledger.openPosts.ofVouchers(voucherIds);
      return [...posts].sort((one, other) => one.entryNumber - other.entryNumber);
    },
    documents: (year) => documentsOf(reading, year, documentsIn),
    documentsWithVouchers: (year) => documentsOf(reading, year, withVouchersIn),
  };
}

async function ownerOf({ agreementNumber, session }: Reading): Promise<BooksOwner> {
  const owner = defined((await rowsOf(session, readOwner(agreementNumber)))[0]);
  return {
    agreementNumber,
    name: textAt(owner, 'name'),
    baseCurrency: textAt(owner, 'base_currency'),
  };
}

async function lastNumbersOf(
  { session, agreementNumber }: Reading,
  year: string,
): Promise<ReadonlyMap<number, number>> {
  const names = new Map(
    NUMBER_SERIES.map(({ numberSeriesNumber }) => [
      seriesInYear(numberSeriesNumber, year),
      numberSeriesNumber,
    ]),
  );
  const last = await readCounters(session, agreementNumber, [...names.keys()]);
  return new Map(
    [...names].flatMap(([name, series]) =>
      (last.get(name) ?? 0) > 0 ? [[series, defined(last.get(name))]] : [],
    ),
  );
}

/** By what names them and nothing else: their lines are as long as a body. */
async function namesOf(
  { access, agreementNumber, books, session }: Reading,
  voucherIds: readonly number[],
): Promise<ReadonlyMap<number, DocumentName>> {
  const { years } = await books.ledger.accountingYears.chain();
  const names = new Map<number, DocumentName>();
  const add = (row: Row, numberSeriesNumber: number): void => {
    const date = textAt(row, 'date');
    const { year } = defined(years.find(({ fromDate, toDate }) => fromDate <= date && date <= toDate));
    const numberSeries = { numberSeriesNumber };
    const voucherNumber = numberAt(row, NUMBER);
    names.set(numberAt(row, 'voucher_id'), { accountingYear: { year }, numberSeries, voucherNumber });
  };
  const read = async function* (resource: AnyResource, ids: readonly number[], more: readonly string[] = []) {
    const { table } = accessTo(access, resource);
    const columns = ['voucher_id', 'date', NUMBER, ...more];
    for (const some of inPieces(ids, VOUCHERS_AT_ONCE)) {
      yield* await rowsOf(session, readColumns(table, columns, agreementNumber, some));
      await setImmediate();
    }
  };
  for await (const row of read(Voucher, voucherIds, [SERIES_NUMBER])) add(row, numberAt(row, SERIES_NUMBER));
  const others = voucherIds.filter((id) => !names.has(id));
  for await (const row of read(OpeningBalance, others)) add(row, SERIES.openingBalance);
  return names;
}

const NUMBER = 'voucher_number_voucher_number';
const SERIES_NUMBER = 'number_series_number';

/**
 * Day by day, some of a day at a time: which they are is found by looking at each, and in the order of their
 * documents, since ids are made anew in other books in this order.
 */
async function* linkedVouchers({ access, agreementNumber, session }: Reading): AsyncGenerator<LinkedVoucher> {
  const { dialect } = accessTo(access, Voucher);
  for (let day = '', after = 0; ;) {
    if (after === 0) {
      const [found] = await rowsOf(session, nextDayOfVouchers(agreementNumber, day));
      if ((found?.['day'] ?? null) === null) return;
      day = dateAt(defined(found), 'day');
    }
    const place = { day, after, most: VOUCHERS_AT_ONCE };
    const rows = await rowsOf(session, linksOfDay(dialect, agreementNumber, place));
    for (const row of rows) {
      const reverses = numberOrNullAt(row, 'reverses_voucher_id');
      const accrues = numberOrNullAt(row, 'accrues_voucher_id');
      if (reverses === null && accrues === null) continue;
      yield {
        voucherId: numberAt(row, 'voucher_id'),
        ...(reverses !== null && { reverses: { voucherId: reverses } }),
        ...(accrues !== null && { accrues: { voucherId: accrues } }),
      };
    }
    const last = rows.length < VOUCHERS_AT_ONCE ? undefined : rows.at(-1);
    after = last === undefined ? 0 : numberAt(last, 'voucher_id');
    await setImmediate();
  }
}

async function* allOf<R extends AnyResource>(
  { books }: Reading,
  resource: R,
  parents: readonly KeyValue[],
): AsyncGenerator<ValueOf<R>> {
  const repository = ofAny(books, resource, ...parents);
  let after: string | undefined;
  for (let skipPages = 0; ; skipPages += 1) {
    const place = after === undefined ? { skipPages } : { skipPages: 0, after };
    const page = await repository.page({
      sort: resource.defaultSort,
      pageSize: ITEMS_AT_ONCE,
      ...place,
    });
    for (const item of page.items) yield itemOf(resource, item);
    if (page.items.length < ITEMS_AT_ONCE) return;
    after = page.position;
    await setImmediate();
  }
}

/** Makes documents of the rows of their entries. */
type Made<D> = (reading: Reading, rows: readonly Row[]) => readonly D[] | Promise<readonly D[]>;

/** Day by day, by the index of dates; of a day with very many entries, some of its documents at a time. */
async function* documentsOf<D>(reading: Reading, year: string, made: Made<D>): AsyncGenerator<D> {
  const { access, agreementNumber, session } = reading;
  const { table } = accessTo(access, AccountingYear);
  const own = [agreementNumber, table.encodeKey(year)];
  for (let day = ''; ;) {
    const [found] = await rowsOf(session, nextDay(own, day));
    if ((found?.['day'] ?? null) === null) return;
    day = dateAt(defined(found), 'day');
    yield* documentsOn(reading, own, day, made);
  }
}

async function* documentsOn<D>(
  reading: Reading,
  own: readonly (string | number | null)[],
  day: string,
  made: Made<D>,
): AsyncGenerator<D> {
  const { access, session } = reading;
  const { table, dialect } = accessTo(access, Entry);
  for (let [voucherId, entryNumber] = [0, 0], kept: Row[] = []; ;) {
    const after = [voucherId, entryNumber] as const;
    const rows = await rowsOf(
      session,
      entriesOfDay(dialect, table, own, { day, after, most: ENTRIES_AT_ONCE }),
    );
    const isLast = rows.length < ENTRIES_AT_ONCE;
    const all = [...kept, ...rows];
    const last = rows.at(-1);
    if (last !== undefined)
      [voucherId, entryNumber] = [numberAt(last, 'voucher_id'), numberAt(last, 'entry_number')];
    // The last document of a page may go on in the next.
    const open = voucherId;
    kept = isLast ? [] : all.filter((row) => row['voucher_id'] === open);
    yield* await made(reading, isLast ? all : all.filter((row) => row['voucher_id'] !== open));
    await setImmediate();
    if (isLast) return;
  }
}

function documentsIn({ access }: Reading, rows: readonly Row[]): readonly WholeDocument[] {
  const { toValue } = accessTo(access, Entry);
  const found = rows.map((row) => itemOf(Entry, toValue(row)));
  const byId = groupedBy(found, ({ voucherId }) => voucherId);
  return [...byId].map(([voucherId, entries]) => {
    const [first] = entries;
    return {
      voucherId,
      voucherNumber: first.voucherNumber,
      numberSeriesNumber: first.numberSeries?.numberSeriesNumber,
      date: first.date,
      entryType: first.entryType,
      entries,
    };
  });
}

async function withVouchersIn(
  reading: Reading,
  rows: readonly Row[],
): Promise<readonly DocumentWithVoucher[]> {
  const documents = documentsIn(reading, rows);
  const ids = documents.map(({ voucherId }) => voucherId);
  const found = ids.length === 0 ? [] : await reading.books.findAll(Voucher, ids);
  const vouchers = new Map(found.map((voucher) => [voucher.voucherId, voucher]));
  const onPaper = await numbersOnPaper(reading, found);
  return documents.map((document) => ({
    ...document,
    voucher: vouchers.get(document.voucherId),
    invoiceNumber: onPaper.get(document.voucherId),
  }));
}

/** The series of the vouchers that invoices have. */
const OF_INVOICES: ReadonlySet<number | undefined> = new Set([SERIES.salesInvoice, SERIES.creditNote]);

/** What the invoices of vouchers are called on paper, by the ids of the vouchers. */
async function numbersOnPaper(
  { access, agreementNumber, session }: Reading,
  vouchers: readonly Voucher[],
): Promise<ReadonlyMap<number, string>> {
  const ids = vouchers
    .filter(({ numberSeries }) => OF_INVOICES.has(numberSeries.numberSeriesNumber))
    .map(({ voucherId }) => voucherId);
  if (ids.length === 0) return new Map();
  const { dialect } = accessTo(access, Voucher);
  const rows = await rowsOf(session, invoicesOfVouchers(dialect, agreementNumber, ids));
  return new Map(rows.map((row) => [numberAt(row, 'id'), textAt(row, 'name')]));
}

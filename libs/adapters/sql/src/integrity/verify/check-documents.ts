import { defined, amountOf, type Decimal } from '@kontor/kernel';
import {
  namesItsParty,
  NUMBER_SERIES,
  OpeningBalance,
  SERIES,
  Voucher,
  type BooksChecked,
  type LineWithParty,
} from '@kontor/ledger';
import { BookedInvoice } from '@kontor/sales';
import { accessTo } from '../../resource/resource-access.js';
import type { Row } from '../../statement.js';
import { eachRow } from './check-references.js';
import { pluralize, from, reading, rowsRead, yearsIn, type Looked } from './checks.js';
import type { DocumentRows } from './documents.js';
import type { Posted, PostedByVoucher } from './posted-documents.js';
import { bigintAt, flagAt, numberAt, numberOrNullAt, textAt } from '../../row.js';

/** What is booked and the entries of it belong together. */
export async function documentsHold(
  looked: Looked,
  documents: DocumentRows,
  posted: PostedByVoucher,
): Promise<readonly BooksChecked[]> {
  const there = new Set<number>();
  const agree = documentsAgree(documents, posted, there, await lastOfOlderVersions(looked));
  return [await bookedIsThere(looked, posted, there), agree];
}

/**
 * The last invoice that a version before 23 November 2026 may have booked: later ones note each number that
 * they give, and of those before only the last is noted.
 */
async function lastOfOlderVersions(looked: Looked): Promise<number> {
  const [row] = await rowsRead(
    from(looked, 'given_number', [['MIN(t.number)', 'least']]).andWhere('t.name = :name', {
      name: BookedInvoice.collection,
    }),
  );
  return row === undefined ? 0 : (numberOrNullAt(row, 'least') ?? 0);
}

/**
 * A booked document has the number, date and kind of its entries, and shows its number. `there`: gets the ids
 * of all vouchers that there are. `older`: up to this number an invoice may show the number of its voucher.
 */
function documentsAgree(
  { vouchers, openingBalances, invoices }: DocumentRows,
  posted: PostedByVoucher,
  there: Set<number>,
  older: number,
): BooksChecked {
  const faults: string[] = [];
  let documents = 0;
  for (const { called, rows } of [
    { called: 'voucher', rows: vouchers.filter(isBooked) },
    { called: 'opening balance', rows: openingBalances.filter(isBooked) },
    { called: 'invoice of voucher', rows: invoices },
  ]) {
    documents += rows.length;
    for (const row of rows) {
      there.add(numberAt(row, 'id'));
      const own = posted.get(numberAt(row, 'id'));
      if (own === undefined) continue;
      for (const fault of documentOff(row, own, older))
        faults.push(`${called} ${String(row['id'])}: ${fault}`);
    }
  }
  return {
    check: 'Booked documents have the number, date and kind of their entries',
    looked: pluralize(documents, 'document'),
    faults,
  };
}

function isBooked(row: Row): boolean {
  return flagAt(row, 'booked');
}

function documentOff(row: Row, posted: Posted, older: number): readonly string[] {
  const { series, number, firstDate, lastDate, firstType, lastType, firstEntry, lastEntry } = posted;
  const faults: string[] = [];
  const compare = (what: string, is: unknown, ...has: readonly [unknown, unknown?]): void => {
    if (has.every((one) => one === is)) return;
    const others = [...new Set(has.filter((one) => one !== is))];
    if (others.length > 0) faults.push(`its ${what} is ${String(is)}, its entries have ${others.join(', ')}`);
  };
  compare('date', row['date'], firstDate, lastDate);
  compare('number', row['number'], number);
  // A version before series were kept with entries left them out.
  if (series !== null) compare('series', row['series'], series);
  if (row['type'] !== null && series !== SERIES.closing) compare('kind', row['type'], firstType, lastType);
  if (row['first_entry_number'] !== null) {
    compare('first entry', row['first_entry_number'], firstEntry);
    compare('last entry', row['last_entry_number'], lastEntry);
  }
  const prefix = PREFIXES.get(row['series']);
  // An invoice shows its own number, which is not that of its voucher (ADR 15).
  const shown = `${String(prefix)}${String(row['numbered'] ?? row['number'])}`;
  // Those of versions before 22 November 2026 show that one.
  const isOlder = row['numbered'] !== undefined && numberAt(row, 'numbered') <= older;
  const isRight =
    row['shown'] === shown || (isOlder && row['shown'] === `${String(prefix)}${String(row['number'])}`);
  if (prefix !== undefined && !isRight)
    faults.push(`it shows the number ${String(row['shown'])}, and is ${shown}`);
  return faults;
}

const PREFIXES: ReadonlyMap<unknown, string> = new Map(
  NUMBER_SERIES.map(({ numberSeriesNumber, prefix }) => [numberSeriesNumber, prefix]),
);

/** A line of a booked document, as far as its entry repeats it. */
type Line = LineWithParty & {
  readonly entryNumber?: number | undefined;
  readonly text?: string | undefined;
  readonly amount?: Decimal | undefined;
  readonly amountInBaseCurrency?: Decimal | undefined;
  readonly vatAccount?: unknown;
  readonly contraVatAccount?: unknown;
};

/**
 * What the lines of booked documents say is what their entries have: account, text, and the amount where no
 * VAT is in it.
 */
export async function linesAgree(looked: Looked): Promise<BooksChecked> {
  const fromDrafts = await bookedFromDrafts(looked);
  const years = await yearsIn(looked);
  const faults: string[] = [];
  let lines = 0;
  for (const resource of years.length === 0 ? [] : [Voucher, OpeningBalance]) {
    const linesIn = reading(looked, resource, 'lines');
    let waiting: Line[] = [];
    const compareAll = async (): Promise<void> => {
      const some = waiting;
      waiting = [];
      lines += some.length;
      faults.push(...(await linesOff(looked, some, years)));
    };
    const isOpening = resource === OpeningBalance;
    await eachRow(looked, accessTo(looked.access, resource), ['lines', 'booked'], async (row) => {
      if (row['booked'] !== 1) return;
      const own: readonly Line[] = linesIn(row);
      const id = numberAt(row, 'voucher_id');
      if (own.length === 0 && (isOpening || fromDrafts.has(id)))
        faults.push(`${isOpening ? 'opening balance' : 'voucher'} ${id} is booked, and has no lines`);
      waiting.push(...own.filter((one) => one.entryNumber !== undefined));
      if (waiting.length >= LINES_AT_ONCE) await compareAll();
    });
    if (waiting.length > 0) await compareAll();
  }
  return {
    check: 'Lines of booked documents agree with their entries',
    looked: pluralize(lines, 'line'),
    faults,
  };
}

const LINES_AT_ONCE = 500;

/**
 * The vouchers that were booked from drafts by a request of their own, as far as events are kept: their lines
 * stay. One that came in by its entries has no others than those, and so has what reverses another.
 */
async function bookedFromDrafts(looked: Looked): Promise<ReadonlySet<number | undefined>> {
  const rows = await rowsRead(
    from(looked, 'event', ['item_keys']).andWhere(
      "t.type = 'voucher.booked' AND t.method = 'POST' AND t.path = '/vouchers/booked'",
    ),
  );
  return new Set(rows.map((row) => idIn(textAt(row, 'item_keys'))));
}

async function linesOff(
  looked: Looked,
  lines: readonly Line[],
  years: readonly string[],
): Promise<readonly string[]> {
  const numbers = lines.map(({ entryNumber }) => defined(entryNumber));
  const amount = ['CAST(t.amount AS CHAR)', 'amount'] as const;
  const base = ['CAST(t.amount_in_base_currency AS CHAR)', 'base'] as const;
  const rows = await rowsRead(
    from(looked, 'entry', ['entry_number', 'account_number', 'text', amount, base])
      .andWhere('t.year_folded IN (:...years)', { years })
      .andWhere('t.entry_number IN (:...numbers)', { numbers }),
  );
  const entries = new Map(rows.map((row) => [numberAt(row, 'entry_number'), row]));
  return lines.flatMap((line) => {
    const name = `entry ${String(line.entryNumber)}`;
    const entry = entries.get(defined(line.entryNumber));
    if (entry === undefined) return [`${name}: a booked line has this number, and there is no such entry`];
    return lineOff(line, entry).map((fault) => `${name}: ${fault}`);
  });
}

function lineOff(line: Line, entry: Row): readonly string[] {
  const faults: string[] = [];
  const compare = (what: string, says: unknown, has: unknown): void => {
    if (says !== has) faults.push(`its line says ${what} ${String(says)}, it has ${String(has)}`);
  };
  if (line.account !== undefined) compare('account', line.account.accountNumber, entry['account_number']);
  if (line.text !== undefined) compare('text', line.text, entry['text']);
  if (!hasVat(line)) {
    const size = (written: Decimal): string => written.replace('-', '');
    const cents = (column: string): string => size(amountOf(bigintAt(entry, column)));
    if (line.amount !== undefined) compare('amount', size(line.amount), cents('amount'));
    if (line.amountInBaseCurrency !== undefined)
      compare('amount in base currency', size(line.amountInBaseCurrency), cents('base'));
  }
  return faults;
}

/** Whether the line says VAT of the account that its entry is on, so that its amount may be another one. */
function hasVat(line: Line): boolean {
  return line.vatAccount !== undefined || (line.contraVatAccount !== undefined && !namesItsParty(line));
}

/** Which documents the entries of a series have: those of the others stand for themselves. */
const WITH_DOCUMENT: ReadonlySet<number> = new Set([
  SERIES.financeVoucher,
  SERIES.supplierInvoice,
  SERIES.supplierPayment,
  SERIES.customerInvoice,
  SERIES.customerPayment,
  SERIES.manualDebtorInvoice,
  SERIES.openingBalance,
  SERIES.salesInvoice,
  SERIES.creditNote,
]);

/** What events say was booked is there, and so is what entries belong to. */
async function bookedIsThere(
  looked: Looked,
  posted: PostedByVoucher,
  there: ReadonlySet<number>,
): Promise<BooksChecked> {
  const faults: string[] = [];
  const types = ['voucher.booked', 'openingBalance.booked'];
  const events = await rowsRead(
    from(looked, 'event', ['item_keys', 'collection'])
      .distinct(true)
      .andWhere('t.type IN (:...types)', { types }),
  );
  const told = new Set<number>();
  for (const row of events) {
    const id = idIn(textAt(row, 'item_keys'));
    if (id === undefined) {
      faults.push(`an event tells of ${String(row['collection'])} that cannot be read`);
      continue;
    }
    told.add(id);
    if (!there.has(id)) faults.push(`${String(row['collection'])} ${id} was booked, and is not there`);
  }
  for (const [id, { series, year }] of posted) {
    if (there.has(id) || told.has(id) || series === null || !WITH_DOCUMENT.has(series)) continue;
    faults.push(`entries of ${year} belong to the document ${id}, which is not there`);
  }
  return { check: 'What was booked is there', looked: pluralize(posted.size, 'document'), faults };
}

/** The first of the keys that an event names; undefined where they cannot be read. */
function idIn(itemKeys: string): number | undefined {
  try {
    return (JSON.parse(itemKeys) as [number])[0];
  } catch {
    return undefined;
  }
}

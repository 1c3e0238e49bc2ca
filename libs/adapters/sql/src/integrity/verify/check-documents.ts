import { amountOf, type Decimal } from '@kontor/kernel';
import { NUMBER_SERIES, OpeningBalance, SERIES, Voucher, type BooksChecked } from '@kontor/ledger';
import { placeholders, type Row } from '../../statement.js';
import { eachRow } from './check-references.js';
import { counted, rowsIn, yearsIn, type Looked } from './checks.js';
import { bigintAt, numberAt, textAt } from '../../row.js';

/** What the entries of one document have in common. */
type Posted = {
  readonly year: string;
  readonly series: number | null;
  readonly number: number;
  readonly dates: readonly [first: string, last: string];
  readonly types: readonly [string, string];
  readonly entries: readonly [first: number, last: number];
};

/** What the entries of each voucher id say of their document. */
async function postedIn(looked: Looked): Promise<ReadonlyMap<number, Posted>> {
  const posted = new Map<number, Posted>();
  const range = (column: string): string =>
    `MIN(\`${column}\`) AS first_${column}, MAX(\`${column}\`) AS last_${column}`;
  for (const year of await yearsIn(looked)) {
    const rows = await rowsIn(
      looked,
      `SELECT \`voucher_id\`, ${['number_series_number', 'voucher_number', 'date', 'entry_type', 'entry_number'].map(range).join(', ')} ` +
        'FROM `entry` WHERE `agreement_number` = ? AND `year_folded` = ? GROUP BY `voucher_id`',
      year,
    );
    for (const row of rows) {
      const both = <A>(column: string) => [row[`first_${column}`] as A, row[`last_${column}`] as A] as const;
      posted.set(numberAt(row, 'voucher_id'), {
        year,
        series: both<number | null>('number_series_number')[0],
        number: both<number>('voucher_number')[1],
        dates: both('date'),
        types: both('entry_type'),
        entries: both('entry_number'),
      });
    }
  }
  return posted;
}

/** Where booked documents stand, each with its number, its date and the kind of its entries. */
const DOCUMENTS = [
  {
    called: 'voucher',
    sql:
      'SELECT `voucher_id` AS id, `voucher_number_voucher_number` AS number, ' +
      '`voucher_number_display_voucher_number` AS shown, `number_series_number` AS series, `date`, ' +
      '`voucher_type` AS type, `first_entry_number`, `last_entry_number` FROM `voucher` ' +
      'WHERE `agreement_number` = ? AND `booked` = 1',
  },
  {
    called: 'opening balance',
    sql:
      'SELECT `voucher_id` AS id, `voucher_number_voucher_number` AS number, ' +
      `\`voucher_number_display_voucher_number\` AS shown, ${SERIES.openingBalance} AS series, \`date\`, ` +
      'NULL AS type, NULL AS first_entry_number, NULL AS last_entry_number FROM `opening_balance` ' +
      'WHERE `agreement_number` = ? AND `booked` = 1',
  },
  {
    called: 'invoice of voucher',
    sql:
      'SELECT `voucher_voucher_id` AS id, `voucher_voucher_number_voucher_number` AS number, ' +
      '`display_invoice_number` AS shown, ' +
      '`booked_invoice_number` AS numbered, ' +
      '`number_series_number` AS series, `date`, `voucher_voucher_type` AS type, NULL AS first_entry_number, ' +
      'NULL AS last_entry_number FROM `booked_invoice` WHERE `agreement_number` = ?',
  },
] as const;

/** What is booked and the entries of it belong together; both are read once for both checks. */
export async function documentsHold(looked: Looked): Promise<readonly BooksChecked[]> {
  const posted = await postedIn(looked);
  const there = new Set<number>();
  const agree = await documentsAgree(looked, posted, there);
  return [await bookedIsThere(looked, posted, there), agree];
}

/**
 * A booked document has the number, date and kind of its entries, and shows its number. `there`: gets the ids
 * of all vouchers that there are.
 */
async function documentsAgree(
  looked: Looked,
  posted: ReadonlyMap<number, Posted>,
  there: Set<number>,
): Promise<BooksChecked> {
  const faults: string[] = [];
  let documents = 0;
  for (const { called, sql } of DOCUMENTS) {
    const rows = await rowsIn(looked, sql);
    documents += rows.length;
    for (const row of rows) {
      there.add(numberAt(row, 'id'));
      const own = posted.get(numberAt(row, 'id'));
      if (own === undefined) continue;
      for (const fault of documentOff(row, own)) faults.push(`${called} ${String(row['id'])}: ${fault}`);
    }
  }
  return {
    check: 'Booked documents have the number, date and kind of their entries',
    looked: counted(documents, 'document'),
    faults,
  };
}

function documentOff(row: Row, { series, number, dates, types, entries }: Posted): readonly string[] {
  const faults: string[] = [];
  const compare = (what: string, is: unknown, has: readonly unknown[]): void => {
    const others = [...new Set(has.filter((one) => one !== is))];
    if (others.length > 0) faults.push(`its ${what} is ${String(is)}, its entries have ${others.join(', ')}`);
  };
  compare('date', row['date'], dates);
  compare('number', row['number'], [number]);
  // A version before series were kept with entries left them out.
  if (series !== null) compare('series', row['series'], [series]);
  if (row['type'] !== null && series !== SERIES.closing) compare('kind', row['type'], types);
  if (row['first_entry_number'] !== null) {
    compare('first entry', row['first_entry_number'], entries.slice(0, 1));
    compare('last entry', row['last_entry_number'], entries.slice(1));
  }
  const known = NUMBER_SERIES.find((one) => one.numberSeriesNumber === row['series']);
  // An invoice shows its own number, which is not that of its voucher (ADR 15).
  const shown = `${String(known?.prefix)}${String(row['numbered'] ?? row['number'])}`;
  if (known !== undefined && row['shown'] !== shown)
    faults.push(`it shows the number ${String(row['shown'])}, and is ${shown}`);
  return faults;
}

/** A line of a booked document, as far as its entry repeats it. */
type Line = {
  readonly entryNumber?: number;
  readonly text?: string;
  readonly account?: { readonly accountNumber: number };
  readonly amount?: Decimal;
  readonly amountInBaseCurrency?: Decimal;
  readonly vatAccount?: unknown;
};

/**
 * What the lines of booked documents say is what their entries have: account, text, and the amount where no
 * VAT is in it.
 */
export async function linesAgree(looked: Looked): Promise<BooksChecked> {
  const years = await yearsIn(looked);
  const faults: string[] = [];
  let lines = 0;
  for (const { collection } of [Voucher, OpeningBalance]) {
    const access = looked.access.get(collection);
    const column = access?.table.columns.find(({ path }) => path === 'lines');
    if (access === undefined || column === undefined || years.length === 0) continue;
    let waiting: Line[] = [];
    const compareAll = async (): Promise<void> => {
      const some = waiting;
      waiting = [];
      lines += some.length;
      faults.push(...(await linesOff(looked, some, years)));
    };
    await eachRow(looked, access, [column.column, 'booked'], async (row) => {
      if (row['booked'] !== 1) return;
      waiting.push(
        ...(column.form.decode(row['lines']) as readonly Line[]).filter(
          (one) => one.entryNumber !== undefined,
        ),
      );
      if (waiting.length >= LINES_AT_ONCE) await compareAll();
    });
    if (waiting.length > 0) await compareAll();
  }
  return {
    check: 'Lines of booked documents agree with their entries',
    looked: counted(lines, 'line'),
    faults,
  };
}

const LINES_AT_ONCE = 500;

async function linesOff(
  looked: Looked,
  lines: readonly Line[],
  years: readonly string[],
): Promise<readonly string[]> {
  const rows = await rowsIn(
    looked,
    'SELECT `entry_number`, `account_number`, `text`, CAST(`amount` AS CHAR) AS amount, ' +
      'CAST(`amount_in_base_currency` AS CHAR) AS base FROM `entry` WHERE `agreement_number` = ? ' +
      `AND \`year_folded\` IN (${placeholders(years.length)}) AND \`entry_number\` IN (${placeholders(lines.length)})`,
    ...years,
    ...lines.map(({ entryNumber }) => entryNumber as number),
  );
  const entries = new Map(rows.map((row) => [numberAt(row, 'entry_number'), row]));
  return lines.flatMap((line) => {
    const name = `entry ${String(line.entryNumber)}`;
    const entry = entries.get(line.entryNumber as number);
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
  if (line.vatAccount === undefined) {
    const size = (written: Decimal): string => written.replace('-', '');
    const cents = (column: string): string => size(amountOf(bigintAt(entry, column)));
    if (line.amount !== undefined) compare('amount', size(line.amount), cents('amount'));
    if (line.amountInBaseCurrency !== undefined)
      compare('amount in base currency', size(line.amountInBaseCurrency), cents('base'));
  }
  return faults;
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
  posted: ReadonlyMap<number, Posted>,
  there: ReadonlySet<number>,
): Promise<BooksChecked> {
  const faults: string[] = [];
  const events = await rowsIn(
    looked,
    'SELECT DISTINCT `item_keys`, `collection` FROM `event` WHERE `agreement_number` = ? ' +
      "AND `type` IN ('voucher.booked', 'openingBalance.booked')",
  );
  const told = new Set<number>();
  for (const row of events) {
    const [id] = JSON.parse(textAt(row, 'item_keys')) as [number];
    told.add(id);
    if (!there.has(id)) faults.push(`${String(row['collection'])} ${id} was booked, and is not there`);
  }
  for (const [id, { series, year }] of posted) {
    if (there.has(id) || told.has(id) || series === null || !WITH_DOCUMENT.has(series)) continue;
    faults.push(`entries of ${year} belong to the document ${id}, which is not there`);
  }
  return { check: 'What was booked is there', looked: counted(posted.size, 'document'), faults };
}

import { defined } from '@kontor/kernel';
import { SERIES } from '@kontor/ledger';
import type { Agreement } from '@kontor/studio';
import type { Dialect } from '../../dialect/dialect.js';
import { AgreementEntity } from '../../studio/studio.entities.js';
import { digestOf } from '../../event/chain.js';
import { SEALED_COLUMNS } from '../../ledger/entry-seals.js';
import type { Row, SqlValue } from '../../statement.js';
import { bigintInList, numberAt, numberInList, numberOrNullInList, textAt, textInList } from '../../row.js';
import { entryValues, foldedYears } from '../sealed-entries.js';
import { from, rowsRead, type Looked } from './checks.js';

/** Faults of one kind that are kept. */
const KEPT_MAX = 1_000;

/** What the entries of one document have in common. */
export type Posted = {
  readonly voucherId: number;
  readonly year: string;
  readonly series: number | null;
  number: number;
  firstDate: string;
  lastDate: string;
  firstType: string;
  lastType: string;
  readonly firstEntry: number;
  lastEntry: number;
  /** Debit without credit in base currency, in cents. */
  difference: bigint;
  /** All of them set balances. */
  isOpening: boolean;
};

/** A sum in base currency, in cents, and of how many entries. */
export type Figure = { total: bigint; entries: number };

/** What a day has on one side or rate of a VAT code of an account, in cents. */
export type DayFigure = {
  readonly date: string;
  readonly account: number;
  debit: bigint;
  credit: bigint;
  entries: number;
};

/**
 * What the entries of an invoice have, in cents: of the customer, also in base currency, of VAT, of all else
 * in base currency; and when it is due.
 */
export type InvoiceSums = {
  customer: bigint;
  customerBase: bigint;
  vat: bigint;
  net: bigint;
  parts: number;
  entries: number;
  due: SqlValue;
};

/** Sums in base currency, in cents, by what they are sums of and by account. */
export type SumsByAccount = ReadonlyMap<number, ReadonlyMap<number, bigint>>;

/** The entries of a voucher, and what their opposites would be: digests of what a reversal turns round. */
type Mirror = { own: string; opposite: string };

/** What an entry and its open post both say; amounts as they are stored. */
type EntryWithPost = {
  readonly entryNumber: number;
  readonly voucher: SqlValue;
  readonly type: SqlValue;
  readonly date: SqlValue;
  readonly due: SqlValue;
  readonly text: SqlValue;
  readonly amount: SqlValue;
  readonly base: SqlValue;
  readonly account: SqlValue;
  readonly currency: SqlValue;
  readonly customer: number | null;
  readonly supplier: number | null;
};

type At = { readonly year: string; readonly entryNumber: number };

const COLUMN = Object.fromEntries(SEALED_COLUMNS.map((name, index) => [name, index]));

function place(column: string): number {
  return defined(COLUMN[column]);
}

const ENTRY = place('entry_number');
const VOUCHER = place('voucher_id');
const NUMBER = place('voucher_number');
const OF_SERIES = place('number_series_number');
const TYPE = place('entry_type');
const DATE = place('date');
const PERIOD = place('period_number');
const ACCOUNT = place('account_number');
const AMOUNT = place('amount');
const BASE = place('amount_in_base_currency');
const CURRENCY = place('currency');
const VAT_CODE = place('vat_account_code');
const VAT_PART = place('vat_part');
const VAT_RATE = place('vat_rate');
const CUSTOMER = place('customer_number');
const SUPPLIER = place('supplier_number');
const TEXT = place('text');
const DUE = place('due_date');
/** What an entry and its opposite have in common, beside their amounts. */
const THE_SAME = [
  ...[ACCOUNT, CURRENCY, CUSTOMER, SUPPLIER, VAT_CODE],
  ...[place('department_number'), place('departmental_distribution_number')],
];
/** Columns by which an entry names something that is counted. */
const NAMING = [
  'account_number',
  'departmental_distribution_number',
  'department_number',
  'vat_account_code',
].map((column) => [column, place(column)] as const);

/** Opening balances set single balances (D154), and closing carries on what they have left over. */
const OPENING: ReadonlySet<unknown> = new Set(['openingEntry', 'transferredOpeningEntry']);

/** The periods of each year, by number. */
type Periods = ReadonlyMap<string, ReadonlyMap<number, { readonly from: string; readonly to: string }>>;

/** What the checks want to know of all entries of an agreement, found by reading each of them once. */
export class EntriesSeen {
  /** By the voucher they belong to. */
  readonly posted = new Map<number, Posted>();
  /** Documents that have entries in a year. */
  documents = 0;
  /** Those with more debit than credit, or less. */
  readonly unbalanced: Posted[] = [];
  entries = 0;
  /** By year, period and account. */
  readonly totals = new Map<string, Map<number, Map<number, Figure>>>();
  /** By year, and by what `dayName` makes of it. */
  readonly days = new Map<string, Map<string, DayFigure>>();
  readonly customers = new Map<number, Figure>();
  readonly suppliers = new Map<number, Figure>();
  /** Entries in base currency, and those of them with two amounts. */
  inBase = 0;
  readonly withTwoAmounts: (At & { readonly amount: bigint; readonly base: bigint })[] = [];
  /** Those that do not stand in the period of their date. */
  readonly inWrongPeriod: (At & { readonly date: string; readonly period: number })[] = [];
  readonly numbers = new Set<number>();
  readonly usedTwice: number[] = [];
  /** What entries name, by the column that names it. */
  readonly named: ReadonlyMap<string, Set<SqlValue>> = new Map(NAMING.map(([column]) => [column, new Set()]));
  /** VAT by period, and what VAT settlements have posted by voucher. */
  readonly vat = new Map<number, Map<number, bigint>>();
  readonly settled = new Map<number, Map<number, bigint>>();
  readonly invoices = new Map<number, InvoiceSums>();
  /** What differences of matches, and accruals, have posted by voucher, on accounts and on parties. */
  readonly differences = new Map<number, Map<string, bigint>>();
  readonly accrued = new Map<number, Map<number, bigint>>();
  /** By voucher, of those that reverse another one or are reversed. */
  readonly mirrors = new Map<number, Mirror>();
  /** Entries on customers and suppliers that have an open post. */
  readonly withPost: EntryWithPost[] = [];
  readonly #baseCurrency: string;
  readonly #periods: Periods;

  readonly #closings: ReadonlySet<number>;
  readonly #reversals: ReadonlySet<number>;

  /** `closings`: the vouchers that close years; `reversals`: those that reverse another, or are reversed. */
  constructor(
    baseCurrency: string,
    periods: Periods,
    { closings, reversals }: Readonly<Record<'closings' | 'reversals', ReadonlySet<number>>>,
  ) {
    this.#baseCurrency = baseCurrency;
    this.#closings = closings;
    this.#reversals = reversals;
    this.#periods = periods;
  }

  /** Sees an entry, whose values are those of `SEALED_COLUMNS`. */
  see(year: string, values: readonly SqlValue[]): void {
    const base = bigintInList(values, BASE);
    this.entries += 1;
    this.#seeNumber(numberInList(values, ENTRY));
    this.#seeDocument(year, values, base);
    this.#seeAmounts(year, values, base);
    this.#seePeriod(year, values);
    this.#seeDay(year, values, base);
    this.#seeParties(values, base);
    this.#seeVat(values, base);
    this.#seeLinked(values, base);
    for (const [column, at] of NAMING) {
      const named = values[at] ?? null;
      if (named !== null) this.named.get(column)?.add(named);
    }
  }

  /** No more entries come. */
  end(): void {
    for (const posted of this.posted.values()) this.#endOf(posted);
  }

  #seeNumber(entryNumber: number): void {
    const before = this.numbers.size;
    this.numbers.add(entryNumber);
    if (this.numbers.size === before) this.usedTwice.push(entryNumber);
  }

  #seeDocument(year: string, values: readonly SqlValue[], base: bigint): void {
    const voucherId = numberInList(values, VOUCHER);
    const [entry, number] = [numberInList(values, ENTRY), numberInList(values, NUMBER)];
    const [date, type] = [textInList(values, DATE), textInList(values, TYPE)];
    const own = this.posted.get(voucherId);
    if (own?.year === year) {
      own.number = Math.max(own.number, number);
      if (date < own.firstDate) own.firstDate = date;
      if (date > own.lastDate) own.lastDate = date;
      if (type < own.firstType) own.firstType = type;
      if (type > own.lastType) own.lastType = type;
      own.lastEntry = entry;
      own.difference += base;
      if (own.isOpening && !OPENING.has(type)) own.isOpening = false;
      return;
    }
    if (own !== undefined) this.#endOf(own);
    this.posted.set(voucherId, {
      voucherId,
      year,
      series: numberOrNullInList(values, OF_SERIES),
      number,
      firstDate: date,
      lastDate: date,
      firstType: type,
      lastType: type,
      firstEntry: entry,
      lastEntry: entry,
      difference: base,
      isOpening: OPENING.has(type),
    });
  }

  #endOf(posted: Posted): void {
    this.documents += 1;
    if (posted.difference !== 0n) this.unbalanced.push(posted);
  }

  #seeAmounts(year: string, values: readonly SqlValue[], base: bigint): void {
    const ofPeriod = inMap(
      inMap(this.totals, year, () => new Map<number, Map<number, Figure>>()),
      numberInList(values, PERIOD),
      () => new Map<number, Figure>(),
    );
    addTo(ofPeriod, numberInList(values, ACCOUNT), base);
    if (values[CURRENCY] !== this.#baseCurrency) return;
    this.inBase += 1;
    if (values[AMOUNT] === values[BASE] || this.withTwoAmounts.length >= KEPT_MAX) return;
    const amount = bigintInList(values, AMOUNT);
    this.withTwoAmounts.push({ year, entryNumber: numberInList(values, ENTRY), amount, base });
  }

  #seePeriod(year: string, values: readonly SqlValue[]): void {
    const period = this.#periods.get(year)?.get(numberInList(values, PERIOD));
    const date = textInList(values, DATE);
    if (period !== undefined && date >= period.from && date <= period.to) return;
    const entryNumber = numberInList(values, ENTRY);
    if (this.inWrongPeriod.length < KEPT_MAX)
      this.inWrongPeriod.push({ year, entryNumber, date, period: numberInList(values, PERIOD) });
  }

  #seeDay(year: string, values: readonly SqlValue[], base: bigint): void {
    const date = textInList(values, DATE);
    const account = numberInList(values, ACCOUNT);
    const [code, part, rate] = [values[VAT_CODE], values[VAT_PART], values[VAT_RATE]];
    const name = dayName(date, account, code ?? '', part ?? '', rate ?? '', this.#kindOf(values));
    const figure = inMap(
      inMap(this.days, year, () => new Map<string, DayFigure>()),
      name,
      () => ({ date, account, debit: 0n, credit: 0n, entries: 0 }),
    );
    if (base > 0n) figure.debit += base;
    else figure.credit -= base;
    figure.entries += 1;
  }

  #kindOf(values: readonly SqlValue[]): string {
    const type = values[TYPE];
    if (type === 'openingEntry') return 'opening';
    if (type === 'transferredOpeningEntry') return 'carried';
    return this.#closings.has(numberInList(values, VOUCHER)) ? 'closing' : 'moved';
  }

  #seeParties(values: readonly SqlValue[], base: bigint): void {
    const customer = numberOrNullInList(values, CUSTOMER);
    const supplier = numberOrNullInList(values, SUPPLIER);
    if (values[TYPE] === 'customerInvoice') this.#seeInvoice(values, base, customer !== null);
    if (customer === null && supplier === null) return;
    if (customer !== null) addTo(this.customers, customer, base);
    if (supplier !== null) addTo(this.suppliers, supplier, base);
    if (values[OF_SERIES] !== SERIES.matching)
      this.withPost.push({
        entryNumber: numberInList(values, ENTRY),
        voucher: values[VOUCHER] ?? null,
        type: values[TYPE] ?? null,
        date: values[DATE] ?? null,
        due: values[DUE] ?? null,
        text: values[TEXT] ?? null,
        amount: values[AMOUNT] ?? null,
        base: values[BASE] ?? null,
        account: values[ACCOUNT] ?? null,
        currency: values[CURRENCY] ?? null,
        customer,
        supplier,
      });
  }

  #seeInvoice(values: readonly SqlValue[], base: bigint, isOnCustomer: boolean): void {
    const amount = bigintInList(values, AMOUNT);
    const isVat = values[VAT_PART] === 'vat';
    const sums = inMap(this.invoices, numberInList(values, VOUCHER), () => ({
      customer: 0n,
      customerBase: 0n,
      vat: 0n,
      net: 0n,
      parts: 0,
      entries: 0,
      due: null,
    }));
    sums.entries += 1;
    if (isOnCustomer) {
      sums.customer += amount;
      sums.customerBase += base;
      sums.due = values[DUE] ?? null;
    }
    if (isVat) {
      sums.vat += amount;
      sums.parts += 1;
    } else if (!isOnCustomer) sums.net += base;
  }

  #seeVat(values: readonly SqlValue[], base: bigint): void {
    const account = numberInList(values, ACCOUNT);
    const isSettlement = values[OF_SERIES] === SERIES.vatSettlement;
    if (isSettlement) addSum(this.settled, numberInList(values, VOUCHER), account, base);
    // The VAT of a code, or what may be: versions before the end of 2026 did not keep it.
    if ((values[VAT_CODE] ?? null) !== null && values[VAT_PART] !== 'base')
      addSum(this.vat, numberInList(values, PERIOD), account, base);
  }

  #seeLinked(values: readonly SqlValue[], base: bigint): void {
    const voucherId = numberInList(values, VOUCHER);
    const account = numberInList(values, ACCOUNT);
    if (values[OF_SERIES] === SERIES.accruals) addSum(this.accrued, voucherId, account, base);
    if (values[OF_SERIES] === SERIES.matching) {
      const customer = numberOrNullInList(values, CUSTOMER);
      const supplier = numberOrNullInList(values, SUPPLIER);
      const on =
        customer === null
          ? supplier === null
            ? `account ${account}`
            : `supplier ${supplier}`
          : `customer ${customer}`;
      addSum(this.differences, voucherId, on, base);
    }
    if (!this.#reversals.has(voucherId)) return;
    const mirror = inMap(this.mirrors, voucherId, () => ({ own: '', opposite: '' }));
    const amount = bigintInList(values, AMOUNT);
    const same = JSON.stringify(THE_SAME.map((at) => values[at] ?? null));
    mirror.own = digestOf(`${mirror.own} ${same} ${amount} ${base}`);
    mirror.opposite = digestOf(`${mirror.opposite} ${same} ${-amount} ${-base}`);
  }
}

/** What is kept of a day by itself: of an account, of a VAT code with its side and rate, and of a kind. */
export function dayName(
  date: string,
  account: number,
  code: SqlValue,
  part: SqlValue,
  rate: SqlValue,
  kind: string,
): string {
  return `${date} ${account} ${code} ${part} ${rate} ${kind}`;
}

/** Reads all entries once; each is handed on, with its year, to whoever else wants to see it. */
export async function seeEntries(
  looked: Looked,
  dialect: Dialect,
  alsoTo: (year: string, values: readonly SqlValue[]) => void,
): Promise<EntriesSeen> {
  const { session, agreementNumber } = looked;
  const agreement = await looked.tables
    .getRepository<Agreement>(AgreementEntity.name)
    .findOneBy({ agreementNumber });
  const closings = await rowsRead(
    from(looked, 'accounting_year', [['t.closing_voucher_id', 'id']]).andWhere(
      't.closing_voucher_id IS NOT NULL',
    ),
  );
  const reversals = await rowsRead(
    from(looked, 'voucher', [['t.voucher_id', 'id']]).andWhere(
      '(t.reverses_voucher_id IS NOT NULL OR t.reversed_by_voucher_id IS NOT NULL)',
    ),
  );
  const idsIn = (some: readonly Row[]) => new Set(some.map((row) => numberAt(row, 'id')));
  const dates = ['period_number', 'from_date', 'to_date'];
  const rows = await rowsRead(from(looked, 'period', [[looked.yearText, 'year'], ...dates]));
  const periods = new Map<string, Map<number, { readonly from: string; readonly to: string }>>();
  for (const row of rows) {
    const own = inMap(periods, textAt(row, 'year'), () => new Map());
    own.set(numberAt(row, 'period_number'), { from: textAt(row, 'from_date'), to: textAt(row, 'to_date') });
  }
  const seen = new EntriesSeen(String(agreement?.baseCurrency), periods, {
    closings: idsIn(closings),
    reversals: idsIn(reversals),
  });
  for (const year of await foldedYears({ session, dialect }, agreementNumber)) {
    for await (const some of entryValues({ session, dialect }, agreementNumber, { year })) {
      for (const values of some) {
        seen.see(year, values);
        alsoTo(year, values);
      }
    }
  }
  seen.end();
  return seen;
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function addTo(figures: Map<number, Figure>, key: number, cents: bigint): void {
  const figure = inMap(figures, key, () => ({ total: 0n, entries: 0 }));
  figure.total += cents;
  figure.entries += 1;
}

function addSum<On>(sums: Map<number, Map<On, bigint>>, key: number, on: On, cents: bigint): void {
  const of = inMap(sums, key, () => new Map<On, bigint>());
  of.set(on, (of.get(on) ?? 0n) + cents);
}

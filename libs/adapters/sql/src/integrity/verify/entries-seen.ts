import { defined } from '@kontor/kernel';
import type { Dialect } from '../../dialect/dialect.js';
import { SEALED_COLUMNS } from '../../ledger/entry-seals.js';
import { bigintInList, numberInList, numberOrNullInList, textInList } from '../../row.js';
import type { SqlValue } from '../../statement.js';
import { entryValues, foldedYears } from './sealed-entries.js';
import type { Looked } from './checks.js';

const PLACES: ReadonlyMap<string, number> = new Map(SEALED_COLUMNS.map((column, place) => [column, place]));

/** Where the values of an entry have a column: each has one (`entrySeals`). Throws for what is none. */
export function placeOf(column: string): number {
  return defined(PLACES.get(column));
}

const ENTRY = placeOf('entry_number');
const VOUCHER = placeOf('voucher_id');
const NUMBER = placeOf('voucher_number');
const SERIES = placeOf('number_series_number');
const TYPE = placeOf('entry_type');
const DATE = placeOf('date');
const PERIOD = placeOf('period_number');
const ACCOUNT = placeOf('account_number');
const AMOUNT = placeOf('amount');
const BASE = placeOf('amount_in_base_currency');
const CUSTOMER = placeOf('customer_number');
const SUPPLIER = placeOf('supplier_number');

/** An entry as it is read: what columns hold of it, and the amounts in cents. */
export class SeenEntry {
  /** As columns compare it. */
  readonly year: string;
  readonly entryNumber: number;
  readonly voucherId: number;
  readonly voucherNumber: number;
  readonly series: number | null;
  readonly type: string;
  readonly date: string;
  readonly period: number;
  readonly account: number;
  /** In base currency. */
  readonly base: bigint;
  readonly customer: number | null;
  readonly supplier: number | null;
  /** In the order of `SEALED_COLUMNS`. */
  readonly values: readonly SqlValue[];

  constructor(year: string, values: readonly SqlValue[]) {
    this.year = year;
    this.entryNumber = numberInList(values, ENTRY);
    this.voucherId = numberInList(values, VOUCHER);
    this.voucherNumber = numberInList(values, NUMBER);
    this.series = numberOrNullInList(values, SERIES);
    this.type = textInList(values, TYPE);
    this.date = textInList(values, DATE);
    this.period = numberInList(values, PERIOD);
    this.account = numberInList(values, ACCOUNT);
    this.base = bigintInList(values, BASE);
    this.customer = numberOrNullInList(values, CUSTOMER);
    this.supplier = numberOrNullInList(values, SUPPLIER);
    this.values = values;
  }

  /** In its own currency. */
  get amount(): bigint {
    return bigintInList(this.values, AMOUNT);
  }

  /** What a column holds, whatever that is. */
  at(place: number): SqlValue {
    return this.values[place] ?? null;
  }
}

/** What a check keeps of the entries of an agreement, of which it is shown each, once. */
export type EntryObserver = { see(entry: SeenEntry): void };

/** Reads all entries of an agreement once, and shows each to all observers. */
export async function seeEntries(
  { session, agreementNumber }: Looked,
  dialect: Dialect,
  observers: readonly EntryObserver[],
): Promise<void> {
  const reader = { session, dialect };
  for (const year of await foldedYears(reader, agreementNumber)) {
    for await (const some of entryValues(reader, agreementNumber, { year })) {
      for (const values of some) {
        const entry = new SeenEntry(year, values);
        for (const observer of observers) observer.see(entry);
      }
    }
  }
}

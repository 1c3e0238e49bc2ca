import { groupedBy, amountOf, breathe, folded, itemOf, merge } from '@kontor/kernel';
import {
  AccountingYear,
  Entry,
  type BookedDocuments,
  type BookedEntry,
  type SumOfEntries,
} from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, sessionToShow, type Scope } from '../transaction/scope.js';
import { inPieces, rowsOf, type Row, type Session } from '../statement.js';
import { bareEntryOf, entryOf } from './journal.js';
import { bigintAt, numberAt, numberOrNullAt, textAt, textOrNullAt } from '../row.js';
import {
  entriesOfDocument,
  entriesOfVouchers,
  placesOfVouchers,
  sumsOfEntries,
  wholeEntriesOfDocument,
} from '../statements/entries.js';

/** A document may have more entries than a statement takes values. */
const ENTRIES_AT_ONCE = 2_000;
/** Each may have a thousand entries, which SQLite sums in the turn of the event loop that asks for them. */
const VOUCHERS_AT_ONCE = 10;

/** What was booked as one document, found by the index of dates: the entries of a day are few. */
export function sqlBookedDocuments(access: ResourceAccesses, scope: Scope): BookedDocuments {
  const { agreementNumber } = scope;
  const { table: years, dialect } = accessTo(access, AccountingYear);
  return {
    entriesOf: async ({ year, date, voucherId }) => {
      const key = years.encodeKey(year);
      const place = [agreementNumber, key, date, voucherId] as const;
      const rows = await rowsOf(sessionOf(scope), entriesOfDocument(dialect, place));
      return rows.map(entryOf);
    },
    wholeEntriesOf: async ({ year, date, voucherId }) => {
      const { table, toValue } = accessTo(access, Entry);
      const key = years.encodeKey(year);
      const session = sessionToShow(scope, Entry.collection);
      const rows = await rowsOf(
        session,
        wholeEntriesOfDocument(dialect, table, [agreementNumber, key, date, voucherId]),
      );
      return rows.map((row) => itemOf(Entry, toValue(row)));
    },
    entriesOfVouchers: async (voucherIds) => {
      const rows = await rowsOfVouchers(sessionOf(scope), agreementNumber, voucherIds);
      const byVoucher = groupedBy(rows, (row) => numberAt(row, 'voucher_id'));
      return new Map([...byVoucher].map(([voucherId, own]) => [voucherId, own.map(bookedEntryOf)]));
    },
    sumsOfVouchers: (voucherIds) => sumsOfVouchers(sessionOf(scope), agreementNumber, voucherIds),
  };
}

async function sumsOfVouchers(
  session: Session,
  agreementNumber: number,
  voucherIds: readonly number[],
): Promise<readonly SumOfEntries[]> {
  const sums: SumOfEntries[] = [];
  for (const some of inPieces(voucherIds, VOUCHERS_AT_ONCE)) {
    const places = await rowsOf(session, placesOfVouchers(agreementNumber, some));
    const statements = places.map((place) => {
      const span = [numberAt(place, 'first_entry_number'), numberAt(place, 'last_entry_number')] as const;
      return sumsOfEntries(agreementNumber, folded(textAt(place, 'year')), span);
    });
    if (statements.length === 0) continue;
    for (const { rows } of await session.run(...statements)) sums.push(...rows.map(sumOfEntries));
    await breathe();
  }
  return sums;
}

function sumOfEntries(row: Row): SumOfEntries {
  return {
    accountNumber: numberAt(row, 'account_number'),
    amount: amountOf(bigintAt(row, 'amount')),
    amountInBaseCurrency: amountOf(bigintAt(row, 'amount_in_base_currency')),
    ...placeOf(row),
    entries: numberAt(row, 'entries'),
  };
}

/**
 * The entries of booked vouchers, by voucher and number. Their numbers are asked for first: MariaDB reads all
 * entries of the year for each voucher where the ends of a range are columns of another table.
 */
export async function rowsOfVouchers(
  session: Session,
  agreementNumber: number,
  voucherIds: readonly number[],
): Promise<readonly Row[]> {
  if (voucherIds.length === 0) return [];
  const numbers = new Map<string, number[]>();
  for (const place of await rowsOf(session, placesOfVouchers(agreementNumber, voucherIds))) {
    const year = folded(textAt(place, 'year'));
    const ofYear = numbers.get(year) ?? [];
    const last = numberAt(place, 'last_entry_number');
    for (let number = numberAt(place, 'first_entry_number'); number <= last; number += 1) ofYear.push(number);
    numbers.set(year, ofYear);
  }
  const rows: Row[] = [];
  for (const [year, ofYear] of numbers)
    for (const some of inPieces(ofYear, ENTRIES_AT_ONCE))
      for (const row of await rowsOf(session, entriesOfVouchers(agreementNumber, year, some))) rows.push(row);
  return rows;
}

function bookedEntryOf(row: Row): BookedEntry {
  const supplierNumber = numberOrNullAt(row, 'supplier_number') ?? undefined;
  return merge(merge(bareEntryOf(row), placeOf(row)), { supplierNumber });
}

/** Under what an entry stands beside its account. */
function placeOf(
  row: Row,
): Pick<BookedEntry, 'customerNumber' | 'departmentNumber' | 'departmentalDistributionNumber' | 'vatCode'> {
  return {
    vatCode: textOrNullAt(row, 'vat_account_code') ?? undefined,
    customerNumber: numberOrNullAt(row, 'customer_number') ?? undefined,
    departmentNumber: numberOrNullAt(row, 'department_number') ?? undefined,
    departmentalDistributionNumber: numberOrNullAt(row, 'departmental_distribution_number') ?? undefined,
  };
}

import { itemOf } from '@kontor/kernel';
import { AccountingYear, Entry, type BookedDocuments, type BookedEntry } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, sessionToShow, type Scope } from '../transaction/scope.js';
import { rowsOf, type Row } from '../statement.js';
import { bareEntryOf, entryOf } from './journal.js';
import { numberAt, numberOrNullAt, textOrNullAt } from '../row.js';
import { entriesOfDocument, entriesOfVouchers, wholeEntriesOfDocument } from '../statements/entries.js';

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
      const rows = await rowsOf(sessionOf(scope), entriesOfVouchers(agreementNumber, voucherIds));
      const found = new Map<number, BookedEntry[]>();
      for (const row of rows) {
        const voucherId = numberAt(row, 'voucher_id');
        const entries = found.get(voucherId) ?? [];
        entries.push(bookedEntryOf(row));
        found.set(voucherId, entries);
      }
      return found;
    },
  };
}

function bookedEntryOf(row: Row): BookedEntry {
  return {
    ...bareEntryOf(row),
    vatCode: textOrNullAt(row, 'vat_account_code') ?? undefined,
    customerNumber: numberOrNullAt(row, 'customer_number') ?? undefined,
    supplierNumber: numberOrNullAt(row, 'supplier_number') ?? undefined,
    departmentNumber: numberOrNullAt(row, 'department_number') ?? undefined,
    departmentalDistributionNumber: numberOrNullAt(row, 'departmental_distribution_number') ?? undefined,
  };
}

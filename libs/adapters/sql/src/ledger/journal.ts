import { amountOf } from '@kontor/kernel';
import type { EntryType, Journal, JournalDocument, JournalEntry } from '@kontor/ledger';
import type { Engine } from '../dialect/dialect.js';
import { rowsOf, type Row } from '../statement.js';
import { bigintAt, dateAt, numberAt, textAt, textOrNullAt } from '../row.js';
import { entriesOfPeriod, periodsOfBooks } from '../statements/entries.js';
import { readBaseCurrency } from '../statements/agreements.js';

/** Everything that is booked, document by document, read period by period in one consistent state. */
export function journalOf(engine: Engine, agreementNumber: number): Promise<Journal> {
  return engine.snapshot(async (session) => {
    const documents: JournalDocument[] = [];
    for (const period of await rowsOf(session, periodsOfBooks(agreementNumber))) {
      const year = textAt(period, 'year');
      const entries = entriesOfPeriod(agreementNumber, year, numberAt(period, 'period_number'));
      documents.push(...documentsIn(await rowsOf(session, entries), year));
    }
    const [agreement] = await rowsOf(session, readBaseCurrency(agreementNumber));
    return { baseCurrency: agreement?.['base_currency'] as string, documents };
  });
}

function documentsIn(rows: readonly Row[], year: string): readonly JournalDocument[] {
  const documents = new Map<number, { readonly first: Row; readonly entries: JournalEntry[] }>();
  for (const row of rows) {
    const voucherId = numberAt(row, 'voucher_id');
    const document = documents.get(voucherId) ?? { first: row, entries: [] };
    document.entries.push(entryOf(row));
    documents.set(voucherId, document);
  }
  return [...documents].map(([voucherId, { first, entries }]) => ({
    voucherId,
    year,
    voucherNumber: numberAt(first, 'voucher_number'),
    date: dateAt(first, 'date'),
    entryType: first['entry_type'] as EntryType,
    entries,
  }));
}

/** An entry with the name of its account. */
export function entryOf(row: Row): JournalEntry {
  return { ...bareEntryOf(row), accountName: textAt(row, 'name') };
}

/** The same from rows that were read without the account: its number, and no name. Amounts are exact. */
export function bareEntryOf(row: Row): Omit<JournalEntry, 'accountName'> {
  return {
    entryNumber: numberAt(row, 'entry_number'),
    accountNumber: numberAt(row, 'account_number'),
    amount: amountOf(bigintAt(row, 'amount')),
    amountInBaseCurrency: amountOf(bigintAt(row, 'amount_in_base_currency')),
    currency: textAt(row, 'currency'),
    text: textOrNullAt(row, 'text') ?? undefined,
  };
}

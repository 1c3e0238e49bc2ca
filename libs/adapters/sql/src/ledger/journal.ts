import { amountOf, defined } from '@kontor/kernel';
import { ENTRY_TYPES, type Journal, type JournalDocument, type JournalEntry } from '@kontor/ledger';
import type { Engine } from '../dialect/dialect.js';
import { inPieces, rowsOf, type Row, type Session } from '../statement.js';
import { bigintAt, dateAt, numberAt, textAt, textOrNullAt, oneOfAt } from '../row.js';
import { entriesOfJournal, entriesOfPeriod, periodsOfBooks } from '../statements/entries.js';
import { readBaseCurrency } from '../statements/agreements.js';

/** Entries whose rows are read at once: so many are in memory, and some documents of them. */
const ENTRIES_AT_ONCE = 500;

/**
 * Everything that is booked, for as long as `work` takes: documents are read as they are asked for, in one
 * consistent state.
 */
export function journalOf<A>(
  engine: Engine,
  agreementNumber: number,
  work: (journal: Journal) => Promise<A>,
): Promise<A> {
  return engine.snapshot(async (session) => {
    const [agreement] = await rowsOf(session, readBaseCurrency(agreementNumber));
    const baseCurrency = textAt(defined(agreement), 'base_currency');
    return work({ baseCurrency, documents: documentsOf(engine, session, agreementNumber) });
  });
}

/** Period by period; of each first the numbers of its entries, in the order of what they are printed in. */
async function* documentsOf(
  { dialect }: Engine,
  session: Session,
  agreementNumber: number,
): AsyncGenerator<JournalDocument> {
  for (const period of await rowsOf(session, periodsOfBooks(agreementNumber))) {
    const year = textAt(period, 'year');
    const numbers = await rowsOf(
      session,
      entriesOfPeriod(dialect, agreementNumber, year, numberAt(period, 'period_number')),
    );
    for (const some of wholeDocuments(numbers)) {
      const rows: Row[] = [];
      // A document may have more entries than a statement takes values.
      for (const piece of inPieces(some, ENTRIES_AT_ONCE))
        rows.push(...(await rowsOf(session, entriesOfJournal(agreementNumber, year, piece))));
      yield* documentsIn(rows, year);
    }
  }
}

/** The numbers of entries, some at a time, and those of a document together. */
function* wholeDocuments(rows: readonly Row[]): Generator<readonly number[]> {
  let numbers: number[] = [];
  for (const [index, row] of rows.entries()) {
    numbers.push(numberAt(row, 'entry_number'));
    const isLastOfDocument = rows[index + 1]?.['voucher_id'] !== row['voucher_id'];
    if (numbers.length < ENTRIES_AT_ONCE || !isLastOfDocument) continue;
    yield numbers;
    numbers = [];
  }
  if (numbers.length > 0) yield numbers;
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
    entryType: oneOfAt(first, 'entry_type', ENTRY_TYPES),
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

import { amountOf } from '@kontor/kernel';
import type { EntryType, Journal, JournalDocument, JournalEntry } from '@kontor/ledger';
import type { Engine } from '../dialect/dialect.js';
import { rowsOf, type Row, type Session } from '../statement.js';
import { bigintAt, dateAt, numberAt, textAt, textOrNullAt } from '../row.js';

/** Everything that is booked, document by document, read period by period in one consistent state. */
export function journalOf(engine: Engine, agreementNumber: number): Promise<Journal> {
  return engine.snapshot(async (session) => {
    const documents: JournalDocument[] = [];
    for (const period of await periodsOf(session, agreementNumber)) {
      documents.push(
        ...documentsIn(await entriesOf(session, agreementNumber, period), textAt(period, 'year')),
      );
    }
    const [agreement] = await rowsOf(session, {
      sql: 'SELECT `base_currency` FROM `agreement` WHERE `agreement_number` = ?',
      values: [agreementNumber],
    });
    return { baseCurrency: agreement?.['base_currency'] as string, documents };
  });
}

function periodsOf(session: Session, agreementNumber: number): Promise<readonly Row[]> {
  return rowsOf(session, {
    sql:
      'SELECT y.`year`, p.`period_number` FROM `period` AS p JOIN `accounting_year` AS y ' +
      'ON y.`agreement_number` = p.`agreement_number` AND y.`year_folded` = p.`year_folded` ' +
      'WHERE p.`agreement_number` = ? ORDER BY p.`period_number`',
    values: [agreementNumber],
  });
}

function entriesOf(session: Session, agreementNumber: number, period: Row): Promise<readonly Row[]> {
  return rowsOf(session, {
    sql:
      'SELECT e.`voucher_id`, e.`voucher_number`, e.`date`, e.`entry_type`, e.`entry_number`, e.`account_number`, ' +
      'e.`amount`, e.`amount_in_base_currency`, e.`currency`, e.`text`, a.`name` FROM `entry` AS e JOIN `account` AS a ' +
      'ON a.`agreement_number` = e.`agreement_number` AND a.`account_number` = e.`account_number` ' +
      'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`period_number` = ? ' +
      'ORDER BY e.`voucher_id`, e.`entry_number`',
    values: [agreementNumber, textAt(period, 'year'), numberAt(period, 'period_number')],
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

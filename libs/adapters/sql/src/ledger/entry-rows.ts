import type { PostedEntry, PostingToWrite } from '@kontor/ledger';
import type { ResourceAccess } from '../resource/resource-access.js';
import type { SqlValue } from '../statement.js';
import type { Insert } from '../transaction/effect.js';
import type { MappedColumn } from '../entity/column-of.js';
import { addStored } from '../entity/row-mapper.js';

/** Rows that one statement inserts: SQLite binds at most 32,766 values. */
const ROWS_AT_ONCE = 1_000;

type Cell = (entry: PostedEntry, document: PostingToWrite) => unknown;

/**
 * What stands in the columns of an entry, by the path of its member. Straight from the entry: a thousand rows
 * make no objects.
 */
const CELLS: Readonly<Record<string, Cell>> = {
  'account.accountNumber': ({ accountNumber }) => accountNumber,
  amount: ({ amount }) => amount,
  amountInBaseCurrency: ({ amountInBaseCurrency }) => amountInBaseCurrency,
  currency: ({ currency }) => currency,
  date: (_, { date }) => date,
  'department.departmentNumber': ({ departmentNumber }) => departmentNumber,
  'departmentalDistribution.departmentalDistributionNumber': ({ departmentalDistributionNumber }) =>
    departmentalDistributionNumber,
  entryNumber: ({ entryNumber }) => entryNumber,
  entryType: ({ entryType }) => entryType,
  // This service keeps no projects.
  'project.projectNumber': () => undefined,
  text: ({ text }) => text,
  'vatAccount.vatCode': ({ vatCode }) => vatCode,
  vatPart: ({ vatPart }) => vatPart,
  vatRate: ({ vatRate }) => vatRate,
  voucherNumber: (_, { voucherNumber }) => voucherNumber,
  periodNumber: (_, { periodNumber }) => periodNumber,
  voucherId: (_, { voucherId }) => voucherId,
  'numberSeries.numberSeriesNumber': (_, { numberSeriesNumber }) => numberSeriesNumber,
  'customer.customerNumber': ({ customerNumber }) => customerNumber,
  'supplier.supplierNumber': ({ supplierNumber }) => supplierNumber,
  dueDate: ({ dueDate }) => dueDate,
};

/** Prepares the writing of entries: every column of theirs must be one that posting knows. */
export function entryRows({ table, sql }: ResourceAccess): EntryRows {
  const columns = table.columns.map((column) => ({ column, cell: cellOf(column) }));
  const encodeYear = table.parents[0]?.encode;
  if (encodeYear === undefined) throw new Error('entries live within an accounting year');

  return (agreementNumber, documents) => {
    const version = Date.now();
    const inserts: Insert[] = [];
    let rows: SqlValue[][] = [];
    for (const document of documents) {
      const year = encodeYear(document.year);
      for (const entry of document.entries) {
        const row: SqlValue[] = [agreementNumber, year];
        for (const { column, cell } of columns) addStored(row, column, cell(entry, document));
        row.push(version);
        if (rows.push(row) < ROWS_AT_ONCE) continue;
        inserts.push({ kind: 'insert', into: sql.insert, rows });
        rows = [];
      }
    }
    if (rows.length > 0) inserts.push({ kind: 'insert', into: sql.insert, rows });
    return inserts;
  };
}

/** What inserts the entries of documents. */
export type EntryRows = (agreementNumber: number, documents: readonly PostingToWrite[]) => readonly Insert[];

function cellOf({ path }: MappedColumn): Cell {
  const cell = CELLS[path];
  if (cell === undefined) throw new Error(`CELLS in entry-rows.ts lacks the member ${path} of an entry`);
  return cell;
}

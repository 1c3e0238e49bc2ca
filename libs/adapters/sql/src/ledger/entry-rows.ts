import type { PostedEntry, PostingToWrite } from '@kontor/ledger';
import type { ResourceAccess } from '../resource-access.js';
import type { SqlValue, Statement } from '../statement.js';
import type { MappedColumn } from '../table/column-of.js';
import { addStored } from '../table/row-mapper.js';

/** Rows that one statement inserts: SQLite binds at most 32,766 values. */
const ROWS_AT_ONCE = 1_000;

type Cell = (entry: PostedEntry, document: PostingToWrite) => unknown;

/** What stands in the columns of an entry, by the path of its member. Straight from the entry: a thousand rows make no objects. */
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
  voucherNumber: (_, { voucherNumber }) => voucherNumber,
  periodNumber: (_, { periodNumber }) => periodNumber,
  voucherId: (_, { voucherId }) => voucherId,
  customerNumber: ({ customerNumber }) => customerNumber,
  supplierNumber: ({ supplierNumber }) => supplierNumber,
};

/** Prepares the writing of entries: every column of theirs must be one that posting knows. */
export function entryRows({ table, sql }: ResourceAccess): EntryRows {
  const columns = table.columns.map((column) => ({ column, cell: cellOf(column) }));
  const yearForm = table.parents[0]?.encode;
  if (yearForm === undefined) throw new Error('entries live within an accounting year');
  const row = sql.insert.slice(sql.insert.lastIndexOf('('));

  return (agreementNumber, documents) => {
    const version = Date.now();
    const statements: Statement[] = [];
    let values: SqlValue[] = [];
    let rows = 0;
    const flush = (): void => {
      statements.push({ sql: `${sql.insert}${`, ${row}`.repeat(rows - 1)}`, values });
      values = [];
      rows = 0;
    };
    for (const document of documents) {
      const year = yearForm(document.year);
      for (const entry of document.entries) {
        values.push(agreementNumber, year);
        for (const { column, cell } of columns) addStored(values, column, cell(entry, document));
        values.push(version);
        rows += 1;
        if (rows === ROWS_AT_ONCE) flush();
      }
    }
    if (rows > 0) flush();
    return statements;
  };
}

/** The statements that insert the entries of documents. */
export type EntryRows = (
  agreementNumber: number,
  documents: readonly PostingToWrite[],
) => readonly Statement[];

function cellOf({ path }: MappedColumn): Cell {
  const cell = CELLS[path];
  if (cell === undefined) throw new Error(`posting does not know what ${path} of an entry is`);
  return cell;
}

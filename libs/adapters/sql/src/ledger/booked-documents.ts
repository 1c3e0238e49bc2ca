import { itemOf } from '@kontor/kernel';
import { AccountingYear, Entry, type BookedDocuments, type BookedEntry } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, sessionToShow, type Scope } from '../transaction/scope.js';
import { placeholders, quote, rowsOf, type Row } from '../statement.js';
import { bareEntryOf, entryOf } from './journal.js';
import { numberAt, numberOrNullAt, textOrNullAt } from '../row.js';

/** What was booked as one document, found by the index of dates: the entries of a day are few. */
export function sqlBookedDocuments(access: ResourceAccesses, scope: Scope): BookedDocuments {
  const { agreementNumber } = scope;
  const { table: years } = accessTo(access, AccountingYear);
  return {
    entriesOf: async ({ year, date, voucherId }) => {
      const rows = await rowsOf(sessionOf(scope), {
        sql:
          'SELECT e.`entry_number`, e.`account_number`, e.`amount`, e.`amount_in_base_currency`, e.`currency`, e.`text`, ' +
          'a.`name` FROM `entry` AS e JOIN `account` AS a ' +
          'ON a.`agreement_number` = e.`agreement_number` AND a.`account_number` = e.`account_number` ' +
          'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`date` = ? AND e.`voucher_id` = ? ' +
          'ORDER BY e.`entry_number`',
        values: [agreementNumber, years.encodeKey(year), date, voucherId],
      });
      return rows.map(entryOf);
    },
    wholeEntriesOf: async ({ year, date, voucherId }) => {
      const { table, toValue } = accessTo(access, Entry);
      const columns = table.columns.map(({ column }) => quote(column)).join(', ');
      const rows = await rowsOf(sessionToShow(scope, Entry.collection), {
        sql:
          `SELECT ${columns} FROM \`entry\` WHERE \`agreement_number\` = ? AND \`year_folded\` = ? ` +
          'AND `date` = ? AND `voucher_id` = ? ORDER BY `entry_number`',
        values: [agreementNumber, years.encodeKey(year), date, voucherId],
      });
      return rows.map((row) => itemOf(Entry, toValue(row)));
    },
    entriesOfVouchers: async (voucherIds) => {
      const rows = await rowsOf(sessionOf(scope), {
        sql:
          'SELECT e.`voucher_id`, e.`entry_number`, e.`account_number`, e.`amount`, e.`amount_in_base_currency`, ' +
          'e.`currency`, e.`text`, e.`vat_account_code`, e.`customer_number`, e.`supplier_number`, e.`department_number`, ' +
          'e.`departmental_distribution_number` FROM `voucher` AS v JOIN `accounting_year` AS y ' +
          'ON y.`agreement_number` = v.`agreement_number` AND y.`from_date` <= v.`date` AND y.`to_date` >= v.`date` ' +
          'JOIN `entry` AS e ON e.`agreement_number` = v.`agreement_number` AND e.`year_folded` = y.`year_folded` ' +
          'AND e.`entry_number` BETWEEN v.`first_entry_number` AND v.`last_entry_number` ' +
          'AND e.`voucher_id` = v.`voucher_id` ' +
          `WHERE v.\`agreement_number\` = ? AND v.\`voucher_id\` IN (${placeholders(voucherIds.length)}) ` +
          'ORDER BY e.`voucher_id`, e.`entry_number`',
        values: [agreementNumber, ...voucherIds],
      });
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

import { AccountingYear, type BookedDocuments } from '@kontor/ledger';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { rowsOf } from '../statement.js';
import { entryOf } from './journal.js';

/** What was booked as one document, found by the index of dates: the entries of a day are few. */
export function sqlBookedDocuments(
  access: ReadonlyMap<string, ResourceAccess>,
  { agreementNumber, session }: Scope,
): BookedDocuments {
  const { table: years } = access.get(AccountingYear.collection) as ResourceAccess;
  return {
    entriesOf: async ({ year, date, voucherId }) => {
      const rows = await rowsOf(session, {
        sql:
          'SELECT e.`entry_number`, e.`account_number`, e.`amount`, e.`amount_in_base_currency`, e.`currency`, e.`text`, ' +
          'a.`name` FROM `entry` AS e JOIN `account` AS a ' +
          'ON a.`agreement_number` = e.`agreement_number` AND a.`account_number` = e.`account_number` ' +
          'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`date` = ? AND e.`voucher_id` = ? ' +
          'ORDER BY e.`entry_number`',
        values: [agreementNumber, years.keyForm(year), date, voucherId],
      });
      return rows.map(entryOf);
    },
  };
}

import { AccountingYear, type VouchersOnAccount } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { numberAt } from '../row.js';
import { throughEntries } from './through.js';

/** What it costs to look for the voucher of an entry, and to give it, as `Extent.each` counts. */
const TO_FIND_A_VOUCHER = 25;

/** The vouchers behind the entries of an account, found by the index of its entries. */
export function sqlVouchersOnAccount(access: ResourceAccesses, scope: Scope): VouchersOnAccount {
  const { agreementNumber } = scope;
  const { table: years } = accessTo(access, AccountingYear);
  return {
    idsOf: async ({ year, periodNumber, accountNumber, entryType }) => {
      const within = periodNumber === undefined ? '' : ' AND e.`period_number` = ?';
      const rows = await rowsOf(sessionOf(scope), {
        sql:
          'SELECT DISTINCT e.`voucher_id` FROM `entry` AS e JOIN `voucher` AS v ' +
          'ON v.`agreement_number` = e.`agreement_number` AND v.`voucher_id` = e.`voucher_id` ' +
          'WHERE e.`agreement_number` = ? AND e.`year_folded` = ? AND e.`account_number` = ? AND e.`entry_type` = ?' +
          `${within} ORDER BY e.\`voucher_id\``,
        values: [
          agreementNumber,
          years.encodeKey(year),
          accountNumber,
          entryType,
          ...(periodNumber === undefined ? [] : [periodNumber]),
        ],
        goesThrough: throughEntries(access, agreementNumber, years.encodeKey(year), TO_FIND_A_VOUCHER),
      });
      return rows.map((row) => numberAt(row, 'voucher_id'));
    },
  };
}

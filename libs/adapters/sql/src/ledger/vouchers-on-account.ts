import { AccountingYear, Entry, type VouchersOnAccount } from '@kontor/ledger';
import { type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf } from '../statement.js';
import { numberAt } from '../row.js';
import { versionName } from '../transaction/collection-version.js';
import { vouchersOnAccount } from '../statements/entries.js';

/** What it costs to look for the voucher of an entry, and to give it, as `Extent.each` counts. */
const TO_FIND_A_VOUCHER = 25;

/** The vouchers behind the entries of an account, found by the index of its entries. */
export function sqlVouchersOnAccount(access: ResourceAccesses, scope: Scope): VouchersOnAccount {
  const { agreementNumber } = scope;
  const { table: years, dialect } = accessTo(access, AccountingYear);
  const { table: entries } = accessTo(access, Entry);
  return {
    idsOf: async ({ year, periodNumber, accountNumber, entryType }) => {
      const key = years.encodeKey(year);
      const collections = [versionName(entries, [key])];
      const through = { agreementNumber, collections, each: TO_FIND_A_VOUCHER };
      const on = { periodNumber, accountNumber, entryType };
      const rows = await rowsOf(
        sessionOf(scope),
        vouchersOnAccount(dialect, agreementNumber, key, on, through),
      );
      return rows.map((row) => numberAt(row, 'voucher_id'));
    },
  };
}

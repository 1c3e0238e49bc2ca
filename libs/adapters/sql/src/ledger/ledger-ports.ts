import { LRUCache } from 'lru-cache';
import { Entry, type LedgerRepositories } from '@kontor/ledger';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { rowsOf } from '../statement.js';
import { sqlAccountingYears } from './accounting-years.js';
import { sqlBookedDocuments } from './booked-documents.js';
import { sqlBookedMarks } from './booked-marks.js';
import { Charts } from './chart.js';
import { Grounds } from './grounds.js';
import { entryRows, type EntryRows } from './entry-rows.js';
import { sqlNumbers } from './numbers.js';
import { sqlPosting } from './posting.repository.js';
import { sqlBalances, sqlTotals } from './totals.js';
import { sqlVouchersOnAccount } from './vouchers-on-account.js';

/** What the ledger asks of a database beyond its declared resources. */
export type LedgerPorts = Pick<
  LedgerRepositories,
  | 'accountingYears'
  | 'balances'
  | 'baseCurrency'
  | 'bookedDocuments'
  | 'bookedMarks'
  | 'numbers'
  | 'posting'
  | 'totals'
  | 'vouchersOnAccount'
>;

/** What the ports need that is the same for every agreement, made once when the database is opened. */
export type LedgerAccess = {
  readonly charts: Charts;
  readonly grounds: Grounds;
  readonly rowsOfEntries: EntryRows;
  /** By agreement: the currency of its books never changes. */
  readonly baseCurrencies: LRUCache<number, string>;
};

const AGREEMENTS_REMEMBERED = 10_000;

export function ledgerAccess(access: ReadonlyMap<string, ResourceAccess>): LedgerAccess {
  return {
    charts: new Charts(access),
    grounds: new Grounds(access),
    rowsOfEntries: entryRows(access.get(Entry.collection) as ResourceAccess),
    baseCurrencies: new LRUCache({ max: AGREEMENTS_REMEMBERED }),
  };
}

export function ledgerPorts(
  access: ReadonlyMap<string, ResourceAccess>,
  { charts, grounds, rowsOfEntries, baseCurrencies }: LedgerAccess,
  scope: Scope,
): LedgerPorts {
  const { agreementNumber, session } = scope;
  return {
    accountingYears: sqlAccountingYears(access, scope),
    balances: sqlBalances(charts, scope),
    bookedDocuments: sqlBookedDocuments(access, scope),
    bookedMarks: sqlBookedMarks(access, scope),
    numbers: sqlNumbers(scope, charts.dialect),
    posting: sqlPosting(access, { rowsOfEntries, grounds }, scope),
    totals: sqlTotals(access, charts, scope),
    vouchersOnAccount: sqlVouchersOnAccount(access, scope),
    baseCurrency: async () => {
      const known = baseCurrencies.get(agreementNumber);
      if (known !== undefined) return known;
      const [row] = await rowsOf(session, {
        sql: 'SELECT `base_currency` FROM `agreement` WHERE `agreement_number` = ?',
        values: [agreementNumber],
      });
      const baseCurrency = row?.['base_currency'] as string;
      baseCurrencies.set(agreementNumber, baseCurrency);
      return baseCurrency;
    },
  };
}

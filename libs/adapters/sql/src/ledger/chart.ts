import { LRUCache } from 'lru-cache';
import type { AnyValue } from '@kontor/kernel';
import { Account, chartSums, type AccountOfChart, type ChartOfAccounts } from '@kontor/ledger';
import { readVersions, stateName } from '../collection-state.js';
import type { Dialect } from '../dialect/dialect.js';
import type { ResourceAccess, Scope } from '../resource-access.js';
import { quote, rowsOf, type Outcome, type Statement } from '../statement.js';
import { AGREEMENT_COLUMN } from '../table/table.js';

/** Charts that a process remembers. */
const CHARTS_MAX = 1_000;

/**
 * The charts of accounts, with their sums prepared. What is remembered holds exactly as long as the version of the
 * accounts, which every question reads anew (ADR 7).
 */
export class Charts {
  readonly #accounts: ResourceAccess;
  readonly #remembered = new LRUCache<number, { readonly version: number; readonly chart: ChartOfAccounts }>({
    max: CHARTS_MAX,
  });

  constructor(access: ReadonlyMap<string, ResourceAccess>) {
    this.#accounts = access.get(Account.collection) as ResourceAccess;
  }

  get dialect(): Dialect {
    return this.#accounts.dialect;
  }

  /** Reads the version of the accounts: to be sent with whatever needs the chart. */
  versionOf(agreementNumber: number): Statement {
    return readVersions(agreementNumber, [stateName(this.#accounts.table, [])]);
  }

  /** The chart of that version. Within a unit of work it is read anew: what the unit has changed has no version yet. */
  async at({ rows }: Outcome, { agreementNumber, session, changes }: Scope): Promise<ChartOfAccounts> {
    const version = (rows[0]?.['version'] as number | undefined) ?? 0;
    const known = changes === undefined ? this.#remembered.get(agreementNumber) : undefined;
    if (known?.version === version) return known.chart;
    const chart = await this.#read({ agreementNumber, session });
    if (changes === undefined) this.#remembered.set(agreementNumber, { version, chart });
    return chart;
  }

  async #read({ agreementNumber, session }: Scope): Promise<ChartOfAccounts> {
    const { table, toValue } = this.#accounts;
    const columns = table.columns.map(({ column }) => quote(column)).join(', ');
    const rows = await rowsOf(session, {
      sql: `SELECT ${columns} FROM \`account\` WHERE ${quote(AGREEMENT_COLUMN)} = ? ORDER BY ${quote(table.keyColumn)}`,
      values: [agreementNumber],
    });
    const accounts = rows.map((row) => accountOf(toValue(row)));
    return { accounts, sums: chartSums(accounts) };
  }
}

function accountOf(value: AnyValue): AccountOfChart {
  const account = value as Account;
  return {
    accountNumber: account.accountNumber,
    accountType: account.accountType,
    displayNumber: account.displayNumber,
    openingAccount: account.openingAccount?.accountNumber,
    totalFrom: account.totalFromAccount?.accountNumber,
    intervals: account.accountsSummed.map(({ fromAccount, toAccount }) => ({
      from: fromAccount.accountNumber,
      to: toAccount.accountNumber,
    })),
  };
}

import { itemOf, mapInTurns, type AnyValue } from '@kontor/kernel';
import { Account, chartSums, type AccountOfChart, type ChartOfAccounts } from '@kontor/ledger';
import { bytesOf } from '../snapshot/bytes-of.js';
import { SnapshotCache } from '../snapshot/snapshot-cache.js';
import { versionName, versionsIn } from '../transaction/collection-version.js';
import type { ResourceTable } from '../entity/table-of.js';
import { type ResourceAccess, type ResourceAccesses, accessTo } from '../resource/resource-access.js';
import { sessionOf, type Scope } from '../transaction/scope.js';
import { rowsOf, type Outcome, type Statement } from '../statement.js';
import { readVersions } from '../statements/collection-versions.js';
import { readAccounts } from '../statements/totals.js';

const CHARTS_BYTES_MAX = 16 * 1024 * 1024;
const CHART = 'chart';
/** Of every account that is no sum by intervals: one for all of them. */
const NO_INTERVALS: AccountOfChart['intervals'] = [];

/**
 * The charts of accounts, with their sums prepared. What is remembered holds exactly as long as the version
 * of the accounts, which every question reads anew (ADR 7).
 */
export class Charts {
  readonly #accounts: ResourceAccess;
  readonly #charts = new SnapshotCache<ChartOfAccounts>({
    bytesMax: CHARTS_BYTES_MAX,
    // What is counted of an account covers its place in the sums, too (measured: half to all of it is taken).
    // So 35,000 of usual names are remembered, and 20,000 of the longest: who pages through a chart that is
    // not pays for all of it with every page.
    sizeOf: ({ accounts }) => bytesOf(accounts),
  });

  constructor(access: ResourceAccesses) {
    this.#accounts = accessTo(access, Account);
  }

  /** The table of the accounts. */
  get table(): ResourceTable {
    return this.#accounts.table;
  }

  /** Reads the version of the accounts: to be sent with whatever needs the chart. */
  versionOf(agreementNumber: number): Statement {
    return readVersions(agreementNumber, [versionName(this.#accounts.table, [])]);
  }

  /**
   * The chart of that version. Within a unit of work it is read anew: what the unit has changed has no
   * version yet.
   */
  async at(read: Outcome, scope: Scope): Promise<ChartOfAccounts> {
    const { agreementNumber, unit } = scope;
    if (unit !== undefined) return this.#read(scope);
    const name = versionName(this.#accounts.table, []);
    const versions = new Map([[name, versionsIn(read).get(name) ?? 0]]);
    const known = this.#charts.at(agreementNumber, CHART, versions);
    if (known !== undefined) return known;
    const chart = await this.#read(scope);
    this.#charts.put(agreementNumber, CHART, versions, chart);
    return chart;
  }

  async #read(scope: Scope): Promise<ChartOfAccounts> {
    const { table, toValue } = this.#accounts;
    const rows = await rowsOf(sessionOf(scope), readAccounts(table, scope.agreementNumber));
    const accounts = await mapInTurns(rows, (row) => accountOf(toValue(row)));
    return { accounts, sums: chartSums(accounts) };
  }
}

function accountOf(value: AnyValue): AccountOfChart {
  const account = itemOf(Account, value);
  const intervals = account.accountsSummed.map(({ fromAccount, toAccount }) => ({
    from: fromAccount.accountNumber,
    to: toAccount.accountNumber,
  }));
  return {
    accountNumber: account.accountNumber,
    name: account.name,
    accountType: account.accountType,
    displayNumber: account.displayNumber,
    openingAccount: account.openingAccount?.accountNumber,
    totalFrom: account.totalFromAccount?.accountNumber,
    intervals: intervals.length === 0 ? NO_INTERVALS : intervals,
  };
}

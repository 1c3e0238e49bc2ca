import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { STANDARD_CHART } from '@kontor/ledger';
import { plausibleDocuments, type Plausible } from '../src/seed/plausible-documents.js';
import type { BenchProduct } from './dataset.js';
import { FILLED_AT, product } from './dataset.js';
import { YEAR } from './work.js';

/**
 * The floor's own tables: plain columns, the agreement first in the primary
 * key, nothing kept beside the rows.
 */
const TABLES = [
  `CREATE TABLE agreement (
    id INT PRIMARY KEY, app_token VARCHAR(50) NOT NULL, grant_token VARCHAR(64) NOT NULL,
    UNIQUE KEY (grant_token, app_token)) ENGINE=InnoDB`,
  `CREATE TABLE product (
    agreement INT NOT NULL, number VARCHAR(25) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, name VARCHAR(300) NOT NULL,
    description VARCHAR(500), cost BIGINT, recommended BIGINT, sales BIGINT, bar_code VARCHAR(50), barred TINYINT NOT NULL,
    unit INT, product_group INT NOT NULL, last_updated CHAR(20) CHARACTER SET ascii NOT NULL,
    PRIMARY KEY (agreement, number)) ENGINE=InnoDB`,
  `CREATE TABLE counter (
    agreement INT PRIMARY KEY, voucher_id INT NOT NULL, voucher_number INT NOT NULL, entry_number INT NOT NULL) ENGINE=InnoDB`,
  `CREATE TABLE voucher (
    agreement INT NOT NULL, voucher_id INT NOT NULL, voucher_number INT, date CHAR(10) CHARACTER SET ascii NOT NULL, booked TINYINT NOT NULL,
    line_json TEXT NOT NULL, PRIMARY KEY (agreement, voucher_id)) ENGINE=InnoDB`,
  `CREATE TABLE entry (
    agreement INT NOT NULL, year SMALLINT NOT NULL, entry_number INT NOT NULL, period TINYINT NOT NULL, account INT NOT NULL,
    date CHAR(10) CHARACTER SET ascii NOT NULL, amount BIGINT NOT NULL, base_amount BIGINT NOT NULL,
    currency CHAR(3) CHARACTER SET ascii NOT NULL, entry_type VARCHAR(20) CHARACTER SET ascii NOT NULL,
    vat_code VARCHAR(5), vat_part VARCHAR(20), vat_rate INT, voucher_number INT NOT NULL, text VARCHAR(255), voucher_id INT NOT NULL, series TINYINT NOT NULL,
    customer INT, supplier INT, due_date CHAR(10) CHARACTER SET ascii,
    PRIMARY KEY (agreement, year, entry_number),
    KEY by_period (agreement, year, period, entry_number),
    KEY by_account (agreement, account, year, entry_number)) ENGINE=InnoDB`,
  `CREATE TABLE period_total (
    agreement INT NOT NULL, year SMALLINT NOT NULL, account INT NOT NULL, period TINYINT NOT NULL, total BIGINT NOT NULL,
    PRIMARY KEY (agreement, year, account, period)) ENGINE=InnoDB`,
  // Which accounts a sum account adds up.
  `CREATE TABLE sum_account (
    agreement INT NOT NULL, account INT NOT NULL, low INT NOT NULL, high INT NOT NULL,
    PRIMARY KEY (agreement, account, low)) ENGINE=InnoDB`,
];
const BATCH = 1000;

/** Two token headers, and how many products the agreement has. */
export type FilledAgreement = {
  readonly appToken: string;
  readonly grantToken: string;
  readonly products: number;
  /** Booked ones, in one year. */
  readonly entries: number;
};

/** Makes the floor's tables and fills them with the same data as the service's. */
export async function fillFloor(url: string, agreements: readonly FilledAgreement[]): Promise<void> {
  const connection = await createConnection({ uri: url });
  try {
    for (const table of TABLES) await connection.query(table);
    await insert(
      'agreement',
      agreements.map(({ appToken, grantToken }, index) => [index + 1, appToken, grantToken]),
    );
    const rows = agreements.flatMap(({ products }, index) =>
      Array.from({ length: products }, (_, at) => rowOf(index + 1, product(at + 1))),
    );
    await insert('product', rows);
    for (const [index, { entries }] of agreements.entries()) {
      if (entries > 0) await fillEntries(index + 1, entries);
    }
    await insert(
      'counter',
      agreements.map(({ entries }, index) =>
        entries > 0 ? [index + 1, 1_000_000, 1_000_000, 10_000_000] : [index + 1, 0, 0, 0],
      ),
    );
    await insert(
      'sum_account',
      agreements.flatMap((_, index) => SUMS.map((sum) => [index + 1, ...sum])),
    );
    await connection.query('ANALYZE TABLE product, entry, period_total');
  } finally {
    await connection.end();
  }

  /** What the service's books were filled with. */
  async function fillEntries(agreement: number, count: number): Promise<void> {
    const totals = new Map<number, number>();
    const vouchers = new Map<number, number>();
    let rows: (readonly unknown[])[] = [];
    let number = 0;
    let voucherId = 0;
    const span = { fromDate: `${YEAR}-01-01`, toDate: `${YEAR}-12-31` } as Pick<
      Plausible,
      'fromDate' | 'toDate'
    >;
    for (const { date, series, entries } of plausibleDocuments({
      ...span,
      entries: count,
      baseCurrency: 'EUR',
    })) {
      const voucher = (vouchers.get(series) ?? 0) + 1;
      vouchers.set(series, voucher);
      voucherId += 1;
      const period = Number(date.slice(5, 7));
      for (const entry of entries) {
        number += 1;
        const base = cents(entry.amountInBaseCurrency);
        // prettier-ignore
        rows.push([
          agreement, YEAR, number, period, entry.accountNumber, date, cents(entry.amount), base,
          entry.currency, entry.entryType, entry.vatCode ?? null, entry.vatPart ?? null, entry.vatRate === undefined ? null : cents(entry.vatRate), voucher, entry.text ?? null,
          voucherId, series, entry.customerNumber ?? null, entry.supplierNumber ?? null, entry.dueDate ?? null,
        ]);
        const key = entry.accountNumber * 100 + period;
        totals.set(key, (totals.get(key) ?? 0) + base);
      }
      if (rows.length >= BATCH) {
        await insert('entry', rows);
        rows = [];
      }
    }
    await insert('entry', rows);
    await insert(
      'period_total',
      [...totals].map(([key, total]) => [agreement, YEAR, Math.floor(key / 100), key % 100, total]),
    );
  }

  async function insert(table: string, rows: readonly (readonly unknown[])[]): Promise<void> {
    for (let at = 0; at < rows.length; at += BATCH) {
      await connection.query(`INSERT INTO ${table} VALUES ?`, [rows.slice(at, at + BATCH)]);
    }
  }
}

/** What does not balance in the floor's books: a line for each fault. */
export async function floorFaults(url: string): Promise<readonly string[]> {
  const connection = await createConnection({ uri: url });
  try {
    const [rows] = await connection.query<(RowDataPacket & { readonly fault: string })[]>(
      `SELECT CONCAT('agreement ', agreement, ': entries sum up to ', SUM(base_amount)) fault
       FROM entry GROUP BY agreement HAVING SUM(base_amount)<>0
       UNION ALL
       SELECT CONCAT('agreement ', t.agreement, ', account ', t.account, ': total ', t.total, ', entries ', e.total)
       FROM (SELECT agreement, account, SUM(total) total FROM period_total GROUP BY agreement, account) t
       LEFT JOIN (SELECT agreement, account, SUM(base_amount) total FROM entry GROUP BY agreement, account) e
       ON e.agreement=t.agreement AND e.account=t.account WHERE NOT t.total<=>e.total`,
    );
    return rows.map(({ fault }) => fault);
  } finally {
    await connection.end();
  }
}

/** An account that adds up none: totals list it also where nothing is booked on it. */
const NO_OTHERS = [[1, 0]] as const;

/** The standard chart without its headings: which accounts each adds up. */
const SUMS = STANDARD_CHART.filter(({ accountType }) => !accountType.startsWith('heading')).flatMap(
  ({ accountNumber, totalFrom, accountsSummed = [] }) => {
    const sums = totalFrom === undefined ? accountsSummed : [[totalFrom, accountNumber] as const];
    return (sums.length === 0 ? NO_OTHERS : sums).map(([low, high]) => [accountNumber, low, high]);
  },
);

function cents(amount: string): number {
  return Math.round(100 * Number(amount));
}

function rowOf(agreement: number, one: BenchProduct): readonly unknown[] {
  return [
    agreement,
    one.productNumber,
    one.name,
    one.description,
    one.costPrice,
    one.recommendedPrice,
    one.salesPrice,
    one.barCode,
    one.barred ? 1 : 0,
    one.unitNumber,
    one.productGroupNumber,
    `${FILLED_AT.toISOString().slice(0, 16)}:00Z`,
  ];
}

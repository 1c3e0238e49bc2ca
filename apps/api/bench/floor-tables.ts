import { createConnection } from 'mysql2/promise';
import type { BenchProduct } from './dataset.js';
import { FILLED_AT, product } from './dataset.js';

/** The floor's own tables: plain columns, the agreement first in the primary key, nothing kept beside the rows. */
const TABLES = [
  `CREATE TABLE agreement (
    id INT PRIMARY KEY, app_token VARCHAR(50) NOT NULL, grant_token VARCHAR(64) NOT NULL,
    UNIQUE KEY (grant_token, app_token)) ENGINE=InnoDB`,
  `CREATE TABLE product (
    agreement INT NOT NULL, number VARCHAR(25) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, name VARCHAR(300) NOT NULL,
    description VARCHAR(500), cost BIGINT, recommended BIGINT, sales BIGINT, bar_code VARCHAR(50), barred TINYINT NOT NULL,
    unit INT, product_group INT NOT NULL, last_updated CHAR(20) CHARACTER SET ascii NOT NULL,
    PRIMARY KEY (agreement, number)) ENGINE=InnoDB`,
];
const BATCH = 1000;

/** Two token headers, and how many products the agreement has. */
export type FilledAgreement = {
  readonly appToken: string;
  readonly grantToken: string;
  readonly products: number;
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
    await connection.query('ANALYZE TABLE product');
  } finally {
    await connection.end();
  }

  async function insert(table: string, rows: readonly (readonly unknown[])[]): Promise<void> {
    for (let at = 0; at < rows.length; at += BATCH) {
      await connection.query(`INSERT INTO ${table} VALUES ?`, [rows.slice(at, at + BATCH)]);
    }
  }
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

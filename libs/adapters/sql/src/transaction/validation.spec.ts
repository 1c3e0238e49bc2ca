import { expect } from 'chai';
import type { Dialect } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Statement } from '../statement.js';
import { ConcurrentModification } from './errors.js';
import { NOTHING_EXPECTED, type Expected } from './expectations.js';
import { confirmReads, writeValidated } from './validation.js';
import { WriteBatch } from './write-batch.js';

const products = {
  resource: { collection: 'products' },
  table: { name: 'product' },
  keyColumn: 'product_number',
} as unknown as ResourceTable;

/** A transaction in which each read gives this number, and the statements that were sent in it. */
function transactionOf(number: number, dialect: Dialect = mysqlDialect) {
  const sent: Statement[] = [];
  const run = async (...statements: readonly Statement[]) => {
    sent.push(...statements);
    return statements.map(() => ({ rows: [{ number }], affected: 1 }));
  };
  return { transaction: { dialect, agreementNumber: 1, session: { run } }, sent };
}

const expecting = (versions: Readonly<Record<string, number>>, rows: Expected['rows'] = new Map()) => ({
  ...NOTHING_EXPECTED,
  versions: new Map(Object.entries(versions)),
  rows,
});

describe('what a unit has read', () => {
  const confirming = async (number: number, expected: Expected, dialect?: Dialect) => {
    const { transaction, sent } = transactionOf(number, dialect);
    const thrown: unknown = await confirmReads(transaction, expected).catch((error: unknown) => error);
    return { thrown, sent: sent.length };
  };

  it('is compared before it refuses, where that is more than one thing and others may write', async () => {
    const two = expecting({ accounts: 4, units: 5 });

    expect(await confirming(9, two)).to.deep.equal({ thrown: undefined, sent: 1 });
    expect((await confirming(10, two)).thrown).to.be.instanceOf(ConcurrentModification);
    const nothing = { thrown: undefined, sent: 0 };
    expect(await confirming(10, expecting({ accounts: 4 }))).to.deep.equal(nothing);
    expect(await confirming(10, two, sqliteDialect)).to.deep.equal(nothing);
  });

  it('is a version and a row as well', async () => {
    const row = { table: products, encoded: 7, version: 70 };
    const both = expecting({ accounts: 4 }, new Map([['product 7', row]]));
    const { thrown, sent } = await confirming(4, both);

    expect(thrown).to.be.instanceOf(ConcurrentModification);
    expect(sent).to.equal(2);
  });

  it('is compared after its batch is written, where no statement of the batch can', async () => {
    const { checks: _, ...without } = mysqlDialect;
    const validating = async (expected: Expected) => {
      const { transaction, sent } = transactionOf(4, without);
      const batch = new WriteBatch(1);
      batch.change('units', 1);
      batch.expected = expected;
      const validated: unknown = await writeValidated(transaction, batch).catch((error: unknown) => error);
      return { validated, sent: sent.map(({ sql }) => sql.split(' ')[0]) };
    };

    expect(await validating(expecting({ accounts: 4 }))).to.deep.equal({
      validated: true,
      sent: ['INSERT', 'SELECT'],
    });
    expect((await validating(expecting({ accounts: 5 }))).validated).to.be.instanceOf(ConcurrentModification);
    expect(await validating(NOTHING_EXPECTED)).to.deep.equal({ validated: false, sent: [] });
  });
});

import { expect } from 'chai';
import { mysqlDialect } from '../dialect/mysql.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Outcome, Statement } from '../statement.js';
import { insertInto } from './effect.js';
import { ConcurrentModification, PreconditionFailed } from './errors.js';
import { Unit } from './unit.js';
import { statementsOf } from './write-batch.js';

const products = {
  resource: { collection: 'products' },
  table: { name: 'product' },
  parents: [],
  key: { column: 'product_number' },
  keyColumn: 'product_number',
  encodeKey: (key: unknown) => key,
} as unknown as ResourceTable;
const insert = { kind: 'insert', into: insertInto('product', ['a']), rows: [[1]] } as const;
const read = { sql: 'SELECT 1', values: [] };
const lock = { sql: 'SELECT 1 FOR UPDATE', values: [] };

/**
 * A unit over a database that answers with versions of collections, and the statements that were sent to it.
 */
function unitUnderTest({
  versions = {},
  isOptimistic = true,
  fails,
}: { versions?: Record<string, number>; isOptimistic?: boolean; fails?: object } = {}) {
  const sent: Statement[] = [];
  const answer = ({ sql }: Statement): Outcome => ({
    rows: sql.includes('`collection_state`')
      ? Object.entries(versions).map(([collection, version]) => ({ collection, version }))
      : [],
    affected: 1,
  });
  const unit = new Unit({
    dialect: mysqlDialect,
    agreementNumber: 1,
    isOptimistic,
    session: {
      run: (...statements) => {
        sent.push(...statements);
        if (fails !== undefined) return Promise.reject(Object.assign(new Error('thrown'), fails));
        return Promise.resolve(statements.map(answer));
      },
    },
  });
  const checks = () =>
    statementsOf(mysqlDialect, [unit.take()]).filter(({ sql }) => sql.startsWith('SET @kept'));
  return { unit, sent, checks };
}

describe('a unit of work', () => {
  it('expects at the commit what it has just read, and may still refuse', async () => {
    const { unit, checks } = unitUnderTest({ versions: { accounts: 4 } });
    const { versions } = await unit.facts(['accounts', 'departments'], read);
    unit.expectVersions(versions);
    expect(unit.isSpeculative).to.equal(false);
    expect(checks().map(({ values }) => values)).to.deep.equal([[1, 'accounts', 'departments', 4]]);
  });

  it('runs again when it reads another version than it has seen', async () => {
    const { unit } = unitUnderTest();
    unit.expectVersions(new Map([['accounts', 4]]));
    expect(() => unit.expectVersions(new Map([['accounts', 5]]))).to.throw(ConcurrentModification);
  });

  it('rests on what is remembered, but refuses nothing by it before it was looked at', async () => {
    const { unit, sent } = unitUnderTest();
    expect(unit.remember(new Map([['accounts', 4]]))).to.equal(true);
    expect(unit.isSpeculative).to.equal(true);
    await unit.now.run(lock);
    expect(sent[0]?.sql).to.match(/^SET @kept/);
    expect(unit.isSpeculative).to.equal(false);
  });

  it('remembers nothing when it runs eagerly', () => {
    const { unit } = unitUnderTest({ isOptimistic: false });
    expect([unit.remember(new Map([['accounts', 4]])), unit.rememberItem(), unit.mayRemember]).to.deep.equal([
      false,
      false,
      false,
    ]);
  });

  it('expects rows to be of the versions they were read with, save those it changes itself', async () => {
    const { unit, checks } = unitUnderTest();
    unit.expectRows(products, [
      { product_number: 7, version: 70 },
      { product_number: 8, version: 80 },
    ]);
    await unit.apply({
      kind: 'change',
      head: 'UPDATE `product` SET `a` = 1',
      set: [],
      where: { sql: '`product_number` = ? AND `version` = ?', values: [8, 80] },
      item: { table: products, encoded: [8] },
      otherwise: 'retry',
    });
    expect(checks().at(-1)?.values).to.deep.equal([1, 7, 7, 70, 1]);
  });

  it('runs again when it reads a row that is another than it has decided on', () => {
    const { unit } = unitUnderTest();
    unit.expectRows(products, [{ product_number: 7, version: 70 }]);
    unit.expectRows(products, [{ product_number: 7, version: 70 }]);

    expect(() => unit.expectRows(products, [{ product_number: 7, version: 71 }])).to.throw(
      PreconditionFailed,
    );
  });

  it('writes what waits before it locks or writes anything now, and reads beside it what it has not changed', async () => {
    const { unit, sent } = unitUnderTest();
    await unit.apply(insert);
    unit.change('products', 1);
    await unit.shown('accounts').run(read);
    expect(sent).to.deep.equal([read]);
    await unit.shown('products').run(read);
    expect(sent.map(({ sql }) => sql.split(' ')[0])).to.deep.equal(['SELECT', 'INSERT', 'SELECT']);
    expect(unit.mayRemember).to.equal(false);
  });

  it('is to run again eagerly when what waited did not come about', async () => {
    const { unit } = unitUnderTest({ fails: { errno: 1062 } });
    await unit.apply(insert);
    expect(await unit.now.run(lock).catch((error: unknown) => error)).to.be.instanceOf(PreconditionFailed);
  });

  it('tells its hooks how it ended', () => {
    const { unit } = unitUnderTest();
    const told: string[] = [];
    unit.hooks.afterCommit(() => told.push('committed'));
    unit.hooks.afterRollback(() => told.push('rolled back'));
    unit.hooks.afterFailedPrecondition(() => told.push('failed'));
    unit.hooks.preconditionFailed();
    unit.hooks.rolledBack();
    expect(told).to.deep.equal(['failed', 'rolled back']);
    unit.hooks.committed();
    expect(told.at(-1)).to.equal('committed');
  });
});

import { expect } from 'chai';
import { isLeft } from 'fp-ts/lib/Either.js';
import type { AuditRecord } from '@kontor/kernel';
import type { Dialect } from '../dialect/dialect.js';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { ResourceTable } from '../entity/table-of.js';
import { Counter } from '../sequence/reservation.js';
import type { Outcome, Statement } from '../statement.js';
import { ConcurrentModification, PreconditionFailed } from './errors.js';
import { Unit } from './unit.js';
import { statementsOf } from './write-batch.js';
import { insertInto } from '../statements/writes.js';

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
  isLocking = false,
  fails,
  dialect = mysqlDialect,
  changes = 1,
  changesNothing,
}: {
  versions?: Record<string, number>;
  isOptimistic?: boolean;
  isLocking?: boolean;
  fails?: object;
  dialect?: Dialect;
  /** How many rows each write changes, or what a read of one number gives. */
  changes?: number;
  /** What stands in the writes that change no row. */
  changesNothing?: string;
} = {}) {
  const sent: Statement[] = [];
  const answer = ({ sql }: Statement): Outcome => ({
    rows: /SUM|COUNT/.test(sql)
      ? [{ number: changes }]
      : sql.includes('`collection_state`')
        ? Object.entries(versions).map(([collection, version]) => ({ collection, version }))
        : [],
    affected: changesNothing !== undefined && sql.includes(changesNothing) ? 0 : changes,
  });
  const unit = new Unit({
    dialect,
    agreementNumber: 1,
    isOptimistic,
    isLocking,
    session: {
      run: (...statements) => {
        sent.push(...statements);
        if (fails !== undefined) return Promise.reject(Object.assign(new Error('thrown'), fails));
        return Promise.resolve(statements.map(answer));
      },
    },
  });
  const checks = () =>
    statementsOf(mysqlDialect, [unit.batchToCommit()]).filter(({ sql }) => sql.startsWith('SET @kept'));
  return { unit, sent, checks };
}

describe('a unit of work', () => {
  it('expects at the commit what it has just read, and may still refuse', async () => {
    const { unit, checks } = unitUnderTest({ versions: { accounts: 4 } });
    const { versions } = await unit.facts(['accounts', 'departments'], read);
    unit.expect.versions(versions);
    expect(unit.isSpeculative).to.equal(false);
    expect(checks().map(({ values }) => values)).to.deep.equal([[1, 'accounts', 'departments', 4]]);
  });

  it('holds the books before it reads versions, where it has lost to others before', async () => {
    const { unit, sent } = unitUnderTest({ isOptimistic: false, isLocking: true });
    await unit.facts(['accounts', 'departments'], read);
    // What whoever books locks, in his order, once: nobody raises a version without the last.
    expect(sent.slice(0, 3).map(({ sql }) => /FROM `(\w+)`.* FOR UPDATE$/.exec(sql)?.[1])).to.deep.equal([
      'number_counter',
      'period',
      'collection_state',
    ]);
    expect(sent[2]?.values).to.deep.equal([1, 'event-log']);
    expect(sent).to.have.length(5);
    await unit.holdBooksIfLocking();
    await unit.facts(['units'], read);
    expect(sent).to.have.length(7);
  });

  it('holds none where there is one writer', async () => {
    const { unit, sent } = unitUnderTest({ isOptimistic: false, isLocking: true, dialect: sqliteDialect });
    await unit.facts(['accounts'], read);
    expect(sent).to.have.length(2);
  });

  it('runs again when it reads another version than it has seen', async () => {
    const { unit } = unitUnderTest();
    unit.expect.versions(new Map([['accounts', 4]]));
    expect(() => unit.expect.versions(new Map([['accounts', 5]]))).to.throw(ConcurrentModification);
  });

  it('rests on what is remembered, but refuses nothing by it before it was looked at', async () => {
    const { unit, sent } = unitUnderTest();
    expect(unit.expect.cached(new Map([['accounts', 4]]))).to.equal(true);
    expect(unit.isSpeculative).to.equal(true);
    await unit.now.run(lock);
    expect(sent[0]?.sql).to.match(/^SET @kept/);
    expect(unit.isSpeculative).to.equal(false);
  });

  it('remembers nothing when it runs eagerly', () => {
    const { unit } = unitUnderTest({ isOptimistic: false });
    expect([
      unit.expect.cached(new Map([['accounts', 4]])),
      unit.expect.cachedItem(),
      unit.mayRemember,
    ]).to.deep.equal([false, false, false]);
  });

  it('expects rows to be of the versions they were read with, save those it changes itself', async () => {
    const { unit, checks } = unitUnderTest();
    unit.expect.rows(products, [
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
    unit.expect.rows(products, [{ product_number: 7, version: 70 }]);
    unit.expect.rows(products, [{ product_number: 7, version: 70 }]);

    expect(() => unit.expect.rows(products, [{ product_number: 7, version: 71 }])).to.throw(
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

  it('sends what raises counters ahead of what waits, which is still to be looked at', async () => {
    const { unit, sent, checks } = unitUnderTest();
    unit.expect.cached(new Map([['accounts', 5]]));
    await unit.apply(insert);
    await unit.ahead.run(lock);

    expect(sent).to.deep.equal([lock]);
    expect([unit.mayReserve, unit.hasSentNothing, unit.isSpeculative]).to.deep.equal([false, false, true]);
    expect(checks().map(({ values }) => values)).to.deep.equal([[1, 'accounts', 5]]);
  });

  it('locks rows ahead of what waits, unless that is of the same collection or refers to it', async () => {
    const refer = { kind: 'refer', name: 'products 1', table: products, encoded: [1], by: -1 } as const;
    for (const [prepare, first] of [
      [(unit: Unit) => unit.change('accounts', 1), ['SELECT']],
      [(unit: Unit) => unit.change('products', -1), ['INSERT', 'SELECT']],
      [(unit: Unit) => unit.apply(refer), ['INSERT', 'UPDATE', 'SELECT']],
    ] as const) {
      const { unit, sent } = unitUnderTest();
      await unit.apply(insert);
      await prepare(unit);
      await unit.locked('products').run(lock);
      expect(sent.map(({ sql }) => sql.split(' ')[0])).to.deep.equal(first);
    }
  });

  it('knows the row of an item that it holds until it writes anything', async () => {
    const row = { name: 'a' };
    for (const [write, after] of [
      [(unit: Unit) => unit.ahead.run(lock), row],
      [(unit: Unit) => unit.now.run(read), row],
      [(unit: Unit) => unit.apply(insert), undefined],
      [(unit: Unit) => unit.now.run(lock), undefined],
    ] as const) {
      const { unit } = unitUnderTest();
      unit.held.set('products a', row);
      expect(unit.held.get('products a')).to.equal(row);
      expect(unit.held.get('products b')).to.equal(undefined);
      await write(unit);
      expect(unit.held.get('products a')).to.equal(after);
    }
  });

  it('is to run again eagerly when what waited did not come about', async () => {
    for (const errno of [1062, 1690]) {
      const { unit } = unitUnderTest({ fails: { errno } });
      await unit.apply(insert);
      expect(await unit.now.run(lock).catch((error: unknown) => error)).to.be.instanceOf(PreconditionFailed);
    }
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

  it('knows what it has done: nothing, only read, or written', async () => {
    const { unit } = unitUnderTest();
    const state = () => [unit.hasSentNothing, unit.mayRemember, unit.mayReserve, unit.isSpeculative];
    expect(state()).to.deep.equal([true, true, true, false]);
    await unit.now.run(read, read);
    expect(state()).to.deep.equal([true, true, true, false]);
    await unit.apply(insert);
    expect(state()).to.deep.equal([true, true, true, true]);
    await unit.now.run(read, lock);
    expect(state()).to.deep.equal([false, false, false, false]);
    const other = unitUnderTest().unit;
    await other.now.run(read, lock);
    expect(other.hasSentNothing).to.equal(false);
  });

  it('may remember after it has locked something or raised counters, but reserves no numbers', async () => {
    const { unit } = unitUnderTest();
    const may = () => [unit.mayRemember, unit.mayReserve];
    const raise = { sql: 'INSERT INTO `number_counter` VALUES (1)', values: [] };
    await unit.locked('products').run(lock);
    expect(may()).to.deep.equal([true, false]);
    await unit.now.run(lock);
    await unit.ahead.run(raise);
    expect(may()).to.deep.equal([true, false]);
    await unit.now.run(raise);
    expect(may(), 'after it has written').to.deep.equal([false, false]);
  });

  it('sends nothing for no statements, and gives the outcomes of those it was asked for alone', async () => {
    const { unit, sent } = unitUnderTest({ versions: { accounts: 4 } });
    await unit.apply(insert);
    expect(await unit.now.run()).to.deep.equal([]);
    expect(sent).to.deep.equal([]);
    const found = await unit.now.run({ sql: 'SELECT `version` FROM `collection_state`', values: [] }, lock);
    expect(found.map(({ rows }) => rows.length)).to.deep.equal([1, 0]);
  });

  it('sends each thing at once where it runs eagerly, and can only be rolled back after a refusal', async () => {
    const { unit, sent } = unitUnderTest({ isOptimistic: false });
    await unit.apply(insert);
    expect(sent.map(({ sql }) => sql.split(' ')[0])).to.deep.equal(['INSERT']);
    expect([unit.isSpeculative, unit.isRollbackOnly]).to.deep.equal([false, false]);
    const refusing = unitUnderTest({ isOptimistic: false, changes: 0 });
    const change = { kind: 'change', head: 'UPDATE `product` SET `a` = 1', set: [], where: read } as const;
    await refusing.unit.apply<string>({ ...change, otherwise: 'gone' });
    expect(refusing.unit.isRollbackOnly).to.equal(true);
  });

  it('does not take for changed by another what it has changed before a refusal, but what it has not', async () => {
    for (const [changes, isRead] of [
      ['`unit`', false],
      ['`product`', true],
    ] as const) {
      const { unit } = unitUnderTest({ isOptimistic: false, changesNothing: changes });
      unit.expect.rows(products, [{ product_number: 7, version: 7 }]);
      const item = { table: products, encoded: [7] };
      const change = { kind: 'change', head: 'UPDATE `product` SET `a` = 1', set: [], where: read } as const;
      const other = { ...change, head: 'UPDATE `unit` SET `a` = 1' };
      const applied = await unit.apply<string>(
        { ...change, item, otherwise: 'no product' },
        { ...other, otherwise: 'no unit' },
      );

      expect(isLeft(applied)).to.equal(true);
      expect(unit.expect.current.rows.size).to.equal(isRead ? 1 : 0);
    }
  });

  it('knows which collections it has changed, whatever their items live within', () => {
    const { unit } = unitUnderTest();
    unit.change('product-aliases/7', 1);
    unit.change('units', 0);
    expect(['product-aliases', 'units'].map((name) => unit.hasChanged(name))).to.deep.equal([true, true]);
    expect(['product', '7', 'unit', 'aliases'].some((name) => unit.hasChanged(name))).to.equal(false);
  });

  it('expects of versions those that it is told to, and 0 of what was never written', () => {
    const { unit, checks } = unitUnderTest();
    const versions = new Map([['accounts', 4], ['units', 5]]); // prettier-ignore
    expect(unit.expect.cached(versions, ['accounts', 'never'])).to.equal(true);
    unit.expect.versions(versions, ['accounts', 'neither']);
    expect(unit.expect.cached(new Map([['accounts', 5]]))).to.equal(false);
    expect(checks()[0]?.values).to.deep.equal([1, 'accounts', 'neither', 'never', 4]);
  });

  it('rests on an item that is remembered, until the database has said that it is so', () => {
    const { unit } = unitUnderTest();
    expect(unit.expect.cachedItem()).to.equal(true);
    expect(unit.isSpeculative).to.equal(true);
  });

  it('expects no rows of what lives within items, or of what it has changed itself', () => {
    const { unit, checks } = unitUnderTest();
    const within = { ...products, parents: [{}] } as unknown as ResourceTable;
    unit.expect.rows(within, [{ product_number: 7, version: 70 }]);
    unit.change('products', 0);
    unit.expect.rows(products, [{ product_number: 7, version: 70 }]);
    expect(checks()).to.deep.equal([]);
  });

  it('throws what ends a statement as it is, unless it tells that an effect did not come about', async () => {
    const { unit } = unitUnderTest({ fails: { errno: 1213 } });
    await unit.apply(insert);
    expect(await unit.now.run(lock).catch((error: unknown) => error)).to.include({ errno: 1213 });
  });

  it('has no more of a collection than there may be: as it looks eagerly, and else expects it', async () => {
    const { unit: eager } = unitUnderTest({ isOptimistic: false });
    expect(await eager.expect.atMost('kept', 100, async () => true)).to.equal(true);
    expect(await eager.expect.atMost('kept', 100, async () => false)).to.equal(false);
    expect([...eager.batchToCommit().expected.most]).to.deep.equal([]);
    const { unit, sent, checks } = unitUnderTest();
    expect(await unit.expect.atMost('kept', 100, async () => false)).to.equal(true);
    expect(sent).to.deep.equal([]);
    expect(checks().map(({ values }) => values)).to.deep.equal([[1, 'kept', 100, 0]]);
  });

  it('writes what waits before a page of it is read, all but its events, and expects what it has raised itself', async () => {
    const { unit, sent, checks } = unitUnderTest();
    await unit.flush();
    expect(sent).to.deep.equal([]);
    unit.expect.versions(new Map([['units', 4]]));
    await unit.apply(insert);
    unit.change('units', 1);
    unit.events.add({ type: 'unit.created', collection: 'units', keys: [7] });
    await unit.flush();
    expect(sent.map(({ sql }) => sql.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'INSERT INTO `product`',
      'INSERT INTO `collection_state`',
    ]);
    expect(sent[1]?.values.filter((value) => typeof value === 'string')).to.deep.equal([
      'event-log',
      'units',
    ]);
    const step = sent[1]?.values[2] as number;
    unit.expect.raised(['units'], 100);
    const batch = unit.batchToCommit();
    expect(batch.events.size).to.equal(1);
    expect([...batch.expected.versions]).to.deep.equal([['units', 4 + step + 100]]);
    expect(checks()).to.have.length(1);
  });

  it('keeps for the commit what goes with it, and the collections it has changed, when it writes rows before', async () => {
    const { unit, sent } = unitUnderTest();
    await unit.apply(insert);
    unit.atCommit({ ...insert, rows: [[2]] });
    unit.change('products', 1, { key: 7, by: 1 });
    unit.events.add({ type: 'product.created', collection: 'products', keys: [7] });
    unit.events.by = { requestId: 'asked' } as AuditRecord;
    unit.note({ name: 'products', last: 7 });
    await unit.now.run(lock);
    expect(sent.map(({ sql }) => sql.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'INSERT INTO `given_number`',
      'INSERT INTO `product`',
      'SELECT 1 FOR',
    ]);
    expect(sent[0]?.values).to.deep.equal([1, 'products', 7]);
    const { given, own, last, collections, events } = unit.batchToCommit();
    expect(given).to.deep.equal([]);
    expect([own.length, last.length, [...collections], events.size]).to.deep.equal([
      ...[0, 1, [['products', { items: 1, keys: [{ key: 7, by: 1 }], namesAll: true }]], 1],
    ]);
    expect(events.by).to.have.property('requestId', 'asked');
  });

  it('expects no more of an item than its own condition does, once it changes it by whatever statement', () => {
    const { unit, checks } = unitUnderTest();
    unit.expect.rows(
      products,
      [7, 8, 9].map((number) => ({ product_number: number, version: number })),
    );
    unit.expect.forget({ table: products, encoded: [7] });
    unit.expect.forget({ table: products, encoded: [8, 8] });
    const condition = { sql: '`product_number` = ?', values: [9] };
    unit.atCommit({
      ...{
        kind: 'change',
        head: 'UPDATE `product` SET `a` = 1',
        set: [],
        where: condition,
        otherwise: 'retry',
      },
      item: { table: products, encoded: [9] },
    });
    expect(checks().at(-1)?.values).to.deep.equal([1, 8, 8, 8, 1]);
  });

  it('has numbers confirmed that it has written before its end, when it is kept', async () => {
    const { unit } = unitUnderTest();
    const counter = new Counter(4, () => undefined);
    unit.reserve({ name: 'products', by: 1, gapless: false, counter, to: 5, turn: counter.nextTurn(false) });
    await unit.now.run(lock);
    expect(counter.confirmed).to.equal(4);
    unit.hooks.committed();
    expect(counter.confirmed).to.equal(5);
  });
});

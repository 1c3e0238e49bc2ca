import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import { mysqlDialect } from '../dialect/mysql.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Session, Statement } from '../statement.js';
import { eagerWriter } from './eager-writer.js';
import type { Change, Effect, Fence, Insert } from './effect.js';
import { ConcurrentModification } from './errors.js';
import { insertInto } from '../statements/writes.js';

const PRODUCTS = insertInto('product', ['product_number']);
const insert: Insert<'isThere'> = { kind: 'insert', into: PRODUCTS, rows: [[7]], otherwise: 'isThere' };
const change: Change = {
  kind: 'change',
  head: 'UPDATE `product` SET `barred` = 1',
  set: [],
  where: { sql: '`product_number` = ?', values: [7] },
  otherwise: 'retry',
};
const open: Fence = {
  kind: 'fence',
  name: 'periods 1',
  statement: { sql: 'UPDATE `period` SET `version` = `version` + 1', values: [] },
};
const units = { table: { name: 'unit' }, parents: [], keyColumn: 'unit_number' } as unknown as ResourceTable;
const refer = (unit: number, by: 1 | -1 = 1): Effect<string> => ({
  kind: 'refer',
  name: `units ${unit}`,
  table: units,
  encoded: [unit],
  by,
  otherwise: `no unit ${unit}`,
});

/** A writer over a database in which some statements change no row, and what came of it. */
function writerUnderTest(changesNothing: RegExp = /^$/, error?: object) {
  const sent: Statement[] = [];
  let refusals = 0;
  const session: Session = {
    run: (...statements) => {
      sent.push(...statements);
      if (error !== undefined) return Promise.reject(Object.assign(new Error('thrown'), error));
      return Promise.resolve(
        statements.map(({ sql, values }) => ({
          rows: [],
          affected: changesNothing.test(`${sql} ${values.join()}`) ? 0 : 1,
        })),
      );
    },
  };
  const writer = eagerWriter(mysqlDialect, 1, session, () => (refusals += 1));
  return { writer, sent, refusals: () => refusals };
}

const DUPLICATE = { errno: 1062 };

describe('the eager writer', () => {
  it('sends what it is given at once, the rows of the unit first, what is shared in the order of names', async () => {
    const { writer, sent } = writerUnderTest();
    expect(await writer.apply([refer(9), refer(3), open, insert])).to.deep.equal(right(undefined));
    expect(sent.map(({ sql, values }) => [sql.split(' ')[0], values.at(-1)])).to.deep.equal([
      ['INSERT', 7],
      ['UPDATE', undefined],
      ['UPDATE', 3],
      ['UPDATE', 9],
    ]);
  });

  it('sends the rows of the unit as they come, then fences, sums and references', async () => {
    const { writer, sent } = writerUnderTest();
    const to = { table: 'total', columns: ['a', 'b'], key: ['a'], added: ['b'] };
    const fence = (name: string): Fence => ({
      ...open,
      name,
      statement: { sql: 'UPDATE `period`', values: [name] },
    });
    const sums = { kind: 'add', sums: { to, rows: [[1, 1]] } } as const;
    const shared = [refer(9), sums, fence('periods 2'), fence('periods 3'), fence('periods 1'), refer(3)];
    await writer.apply([change, ...shared, insert, sums, change]);

    expect(
      sent.map(({ sql, values }) => [sql.split(' ').slice(0, 3).join(' '), values.at(-1)]),
    ).to.deep.equal([
      ['UPDATE `product` SET', 7],
      ['INSERT INTO `product`', 7],
      ['UPDATE `product` SET', 7],
      ['UPDATE `period`', 'periods 1'],
      ['UPDATE `period`', 'periods 2'],
      ['UPDATE `period`', 'periods 3'],
      ['INSERT INTO `total`', 1],
      ['INSERT INTO `total`', 1],
      ['UPDATE `unit` /*!', 3],
      ['UPDATE `unit` /*!', 9],
    ]);
  });

  it('sends nothing for nothing', async () => {
    const { writer, sent } = writerUnderTest();
    expect(await writer.apply([])).to.deep.equal(right(undefined));
    expect(sent).to.deep.equal([]);
  });

  it('tells what a change means that finds nothing, and minds no reference that means nothing', async () => {
    const gone: Change<string> = { ...change, otherwise: 'gone' };
    const { writer, refusals } = writerUnderTest(/^UPDATE/);
    expect(await writer.apply([insert, gone])).to.deep.equal(left('gone'));
    expect(refusals()).to.equal(1);
    const { otherwise: _, ...meaningless } = refer(9) as Extract<Effect<string>, { kind: 'refer' }>;
    expect(await writer.apply([meaningless])).to.deep.equal(right(undefined));
  });

  it('throws what a change finds to be a double', async () => {
    const { writer } = writerUnderTest(undefined, DUPLICATE);
    expect(await writer.apply([change]).catch((error: unknown) => error)).to.be.instanceOf(Error);
  });

  it('tells that a row is there already, and leaves the unit as it was', async () => {
    const { writer, refusals } = writerUnderTest(undefined, DUPLICATE);
    expect(await writer.apply([insert, refer(9)])).to.deep.equal(left('isThere'));
    expect(refusals()).to.equal(0);
  });

  it('tells of sums that become too large, and takes the unit back', async () => {
    const to = { table: 'total', columns: ['a', 'b'], key: ['a'], added: ['b'] };
    const sums: Effect<string> = { kind: 'add', sums: { to, rows: [[1, 1]] }, otherwise: 'too large' };
    const { writer, refusals } = writerUnderTest(undefined, { errno: 1690 });
    expect(await writer.apply([insert, sums])).to.deep.equal(left('too large'));
    expect(refusals()).to.equal(1);
  });

  it('throws what nobody has a meaning for', async () => {
    const { writer } = writerUnderTest(undefined, DUPLICATE);
    const unexpected: Insert = { kind: 'insert', into: PRODUCTS, rows: [[7]] };
    expect(await writer.apply([unexpected]).catch((error: unknown) => error)).to.be.instanceOf(Error);
    const elsewhere = writerUnderTest(undefined, { errno: 1213 });
    expect(await elsewhere.writer.apply([insert]).catch((error: unknown) => error)).to.include({
      errno: 1213,
    });
  });

  it('tells of the first reference that leads nowhere, as they were given; then the unit can only be rolled back', async () => {
    const { writer, refusals } = writerUnderTest(/`unit` .*,[49]$/);
    expect(await writer.apply([insert, refer(3), refer(9), refer(4)])).to.deep.equal(left('no unit 9'));
    expect(refusals()).to.equal(1);
  });

  it('does not mind that what is let go was not counted', async () => {
    const { writer } = writerUnderTest(/`unit`/);
    expect(await writer.apply([refer(9, -1)])).to.deep.equal(right(undefined));
  });

  it('has the unit run again when a row or a fence is not as it was read', async () => {
    for (const effect of [change, open]) {
      const { writer } = writerUnderTest(/^UPDATE/);
      const thrown = await writer.apply([effect]).catch((error: unknown) => error);
      expect(thrown).to.be.instanceOf(ConcurrentModification);
    }
  });
});

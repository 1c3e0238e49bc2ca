import { expect } from 'chai';
import { mysqlDialect } from './dialect/mysql.js';
import type { ResourceTable } from './table/table-of.js';
import { NO_WRITES, statementsOf, type WriteSet } from './write-set.js';

const entries = (...rows: readonly (readonly [number, number])[]) => ({
  statement: {
    sql: `INSERT INTO \`entry\` (\`a\`, \`b\`) VALUES ${rows.map(() => '(?, ?)').join(', ')}`,
    values: rows.flat(),
  },
  mustChange: false,
});
const marking = (voucherId: number) => ({
  statement: { sql: 'UPDATE `voucher` SET `booked` = 1 WHERE `voucher_id` = ?', values: [voucherId] },
  mustChange: true,
});
const totals = (...rows: readonly (readonly [number, string, number])[]) => ({
  to: {
    table: 'period_total',
    columns: ['account_number', 'total', 'entries'],
    key: ['account_number'],
    added: ['total', 'entries'],
  },
  rows,
});
const open = (period: number) => ({
  name: `periods ${period}`,
  statement: {
    sql: 'UPDATE `period` SET `version` = `version` + 1 WHERE `period_number` = ?',
    values: [period],
  },
});
const booking = (voucherId: number, more: Partial<WriteSet>): WriteSet => ({
  ...NO_WRITES,
  agreementNumber: 7,
  writes: [marking(voucherId), entries([voucherId, 1], [voucherId, 2])],
  ...more,
});
const written = (...sets: readonly WriteSet[]) => statementsOf(mysqlDialect, sets);
const texts = (...sets: readonly WriteSet[]) => written(...sets).map(({ sql }) => sql);

describe('what units of work write together', () => {
  it('has the rows of all of them in one insert, and the marks in one update that must find each', () => {
    const together = written(booking(1, {}), booking(2, {}));
    expect(together.map(({ values }) => values)).to.deep.equal([[1, 2], [2], [1, 1, 1, 2, 2, 1, 2, 2]]);
    expect(together[0]?.sql).to.equal(
      'UPDATE `voucher` SET `booked` = 1 WHERE (`voucher_id` = ?) OR (`voucher_id` = ?)',
    );
    expect(together.at(-1)?.sql).to.equal(
      'INSERT INTO `entry` (`a`, `b`) VALUES (?, ?), (?, ?), (?, ?), (?, ?)',
    );
  });

  it('keeps the order of each where they write different things', () => {
    const one = booking(1, {});
    const other: WriteSet = { ...NO_WRITES, agreementNumber: 7, writes: [entries([9, 9]), marking(9)] };
    const values = written(one, other).map((statement) => statement.values);
    expect(values).to.deep.equal([[1], [1], [1, 1, 1, 2], [9, 9], [9], [1]]);
  });

  it('finds a shared row as it must be once, and those rows in the order of their names', () => {
    const guards = texts(
      booking(1, { guards: [open(2)] }),
      booking(2, { guards: [open(1), open(2)] }),
    ).filter((sql) => sql.startsWith('UPDATE `period`'));
    expect(guards).to.have.length(2);
    const values = written(booking(1, { guards: [open(2)] }), booking(2, { guards: [open(1)] }))
      .filter(({ sql }) => sql.startsWith('UPDATE `period`'))
      .map((statement) => statement.values);
    expect(values).to.deep.equal([[1], [2]]);
  });

  it('checks first, and once, what several rest on', () => {
    const check = (edition: number) => ({ sql: 'SET @kept = ?', values: [edition] });
    const together = written(
      booking(1, { expected: [check(5)] }),
      booking(2, { expected: [check(5)] }),
      booking(3, { expected: [check(6)] }),
    );
    expect(together.slice(0, 2).map(({ values }) => values)).to.deep.equal([[5], [6]]);
    expect(together.filter(({ sql }) => sql === 'SET @kept = ?')).to.have.length(2);
  });

  it('raises the uses of things in one statement as far as they follow each other and are raised alike', () => {
    const accounts = {
      resource: { collection: 'accounts' },
      table: { name: 'account' },
      parents: [],
      keyColumn: 'account_number',
    } as unknown as ResourceTable;
    const use = (number: number, by: number) => ({
      name: `accounts ${number}`,
      table: accounts,
      forms: [number],
      by,
    });
    const [alike, check, other, , last] = written(
      { ...NO_WRITES, agreementNumber: 7, uses: [use(5810, 1), use(5820, 1), use(5830, -1), use(5840, 1)] },
      { ...NO_WRITES, agreementNumber: 7, uses: [use(5820, 1), use(5810, 1)] },
    );
    expect([alike?.values, check?.values, other?.values, last?.values]).to.deep.equal([
      [2, 7, 5810, 5820],
      [2],
      [-1, 7, 5830],
      [1],
    ]);
  });

  it('adds up what several add to the same sum, beyond what a double holds', () => {
    const sums = written(
      booking(1, { sums: [totals([5820, '9007199254740993', 1], [5830, '-10', 1])] }),
      booking(2, { sums: [totals([5810, '7', 2], [5820, '9007199254740993', 1])] }),
    ).at(-1);
    expect(sums?.sql).to.match(/^INSERT INTO `period_total`/);
    expect(sums?.values.map(String)).to.deep.equal(
      ['5810', '7', '2'].concat(['5820', '18014398509481986', '2'], ['5830', '-10', '1']),
    );
  });

  it('tells the outbox of all, under one raise of its counter', () => {
    const message = (payload: string) => ({ kind: 'voucherBooked', payload });
    const [raise, tell] = written(
      booking(1, { messages: [message('one')] }),
      booking(2, { messages: [message('two')] }),
    ).slice(-2);
    expect(raise?.values).to.include(2);
    expect(tell?.values).to.include.members(['one', 'two']);
  });
});

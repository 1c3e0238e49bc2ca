import { expect } from 'chai';
import { mysqlDialect } from '../dialect/mysql.js';
import { sqliteDialect } from '../dialect/sqlite.js';
import type { ResourceTable } from '../entity/table-of.js';
import type { Change, Fence, Insert } from './effect.js';
import { collectionsOf, statementsOf, WriteBatch } from './write-batch.js';
import { insertInto } from '../statements/writes.js';

const ENTRIES = insertInto('entry', ['a', 'b']);
const entries = (...rows: readonly (readonly [number, number])[]): Insert => ({
  kind: 'insert',
  into: ENTRIES,
  rows,
});
const marking = (voucherId: number): Change => ({
  kind: 'change',
  head: 'UPDATE `voucher` SET `booked` = 1',
  set: [],
  where: { sql: '`voucher_id` = ?', values: [voucherId] },
  otherwise: 'retry',
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
const open = (period: number): Fence => ({
  kind: 'fence',
  name: `periods ${period}`,
  statement: {
    sql: 'UPDATE `period` SET `version` = `version` + 1 WHERE `period_number` = ?',
    values: [period],
  },
});
const accounts = {
  resource: { collection: 'accounts' },
  table: { name: 'account' },
  parents: [],
  keyColumn: 'account_number',
} as unknown as ResourceTable;

const RECORD = {
  ...{ appNumber: 7, grantNumber: 3, userName: 'anna', requestId: 'asked' },
  ...{ method: 'POST', path: '/products', status: 201 },
};

/** A batch of an agreement, and what else is put into it. */
function batchOf(put: (batch: WriteBatch) => void): WriteBatch {
  const batch = new WriteBatch(7);
  put(batch);
  return batch;
}
const booking = (voucherId: number, put: (batch: WriteBatch) => void = () => undefined): WriteBatch =>
  batchOf((batch) => {
    batch.add(marking(voucherId));
    batch.add(entries([voucherId, 1], [voucherId, 2]));
    put(batch);
  });
const written = (...batches: readonly WriteBatch[]) => statementsOf(mysqlDialect, batches);
const expecting = (version: number, accountVersion: number) => (batch: WriteBatch) => {
  batch.expected = {
    versions: new Map([['accounts', version]]),
    rows: new Map([['account 1', { table: accounts, encoded: 1, version: accountVersion }]]),
    most: new Map(),
  };
};

describe('a write batch', () => {
  it('has the rows of several units in one insert, and their marks in one update that must find each', () => {
    const together = written(booking(1), booking(2));
    expect(together.map(({ values }) => values)).to.deep.equal([[1, 2], [2], [1, 1, 1, 2, 2, 1, 2, 2]]);
    expect(together[0]?.sql).to.equal(
      'UPDATE `voucher` SET `booked` = 1 WHERE (`voucher_id` = ?) OR (`voucher_id` = ?)',
    );
    expect(together.at(-1)?.sql).to.equal(
      'INSERT INTO `entry` (`a`, `b`) VALUES (?, ?), (?, ?), (?, ?), (?, ?)',
    );
  });

  it('keeps the order of each unit where they write different things', () => {
    const other = batchOf((batch) => [entries([9, 9]), marking(9)].forEach((effect) => batch.add(effect)));
    const values = written(booking(1), other).map((statement) => statement.values);
    expect(values).to.deep.equal([[1], [1], [1, 1, 1, 2], [9, 9], [9], [1]]);
  });

  it('never joins changes that set values of their own', () => {
    const setting = (value: number): WriteBatch =>
      batchOf((batch) =>
        batch.add({ ...marking(value), head: 'UPDATE `voucher` SET `text` = ?', set: [value] }),
      );
    expect(written(setting(1), setting(2)).map(({ values }) => values)).to.deep.equal([
      [1, 1],
      [1],
      [2, 2],
      [1],
    ]);
  });

  it('writes a fence once for all, and fences in the order of their names', () => {
    const fences = written(
      booking(1, (batch) => batch.add(open(2))),
      booking(2, (batch) => [open(1), open(2)].forEach((fence) => batch.add(fence))),
    ).filter(({ sql }) => sql.startsWith('UPDATE `period`'));
    expect(fences.map(({ values }) => values)).to.deep.equal([[1], [2]]);
  });

  it('checks rows when they are written, and versions last, in one statement with what is expected besides', () => {
    const epoch = { read: { sql: 'SELECT 1', values: [] }, number: 6 };
    const units = [
      booking(1, expecting(5, 70)),
      booking(2, (batch) => {
        batch.change('vouchers', 1);
        batch.expected = {
          versions: new Map([
            ['accounts', 5],
            ['units', 3],
          ]),
          rows: new Map(),
          most: new Map(),
        };
      }),
    ];
    const together = statementsOf(mysqlDialect, units, false, [epoch]);
    const [rows, raise, check] = together.slice(-3);
    expect(rows?.sql).to.match(/^SET @kept = EXP\(1000 \* \(COALESCE\(\(SELECT COUNT/);
    expect(rows?.values).to.deep.equal([7, 1, 1, 70, 1]);
    expect(raise?.sql).to.match(/^INSERT INTO `collection_state`/);
    expect(check?.sql).to.match(/^SET @kept = EXP\(1000 \* \(.* OR .*\)\)$/);
    expect(check?.values).to.deep.equal([7, 'accounts', 'units', 8, 6]);
  });

  it('expects a collection that the unit itself changes as it has left it', () => {
    const own = booking(1, (batch) => {
      expecting(5, 70)(batch);
      batch.change('accounts', 0);
    });
    expect(written(own).at(-1)?.values.slice(0, 3)).to.deep.equal([7, 'accounts', 5 + own.step]);
  });

  it('checks once that no more is counted of a collection than there may be, with what it adds', () => {
    const keeping = (voucherId: number): WriteBatch =>
      booking(voucherId, (batch) => {
        batch.change('kept-answers', 700);
        batch.expected = { versions: new Map(), rows: new Map(), most: new Map([['kept-answers', 9_000]]) };
      });

    const together = written(keeping(1), keeping(2));

    expect(together.at(-1)?.sql).to.match(/^SET @kept.*`items` > \?/);
    expect(together.at(-1)?.values).to.deep.equal([7, 'kept-answers', 9_000, 0]);
    expect(together.at(-2)?.values).to.include.members(['kept-answers', 1_400]);
    expect(together.filter(({ sql }) => sql.includes('`items` >'))).to.have.length(1);
  });

  it('refuses to write units together that have seen different versions', () => {
    expect(() => written(booking(1, expecting(5, 70)), booking(2, expecting(6, 70)))).to.throw(
      'precondition',
    );
    expect(() => written(booking(1, expecting(5, 70)), booking(2, expecting(5, 71)))).to.throw(
      'precondition',
    );
  });

  it('raises references in one statement as far as they follow each other and are raised alike', () => {
    const refer =
      (...references: readonly (readonly [number: number, by: number])[]) =>
      (batch: WriteBatch) => {
        for (const [number, by] of references)
          batch.add({ kind: 'refer', name: `accounts ${number}`, table: accounts, encoded: [number], by });
      };
    const [alike, check, other, , last] = written(
      batchOf(refer([5810, 1], [5820, 1], [5830, -1], [5840, 1])),
      batchOf(refer([5820, 1], [5810, 1])),
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
      booking(1, (batch) =>
        batch.add({ kind: 'add', sums: totals([5820, '9007199254740993', 1], [5830, '-10', 1]) }),
      ),
      booking(2, (batch) =>
        batch.add({ kind: 'add', sums: totals([5810, '7', 2], [5820, '9007199254740993', 1]) }),
      ),
    ).at(-1);
    expect(sums?.sql).to.match(/^INSERT INTO `period_total`/);
    expect(sums?.values.map(String)).to.deep.equal(
      ['5810', '7', '2'].concat(['5820', '18014398509481986', '2'], ['5830', '-10', '1']),
    );
  });

  it('numbers the events of all under one raise of their count, and says who made each', () => {
    const telling = (number: string, userName: string) => (batch: WriteBatch) => {
      batch.events.add({ type: 'product.created', collection: 'products', keys: [number] });
      batch.events.by = { ...RECORD, userName, requestId: number };
    };
    const [raise, tell] = written(booking(1, telling('one', 'anna')), booking(2, telling('two', 'bo'))).slice(
      -2,
    );
    expect(raise?.values.filter((value) => value === 'event-log')).to.have.length(2);
    expect(
      tell?.values.filter((value) => ['anna', 'bo', '["one"]', '["two"]'].includes(String(value))),
    ).to.deep.equal(['["one"]', 'anna', '["two"]', 'bo']);
  });

  it('has the record of who did what in the first event alone', () => {
    const batch = batchOf(({ events }) => {
      for (const key of ['one', 'two'])
        events.add({ type: 'product.created', collection: 'products', keys: [key] });
      events.by = RECORD;
    });
    const all = written(batch);
    expect(all.at(-1)?.values.filter((value) => value === RECORD.path)).to.have.length(1);
    expect(all.some(({ sql }) => sql.includes('audit_record'))).to.equal(false);
  });

  it('writes in one statement who did what is told by no event, for all of a group', () => {
    const noting = (path: string) => (batch: WriteBatch) => (batch.events.by = { ...RECORD, path });
    const notes = written(booking(1, noting('/one')), booking(2, noting('/two'))).filter(({ sql }) =>
      sql.includes('audit_record'),
    );
    expect(notes.map(({ values }) => values.filter((value) => /^\//.test(String(value))))).to.deep.equal([
      ['/one', '/two'],
    ]);
  });

  it('numbers events by what their count was just raised to, without looking it up again', () => {
    const [raise, tell] = written(
      booking(1, (batch) => {
        batch.events.add({ type: 'product.created', collection: 'products', keys: ['P'] });
        batch.change('units', 1);
      }),
    ).slice(-2);
    // The count of events first: who waits for it holds no version that another waits for.
    expect(raise?.values.slice(0, 5)).to.include.members(['event-log', 1]);
    expect(raise?.values.slice(5)).to.include('units');
    expect(tell?.sql).to.not.match(/SELECT/);
  });

  it('tells once what a unit changes twice, with all the members it has changed', () => {
    const batch = new WriteBatch(1);
    for (const changed of [['name'], ['inventory', 'name']])
      batch.events.add({ type: 'product.updated', collection: 'products', keys: ['1'], changed });
    expect([...batch.events.all].map(({ changed }) => changed)).to.deep.equal([['name', 'inventory']]);
  });

  it('tells of each collection by how much its version is raised, and which keys are made, changed and taken away', () => {
    const [one, other] = [new WriteBatch(1), new WriteBatch(1)] as const;
    one.change('products', 1, { key: 'a', by: 1 });
    one.change('products', 0);
    one.change('layers', 0, { key: 'b', by: 0 });
    one.change('units', 1, { key: 7, by: 1 });
    one.change('invoices', -1);
    other.change('products', -1, { key: 'a', by: -1 });
    other.change('units', 1);
    other.change('invoices', 1);

    expect(collectionsOf([one, other])).to.deep.equal([
      {
        agreementNumber: 1,
        versionName: 'products',
        step: one.step,
        keys: [
          { key: 'a', by: 1 },
          { key: 'a', by: -1 },
        ],
        namesAll: false,
      },
      {
        agreementNumber: 1,
        versionName: 'layers',
        step: one.step,
        keys: [{ key: 'b', by: 0 }],
        namesAll: true,
      },
      { agreementNumber: 1, versionName: 'units', step: one.step, keys: undefined, namesAll: false },
      { agreementNumber: 1, versionName: 'invoices', step: one.step, keys: undefined, namesAll: false },
    ]);
  });

  it('never joins what only begins alike, and loses nothing of it', () => {
    const longer = booking(2, (batch) => batch.add(entries([2, 3])));
    const other = batchOf((batch) => [marking(3), marking(4)].forEach((effect) => batch.add(effect)));

    expect(written(booking(1), longer).map(({ values }) => values)).to.deep.equal([
      [1], [1], [1, 1, 1, 2], [2], [1], [2, 1, 2, 2], [2, 3],
    ]); // prettier-ignore
    expect(written(booking(1), other).map(({ values }) => values)).to.deep.equal([
      [1], [1], [1, 1, 1, 2], [3], [1], [4], [1],
    ]); // prettier-ignore
  });

  it('raises versions in the order of names, and sums and references too', () => {
    const [raise] = written(batchOf((batch) => ['b', 'a', 'c'].forEach((name) => batch.change(name, 1))));
    expect(raise?.values.filter((value) => typeof value === 'string')).to.deep.equal(['a', 'b', 'c']);

    const other = { ...totals([1, '1', 1]).to, table: 'a_total' };
    const sums = batchOf((batch) => {
      batch.add({ kind: 'add', sums: totals([1, '1', 1]) });
      batch.add({ kind: 'add', sums: { to: other, rows: [[1, '1', 1]] } });
    });
    expect(written(sums).map(({ sql }) => sql.split(' ')[2])).to.deep.equal(['`a_total`', '`period_total`']);
    const refer = (number: number, by = 1) =>
      ({ kind: 'refer', name: `accounts ${number}`, table: accounts, encoded: [number], by }) as const;
    const references = batchOf((batch) => [refer(9), refer(5), refer(7), refer(5, -1)].forEach((one) => batch.add(one))); // prettier-ignore
    expect(written(references).map(({ values }) => values)).to.deep.equal([[1, 7, 7, 9], [2]]);
  });

  it('adds up sums whose keys have several parts, in the order of all of them', () => {
    const to = { table: 't', columns: ['a', 'b', 'sum'], key: ['a', 'b'], added: ['sum'] };
    const adding = (...rows: readonly (readonly [number, number, number])[]) =>
      batchOf((batch) => batch.add({ kind: 'add', sums: { to, rows } }));

    const [sums] = written(adding([2, 1, 1], [1, 2, 1], [1, 3, 1]), adding([1, 1, 1], [1, 2, 1], [2, 0, 1]));
    expect(sums?.values.map(Number)).to.deep.equal([1, 1, 1, 1, 2, 2, 1, 3, 1, 2, 0, 1, 2, 1, 1]);
  });

  it('notes numbers that the units have raised counters to', () => {
    const [note, ...others] = written(batchOf((batch) => batch.given.push({ name: 'units', last: 4 })));

    expect(note?.sql).to.match(/^INSERT INTO `given_number`/);
    expect(note?.values).to.deep.equal([7, 'units', 4]);
    expect(others).to.deep.equal([]);
  });

  it('writes with the commit what is changed, and the rows of each table at once', () => {
    const [one, other] = [entries([1, 1]), { ...entries([2, 2]), into: insertInto('note', ['a', 'b']) }];
    const last = written(batchOf(({ last }) => last.push(one, marking(9), other, entries([3, 3]))));

    expect(last.map(({ sql, values }) => [sql.split(' ').slice(0, 3).join(' '), values])).to.deep.equal([
      ['UPDATE `voucher` SET', [9]],
      ['INSERT INTO `entry`', [1, 1, 3, 3]],
      ['INSERT INTO `note`', [2, 2]],
    ]);
  });

  it('looks up the number of an event, and brings the count past those that are there, where one was taken', () => {
    const telling = booking(1, ({ events }) =>
      events.add({ type: 'product.created', collection: 'products', keys: ['P'] }),
    );
    const all = statementsOf(mysqlDialect, [telling], true);

    expect(all).to.have.length(written(telling).length + 1);
    expect(all.at(-2)?.sql).to.match(/^UPDATE `collection_state` SET `items` =/);
    expect(all.at(-1)?.sql).to.match(/^INSERT INTO `event` .*\(SELECT `items` FROM `collection_state`/);
    expect(statementsOf(mysqlDialect, [booking(1)], true)).to.deep.equal(written(booking(1)));
  });

  it('has no checks where the database has no statements that stop a batch', () => {
    const all = statementsOf(sqliteDialect, [booking(1, (batch) => [batch.add(open(1)), expecting(5, 70)(batch)])]); // prettier-ignore

    expect(all.map(({ sql }) => sql.split(' ').slice(0, 2).join(' '))).to.deep.equal([
      'UPDATE `voucher`', 'INSERT INTO', 'UPDATE `period`',
    ]); // prettier-ignore
  });

  it('is empty until there is something to write, of whatever kind', () => {
    expect([batchOf(() => undefined).isEmpty, batchOf(() => undefined).hasRows]).to.deep.equal([true, false]);
    const withRows = [
      (batch: WriteBatch) => batch.add(entries([1, 1])),
      (batch: WriteBatch) => batch.add(open(1)),
      (batch: WriteBatch) => batch.add({ kind: 'add', sums: totals([1, '1', 1]) }),
      (batch: WriteBatch) => batch.given.push({ name: 'units', last: 1 }),
    ];
    for (const put of withRows) expect([batchOf(put).isEmpty, batchOf(put).hasRows]).to.deep.equal([false, true]); // prettier-ignore
    const without = [
      (batch: WriteBatch) => batch.last.push(marking(1)),
      (batch: WriteBatch) => batch.change('units', 0),
      (batch: WriteBatch) => (batch.events.by = RECORD),
    ];
    for (const put of without) expect([batchOf(put).isEmpty, batchOf(put).hasRows]).to.deep.equal([false, false]); // prettier-ignore
  });

  it('tells keys of a collection that has as many items as before, and none where not all were told', () => {
    const [one, other] = [new WriteBatch(1), new WriteBatch(1)] as const;
    one.change('swapped', 0, { key: 'a', by: 1 }, { key: 'b', by: -1 });
    one.change('untold', 1);
    one.change('untold', 1, { key: 'c', by: 1 });
    one.change('elsewhere', 0);
    other.change('elsewhere', 1, { key: 'd', by: 1 });

    expect(collectionsOf([one, other]).map(({ keys }) => keys)).to.deep.equal([
      [
        { key: 'a', by: 1 },
        { key: 'b', by: -1 },
      ],
      undefined,
      [{ key: 'd', by: 1 }],
    ]);
  });
});

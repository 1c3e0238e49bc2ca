import { expect } from 'chai';
import { right } from 'fp-ts/lib/Either.js';
import type { ResourceTable } from '../entity/table-of.js';
import { insertInto } from '../statements/writes.js';
import type { Change, Effect, Fence, Insert } from './effect.js';
import { WriteBatch } from './write-batch.js';
import { optimisticWriter } from './writer.js';

const insert: Insert<'isThere'> = {
  kind: 'insert',
  into: insertInto('product', ['product_number']),
  rows: [[7]],
  otherwise: 'isThere',
};
const change: Change<'gone'> = {
  kind: 'change',
  head: 'UPDATE `product` SET `barred` = 1',
  set: [],
  where: { sql: '`product_number` = ?', values: [7] },
  otherwise: 'gone',
};
const open: Fence = {
  kind: 'fence',
  name: 'periods 1',
  statement: { sql: 'UPDATE `period` SET `version` = `version` + 1', values: [] },
};
const units = { table: { name: 'unit' }, parents: [], keyColumn: 'unit_number' } as unknown as ResourceTable;
const refer: Effect<'no unit'> = {
  kind: 'refer',
  name: 'units 9',
  table: units,
  encoded: [9],
  by: 1,
  otherwise: 'no unit',
};
const sums: Effect = {
  kind: 'add',
  sums: { to: { table: 'total', columns: ['a', 'b'], key: ['a'], added: ['b'] }, rows: [[1, 1]] },
};

describe('the optimistic writer', () => {
  it('queues every effect where the batch has its kind, as they come, and sends nothing', async () => {
    const batch = new WriteBatch(1);
    const writer = optimisticWriter(() => batch);
    await writer.apply([change, refer, open, insert, sums]);

    expect(batch.own).to.deep.equal([change, insert]);
    expect(batch.fences).to.deep.equal([open]);
    expect(batch.references.map(({ name }) => name)).to.deep.equal(['units 9']);
    expect(batch.sums).to.have.length(1);
  });

  it('expects all of it to come about, whatever it would mean if it did not', async () => {
    const batch = new WriteBatch(1);
    const writer = optimisticWriter(() => batch);
    const outcomes = [
      await writer.apply([insert]),
      await writer.apply([change]),
      await writer.apply([refer]),
      await writer.apply([open, sums]),
      await writer.apply([]),
    ];

    expect(outcomes).to.deep.equal(outcomes.map(() => right(undefined)));
  });

  it('adds to the batch that the unit has now: what was queued before may have been sent', async () => {
    const [sent, next] = [new WriteBatch(1), new WriteBatch(1)];
    let batch = sent;
    const writer = optimisticWriter(() => batch);
    await writer.apply([insert]);
    batch = next;
    await writer.apply([change]);

    expect([sent.own, next.own]).to.deep.equal([[insert], [change]]);
  });
});

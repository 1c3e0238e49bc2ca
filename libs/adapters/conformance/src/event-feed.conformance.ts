import { expect } from 'chai';
import { left, right } from 'fp-ts/lib/Either.js';
import type { ChangeEvent } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import { gift, within, type DatabaseUnderTest, type OpenDatabase, type OpenedDatabase } from './opened.js';

/** Events: one for every change, in the transaction of the change, without holes in the order of commits. */
export function eventFeedConformance(open: OpenDatabase): void {
  describe('the events of an agreement', () => {
    let database: DatabaseUnderTest;
    let agreement = 60;
    before(async () => {
      database = await open();
    });
    after(() => database.close());
    beforeEach(() => {
      agreement += 1;
    });

    const feed = (by: OpenedDatabase = database) => by.unitOfWork.read(agreement).events;
    const eventsAfter = async (sequence: number, by?: OpenedDatabase): Promise<readonly ChangeEvent[]> =>
      (await feed(by).after(sequence, 1000)).events;
    const write = (work: Parameters<typeof within<unknown, unknown>>[3], by: OpenedDatabase = database) =>
      gift(within(by, agreement, Unit, work));

    it('tell what became of each thing, and of an update which members it has changed', async () => {
      await write((units) => units.create({ name: 'pair' }));
      await write((units) => units.replace(1, { name: 'box' }));
      await write((units) => units.replace(1, { name: 'box' }));
      await write((units) => units.remove(1));

      expect(
        (await eventsAfter(0)).map(({ sequence, type, keys, changed }) => [sequence, type, keys, changed]),
      ).to.deep.equal([
        [1, 'unit.created', [1], undefined],
        [2, 'unit.updated', [1], ['name']],
        // The second time nothing was changed.
        [3, 'unit.removed', [1], undefined],
      ]);
    });

    it('say by which request, app and person it was changed', async () => {
      const by = { appNumber: 7, grantNumber: 3, userName: 'bodil', requestId: 'r-1' };
      await gift(
        database.unitOfWork.inTransaction(agreement, ({ of, audit }) => async () => {
          const made = await of(Unit).create({ name: 'pair' })();
          audit.note({ ...by, method: 'POST', path: '/units', status: 201 });
          return made;
        }),
      );

      const [event] = await eventsAfter(0);
      expect(event).to.deep.include({
        appNumber: 7,
        userName: 'bodil',
        requestId: 'r-1',
        collection: 'units',
      });
    });

    it('are not there for what was undone, which takes no number', async () => {
      await database.unitOfWork.inTransaction(agreement, ({ of }) => async () => {
        await gift(of(Unit).create({ name: 'never' }));
        return left('refused');
      })();
      await write((units) => units.create({ name: 'pair' }));

      expect((await eventsAfter(0)).map(({ sequence }) => sequence)).to.deep.equal([1]);
      expect(await feed().position()).to.deep.equal({ first: 1, last: 1 });
    });

    it('are numbered without holes also where one unit of work has very many of them', async () => {
      await write((units) => units.create({ name: 'before' }));
      await gift(
        database.unitOfWork.inTransaction(agreement, ({ of }) => async () => {
          for (let at = 0; at < 1_100; at += 1) await gift(of(Unit).create({ name: `u${at}` }));
          return right(undefined);
        }),
      );
      await write((units) => units.create({ name: 'after' }));

      const last = 1_102;
      expect(await feed().position()).to.deep.equal({ first: 1, last });
      const all = [...(await eventsAfter(0)), ...(await eventsAfter(1_000))];
      expect(all.map(({ sequence }) => sequence)).to.deep.equal(
        Array.from({ length: last }, (_, at) => at + 1),
      );
      expect(all.at(-1)?.keys).to.deep.equal([last]);
    }).timeout(60_000);

    it('are nobody else’s', async () => {
      await write((units) => units.create({ name: 'pair' }));
      agreement += 1;

      expect(await eventsAfter(0)).to.deep.equal([]);
      expect(await feed().position()).to.deep.equal({ first: 1, last: 0 });
    });

    it('are never missed by who reads on while two processes write: what comes later has a higher number', async () => {
      const other = await database.another();
      const each = 60;
      const seen: ChangeEvent[] = [];
      let isDone = false;
      const reader = (async () => {
        for (;;) {
          const isLast = isDone;
          const read = await eventsAfter(seen.at(-1)?.sequence ?? 0, other);
          seen.push(...read);
          if (isLast && read.length === 0) return;
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })();
      const writers = [database, other, database, other].map(async (by, writer) => {
        for (let turn = 0; turn < each; turn += 1)
          await write((units) => units.create({ name: `${writer} ${turn}` }), by);
      });
      await Promise.all(writers);
      isDone = true;
      await reader;

      const all = writers.length * each;
      expect(seen.map(({ sequence }) => sequence)).to.deep.equal(
        Array.from({ length: all }, (_, at) => at + 1),
      );
      expect(new Set(seen.map(({ keys }) => keys[0])).size).to.equal(all);
    }).timeout(60_000);
  });
}

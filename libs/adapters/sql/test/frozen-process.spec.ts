import { expect } from 'chai';
import { gift, onEachDatabase, within } from '@kontor/conformance';
import { ProductGroup } from '@kontor/products';
import { openEngine } from '../src/dialect/open-engine.js';
import { NOTHING_PENDING } from '../src/dialect/dialect.js';
import { openAt } from './support.js';

const AGREEMENT = 1;
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

onEachDatabase((kind) => {
  // The embedded database's lock is held by a process of this machine; MySQL itself has no such limit.
  if (kind.name === 'SQLite') return;

  describe('a process that freezes within a transaction', function () {
    it('holds up others for seconds only, and does not write when it goes on', async function () {
      const fresh = await kind.fresh();
      const other = await openAt(fresh.url);
      await other.migrate();
      const engine = await openEngine({ url: fresh.url, poolSize: 1 });
      const [version] = await engine.reader.run({ sql: 'SELECT VERSION() AS v', values: [] });
      const isMariaDb = String(version?.rows[0]?.['v']).includes('MariaDB');
      const create = (name: string) =>
        gift(
          within(other, AGREEMENT, ProductGroup, (groups) =>
            groups.create({ name, inventoryEnabled: false }),
          ),
        );
      await create('first');
      let isLocked = (): void => undefined;
      const locked = new Promise<void>((resolve) => (isLocked = resolve));
      const rename = "UPDATE `product_group` SET `name` = 'frozen' WHERE `agreement_number` = ?";
      const raise = 'UPDATE `collection_state` SET `version` = `version` + 1 WHERE `agreement_number` = ?';
      const frozen = engine
        .transaction(async (session) => {
          await session.run({ sql: rename, values: [AGREEMENT] }, { sql: raise, values: [AGREEMENT] });
          isLocked();
          await later(5000);
          return { commit: true, pending: NOTHING_PENDING, result: 'written' };
        })
        .catch(() => 'ended');
      await locked;
      const began = performance.now();
      if (isMariaDb) {
        await create('second');
        expect(performance.now() - began).to.be.below(10_000);
      }

      expect(await frozen).to.equal(isMariaDb ? 'ended' : 'written');

      const [found] = await engine.reader.run({ sql: 'SELECT `name` FROM `product_group`', values: [] });
      const names = found?.rows.map((row) => row['name']);
      if (isMariaDb) expect(names).to.have.members(['first', 'second']);
      await Promise.all([engine.close(), other.close()]);
      await fresh.drop();
    });
  });
});

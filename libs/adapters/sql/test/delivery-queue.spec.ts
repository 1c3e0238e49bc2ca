import { expect } from 'chai';
import { gift, onEachDatabase, within, type FreshDatabase } from '@kontor/conformance';
import type { Timestamp } from '@kontor/kernel';
import { Unit } from '@kontor/products';
import type { Database } from '../src/database.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { NOTHING_PENDING } from '../src/dialect/dialect.js';
import { openAt } from './support.js';

const NOW = 1_000_000;
const AGREEMENT = 1;
const OTHER = 2;
const WITHOUT = 3;

onEachDatabase((database) => {
  describe('what is to be delivered', () => {
    let fresh: FreshDatabase;
    let opened: Database;
    before(async () => {
      fresh = await database.fresh();
      opened = await openAt(fresh.url);
      await opened.migrate();
    });
    after(async () => {
      await opened.close();
      await fresh.drop();
    });

    const webhook = async (agreementNumber: number): Promise<number> => {
      const { webhookNumber } = await opened.studio.webhooks.create(
        {
          agreementNumber,
          appNumber: 1,
          url: 'https://one.example/',
          types: [],
          enabled: true,
          ordered: true,
          created: '2026-11-23T00:00:00Z' as Timestamp,
          publicKey: 'whpk_x',
        },
        'sealed',
      );
      return webhookNumber;
    };
    /** The next webhooks have numbers from so many more on. */
    const leaveOut = async (numbers: number): Promise<void> => {
      const engine = await openEngine({ url: fresh.url });
      await engine.transaction(async (session) => {
        await session.run({
          sql: "UPDATE `global_counter` SET `last_number` = `last_number` + ? WHERE `name` = 'webhook'",
          values: [numbers],
        });
        return { commit: true, pending: NOTHING_PENDING, result: undefined };
      });
      await engine.close();
    };
    const happens = (agreementNumber: number, name: string): Promise<unknown> =>
      gift(within(opened, agreementNumber, Unit, (units) => units.create({ name })));

    it('is found by shares of all webhooks, one after the other, and where something happened at once', async () => {
      const { deliveryQueue: queue } = opened.studio;
      const first = await webhook(AGREEMENT);
      await leaveOut(1_200);
      const last = await webhook(AGREEMENT);
      await webhook(OTHER);
      await happens(AGREEMENT, 'one');

      const found: number[][] = [];
      let after = 0;
      do {
        const look = await queue.due(NOW, { most: 10, after });
        found.push(look.webhooks.map(({ webhookNumber }) => webhookNumber));
        after = look.upTo;
      } while (after !== 0);
      expect(found).to.deep.equal([[first], [], [last]]);
      const there = await queue.dueIn([AGREEMENT, WITHOUT], NOW);
      expect(there.webhooks.map(({ webhookNumber }) => webhookNumber)).to.have.members([first, last]);
      expect(there.withoutAny).to.deep.equal([WITHOUT]);
    });

    it('tells operators how much waits, and since when', async () => {
      const load = await opened.studio.deliveryQueue.load();

      expect(load.webhooks).to.deep.equal({ well: 3, failing: 0, disabled: 0 });
      expect(load.waiting).to.equal(2);
      expect(Date.parse(load.oldest ?? '')).to.be.closeTo(Date.now(), 60_000);
    });

    it('says where somebody works on it already', async () => {
      const { deliveryQueue: queue } = opened.studio;
      await happens(OTHER, 'two');
      const { webhooks } = await queue.dueIn([OTHER], NOW);
      const [due] = webhooks;
      expect(due?.isLeased).to.equal(false);

      await queue.lease(due?.webhookNumber ?? 0, { holder: 'one', now: NOW, until: NOW + 1 });

      expect((await queue.dueIn([OTHER], NOW)).webhooks[0]?.isLeased).to.equal(true);
      expect((await queue.dueIn([OTHER], NOW + 1)).webhooks[0]?.isLeased).to.equal(false);
    });
  });
});

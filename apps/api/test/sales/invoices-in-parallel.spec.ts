import { expect } from 'chai';
import { everyPage } from '../ledger/the-books.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { CLIENTS, ofMany } from '../support/of-many.js';
import { booked } from './an-invoice.js';

const EACH = 8;
/** Of 192 units of work; it was every third before units locked what they share in one order. */
const DEADLOCKS_MAX = 4;

for (const database of await databases()) {
  describe(`invoices of many clients at once on ${database.name} (G1, G3, G12)`, function () {
    const running = runningService(database);
    const one = running.client();
    const two = running.client();
    const faults = async ({ agreement }: Client): Promise<readonly unknown[]> =>
      (await running.service.service.database.checkBooks(agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );

    it('are all booked at the first try of a fresh process, and numbered without gaps', async () => {
      const { service } = running;
      const fresh = await service.replica();
      try {
        const client = clientOf(() => ({ service: fresh, agreement: one.agreement }));
        const { ranAgain } = fresh.service.database.load();

        await ofMany(EACH, (asked) => booked(asked), client);

        expect(await numbersOf(client)).to.deep.equal(upTo(CLIENTS * EACH));
        const again = [...ranAgain.values()].reduce((all, count) => all + count, 0);
        expect(again, 'units that ran again').to.be.at.most(DEADLOCKS_MAX);
      } finally {
        await fresh.stop();
      }
    });

    it('neither miss a number nor lose deadlocks to each other, on two replicas', async () => {
      const { service } = running;
      const replica = await service.replica();
      try {
        const both = [service.service.database, replica.service.database];
        const deadlocks = (): number =>
          both.reduce((all, books) => all + (books.load().ranAgain.get('conflict') ?? 0), 0);
        const before = deadlocks();

        await ofMany(
          EACH,
          (client) => booked(client),
          two,
          clientOf(() => ({ service: replica, agreement: two.agreement })),
        );

        expect(await numbersOf(two)).to.deep.equal(upTo(CLIENTS * EACH));
        // On SQLite what is counted is no deadlock: who has read before another has written reads again.
        if (database.name !== 'SQLite')
          expect(deadlocks() - before, 'lost deadlocks').to.be.at.most(DEADLOCKS_MAX);
        expect(await faults(two)).to.deep.equal([]);
      } finally {
        await replica.stop();
      }
    });
  });
}

async function numbersOf(client: Client): Promise<readonly unknown[]> {
  const invoices = await everyPage(client, '/v2/invoices/booked?pagesize=1000');
  return invoices.map(({ bookedInvoiceNumber }) => bookedInvoiceNumber);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

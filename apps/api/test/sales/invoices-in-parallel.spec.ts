import { expect } from 'chai';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { drafted } from './an-invoice.js';
import { everyPage } from '../ledger/the-books.js';

const CLIENTS = 12;
const EACH = 8;
/** Of 192 units of work; it was every third before units locked what they share in one order. */
const DEADLOCKS_MAX = 4;
/** On SQLite it is no deadlock: who has read before another has written reads again. */
const READS_AGAIN_MAX = Infinity;

for (const database of await databases()) {
  describe(`invoices of many clients at once on ${database.name} (G1, G3, G12)`, function () {
    const running = runningService(database);
    const one = running.client();
    const two = running.client();

    it('are all booked at the first try of a fresh process, and numbered without gaps', async () => {
      const { service } = running;
      const fresh = await service.replica();
      try {
        const client = clientOf(() => ({ service: fresh, agreement: one.agreement }));
        const { ranAgain } = fresh.service.database.load();

        await Promise.all(Array.from({ length: CLIENTS }, () => draftAndBook(client)));

        expect(await numbersOf(client)).to.deep.equal(upTo(CLIENTS * EACH));
        expect(Object.fromEntries(ranAgain), 'units that ran again').to.deep.equal({});
      } finally {
        await fresh.stop();
      }
    });

    it('neither miss a number nor lose deadlocks to each other, on two replicas', async () => {
      const { service } = running;
      const replica = await service.replica();
      try {
        const clients = [two, clientOf(() => ({ service: replica, agreement: two.agreement }))];
        const both = [service.service.database, replica.service.database];
        const deadlocks = (): number =>
          both.reduce((all, books) => all + (books.load().ranAgain.get('conflict') ?? 0), 0);
        const before = deadlocks();

        await Promise.all(
          Array.from({ length: CLIENTS }, (_, index) => draftAndBook(clients[index % 2] as Client)),
        );

        expect(await numbersOf(two)).to.deep.equal(upTo(CLIENTS * EACH));
        const most = database.name === 'SQLite' ? READS_AGAIN_MAX : DEADLOCKS_MAX;
        expect(deadlocks() - before, 'lost deadlocks').to.be.at.most(most);
        const faults = (await both[0]?.checkBooks(two.agreement.agreementNumber))?.flatMap((of) => of.faults);
        expect(faults).to.deep.equal([]);
      } finally {
        await replica.stop();
      }
    });
  });
}

async function draftAndBook(client: Client): Promise<void> {
  for (let index = 0; index < EACH; index += 1) {
    const { id } = await drafted(client);
    const { status, text } = await client.post('/v2/invoices/booked', { id });
    expect(status, text).to.equal(201);
  }
}

async function numbersOf(client: Client): Promise<readonly unknown[]> {
  const invoices = await everyPage(client, '/v2/invoices/booked?pagesize=1000');
  return invoices.map(({ bookedInvoiceNumber }) => bookedInvoiceNumber);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

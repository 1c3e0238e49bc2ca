import { expect } from 'chai';
import { everyPage } from '../ledger/the-books.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { booked, drafted } from './an-invoice.js';

const CLIENTS = 12;
const EACH = 8;
const EACH_OF_GOODS = 4;
/** Of 192 units of work; it was every third before units locked what they share in one order. */
const DEADLOCKS_MAX = 4;

type Do = (client: Client) => Promise<unknown>;

/**
 * What many do at once to the same goods and customer, and of how many units of work: up to every second ran
 * again before, and some were answered a 503. On a machine that is busy a turn may take too long.
 */
const OF_GOODS: Readonly<Record<string, readonly [units: number, step: Do]>> = {
  'sell the same goods': [2, (client) => booked(client)],
  'make drafts and take them away again': [
    2,
    async (client) => {
      const { id } = await drafted(client);
      expect((await client.remove(`/v2/invoices/drafts/${id}`)).status).to.equal(204);
    },
  ],
  'write drafts anew': [
    2,
    async (client) => {
      const { id } = await drafted(client);
      const lines = [{ product: { productNumber: '2000' }, quantity: 3 }];
      const again = await client.put(`/v2/invoices/drafts/${id}`, { customer: { customerNumber: 2 }, lines });
      expect(again.status, again.text).to.equal(200);
    },
  ],
  'take back what was sold': [
    4,
    async (client) => {
      const { bookedInvoiceNumber } = await booked(client);
      const path = `/v2/invoices/booked/${bookedInvoiceNumber}/credit-notes`;
      const { id } = made(await client.post(path, {}));
      made(await client.post('/v2/invoices/booked', { id }));
    },
  ],
  'make customers': [
    1,
    async (client) => {
      const terms = { customerGroup: { customerGroupNumber: 1 }, paymentTerms: { paymentTermsNumber: 1 } };
      const customer = { name: 'Somebody', currency: 'EUR', ...terms, vatZone: { vatZoneNumber: 1 } };
      made(await client.post('/customers', customer));
    },
  ],
};

for (const database of await databases()) {
  describe(`invoices of many clients at once on ${database.name} (G1, G3, G12)`, function () {
    const running = runningService(database);
    const one = running.client();
    const two = running.client();
    const goods = running.client({ modules: ['internationalLedger', 'inventory'] });
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

    for (const [name, [units, step]] of Object.entries(OF_GOODS)) {
      it(`do not run again and again where ${CLIENTS} ${name}`, async () => {
        const { ranAgain } = running.service.service.database.load();
        const again = (): number => [...ranAgain.values()].reduce((all, count) => all + count, 0);
        const before = again();

        await ofMany(EACH_OF_GOODS, step, goods);

        const most = (CLIENTS * EACH_OF_GOODS * units) / 10;
        expect(again() - before, 'units that ran again').to.be.at.most(most);
        expect(await faults(goods)).to.deep.equal([]);
      });
    }
  });
}

/** Many do the same at once, each several times; they are shared out among those whom they ask. */
async function ofMany(each: number, step: Do, ...asked: readonly Client[]): Promise<void> {
  const one = async (client: Client): Promise<void> => {
    for (let time = 0; time < each; time += 1) await step(client);
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => one(asked[index % asked.length] as Client)),
  );
}

function made({ status, text, body }: Answered): Answered['body'] {
  expect(status, text).to.equal(201);
  return body;
}

async function numbersOf(client: Client): Promise<readonly unknown[]> {
  const invoices = await everyPage(client, '/v2/invoices/booked?pagesize=1000');
  return invoices.map(({ bookedInvoiceNumber }) => bookedInvoiceNumber);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

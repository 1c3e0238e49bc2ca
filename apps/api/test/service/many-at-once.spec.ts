import { expect } from 'chai';
import { bookedPost, type Named } from '../ledger/posts.js';
import { aTransfer } from '../ledger/the-books.js';
import { booked, drafted } from '../sales/an-invoice.js';
import { CLIENTS, ofMany, type Step } from '../support/of-many.js';
import { runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

/** So often each of them does it; `EACH=10` is a campaign. */
const EACH = Number(process.env['EACH'] ?? 2);
const DATE = `${new Date().getUTCFullYear()}-03-31`;
const LAMPS = { product: { productNumber: '2000' }, quantity: 3 };

let names = 0;
const anotherName = (): string => `name ${(names += 1)}`;

/**
 * What many do at once to the same things, and of how many units of work. Before units held what they change,
 * and wrote their numbers in turn, up to every second ran again, and some were answered a 503.
 */
const STEPS: Readonly<Record<string, readonly [units: number, step: Step]>> = {
  'sell the same goods': [2, (client) => booked(client)],
  'make drafts of invoices and take them away again': [
    2,
    async (client) => {
      const { id } = await drafted(client);
      answered(204, await client.remove(`/v2/invoices/drafts/${id}`));
    },
  ],
  'write drafts of invoices anew': [
    2,
    async (client) => {
      const { id } = await drafted(client);
      await redraft(client, id);
    },
  ],
  'write the same draft of an invoice anew': [
    1,
    (client) => ofAll(client, 'draft of an invoice', drafted).then(({ id }) => redraft(client, id)),
  ],
  'write drafts of invoices anew, and what these charge': [
    3,
    async (client) => {
      const additionalExpenseLines = [{ additionalExpense: { additionalExpenseNumber: 1 }, amount: 10 }];
      const { id } = await drafted(client, { additionalExpenseLines });
      await renamed(client, '/additional-expenses/1');
      await redraft(client, id, { additionalExpenseLines });
    },
  ],
  'take back what was sold': [
    4,
    async (client) => {
      const { bookedInvoiceNumber } = await booked(client);
      const { id } = await post(client, `/v2/invoices/booked/${bookedInvoiceNumber}/credit-notes`, {});
      await post(client, '/v2/invoices/booked', { id });
    },
  ],
  'receive the same goods': [2, (client) => received(client)],
  'take back what was received': [3, async (client) => reversed(client, await received(client))],
  'count the same goods': [
    1,
    (client) => post(client, '/products/2000/stock-corrections', { quantity: 1, unitCost: 10 }),
  ],
  'take vouchers back': [
    3,
    async (client) => reversed(client, await bookedOf(client, await transferred(client))),
  ],
  'write drafts of vouchers anew and take them away': [
    3,
    async (client) => {
      const path = `/vouchers/drafts/${(await transferred(client)).voucherId}`;
      answered(200, await client.put(path, aTransfer(DATE)));
      answered(204, await client.remove(path));
    },
  ],
  'write the same draft of a voucher anew': [
    1,
    async (client) => {
      const { voucherId } = await ofAll(client, 'draft of a voucher', transferred);
      answered(200, await client.put(`/vouchers/drafts/${voucherId}`, aTransfer(DATE)));
    },
  ],
  'match payments with what they pay': [
    5,
    async (client) => matched(client, await bookedPost(client, 'invoice', { amount: 1 })),
  ],
  'pay the same invoice in parts': [
    3,
    async (client) =>
      matched(client, await ofAll(client, 'invoice', (one) => bookedPost(one, 'invoice', { amount: 1_000 }))),
  ],
  'make customers': [
    1,
    async (client) => {
      const terms = { customerGroup: { customerGroupNumber: 1 }, paymentTerms: { paymentTermsNumber: 1 } };
      const customer = { name: 'Somebody', currency: 'EUR', ...terms, vatZone: { vatZoneNumber: 1 } };
      await post(client, '/customers', customer);
    },
  ],
  'make lists of drafts of vouchers, short ones and long ones': [
    2,
    async (client) => {
      for (const count of [3, 30])
        await post(client, '/vouchers/drafts/finance-vouchers', Array(count).fill(aTransfer(DATE)));
    },
  ],
  'name the same customer': [1, (client) => renamed(client, '/customers/1')],
  'name the same product': [1, (client) => renamed(client, '/products/2000')],
  'change the same webhook': [
    1,
    async (client) => {
      const url = 'https://shop.example.com/hooks';
      const { webhookNumber } = await ofAll(client, 'webhook', (one) => post(one, '/webhooks', { url }));
      answered(200, await client.put(`/webhooks/${webhookNumber}`, { url: `${url}/${(names += 1)}` }));
    },
  ],
  'settle VAT of the same month and take it back': [
    2,
    async (client) => {
      const year = new Date().getUTCFullYear();
      const month = { fromDate: `${year}-01-01`, toDate: `${year}-01-31` };
      const settled = await client.post('/statements/vat/settlements', month);
      expect(settled.status, settled.text).to.be.oneOf([201, 400]);
      if (settled.status === 400) return;
      answered(204, await client.remove(settled.body.self as string));
    },
  ],
  'name the same account': [1, (client) => renamed(client, '/accounts/5820')],
};

for (const database of await databases()) {
  describe(`many who change the same at once on ${database.name} (G1, G3)`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger', 'inventory'] });

    for (const [name, [units, step]] of Object.entries(STEPS)) {
      it(`are all answered, and do not run again and again, where they ${name}`, async () => {
        const { database: books } = running.service.service;
        const { ranAgain } = books.load();
        const again = (): number => [...ranAgain.values()].reduce((all, count) => all + count, 0);
        const before = again();

        await ofMany(EACH, step, ours);

        // On a machine with much else to do a fifth of them has run again; every second did before.
        expect(again() - before, 'units that ran again').to.be.at.most((CLIENTS * EACH * units) / 4);
        const checks = await books.checkBooks(ours.agreement.agreementNumber);
        expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
      });
    }
  });
}

function answered(status: number, answer: Answered): Answered['body'] {
  expect(answer.status, answer.text).to.equal(status);
  return answer.body;
}

async function post(client: Client, path: string, body: object): Promise<Answered['body']> {
  return answered(201, await client.post(path, body));
}

const shared = new WeakMap<Client, Map<string, Promise<unknown>>>();

/** Made by the first who asks, for all of them. */
function ofAll<A>(client: Client, what: string, make: (client: Client) => Promise<A>): Promise<A> {
  const made = shared.get(client) ?? new Map<string, Promise<unknown>>();
  shared.set(client, made);
  const known = made.get(what) ?? make(client);
  made.set(what, known);
  return known as Promise<A>;
}

async function redraft(client: Client, id: number, more: object = {}): Promise<void> {
  const draft = { customer: { customerNumber: 2 }, lines: [LAMPS], ...more };
  answered(200, await client.put(`/v2/invoices/drafts/${id}`, draft));
}

function transferred(client: Client): Promise<Answered['body']> {
  return post(client, '/vouchers/drafts/finance-vouchers', aTransfer(DATE));
}

async function received(client: Client): Promise<Answered['body']> {
  const goods = { contraAccount: { accountNumber: 1310 }, contraVatAccount: { vatCode: 'P25' }, ...LAMPS };
  const lines = [{ supplier: { supplierNumber: 1 }, amount: -500, ...goods }];
  return bookedOf(client, await post(client, '/vouchers/drafts/supplier-invoices', { date: DATE, lines }));
}

function bookedOf(client: Client, { voucherId, date }: Answered['body']): Promise<Answered['body']> {
  return post(client, '/vouchers/booked', { voucherId, date });
}

async function reversed(client: Client, { voucherId }: Answered['body']): Promise<void> {
  await post(client, `/vouchers/booked/${voucherId}/reversal`, { date: DATE });
}

async function matched(client: Client, invoice: Named): Promise<void> {
  const payment = await bookedPost(client, 'payment', { amount: -1 });
  await post(client, '/matches', { posts: [invoice, payment] });
}

async function renamed(client: Client, path: string): Promise<void> {
  const { body } = await client.get(path);
  answered(200, await client.put(path, { ...body, name: anotherName() }));
}

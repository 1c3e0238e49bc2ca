import { expect } from 'chai';
import { heldRows } from '../support/held-rows.js';
import { runningService, type Client } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, lastYear } from './the-books.js';

/**
 * Many agreements are served at the same time, each by transactions of its own (R3): each has its own
 * numbers, events and totals, hears of its own refusals, and waits for nobody else.
 */
const AGREEMENTS = 6;
const VOUCHERS = 5;

for (const database of await databases()) {
  describe(`agreements that write at the same time on ${database.name}`, function () {
    this.timeout(60_000);
    const running = runningService(database);
    const clients = Array.from({ length: AGREEMENTS }, () =>
      running.client({ modules: ['internationalLedger'] }),
    );
    const isServer = database.name !== 'SQLite';
    let date: string;
    before(async () => {
      date = `${(await lastYear(clients[0] as Client)).year}-05-05`;
    });

    const draftAndBook = async (client: Client): Promise<{ readonly voucherNumber: number }> => {
      const draft = await client.post('/vouchers/drafts/finance-vouchers', aTransfer(date));
      expect(draft.status, draft.text).to.equal(201);
      const { voucherId } = draft.body;
      const answer = await client.post('/vouchers/booked', { voucherId, date });
      expect(answer.status, answer.text).to.equal(201);
      return (answer.body['voucherNumber'] as { readonly voucherNumber: number }) ?? answer.body;
    };
    const faults = async ({ agreement }: Client): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );
    const aProduct = (productNumber: string) => ({
      productNumber,
      name: productNumber,
      productGroup: { productGroupNumber: 1 },
    });

    it('have each its own numbers without a gap, its own entries and events', async () => {
      const numbers = await Promise.all(
        clients.map(async (client) => {
          const booked = await Promise.all(Array.from({ length: VOUCHERS }, () => draftAndBook(client)));
          return booked.map(({ voucherNumber }) => voucherNumber).sort((one, other) => one - other);
        }),
      );

      for (const own of numbers) expect(own).to.deep.equal([1, 2, 3, 4, 5]);
      for (const client of clients) {
        const { body } = await client.get('/events?pagesize=1000&filter=collection$eq:vouchers');
        const types = (body['collection'] as readonly { readonly type: string }[]).map(({ type }) => type);
        expect(types.filter((type) => type === 'voucher.booked')).to.have.length(VOUCHERS);
        expect(await faults(client)).to.deep.equal([]);
      }
    });

    it('hear each of its own refusal, and nothing of that of another', async () => {
      const [first, ...others] = clients as [Client, ...Client[]];
      expect((await first.post('/products', aProduct('taken'))).status).to.equal(201);

      for (let round = 0; round < 3; round += 1) {
        const refused = Promise.all([0, 1].map(() => first.post('/products', aProduct('taken'))));
        const made = Promise.all(
          others.flatMap((client) =>
            [1, 2].map((one) => client.post('/products', aProduct(`P${round}-${one}`))),
          ),
        );

        for (const { status, body } of await refused) {
          expect(status).to.equal(400);
          expect(JSON.stringify(body)).to.include('productNumber');
        }
        for (const { status, text } of await made) expect(status, text).to.equal(201);
      }
      for (const client of clients) expect(await faults(client)).to.deep.equal([]);
    });

    // SQLite has one writer: nobody else can hold a row of it.
    if (!isServer) return;

    it('do not wait for one whose rows somebody else holds', async () => {
      const [first, ...others] = clients as [Client, ...Client[]];
      const { agreementNumber } = first.agreement;
      const held = await heldRows(
        running.service.databaseUrl,
        `SELECT * FROM \`collection_state\` WHERE \`agreement_number\` = ${agreementNumber}`,
      );
      const waiting = [1, 2, 3].map((one) => first.post('/products', aProduct(`held-${one}`)));
      try {
        await held.waitedForBy(1);
        const made = await Promise.all(
          others.map((client) => client.post('/products', aProduct('not-held'))),
        );
        expect(made.map(({ status }) => status)).to.deep.equal(others.map(() => 201));
      } finally {
        await held.release();
      }
      expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    });
  });
}

import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { anInvoice, booked, drafted } from './an-invoice.js';

/** What must have been still for so long before anything rests on it. */
const QUIET_MS = 1_100;

/**
 * What a process remembers of products, customers and drafts is never what it
 * answers: another replica may have changed it since.
 */
for (const database of await databases()) {
  describe(`what a replica remembers of what invoices are made from on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const withStock = running.client({ modules: ['inventory'] });
    const { statements, client } = replicaOf(running);
    const [other, otherWithStock] = [client(ours), client(withStock)];

    const five = {
      lines: ['1000', '1001', '1002', '1003', '1004'].map((productNumber) => ({
        product: { productNumber },
      })),
    };
    /** Until the other replica rests on everything that an invoice is made from. */
    const settled = async (): Promise<void> => {
      await booked(other, five);
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      await booked(other, five);
      await booked(other, five);
      statements.length = 0;
    };
    const book = (by: Client, { id }: Answered['body']): Promise<Answered> =>
      by.post('/v2/invoices/booked', { id });

    it('spares the reading where nothing has changed', async () => {
      await settled();

      const draft = await drafted(other, five);
      const ofDraft = statements.splice(0);
      expect((await book(other, draft)).status).to.equal(201);

      if (database.name === 'SQLite') {
        // Nothing is remembered where reading costs no round trip.
        expect(ofDraft.filter((sql) => sql.startsWith('SELECT'))).not.to.have.length(0);
        return;
      }
      // Their numbers are known as well: each is all there is to write.
      expect(ofDraft, ofDraft.join('\n\n')).to.have.length(1);
      expect(statements, statements.join('\n\n')).to.have.length(1);
    });

    if (database.name === 'MySQL')
      it('spares the reading of all that is still, also where goods are held first', async () => {
        await drafted(otherWithStock, five);
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        for (let time = 0; time < 2; time += 1) await drafted(otherWithStock, five);
        statements.length = 0;

        await drafted(otherWithStock, five);

        const about = (table: string): readonly string[] =>
          statements.filter((sql) => sql.startsWith('SELECT') && sql.includes(`FROM \`${table}\``));
        expect(statements.filter((sql) => sql.includes('FOR UPDATE'))).to.have.length(1);
        for (const still of ['customer', 'payment_term', 'product_group'])
          expect(about(still), still).to.deep.equal([]);
      });

    it('drafts and books at what another replica has made of a product since', async () => {
      await settled();
      const { body: product } = await ours.get('/products/1000');
      const draft = await drafted(other);
      await ours.put('/products/1000', { ...product, salesPrice: 1234, name: 'Dearer' });

      const next = await drafted(other);

      expect(next.lines[0]).to.deep.include({ unitNetPrice: 1234, description: 'Dearer' });
      await ours.put('/products/1000', { ...product, barred: true });
      expectRefusal(await book(other, draft), 400, 'E06600');
      await ours.put('/products/1000', product);
      expect((await book(other, draft)).status).to.equal(201);
    });

    it('drafts nothing for a customer that another replica has barred or removed since', async () => {
      const { body: customer } = await ours.get('/customers/1');
      const { customerNumber, ...more } = customer;
      const { status, text, body: made } = await ours.post('/customers', { ...more, name: 'Short-lived' });
      expect(status, `${text} ${customerNumber}`).to.equal(201);
      const theirs = { customer: { customerNumber: made.customerNumber } };
      const kept = await drafted(other, theirs);
      expect((await other.remove(kept.self)).status).to.equal(204);
      await settled();
      expect((await other.remove((await drafted(other, theirs)).self)).status).to.equal(204);
      expect((await ours.remove(made.self)).status).to.equal(204);

      expectRefusal(await other.post('/v2/invoices/drafts', anInvoice(theirs)), 400, 'E06000');
    });

    it('books a draft as another replica has changed it since, and none that is gone or booked there', async () => {
      await settled();
      const [changed, gone, done] = [await drafted(other), await drafted(other), await drafted(other)];
      const lines = [{ product: { productNumber: '1000' }, quantity: 3 }];
      expect((await ours.put(changed.self, anInvoice({ lines }))).status).to.equal(200);
      expect((await ours.remove(gone.self)).status).to.equal(204);
      expect((await book(ours, done)).status).to.equal(201);
      const before = (await ours.get('/v2/invoices/booked')).body.pagination.results as number;

      const booking = await book(other, changed);

      expect(booking.status, booking.text).to.equal(201);
      expect(booking.body.lines[0].quantity).to.equal(3);
      expectRefusal(await book(other, gone), 404, 'E06000');
      expectRefusal(await book(other, done), 404, 'E06000');
      const { collection, pagination } = (await ours.get('/v2/invoices/booked?pagesize=1000')).body;
      expect(pagination.results).to.equal(before + 1);
      expect(collection.map((one: { bookedInvoiceNumber: number }) => one.bookedInvoiceNumber)).to.deep.equal(
        Array.from({ length: before + 1 }, (_, index) => index + 1),
      );
    });

    it('keeps the stock exact, whoever drafts and books what', async () => {
      const inStock = async (): Promise<{ inStock: number; orderedByCustomers: number }> =>
        (await withStock.get('/products/1000')).body.inventory;
      const before = await inStock();
      const lines = ['1001', '1000', '1002'].map((productNumber) => ({
        product: { productNumber },
        quantity: 2,
      }));

      const drafts = await Promise.all(
        Array.from({ length: 12 }, (_, index) => drafted(index % 2 ? withStock : otherWithStock, { lines })),
      );
      expect((await inStock()).orderedByCustomers - before.orderedByCustomers).to.equal(24);
      const answers = await Promise.all(
        drafts.flatMap((draft) => [book(withStock, draft), book(otherWithStock, draft)]),
      );

      expect(answers.map(({ status }) => status).filter((status) => status === 201)).to.have.length(12);
      expect(await inStock()).to.deep.include({
        inStock: before.inStock - 24,
        orderedByCustomers: before.orderedByCustomers,
      });
    });
  });
}

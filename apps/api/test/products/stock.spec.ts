import { expect } from 'chai';
import { anInvoice, booked, drafted } from '../sales/an-invoice.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';

const YEAR = new Date().getUTCFullYear();
const DATE = `${YEAR}-03-31`;
const INVENTORY = { modules: ['internationalLedger', 'inventory'] } as const;

type Line = Readonly<Record<string, unknown>>;

/** A supplier invoice, drafted: goods on account 1310 with deductible VAT. */
async function bought(client: Client, ...lines: readonly Line[]): Promise<Answered> {
  return client.post('/vouchers/drafts/supplier-invoices', {
    date: DATE,
    lines: lines.map((line) => ({
      supplier: { supplierNumber: 1 },
      contraAccount: { accountNumber: 1310 },
      contraVatAccount: { vatCode: 'P25' },
      ...line,
    })),
  });
}

async function received(client: Client, ...lines: readonly Line[]): Promise<Answered['body']> {
  const draft = await bought(client, ...lines);
  expect(draft.status, draft.text).to.equal(201);
  const { voucherId, date } = draft.body;
  const made = await client.post('/vouchers/booked', { voucherId, date });
  expect(made.status, made.text).to.equal(201);
  return made.body;
}

const product = (productNumber: string) => ({ product: { productNumber } });

for (const database of await databases()) {
  describe(`the stock of products on ${database.name} (§2.1, amendment "stock")`, function () {
    const running = runningService(database);
    const ours = running.client(INVENTORY);
    const plain = running.client({ modules: ['internationalLedger'] });
    const replica = replicaOf(running);
    const shown = async (number: string, client: Client = ours): Promise<Answered['body']> =>
      (await client.get(`/products/${number}`)).body;
    const faults = async (client: Client = ours) =>
      (await running.service.service.database.checkBooks(client.agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );
    const correct = (number: string, body: object, client: Client = ours) =>
      client.post(`/products/${number}/stock-corrections`, body);

    it('is received by the lines of a supplier invoice, at their cost without VAT', async () => {
      const before = await shown('1001');
      expect(before.inventory.inStock).to.equal(0);

      const voucher = await received(ours, { amount: -500, ...product('1001'), quantity: 10, text: 'Lamps' });

      expect(voucher.lines[0]).to.deep.include({
        quantity: 10,
        product: { productNumber: '1001', self: `${running.service.base}/products/1001` },
      });
      const after = await shown('1001');
      expect(after.inventory).to.include({ inStock: 10, available: 10, orderedByCustomers: 0 });
      expect(after.costPrice).to.equal(40);
      await received(ours, { amount: -375, ...product('1001'), quantity: 5 });
      expect((await shown('1001')).costPrice).to.equal(46.6666666667);
      expect(await faults()).to.deep.equal([]);
    });

    it('is received of a line with the account of the goods, in a foreign currency too', async () => {
      const draft = await ours.post('/vouchers/drafts/supplier-invoices', {
        date: DATE,
        lines: [
          {
            account: { accountNumber: 1330 },
            amount: 100,
            currency: 'USD',
            exchangeRate: 90,
            ...product('1002'),
            quantity: 4,
          },
          { supplier: { supplierNumber: 1 }, amount: -100, currency: 'USD', exchangeRate: 90 },
        ],
      });
      expect(draft.status, draft.text).to.equal(201);
      const { voucherId, date } = draft.body;
      expect((await shown('1002')).inventory.inStock).to.equal(0);

      await ours.post('/vouchers/booked', { voucherId, date });

      expect(await shown('1002')).to.deep.include({ costPrice: 22.5 });
      expect((await shown('1002')).inventory.inStock).to.equal(4);
    });

    it('goes back to where it was when the voucher is reversed', async () => {
      await correct('1003', { quantity: 2, unitCost: 100 });
      const voucher = await received(
        ours,
        { amount: -500, ...product('1003'), quantity: 1 },
        { amount: -250, ...product('1003'), quantity: 1 },
      );
      expect((await shown('1003')).inventory.inStock).to.equal(4);
      expect((await shown('1003')).costPrice).to.equal(200);

      const reversal = await ours.post(`/vouchers/booked/${voucher.voucherId as number}/reversal`, {
        date: DATE,
      });

      expect(reversal.status, reversal.text).to.equal(201);
      expect((await shown('1003')).inventory.inStock).to.equal(2);
      expect((await shown('1003')).costPrice).to.equal(100);
      const { collection } = (await ours.get('/products/1003/stock-corrections')).body;
      expect(collection.map((one: Line) => [one['movementType'], one['quantity']])).to.deep.equal([
        ['correction', 2],
        ['receipt', 1],
        ['receipt', 1],
        ['reversal', -1],
        ['reversal', -1],
      ]);
      expect(await faults()).to.deep.equal([]);
    });

    it('may come for nothing, and then costs less', async () => {
      await received(ours, { amount: -100, ...product('1014'), quantity: 2, contraVatAccount: null });
      await received(ours, { amount: 0, ...product('1014'), quantity: 2, contraVatAccount: null });

      const { costPrice, inventory } = await shown('1014');
      expect([inventory.inStock, costPrice]).to.deep.equal([4, 25]);
    });

    it('is received in as many statements, however often a voucher names a product', async () => {
      const { statements } = replica;
      const asked = async (count: number): Promise<number> => {
        const lines = Array.from({ length: count }, (_, index) => ({
          amount: -10 - index,
          ...product('1011'),
          quantity: 3 + (index % 7),
          contraVatAccount: null,
        }));
        const { voucherId, date } = (await bought(ours, ...lines)).body;
        statements.length = 0;
        const made = await replica.client(ours).post('/vouchers/booked', { voucherId, date });
        expect(made.status, made.text).to.equal(201);
        return statements.filter((sql) => /UPDATE `product`.*`inventory_in_stock` = /s.test(sql)).length;
      };

      expect([await asked(2), await asked(60)]).to.deep.equal([1, 1]);
      expect(await faults()).to.deep.equal([]);
    });

    it('is verified by a few statements, however many lines of a voucher receive goods', async () => {
      const lines = Array.from({ length: 300 }, (_, index) => ({
        amount: -10 - index,
        ...product('1014'),
        quantity: 3 + (index % 7),
        contraVatAccount: null,
      }));
      await received(ours, ...lines);
      const { database: other } = replica.service.service;
      replica.statements.length = 0;

      const checks = await other.checkBooks(ours.agreement.agreementNumber);

      expect(checks.flatMap((check) => check.faults)).to.deep.equal([]);
      expect(replica.statements.filter((sql) => sql.includes('AS `base`')).length).to.be.at.most(20);
    });

    it('is moved under the number that the product has, in whatever letters a line names it', async () => {
      const { body: other } = await ours.get('/products/1005');
      const made = await ours.post('/products', { ...other, productNumber: 'Jar', barCode: undefined });
      expect(made.status, made.text).to.equal(201);

      await received(ours, { amount: -5, ...product('jar'), quantity: 1 });

      const { collection } = (await ours.get('/products/Jar/stock-corrections')).body;
      expect(collection.map((one: Line) => one['product'])).to.deep.equal([
        { productNumber: 'Jar', self: `${running.service.base}/products/Jar` },
      ]);
    });

    it('goes back by a reversal in quantities of ten decimals too', async () => {
      const voucher = await received(ours, { amount: -5, ...product('1013'), quantity: 4.1250000001 });

      const reversal = await ours.post(`/vouchers/booked/${voucher.voucherId as number}/reversal`, {
        date: DATE,
      });

      expect(reversal.status, reversal.text).to.equal(201);
      expect((await shown('1013')).inventory.inStock).to.equal(0);
      expect(await faults()).to.deep.equal([]);
    });

    it('is there again when the reversal of the voucher is reversed', async () => {
      await correct('1012', { quantity: 2, unitCost: 100 });
      const voucher = await received(ours, { amount: -500, ...product('1012'), quantity: 3 });
      const reverse = async (id: unknown): Promise<Answered['body']> => {
        const made = await ours.post(`/vouchers/booked/${id as number}/reversal`, { date: DATE });
        expect(made.status, made.text).to.equal(201);
        return made.body;
      };
      const reversal = await reverse(voucher.voucherId);
      expect((await shown('1012')).inventory.inStock).to.equal(2);
      const { collection } = (await ours.get('/matches?sort=-matchNumber&pagesize=1')).body;
      expect((await ours.remove(`/matches/${collection[0].matchNumber as number}`)).status).to.equal(204);

      await reverse(reversal.voucherId);

      expect((await shown('1012')).inventory.inStock).to.equal(5);
      expect(await faults()).to.deep.equal([]);
    });

    it('is corrected by what was counted, with its cost, from where the product says', async () => {
      const { metaData } = await shown('1004');

      const { status, body, text, headers } = await ours.post(metaData.correctStock.href, {
        quantity: 3,
        unitCost: 12.5,
        date: DATE,
        text: 'Counted',
      });

      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(body.self);
      expect(body).to.deep.include({
        movementType: 'correction',
        quantity: 3,
        unitCost: 12.5,
        text: 'Counted',
      });
      expect((await ours.get(body.self)).body).to.deep.include(body);
      const lost = await correct('1004', { quantity: -1 });
      expect(lost.body).to.deep.include({ quantity: -1, unitCost: 12.5 });
      const read = await ours.get(lost.body.self as string);
      expect(lost.headers.get('etag')).to.equal(read.headers.get('etag'));
      const { inventory, costPrice } = await shown('1004');
      expect([inventory.inStock, inventory.available, costPrice]).to.deep.equal([2, 2, 12.5]);
      const { stockCorrections } = await shown('1004');
      expect(stockCorrections).to.equal(metaData.correctStock.href);
      const list = (await ours.get(stockCorrections)).body;
      expect(list.metaData.correctStock).to.deep.equal(metaData.correctStock);
      expect((await ours.get('/stock-movements')).body.metaData).not.to.have.property('correctStock');
      expect(list.collection.map(({ quantity }: Line) => quantity)).to.deep.equal([3, -1]);
      expect(list.collection[0]).to.deep.equal(body);
    });

    it('is sold by invoices and put back by credit notes, at a cost that stays', async () => {
      await correct('1005', { quantity: 8, unitCost: 50 });
      const draft = await drafted(ours, { lines: [{ ...product('1005'), quantity: 3 }] });
      expect((await shown('1005')).inventory).to.include({ inStock: 8, available: 5, orderedByCustomers: 3 });
      const invoice = (await ours.post('/v2/invoices/booked', { id: draft.id })).body;
      expect((await shown('1005')).inventory).to.include({ inStock: 5, available: 5, orderedByCustomers: 0 });

      const credit = await ours.post(`${invoice.self as string}/credit-notes`, {
        lines: [{ lineNumber: 1, quantity: 2 }],
      });
      expect((await shown('1005')).inventory).to.include({ inStock: 5, available: 5, orderedByCustomers: 0 });
      const note = await ours.post('/v2/invoices/booked', { id: credit.body.id });

      expect(note.status, note.text).to.equal(201);
      expect((await shown('1005')).inventory).to.include({ inStock: 7, available: 7, orderedByCustomers: 0 });
      expect((await shown('1005')).costPrice).to.equal(50);
      const { collection } = (await ours.get('/products/1005/stock-corrections')).body;
      expect(
        collection.map(({ movementType, quantity, bookedInvoice }: Answered['body']) => [
          movementType,
          quantity,
          bookedInvoice?.self,
        ]),
      ).to.deep.equal([
        ['correction', 8, undefined],
        ['sale', -3, invoice.self],
        ['creditNote', 2, note.body.self],
      ]);
      expect(await faults()).to.deep.equal([]);
    });

    it('is ordered by no draft that takes goods back', async () => {
      await correct('1010', { quantity: 9, unitCost: 5 });
      const figures = async () => {
        const { inStock, available, orderedByCustomers } = (await shown('1010')).inventory;
        return [inStock, available, orderedByCustomers];
      };
      const lines = [
        { ...product('1010'), quantity: 3 },
        { ...product('1010'), quantity: -2 },
      ];
      const [kept, discarded] = [await drafted(ours, { lines }), await drafted(ours, { lines })];
      expect(await figures()).to.deep.equal([9, 3, 6]);
      expect(await faults()).to.deep.equal([]);

      expect((await ours.remove(discarded.self)).status).to.equal(204);
      expect(await figures()).to.deep.equal([9, 6, 3]);
      const invoice = (await ours.post('/v2/invoices/booked', { id: kept.id })).body;
      expect(await figures()).to.deep.equal([8, 8, 0]);
      const { body } = await ours.post(`${invoice.self as string}/credit-notes`, {});
      expect(await figures()).to.deep.equal([8, 8, 0]);
      expect((await ours.remove(body.self)).status).to.equal(204);
      expect(await figures()).to.deep.equal([8, 8, 0]);
      expect(await faults()).to.deep.equal([]);
    });

    it('is moved by no invoice that sells and takes back as much', async () => {
      await correct('1009', { quantity: 5, unitCost: 5 });
      const lines = [
        { ...product('1009'), quantity: 2 },
        { ...product('1009'), quantity: -2 },
        { ...product('S-100'), quantity: 1 },
      ];

      await booked(ours, { lines });

      const { collection } = (await ours.get('/products/1009/stock-corrections')).body;
      expect(collection.map(({ quantity }: Line) => quantity)).to.deep.equal([5]);
      expect((await shown('1009')).inventory).to.include({ inStock: 5, orderedByCustomers: 0 });
      expect(await faults()).to.deep.equal([]);
    });

    it('is not kept of products whose group has none, and their drafts do not count', async () => {
      const { inventory, metaData = {} } = await shown('S-100');
      expect(metaData).not.to.have.property('correctStock');
      const { body: list } = await ours.get('/products/S-100/stock-corrections');
      expect(list.metaData).not.to.have.property('correctStock');

      const invoice = await booked(ours, { lines: [{ ...product('S-100'), quantity: 3 }] });
      await received(ours, { amount: -500, ...product('S-100'), quantity: 10 });
      const draft = await drafted(ours, { lines: [{ ...product('S-100'), quantity: 3 }] });

      expect(invoice.lines[0]).not.to.have.property('keepsNoStock');
      expect((await shown('S-100')).inventory).to.deep.equal(inventory);
      expectRefusal(await correct('S-100', { quantity: 1 }), 400, 'E10620');
      const { productGroup } = await shown('S-100');
      const group = (await ours.get(productGroup.self)).body;
      const { status, text } = await ours.put(productGroup.self, { ...group, inventoryEnabled: true });
      expect(status, text).to.equal(200);
      expect((await shown('S-100')).metaData).to.have.property('correctStock');
      expect((await ours.remove(`/v2/invoices/drafts/${draft.id as number}`)).status).to.equal(204);
      expect((await shown('S-100')).inventory).to.deep.equal(inventory);
      expect(await faults()).to.deep.equal([]);
    });

    it('of the demo agreement is what a shop has: enough for what is ordered, at its cost', async () => {
      const { body } = await running.service.ask('/products?demo=true&pagesize=1000');
      const kept = body.collection.filter(
        (one: Answered['body']) => one.productGroup.productGroupNumber <= 2,
      );

      expect(kept).to.have.length.greaterThan(10);
      for (const { productNumber, inventory, costPrice } of kept) {
        expect(inventory.available, productNumber).to.be.greaterThan(0);
        expect(inventory.orderedByCustomers, productNumber).to.be.at.least(0);
        expect(costPrice, productNumber).to.be.greaterThan(0);
      }
      const checks = await running.service.service.database.checkBooks(1);
      expect(checks.flatMap((check) => check.faults)).to.deep.equal([]);
    });

    it('refuses what says no goods', async () => {
      const refused = async (code: string, member: string, ...lines: readonly Line[]): Promise<void> => {
        const answer = await bought(ours, ...lines);
        expectRefusal(answer, 400, code);
        expect(answer.text).to.include(member);
      };
      await refused('E10610', 'lines[0].quantity', { amount: -10, ...product('1001') });
      await refused('E10610', 'lines[0].quantity', { amount: -10, ...product('1001'), quantity: 0 });
      await refused('E10610', 'lines[0].quantity', { amount: -10, ...product('1001'), quantity: -1 });
      await refused('E10320', 'lines[0].quantity', {
        amount: -1000,
        ...product('1001'),
        quantity: 0.0000000001,
      });
      await refused('E10610', 'lines[0].product', { amount: -10, quantity: 1 });
      await refused('E06000', 'lines[0].product', { amount: -10, ...product('nothing'), quantity: 1 });
      const sold = await ours.post('/vouchers/drafts/customer-invoices', {
        date: DATE,
        lines: [
          {
            customer: { customerNumber: 1 },
            amount: 10,
            contraAccount: { accountNumber: 1010 },
            ...product('1001'),
            quantity: 1,
          },
        ],
      });
      expectRefusal(sold, 400, 'E10610');
      expectRefusal(await correct('1001', { quantity: 0 }), 400, 'E10610');
      expectRefusal(await correct('1001', { quantity: -1, unitCost: 4 }), 400, 'E10610');
      expectRefusal(await correct('1001', { quantity: 1, unitCost: -4 }), 400, 'E10610');
      expectRefusal(await correct('1001', {}), 400, 'E00500');
      expectRefusal(await correct('nothing', { quantity: 1 }), 404, 'E06000');
    });

    it('does not exist without the inventory module, and what lines say of it is ignored', async () => {
      const voucher = await received(plain, { amount: -500, ...product('1001'), quantity: 10 });

      expect(voucher.lines[0]).not.to.have.any.keys('product', 'quantity');
      expect((await shown('1001', plain)).costPrice).to.equal(31.2);
      expectRefusal(await correct('1001', { quantity: 1 }, plain), 400, 'E10620');
      expect((await plain.get('/stock-movements')).body.collection).to.deep.equal([]);
      expect(await shown('1001', plain)).not.to.have.any.keys('stockCorrections', 'inventory');
    });

    // A database with one writer lets nobody change them meanwhile.
    if (database.name !== 'SQLite') {
      it('is of products that a document holds before it reads them: what it decides on is so when it is kept', async () => {
        const there = replica.client(ours);
        const isHeldFirst = (what: string): void => {
          const reads = replica.statements.splice(0).filter((sql) => sql.includes('FROM `product` '));
          expect(reads[0], what).to.match(/ FOR UPDATE$/);
        };
        replica.statements.splice(0);

        const draft = await drafted(there, { lines: [product('1001')] });
        isHeldFirst('drafting');
        await there.put(`/v2/invoices/drafts/${draft.id}`, anInvoice({ lines: [product('2000')] }));
        isHeldFirst('writing it anew');
        const { body: invoice } = await there.post('/v2/invoices/booked', { id: draft.id });
        isHeldFirst('booking');
        await there.post(`/v2/invoices/booked/${invoice.bookedInvoiceNumber}/credit-notes`, {});
        isHeldFirst('crediting');
        expect(await faults()).to.deep.equal([]);
      });
    }

    it('is counted once by two replicas that receive, sell and correct the same at once', async () => {
      const there = replica.client(ours);
      const start = (await shown('1007')).inventory.inStock as number;
      const each = async (client: Client): Promise<void> => {
        for (let round = 0; round < 4; round += 1) {
          const answer = await correct('1007', { quantity: 2, unitCost: 10 }, client);
          expect(answer.status, answer.text).to.equal(201);
          await received(client, { amount: -12.5, ...product('1007'), quantity: 1 });
          await booked(client, { lines: [{ ...product('1007'), quantity: 1 }] });
        }
      };

      await Promise.all([each(ours), each(there), each(ours), each(there)]);

      expect((await shown('1007')).inventory).to.include({ inStock: start + 32, available: start + 32 });
      expect((await shown('1007')).costPrice).to.equal(10);
      expect(await faults()).to.deep.equal([]);
    });

    if (database.name !== 'SQLite') {
      it('moves lastUpdated, so that who asks for what has changed finds the product', async () => {
        const set = `UPDATE product SET last_updated = '2001-01-01T00:00:00Z' WHERE agreement_number = ${ours.agreement.agreementNumber} AND product_number = '1006'`;
        await tamperedWith(running.service.databaseUrl, set);

        await correct('1006', { quantity: 1, unitCost: 2 });

        const { lastUpdated } = await shown('1006');
        expect(Date.now() - Date.parse(lastUpdated as string)).to.be.lessThan(180_000);
        const found = await ours.get(
          `/products?filter=lastUpdated$gt:${YEAR}-01-01T00:00:00Z$and:productNumber$eq:1006`,
        );
        expect(found.body.collection, found.text).to.have.lengthOf(1);
      });

      it('gets nothing back by a credit note that never left, since the module was off then', async () => {
        const switched = async (modules: readonly string[]): Promise<void> => {
          const { databaseUrl, service } = running.service;
          const set = `UPDATE agreement SET modules = '${modules.join(',')}'`;
          await tamperedWith(
            databaseUrl,
            `${set} WHERE agreement_number = ${ours.agreement.agreementNumber}`,
          );
          service.authenticator.forget();
        };
        await correct('1000', { quantity: 5, unitCost: 1 });
        await switched(['internationalLedger']);
        const invoice = await booked(ours, { lines: [{ ...product('1000'), quantity: 2 }] });
        await switched(INVENTORY.modules);
        expect((await shown('1000')).inventory).to.include({ inStock: 5 });

        const credit = await ours.post(`${invoice.self as string}/credit-notes`, {});
        const note = await ours.post('/v2/invoices/booked', { id: credit.body.id });

        expect(note.status, note.text).to.equal(201);
        expect((await shown('1000')).inventory).to.include({ inStock: 5, orderedByCustomers: 0 });
        expect(await faults()).to.deep.equal([]);
      });

      it('is recomputed by kontor verify', async () => {
        await correct('1008', { quantity: 5, unitCost: 1 });
        const of = `WHERE agreement_number = ${ours.agreement.agreementNumber}`;
        await tamperedWith(
          running.service.databaseUrl,
          `DELETE FROM stock_movement ${of} AND product_number = '1008'`,
        );

        expect((await faults()).filter((fault) => fault.startsWith('product 1008'))).to.deep.equal([
          'product 1008: inStock is kept as 5, and is 0',
          'product 1008: available is kept as 5, and is 0',
        ]);
      });
    }
  });
}

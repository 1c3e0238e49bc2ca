import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { aTransfer, booked, lastYear } from './the-books.js';

for (const database of await databases()) {
  describe(`periods, drafts of a type and distributions on ${database.name} (amendments 22, 50)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger', 'dimension'] });

    it('a period is barred and unbarred by whoever keeps the books (E10080)', async () => {
      const { year, on } = await lastYear(client);
      const periods = `/accounting-years/${year.replace('/', '_6_')}/periods`;
      const found = await client.get(`${periods}?filter=fromDate$lte:${on('03-31')}&sort=-fromDate`);
      const [march] = found.body.collection as { self: string; barred: boolean; periodNumber: number }[];
      const at = march?.self ?? '';
      const { tokens } = await client.agreement.grant(['BookKeeping']);
      expect(march?.barred).to.equal(false);

      const barred = await client.put(at, { barred: true }, tokens);

      expect(barred.status, barred.text).to.equal(200);
      expect(barred.body).to.include({ barred: true, closed: false, periodNumber: march?.periodNumber });
      const read = await client.get(at, tokens);
      const { metaData, ...members } = read.body;
      expect(members).to.deep.equal(barred.body);
      expect(metaData.replace).to.include({ href: at, httpMethod: 'put' });
      expect(metaData).to.have.keys('replace');
      expect(read.headers.get('etag')).to.equal(barred.headers.get('etag'));
      const refused = await client.post('/vouchers/drafts/finance-vouchers', aTransfer(on('03-31')));
      expectRefusal(refused, 400, 'E10080');
      expect((await booked(client, aTransfer(on('04-30')))).status).to.equal(201);
      expect((await client.put(at, { barred: 0 })).body.barred).to.equal(false);
      expect((await booked(client, aTransfer(on('03-31')))).status).to.equal(201);
    });

    it('nothing is drafted in a period that was barred after something was (simulation, seed 13)', async () => {
      const { year, on } = await lastYear(client);
      const periods = `/accounting-years/${year.replace('/', '_6_')}/periods`;
      const found = await client.get(`${periods}?filter=fromDate$lte:${on('07-31')}&sort=-fromDate`);
      const at = (found.body.collection as { self: string }[])[0]?.self ?? '';
      const draft = (): ReturnType<typeof client.post> =>
        client.post('/vouchers/drafts/finance-vouchers', aTransfer(on('07-31')));
      expect((await draft()).status).to.equal(201);
      expect((await draft()).status).to.equal(201);

      await client.put(at, { barred: true });

      expectRefusal(await draft(), 400, 'E10080');
      await client.put(at, { barred: false });
      expect((await draft()).status).to.equal(201);
    });

    it('a draft cannot be booked in a period that was barred after it was written', async () => {
      const { year, on } = await lastYear(client);
      const periods = `/accounting-years/${year.replace('/', '_6_')}/periods`;
      const found = await client.get(`${periods}?filter=fromDate$lte:${on('05-31')}&sort=-fromDate`);
      const at = (found.body.collection as { self: string }[])[0]?.self ?? '';
      const { body } = await client.post('/vouchers/drafts/finance-vouchers', aTransfer(on('05-31')));
      await client.put(at, { barred: true });

      const refused = await client.post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });

      expectRefusal(refused, 400, 'E10080');
      await client.put(at, { barred: false });
    });

    it('refuses what says nothing of it, and a period that is not there', async () => {
      const { year } = await lastYear(client);
      const periods = `/accounting-years/${year.replace('/', '_6_')}/periods`;
      const first = (await client.get(periods)).body.collection[0] as { self: string };

      expectRefusal(await client.put(first.self, {}), 400, 'E00500');
      const other = await client.put(first.self, { periodNumber: 999_999, barred: true });
      expectRefusal(other, 400, 'E10650');
      expect((await client.get(first.self)).body.barred).to.equal(false);
      expectRefusal(await client.put(`${periods}/999999`, { barred: true }), 404, 'E06000');
      expectRefusal(await client.put('/accounting-years/1999/periods/1', { barred: true }), 404, 'E06000');
    });

    it('is barred only in the state that the preconditions name (E05120)', async () => {
      const { year } = await lastYear(client);
      const periods = `/accounting-years/${year.replace('/', '_6_')}/periods`;
      const { self } = (await client.get(periods)).body.collection[0] as { self: string };
      const tag = (await client.get(self)).headers.get('etag') ?? '';

      expectRefusal(await client.put(self, { barred: true }, { 'If-Match': '"nope"' }), 412, 'E05120');
      expectRefusal(await client.put(self, { barred: true }, { 'If-None-Match': '*' }), 412, 'E05120');
      expect((await client.get(self)).body.barred).to.equal(false);

      const barred = await client.put(self, { barred: true }, { 'If-Match': tag });
      const late = await client.put(self, { barred: false }, { 'If-Match': tag });
      const now = barred.headers.get('etag') ?? '';
      const opened = await client.put(self, { barred: false }, { 'If-Match': now });

      expect([barred.status, opened.status], barred.text + opened.text).to.deep.equal([200, 200]);
      expectRefusal(late, 412, 'E05120');
    });

    it('lists the drafts of a type where they are written', async () => {
      const { on } = await lastYear(client);
      const supplier = { supplierNumber: 1 };
      const payment = {
        date: on('06-30'),
        lines: [{ supplier, amount: 5, contraAccount: { accountNumber: 5810 } }],
      };
      const made = await client.post('/vouchers/drafts/supplier-payments', payment);
      await client.post('/vouchers/drafts/finance-vouchers', aTransfer(on('06-30')));

      const { status, body, text } = await client.get('/vouchers/drafts/supplier-payments');

      expect(status, text).to.equal(200);
      expect((body.collection as { self: string }[]).map(({ self }) => self)).to.deep.equal([made.body.self]);
      expect(body.self).to.equal(`${running.service.base}/vouchers/drafts/supplier-payments`);
      const { href, httpMethod } = body.metaData.createSupplierPayment;
      expect([href, httpMethod]).to.deep.equal([body.self, 'post']);
      expect((await client.get('/vouchers/drafts/customer-payments')).body.collection).to.deep.equal([]);
      const filtered = await client.get('/vouchers/drafts/supplier-payments?filter=date$lt:2000-01-01');
      expect(filtered.body.pagination).to.include({ results: 0, resultsWithoutFilter: 1 });
    });

    it('answers a departmental distribution within its type', async () => {
      const { departmentNumber } = (await client.post('/departments', { name: 'Yard' })).body;
      const { body } = await client.post('/departmental-distributions', {
        name: 'Yard',
        distributionType: 'department',
        distributions: [{ department: { departmentNumber }, percentage: 100 }],
      });
      const number = body.departmentalDistributionNumber as number;

      const found = await client.get(`/departmental-distributions/departments/${number}`);

      expect(found.status, found.text).to.equal(200);
      expect(found.body.self).to.equal(body.self);
      expectRefusal(await client.get(`/departmental-distributions/distributions/${number}`), 404, 'E06000');
    });
  });
}

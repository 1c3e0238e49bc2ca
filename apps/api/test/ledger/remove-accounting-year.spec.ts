import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { book, kept, makeYears, refusedWith } from './booking.js';

for (const database of await databases()) {
  describe(`DELETE /accounting-years/:year on ${database.name} (D148)`, () => {
    const running = runningService(database);
    const client = running.client();
    const racing = running.client({ filled: false });
    const last = new Date().getUTCFullYear();

    it('removes the last, open, empty year, whose periods go with it and whose numbers are given again', async () => {
      await client.post('/accounting-years', { fromDate: `${last + 1}-01-01`, toDate: `${last + 1}-12-31` });

      const { status, text } = await client.remove(`/accounting-years/${last + 1}`);

      expect(status, text).to.equal(204);
      expect((await client.get(`/accounting-years/${last + 1}`)).status).to.equal(404);
      expect((await client.get(`/accounting-years/${last + 1}/periods`)).status).to.equal(404);
      const again = await client.post('/accounting-years', {
        fromDate: `${last + 1}-01-01`,
        toDate: `${last + 1}-03-31`,
      });
      const { body } = await client.get(again.body.periods as string);
      expect(body.collection[0].periodNumber).to.equal(25);
      await client.remove(again.body.self as string);
    });

    it('refuses to tear the chain', async () => {
      const answer = await client.remove(`/accounting-years/${last - 1}`);

      expectRefusal(answer, 400, 'E10110');
      expect(answer.body.additionalData.reason).to.equal('notTheLast');
    });

    it('refuses a year that something is booked in, and one that is closed', async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      await kept(
        book(books, agreementNumber, `${last}-05-05`, [
          [5810, '1'],
          [5830, '-1'],
        ]),
      );
      await client.post('/accounting-years', {
        fromDate: `${last + 1}-01-01`,
        toDate: `${last + 1}-12-31`,
        closed: true,
      });

      const closed = await client.remove(`/accounting-years/${last + 1}`);
      expectRefusal(closed, 400, 'E10110');
      expect(closed.body.additionalData.reason).to.equal('closed');
      await client.remove(`/accounting-years/${last + 1}/closing`);
      expect((await client.remove(`/accounting-years/${last + 1}`)).status).to.equal(204);
      expect((await client.get(`/accounting-years/${last}`)).body.metaData).not.to.have.property('delete');
      const booked = await client.remove(`/accounting-years/${last}`);
      expectRefusal(booked, 400, 'E10110');
      expect(booked.body.additionalData.reason).to.equal('hasEntries');
      expect((await client.get(`/accounting-years/${last}/periods`)).body.pagination.results).to.equal(12);
    });

    it('refuses a year of which VAT is settled, also where nothing was due, until that is taken back', async () => {
      const year = last + 1;
      const settlements = '/statements/vat/settlements';
      await client.post('/accounting-years', { fromDate: `${year}-01-01`, toDate: `${year}-12-31` });
      const settled = await client.post(settlements, { fromDate: `${year}-02-01`, toDate: `${year}-04-30` });
      expect(settled.status, settled.text).to.equal(201);

      const refused = await client.remove(`/accounting-years/${year}`);
      const shown = await client.get(`/accounting-years/${year}`);
      await client.remove(settled.body.self as string);
      const open = await client.get(`/accounting-years/${year}`);
      const removed = await client.remove(`/accounting-years/${year}`);

      expectRefusal(refused, 400, 'E10110');
      expect(refused.body.additionalData.reason).to.equal('vatSettled');
      expect(shown.body.metaData).not.to.have.property('delete');
      expect(open.body.metaData).to.have.property('delete');
      expect(removed.status, removed.text).to.equal(204);
    });

    it('goes only in the state that If-Match names', async () => {
      await client.post('/accounting-years', { fromDate: `${last + 1}-01-01`, toDate: `${last + 1}-12-31` });
      const { headers } = await client.get(`/accounting-years/${last + 1}`);

      const late = await client.remove(`/accounting-years/${last + 1}`, { 'If-Match': '"other"' });
      const right = await client.remove(`/accounting-years/${last + 1}`, {
        'If-Match': headers.get('etag') ?? '',
      });

      expect([late.status, right.status]).to.deep.equal([412, 204]);
    });

    it('and booking in it exclude each other (G8)', async () => {
      const { agreementNumber } = racing.agreement;
      const { database: books } = running.service.service;
      const { fillBooks } = await import('../../src/seed/standard-books.js');
      await fillBooks(books.unitOfWork, {
        agreementNumber,
        modules: [],
        now: new Date('2019-06-01T00:00:00Z'),
        years: 1,
      });
      for (let race = 0; race < 15; race += 1) {
        await makeYears(books, agreementNumber, [String(2020 + race)]);
        const [removed, refused] = await Promise.all([
          racing.remove(`/accounting-years/${2020 + race}`),
          refusedWith(
            book(books, agreementNumber, `${2020 + race}-02-02`, [
              [5810, '1'],
              [5830, '-1'],
            ]),
          ),
        ]);

        const isThere = (await racing.get(`/accounting-years/${2020 + race}`)).status === 200;
        expect([removed.status === 204, refused], `race ${race}`).to.deep.equal(
          isThere ? [false, undefined] : [true, 'DateNotBookable'],
        );
        if (!isThere) await makeYears(books, agreementNumber, [String(2020 + race)]);
      }
    });
  });
}

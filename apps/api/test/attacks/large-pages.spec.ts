import { expect } from 'chai';
import { PAGE_BYTES_MAX } from '@kontor/kernel';
import { anInvoice } from '../sales/an-invoice.js';
import { longestTurnMs } from '../support/longest-turn.js';
import { manyCopies } from '../support/many-copies.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';

/*
 * One document may be as large as a body, and a page may have a thousand of them: 150 drafts of 1,000 lines
 * ended a process of 256 MB with one request.
 */
const BODY_BYTES = 1_000_000;
const DRAFTS = Math.ceil(PAGE_BYTES_MAX / BODY_BYTES) + 1;

for (const database of await databases()) {
  describe(`a page of large documents on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('is refused before it is read, and smaller pages of the same are answered', async () => {
      const lines = Array.from({ length: 1_000 }, () => ({
        product: { productNumber: '1000' },
        description: 'x'.repeat(BODY_BYTES / 1_000 - 50),
      }));
      const { status, text, body } = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));
      expect(status, text.slice(0, 300)).to.equal(201);
      const copied = {
        table: 'draft_invoice',
        key: 'id',
        number: body.id as number,
        collection: 'draft-invoices',
      };
      await manyCopies(running.service.databaseUrl, ours.agreement.agreementNumber, copied, DRAFTS);

      for (const query of ['pagesize=1000', 'pagesize=21&sort=-date', 'pagesize=1000&filter=id$gt:0']) {
        const refused = await ours.get(`/v2/invoices/drafts?${query}`);
        expectRefusal(refused, 400);
        expect(refused.body.developerHint).to.contain('pagesize');
      }
      const small = await ours.get('/v2/invoices/drafts?pagesize=3');
      expect(small.status).to.equal(200);
      expect(small.body.collection).to.have.length(3);
      expect(small.body.pagination.results).to.be.at.least(DRAFTS);
    });
  });

  describe(`pages of large documents in another order than that of their keys on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();

    it('put no document in order that is not on the page', async () => {
      const lines = Array.from({ length: 1_000 }, () => ({
        product: { productNumber: '1000' },
        description: 'x'.repeat(BODY_BYTES / 1_000 - 50),
      }));
      const { body } = await ours.post('/v2/invoices/drafts', anInvoice({ lines }));
      const draft = {
        table: 'draft_invoice',
        key: 'id',
        number: body.id as number,
        collection: 'draft-invoices',
      };
      await manyCopies(running.service.databaseUrl, ours.agreement.agreementNumber, draft, 128);
      const tookMs = (sort: string): Promise<number> =>
        longestTurnMs(async () => {
          const { status } = await ours.get(`/v2/invoices/drafts?pagesize=1&sort=${sort}`);
          expect(status).to.equal(200);
        });

      const byKey = await tookMs('id');
      // All of them put in order took 89 ms on a busy machine, the one that is shown 13.
      expect(await tookMs('-date')).to.be.below(2 * byKey + 40);
    });
  });

  describe(`an export of books with large vouchers on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const date = `${new Date().getUTCFullYear()}-01-05`;
    const drafted = async (lines: readonly object[]): Promise<number> => {
      const { status, body, text } = await ours.post('/vouchers/drafts/finance-vouchers', { date, lines });
      expect(status, text.slice(0, 300)).to.equal(201);
      return body.voucherId as number;
    };
    const line = (amount: number): object => ({ account: { accountNumber: 1230 }, amount });

    it('looks at some of them at a time, and reads the lines of none to name it', async () => {
      const small = await drafted([line(100), line(-100)]);
      const booked = await ours.post('/vouchers/booked', { voucherId: small, date });
      expect(booked.status, booked.text).to.equal(201);
      const reversed = await ours.post(`/vouchers/booked/${small}/reversal`, { date });
      expect(reversed.status, reversed.text).to.equal(201);
      const large = Array.from({ length: 1_000 }, () => ({ ...line(1), text: 'å'.repeat(250) }));
      const number = await drafted(large);
      const copied = { table: 'voucher', key: 'voucher_id', number, collection: 'vouchers' };
      await manyCopies(running.service.databaseUrl, ours.agreement.agreementNumber, copied, 256);

      let text = '';
      const longest = await longestTurnMs(async () => {
        ({ text } = await ours.get('/exports/jsonl'));
      });
      expect(text.split('\n').filter((one) => one.startsWith('{"voucher-links":'))).to.have.length(1);
      expect(longest).to.be.below(150);
    });
  });

  describe(`a page of vouchers whose lines are their entries on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const year = new Date().getUTCFullYear();
    const date = `${year}-01-05`;
    const accruals = {
      account: { accountNumber: 5820 },
      startDate: `${year}-01-01`,
      endDate: `${year}-12-31`,
    };

    it('is refused before they are read, and smaller pages of the same are answered', async () => {
      // Each line is posted in twelve months: 46,800 entries of 52 vouchers.
      const lines = Array.from({ length: 450 }, (_, index) => ({
        account: { accountNumber: 1230 },
        amount: index % 2 === 0 ? 120 : -120,
        accruals,
      }));
      for (let times = 0; times < 4; times += 1) {
        const drafted = await ours.post('/vouchers/drafts/finance-vouchers', { date, lines });
        expect(drafted.status, drafted.text.slice(0, 500)).to.equal(201);
        const { voucherId } = drafted.body;
        const booked = await ours.post('/vouchers/booked', { voucherId, date });
        expect(booked.status, booked.text.slice(0, 500)).to.equal(201);
      }

      for (const path of ['/vouchers?', '/vouchers/booked?', `/accounting-years/${year}/vouchers?`]) {
        const refused = await ours.get(`${path}pagesize=1000`);
        expectRefusal(refused, 400);
        expect(refused.body.developerHint).to.contain('pagesize');
      }
      const small = await ours.get('/vouchers/booked?pagesize=3&sort=-voucherId');
      expect(small.status).to.equal(200);
      expect(small.body.collection[0].lines).to.have.length(900);
    });
  });
}

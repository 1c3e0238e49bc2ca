import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { balanceOf, lastYear, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
const BANK = { accountNumber: 5810 };

for (const database of await databases()) {
  describe(`draft opening balances on ${database.name} (§2.2, §4.2)`, () => {
    const running = runningService(database);
    const ours = running.client();
    const sales = running.client({ roles: ['Sales'] });
    let year: TestYear;
    before(async () => (year = await lastYear(ours)));

    /** A draft, without what can be done with it: lists.spec.ts looks at that. */
    const draft = async (lines: readonly Line[], date = year.on('01-01')): Promise<Answered> => {
      const answered = await ours.post('/opening-balances/drafts', { date, lines });
      const { metaData: _, ...body } = answered.body;
      return { ...answered, body };
    };
    const fault = ({ body }: Answered): unknown => body.errors?.[0]?.additionalData?.propertyName;

    it('are answered with generated numbers, names and addresses, in the order of §2.2', async () => {
      const { status, body, headers, text } = await draft([
        { account: BANK, amountInBaseCurrency: 10000, text: 'Bank statement 12' },
        { customer: { customerNumber: 1 }, amountInBaseCurrency: 250.5 },
        { supplier: { supplierNumber: 2 }, amountInBaseCurrency: -99.99 },
      ]);

      const { base } = running.service;
      const { voucherId, voucherNumber } = body;
      const first = body.lines[0].entryNumber as number;
      const self = `${base}/opening-balances/drafts/${voucherId}`;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(self);
      expect(Object.keys(body as object)).to.deep.equal([
        'booked',
        'date',
        'voucherId',
        'voucherNumber',
        'lines',
        'self',
      ]);
      expect(body).to.deep.equal({
        booked: false,
        date: year.on('01-01'),
        voucherId,
        voucherNumber: {
          displayVoucherNumber: `OB${voucherNumber.voucherNumber}`,
          prefix: 'OB',
          voucherNumber: voucherNumber.voucherNumber,
        },
        lines: [
          {
            account: { accountNumber: 5810, name: 'Bank', self: `${base}/accounts/5810` },
            amountInBaseCurrency: 10000,
            text: 'Bank statement 12',
            entryNumber: first,
          },
          {
            customer: { customerNumber: 1, name: body.lines[1].customer.name, self: `${base}/customers/1` },
            amountInBaseCurrency: 250.5,
            entryNumber: first + 1,
          },
          {
            supplier: { supplierNumber: 2, name: body.lines[2].supplier.name, self: `${base}/suppliers/2` },
            amountInBaseCurrency: -99.99,
            entryNumber: first + 2,
          },
        ],
        self,
      });
      expect(body.lines[1].customer.name).to.equal((await ours.get('/customers/1')).body.name);
      expect(body.lines[2].supplier.name).to.equal((await ours.get('/suppliers/2')).body.name);
    });

    it('answer at their own address and at /opening-balances/:voucherId (amendment 66)', async () => {
      const { body, headers } = await draft([{ account: BANK, amountInBaseCurrency: 1 }]);

      const own = await ours.get(body.self as string);
      const either = await ours.get(`/opening-balances/${body.voucherId}`);
      const amongBooked = await ours.get(`/opening-balances/booked/${body.voucherId}`);

      expect(own.text).to.equal(either.text);
      expect(own.headers.get('etag')).to.equal(headers.get('etag'));
      expect(Object.keys(own.body.metaData as object)).to.deep.equal(['delete', 'replace', 'book']);
      expectRefusal(amongBooked, 404, 'E06000');
    });

    it('show the names of today', async () => {
      await ours.put('/accounts/9501', { name: 'Before', accountType: 'status' });
      const { body } = await draft([{ account: { accountNumber: 9501 }, amountInBaseCurrency: 1 }]);

      await ours.put('/accounts/9501', { name: 'After', accountType: 'status' });

      expect(body.lines[0].account.name).to.equal('Before');
      expect((await ours.get(body.self as string)).body.lines[0].account.name).to.equal('After');
    });

    it('are in their own number series, which counts from 1 in each accounting year (D150)', async () => {
      const years = (await ours.get('/accounting-years')).body.collection as { fromDate: string }[];
      const [first] = years;

      const one = await draft([], first?.fromDate);
      const two = await draft([], first?.fromDate);

      expect(one.body.voucherNumber).to.deep.equal({
        displayVoucherNumber: 'OB1',
        prefix: 'OB',
        voucherNumber: 1,
      });
      expect(two.body.voucherNumber.voucherNumber).to.equal(2);
    });

    it('need not sum to zero, and put nothing into the books', async () => {
      const before = await balanceOf(ours, 5810);

      const { status } = await draft([{ account: BANK, amountInBaseCurrency: 777 }]);

      expect(status).to.equal(201);
      expect(await balanceOf(ours, 5810)).to.equal(before);
    });

    it('are refused when a line names none or several of account, customer and supplier (E10140)', async () => {
      const none = await draft([{ account: BANK, amountInBaseCurrency: 1 }, { amountInBaseCurrency: 1 }]);
      const all = await draft([
        {
          account: BANK,
          customer: { customerNumber: 1 },
          supplier: { supplierNumber: 1 },
          amountInBaseCurrency: 1,
        },
      ]);

      expectRefusal(none, 400, 'E10140');
      expect(fault(none)).to.equal('lines[1]');
      expectRefusal(all, 400, 'E10140');
    });

    it('are refused outside open accounting years (D155), and on what does not exist or takes no entries', async () => {
      const early = await draft([], '1999-01-01');
      const nothing = await draft([{ account: { accountNumber: 8888 }, amountInBaseCurrency: 1 }]);
      const nobody = await draft([{ customer: { customerNumber: 8888 }, amountInBaseCurrency: 1 }]);
      const heading = await draft([{ account: { accountNumber: 5800 }, amountInBaseCurrency: 1 }]);
      const control = await draft([{ account: { accountNumber: 5710 }, amountInBaseCurrency: 1 }]);

      expectRefusal(early, 400, 'E10080');
      expectRefusal(nothing, 400, 'E06000');
      expect(fault(nothing)).to.equal('lines[0].account');
      expectRefusal(nobody, 400, 'E06000');
      expect(fault(nobody)).to.equal('lines[0].customer');
      expectRefusal(heading, 400, 'E10160');
      expectRefusal(control, 400, 'E10090');
    });

    it('are refused without date, lines or amounts, all of it told at once', async () => {
      const empty = await ours.post('/opening-balances/drafts', {});
      const amounts = await draft([
        { account: BANK },
        { account: BANK, amountInBaseCurrency: '1' },
        { account: {}, amountInBaseCurrency: 1.001 },
      ]);

      expect(empty.body.errors[0].additionalData.missing).to.deep.equal(['date', 'lines']);
      expect(amounts.body.errors[0].additionalData.missing).to.deep.equal(['lines[0].amountInBaseCurrency']);
      expect(
        amounts.body.errors.slice(1).map(({ errorCode }: { errorCode: string }) => errorCode),
      ).to.deep.equal(['E00500', 'E04500', 'E04740']);
    });

    it('are edited: lines changed, removed and added, with their numbers kept (D66)', async () => {
      const { body } = await draft([
        { account: BANK, amountInBaseCurrency: 1, text: 'stays' },
        { account: BANK, amountInBaseCurrency: 2, text: 'goes' },
        { account: BANK, amountInBaseCurrency: 3, text: 'changes' },
      ]);
      const [stays, , changes] = body.lines as { entryNumber: number }[];

      const {
        status,
        body: put,
        text,
      } = await ours.put(body.self as string, {
        date: year.on('01-02'),
        lines: [
          stays,
          { ...changes, amountInBaseCurrency: 30 },
          { account: BANK, amountInBaseCurrency: 4, text: 'new' },
          { account: BANK, amountInBaseCurrency: 5, text: 'made up', entryNumber: 1 },
        ],
      });

      expect(status, text).to.equal(200);
      expect(put.self).to.equal(body.self);
      expect(put).to.deep.include({ date: year.on('01-02'), voucherNumber: body.voucherNumber });
      const numbers = put.lines.map(({ entryNumber }: { entryNumber: number }) => entryNumber) as number[];
      expect(numbers.slice(0, 2)).to.deep.equal([stays?.entryNumber, changes?.entryNumber]);
      expect(numbers[2]).to.be.greaterThan(body.lines[2].entryNumber as number);
      expect(numbers[3]).to.equal((numbers[2] ?? 0) + 1);
      expect(
        put.lines.map(({ amountInBaseCurrency }: { amountInBaseCurrency: number }) => amountInBaseCurrency),
      ).to.deep.equal([1, 30, 4, 5]);
      expect((await ours.get(body.self as string)).body).to.deep.include(put);
    });

    it('take back what they were answered with, unchanged', async () => {
      const { body } = await draft([{ customer: { customerNumber: 1 }, amountInBaseCurrency: 5 }]);
      const read = await ours.get(body.self as string);

      const { status, body: put } = await ours.put(body.self as string, read.body);

      expect(status).to.equal(200);
      expect(put).to.deep.equal(body);
    });

    it('can lose all their lines, and are not made by PUT (D68)', async () => {
      const { body } = await draft([{ account: BANK, amountInBaseCurrency: 1 }]);

      const emptied = await ours.put(body.self as string, { date: year.on('01-01'), lines: [] });
      const missing = await ours.put('/opening-balances/drafts/987654', {
        date: year.on('01-01'),
        lines: [],
      });

      expect([emptied.status, emptied.body.lines]).to.deep.equal([200, []]);
      expectRefusal(missing, 404, 'E06000');
    });

    it('ignore what a body has of other drafts, numbers and states (D102)', async () => {
      const { body, text } = await ours.post('/opening-balances/drafts', {
        date: year.on('01-01'),
        lines: [
          {
            account: { ...BANK, name: 'My bank', self: undefined },
            amountInBaseCurrency: 1,
            entryNumber: 1,
            booked: true,
          },
        ],
        booked: true,
        voucherId: 1,
        voucherNumber: { displayVoucherNumber: 'X9', prefix: 'X', voucherNumber: 9 },
      });

      expect(body, text).to.include({ booked: false }).and.not.to.include({ voucherId: 1 });
      expect(body.voucherNumber.prefix).to.equal('OB');
      expect(body.lines[0].entryNumber).not.to.equal(1);
      expect(body.lines[0].account.name).to.equal('Bank');
    });

    it('are discarded: 204, then 404, and keep what they name until then', async () => {
      await ours.put('/accounts/9502', { name: 'Used', accountType: 'status' });
      const { body } = await draft([{ account: { accountNumber: 9502 }, amountInBaseCurrency: 1 }]);

      const used = await ours.remove('/accounts/9502');
      const removed = await ours.remove(body.self as string);
      const again = await ours.remove(body.self as string);
      const free = await ours.remove('/accounts/9502');

      expectRefusal(used, 400, 'E10070');
      expect([removed.status, again.status, free.status]).to.deep.equal([204, 404, 204]);
      expect((await ours.get(`/opening-balances/${body.voucherId}`)).status).to.equal(404);
    });

    it('are listed with their actions, beside the booked ones', async () => {
      const { body } = await draft([{ account: BANK, amountInBaseCurrency: 1 }]);

      const drafts = await ours.get('/opening-balances/drafts?pagesize=1000');
      const all = await ours.get(
        `/opening-balances?filter=booked$eq:false$and:voucherId$eq:${body.voucherId}`,
      );

      expect(drafts.body.collection.map(({ self }: { self: string }) => self)).to.include(body.self);
      expect(drafts.body.metaData.create).to.deep.include({
        httpMethod: 'post',
        href: `${running.service.base}/opening-balances/drafts`,
      });
      expect(all.body.collection).to.have.length(1);
      expect(all.body.subCollections).to.deep.equal({
        drafts: `${running.service.base}/opening-balances/drafts`,
        booked: `${running.service.base}/opening-balances/booked`,
      });
    });

    it('are the business of those who keep the books (D13), and read-only in the demo agreement', async () => {
      const foreign = await sales.get('/opening-balances');
      const demo = await running.service.ask('/opening-balances/drafts?demo=true', {
        method: 'POST',
        body: {},
      });
      const put = await ours.put('/opening-balances/drafts', {});

      expectRefusal(foreign, 403, 'E03000');
      expectRefusal(demo, 403, 'E03010');
      expectRefusal(put, 405, undefined);
      expect((await running.service.ask('/opening-balances/drafts/schema/put')).body.required).to.deep.equal([
        'date',
        'lines',
      ]);
    });
  });
}

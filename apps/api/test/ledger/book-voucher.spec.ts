import { expect } from 'chai';
import { changeItem } from '../support/change-item.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, balanceOf, booked, entriesOf, lastYear, shown, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
const account = (accountNumber: number) => ({ accountNumber });

for (const database of await databases()) {
  describe(`POST /vouchers/booked on ${database.name} (facts 3.15, 5.4)`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const withDimension = running.client({ modules: ['internationalLedger', 'dimension'] });
    let year: TestYear;
    before(async () => {
      year = await lastYear(ours);
      const made = await ours.post('/vat-accounts', {
        vatCode: 'S22',
        ratePercentage: 22,
        account: account(6610),
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      });
      expect(made.status, made.text).to.equal(201);
    });

    const draft = async (
      type: string,
      lines: readonly Line[],
      date = year.on('05-05'),
    ): Promise<Answered['body']> => {
      const { body, status, text } = await ours.post(`/vouchers/drafts/${type}`, { date, lines });
      expect(status, text).to.equal(201);
      const { metaData: _, ...draft } = body;
      return draft;
    };
    const book = ({ voucherId, date }: { voucherId: number; date: string }): Promise<Answered> =>
      ours.post('/vouchers/booked', { voucherId, date });
    const postedBy = async ({ voucherId }: Answered['body']): Promise<unknown> => {
      const { body } = await ours.get(`/entries?filter=voucher.voucherId$eq:${voucherId as number}`);
      return body.collection.map((one: Answered['body']) => [
        one.account.accountNumber,
        one.amountInBaseCurrency,
      ]);
    };
    const faults = async () =>
      (await running.service.service.database.checkBooks(ours.agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );

    it('answers the booked voucher, its number and entry numbers kept, and where it is now', async () => {
      const made = await draft('customer-invoices', [
        {
          customer: { customerNumber: 1 },
          amount: 150,
          contraAccount: account(1010),
          contraVatAccount: { vatCode: 'S22' },
        },
      ]);

      const { status, body, headers, text } = await book(made);

      const self = `${running.service.base}/vouchers/booked/${made.voucherId}`;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(self);
      expect(body).to.deep.equal({
        ...made,
        booked: true,
        lines: made.lines.map((line: object) => ({ ...line, booked: true })),
        self,
      });
      const read = await ours.get(self);
      expect(read.body).to.deep.include(body);
      expect(read.headers.get('etag')).to.equal(headers.get('etag'));
    });

    it('puts the recorded entries of a customer voucher into the books', async () => {
      const made = await draft('customer-invoices', [
        {
          customer: { customerNumber: 1 },
          amount: 150,
          contraAccount: account(1010),
          contraVatAccount: { vatCode: 'S22' },
        },
      ]);

      await book(made);

      const entries = await entriesOf(ours, year, made, 'customerInvoice');
      expect(shown(entries)).to.deep.equal([
        [5710, 150],
        [1010, -122.95, 'S22'],
        [6610, -27.05, 'S22'],
      ]);
      expect(entries[0]?.['entryNumber']).to.equal(made.lines[0].entryNumber);
    });

    it('puts the recorded entries of a supplier invoice into the books, one line each', async () => {
      const made = await draft('supplier-invoices', [
        { supplier: { supplierNumber: 1 }, amount: -610, text: 'Invoice 7' },
        { account: account(1310), amount: 610, vatAccount: { vatCode: 'S22' } },
      ]);

      await book(made);

      expect(shown(await entriesOf(ours, year, made, 'supplierInvoice'))).to.deep.equal([
        [6410, -610],
        [1310, 500, 'S22'],
        [6610, 110, 'S22'],
      ]);
    });

    it('owes and deducts the VAT of a reverse charge, and pays the supplier the net amount', async () => {
      const made = await draft('supplier-invoices', [
        { supplier: { supplierNumber: 1 }, amount: -500 },
        { account: account(1310), amount: 500, vatAccount: { vatCode: 'RC25' } },
      ]);

      await book(made);

      expect(shown(await entriesOf(ours, year, made, 'supplierInvoice'))).to.deep.equal([
        [6410, -500],
        [1310, 500, 'RC25'],
        [6650, -125, 'RC25'],
        [6660, 125, 'RC25'],
      ]);
    });

    it('posts customers and suppliers to the control account of their group', async () => {
      const made = await draft('finance-vouchers', [
        { customer: { customerNumber: 6 }, amount: 10 },
        { supplier: { supplierNumber: 4 }, amount: -10 },
      ]);

      await book(made);

      expect(shown(await entriesOf(ours, year, made, 'financeVoucher'))).to.deep.equal([
        [5720, 10],
        [6420, -10],
      ]);
    });

    it('raises balances by exactly what was booked', async () => {
      const before = [await balanceOf(ours, 5830), await balanceOf(ours, 5810)];

      await booked(ours, aTransfer(year.on('05-06')));

      const after = [await balanceOf(ours, 5830), await balanceOf(ours, 5810)];
      expect(after.map((balance, index) => Math.round((balance - (before[index] ?? 0)) * 100))).to.deep.equal(
        [10_000, -10_000],
      );
    });

    it('refuses what does not balance in base currency, and says by how much (E10120)', async () => {
      const made = await draft('finance-vouchers', [
        { account: account(5830), amount: 100 },
        { account: account(5810), amount: -99.99 },
      ]);

      const answer = await book(made);

      expectRefusal(answer, 400, 'E10120');
      expect(answer.body.message).to.contain('0.01');
      expect(answer.body.errors[0].additionalData).to.deep.equal({
        propertyName: 'lines',
        voucherId: made.voucherId,
        difference: 0.01,
      });
      expect((await ours.get(made.self as string)).body.booked).to.equal(false);
    });

    it('posts what one rate leaves over by rounding to the account of rounding differences', async () => {
      const usd = { currency: 'USD', exchangeRate: 91.3377 };
      const lines = [
        { account: account(5820), amount: -100, ...usd },
        { account: account(5810), amount: 33.33, ...usd },
        { account: account(5830), amount: 66.67, ...usd },
      ];
      const made = await draft('finance-vouchers', lines);
      expect((await ours.get(made.self as string)).body.metaData).to.have.property('book');

      const done = await book(made);

      expect(done.status, done.text).to.equal(201);
      expect(await postedBy(made)).to.deep.equal([
        [5820, -91.34],
        [5810, 30.44],
        [5830, 60.89],
        [2350, 0.01],
      ]);
      const back = await ours.post(`/vouchers/booked/${made.voucherId as number}/reversal`, {
        date: made.date,
      });
      expect(await postedBy(back.body), back.text).to.deep.equal([
        [5820, 91.34],
        [5810, -30.44],
        [5830, -60.89],
        [2350, -0.01],
      ]);
      expect(await faults()).to.deep.equal([]);
    });

    it('tells of which voucher the account of rounding differences takes nothing while it is barred', async () => {
      const usd = { currency: 'USD', exchangeRate: 91.3377 };
      const even = await draft('finance-vouchers', [
        { account: account(5820), amount: -100, ...usd },
        { account: account(5810), amount: 100, ...usd },
      ]);
      const uneven = await draft('finance-vouchers', [
        { account: account(5820), amount: -100, ...usd },
        { account: account(5810), amount: 33.33, ...usd },
        { account: account(5830), amount: 66.67, ...usd },
      ]);
      await changeItem(ours, '/accounts/2350', { barred: true });

      const drafts = [even, uneven].map(({ voucherId, date }) => ({ voucherId: voucherId as number, date }));
      const answer = await ours.post('/vouchers/booked', drafts);

      await changeItem(ours, '/accounts/2350', { barred: false });
      expectRefusal(answer, 400, 'E10090');
      expect(answer.body.errors[0].additionalData.propertyName).to.equal('[1].lines');
    });

    it('refuses what other rates leave over, and says how a line takes it', async () => {
      const usd = { currency: 'USD', exchangeRate: 91.3377 };
      const paid = { account: account(5820), amount: -100, ...usd };
      const other = { account: account(5810), amount: 100, ...usd, exchangeRate: 91.4 };
      const { exchangeRate: _, ...byAmount } = paid;

      const answer = await book(await draft('finance-vouchers', [paid, other]));

      expectRefusal(answer, 400, 'E10120');
      expect(answer.body.errors[0].additionalData.difference).to.equal(0.06);
      expect(answer.body.developerHint).to.contain('amountInBaseCurrency in place of its exchangeRate');
      const taken = { ...byAmount, amountInBaseCurrency: -91.4 };
      const mended = await book(await draft('finance-vouchers', [taken, other]));
      expect(mended.status, mended.text).to.equal(201);
    });

    it('refuses a draft without lines', async () => {
      expectRefusal(await book(await draft('finance-vouchers', [])), 400, 'E10120');
    });

    it('refuses another date than that of the draft (D156)', async () => {
      const { voucherId } = await draft('finance-vouchers', [
        { account: account(5830), amount: 1, contraAccount: account(5810) },
      ]);

      const answer = await book({ voucherId, date: year.on('05-06') });

      expectRefusal(answer, 400, 'E10190');
      expect(answer.body.errors[0].additionalData.propertyName).to.equal('date');
    });

    it('takes the date of the draft where the request leaves it out, in a list too', async () => {
      const lines = [{ account: account(5830), amount: 1, contraAccount: account(5810) }];
      const [one, other] = [await draft('finance-vouchers', lines), await draft('finance-vouchers', lines)];

      const booked = await ours.post('/vouchers/booked', { voucherId: one.voucherId });
      const listed = await ours.post('/vouchers/booked', [{ voucherId: other.voucherId }]);

      expect(booked.status, booked.text).to.equal(201);
      expect([booked.body.date, booked.body.booked]).to.deep.equal([one.date, true]);
      expect(listed.status, listed.text).to.equal(201);
      expect(listed.body[0].date).to.equal(other.date);
    });

    it('refuses an account that was barred since the draft was made (D27)', async () => {
      await ours.put('/accounts/9401', { name: 'x', accountType: 'status' });
      const made = await draft('finance-vouchers', [
        { account: account(5830), amount: 1, contraAccount: account(5810) },
        { account: account(9401), amount: 1, contraAccount: account(5810) },
      ]);
      await ours.put('/accounts/9401', { name: 'x', accountType: 'status', barred: true });

      const answer = await book(made);

      expectRefusal(answer, 400, 'E10090');
      expect(answer.body.errors[0].additionalData.propertyName).to.equal('lines[1].account');
    });

    it('knows no draft that was never made, or is booked already', async () => {
      const done = await booked(ours, aTransfer(year.on('05-07')));

      const again = await book(done.body);
      const never = await book({ voucherId: 987654, date: year.on('05-07') });

      expectRefusal(again, 404, 'E06000');
      expectRefusal(never, 404, 'E06000');
      const { voucherId, date } = done.body;
      const asDraft = (done.body.self as string).replace('/booked/', '/drafts/');
      const hint = `It is in vouchers/booked: GET /vouchers/booked/${voucherId}.`;
      for (const refused of [
        again,
        await ours.post('/vouchers/booked', [{ voucherId, date }]),
        await ours.get(asDraft),
        await ours.put(asDraft, aTransfer(year.on('05-07'))),
        await ours.remove(asDraft),
      ]) {
        expect(refused.body.message).to.equal(`There is no ${voucherId} in vouchers/drafts.`);
        expect(refused.body.developerHint).to.equal(hint);
      }
      expect(never.body.developerHint).to.match(/^See what is there: /);
      const { body } = await ours.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('05-07')));
      const asBooked = (body.self as string).replace('/drafts/', '/booked/');
      expect((await ours.get(asBooked)).body.developerHint).to.equal(
        `It is in vouchers/drafts: GET /vouchers/drafts/${body.voucherId}.`,
      );
    });

    it('makes a voucher that nobody changes any more (D158)', async () => {
      const { body } = await booked(ours, aTransfer(year.on('05-08')));
      const asDraft = (body.self as string).replace('/booked/', '/drafts/');

      const put = await ours.put(body.self as string, {});
      const removed = await ours.remove(body.self as string);
      const putDraft = await ours.put(asDraft, { date: year.on('05-08'), lines: [] });
      const removedDraft = await ours.remove(asDraft);

      expectRefusal(put, 405, undefined);
      expectRefusal(removed, 405, undefined);
      expectRefusal(putDraft, 404, 'E06000');
      expectRefusal(removedDraft, 404, 'E06000');
      expect((await ours.get(asDraft)).status).to.equal(404);
      expect((await ours.get(body.self as string)).body).to.deep.include(body);
    });

    it('books a list, all or nothing, in its order', async () => {
      const first = await draft('finance-vouchers', [
        { account: account(5830), amount: 1, contraAccount: account(5810) },
      ]);
      const second = await draft('finance-vouchers', [{ account: account(5830), amount: 2 }]);
      const third = await draft('finance-vouchers', [
        { account: account(5830), amount: 3, contraAccount: account(5810) },
      ]);
      const list = (...drafts: readonly { voucherId: number; date: string }[]): Promise<Answered> =>
        ours.post(
          '/vouchers/booked',
          drafts.map(({ voucherId, date }) => ({ voucherId, date })),
        );

      const unbalanced = await list(first, second);
      const twice = await list(first, first);
      const otherDate = await list(first, { ...third, date: year.on('01-01') });
      const empty = await list(first, await draft('finance-vouchers', []));
      const done = await list(third, first);

      expectRefusal(unbalanced, 400, 'E10120');
      expect(unbalanced.body.errors[0].additionalData.propertyName).to.equal('[1].lines');
      expectRefusal(twice, 400, 'E10210');
      expect(twice.body.errors[0].additionalData.propertyName).to.equal('[1].voucherId');
      expect(otherDate.body.errors[0].additionalData.propertyName).to.equal('[1].date');
      expectRefusal(empty, 400, 'E10120');
      expect(empty.body.errors[0].additionalData.propertyName).to.equal('[1].lines');
      for (const { body } of [unbalanced, twice, otherDate, empty])
        expect(body.additionalData).to.deep.equal({ index: 1 });
      expect(done.status, done.text).to.equal(201);
      expect(done.headers.get('location')).to.equal(`${running.service.base}/vouchers/booked`);
      expect(
        done.body.map(({ voucherId, booked: is }: { voucherId: number; booked: boolean }) => [voucherId, is]),
      ).to.deep.equal([
        [third.voucherId, true],
        [first.voucherId, true],
      ]);
    });

    it('books a hundred at once, and no more', async () => {
      const bookings = Array.from({ length: 101 }, (_, index) => ({
        voucherId: 900_000 + index,
        date: year.on('05-05'),
      }));

      const tooMany = await ours.post('/vouchers/booked', bookings);
      const unknown = await ours.post('/vouchers/booked', bookings.slice(1));
      const none = await ours.post('/vouchers/booked', []);

      expectRefusal(unknown, 404, 'E06000');
      for (const refused of [tooMany, none]) {
        expectRefusal(refused, 400, 'E00500');
        expect(refused.body.errors[0].message).to.contain('must have 1 to 100 items');
      }
    });

    it('books two thousand lines at once, and no more: one transaction has no memory for all (R11)', async () => {
      const many = Array.from({ length: 1_000 }, (_, index) => ({
        account: account(5820),
        amount: index % 2 === 0 ? 1 : -1,
      }));
      const made = await Promise.all(
        [many, many, many.slice(0, 2)].map((lines) => draft('finance-vouchers', lines)),
      );
      const [first, second, third] = made.map(({ voucherId, date }) => ({ voucherId, date }));

      const tooMany = await ours.post('/vouchers/booked', [first, second, third]);
      const few = await ours.post('/vouchers/booked', [first, second]);

      expectRefusal(tooMany, 400, 'E00500');
      expect(tooMany.body.errors[0].message).to.contain('2000 lines together');
      expect(few.status, few.text.slice(0, 500)).to.equal(201);
      expect((await ours.post('/vouchers/booked', [third])).status).to.equal(201);
    });

    it('books VAT as it was drafted, whatever the code makes of it by now', async () => {
      const code = (ratePercentage: number) => ({
        ratePercentage,
        account: account(6610),
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      });
      await ours.put('/vat-accounts/MOVE', code(25));
      const lines = [
        {
          account: account(1310),
          amount: 125,
          vatAccount: { vatCode: 'MOVE' },
          contraAccount: account(5810),
        },
      ];
      const made = await draft('finance-vouchers', lines);
      await ours.put('/vat-accounts/MOVE', code(12.5));

      const done = await book(made);
      const later = await draft('finance-vouchers', lines);

      expect(done.status, done.text).to.equal(201);
      expect(done.body.lines[0].vatAmount).to.equal(25);
      expect(later.lines[0].vatAmount).to.equal(13.89);
    });

    it('books VAT as it was drafted also where its code has become one of reverse charge', async () => {
      const ordinary = {
        ratePercentage: 25,
        account: account(6660),
        vatType: { vatTypeNumber: 2 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      };
      await ours.put('/vat-accounts/TURN', ordinary);
      const made = await draft('finance-vouchers', [
        {
          account: account(1310),
          amount: 125,
          vatAccount: { vatCode: 'TURN' },
          contraAccount: account(5810),
        },
      ]);
      const turned = await ours.put('/vat-accounts/TURN', {
        ...ordinary,
        account: account(6650),
        contraAccount: account(6660),
        vatType: { vatTypeNumber: 3 },
      });
      expect(turned.status, turned.text).to.equal(200);

      expect((await book(made)).status).to.equal(201);

      expect(await postedBy(made)).to.deep.equal([
        [1310, 100],
        [6660, 25],
        [5810, -125],
      ]);
    });

    it('asks for departments where an account does, with the Dimension module (§2.9)', async () => {
      const asking = {
        name: 'x',
        accountType: 'profitAndLoss',
        requireDepartmentalDistributionOnEntries: true,
      };
      const line = { account: account(9402), amount: 1, contraAccount: account(5810) };
      const drafts = '/vouchers/drafts/finance-vouchers';
      const date = year.on('05-05');
      for (const one of [ours, withDimension]) await one.put('/accounts/9402', asking);

      const without = await ours.post(drafts, { date, lines: [line] });
      const lacking = await withDimension.post(drafts, { date, lines: [line] });
      const having = await withDimension.post(drafts, {
        date,
        lines: [{ ...line, department: { departmentNumber: 1 } }],
      });
      await withDimension.put('/accounts/9403', {
        ...asking,
        requireDepartmentalDistributionOnEntries: false,
      });
      const other = await withDimension.post(drafts, { date, lines: [{ ...line, account: account(9403) }] });
      await withDimension.put('/accounts/9403', asking);
      const late = await withDimension.post('/vouchers/booked', { voucherId: other.body.voucherId, date });
      const booked = await withDimension.post('/vouchers/booked', { voucherId: having.body.voucherId, date });
      const contra = await withDimension.post(drafts, {
        date,
        lines: [
          {
            ...line,
            account: account(5810),
            contraAccount: account(9402),
            department: { departmentNumber: 1 },
          },
        ],
      });

      expectRefusal(contra, 400, 'E10160');
      expect(contra.body.errors[0].additionalData.propertyName).to.equal('lines[0].contraAccount');
      expect(without.status, without.text).to.equal(201);
      expectRefusal(lacking, 400, 'E10160');
      expect(lacking.body.errors[0].additionalData.propertyName).to.equal(
        'lines[0].departmentalDistribution',
      );
      expectRefusal(late, 400, 'E10160');
      expect([having.status, booked.status]).to.deep.equal([201, 201]);
    });

    it('moves a voucher from the drafts to the booked ones', async () => {
      const made = await draft('finance-vouchers', [
        { account: account(5830), amount: 1, contraAccount: account(5810) },
      ]);
      const ids = async (at: string): Promise<number[]> =>
        (await ours.get(`${at}?pagesize=1000`)).body.collection.map(
          ({ voucherId }: { voucherId: number }) => voucherId,
        );

      const draftsBefore = await ids('/vouchers/drafts');
      await book(made);

      expect(draftsBefore).to.include(made.voucherId);
      expect(await ids('/vouchers/drafts')).not.to.include(made.voucherId);
      expect(await ids('/vouchers/booked')).to.include(made.voucherId);
      expect(await ids('/vouchers')).to.include(made.voucherId);
      expect((await ours.get('/vouchers/booked')).body.metaData.book).to.deep.include({ httpMethod: 'post' });
    });

    it('replays its answer under an idempotency key, and books once (G14)', async () => {
      const made = await draft('finance-vouchers', [
        { account: account(5830), amount: 5, contraAccount: account(5810) },
      ]);
      const key = { 'Idempotency-Key': `book-${made.voucherId}` };
      const body = { voucherId: made.voucherId, date: made.date };
      const before = await balanceOf(ours, 5830);

      const once = await ours.post('/vouchers/booked', body, key);
      const twice = await ours.post('/vouchers/booked', body, key);

      expect([once.status, twice.status]).to.deep.equal([201, 201]);
      expect(twice.text).to.equal(once.text);
      expect(twice.headers.get('idempotent-replayed')).to.equal('true');
      expect(await balanceOf(ours, 5830)).to.equal(before + 5);
    });

    it('splits both amounts of a foreign line by the VAT', async () => {
      const made = await draft('finance-vouchers', [
        {
          account: account(1310),
          amount: 150,
          currency: 'USD',
          exchangeRate: 92.345,
          vatAccount: { vatCode: 'S22' },
          contraAccount: account(5820),
        },
      ]);

      await book(made);

      const entries = await entriesOf(ours, year, made, 'financeVoucher');
      expect(
        entries.map(({ account: { accountNumber }, currency, amount, amountInBaseCurrency }) => [
          accountNumber,
          currency,
          amount,
          amountInBaseCurrency,
        ]),
      ).to.deep.equal([
        [1310, 'USD', 122.95, 113.54],
        [6610, 'USD', 27.05, 24.98],
        [5820, 'USD', -150, -138.52],
      ]);
    });
  });
}

import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { everyPage, lastYear, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
type Shown = readonly [account: number, amount: number, vatCode: string | undefined];
const account = (accountNumber: number) => ({ accountNumber });
const supplier = { supplierNumber: 1 };
const customer = { customerNumber: 1 };

for (const database of await databases()) {
  describe(`what a draft voucher says is what is booked, on ${database.name} (amendments of November)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger', 'dimension'] });
    let year: TestYear;
    before(async () => (year = await lastYear(client)));

    const draft = (type: string, lines: readonly Line[], more: Line = {}): Promise<Answered> =>
      client.post(`/vouchers/drafts/${type}`, { date: year.on('03-31'), lines, ...more });
    const made = async (type: string, lines: readonly Line[], more: Line = {}): Promise<Answered['body']> => {
      const { status, text, body } = await draft(type, lines, more);
      expect(status, text).to.equal(201);
      return body;
    };
    const book = ({ voucherId, date }: { voucherId: number; date: string }) =>
      client.post('/vouchers/booked', { voucherId, date });
    const entriesOf = async ({ voucherId }: { voucherId: number }) => {
      const path = `/accounting-years/${year.year.replace('/', '_6_')}/entries?pagesize=1000`;
      const all = await everyPage(client, path);
      return all.filter(
        ({ voucher }) => (voucher as { voucherId?: number } | undefined)?.voucherId === voucherId,
      );
    };
    const shown = (entries: readonly Record<string, unknown>[]): readonly Shown[] =>
      entries.map((entry) => [
        (entry['account'] as { accountNumber: number }).accountNumber,
        entry['amount'] as number,
        (entry['vatAccount'] as { vatCode: string } | undefined)?.vatCode,
      ]);
    const property = ({ body }: Answered): unknown => body.errors[0].additionalData.propertyName;

    it('a payment names its party and a supplier invoice its supplier (D162, E10140)', async () => {
      const cash = [{ account: account(5830), amount: 10, contraAccount: account(5810) }];
      for (const type of ['customer-payments', 'supplier-payments', 'supplier-invoices']) {
        const refused = await draft(type, cash);
        expectRefusal(refused, 400, 'E10140');
        expect(property(refused)).to.equal('lines');
      }
      await made('supplier-payments', [{ supplier, amount: 10, contraAccount: account(5810) }]);
      await made('customer-payments', [{ customer, amount: -10, contraAccount: account(5810) }]);
      await made('finance-vouchers', cash);
    });

    it('a line that names a contra account alone is seen from the party beside it (§2.8 lines)', async () => {
      const voucher = await made('supplier-invoices', [
        { supplier, amount: -625 },
        { contraAccount: account(1310), contraVatAccount: { vatCode: 'P25' }, amount: -500 },
        { contraAccount: account(1610), contraVatAccount: null, amount: -125 },
      ]);
      const booked = await book(voucher);

      expect(booked.status, booked.text).to.equal(201);
      expect(voucher.remainder).to.equal(-625);
      const entries = await entriesOf(voucher);
      expect([...shown(entries)].sort((one, other) => one[0] - other[0])).to.deep.equal([
        [1310, 400, 'P25'],
        [1610, 125, undefined],
        [6410, -625, undefined],
        [6660, 100, 'P25'],
      ]);
      const numbers = (voucher.lines as { entryNumber: number }[]).map(({ entryNumber }) => entryNumber);
      const found = entries.map(({ entryNumber }) => entryNumber);
      expect(found).to.include.members(numbers);
    });

    it('but not where no line names a party (E10140)', async () => {
      const alone = await draft('finance-vouchers', [{ contraAccount: account(1310), amount: 5 }]);

      expectRefusal(alone, 400, 'E10140');
      expect(property(alone)).to.equal('lines[0]');
    });

    it('is due by the payment terms; the date sent counts where they are of type dueDate', async () => {
      const terms = async (paymentTermsType: string, daysOfCredit?: number) => {
        const body = { name: paymentTermsType, paymentTermsType, daysOfCredit };
        return (await client.post('/payment-terms', body)).body as { paymentTermsNumber: number };
      };
      const whole = (await client.get('/suppliers/2')).body as Record<string, unknown>;
      const lines = [{ supplier: { supplierNumber: 2 }, amount: -10, contraAccount: account(1610) }];
      const dueBy = async ({ paymentTermsNumber }: { paymentTermsNumber: number }, dueDate?: string) => {
        const changed = await client.put('/suppliers/2', { ...whole, paymentTerms: { paymentTermsNumber } });
        expect(changed.status, changed.text).to.equal(200);
        return (await made('supplier-invoices', lines, dueDate === undefined ? {} : { dueDate })).dueDate;
      };
      const net = await terms('net', 30);
      const free = await terms('dueDate');

      expect(await dueBy(net)).to.equal(year.on('04-30'));
      expect(await dueBy(net, year.on('05-05'))).to.equal(year.on('04-30'));
      expect(await dueBy(free, year.on('05-05'))).to.equal(year.on('05-05'));
      expect(await dueBy(free)).to.equal(year.on('03-31'));
    });

    it('is due, as what a finance voucher owes is, by the terms of whom its lines name (§2.8)', async () => {
      const owed = { supplier, amount: -20, contraAccount: account(1610) };
      const due = { dueDate: year.on('05-05') };
      const terms = { name: 'Week', paymentTermsType: 'net', daysOfCredit: 7 };
      const { paymentTermsNumber } = (await client.post('/payment-terms', terms)).body;
      const whole = (await client.get('/customers/2')).body as Line;
      const changed = await client.put('/customers/2', { ...whole, paymentTerms: { paymentTermsNumber } });
      expect(changed.status, changed.text).to.equal(200);

      for (const more of [{}, due]) {
        const voucher = await made('finance-vouchers', [owed], more);
        const booked = await book(voucher);
        expect(booked.status, booked.text).to.equal(201);
        const [entry] = await entriesOf(voucher);
        const post = await client.get(`/open-posts/${voucher.lines[0].entryNumber as number}`);
        for (const { dueDate } of [voucher, booked.body[0] ?? booked.body, entry, post.body])
          expect(dueDate).to.equal(year.on('04-14'));
      }
      const both = [owed, { customer: { customerNumber: 2 }, amount: 20, contraAccount: account(1610) }];
      const mixed = await made('finance-vouchers', both, due);
      const again = await client.put(mixed.self as string, { ...mixed, date: year.on('03-30') });
      const dates = ({ dueDate, lines }: Answered['body']) => [
        dueDate,
        ...(lines as readonly Line[]).map((line) => line['dueDate']),
      ];
      expect(dates(mixed)).to.deep.equal([year.on('04-14'), undefined, year.on('04-07')]);
      expect(again.status, again.text).to.equal(200);
      expect(dates(again.body)).to.deep.equal([year.on('04-13'), undefined, year.on('04-06')]);
    });

    it('is due by the terms of each supplier where an invoice names several (§2.8)', async () => {
      const terms = { name: 'Ten', paymentTermsType: 'net', daysOfCredit: 10 };
      const { paymentTermsNumber } = (await client.post('/payment-terms', terms)).body;
      const whole = (await client.get('/suppliers/3')).body as Line;
      const changed = await client.put('/suppliers/3', { ...whole, paymentTerms: { paymentTermsNumber } });
      expect(changed.status, changed.text).to.equal(200);
      const owed = { supplier, amount: -20, contraAccount: account(1610) };
      const other = { ...owed, supplier: { supplierNumber: 3 }, dueDate: year.on('12-31') };

      const invoice = await made('supplier-invoices', [owed, other]);

      expect(invoice.dueDate).to.equal(year.on('04-14'));
      const booked = await book(invoice);
      expect(booked.status, booked.text).to.equal(201);
      for (const [index, dueDate] of [year.on('04-14'), year.on('04-10')].entries()) {
        const post = await client.get(`/open-posts/${invoice.lines[index].entryNumber as number}`);
        expect(post.body.dueDate).to.equal(dueDate);
      }
    });

    it('but has no due date by itself where a finance voucher pays', async () => {
      const paid = { supplier, amount: 20, contraAccount: account(1610) };
      const alone = await made('finance-vouchers', [paid]);
      const moved = await made('finance-vouchers', [
        paid,
        { supplier: { supplierNumber: 2 }, amount: -20, contraAccount: account(1610) },
      ]);
      await book(moved);

      const [first, second] = (moved.lines as { entryNumber: number }[]).map(
        ({ entryNumber }) => entryNumber,
      );
      const dueOf = async (post?: number) =>
        (await client.get(`/open-posts/${post}`)).body.dueDate as unknown;
      expect(alone).not.to.have.any.keys('dueDate');
      expect(await dueOf(first)).to.equal(undefined);
      expect(await dueOf(second))
        .to.equal(moved.dueDate)
        .and.not.to.equal(undefined);
    });

    it('is booked at the rates and on the accounts of when it was written', async () => {
      const rate = (ratePercentage: number, accountNumber: number) => ({
        name: 'Changing',
        ratePercentage,
        account: account(accountNumber),
        vatType: { vatTypeNumber: 2 },
        vatReportSetup: { vatReportSetupNumber: 3 },
      });
      const setups = (await client.get('/vat-types/2/vat-report-setups')).body.collection as {
        vatReportSetupNumber: number;
      }[];
      const vatReportSetup = { vatReportSetupNumber: setups[0]?.vatReportSetupNumber };
      const before = await client.put('/vat-accounts/CHG', { ...rate(25, 6650), vatReportSetup });
      expect(before.status, before.text).to.equal(201);
      const group = (await client.get('/supplier-groups')).body.collection[0] as Record<string, unknown>;
      const voucher = await made('supplier-invoices', [
        { supplier, amount: -125, contraAccount: account(1610), contraVatAccount: { vatCode: 'CHG' } },
      ]);

      await client.put('/vat-accounts/CHG', { ...rate(10, 6640), vatReportSetup });
      await client.put(`/supplier-groups/${group['supplierGroupNumber'] as number}`, {
        ...group,
        account: account(6420),
      });
      const booked = await book(voucher);
      await client.put(`/supplier-groups/${group['supplierGroupNumber'] as number}`, group);

      expect(booked.status, booked.text).to.equal(201);
      const entries = shown(await entriesOf(voucher));
      expect([...entries].sort((one, other) => one[0] - other[0])).to.deep.equal([
        [1610, 100, 'CHG'],
        [6410, -125, undefined],
        [6650, 25, 'CHG'],
      ]);
    });

    it('shows entries with their voucher, series, party, due date and the code of VAT (§2.7)', async () => {
      const voucher = await made('supplier-invoices', [
        { supplier, amount: -125, contraAccount: account(1310), contraVatAccount: { vatCode: 'P25' } },
      ]);
      expect((await book(voucher)).status).to.equal(201);
      const [owed, cost, vat] = await entriesOf(voucher);

      const { base } = running.service;
      const from = {
        voucherId: voucher.voucherId,
        displayVoucherNumber: voucher.voucherNumber.displayVoucherNumber,
        self: `${base}/vouchers/${voucher.voucherId}`,
      };
      expect(owed).to.deep.include({
        voucher: from,
        numberSeries: { numberSeriesNumber: 2, self: `${base}/number-series/2` },
        supplier: { supplierNumber: 1, self: `${base}/suppliers/1` },
        dueDate: voucher.dueDate,
      });
      expect(cost).to.deep.include({ voucher: from }).and.not.to.have.any.keys('supplier', 'dueDate');
      expect(vat).to.deep.include({ vatAccount: { vatCode: 'P25', self: `${base}/vat-accounts/P25` } });
      const found = await client.get(from.self);
      expect(found.body.booked).to.equal(true);
    });

    it('shows entries of an opening balance with where that is', async () => {
      const opening = await client.post('/opening-balances/drafts', {
        date: year.on('01-31'),
        lines: [{ supplier, amountInBaseCurrency: -40 }],
      });
      const { voucherId, date } = opening.body as { voucherId: number; date: string };
      expect((await client.post('/opening-balances/booked', { voucherId, date })).status).to.equal(201);

      const [entry] = await entriesOf({ voucherId });

      const { self } = entry?.['voucher'] as { self: string };
      expect(self).to.equal(`${running.service.base}/opening-balances/${voucherId}`);
      expect((await client.get(self)).status).to.equal(200);
      expect(entry?.['supplier']).to.include({ supplierNumber: 1 });
    });

    it('shows a single department as the distribution of that department (§2.7)', async () => {
      const { departmentNumber } = (await client.post('/departments', { name: 'Barn' })).body;
      const share = { department: { departmentNumber }, percentage: 100 };
      const whole = { name: 'Barn', distributionType: 'department', distributions: [share] };
      const { departmentalDistributionNumber } = (await client.post('/departmental-distributions', whole))
        .body;
      const department = { departmentNumber };
      const voucher = await made('finance-vouchers', [
        { account: account(1610), amount: 7, department, contraAccount: account(5810) },
      ]);
      await book(voucher);

      const [entry] = await entriesOf(voucher);

      expect(entry?.['departmentalDistribution']).to.include({ departmentalDistributionNumber });
    });

    it('finds and sorts entries by what the amendment names', async () => {
      const path = `/accounting-years/${year.year.replace('/', '_6_')}/entries`;
      const found = async (filter: string) => {
        const { status, text, body } = await client.get(`${path}?pagesize=1000&filter=${filter}`);
        expect(status, text).to.equal(200);
        return body.collection as Record<string, { [member: string]: unknown } & string & number>[];
      };

      const owed = await found('supplier.supplierNumber$eq:1$and:entryType$eq:supplierInvoice');
      const coded = await found('vatAccount.vatCode$eq:p25');
      const large = await found('amountInBaseCurrency$gte:400$and:account.accountNumber$eq:1310');

      expect(owed.length).to.be.greaterThan(2);
      expect(owed.every(({ supplier: named }) => named?.['supplierNumber'] === 1)).to.equal(true);
      expect(coded.length).to.be.greaterThan(3);
      expect(large.map((entry) => entry['amount'])).to.deep.equal([400]);
      const sorted = await client.get(`${path}?sort=-amountInBaseCurrency,entryNumber&pagesize=1000`);
      const amounts = (sorted.body.collection as { amountInBaseCurrency: number }[]).map(
        (entry) => entry.amountInBaseCurrency,
      );
      expect(amounts).to.deep.equal([...amounts].sort((one, other) => other - one));
      expectRefusal(await client.get(`${path}?filter=self$eq:x`), 400, 'E01010');
    });
  });
}

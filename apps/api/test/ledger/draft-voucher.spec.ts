import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { balanceOf, lastYear, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
const BANK = { accountNumber: 5810 };
const COST = { accountNumber: 1310 };
const account = (accountNumber: number) => ({ accountNumber });

for (const database of await databases()) {
  describe(`draft vouchers on ${database.name} (§2.8, facts 3.15)`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const withDimension = running.client({ modules: ['internationalLedger', 'dimension'] });
    const without = running.client();
    const sales = running.client({ modules: ['internationalLedger'], roles: ['Sales'] });
    let year: TestYear;
    before(async () => (year = await lastYear(ours)));

    const drafts = '/vouchers/drafts/finance-vouchers';
    /** A draft, without what can be done with it: lists.spec.ts looks at that. */
    const draft = async (lines: readonly Line[], more: Line = {}, at = drafts): Promise<Answered> => {
      const answered = await ours.post(at, { date: year.on('03-31'), lines, ...more });
      const { metaData: _, ...body } = answered.body;
      return { ...answered, body };
    };
    const fault = ({ body }: Answered): unknown => body.errors?.[0]?.additionalData?.propertyName;

    it('are answered whole, with their numbers, and are at home among the drafts', async () => {
      const { status, body, headers, text } = await draft(
        [
          {
            supplier: { supplierNumber: 1 },
            amount: -610,
            text: 'Two chairs',
            contraAccount: COST,
            contraVatAccount: { vatCode: 'P25' },
            supplierInvoiceNumber: 'F-77',
            dueDate: year.on('04-30'),
            remittanceInformation: {
              creditorId: '12345678',
              creditorInvoiceId: '+71<0000',
              paymentType: { paymentTypeNumber: 10 },
            },
            accruals: { account: account(5750), startDate: year.on('04-01'), endDate: year.on('09-30') },
          },
        ],
        { dueDate: year.on('04-30') },
        '/vouchers/drafts/supplier-invoices',
      );

      const { base } = running.service;
      const { voucherId } = body;
      const { entryNumber } = body.lines[0];
      const { voucherNumber } = body.voucherNumber;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(`${base}/vouchers/drafts/${voucherId}`);
      expect(body).to.deep.equal({
        voucherId,
        voucherType: 'supplierInvoice',
        voucherNumber: { displayVoucherNumber: `SUI${voucherNumber}`, prefix: 'SUI', voucherNumber },
        numberSeries: { numberSeriesNumber: 2, self: `${base}/number-series/2` },
        date: year.on('03-31'),
        // Two weeks net are the supplier's payment terms: they win.
        dueDate: year.on('04-14'),
        booked: false,
        remainder: -610,
        remainderInDefaultCurrency: -610,
        lines: [
          {
            supplier: { supplierNumber: 1, self: `${base}/suppliers/1` },
            amount: -610,
            currency: 'EUR',
            amountInBaseCurrency: -610,
            text: 'Two chairs',
            contraAccount: {
              accountNumber: 1310,
              accountType: 'profitAndLoss',
              self: `${base}/accounts/1310`,
            },
            contraVatAccount: { vatCode: 'P25', self: `${base}/vat-accounts/P25` },
            contraVatAmount: 122,
            contraVatAmountInBaseCurrency: 122,
            accruals: {
              account: { accountNumber: 5750, self: `${base}/accounts/5750` },
              startDate: year.on('04-01'),
              endDate: year.on('09-30'),
              self: `${base}/vouchers/drafts/${voucherId}#/lines/0/accruals`,
            },
            dueDate: year.on('04-14'),
            remittanceInformation: {
              creditorId: '12345678',
              creditorInvoiceId: '+71<0000',
              paymentType: { paymentTypeNumber: 10, self: `${base}/payment-types/10` },
              self: `${base}/vouchers/drafts/${voucherId}#/lines/0/remittanceInformation`,
            },
            supplierInvoiceNumber: 'F-77',
            entryNumber,
            booked: false,
          },
        ],
        self: `${base}/vouchers/drafts/${voucherId}`,
      });
      expect((await ours.get(body.lines[0].accruals.self as string)).body.lines).to.deep.equal(body.lines);
      const again = await ours.get(body.self as string);
      expect(again.headers.get('etag')).to.equal(headers.get('etag'));
      const { metaData, ...rest } = again.body;
      expect(rest).to.deep.equal(body);
      expect(Object.keys(metaData as object)).to.deep.equal(['delete', 'replace', 'book', 'attach']);
      expect((await ours.get(`/vouchers/${voucherId}`)).body.self).to.equal(body.self);
    });

    it('have no part of a line in which nothing was said, and stay readable', async () => {
      const written = await draft([{ account: BANK, amount: 1, remittanceInformation: {} }]);

      expect(written.status, written.text).to.equal(201);
      const self = written.body.self as string;
      expect(written.body.lines[0]).not.to.have.property('remittanceInformation');
      const { collection } = (await ours.get('/vouchers/drafts?pagesize=1000')).body;
      const listed = (collection as readonly Line[]).find((one) => one['self'] === self);
      expect(listed?.['lines']).to.deep.equal(written.body.lines);
      await ours.remove(self);
    });

    it('are written at the address of their type', async () => {
      const types: Record<string, string> = {};
      for (const [at, prefix] of [
        ['supplier-invoices', 'SUI'],
        ['supplier-payments', 'SUP'],
        ['customer-invoices', 'CUI'],
        ['customer-payments', 'CUP'],
        ['finance-vouchers', 'FIN'],
      ] as const) {
        const { body, text } = await draft([], {}, `/vouchers/drafts/${at}`);
        expect(body.voucherNumber.prefix, text).to.equal(prefix);
        types[at] = body.voucherType as string;
      }

      expect(types).to.deep.equal({
        'supplier-invoices': 'supplierInvoice',
        'supplier-payments': 'supplierPayment',
        'customer-invoices': 'customerInvoice',
        'customer-payments': 'customerPayment',
        'finance-vouchers': 'financeVoucher',
      });
    });

    it('need not balance, and put nothing into the books', async () => {
      const before = await balanceOf(ours, 5810);

      const { status, text } = await draft([{ account: BANK, amount: 12345 }]);

      expect(status, text).to.equal(201);
      expect(await balanceOf(ours, 5810)).to.equal(before);
    });

    it('count in their series from 1 in every accounting year (facts 5.1)', async () => {
      const years = (await ours.get('/accounting-years')).body.collection as { fromDate: string }[];
      const [first, second] = years.map(({ fromDate }) => fromDate);
      const count = async (date: string | undefined): Promise<number> =>
        (await ours.post('/vouchers/drafts/supplier-payments', { date, lines: [] })).body.voucherNumber
          .voucherNumber;

      const ofFirst = await count(first);
      const ofSecond = await count(second);

      expect([await count(first), await count(second)]).to.deep.equal([ofFirst + 1, ofSecond + 1]);
    });

    it('are refused when a line names none or several of account, customer and supplier (E10140)', async () => {
      const none = await draft([{ account: BANK, amount: 1 }, { amount: 1 }]);
      const both = await draft([{ account: BANK, supplier: { supplierNumber: 1 }, amount: 1 }]);

      expectRefusal(none, 400, 'E10140');
      expect(fault(none)).to.equal('lines[1]');
      expectRefusal(both, 400, 'E10140');
      expect(both.body.message).to.contain('account and supplier');
    });

    it('are refused with a VAT amount that is wrong by a cent, which is told (E10020)', async () => {
      const line = { account: COST, amount: 717.65, vatAccount: { vatCode: 'P25' } };

      const right = await draft([{ ...line, vatAmount: 143.53 }]);
      const wrong = await draft([line, { ...line, vatAmount: 143.52 }]);

      expect(right.status, right.text).to.equal(201);
      expectRefusal(wrong, 400, 'E10020');
      expect(wrong.body.errors[0].additionalData).to.deep.equal({
        propertyName: 'lines[1].vatAmount',
        expected: 143.53,
        supplied: 143.52,
      });
    });

    it('are refused on a date on which nothing can be booked (E10080)', async () => {
      const answer = await draft([], { date: '1999-12-31' });

      expectRefusal(answer, 400, 'E10080');
      expect(fault(answer)).to.equal('date');
    });

    it('are refused on accounts that take no entries (E10090, E10160, D27)', async () => {
      await ours.put('/accounts/9301', { name: 'Barred', accountType: 'status', barred: true });
      const cases: readonly (readonly [Line, string])[] = [
        [{ account: account(9301), amount: 1 }, 'lines[0].account'],
        [{ account: account(5710), amount: 1 }, 'lines[0].account'],
        [{ account: account(5800), amount: 1 }, 'lines[0].account'],
        [{ account: BANK, amount: 1, contraAccount: account(9301) }, 'lines[0].contraAccount'],
        [
          {
            account: BANK,
            amount: 1,
            accruals: { account: account(5800), startDate: year.on('01-01'), endDate: year.on('01-31') },
          },
          'lines[0].accruals.account',
        ],
      ];

      for (const [line, at] of cases) {
        const answer = await draft([line]);
        const code = JSON.stringify(line).includes('5800') ? 'E10160' : 'E10090';
        expectRefusal(answer, 400, code);
        expect(fault(answer)).to.equal(at);
        const way = { 9301: 'barred false', 5710: 'blockDirectEntries false', 5800: 'of type profitAndLoss' };
        const [, said] = Object.entries(way).find(([number]) => JSON.stringify(line).includes(number))!;
        expect(answer.body.developerHint).to.contain(said);
      }
    });

    it('are refused with what does not exist (E06000), naming it, and change nothing', async () => {
      const before = (await ours.get('/vouchers')).body.pagination.results as number;
      const nothing: readonly (readonly [Line, string])[] = [
        [{ account: account(8888), amount: 1 }, 'lines[0].account'],
        [{ customer: { customerNumber: 8888 }, amount: 1 }, 'lines[0].customer'],
        [{ supplier: { supplierNumber: 8888 }, amount: 1 }, 'lines[0].supplier'],
        [{ account: BANK, amount: 1, vatAccount: { vatCode: 'none' } }, 'lines[0].vatAccount'],
        [{ account: BANK, amount: 1, currency: 'XXQ', exchangeRate: 1 }, 'lines[0].currency'],
        [{ account: BANK, amount: 1, currency: 'U14' }, 'lines[0].currency'],
        [
          { account: BANK, amount: 1, remittanceInformation: { paymentType: { paymentTypeNumber: 8888 } } },
          'lines[0].remittanceInformation.paymentType',
        ],
      ];

      for (const [line, at] of nothing) {
        const answer = await draft([line]);
        expectRefusal(answer, 400, 'E06000');
        expect(fault(answer)).to.equal(at);
      }
      expect((await ours.get('/vouchers')).body.pagination.results).to.equal(before);
    });

    it('are refused with a line that breaks the schema, all of it told at once', async () => {
      const { status, body, text } = await draft([
        { account: BANK, text: 'x'.repeat(251) },
        {
          account: BANK,
          amount: 1.001,
          currency: 'EURO',
          remittanceInformation: { creditorId: 'x'.repeat(51), creditorInvoiceId: 'x'.repeat(31) },
          vatAccount: { vatCode: 'TOOLONG' },
        },
      ]);

      expect(status).to.equal(400);
      expect(body.errors[0].additionalData.missing).to.deep.equal(['lines[0].amount']);
      const named = body.errors
        .slice(1)
        .map((one: { additionalData: { propertyName: string } }) => one.additionalData.propertyName);
      expect(named, text).to.have.members([
        'lines[0].text',
        'lines[1].amount',
        'lines[1].currency',
        'lines[1].remittanceInformation.creditorId',
        'lines[1].remittanceInformation.creditorInvoiceId',
        'lines[1].vatAccount.vatCode',
      ]);
    });

    it('are numbered by a series of their type only', async () => {
      const own = await draft([], { numberSeries: { numberSeriesNumber: 1 } });
      const other = await draft([], { numberSeries: { numberSeriesNumber: 2 } });

      expect(own.status).to.equal(201);
      expectRefusal(other, 400, 'E10430');
      expect(fault(other)).to.equal('numberSeries');
    });

    it('name a foreign currency with its rate for 100 units, or the amount in base currency (D161)', async () => {
      const usd = { account: account(5820), currency: 'usd', amount: 100.01 };

      const byRate = await draft([{ ...usd, exchangeRate: 92.345 }]);
      const byAmount = await draft([{ ...usd, amountInBaseCurrency: 92 }]);
      const neither = await draft([usd]);
      const disagreeing = await draft([{ ...usd, exchangeRate: 92.345, amountInBaseCurrency: 92 }]);

      expect(byRate.body.lines[0]).to.deep.include({
        currency: 'USD',
        exchangeRate: 92.345,
        amountInBaseCurrency: 92.35,
      });
      expect(byAmount.body.lines[0]).to.deep.include({ amountInBaseCurrency: 92 });
      expectRefusal(neither, 400, 'E10200');
      expect(fault(neither)).to.equal('lines[0].exchangeRate');
      expect(fault(disagreeing)).to.equal('lines[0].amountInBaseCurrency');
    });

    it('keep amounts of thirteen digits exactly', async () => {
      const { body, text } = await draft([{ account: BANK, amount: 9999999999999.99, contraAccount: COST }]);

      expect(text).to.contain('"amount":9999999999999.99');
      expect((await ours.get(body.self as string)).text).to.contain(
        '"amountInBaseCurrency":9999999999999.99',
      );
    });

    it('have departments with the Dimension module: one, or a distribution (E10130)', async () => {
      const department = { departmentNumber: 1 };
      const departmentalDistribution = { departmentalDistributionNumber: 4 };
      const line = { account: COST, amount: 1, department };

      const ignored = await draft([{ ...line, departmentalDistribution }]);
      const kept = await withDimension.post(drafts, { date: year.on('03-31'), lines: [line] });
      const both = await withDimension.post(drafts, {
        date: year.on('03-31'),
        lines: [{ ...line, departmentalDistribution }],
      });

      expect(ignored.body.lines[0]).not.to.have.any.keys('department', 'departmentalDistribution');
      expect(kept.body.lines[0].department).to.deep.include(department);
      expectRefusal(both, 400, 'E10130');
      expect(fault(both)).to.equal('lines[0].departmentalDistribution');
    });

    it('are replaced whole; lines that give their entry number keep it (D66)', async () => {
      const { body } = await draft([
        { account: BANK, amount: 1, text: 'first' },
        { account: BANK, amount: 2, text: 'second' },
      ]);
      const [first, second] = body.lines.map(
        ({ entryNumber }: { entryNumber: number }) => entryNumber,
      ) as number[];

      const {
        status,
        body: put,
        text,
      } = await ours.put(body.self as string, {
        date: year.on('04-01'),
        lines: [
          { account: COST, amount: 3, text: 'new', entryNumber: 1 },
          { account: BANK, amount: 2, text: 'second, changed', entryNumber: second },
        ],
      });

      expect(status, text).to.equal(200);
      expect(put).to.deep.include({
        voucherId: body.voucherId,
        date: year.on('04-01'),
        voucherNumber: body.voucherNumber,
      });
      expect(put.lines.map(({ text: says }: { text: string }) => says)).to.deep.equal([
        'new',
        'second, changed',
      ]);
      expect(put.lines[1].entryNumber).to.equal(second);
      expect(put.lines[0].entryNumber)
        .to.be.greaterThan(second as number)
        .and.not.equal(first);
      expect((await ours.get(body.self as string)).body).to.deep.include(put);
    });

    it('take back what they were answered with, unchanged', async () => {
      const { body } = await draft([
        {
          supplier: { supplierNumber: 1 },
          amount: -99.95,
          contraAccount: COST,
          contraVatAccount: { vatCode: 'P25' },
        },
        { account: account(5820), amount: 10, currency: 'USD', exchangeRate: 92.5 },
      ]);
      const read = await ours.get(body.self as string);

      const { status, body: put, text } = await ours.put(body.self as string, read.body);

      expect(status, text).to.equal(200);
      expect(put).to.deep.equal(body);
    });

    it('take a number of the other year when they are moved into it', async () => {
      const { body } = await draft([]);
      const years = (await ours.get('/accounting-years')).body.collection as { fromDate: string }[];

      const moved = await ours.put(body.self as string, { date: years[0]?.fromDate, lines: [] });
      const back = await ours.put(body.self as string, { date: year.on('03-31'), lines: [] });

      expect([moved.body.voucherId, back.body.voucherId]).to.deep.equal([body.voucherId, body.voucherId]);
      expect(moved.body.voucherNumber.voucherNumber).to.be.a('number');
      expect(back.body.voucherNumber.voucherNumber).to.be.greaterThan(
        body.voucherNumber.voucherNumber as number,
      );
    });

    it('are changed only in the state that If-Match names', async () => {
      const { body, headers } = await draft([]);
      const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
      const change = { date: year.on('04-02'), lines: [] };

      const once = await ours.put(body.self as string, change, ifMatch);
      const late = await ours.put(body.self as string, change, ifMatch);
      const lateDelete = await ours.remove(body.self as string, ifMatch);

      expect([once.status, late.status, lateDelete.status]).to.deep.equal([200, 412, 412]);
    });

    it('are discarded: 204, then 404; their numbers are not used again (D152)', async () => {
      const { body } = await draft([{ account: account(5830), amount: 1 }]);

      const removed = await ours.remove(body.self as string);
      const again = await ours.remove(body.self as string);
      const next = await draft([]);

      expect([removed.status, again.status]).to.deep.equal([204, 404]);
      expectRefusal(again, 404, 'E06000');
      expect(next.body.voucherNumber.voucherNumber).to.equal(body.voucherNumber.voucherNumber + 1);
      expect(next.body.voucherId).to.be.greaterThan(body.voucherId as number);
    });

    it('keep what they name from being removed, until they are gone', async () => {
      await ours.put('/accounts/9302', { name: 'Used', accountType: 'status' });
      const { body } = await draft([{ account: account(9302), amount: 1 }]);

      const used = await ours.remove('/accounts/9302');
      await ours.remove(body.self as string);
      const free = await ours.remove('/accounts/9302');

      expectRefusal(used, 400, 'E10070');
      expect(free.status).to.equal(204);
    });

    it('are listed, filtered and sorted (facts 3.15)', async () => {
      const { body } = await draft([{ customer: { customerNumber: 1 }, amount: 77.77 }], {
        date: year.on('06-06'),
      });
      const found = async (query: string): Promise<number[]> =>
        (await ours.get(`/vouchers/drafts?${query}`)).body.collection.map(
          ({ voucherId }: { voucherId: number }) => voucherId,
        );

      expect(await found('filter=remainder$eq:77.77')).to.deep.equal([body.voucherId]);
      expect(await found(`filter=date$eq:${year.on('06-06')}$and:voucherType$eq:FinanceVoucher`)).to.include(
        body.voucherId,
      );
      expect(await found('filter=voucherNumber.prefix$eq:fin&sort=-voucherId&pagesize=1')).to.have.length(1);
      for (const name of [
        'booked',
        'dueDate',
        'externalDocumentId',
        'remainderInDefaultCurrency',
        'vatDate',
      ]) {
        const { status, text } = await ours.get(`/vouchers?filter=${name}$ne:$null:&sort=-${name}`);
        expect(status, text).to.equal(200);
      }
      const other = await ours.get('/vouchers/drafts?filter=lines.amount$eq:1');
      expectRefusal(other, 400, 'E01010');
      const all = await ours.get('/vouchers/drafts?pagesize=1');
      expect(all.body.metaData.createSupplierInvoice).to.deep.include({ httpMethod: 'post' });
      expect(all.body.metaData.find.href).to.equal(`${running.service.base}/vouchers/drafts/{voucherId}`);
    });

    it('keep the date that counts for VAT, and what they are called elsewhere (facts 3.15)', async () => {
      const more = { date: year.on('06-07'), vatDate: year.on('05-31'), externalDocumentId: 'PO/7 a' };

      const { body } = await draft([{ customer: { customerNumber: 1 }, amount: 5 }], more);

      expect(body).to.include(more);
      const found = await ours.get(
        `/vouchers/drafts?filter=externalDocumentId$like:po/7$and:vatDate$eq:${more.vatDate}`,
      );
      expect(found.body.collection[0]).to.deep.equal(body);
    });

    it('are nowhere without the international ledger, and for the keepers of the books only (D13, D165)', async () => {
      const read = await without.get('/vouchers');
      const written = await without.post(drafts, { nonsense: true });
      const foreign = await sales.get('/vouchers/drafts');

      for (const refused of [read, written]) {
        expectRefusal(refused, 404, undefined);
        expect(refused.body.developerHint).to.contain('the module internationalLedger');
      }
      expectRefusal(foreign, 403, 'E03000');
      expect((await running.service.ask('/vouchers')).status).to.equal(401);
    });

    it('show the schemas of their bodies', async () => {
      const post = await running.service.ask('/vouchers/drafts/supplier-invoices/schema/post');
      const put = await running.service.ask('/vouchers/drafts/schema/put');

      expect(post.body.required).to.deep.equal(['date', 'lines']);
      expect(put.body.properties.lines.items.properties.text.maxLength).to.equal(250);
    });
  });
}

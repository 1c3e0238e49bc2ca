import { expect } from 'chai';
import { inflateSync } from 'node:zlib';
import { insistently } from '@kontor/conformance';
import { changeItem } from '../support/change-item.js';
import { isBusy } from '../support/of-many.js';
import { expectRefusal } from '../support/refusal.js';
import { clientOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { anExpense, booked, booksOf, drafted } from './an-invoice.js';

type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amount: number;
  readonly amountInBaseCurrency: number;
  readonly entryType: string;
  readonly voucherNumber: number;
  readonly vatAccount?: { readonly vatCode: string };
};

const YEAR = new Date().getUTCFullYear();

async function entriesOf(client: Client, voucherNumber: number): Promise<readonly Entry[]> {
  const { body } = await client.get(`/accounting-years/${YEAR}/entries?pagesize=1000`);
  return (body.collection as readonly Entry[]).filter((entry) => entry.voucherNumber === voucherNumber);
}

/** The sum of amounts, in cents. */
function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}

/** The data that is attached to a document, which is the first stream of its file. */
async function dataIn(of: Answered['body'], { tokens }: Client): Promise<Answered['body']> {
  const answer = await fetch(of.pdf.download as string, { headers: tokens });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const from = bytes.indexOf('stream\n', bytes.indexOf('/EmbeddedFile')) + 'stream\n'.length;
  return JSON.parse(inflateSync(bytes.subarray(from)).toString());
}

for (const database of await databases()) {
  describe(`booking an invoice on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const many = running.client();
    const changing = running.client();
    const ledger = running.client({ modules: ['internationalLedger'] });
    const withDimension = running.client({ modules: ['internationalLedger', 'dimension'] });

    it('asks for departments where the account of a line does, with the Dimension module (§2.9)', async () => {
      const before = await booked(withDimension);
      for (const client of [ledger, withDimension]) {
        const { body: account } = await client.get('/accounts/1010');
        const asking = { ...account, requireDepartmentalDistributionOnEntries: true };
        const { status, text } = await client.put('/accounts/1010', asking);
        expect(status, text).to.equal(200);
      }
      const lines = [{ product: { productNumber: '1000' }, department: { departmentNumber: 1 } }];

      const lacking = await drafted(withDimension);
      const refused = await withDimension.post('/v2/invoices/booked', { id: lacking.id });
      const having = await drafted(withDimension, { lines });
      const made = await withDimension.post('/v2/invoices/booked', { id: having.id });

      expect(lacking.metaData).not.to.have.property('book');
      expectRefusal(refused, 400, 'E10160');
      expect(refused.body.errors[0].additionalData.propertyName).to.equal(
        'lines[0].departmentalDistribution',
      );
      expect(having.metaData).to.have.property('book');
      expect(made.status, made.text).to.equal(201);
      const credit = await withDimension.post(`${made.body.self as string}/credit-notes`, {});
      expect(credit.body.metaData).to.have.property('book');
      // What was booked on no department before is taken back from none.
      const { body: back } = await withDimension.post(`${before.self as string}/credit-notes`, {});
      expect(back.metaData).to.have.property('book');
      const taken = await withDimension.post('/v2/invoices/booked', { id: back.id });
      expect(taken.status, taken.text).to.equal(201);
      await booked(ledger);
    });

    it('makes the entries of D52, gives it its number, and takes the draft away', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const { body: before } = await ours.get('/customers/1');
      const draft = await drafted(ours, {
        lines: [
          { product: { productNumber: '1000' }, quantity: 2 },
          { product: { productNumber: '2000' }, quantity: 1.5 },
          { description: 'Thank you' },
        ],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });

      const { status, body, headers } = await ours.post('/v2/invoices/booked', { id: draft.id });

      expect(status).to.equal(201);
      expect(headers.get('location')).to.equal(body.self);
      expect(body).to.include({
        displayInvoiceNumber: `INV${body.bookedInvoiceNumber}`,
        remainder: draft.grossAmount,
      });
      expect(body.voucher).to.deep.include({ booked: true, voucherType: 'customerInvoice' });
      expect(body.lines[0]).to.deep.include({ vatRate: 25, vatAmount: 39.5 });
      const entries = await entriesOf(ours, body.voucher.voucherNumber.voucherNumber);
      expect(
        entries.map(({ account, amount, vatAccount }) => [
          account.accountNumber,
          amount,
          vatAccount?.vatCode,
        ]),
      ).to.deep.equal([
        [5710, draft.grossAmount, undefined],
        [1010, -158, 'S25'],
        [1020, -29.85, 'S12'],
        [1140, -4.5, 'S25'],
        [6610, -40.63, 'S25'],
        [6610, -3.73, 'S12'],
      ]);
      expect(new Set(entries.map(({ entryType }) => entryType))).to.deep.equal(new Set(['customerInvoice']));
      expect((await ours.get(draft.self)).status).to.equal(404);
      const { metaData: _, ...again } = (await ours.get(body.self)).body;
      expect(again).to.deep.equal(body);
      const { body: after } = await ours.get('/customers/1');
      expect(cents([after.balance, -before.balance])).to.equal(cents([draft.grossAmount]));
    });

    it('keeps its voucher among the vouchers, whose lines are its entries (facts 3.12)', async () => {
      const invoice = await booked(ledger, { lines: [{ product: { productNumber: '1000' }, quantity: 2 }] });
      const { base } = running.service;
      const { voucherId } = invoice.voucher;

      const { status, body, text } = await ledger.get(invoice.voucher.self as string);

      expect(status, text).to.equal(200);
      expect(invoice.voucher.self).to.equal(`${base}/vouchers/booked/${voucherId}`);
      const { date, dueDate, grossAmount } = invoice;
      expect(body).to.deep.include({
        voucherId,
        voucherType: 'customerInvoice',
        voucherNumber: invoice.voucher.voucherNumber,
        date,
        dueDate,
        booked: true,
        remainder: grossAmount,
        remainderInDefaultCurrency: grossAmount,
        self: invoice.voucher.self,
      });
      const entries = await entriesOf(ledger, invoice.voucher.voucherNumber.voucherNumber);
      const [customer, ...accounts] = body.lines;
      expect(customer).to.deep.include({ customer: { customerNumber: 1, self: `${base}/customers/1` } });
      expect(
        accounts.map((line: Entry) => [line.account.accountNumber, line.vatAccount?.vatCode]),
      ).to.deep.equal([
        [1010, 'S25'],
        [6610, 'S25'],
      ]);
      expect(body.lines.map((line: Entry) => line.amount)).to.deep.equal(entries.map(({ amount }) => amount));
      const ofYear = await ledger.get(`/accounting-years/${YEAR}/vouchers/${voucherId}/${date}`);
      expect(ofYear.body.lines).to.deep.equal(body.lines);
      const found = await ledger.get(
        `/vouchers?filter=voucherType$eq:customerInvoice$and:voucherId$eq:${voucherId}`,
      );
      const { metaData: _, ...shown } = body;
      expect(found.body.collection[0]).to.deep.equal(shown);
      expect((await booked(ours)).voucher).not.to.have.property('self');
    });

    it('is found by the names that other services of the family have for the same (facts 3.12, 3.13)', async () => {
      const { bookedInvoiceNumber } = await booked(ours, {
        notes: { text1: 'Pay soon', text2: 'Thank you' },
        references: {
          primarySalesPerson: { employeeNumber: 1 },
          secondarySalesPerson: { employeeNumber: 2 },
        },
      });
      const asked =
        'notes.textline1$eq:pay soon$and:notes.textLine2$like:thank$and:references.salesPerson.employeeNumber$eq:1' +
        '$and:references.vendorReference.employeeNumber$eq:2';

      const { status, body, text } = await ours.get(
        `/v2/invoices/booked?filter=${asked}&sort=-notes.textLine1`,
      );

      expect(status, text).to.equal(200);
      expect(
        body.collection.map((one: { bookedInvoiceNumber: number }) => one.bookedInvoiceNumber),
      ).to.deep.equal([bookedInvoiceNumber]);
    });

    it('is read under its old address, too, which is deprecated (amendment 50)', async () => {
      const { bookedInvoiceNumber, self } = await booked(ours);

      const list = await ours.get(`/invoices/booked?filter=bookedInvoiceNumber$eq:${bookedInvoiceNumber}`);
      const item = await ours.get(`/invoices/booked/${bookedInvoiceNumber}`);

      const { metaData: _, ...now } = (await ours.get(self)).body;
      expect(item.body).to.deep.equal(now);
      expect(list.body.collection).to.deep.equal([now]);
      expect(list.body.self).to.contain(`${running.service.base}/invoices/booked?`);
      expect(now).to.include.keys('bookedInvoiceNumber', 'grossAmount', 'remainder', 'dueDate');
      expectRefusal(await ours.get('/invoices/booked/999999'), 404, 'E06000');
    });

    it('makes a credit note of a negative amount', async () => {
      const note = await booked(ours, { lines: [{ product: { productNumber: '1000' }, quantity: -1 }] });

      expect(note).to.include({ netAmount: -79, vatAmount: -19.75, grossAmount: -98.75, remainder: -98.75 });
      const entries = await entriesOf(ours, note.voucher.voucherNumber.voucherNumber);
      expect(entries.map(({ amount }) => amount)).to.deep.equal([-98.75, 79, 19.75]);
    });

    it('balances in a foreign currency too, and the control account takes the whole', async () => {
      const line = { description: 'x', quantity: 1, unitNetPrice: 0.37 };
      const invoice = await booked(ours, {
        currency: 'USD',
        exchangeRate: 91.37,
        lines: [line, line, line, line, line],
      });

      const entries = await entriesOf(ours, invoice.voucher.voucherNumber.voucherNumber);
      expect(cents(entries.map(({ amount }) => amount))).to.equal(0);
      expect(cents(entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency))).to.equal(0);
      expect(entries[0]?.amountInBaseCurrency).to.equal(invoice.remainderInBaseCurrency);
      expect(invoice.remainderInBaseCurrency).to.equal(2.11);
    });

    it('is done once: another request finds no draft, and there is no way back (D51, D53)', async () => {
      const draft = await drafted(ours);

      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => ours.post('/v2/invoices/booked', { id: draft.id })),
      );

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 404, 404, 404]);
      const self = answers.find(({ status }) => status === 201)?.body.self as string;
      expect((await ours.put(self, {})).status).to.equal(405);
      expect((await ours.remove(self)).status).to.equal(405);
      const nowhere = await ours.post('/v2/invoices/booked', { id: 987_654 });
      expectRefusal(nowhere, 404, 'E06000');
      expect(nowhere.body.developerHint).to.match(/\/v2\/invoices\/drafts$/);
    });

    it('books on accounts that people may write no lines on (amendments, booking)', async () => {
      const { additionalExpenseNumber, account } = await anExpense(ledger);
      const [sales, postage] = [1010, account.accountNumber as number];
      for (const number of [sales, postage, 6610, 5710]) {
        const { body } = await ledger.get(`/accounts/${number}`);
        const blocked = await ledger.put(`/accounts/${number}`, { ...body, blockDirectEntries: true });
        expect(blocked.status, blocked.text).to.equal(200);
      }

      const draft = await drafted(ledger, {
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });

      const asShown = await ledger.get(`/v2/invoices/drafts/${draft.id}`);
      expect(asShown.body.metaData).to.include.keys('book');
      const { status, text } = await ledger.post('/v2/invoices/booked', { id: draft.id });
      expect(status, text).to.equal(201);
      const line = { account: { accountNumber: sales }, amount: 1, contraAccount: { accountNumber: 5820 } };
      const written = { date: `${YEAR}-01-15`, lines: [line] };
      const { body: voucher } = await ledger.post('/vouchers/drafts/finance-vouchers', written);
      const refusal =
        voucher.voucherId === undefined ? voucher : (await ledger.post('/vouchers/booked', voucher)).body;
      expect(refusal.errorCode).to.equal('E10090');
    });

    it('is booked on the accounts of when its draft was written (amendments, booking)', async () => {
      const { additionalExpenseNumber } = await anExpense(changing);
      const lines = [{ product: { productNumber: '1000' } }, { description: 'Engraving', unitNetPrice: 20 }];
      const additionalExpenseLines = [{ additionalExpense: { additionalExpenseNumber }, amount: 4 }];
      const draft = await drafted(changing, { lines, additionalExpenseLines });
      const again = await drafted(changing, { lines });
      const vatZone = { vatZoneNumber: 1 };

      await changeItem(changing, '/product-groups/1', {
        salesAccountsList: [{ salesAccount: { accountNumber: 1210 }, vatZone }],
      });
      await changeItem(changing, '/products/1000', { productGroup: { productGroupNumber: 2 } });
      await changeItem(changing, '/customer-groups/1', { account: { accountNumber: 5740 } });
      await changeItem(changing, '/vat-accounts/S25', { account: { accountNumber: 6460 } });

      const bookedOn = async ({ id }: Answered['body']): Promise<readonly unknown[]> => {
        const { status, body, text } = await changing.post('/v2/invoices/booked', { id });
        expect(status, text).to.equal(201);
        expect(body.lines[0]).not.to.have.property('postsTo');
        const entries = await entriesOf(changing, body.voucher.voucherNumber.voucherNumber);
        return entries.map(({ account, amount }) => [account.accountNumber, amount]);
      };
      expect(await bookedOn(draft)).to.deep.equal([
        [5710, 128.75],
        [1010, -79],
        [1010, -20],
        [1140, -4],
        [6610, -25.75],
      ]);
      const { body } = await changing.get(again.self);
      expect(body.lines[0]).not.to.have.property('postsTo');
      const rewritten = await changing.put(again.self, body);
      expect(rewritten.status, rewritten.text).to.equal(200);
      expect(await bookedOn(again)).to.deep.equal([
        [5740, 123.75],
        [1020, -79],
        [1210, -20],
        [6460, -24.75],
      ]);
    });

    it('says when the account of its draft was barred since, or removed: written again it is booked', async () => {
      const { body: group } = await changing.get('/customer-groups/1');
      const account = { accountNumber: 5741, name: 'For a while', accountType: 'status' };
      const { body: made } = await changing.post('/accounts', account);
      await changing.put(group.self, { ...group, account });
      const draft = await drafted(changing);
      await changing.put(group.self, group);
      const book = () => changing.post('/v2/invoices/booked', { id: draft.id });

      await changing.put(made.self, { ...account, barred: true });
      expectRefusal(await book(), 400, 'E10090');
      expect((await changing.remove(made.self)).status).to.equal(204);
      expectRefusal(await book(), 400, 'E06000');
      const { body: read } = await changing.get(draft.self);
      expect(read.metaData).not.to.have.property('book');

      await changing.put(draft.self, read);
      const { status, text } = await book();
      expect(status, text).to.equal(201);
    });

    it('refuses a barred product, a date without a year, a draft without lines, a barred customer; nothing changes', async () => {
      const { body: product } = await ours.get('/products/1004');
      const { body: customer } = await ours.get('/customers/2');
      const ofBarred = await drafted(ours, { lines: [{ product: { productNumber: '1004' } }] });
      const undated = await drafted(ours, { date: '2001-01-01' });
      const empty = await drafted(ours, { lines: [] });
      const toBarred = await drafted(ours, { customer: { customerNumber: 2 }, currency: 'EUR' });
      await ours.put('/products/1004', { ...product, barred: true });
      await ours.put('/customers/2', { ...customer, barred: true });
      const before = await booksOf(ours);

      expectRefusal(await ours.post('/v2/invoices/booked', { id: ofBarred.id }), 400, 'E06600');
      expectRefusal(await ours.post('/v2/invoices/booked', { id: undated.id }), 400, 'E10080');
      expectRefusal(await ours.post('/v2/invoices/booked', { id: empty.id }), 400, 'E10120');
      expectRefusal(await ours.post('/v2/invoices/booked', { id: toBarred.id }), 400, 'E10180');

      expect(await booksOf(ours)).to.deep.equal(before);
      await ours.put('/products/1004', product);
      await ours.put('/customers/2', customer);
      const next = await ours.post('/v2/invoices/booked', { id: ofBarred.id });
      expect(next.status, next.text).to.equal(201);
    });

    it('numbers without hole or double, by 16 clients on two replicas (G3)', async () => {
      const replica = await running.service.replica();
      const other = clientOf(() => ({ service: replica, agreement: many.agreement }));
      try {
        const drafts: { readonly id: number }[] = [];
        for (let made = 0; made < 64; made += 1) drafts.push(await drafted(many));

        const numbers: number[] = [];
        const next = drafts.values();
        await Promise.all(
          Array.from({ length: 16 }, async (_, index) => {
            const client = index % 2 === 0 ? many : other;
            for (const { id } of next) {
              const { status, body, text } = await insistently(
                () => client.post('/v2/invoices/booked', { id }),
                isBusy,
              );
              expect(status, text).to.equal(201);
              numbers.push(body.voucher.voucherNumber.voucherNumber as number);
            }
          }),
        );

        expect(numbers.sort((a, b) => a - b)).to.deep.equal(
          Array.from({ length: 64 }, (_, index) => index + 1),
        );
        const { body } = await many.get('/v2/invoices/booked?pagesize=1000');
        expect(
          body.collection.map((one: { bookedInvoiceNumber: number }) => one.bookedInvoiceNumber),
        ).to.deep.equal(Array.from({ length: 64 }, (_, index) => index + 1));
        const { body: customer } = await many.get('/customers/1');
        expect(customer.balance).to.equal(64 * 98.75);
      } finally {
        await replica.stop();
      }
    });

    it('keeps the VAT number of its customer, as it keeps name and address, whatever becomes of them', async () => {
      const { body: customer } = await ours.get('/customers/2');
      const { body: before } = await ours.put(customer.self, { ...customer, vatNumber: 'DK10000009' });
      const invoice = await booked(ours, { customer: { customerNumber: 2 }, currency: 'EUR' });
      const given = await drafted(ours, {
        customer: { customerNumber: 2 },
        currency: 'EUR',
        recipient: { name: 'Branch', vatNumber: 'DE123456789' },
      });

      const { status, text } = await ours.put(customer.self, { ...before, vatNumber: 'DK20000008' });

      expect(status, text).to.equal(200);
      expect((await ours.get(invoice.self)).body.recipient).to.deep.include({
        name: before.name,
        vatNumber: 'DK10000009',
      });
      expect((await ours.get(given.self)).body.recipient.vatNumber).to.equal('DE123456789');
    });

    it('is printed: a PDF, whatever Accept says, for who has credentials', async () => {
      const invoice = await booked(ours);
      const draft = await drafted(ours);

      for (const to of [invoice.pdf.download as string, draft.pdf.download as string]) {
        const { status, headers, text } = await ours.get(to, { Accept: 'text/html' });
        expect(status).to.equal(200);
        expect(headers.get('content-type')).to.equal('application/pdf');
        expect(text.slice(0, 5)).to.equal('%PDF-');
        expect((await running.service.ask(to)).status).to.equal(401);
        const known = await ours.get(to, { 'If-None-Match': headers.get('etag') ?? 'none' });
        expect([known.status, known.text, known.headers.get('etag')]).to.deep.equal([
          304,
          '',
          headers.get('etag'),
        ]);
      }
      expectRefusal(await ours.get('/v2/invoices/booked/987654/pdf'), 404, 'E06000');
    });

    it('shows in print the seller as it was at booking, and drafts the present one (Art. 226)', async () => {
      const { studio } = running.service.service.database;
      const call = (company: object) =>
        studio.agreements.saveCompany(ours.agreement.agreementNumber, company);
      const document = async (of: Answered['body']) => (await ours.get(of.pdf.download as string)).text;
      await call({ vatNumber: 'DK11111111', addressLine1: 'Old Street 1' });
      const [old, draft] = [await booked(ours), await drafted(ours)];
      const [before, drawn] = [await document(old), await document(draft)];

      await call({ vatNumber: 'DK22222222' });
      await call({ vatNumber: 'DK33333333', addressLine1: 'New Street 2' });

      expect(await document(old)).to.equal(before);
      expect(await document(draft)).not.to.equal(drawn);
      const next = await booked(ours);
      const present = await document(next);
      await call({ vatNumber: 'DK44444444' });
      expect(await document(next)).to.equal(present);
      expect(await document(old)).to.equal(before);
    });

    it('shows in print the terms and the units that it was sent with, whatever they are called now', async () => {
      const terms = await ours.post('/payment-terms', {
        name: 'In 9 days',
        paymentTermsType: 'net',
        daysOfCredit: 9,
      });
      const unit = await ours.post('/units', { name: 'piece' });
      const { paymentTermsNumber } = terms.body;
      const invoice = await booked(ours, {
        paymentTerms: { paymentTermsNumber },
        lines: [{ product: { productNumber: '1000' }, unit: { unitNumber: unit.body.unitNumber } }],
      });
      const inPrint = async () => (await ours.get(invoice.pdf.download as string)).text;
      const printed = await inPrint();

      const renamed = [
        await ours.put(terms.body.self, { ...terms.body, name: 'In 30 days', daysOfCredit: 30 }),
        await ours.put(unit.body.self, { name: 'box of 6' }),
      ];

      expect(renamed.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(await inPrint()).to.equal(printed);
      const { body } = await ours.get(invoice.self);
      expect(body.paymentTerms).to.include({ name: 'In 30 days', daysOfCredit: 30 });
      expect(body.lines[0].unit.name).to.equal('box of 6');
      expect(body).to.not.have.property('paymentTermsInPrint');
      expect(body.lines[0]).to.not.have.property('unitInPrint');
    });

    it('says for good why no VAT is charged, its credit note too, whatever the VAT code reports now', async () => {
      const sold = { description: 'Scrap', unitNetPrice: 20, vatInfo: { vatAccount: { vatCode: 'SRC' } } };
      const freight = {
        description: 'Loading',
        unitNetPrice: 5,
        vatInfo: { vatAccount: { vatCode: 'S25' } },
      };
      const invoice = await booked(changing, { lines: [sold, freight] });
      const reasonsIn = async (of: Answered['body']): Promise<unknown> => {
        const { vat } = await dataIn(of, changing);
        return vat.map(({ category, exemptionReason }: Record<string, string>) => [
          category,
          exemptionReason,
        ]);
      };
      const inPrint = async () => (await changing.get(invoice.pdf.download as string)).text;
      const [reasons, printed] = [await reasonsIn(invoice), await inPrint()];
      expect(reasons).to.deep.equal([
        ['AE', 'Reverse charge: the recipient owes the VAT.'],
        ['S', undefined],
      ]);

      await changeItem(changing, '/vat-accounts/SRC', { vatReportSetup: { vatReportSetupNumber: 3 } });

      expect(await inPrint()).to.equal(printed);
      const { body: draft } = await changing.post(`${invoice.self}/credit-notes`, {});
      const { body: note } = await changing.post('/v2/invoices/booked', { id: draft.id });
      expect(await reasonsIn(note)).to.deep.equal(reasons);
      const { body } = await changing.get(invoice.self);
      expect(body.vatCodeGroups[0]).not.to.have.property('soldAs');
      expect(await reasonsIn(await booked(changing, { lines: [sold] }))).to.deep.equal([
        ['E', 'Exempt from VAT.'],
      ]);
    });

    it('has a code to pay with in print where its layout has a payment slip', async () => {
      const company = { ibanNumber: 'DE89370400440532013000', swiftCode: 'COBADEFFXXX' };
      const { studio } = running.service.service.database;
      await studio.agreements.saveCompany(ours.agreement.agreementNumber, company);
      const hasCode = async (layoutNumber: number): Promise<boolean> => {
        const { pdf } = await booked(ours, { layout: { layoutNumber }, currency: 'EUR' });
        // Pictures are told to readers of screens as figures.
        return (await ours.get(pdf.download as string)).text.includes('/S /Figure');
      };

      expect(await hasCode(1)).to.equal(false);
      expect(await hasCode(2)).to.equal(true);
      expect(await hasCode(3)).to.equal(false);
    });

    it('brings its data with it: how all of it is taxed, where it goes, the tax in base currency', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const invoice = await booked(ours, {
        currency: 'USD',
        exchangeRate: 90,
        lines: [
          { product: { productNumber: '1000' } },
          { description: 'Book', unitNetPrice: 20, vatAccount: { vatCode: 'S0' } },
        ],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4 }],
        delivery: { address: 'Dock 5', city: 'Roma', county: 'RM', country: 'Italy' },
      });

      const { charges, lines, totals, deliveryAddress } = await dataIn(invoice, ours);

      const taxed = (line: { category: string; ratePercentage: string }): readonly string[] => [
        line.category,
        line.ratePercentage,
      ];
      expect(lines.map(taxed)).to.deep.equal([
        ['S', '25'],
        ['E', '0'],
      ]);
      expect(charges.map(taxed)).to.deep.equal([['S', '25']]);
      const { totalVatAmount } = invoice.vatCodeGroups[0];
      expect(Number(totals.vatInVatCurrency)).to.be.closeTo(totalVatAmount * 0.9, 0.01);
      expect(deliveryAddress).to.deep.equal({
        addressLines: ['Dock 5'],
        city: 'Roma',
        subdivision: 'RM',
        countryCode: 'IT',
      });
    });

    it('is a credit note in its data as in its title where its amount is negative', async () => {
      const lines = [{ product: { productNumber: '1000' }, quantity: -2 }];

      const { typeCode, totals } = await dataIn(await booked(ours, { lines }), ours);

      expect([typeCode, totals.withoutVat]).to.deep.equal(['381', '158']);
    });

    it('keeps the year open: it cannot be closed while drafts are dated in it (D16)', async () => {
      const draft = await drafted(ours, { date: `${YEAR - 1}-06-01` });

      const closed = await ours.post(`/accounting-years/${YEAR - 1}/closing`, {});

      expectRefusal(closed, 400, 'E10110');
      expect(closed.body.additionalData.usedBy.map(({ self }: { self: string }) => self)).to.include(
        draft.self,
      );
    });
  });
}

import { expect } from 'chai';
import { asked } from '@kontor/conformance';
import { changeItem } from '../support/change-item.js';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { anExpense, booked } from './an-invoice.js';

/** Without what binary fractions leave over. */
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

const INVENTORY = { modules: ['internationalLedger', 'inventory'] } as const;

for (const database of await databases()) {
  describe(`credit notes on ${database.name} (amendment "Credit notes")`, function () {
    const running = runningService(database);
    const ours = running.client(INVENTORY);
    const parts = running.client(INVENTORY);
    const rates = running.client(INVENTORY);
    const changing = running.client(INVENTORY);
    const withDepartments = running.client({ modules: ['dimension'] });
    const foreign = running.client({ modules: ['internationalLedger', 'dimension'] });
    const goods = running.client({ modules: ['internationalLedger', 'inventory', 'dimension'] });
    const replica = replicaOf(running);
    const faultsOf = async ({ agreement }: Client) =>
      (await running.service.service.database.checkBooks(agreement.agreementNumber)).flatMap(
        ({ faults }) => faults,
      );
    const credit = (client: Client, { self }: Answered['body'], lines?: readonly object[]) =>
      client.post(`${self as string}/credit-notes`, lines === undefined ? {} : { lines });
    const book = (client: Client, { id }: Answered['body']) => client.post('/v2/invoices/booked', { id });
    const stockOf = async (client: Client): Promise<number> =>
      (await client.get('/products/1000')).body.inventory.inStock as number;

    it('credit a line to one department or distribute it, and to none without the module (E10130)', async () => {
      const lines = [{ product: { productNumber: '1000' } }];
      const departmentalDistribution = { departmentalDistributionNumber: 4 };
      const shared = await booked(withDepartments, {
        lines: [{ ...lines[0], department: { departmentNumber: 1 } }],
      });
      const { body: draft } = await credit(withDepartments, shared);
      const note = (shares: object) => ({ ...draft, lines: [{ ...draft.lines[0], ...shares }] });

      expectRefusal(await withDepartments.put(draft.self, note({ departmentalDistribution })), 400, 'E10130');

      const other = await withDepartments.put(
        draft.self,
        note({ department: undefined, departmentalDistribution }),
      );
      expect(other.status, other.text).to.equal(200);
      const { body: unshared } = await credit(ours, await booked(ours, { lines }));
      const department = { departmentNumber: 99 };
      const ignored = await ours.put(unshared.self, {
        ...unshared,
        lines: [{ ...unshared.lines[0], department, departmentalDistribution }],
      });
      expect(ignored.status, ignored.text).to.equal(200);
    });

    it('credit an invoice in full: matched with it, its goods back, linked both ways', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const stock = await stockOf(ours);
      const { balance } = (await ours.get('/customers/1')).body;
      const invoice = await booked(ours, {
        lines: [{ product: { productNumber: '1000' }, quantity: 3 }, { description: 'Thank you' }],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });
      const { metaData } = (await ours.get(invoice.self)).body;

      const draft = await ours.post(metaData.credit.href, {});

      expect(draft.status, draft.text).to.equal(201);
      const link = { bookedInvoiceNumber: invoice.bookedInvoiceNumber, self: invoice.self };
      expect(draft.body).to.deep.include({
        salesDocumentType: 'creditNote',
        creditedInvoice: link,
        grossAmount: -invoice.grossAmount,
      });
      expect(draft.body.lines.map(({ quantity }: { quantity?: number }) => quantity)).to.deep.equal([
        -3,
        undefined,
      ]);

      const { status, body, text } = await book(ours, draft.body);

      expect(status, text).to.equal(201);
      expect(body).to.deep.include({
        salesDocumentType: 'creditNote',
        displayInvoiceNumber: `CRN${body.bookedInvoiceNumber}`,
        creditedInvoice: link,
        remainder: 0,
        remainderInDefaultCurrency: 0,
      });
      expect(body.voucher.voucherNumber.displayVoucherNumber).to.equal('CRN1');
      const after = (await ours.get(invoice.self)).body;
      expect(after).to.deep.include({
        remainder: 0,
        remainderInDefaultCurrency: 0,
        creditNotes: [{ bookedInvoiceNumber: body.bookedInvoiceNumber, self: body.self }],
      });
      expect(after.metaData?.credit).to.equal(undefined);
      expect((await ours.get(body.self)).body).to.deep.include({
        remainder: 0,
        grossAmount: body.grossAmount,
      });
      expect(await stockOf(ours)).to.equal(stock);
      expect((await ours.get('/customers/1')).body.balance).to.equal(balance);
      expectRefusal(await credit(ours, invoice), 400, 'E10230');
      expectRefusal(await credit(ours, body), 400, 'E10230');
      expectRefusal(await ours.post('/v2/invoices/booked/999999/credit-notes', {}), 404, 'E06000');
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('credit lines and quantities, never more than is left', async () => {
      const invoice = await booked(parts, {
        lines: [
          { product: { productNumber: '1000' }, quantity: 3, discountPercentage: 10 },
          { description: 'Assembly', quantity: 1.5, unitNetPrice: 40 },
        ],
      });
      for (const lines of [
        [{ lineNumber: 1, quantity: 4 }],
        [{ lineNumber: 1, quantity: 0 }],
        [{ lineNumber: 9 }],
        [],
      ]) {
        expectRefusal(await credit(parts, invoice, lines), 400, 'E10230');
      }
      const twice = await credit(parts, invoice, [{ lineNumber: 1, quantity: 1 }, { lineNumber: 1 }]);
      expectRefusal(twice, 400, 'E10210');
      expect(twice.body.errors[0].additionalData.propertyName).to.equal('lines[1].lineNumber');
      const [first, second] = [
        await credit(parts, invoice, [{ lineNumber: 1, quantity: 2 }]),
        await credit(parts, invoice, [{ lineNumber: 1, quantity: 2 }]),
      ];
      expect(first.body.netAmount).to.equal(-142.2);

      const answers = await Promise.all([book(parts, first.body), book(replica.client(parts), second.body)]);

      expect(
        answers.map(({ status }) => status).sort(),
        answers.map(({ text }) => text).join(),
      ).to.deep.equal([201, 400]);
      const refused = answers.find(({ status }) => status === 400) as Answered;
      expectRefusal(refused, 400, 'E10230');
      const [written] = [first, second].filter((_, index) => answers[index] === refused);
      const { id, self } = (written as Answered).body;
      const line = {
        lineNumber: 1,
        product: { productNumber: '1000' },
        quantity: -1,
        discountPercentage: 10,
      };
      const revised = await parts.put(self as string, { customer: { customerNumber: 1 }, lines: [line] });
      expect(revised.body, revised.text).to.include({ salesDocumentType: 'creditNote', netAmount: -71.1 });
      expect((await book(parts, { id })).status).to.equal(201);

      const rest = await credit(parts, invoice);
      expect(rest.body.netAmount).to.equal(-60);
      expect((await book(parts, rest.body)).status).to.equal(201);
      const { remainder, creditNotes } = (await parts.get(invoice.self)).body;
      expect(remainder).to.equal(0);
      expect(creditNotes).to.have.length(3);
      expect(await faultsOf(parts)).to.deep.equal([]);
    });

    for (const vatIncluded of [false, true]) {
      it(`in parts sum to the invoice, the last with what is left (VAT included: ${vatIncluded})`, async () => {
        const line = { quantity: 3, unitNetPrice: 33.33, discountPercentage: 10 };
        const invoice = await booked(parts, {
          vatIncluded,
          lines: [
            { product: { productNumber: '1000' }, ...line, unitCostPrice: 0.125 },
            { product: { productNumber: '1000' }, ...line, quantity: 1, unitNetPrice: 0.03 },
          ],
        });
        const notes: Answered['body'][] = [];
        const written = [
          await credit(parts, invoice, [{ lineNumber: 1, quantity: 1 }]),
          await credit(parts, invoice, [{ lineNumber: 1, quantity: 1 }, { lineNumber: 2 }]),
          await credit(parts, invoice, [{ lineNumber: 1, quantity: 1 }]),
        ];
        for (const draft of written) {
          const { status, body, text } = await book(parts, draft.body);
          expect(status, text).to.equal(201);
          notes.push(body);
        }

        const all = [invoice, ...notes];
        const earned = ['costPriceInBaseCurrency', 'marginInBaseCurrency'];
        for (const total of ['netAmount', 'vatAmount', 'grossAmount', ...earned]) {
          expect(sumOf(all.map((one) => one[total])), total).to.equal(0);
        }
        for (const lineNumber of [1, 2]) {
          for (const total of ['totalNetAmount', 'totalVatAmount', 'totalGrossAmount']) {
            const amounts = all.map(
              ({ lines }) =>
                lines.find((one: Answered['body']) => one.lineNumber === lineNumber)?.[total] ?? 0,
            );
            expect(sumOf(amounts), `${total} of line ${lineNumber}`).to.equal(0);
          }
        }
        expect(notes[0]).to.include(vatIncluded ? { grossAmount: -30 } : { netAmount: -30, vatAmount: -7.5 });
        expect((await parts.get(invoice.self)).body.remainder).to.equal(0);
        expect((await parts.get(notes.at(-1)?.self)).body.remainder).to.equal(0);
        expect(await faultsOf(parts)).to.deep.equal([]);
      });
    }

    for (const vatIncluded of [false, true]) {
      it(`in parts leave nothing on any account in base currency (VAT included: ${vatIncluded})`, async () => {
        const { additionalExpenseNumber } = await anExpense(foreign);
        const invoice = await booked(foreign, {
          currency: 'USD',
          exchangeRate: 91.37,
          vatIncluded,
          lines: [
            { product: { productNumber: '1000' }, quantity: 7, unitNetPrice: 3.33 },
            { description: 'Assembly', quantity: 3, unitNetPrice: 1.11, department: { departmentNumber: 1 } },
          ],
          additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 1.23 }],
        });
        const notes: Answered['body'][] = [];
        for (const lines of [
          ...Array.from({ length: 6 }, () => [{ lineNumber: 1, quantity: 1 }]),
          [{ lineNumber: 2, quantity: 1 }],
          [{ lineNumber: 2, quantity: 1 }],
          undefined,
        ]) {
          const { status, body, text } = await book(foreign, (await credit(foreign, invoice, lines)).body);
          expect(status, text).to.equal(201);
          notes.push(body);
        }

        const all = [invoice, ...notes];
        expect(sumOf(all.map(({ netAmountInBaseCurrency }) => netAmountInBaseCurrency))).to.equal(0);
        const left = new Map<string, number[]>();
        for (const { voucher } of all) {
          const { body } = await foreign.get(`/entries?filter=voucher.voucherId$eq:${voucher.voucherId}`);
          for (const entry of body.collection as Answered['body'][]) {
            const { account, departmentalDistribution, amountInBaseCurrency } = entry;
            const number = departmentalDistribution?.departmentalDistributionNumber ?? 'none';
            const key = `${account.accountNumber}, department ${number}`;
            left.set(key, [...(left.get(key) ?? []), amountInBaseCurrency]);
          }
        }
        const none = [...left.keys()].map((key) => [key, 0]);
        expect([...left].map(([key, amounts]) => [key, sumOf(amounts)])).to.deep.equal(none);
        const differences = async (account: number): Promise<readonly number[]> =>
          (
            await foreign.get(`/entries?filter=account.accountNumber$eq:${account}&pagesize=100`)
          ).body.collection.map((entry: Answered['body']) => entry.amountInBaseCurrency);
        expect(await differences(2340), 'of exchange: there is one rate').to.deep.equal([]);
        expect(sumOf(await differences(2350)), 'of rounding').to.equal(0);
        const last = (await foreign.get(notes.at(-1)?.self)).body;
        expect(last).to.include({ remainder: 0, remainderInBaseCurrency: 0 });
        const { netAmountInBaseCurrency: net, costPriceInBaseCurrency: cost } = last;
        expect(last.marginInBaseCurrency).to.equal(sumOf([net, -cost]));
        expect(await faultsOf(foreign)).to.deep.equal([]);
      });
    }

    it('at the rate of the invoice take no difference of exchange that another note left', async () => {
      const lines = [1, 2, 3].map(() => ({ description: 'Screw', quantity: 3, unitNetPrice: 0.35 }));
      const invoice = await booked(foreign, { currency: 'USD', exchangeRate: 91.2345, lines });
      const third = [1, 2, 3].map((lineNumber) => ({ lineNumber, quantity: 1 }));
      const { body: dearer } = await credit(foreign, invoice, third);
      await foreign.put(`/v2/invoices/drafts/${dearer.id}`, { ...dearer, exchangeRate: 95.5 });
      expect((await book(foreign, dearer)).status).to.equal(201);

      const { status, body, text } = await book(foreign, (await credit(foreign, invoice, third)).body);

      expect(status, text).to.equal(201);
      // 3.15 at 91.2345 are 2.87, and the 2.10 that this note leaves of them 1.92.
      expect(body.netAmountInBaseCurrency).to.equal(-0.95);
      expect(await faultsOf(foreign)).to.deep.equal([]);
    });

    it('are each within a cent of their own in base currency, however many took a part before', async () => {
      const lines = [{ description: 'Screw', quantity: 12, unitNetPrice: 0.05 }];
      const invoice = await booked(foreign, { currency: 'USD', exchangeRate: 91.3, lines });
      const nets: number[] = [];
      for (let taken = 0; taken < 12; taken += 1) {
        const { body: note } = await credit(foreign, invoice, [{ lineNumber: 1, quantity: 1 }]);
        nets.push((await book(foreign, note)).body.netAmountInBaseCurrency);
      }

      expect(new Set(nets)).to.deep.equal(new Set([-0.05, -0.04]));
      expect(sumOf([invoice.netAmountInBaseCurrency, ...nets])).to.equal(0);
      expect(await faultsOf(foreign)).to.deep.equal([]);
    });

    it('are printed with quantities of ten decimals', async () => {
      const invoice = await booked(ours, {
        lines: [{ product: { productNumber: '1001' }, quantity: 1.125 }],
      });
      const draft = await credit(ours, invoice, [{ lineNumber: 1, quantity: 0.1250000001 }]);
      expect(draft.status, draft.text).to.equal(201);

      const printed = await ours.get(draft.body.pdf.download as string);

      expect(printed.status, printed.text.slice(0, 200)).to.equal(200);
    });

    it('that were changed credit what the invoice sold, at no higher price', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const { body: lamp } = await ours.get('/products/1000');
      const other = await ours.post('/products', { ...lamp, productNumber: 'OTHER', barCode: undefined });
      expect(other.status, other.text).to.equal(201);
      const invoice = await booked(ours, {
        lines: [
          { product: { productNumber: '1000' }, quantity: 3, unitNetPrice: 100, discountPercentage: 10 },
          { description: 'Assembly', quantity: 1, unitNetPrice: 50 },
          { description: 'For an old customer', quantity: 1, unitNetPrice: -20 },
        ],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });
      const { body: draft } = await credit(ours, invoice);
      const [goods, work, rebate] = draft.lines;
      const [postage] = draft.additionalExpenseLines;
      const change = async (more: object): Promise<Answered> => {
        const put = await ours.put(draft.self, { ...draft, ...more });
        expect(put.status, put.text).to.equal(200);
        return ours.get(draft.self as string);
      };

      for (const [property, more] of [
        ['lines[0].product', { lines: [{ ...goods, product: { productNumber: 'OTHER' } }] }],
        ['lines[0].product', { lines: [{ ...goods, product: undefined }] }],
        ['lines[0].product', { lines: [{ ...work, product: { productNumber: '1000' } }] }],
        ['lines[0].unitNetPrice', { lines: [{ ...goods, unitNetPrice: 500 }] }],
        ['lines[0].unitNetPrice', { lines: [{ ...goods, discountPercentage: 0 }] }],
        ['lines[1].unitNetPrice', { lines: [goods, { ...rebate, unitNetPrice: -5 }] }],
        ['lines[1].unitNetPrice', { lines: [goods, { ...rebate, unitNetPrice: -500 }] }],
        ['lines[0].unitNetPrice', { lines: [{ ...work, unitNetPrice: -500 }] }],
        ['lines[0].unitNetPrice', { lines: [{ ...work, unitNetPrice: 62.5 }] }],
        ['lines[0].unitNetPrice', { lines: [{ ...work, unitNetPrice: 62.52 }], vatIncluded: true }],
        [
          'additionalExpenseLines[0].amount',
          { additionalExpenseLines: [{ ...postage, amount: -9, vatAmount: -2.25 }] },
        ],
      ] as const) {
        const { body } = await change(more);
        expect(body.metaData?.book, property).to.equal(undefined);
        const refused = await book(ours, draft);
        expectRefusal(refused, 400, 'E10230');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal(property);
      }
      for (const quantity of [-4, 3]) {
        await change({ lines: [{ ...goods, quantity }] });
        expect((await book(ours, draft)).body.message).to.contain('must lie between 0 and -3');
      }
      const lower = [
        { ...goods, quantity: -2, unitNetPrice: 99 },
        { ...work, discountPercentage: 5 },
      ];
      const { body: changed } = await change({ lines: lower });
      expect(changed.metaData.book.httpMethod).to.equal('post');
      const { status, body, text } = await book(ours, draft);

      expect(status, text).to.equal(201);
      expect(body.netAmount).to.equal(-(178.2 + 47.5 + 4.5));
      expect((await ours.get(invoice.self)).body.remainder).to.equal(
        sumOf([invoice.grossAmount as number, body.grossAmount as number]),
      );
      expect(await faultsOf(ours)).to.deep.equal([]);
    });

    it('credit the customer of the invoice in its currency, also where it is paid (E10220)', async () => {
      const invoice = await booked(parts);
      const { date } = invoice;
      const matches = [{ bookedInvoiceNumber: invoice.bookedInvoiceNumber }];
      const paid = await parts.post('/vouchers/drafts/customer-payments', {
        date,
        lines: [
          {
            customer: { customerNumber: 1 },
            amount: -(invoice.grossAmount as number),
            contraAccount: { accountNumber: 5820 },
            matches,
          },
        ],
      });
      const { voucherId } = paid.body;
      expect((await parts.post('/vouchers/booked', { voucherId, date })).status, paid.text).to.equal(201);
      const { body: draft } = await credit(parts, invoice);

      for (const [property, more] of [
        ['customer', { customer: { customerNumber: 2 } }],
        ['currency', { currency: 'USD', exchangeRate: 90 }],
      ] as const) {
        const put = await parts.put(draft.self, { ...draft, ...more });
        expect(put.status, put.text).to.equal(200);
        expect((await parts.get(draft.self)).body.metaData?.book, property).to.equal(undefined);
        const refused = await book(parts, draft);
        expectRefusal(refused, 400, 'E10220');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal(property);
      }
      await parts.put(draft.self, draft);
      const { status, body, text } = await book(parts, draft);
      expect(status, text).to.equal(201);
      expect(body.customer.customerNumber).to.equal(1);
    });

    it('of prices that include VAT take back no more when they are written without', async () => {
      const invoice = await booked(parts, {
        vatIncluded: true,
        lines: [{ product: { productNumber: '1000' }, quantity: 1, unitNetPrice: 125 }],
      });
      const { body: draft } = await credit(parts, invoice);
      const [line] = draft.lines;
      const change = (unitNetPrice: number) =>
        parts.put(draft.self, { ...draft, vatIncluded: false, lines: [{ ...line, unitNetPrice }] });

      await change(125);
      expectRefusal(await book(parts, draft), 400, 'E10230');
      await change(100);
      const { status, body, text } = await book(parts, draft);

      expect(status, text).to.equal(201);
      expect(body).to.include({ netAmount: -100, grossAmount: -125 });
      expect((await parts.get(invoice.self)).body.remainder).to.equal(0);
    });

    it('have the prices that were charged where they are written with VAT, or without, unlike the invoice', async () => {
      const product = { productNumber: '1000' };
      // Of these the cents round otherwise with VAT than without.
      for (const { vatIncluded, sold, quantity, unitNetPrice } of [
        { vatIncluded: true, sold: 44.64, quantity: 94, unitNetPrice: 35.712 },
        { vatIncluded: false, sold: 10.36, quantity: 103, unitNetPrice: 12.95 },
        { vatIncluded: false, sold: 99.95, quantity: 300, unitNetPrice: 124.9375 },
      ]) {
        const invoice = await booked(parts, {
          vatIncluded,
          lines: [{ product, quantity, unitNetPrice: sold, discountPercentage: 10 }],
        });
        const { body: draft } = await credit(parts, invoice);

        const { body: note, text } = await parts.put(draft.self, {
          customer: draft.customer,
          vatIncluded: !vatIncluded,
          lines: [{ lineNumber: 1, product, quantity: -quantity }],
        });

        expect(note.lines[0], text).to.deep.include({ unitNetPrice, discountPercentage: 10 });
        const made = await book(parts, note);
        expect(made.status, made.text).to.equal(201);
      }
    });

    it('take back what was earned too, of goods that had no cost price when they were sold', async () => {
      const [product, sold] = [{ productNumber: '1002' }, { date: `${new Date().getUTCFullYear()}-01-10` }];
      const invoice = await booked(rates, { ...sold, lines: [{ product, quantity: 2, unitNetPrice: 100 }] });
      const came = await rates.post('/products/1002/stock-corrections', { quantity: 5, unitCost: 60 });
      expect(came.status, came.text).to.equal(201);

      const draft = await credit(rates, invoice);
      const again = await rates.put(draft.body.self, draft.body);
      const { body, text } = await book(rates, draft.body);

      const { marginInBaseCurrency: earned, costPriceInBaseCurrency: cost } = invoice;
      expect([earned, cost]).to.deep.equal([200, 0]);
      for (const note of [draft.body, again.body, body])
        expect(note, text).to.deep.include({ marginInBaseCurrency: -200, costPriceInBaseCurrency: 0 });
    });

    it('take back the VAT that was charged, whatever the rate has become since', async () => {
      const { additionalExpenseNumber } = await anExpense(rates);
      const invoice = await booked(rates, {
        lines: [{ product: { productNumber: '1000' }, quantity: 2 }],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });
      const { body: code } = await rates.get('/vat-accounts/S25');
      expect((await rates.put('/vat-accounts/S25', { ...code, ratePercentage: 27 })).status).to.equal(200);

      const draft = await credit(rates, invoice);
      expect(draft.body, draft.text).to.deep.include({
        vatAmount: -invoice.vatAmount,
        grossAmount: -invoice.grossAmount,
      });
      const again = await rates.put(draft.body.self, draft.body);
      expect(again.body, again.text).to.deep.include({ grossAmount: -invoice.grossAmount });
      const { body, text } = await book(rates, draft.body);

      expect(body, text).to.deep.include({ grossAmount: -invoice.grossAmount, remainder: 0 });
      expect(body.vatCodeGroups[0].vatRate).to.equal(25);
      expect((await rates.get(invoice.self)).body.remainder).to.equal(0);
      expect(await faultsOf(rates)).to.deep.equal([]);
    });

    it('post on the accounts of the invoice, whatever product, expense, customer and VAT code name since', async () => {
      const { additionalExpenseNumber } = await anExpense(changing);
      const invoice = await booked(changing, {
        lines: [{ product: { productNumber: '1000' }, quantity: 2 }],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4 }],
      });
      await changeItem(changing, '/products/1000', { productGroup: { productGroupNumber: 2 } });
      await changeItem(changing, '/customer-groups/1', { account: { accountNumber: 5740 } });
      await changeItem(changing, '/vat-accounts/S25', { account: { accountNumber: 6460 } });
      await changeItem(changing, `/additional-expenses/${additionalExpenseNumber}`, {
        account: { accountNumber: 1010 },
      });

      const { body: part } = await credit(changing, invoice, [{ lineNumber: 1, quantity: 1 }]);
      const again = await changing.put(part.self, part);
      expect(again.status, again.text).to.equal(200);
      await book(changing, part);
      const rest = await credit(changing, invoice);
      const { body: note, text } = await book(changing, rest.body);

      expect(note.remainder, text).to.equal(0);
      expect(note.lines[0]).not.to.have.property('postsTo');
      expect(note.additionalExpenseLines[0]).not.to.have.property('postsTo');
      const year = new Date().getUTCFullYear();
      const { body } = await changing.get(`/accounting-years/${year}/entries?pagesize=1000`);
      const left = new Map<number, number[]>();
      for (const { account, amount } of body.collection as Answered['body'][])
        left.set(account.accountNumber, [...(left.get(account.accountNumber) ?? []), amount]);
      expect([...left.keys()].sort()).to.deep.equal([1010, 1140, 5710, 6610]);
      expect([...left.values()].map(sumOf)).to.deep.equal([0, 0, 0, 0]);
      expect(await faultsOf(changing)).to.deep.equal([]);
    });

    it('take back of departments, prices and stock what was sold, whatever the product has become', async () => {
      const self = '/products/LIC_6_1';
      const customer = { customerNumber: 1 };
      const line = { product: { productNumber: 'LIC/1' }, quantity: 4, discountPercentage: 10 };
      const invoice = await booked(goods, { customer, lines: [line] });
      const stock = await goods.post('/products/1000/stock-corrections', { quantity: 10, unitCost: 5 });
      expect(stock.status, stock.text).to.equal(201);
      const kept = await booked(goods, {
        customer,
        lines: [
          { product: { productNumber: '1000' }, department: { departmentNumber: 1 } },
          { description: 'Advice', unitNetPrice: 60, unitCostPrice: 20, department: { departmentNumber: 2 } },
        ],
      });
      await changeItem(goods, self, {
        department: { departmentNumber: 2 },
        productGroup: { productGroupNumber: 1 },
        salesPrice: 1,
      });
      await changeItem(goods, '/products/1000', { department: { departmentNumber: 3 }, salesPrice: 2 });

      const { body: all } = await credit(goods, invoice);
      const written = await goods.put(all.self, {
        customer,
        lines: [{ lineNumber: 1, product: line.product, quantity: -1 }],
      });
      const { body: whole } = await credit(goods, kept);
      const left = await goods.put(whole.self, {
        customer,
        lines: [
          { lineNumber: 1, product: { productNumber: '1000' }, quantity: -1 },
          { lineNumber: 2, description: 'Advice', quantity: -1 },
        ],
      });

      expect(all.lines[0]).not.to.have.property('department');
      expect(written.body.lines[0], written.text).not.to.have.property('department');
      expect(written.body.lines[0]).to.deep.include({ unitNetPrice: 24, discountPercentage: 10 });
      expect(left.body.lines[0]).to.deep.include({ unitNetPrice: 79, unitCostPrice: 5 });
      expect(left.body.lines[1]).to.deep.include({ unitNetPrice: 60, unitCostPrice: 20 });
      const departments = left.body.lines.map(
        ({ department }: Answered['body']) => department.departmentNumber,
      );
      expect(departments).to.deep.equal([1, 2]);
      const note = await book(goods, written.body);
      expect(note.status, note.text).to.equal(201);
      await book(goods, left.body);
      expect((await goods.get(self)).body.inventory.inStock).to.equal(0);
      expect((await goods.get('/products/1000')).body.inventory.inStock).to.equal(10);
      expect(await faultsOf(goods)).to.deep.equal([]);
    });

    it('put back what left the stock, also where none is kept of the product by now', async () => {
      const self = '/products/1014';
      const inStock = async (): Promise<number> => (await goods.get(self)).body.inventory.inStock as number;
      await goods.post(`${self}/stock-corrections`, { quantity: 10, unitCost: 5 });
      const invoice = await booked(goods, { lines: [{ product: { productNumber: '1014' }, quantity: 4 }] });
      expect(await inStock()).to.equal(6);
      await changeItem(goods, self, { productGroup: { productGroupNumber: 3 } });

      const { body: note } = await credit(goods, invoice, [{ lineNumber: 1, quantity: 3 }]);
      const answer = await book(goods, note);

      expect(answer.status, answer.text).to.equal(201);
      expect(await inStock()).to.equal(9);
      expect(await faultsOf(goods)).to.deep.equal([]);
    });

    it('are of the line at their place where they leave out its number, at what it was sold for', async () => {
      const customer = { customerNumber: 1 };
      const product = { productNumber: 'LIC/2' };
      const made = await goods.post('/products', {
        ...product,
        ...{ name: 'Licence', salesPrice: 50, productGroup: { productGroupNumber: 2 } },
      });
      expect(made.status, made.text).to.equal(201);
      const invoice = await booked(goods, {
        customer,
        lines: [{ product, quantity: 2, unitNetPrice: 40, discountPercentage: 10 }],
      });
      await changeItem(goods, '/products/LIC_6_2', {
        department: { departmentNumber: 2 },
        productGroup: { productGroupNumber: 1 },
      });
      const { body: draft } = await credit(goods, invoice);

      const { body: note, text } = await goods.put(draft.self, {
        customer,
        lines: [{ product, quantity: -2, vatInfo: draft.lines[0].vatInfo }],
      });

      expect(note.lines[0], text).to.deep.include({ unitNetPrice: 40, discountPercentage: 10 });
      expect(note.lines[0]).not.to.have.property('department');
      expect((await book(goods, note)).status).to.equal(201);
      expect((await goods.get('/products/LIC_6_2')).body.inventory.inStock).to.equal(0);
      expect(await faultsOf(goods)).to.deep.equal([]);
    });

    it('take back of an older invoice, with lines of one number, each as that product was sold', async () => {
      const lines = [
        { product: { productNumber: 'LIC/1' }, quantity: 2, department: { departmentNumber: 1 } },
        { product: { productNumber: '1000' }, quantity: 1, unitCostPrice: 30 },
      ];
      const invoice = await booked(withDepartments, { lines });
      await asked(
        running.service.databaseUrl,
        'UPDATE `booked_invoice` SET `lines` = REPLACE(`lines`, \'"lineNumber":2\', \'"lineNumber":1\') ' +
          `WHERE \`agreement_number\` = ${withDepartments.agreement.agreementNumber} ` +
          `AND \`booked_invoice_number\` = ${invoice.bookedInvoiceNumber as number}`,
      );
      // Of an instance that has not seen it.
      const { body: draft } = await credit(replica.client(withDepartments), invoice);
      const { body: note, text } = await replica.client(withDepartments).put(draft.self, {
        customer: draft.customer,
        lines: [{ lineNumber: 1, ...lines[1], unitCostPrice: undefined, quantity: -1 }],
      });

      expect(draft.lines[0].department.departmentNumber, draft.text).to.equal(1);
      for (const line of [draft.lines[1], note.lines[0]]) {
        expect(line, text).to.include({ unitNetPrice: invoice.lines[1].unitNetPrice, unitCostPrice: 30 });
        expect(line).not.to.have.property('department');
      }
    });

    it('take an expense back in part from where the invoice posted it', async () => {
      const { additionalExpenseNumber } = await anExpense(changing);
      const invoice = await booked(changing, {
        lines: [{ product: { productNumber: '1000' } }],
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4 }],
      });
      const { body: present } = await changing.get('/customer-groups/1');
      const other = await changing.put(present.self, { ...present, account: { accountNumber: 5720 } });
      expect(other.status, other.text).to.equal(200);
      const self = `/additional-expenses/${additionalExpenseNumber}`;
      const { body: expense } = await changing.get(self);
      await changing.put(self, { ...expense, account: { accountNumber: 1010 } });
      const { body: note } = await credit(changing, invoice);
      const [line] = note.additionalExpenseLines;

      const half = await changing.put(note.self, {
        ...note,
        lines: [],
        additionalExpenseLines: [{ ...line, amount: -2, vatAmount: undefined }],
      });
      expect(half.status, half.text).to.equal(200);
      const { body, text } = await book(changing, half.body);

      expect(body.voucher, text).to.be.an('object');
      const { body: year } = await changing.get(
        `/accounting-years/${new Date().getUTCFullYear()}/entries?filter=voucher.voucherId$eq:${body.voucher.voucherId}`,
      );
      const posted = (year.collection as Answered['body'][]).map(({ account, amount }) => [
        account.accountNumber,
        amount,
      ]);
      expect(posted).to.deep.equal([
        [present.account.accountNumber, -2.5],
        [1140, 2],
        [6460, 0.5],
      ]);
    });

    it('take back expenses that the invoice charged, and no others (E10230)', async () => {
      const [postage, stamp] = [await anExpense(parts), await anExpense(parts, { name: 'Stamp' })];
      const line = ({ additionalExpenseNumber }: Answered['body'], amount: number) => ({
        additionalExpense: { additionalExpenseNumber },
        amount,
      });
      const invoice = await booked(parts, {
        additionalExpenseLines: [
          { ...line(postage, 8), lineNumber: 1 },
          { ...line(postage, -2), lineNumber: 2 },
        ],
      });
      const { body: note } = await credit(parts, invoice);

      for (const expenses of [
        [line(stamp, -4)],
        [line(postage, 4)],
        [line(postage, -8.01)],
        [line(postage, -8), line(stamp, 1)],
        [line(postage, -1_000), { ...line(postage, 1_000), vatAccount: { vatCode: 'S0' } }],
      ]) {
        const additionalExpenseLines = expenses.map((one, index) => ({ ...one, lineNumber: index + 1 }));
        const put = await parts.put(note.self, { ...note, lines: [], additionalExpenseLines });
        expect(put.status, put.text).to.equal(200);
        expect((await parts.get(note.self)).body.metaData?.book).to.equal(undefined);
        const refused = await book(parts, note);
        expectRefusal(refused, 400, 'E10230');
        expect(refused.body.errors[0].additionalData.propertyName).to.match(
          /^additionalExpenseLines\[[01]\]\.amount$/,
        );
      }
      const all = await parts.put(note.self, note);
      expect(all.body, all.text).to.include({ netAmount: -85 });
      expect((await book(parts, note)).body.remainder).to.equal(0);
      expect((await parts.get(invoice.self)).body.remainder).to.equal(0);
    });

    it('take back an expense in part under its VAT code and rate, and under no other (E10230)', async () => {
      const { additionalExpenseNumber, self } = await anExpense(rates, { vatAccount: { vatCode: 'S0' } });
      const { body: code } = await rates.get('/vat-accounts/S25');
      const putCode = (vatCode: string, ratePercentage: number) =>
        rates.put(`/vat-accounts/${vatCode}`, { ...code, vatCode, ratePercentage });
      await putCode('E8', 8);
      await putCode('E10', 10);
      const expense = { additionalExpense: { additionalExpenseNumber }, amount: 10 };
      const invoice = await booked(rates, {
        lines: [{ description: 'Lamp', unitNetPrice: 100, vatInfo: { vatAccount: { vatCode: 'E8' } } }],
        additionalExpenseLines: [{ ...expense, vatAccount: { vatCode: 'E8' } }],
      });
      await putCode('E8', 20);
      const { body: note } = await credit(rates, invoice);
      const put = (more: object) =>
        rates.put(note.self, { ...note, additionalExpenseLines: [{ ...expense, ...more }] });

      const other = await put({ amount: -10, vatAccount: { vatCode: 'E10' } });
      expect(other.status, other.text).to.equal(200);
      const refused = await book(rates, note);
      expectRefusal(refused, 400, 'E10230');
      expect(refused.text).to.contain(`expense ${additionalExpenseNumber} under VAT code E10: 0`);
      expectRefusal(await put({ amount: -5, vatAmount: -1 }), 400, 'E10020');
      const half = await put({ amount: -5, vatAmount: -0.4 });
      expect(half.body, half.text).to.deep.include({ netAmount: -105, vatAmount: -8.4 });
      await changeItem(rates, self, { vatAccount: { vatCode: 'S25' } });
      const { body, text } = await book(rates, note);
      expect(body, text).to.deep.include({ netAmount: -105, vatAmount: -8.4 });
      expect(await faultsOf(rates)).to.deep.equal([]);
    });

    it('take back an expense in parts until nothing of it is left, VAT either', async () => {
      const { additionalExpenseNumber } = await anExpense(parts);
      const expense = { additionalExpense: { additionalExpenseNumber } };
      const invoice = await booked(parts, {
        lines: [],
        additionalExpenseLines: [
          { ...expense, amount: 0.6 },
          { ...expense, amount: 0.4 },
        ],
      });
      expect(invoice).to.include({ vatAmount: 0.25, grossAmount: 1.25 });
      const { body: whole } = await credit(parts, invoice);
      const take = async (...amounts: readonly number[]) => {
        const { body: note } = await credit(parts, invoice);
        const additionalExpenseLines = amounts.map((amount) => ({ ...expense, amount }));
        const { status, text } = await parts.put(note.self, { ...note, additionalExpenseLines });
        expect(status, text).to.equal(200);
        return book(parts, note);
      };

      const first = await take(-0.34);
      const second = await take(-0.3, -0.04);
      expect([first.body.vatAmount, second.body.vatAmount], second.text).to.deep.equal([-0.09, -0.09]);
      expectRefusal(await book(parts, whole), 400, 'E10230');
      expectRefusal(await take(-0.33), 400, 'E10230');
      const { body: rest } = await credit(parts, invoice);
      expect(rest.additionalExpenseLines.map(({ amount }: { amount: number }) => amount)).to.deep.equal([
        -0.32,
      ]);
      const figured = { ...rest.additionalExpenseLines[0], vatAmount: -0.08 };
      const wrong = await parts.put(rest.self, { ...rest, additionalExpenseLines: [figured] });
      expectRefusal(wrong, 400, 'E10020');
      expect(wrong.text).to.contain('-0.07');
      const last = await parts.put(rest.self, rest);
      expect(last.body, last.text).to.include({ netAmount: -0.32, vatAmount: -0.07, grossAmount: -0.39 });
      expect((await book(parts, rest)).body.remainder).to.equal(0);

      const { body: all } = await parts.get(invoice.self);
      expect(all.remainder).to.equal(0);
      expect(all.metaData?.credit).to.equal(undefined);
      expectRefusal(await credit(parts, invoice), 400, 'E10230');
      expect(await faultsOf(parts)).to.deep.equal([]);
    });

    const rewritten = ({ bookedInvoiceNumber }: Answered['body'], change: string) =>
      asked(
        running.service.databaseUrl,
        `UPDATE \`booked_invoice\` SET ${change} ` +
          `WHERE \`agreement_number\` = ${parts.agreement.agreementNumber} ` +
          `AND \`booked_invoice_number\` = ${bookedInvoiceNumber as number}`,
      );
    const NOT_TOLD = "`credit_notes` = JSON_REMOVE(`credit_notes`, '$[0].credited.expenseLines')";

    it('take back what notes of an older version left of an expense, which did not say how much', async () => {
      const { additionalExpenseNumber } = await anExpense(parts);
      const expense = { additionalExpense: { additionalExpenseNumber } };
      const invoice = await booked(parts, {
        lines: [],
        additionalExpenseLines: [{ ...expense, amount: 10 }],
      });
      const { body: note } = await credit(parts, invoice);
      await parts.put(note.self, { ...note, additionalExpenseLines: [{ ...expense, amount: -4 }] });
      expect((await book(parts, note)).status).to.equal(201);
      await rewritten(invoice, NOT_TOLD);
      // Of an instance that has not seen it.
      const other = replica.client(parts);

      const shown = await other.get(invoice.self);
      const { body: rest, text } = await credit(other, invoice);
      const again = await other.put(rest.self, rest);
      const last = await book(other, rest);

      expect(shown.body.metaData?.credit, shown.text).to.be.an('object');
      expect(rest, text).to.include({ netAmount: -6, vatAmount: -1.5, grossAmount: -7.5 });
      expect(again.body, again.text).to.include({ netAmount: -6, vatAmount: -1.5 });
      expect(last.body, last.text).to.include({ grossAmount: -7.5, remainder: 0 });
      const { body: all } = await other.get(invoice.self);
      expect(all.remainder).to.equal(0);
      expect(all.metaData?.credit).to.equal(undefined);
      expectRefusal(await credit(other, invoice), 400, 'E10230');
    });

    it('take nothing twice of an expense that a note of an older version took under another VAT code', async () => {
      const { additionalExpenseNumber } = await anExpense(parts);
      const expense = { additionalExpense: { additionalExpenseNumber } };
      const invoice = await booked(parts, {
        lines: [],
        additionalExpenseLines: [{ ...expense, amount: 10 }],
      });
      const { body: draft } = await credit(parts, invoice);
      const note = await book(parts, draft);
      expect(note.status, note.text).to.equal(201);
      await rewritten(invoice, NOT_TOLD);
      const lines = '`additional_expense_lines`';
      const under = (code: string) =>
        rewritten(note.body, `${lines} = JSON_SET(${lines}, '$[0].vatAccount.vatCode', '${code}')`);
      await under('S0');
      const other = replica.client(parts);

      const shown = await other.get(invoice.self);
      const refused = await credit(other, invoice);
      await under('S25');

      expect(shown.body.metaData?.credit, shown.text).to.equal(undefined);
      expectRefusal(refused, 400, 'E10230');
    });

    it('show the VAT that is left, whatever becomes of an expense that they name', async () => {
      const line = { description: 'Pin', unitNetPrice: 0.1, vatInfo: { vatAccount: { vatCode: 'S25' } } };
      const { additionalExpenseNumber, self } = await anExpense(parts);
      const invoice = await booked(parts, { lines: [{ ...line, quantity: 2 }] });
      await book(parts, (await credit(parts, invoice, [{ lineNumber: 1, quantity: 1 }])).body);
      const { body: note } = await credit(parts, invoice);
      const additionalExpenseLines = [{ additionalExpense: { additionalExpenseNumber }, amount: 0 }];
      const noted = await parts.put(note.self, { ...note, additionalExpenseLines });
      expect(noted.body, noted.text).to.deep.include({ vatAmount: -0.02, grossAmount: -0.12 });

      expect((await parts.remove(self)).status).to.equal(204);

      const shown = (await parts.get(note.self)).body;
      expect(shown).to.deep.include({ vatAmount: -0.02, grossAmount: -0.12, additionalExpenseLines: [] });
    });

    it('say what an old invoice needs that is gone or barred, and are made once it is there', async () => {
      const { additionalExpenseNumber, self } = await anExpense(rates);
      const postage = { name: 'Postage', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } };
      const invoice = await booked(rates, {
        additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber }, amount: 4.5 }],
      });
      const bar = async (to: string, barred: boolean): Promise<void> => {
        const { body } = await rates.get(to);
        expect((await rates.put(to, { ...body, barred })).status).to.equal(200);
      };
      await rates.remove(self as string);

      const gone = await credit(rates, invoice);
      expectRefusal(gone, 400, 'E06000');
      expect(gone.text).to.contain('additionalExpenseLines[0].additionalExpense');
      expect((await rates.put(self as string, postage)).status).to.equal(201);

      await bar('/products/1000', true);
      await bar('/accounts/1010', true);
      const draft = (await credit(rates, invoice)).body;
      const barred = await book(rates, draft);
      expectRefusal(barred, 400, 'E10090');
      expect(barred.body.message).to.contain('1010');
      await bar('/accounts/1010', false);

      const { status, body, text } = await book(rates, draft);
      expect(status, text).to.equal(201);
      expect(body.grossAmount).to.equal(-(invoice.grossAmount as number));
      await bar('/products/1000', false);
      expect(await faultsOf(rates)).to.deep.equal([]);
    });

    it('leave open what was paid already', async () => {
      const invoice = await booked(parts);
      const { bookedInvoiceNumber, date } = invoice;
      const paid = await parts.post('/vouchers/drafts/customer-payments', {
        date,
        lines: [
          {
            customer: { customerNumber: 1 },
            amount: -90,
            invoiceNumber: bookedInvoiceNumber,
            contraAccount: { accountNumber: 5820 },
          },
        ],
      });
      const { voucherId } = paid.body;
      expect((await parts.post('/vouchers/booked', { voucherId, date })).status).to.equal(201);

      const { body, text } = await book(parts, (await credit(parts, invoice)).body);

      expect(body.remainder, text).to.equal(-90);
      expect((await parts.get(invoice.self)).body.remainder).to.equal(0);
      expect(await faultsOf(parts)).to.deep.equal([]);
    });
  });
}

import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { anExpense, anInvoice, drafted } from './an-invoice.js';

const DRAFTS = '/v2/invoices/drafts';

for (const database of await databases()) {
  describe(`draft invoices on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const withStock = running.client({ modules: ['inventory'] });
    const withDimension = running.client({ modules: ['dimension'] });

    it('take everything but their customer from the customer (amendment 42)', async () => {
      const { body: customer } = await ours.get('/customers/1');

      const draft = await drafted(ours, { lines: [] });

      const today = new Date().toISOString().slice(0, 10);
      expect(draft).to.include({ date: today, currency: 'EUR', exchangeRate: 100, grossAmount: 0 });
      expect(draft.recipient).to.include({ name: customer.name, zip: customer.zip });
      expect(draft.recipient.vatZone.vatZoneNumber).to.equal(1);
      expect(draft.paymentTerms).to.include({
        paymentTermsNumber: 2,
        name: 'Net 14 days',
        paymentTermsType: 'net',
      });
      expect(draft.layout.layoutNumber).to.equal(1);
    });

    it('take price, text, unit and VAT of a line from its product', async () => {
      const draft = await drafted(ours);

      expect(draft.lines[0]).to.include({
        description: 'Desk lamp, brass',
        quantity: 1,
        unitNetPrice: 79,
        unitCostPrice: 34.5,
      });
      expect(draft.lines[0].unit).to.include({ unitNumber: 1, name: 'piece' });
      expect(draft.lines[0].vatInfo).to.deep.include({ vatRate: 25 });
      expect(draft).to.include({ netAmount: 79, vatAmount: 19.75, grossAmount: 98.75, roundingAmount: 0 });
      expect(draft).to.include({
        costPriceInBaseCurrency: 34.5,
        marginInBaseCurrency: 44.5,
        marginPercentage: 56.33,
      });
    });

    for (const [vatZoneNumber, vatCode, vatAmount] of [
      [1, 'S25', 19.75],
      [2, 'SEUG', 0],
      [3, 'SEXP', 0],
      [4, 'S0', 0],
    ] as const) {
      it(`charge ${vatCode} in VAT zone ${vatZoneNumber}, from the sales account of the product group (facts 3.7)`, async () => {
        const draft = await drafted(ours, { recipient: { vatZone: { vatZoneNumber } } });

        expect(draft.lines[0].vatInfo.vatAccount.vatCode).to.equal(vatCode);
        expect(draft.vatAmount).to.equal(vatAmount);
      });
    }

    it('are only computed with ?preview=true, which the collection leads to: nothing is kept', async () => {
      const { metaData, pagination } = (await ours.get(DRAFTS)).body;
      const before = pagination.results;

      const { status, body, text } = await ours.post(metaData.preview.href, anInvoice());

      expect(metaData.preview).to.include({ httpMethod: 'post' });
      expect(metaData.preview.href).to.match(/\/v2\/invoices\/drafts\?preview=true$/);
      expect(status, text).to.equal(200);
      expect(body).to.include({ grossAmount: 98.75 });
      expect(body).not.to.have.any.keys('id', 'self', 'pdf');
      expect((await ours.get(DRAFTS)).body.pagination.results).to.equal(before);
    });

    it('are due with the last instalment under terms of type timeTable (facts 3.9)', async () => {
      const instalment = (percentage: number, paymentTermsNumber: number) => ({
        percentage,
        paymentTerms: { paymentTermsNumber },
      });
      const net = async (daysOfCredit: number): Promise<number> =>
        (
          await ours.post('/payment-terms', {
            name: `Net ${daysOfCredit}`,
            paymentTermsType: 'net',
            daysOfCredit,
          })
        ).body.paymentTermsNumber as number;
      const [soon, later] = [await net(10), await net(40)];
      const table = { name: 'Two thirds later', paymentTermsType: 'TimeTable' };
      const lines = [instalment(33, soon), instalment(67, later)];

      const made = await ours.post('/payment-terms', { ...table, timetablePaymentTemplate: { lines } });
      const short = await ours.post('/payment-terms', {
        ...table,
        timetablePaymentTemplate: { lines: lines.slice(1) },
      });
      const without = await ours.post('/payment-terms', table);
      const nested = await ours.post('/payment-terms', {
        ...table,
        timetablePaymentTemplate: { lines: [instalment(100, made.body.paymentTermsNumber as number)] },
      });
      const draft = await drafted(ours, {
        date: '2026-11-20',
        paymentTerms: { paymentTermsNumber: made.body.paymentTermsNumber },
      });

      expect(made.status, made.text).to.equal(201);
      expect(made.body.timetablePaymentTemplate.lines[1]).to.deep.equal({
        timetablePaymentTemplateLineNumber: 2,
        percentage: 67,
        paymentTerms: {
          paymentTermsNumber: later,
          self: `${running.service.base}/payment-terms/${later}`,
        },
      });
      expectRefusal(short, 400, 'E10300');
      expectRefusal(without, 400, 'E00500');
      expectRefusal(nested, 400, 'E10340');
      expect(draft.dueDate).to.equal('2026-12-30');
      expect(draft.paymentTerms.paymentTermsType).to.equal('timeTable');
      expectRefusal(await ours.remove(`/payment-terms/${later}`), 400, 'E10150');
      const own = await ours.post('/payment-terms', {
        ...table,
        paymentTermsNumber: 77,
        timetablePaymentTemplate: { lines: [instalment(100, 77)] },
      });
      expectRefusal(own, 400, 'E10340');
      // Nor do terms that are instalments already become a time table.
      const parts = { timetablePaymentTemplate: { lines: [instalment(100, soon)] } };
      const ofLater = await ours.put(`/payment-terms/${later}`, { ...table, ...parts });
      expectRefusal(ofLater, 400, 'E10340');
      const again = await ours.put(`/payment-terms/${made.body.paymentTermsNumber as number}`, {
        ...table,
        ...parts,
      });
      expect(again.status, again.text).to.equal(200);
    });

    it('are due when the payment terms say so; a date that is sent counts under terms of type dueDate only (§2.8)', async () => {
      const terms = async (name: string, paymentTermsType: string, daysOfCredit: number): Promise<object> => {
        const { body } = await ours.post('/payment-terms', { name, paymentTermsType, daysOfCredit });
        return { paymentTerms: { paymentTermsNumber: body.paymentTermsNumber as number } };
      };
      const sent = { date: '2026-11-20', dueDate: '2027-02-01' };

      const net = await drafted(ours, { ...sent, ...(await terms('Eight days', 'net', 8)) });
      const month = await drafted(ours, { ...sent, ...(await terms('Month', 'invoiceMonth', 14)) });
      const onDate = await drafted(ours, { ...sent, ...(await terms('On a date', 'dueDate', 0)) });

      expect([net.dueDate, month.dueDate, onDate.dueDate]).to.deep.equal([
        '2026-11-28',
        '2026-12-14',
        '2027-02-01',
      ]);
      const revised = await ours.put(net.self, { ...net, date: '2026-11-21' });
      expect([revised.status, revised.body.dueDate]).to.deep.equal([200, '2026-11-29']);
    });

    it('give lines the discount of the customer where they name none (§2.11)', async () => {
      const customer = (await ours.get('/customers/3')).body;
      await ours.put('/customers/3', { ...customer, defaultDiscountPct: 10 });
      const product = { productNumber: '1000' };

      const draft = await drafted(ours, {
        customer: { customerNumber: 3 },
        lines: [
          { product },
          { product, discountPercentage: 0 },
          { product, discountPercentage: 5 },
          { description: 'text' },
        ],
      });

      const discounts = (draft.lines as { discountPercentage: number }[]).map(
        (line) => line.discountPercentage,
      );
      expect(discounts).to.deep.equal([10, 0, 5, 0]);
      expect(draft.lines[0].totalNetAmount).to.equal(71.1);
      await ours.put('/customers/3', customer);
    });

    it('use up no number when they are only computed', async () => {
      const first = await drafted(ours);
      for (let times = 0; times < 3; times += 1) await ours.post(`${DRAFTS}?preview=true`, anInvoice());
      const next = await drafted(ours);

      expect(next.id).to.equal((first.id as number) + 1);
      expect((await ours.get(`${DRAFTS}/999999999`)).status).to.equal(404);
    });

    it('leave nothing behind when they are only computed or refused, also among writes of others', async () => {
      const { body: crate } = await ours.post('/units', { name: 'crate' });
      const unit = { unitNumber: crate.unitNumber as number };
      const lines = [{ product: { productNumber: '1000' }, quantity: 2, unitNetPrice: 10, unit }];
      const stateOf = async () => ({
        events: (await ours.get('/events/position')).body,
        drafts: (await ours.get(DRAFTS)).text,
        units: (await ours.get('/units')).text,
      });
      const before = await stateOf();
      const preview = (more: object = {}, headers?: Readonly<Record<string, string>>) =>
        ours.post(`${DRAFTS}?preview=true`, anInvoice({ lines, ...more }), headers);

      const { status, text } = await preview();
      const underKey = await preview({}, { 'Idempotency-Key': 'a preview' });
      const nobody = { references: { primarySalesPerson: { employeeNumber: 4321 } } };
      expectRefusal(await preview(nobody), 400, 'E06000');
      expectRefusal(await ours.post(DRAFTS, anInvoice(nobody)), 400, 'E06000');

      expect(status, text).to.equal(200);
      expect(underKey.status, underKey.text).to.equal(200);
      expect(await stateOf()).to.deep.equal(before);

      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          index % 3 === 0 ? ours.post('/units', { name: `box ${index}` }) : preview(),
        ),
      );

      expect(answers.map((one) => one.status)).to.deep.equal(
        answers.map((_, index) => (index % 3 === 0 ? 201 : 200)),
      );
      const { lastSequence } = before.events;
      const { body } = await ours.get(`/events?after=${lastSequence}&pagesize=1000`);
      expect(body.collection.map(({ type }: { type: string }) => type)).to.deep.equal(
        Array.from({ length: 8 }, () => 'unit.created'),
      );
      expect(body.position.lastSequence).to.equal(lastSequence + 8);
      expect((await stateOf()).drafts).to.equal(before.drafts);
      expect((await ours.remove(`/units/${unit.unitNumber}`)).status).to.equal(204);
      const { agreementNumber } = ours.agreement;
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('have no line number twice (E10210); lines without one get one that no other has', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const lamp = { product: { productNumber: '1000' } };
      const postage = { additionalExpense: { additionalExpenseNumber }, amount: 5 };
      const twice = (one: object) => [
        { ...one, lineNumber: 5 },
        { ...one, lineNumber: 5 },
      ];

      const made = await drafted(ours, {
        lines: [lamp, { ...lamp, lineNumber: 3 }, lamp, { ...lamp, lineNumber: 1 }],
        additionalExpenseLines: [{ ...postage, lineNumber: 2 }, postage],
      });

      const numbers = (lines: readonly { lineNumber: number }[]) => lines.map(({ lineNumber }) => lineNumber);
      expect(numbers(made.lines)).to.deep.equal([2, 3, 4, 1]);
      expect(numbers(made.additionalExpenseLines)).to.deep.equal([2, 3]);
      for (const [list, lines] of [
        ['lines', twice(lamp)],
        ['additionalExpenseLines', twice(postage)],
      ] as const) {
        for (const refused of [
          await ours.post(DRAFTS, anInvoice({ [list]: lines })),
          await ours.post(`${DRAFTS}?preview=true`, anInvoice({ [list]: lines })),
          await ours.put(made.self, anInvoice({ [list]: lines })),
        ]) {
          expectRefusal(refused, 400, 'E10210');
          expect(refused.body.errors[0].additionalData.propertyName).to.equal(`${list}[1].lineNumber`);
        }
      }
    });

    it('credit a line to one department or distribute it, never both (E10130)', async () => {
      const line = { product: { productNumber: '1000' }, department: { departmentNumber: 1 } };
      const both = { ...line, departmentalDistribution: { departmentalDistributionNumber: 4 } };

      const missing = { ...both, department: { departmentNumber: 4711 } };
      const ignored = await ours.post('/v2/invoices/drafts', anInvoice({ lines: [both, missing] }));
      const kept = await drafted(withDimension, { lines: [line] });
      const refused = await withDimension.post('/v2/invoices/drafts', anInvoice({ lines: [line, both] }));
      const revised = await withDimension.put(kept.self as string, anInvoice({ lines: [both] }));

      expect(ignored.status, ignored.text).to.equal(201);
      expect(ignored.body.lines[0]).not.to.have.any.keys('department', 'departmentalDistribution');
      expect(kept.lines[0].department.departmentNumber).to.equal(1);
      expectRefusal(refused, 400, 'E10130');
      expect(refused.body.errors[0].additionalData.propertyName).to.equal(
        'lines[1].departmentalDistribution',
      );
      expectRefusal(revised, 400, 'E10130');
    });

    it('take over how a product is shared out, by a departmental distribution too (facts 3.6)', async () => {
      const departmentalDistribution = { departmentalDistributionNumber: 1 };
      const made = await withDimension.put('/products/SHARED', {
        name: 'Shared out',
        productGroup: { productGroupNumber: 1 },
        departmentalDistribution,
      });

      const { lines } = await drafted(withDimension, { lines: [{ product: { productNumber: 'SHARED' } }] });

      expect(made.status, made.text).to.equal(201);
      expect(lines[0].departmentalDistribution).to.include(departmentalDistribution);
    });

    it('name no VAT account that is barred (E10170)', async () => {
      const vatAccount = { vatCode: 'OLD' };
      const { status, text } = await ours.put('/vat-accounts/OLD', {
        ratePercentage: 25,
        account: { accountNumber: 6610 },
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 7 },
        barred: true,
      });
      expect(status, text).to.equal(201);
      const { additionalExpenseNumber } = await anExpense(ours);

      for (const [draft, property] of [
        [
          { lines: [{ description: 'x', quantity: 1, vatInfo: { vatAccount } }] },
          'lines[0].vatInfo.vatAccount',
        ],
        [
          {
            additionalExpenseLines: [
              { additionalExpense: { additionalExpenseNumber }, amount: 1, vatAccount },
            ],
          },
          'additionalExpenseLines[0].vatAccount',
        ],
      ] as const) {
        const refused = await ours.post(DRAFTS, anInvoice(draft));
        expectRefusal(refused, 400, 'E10170');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal(property);
      }
    });

    it('refuse a parameter that is not meant so: nothing is made by mistake (E01040)', async () => {
      const count = async (): Promise<number> => (await ours.get(DRAFTS)).body.pagination.results as number;
      const before = await count();

      for (const [query, name] of [
        ['preview=1', 'preview'],
        ['preview=', 'preview'],
        ['PREVIEW=yes', 'PREVIEW'],
        ['previe=true', 'previe'],
        ['perview=true', 'perview'],
        ['Previews=true', 'Previews'],
        ['filter=id$eq:1', 'filter'],
        ['pagesize=5', 'pagesize'],
        ['page_size=5', 'page_size'],
      ] as const) {
        const refused = await ours.post(`${DRAFTS}?${query}`, anInvoice());
        expectRefusal(refused, 400, 'E01040');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal(name);
      }

      expect(await count()).to.equal(before);
      expect((await ours.post(`${DRAFTS}?Preview=TRUE`, anInvoice())).status).to.equal(200);
      expect((await ours.post(`${DRAFTS}?preview=false`, anInvoice())).status).to.equal(201);
      expect((await ours.post(`${DRAFTS}?utm_source=mail`, anInvoice())).status).to.equal(201);
    });

    it('take the price of a product with its VAT where prices include VAT, and keep it when written back', async () => {
      const lines = [{ product: { productNumber: '1000' }, quantity: 2 }];

      const net = await drafted(ours, { lines });
      const gross = await drafted(ours, { lines, vatIncluded: true });
      const inDollars = await drafted(ours, { lines, vatIncluded: true, currency: 'USD', exchangeRate: 50 });
      const back = await ours.put(`${DRAFTS}/${gross.id}`, gross);

      expect(net.lines[0]).to.include({ unitNetPrice: 79, manuallyEditedSalesPrice: false });
      expect(gross.lines[0]).to.include({ unitNetPrice: 98.75, manuallyEditedSalesPrice: false });
      expect(gross).to.include({ netAmount: 158, vatAmount: 39.5, grossAmount: 197.5 });
      expect(inDollars).to.include({ netAmount: 316, vatAmount: 79, grossAmount: 395 });
      expect(back.status, back.text).to.equal(200);
      expect(back.body.lines).to.deep.equal(gross.lines);
      expect(back.body.grossAmount).to.equal(197.5);
    });

    it('take the present rate when they are sent back as they were read (amendments, booking)', async () => {
      const code = (ratePercentage: number) => ({
        ratePercentage,
        account: { accountNumber: 6610 },
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      });
      await ours.put('/vat-accounts/BACK', code(20));
      const vatInfo = { vatAccount: { vatCode: 'BACK' } };
      const lines = [{ description: 'Engraving', unitNetPrice: 100, vatInfo }];
      const draft = await drafted(ours, { lines });
      await ours.put('/vat-accounts/BACK', code(10));
      const before = await ours.get(draft.self);
      const [line] = before.body.lines;

      const other = { ...line, vatInfo: { ...line.vatInfo, vatRate: 15 } };
      const refused = await ours.put(draft.self, { ...before.body, lines: [other] });
      const back = await ours.put(draft.self, { ...before.body, notes: { heading: 'Sent back' } });

      expect(before.body).to.include({ vatAmount: 20 });
      expectRefusal(refused, 400, 'E10330');
      expect(back.status, back.text).to.equal(200);
      expect(back.body).to.include({ netAmount: 100, vatAmount: 10, grossAmount: 110 });
      expect(back.body.lines[0].vatInfo.vatRate).to.equal(10);
    });

    it('are previewed as they would be kept, and refused as they would be', async () => {
      const { id: _, self: __, pdf: ___, metaData: ____, ...kept } = await drafted(ours);

      const { body } = await ours.post(`${DRAFTS}?preview=true`, anInvoice());
      const nobody = { references: { primarySalesPerson: { employeeNumber: 4321 } } };
      const refused = await ours.post(`${DRAFTS}?preview=true`, anInvoice(nobody));

      expect(body).to.deep.equal(kept);
      expectRefusal(refused, 400, 'E06000');
    });

    it('are filtered and sorted by every name that clients know (facts 3.12)', async () => {
      const { id } = await drafted(ours, {
        recipient: { name: 'Shop', county: 'Istria' },
        delivery: { address: 'Quay 1', county: 'Lika' },
      });
      const names =
        'id date currency exchangeRate paymentTerms.paymentTermsNumber customer.customerNumber delivery.address ' +
        'delivery.zip delivery.city delivery.country delivery.county delivery.deliveryTerms delivery.deliveryDate ' +
        'deliveryStatus deliveryLocation.deliveryLocationNumber notes.heading notes.text1 notes.text2 recipient.name ' +
        'recipient.address recipient.zip recipient.city recipient.country recipient.county recipient.ean ' +
        'recipient.publicEntryNumber references.primarySalesPerson.employeeNumber ' +
        'references.secondarySalesPerson.employeeNumber references.other voucherNumber numberSeries.numberSeriesNumber';

      for (const name of names.split(' ')) {
        const { status, text } = await ours.get(
          `${DRAFTS}?filter=${name}$eq:$null:&sort=-${name}&pagesize=1`,
        );
        expect(status, text).to.equal(200);
      }
      const found = await ours.get(
        `${DRAFTS}?filter=recipient.county$eq:istria$and:delivery.county$like:lik`,
      );
      expect(found.body.collection.map((one: { id: number }) => one.id)).to.deep.equal([id]);
      expect(found.body.collection[0]).not.to.have.any.keys('deliveryStatus', 'voucherNumber');
    });

    it('store what clients of the family call otherwise under its own name (amended: bodies)', async () => {
      const draft = await drafted(ours, {
        notes: { heading: 'Hello', textLine1: 'Pay soon', textLine2: 'dropped', text2: 'Thank you' },
        references: { salesPerson: { employeeNumber: 1 } },
      });

      expect(draft.notes).to.deep.equal({ heading: 'Hello', text1: 'Pay soon', text2: 'Thank you' });
      expect(draft.references.primarySalesPerson).to.include({ employeeNumber: 1 });
    });

    it('call a member that is refused as the body does', async () => {
      const line = { description: 'x', unitNetPrice: 100 };
      const refusedFor = async (body: object) => {
        const refused = await ours.post(DRAFTS, anInvoice(body));
        expect(refused.status, refused.text).to.equal(400);
        const [{ message, additionalData }] = refused.body.errors;
        return { message, propertyName: additionalData.propertyName };
      };

      expect(await refusedFor({ notes: { textLine1: 5 } })).to.deep.equal({
        propertyName: 'notes.textLine1',
        message: 'notes.textLine1 must be a text.',
      });
      expect(await refusedFor({ lines: [line, { ...line, vatAccount: 'S25' }] })).to.deep.equal({
        propertyName: 'lines[1].vatAccount',
        message: 'lines[1].vatAccount must be an object with vatCode or self.',
      });
      expect(await refusedFor({ lines: [{ ...line, vatAccount: { vatCode: 'NONE' } }] })).to.include({
        propertyName: 'lines[0].vatAccount',
      });
      expect(await refusedFor({ references: { salesPerson: {} } })).to.deep.equal({
        propertyName: 'references.salesPerson',
        message: 'references.salesPerson must carry employeeNumber or self.',
      });
      expect(
        await refusedFor({ lines: [{ ...line, vatInfo: { vatAccount: 'S25' }, vatAccount: 'S25' }] }),
      ).to.include({ propertyName: 'lines[0].vatInfo.vatAccount' });
    });

    it('take the VAT code of a line as booked invoices show it (amended: bodies)', async () => {
      const line = { description: 'x', unitNetPrice: 100 };
      const draft = await drafted(ours, {
        lines: [
          { ...line, vatAccount: null },
          { ...line, vatAccount: { vatCode: 'S12' } },
          { ...line, vatAccount: { vatCode: 'S0' }, vatInfo: { vatAccount: { vatCode: 'S12' } } },
        ],
      });
      const charged = draft.lines.map(
        ({ vatInfo }: { vatInfo: { vatAccount: { vatCode: string } } }) => vatInfo.vatAccount.vatCode,
      );
      const { lines } = (await ours.post('/v2/invoices/booked', { id: draft.id })).body;
      const again = await drafted(ours, { lines });
      const unknown = await ours.post(
        DRAFTS,
        anInvoice({ lines: [line, { ...line, vatAccount: { vatCode: 'NONE' } }] }),
      );

      expect(charged).to.deep.equal(['S25', 'S12', 'S12']);
      expect(draft).to.include({ netAmount: 300, vatAmount: 50 });
      expect(again).to.include({ netAmount: 300, vatAmount: 50 });
      expectRefusal(unknown, 400, 'E06000');
      expect(unknown.body.errors[0].additionalData.propertyName).to.equal('lines[1].vatAccount');
    });

    it('have a VAT amount on expense lines: calculated, overridden, and refused when wrong (§4.2)', async () => {
      const { additionalExpenseNumber } = await anExpense(ours);
      const line = { additionalExpense: { additionalExpenseNumber }, amount: 4.5 };

      const made = await drafted(ours, {
        additionalExpenseLines: [
          line,
          { ...line, vatAccount: { vatCode: 'S12' } },
          { ...line, vatAmount: 1.13 },
        ],
      });
      const wrong = await ours.post(
        DRAFTS,
        anInvoice({ additionalExpenseLines: [line, { ...line, vatAmount: 1.12 }] }),
      );

      expect(made.additionalExpenseLines.map((one: { vatAmount: number }) => one.vatAmount)).to.deep.equal([
        1.13, 0.56, 1.13,
      ]);
      expectRefusal(wrong, 400, 'E10020');
      expect(JSON.stringify(wrong.body.errors))
        .to.contain('additionalExpenseLines[1].vatAmount')
        .and.to.contain('1.13');
    });

    it('find VAT inside prices that include it', async () => {
      const lines = [
        { description: 'x', unitNetPrice: 100, vatInfo: { vatAccount: { vatCode: 's25' }, vatRate: 25 } },
      ];

      const draft = await drafted(ours, { vatIncluded: true, lines });

      expect(draft).to.include({ netAmount: 80, vatAmount: 20, grossAmount: 100 });
    });

    it('in a currency that does not exist are refused, with a rate or without (E06000)', async () => {
      for (const more of [{}, { exchangeRate: 92.5 }]) {
        const answer = await ours.post(DRAFTS, anInvoice({ currency: 'U14', ...more }));

        expectRefusal(answer, 400, 'E06000');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('currency');
      }
    });

    it('need an exchange rate in a foreign currency, and none in the base currency', async () => {
      const foreign = anInvoice({ currency: 'USD' });

      const missing = await ours.post(DRAFTS, foreign);
      const made = await drafted(ours, { currency: 'USD', exchangeRate: 92.5 });
      const wrong = await ours.post(DRAFTS, anInvoice({ currency: 'EUR', exchangeRate: 99 }));

      expectRefusal(missing, 400, 'E10200');
      expect(missing.body.errors[0].additionalData.propertyName).to.equal('exchangeRate');
      // The price of the product is in the base currency: 79.00 EUR are 85.41 USD.
      expect(made.lines[0]).to.include({ unitNetPrice: 85.41, manuallyEditedSalesPrice: false });
      expect(made).to.include({ netAmount: 85.41, netAmountInBaseCurrency: 79 });
      expectRefusal(wrong, 400, 'E10330');
    });

    for (const [what, more, property, errorCode] of [
      [
        'an unknown product',
        { lines: [{ product: { productNumber: 'nope' } }] },
        'lines[0].product',
        'E06000',
      ],
      [
        'an unknown VAT code',
        { lines: [{ description: 'x', unitNetPrice: 1, vatInfo: { vatAccount: { vatCode: 'ZZ' } } }] },
        'lines[0].vatInfo.vatAccount',
        'E06000',
      ],
      [
        'another VAT rate than the code has',
        {
          lines: [
            { product: { productNumber: '1000' }, vatInfo: { vatAccount: { vatCode: 'S25' }, vatRate: 24 } },
          ],
        },
        'lines[0].vatInfo.vatRate',
        'E10330',
      ],
      ['a line without product and description', { lines: [{ quantity: 1 }] }, 'lines[0]', 'E10350'],
      [
        'eleven decimals',
        { lines: [{ product: { productNumber: '1000' }, quantity: 0.12345678901 }] },
        'lines[0].quantity',
        'E04740',
      ],
      [
        'more discount than there is',
        { lines: [{ product: { productNumber: '1000' }, discountPercentage: 101 }] },
        'lines[0].discountPercentage',
        'E00500',
      ],
      [
        'an amount of too many digits',
        { lines: [{ description: 'x', quantity: 9999999999, unitNetPrice: 9999999999 }] },
        'lines[0].quantity',
        'E10320',
      ],
      [
        'entries of too many digits in base currency',
        {
          currency: 'USD',
          exchangeRate: 9999999999999,
          lines: [1, -1].map((quantity) => ({ description: 'x', quantity, unitNetPrice: 1000000 })),
        },
        'exchangeRate',
        'E10320',
      ],
      [
        'costs of too many digits',
        { lines: [{ description: 'x', quantity: 9999999999, unitNetPrice: 1, unitCostPrice: 9999999999 }] },
        'lines[0].quantity makes a cost of more than 13 digits',
        'E10320',
      ],
      [
        'costs that make a margin of too many digits',
        {
          lines: [1, 2].map(() => ({
            description: 'x',
            quantity: 1000,
            unitNetPrice: 1,
            unitCostPrice: 9999999999,
          })),
        },
        'lines must not sum to a margin of more than 13 digits',
        'E10320',
      ],
      [
        'a cost that makes a margin percentage of too many digits',
        { lines: [{ description: 'x', quantity: 100, unitNetPrice: 0.0001, unitCostPrice: 9999999999 }] },
        'lines[0].unitCostPrice makes a marginPercentage of more than 13 digits',
        'E10320',
      ],
      ['an unknown customer', { customer: { customerNumber: 987654 } }, 'customer', 'E06000'],
      ['unknown payment terms', { paymentTerms: { paymentTermsNumber: 987654 } }, 'paymentTerms', 'E06000'],
      [
        'an unknown expense',
        { additionalExpenseLines: [{ additionalExpense: { additionalExpenseNumber: 987654 }, amount: 1 }] },
        'additionalExpenseLines[0].additionalExpense',
        'E06000',
      ],
    ] as const) {
      it(`refuse ${what}, naming it, and change nothing`, async () => {
        const before = (await ours.get(DRAFTS)).text;

        const refused = await ours.post(DRAFTS, anInvoice(more));

        expectRefusal(refused, 400, errorCode);
        expect(JSON.stringify(refused.body.errors)).to.contain(`"${property}`);
        expect((await ours.get(DRAFTS)).text).to.equal(before);
      });
    }

    it('are replaced whole and removed', async () => {
      const draft = await drafted(ours, { notes: { heading: 'x' } });

      const put = await ours.put(
        draft.self,
        anInvoice({ lines: [{ product: { productNumber: '1001' }, quantity: 2 }] }),
      );
      const removed = await ours.remove(draft.self);

      expect(put.status, put.text).to.equal(200);
      expect(put.body).to.include({ id: draft.id, netAmount: 150 });
      expect(put.body).not.to.have.property('notes');
      expect(removed.status).to.equal(204);
      expect((await ours.get(draft.self)).status).to.equal(404);
    });

    it('still answer under the old address, which is deprecated (D50)', async () => {
      const { id } = await drafted(ours);

      const { body } = await ours.get('/invoices/drafts?pagesize=1000');
      const home = (await ours.get('/')).body;

      expect(body.collection.map((one: { id: number }) => one.id)).to.contain(id);
      expect(Object.values(home.deprecated as object)).to.contain(`${running.service.base}/invoices/drafts`);
      const item = await ours.get(`/invoices/drafts/${id}`);
      expect(item.status, item.text).to.equal(200);
      const { metaData: _, ...now } = (await ours.get(`/v2/invoices/drafts/${id}`)).body;
      expect(item.body).to.deep.equal({ ...now, draftInvoiceNumber: id });
      const found = await ours.get(`/invoices/drafts?filter=draftInvoiceNumber$eq:${id}`);
      expect(found.body.collection).to.deep.equal([item.body]);
      expect(item.body).to.include({ id, self: `${running.service.base}/v2/invoices/drafts/${id}` });
      expectRefusal(await ours.get('/invoices/drafts/999999'), 404, 'E06000');
      const written = await ours.post('/invoices/drafts', anInvoice());
      expectRefusal(written, 405);
      expect(written.body.developerHint).to.contain('use /v2/invoices/drafts.');
    });

    it('are what customers have ordered, with the inventory module', async () => {
      const inventory = async () => (await withStock.get('/products/1000')).body.inventory;

      const draft = await drafted(withStock, {
        lines: [{ product: { productNumber: '1000' }, quantity: 2.5 }],
      });
      const ordered = await inventory();
      await withStock.put(
        draft.self,
        anInvoice({ lines: [{ product: { productNumber: '1000' }, quantity: 1 }] }),
      );
      const less = await inventory();
      await withStock.post('/v2/invoices/booked', { id: draft.id });
      const sold = await inventory();
      const other = await drafted(withStock);
      await withStock.remove(other.self);

      expect(ordered).to.include({ inStock: 0, orderedByCustomers: 2.5, available: -2.5 });
      expect(less).to.include({ inStock: 0, orderedByCustomers: 1, available: -1 });
      expect(sold).to.include({ inStock: -1, orderedByCustomers: 0, available: -1 });
      expect(await inventory()).to.deep.equal(sold);
    });
  });
}

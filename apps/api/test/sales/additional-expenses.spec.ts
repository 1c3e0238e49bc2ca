import { expect } from 'chai';
import { PAGE_BYTES_MAX } from '@kontor/kernel';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { tamperedWith } from '../support/tampering.js';
import { anExpense, booked, drafted } from './an-invoice.js';

/** Of a draft that is nearly as large as a body may be. */
const LINES = 400;
const LINE_CHARACTERS = 2_400;

for (const database of await databases()) {
  describe(`additional expenses on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client();
    const withLargeDrafts = running.client();
    const charging = (expense: { additionalExpenseNumber: number }, amount: number, more: object = {}) => ({
      additionalExpenseLines: [
        { additionalExpense: { additionalExpenseNumber: expense.additionalExpenseNumber }, amount, ...more },
      ],
    });

    it('are Miscellaneous when they say nothing else, and not made by the service', async () => {
      const expense = await anExpense(ours);

      expect(expense).to.include({ additionalExpenseType: 'Miscellaneous', isSystemCreated: false });
      expect(expense.account.name).to.equal('Transport and packaging charged to customers');
    });

    it('keep a VAT code as its VAT account spells it', async () => {
      const made = await anExpense(ours, { vatAccount: { vatCode: 's12' } });
      const put = await ours.put(made.self as string, { ...made, vatAccount: { vatCode: 's25' } });
      const missing = await ours.put(made.self as string, { ...made, vatAccount: { vatCode: 'none' } });

      expect(made.vatAccount.vatCode).to.equal('S12');
      expect(put.body.vatAccount.vatCode, put.text).to.equal('S25');
      expectRefusal(missing, 400, 'E06000');
    });

    it('refuse an account or a VAT account that is not there, each time they are changed to it (D104)', async () => {
      const made = await anExpense(ours);

      for (const [member, reference] of [
        ['account', { accountNumber: 99_999_999 }],
        ['vatAccount', { vatCode: 'none' }],
      ] as const) {
        for (const name of ['First', 'Second']) {
          const refused = await ours.put(made.self as string, { ...made, name, [member]: reference });

          expectRefusal(refused, 400, 'E06000');
        }
      }
      expect((await ours.get(made.self as string)).body.name).to.equal(made.name);
    });

    it('are created by PUT under a number that is free, which is not given again (D127)', async () => {
      const body = { name: 'Toll', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } };
      const { additionalExpenseNumber } = await anExpense(ours);
      const at = `/additional-expenses/${additionalExpenseNumber + 1}`;

      const made = await ours.put(at, body);
      const again = await ours.put(at, { ...body, name: 'Tolls' });
      const next = await anExpense(ours);

      expect(made.status, made.text).to.equal(201);
      expect(made.headers.get('location')).to.equal(made.body.self);
      expect(again.status).to.equal(200);
      expect(again.body.name).to.equal('Tolls');
      expect(next.additionalExpenseNumber).to.equal(additionalExpenseNumber + 2);
    });

    it('are not created by PUT under a number that no line could name (E00500)', async () => {
      const body = { name: 'Toll', account: { accountNumber: 1140 }, vatAccount: { vatCode: 'S25' } };

      for (const number of [0, 1_000_000_000, 2_147_483_648]) {
        const put = await ours.put(`/additional-expenses/${number}`, body);

        expectRefusal(put, 400, 'E00500');
        expect(put.body.errors[0].message).to.match(
          /^additionalExpenseNumber must be a whole number from 1 /,
        );
        expectRefusal(await ours.get(`/additional-expenses/${number}`), 404, 'E06000');
      }
    });

    it('made by the service may be edited, not removed (D173)', async () => {
      const { body } = await ours.get('/additional-expenses?filter=isSystemCreated$eq:true');
      const [duty] = body.collection;

      const edited = await ours.put(duty.self, { ...duty, name: 'Bollo' });
      const removed = await ours.remove(duty.self);

      expect(duty.additionalExpenseType).to.equal('StampDuty');
      expect(edited.body).to.include({ name: 'Bollo', isSystemCreated: true });
      expectRefusal(removed, 400, 'E10660');
    });

    it('reach every draft that uses them when they change (§3 rule 1)', async () => {
      const expense = await anExpense(ours);
      const follows = await drafted(ours, charging(expense, 10));
      const overrides = await drafted(ours, charging(expense, 10, { vatAccount: { vatCode: 'S25' } }));

      const put = await ours.put(expense.self, { ...expense, vatAccount: { vatCode: 'S12' } });

      expect(put.status, put.text).to.equal(200);
      const after = (await ours.get(follows.self)).body;
      expect(after.additionalExpenseLines[0]).to.deep.include({ vatAmount: 1.25 });
      expect(after.additionalExpenseLines[0].vatAccount.vatCode).to.equal('S12');
      expect(after.vatAmount).to.equal(21);
      expect(after.grossAmount).to.equal(110);
      const { metaData: _, ...unchanged } = (await ours.get(overrides.self)).body;
      const { metaData: __, ...before } = overrides;
      expect(unchanged).to.deep.equal(before);
    });

    it('reach drafts at the rates of when they were written (amendments, booking)', async () => {
      const code = (ratePercentage: number) => ({
        ratePercentage,
        account: { accountNumber: 6610 },
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      });
      await ours.put('/vat-accounts/NOW', code(20));
      const vatInfo = { vatAccount: { vatCode: 'NOW' } };
      const lines = [{ description: 'Engraving', unitNetPrice: 100, vatInfo }];
      const expense = await anExpense(ours, { vatAccount: { vatCode: 'NOW' } });
      const other = await anExpense(ours);
      const has = await drafted(ours, { ...charging(expense, 10), lines });
      const gets = await drafted(ours, { ...charging(other, 10), lines });

      await ours.put('/vat-accounts/NOW', code(10));
      const renamed = await ours.put(expense.self, { ...expense, name: 'Post' });
      const moved = await ours.put(other.self, { ...other, vatAccount: { vatCode: 'NOW' } });

      expect([renamed.status, moved.status]).to.deep.equal([200, 200]);
      for (const { self } of [has, gets]) {
        const { body } = await ours.get(self);
        expect(body.additionalExpenseLines[0].vatAmount).to.equal(2);
        expect(body.vatCodeGroups).to.have.length(1);
        expect(body.vatCodeGroups[0]).to.deep.include({
          vatRate: 20,
          totalNetAmount: 110,
          totalVatAmount: 22,
        });
      }
    });

    it('reach drafts of a version before, which keep no accounts, at the rates that these show', async () => {
      if (database.name === 'SQLite') return;
      const code = (ratePercentage: number) => ({
        ratePercentage,
        account: { accountNumber: 6610 },
        vatType: { vatTypeNumber: 1 },
        vatReportSetup: { vatReportSetupNumber: 1 },
      });
      await ours.put('/vat-accounts/OLD', code(20));
      const has = await anExpense(ours, { vatAccount: { vatCode: 'OLD' } });
      const gets = await anExpense(ours);
      const additionalExpenseLines = [has, gets].flatMap((one) => charging(one, 10).additionalExpenseLines);
      const draft = await drafted(ours, { lines: [], additionalExpenseLines });
      await tamperedWith(
        running.service.databaseUrl,
        'UPDATE draft_invoice SET additional_expense_lines = ' +
          "JSON_REMOVE(additional_expense_lines, '$[0].postsTo', '$[1].postsTo') " +
          `WHERE agreement_number = ${ours.agreement.agreementNumber} AND id = ${draft.id}`,
      );
      await ours.put('/vat-accounts/OLD', code(10));

      const moved = await ours.put(gets.self, { ...gets, vatAccount: { vatCode: 'OLD' } });

      expect(moved.status, moved.text).to.equal(200);
      const { body } = await ours.get(draft.self);
      expect(body.additionalExpenseLines).to.have.nested.property('[1].vatAmount', 2);
      expect(body.vatCodeGroups).to.have.length(1);
      expect(body.vatCodeGroups[0]).to.deep.include({
        vatRate: 20,
        totalNetAmount: 20,
        totalVatAmount: 4,
      });
      const { status, text } = await ours.post('/v2/invoices/booked', { id: draft.id });
      expect(status, text).to.equal(201);
    });

    it('go on reaching a draft that was read and sent back (§3 rule 1)', async () => {
      const expense = await anExpense(ours);
      const follows = await drafted(ours, charging(expense, 10));
      const overrides = await drafted(ours, charging(expense, 10, { vatAccount: { vatCode: 'S25' } }));
      for (const { self } of [follows, overrides]) {
        const { body } = await ours.get(self);
        const sentBack = await ours.put(self, { ...body, notes: { heading: 'Sent back' } });
        expect(sentBack.status, sentBack.text).to.equal(200);
      }

      const put = await ours.put(expense.self, { ...expense, vatAccount: { vatCode: 'S12' } });

      expect(put.status, put.text).to.equal(200);
      const [line] = (await ours.get(follows.self)).body.additionalExpenseLines;
      expect(line.vatAmount).to.equal(1.25);
      expect(line.vatAccount.vatCode).to.equal('S12');
      const [own] = (await ours.get(overrides.self)).body.additionalExpenseLines;
      expect(own.vatAmount).to.equal(2.5);
      expect(own.vatAccount.vatCode).to.equal('S25');
    });

    it('stay while a draft charges something for them, and go when none does (§4.2, D174)', async () => {
      const expense = await anExpense(ours);
      const draft = await drafted(ours, charging(expense, 10));

      const used = await ours.remove(expense.self);
      expectRefusal(used, 400, 'E10010');
      expect(used.body.additionalData.draftIds).to.deep.equal([draft.id]);
      expect(used.body.additionalData.usedBy.map(({ self }: { self: string }) => self)).to.deep.equal([
        draft.self,
      ]);
      const zero = await ours.put(draft.self, { ...draft, ...charging(expense, 0) });
      const removed = await ours.remove(expense.self);

      expect(zero.status, zero.text).to.equal(200);
      expect(removed.status, removed.text).to.equal(204);
      expect((await ours.get(draft.self)).body.additionalExpenseLines).to.deep.equal([]);
      expect((await ours.get(expense.self)).status).to.equal(404);
    });

    it('are read, changed and refused to go, however much the drafts hold that use them', async () => {
      const expense = await anExpense(withLargeDrafts);
      const lines = Array.from({ length: LINES }, () => ({ description: 'x'.repeat(LINE_CHARACTERS) }));
      let last: Answered['body'];
      for (let held = 0; held <= PAGE_BYTES_MAX; held += LINES * LINE_CHARACTERS)
        last = await drafted(withLargeDrafts, { lines, ...charging(expense, 10) });

      const read = await withLargeDrafts.get(expense.self);
      expect(read.status, read.text).to.equal(200);
      expect(read.body.metaData).to.have.all.keys('replace');
      const put = await withLargeDrafts.put(expense.self, { ...expense, vatAccount: { vatCode: 'S12' } });
      expect(put.status, put.text).to.equal(200);
      const [line] = (await withLargeDrafts.get(last.self)).body.additionalExpenseLines;
      expect(line).to.deep.include({ vatAmount: 1.25 });
      expectRefusal(await withLargeDrafts.remove(expense.self), 400, 'E10010');
    }).timeout(60_000);

    it('change no draft when nothing changes that it took from them', async () => {
      const expense = await anExpense(ours);
      const draft = await drafted(ours, charging(expense, 10));

      const put = await ours.put(expense.self, { ...expense, name: 'Parcels' });

      expect(put.status, put.text).to.equal(200);
      const [line] = (await ours.get(draft.self)).body.additionalExpenseLines;
      expect(line.additionalExpense.name).to.equal('Parcels');
      const { body } = await ours.get('/events?pagesize=1000&filter=type$eq:draftInvoice.updated');
      const changed = body.collection.map(({ resource }: { readonly resource: string }) => resource);
      expect(changed, JSON.stringify(body.collection.slice(-2))).not.to.contain(draft.self);
    });

    it('go once the drafts are booked, which name them still', async () => {
      const expense = await anExpense(ours);
      const invoice = await booked(ours, charging(expense, 10));

      const removed = await ours.remove(expense.self);

      expect(removed.status, removed.text).to.equal(204);
      const [line] = (await ours.get(invoice.self)).body.additionalExpenseLines;
      expect(line.additionalExpense).to.deep.equal({
        additionalExpenseNumber: expense.additionalExpenseNumber,
        name: 'Postage',
        self: expense.self,
      });
    });

    it('show their present names where booked invoices name them, and in print the one of booking', async () => {
      const expense = await anExpense(ours);
      const invoice = await booked(ours, charging(expense, 10));
      const inPrint = async () => (await ours.get(invoice.pdf.download as string)).text;
      const printed = await inPrint();

      const renamed = await ours.put(expense.self, { ...expense, name: 'Freight' });

      expect(renamed.status, renamed.text).to.equal(200);
      const only = `?filter=bookedInvoiceNumber$eq:${invoice.bookedInvoiceNumber}`;
      for (const to of [
        `/v2/invoices/booked${only}`,
        `/v2/invoices/unpaid${only}`,
        `/invoices/booked${only}`,
      ]) {
        const [one] = (await ours.get(to)).body.collection;
        expect(one.additionalExpenseLines[0].additionalExpense.name, to).to.equal('Freight');
      }
      const { body, headers } = await ours.get(invoice.self);
      expect(body.additionalExpenseLines[0].additionalExpense.name).to.equal('Freight');
      expect(await inPrint()).to.equal(printed);
      const known = { 'If-None-Match': headers.get('etag') ?? '' };
      expect((await ours.get(invoice.self, known)).status).to.equal(304);
      await ours.put(expense.self, { ...expense, name: 'Carriage' });
      expect((await ours.get(invoice.self, known)).status).to.equal(200);
    });

    it('are removed or charged, never both, when both are tried at once (G10)', async () => {
      for (let round = 0; round < 10; round += 1) {
        const expense = await anExpense(ours);

        const [removed, made] = await Promise.all([
          ours.remove(expense.self),
          ours.post('/v2/invoices/drafts', { customer: { customerNumber: 1 }, ...charging(expense, 3) }),
        ]);

        const outcome = `${removed.status} ${made.status}`;
        expect(['204 400', '400 201'], `${removed.text} ${made.text}`).to.contain(outcome);
      }
    });

    it('never leave a draft behind that is made while they change', async () => {
      for (let round = 0; round < 10; round += 1) {
        const expense = await anExpense(ours);

        const [, made] = await Promise.all([
          ours.put(expense.self, { ...expense, vatAccount: { vatCode: 'S12' } }),
          ours.post('/v2/invoices/drafts', { customer: { customerNumber: 1 }, ...charging(expense, 100) }),
        ]);

        expect(made.status, made.text).to.equal(201);
        const { body } = await ours.get(made.body.self);
        expect(body.additionalExpenseLines[0].vatAccount.vatCode).to.equal('S12');
        expect(body.vatAmount).to.equal(12.5);
      }
    });
  });
}

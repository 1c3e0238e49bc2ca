import { expect } from 'chai';
import { booked as bookedInvoice } from '../sales/an-invoice.js';
import { runningService } from '../support/running-service.js';
import { databases } from '../support/service-under-test.js';
import { booked, everyPage } from './the-books.js';

const YEAR = new Date().getUTCFullYear();
const SPAN = { fromDate: `${YEAR}-01-01`, toDate: `${YEAR}-03-31` };

type Row = {
  readonly vatAccount: { readonly vatCode: string };
  readonly ratePercentage: number;
  readonly basis: number;
  readonly vat: number;
  readonly contraVat?: number;
  readonly difference: number;
  readonly basisEntries: string;
  readonly vatEntries: string;
  readonly contraVatEntries?: string;
};
type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amountInBaseCurrency: number;
  readonly vatPart?: string;
  readonly vatRate?: number;
};

for (const database of await databases()) {
  describe(`the sides and rates of a VAT code on ${database.name} (decisions, "Statements")`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const rows = async (): Promise<readonly Row[]> =>
      (await ours.get(`/statements/vat?fromDate=${SPAN.fromDate}&toDate=${SPAN.toDate}`)).body
        .rows as readonly Row[];
    const sum = (entries: readonly Entry[]): number =>
      entries.reduce((cents, one) => cents + Math.round(one.amountInBaseCurrency * 100), 0) / 100;
    const bought = (account: number, vatCode: string, gross: number) => ({
      date: `${YEAR}-03-31`,
      lines: [
        {
          account: { accountNumber: 5810 },
          amount: -gross,
          contraAccount: { accountNumber: account },
          contraVatAccount: { vatCode },
        },
      ],
    });
    const moveTo = async (vatCode: string, more: object): Promise<void> => {
      const { body } = await ours.get(`/vat-accounts/${vatCode}`);
      const { status, text } = await ours.put(`/vat-accounts/${vatCode}`, { ...body, ...more });
      expect(status, text).to.equal(200);
    };

    before(async () => {
      await bookedInvoice(ours, { date: `${YEAR}-03-31` });
      for (const voucher of [bought(1310, 'P25', 125), bought(1350, 'EUS25', 200)]) {
        const { status, text } = await booked(ours, voucher);
        expect(status, text).to.equal(201);
      }
    });

    it('are those of the day of booking, whatever becomes of the accounts of the code', async () => {
      const before = await rows();
      await moveTo('S25', { account: { accountNumber: 6620 } });
      await moveTo('P25', { account: { accountNumber: 6620 } });
      await moveTo('EUS25', { account: { accountNumber: 6640 }, contraAccount: { accountNumber: 6650 } });

      const after = await rows();

      expect(after).to.deep.equal(before);
      expect(
        after.map(({ vatAccount, basis, vat, contraVat }) => [vatAccount.vatCode, basis, vat, contraVat]),
      ).to.deep.equal([
        ['EUS25', 200, -50, 50],
        ['P25', 100, 25, undefined],
        ['S25', -79, -19.75, undefined],
      ]);
    });

    it('are shown by entries, which are found by them and sum to the figures', async () => {
      for (const row of await rows()) {
        const basis = (await everyPage(ours, row.basisEntries)) as unknown as readonly Entry[];
        const vat = (await everyPage(ours, row.vatEntries)) as unknown as readonly Entry[];
        const { contraVat = 0, contraVatEntries } = row;
        const contra = contraVatEntries === undefined ? [] : await everyPage(ours, contraVatEntries);

        expect([sum(basis), sum(vat)], row.vatAccount.vatCode).to.deep.equal([row.basis, row.vat]);
        expect(sum(contra as unknown as readonly Entry[])).to.equal(contraVat);
        expect(basis.map(({ vatPart }) => vatPart)).to.deep.equal(basis.map(() => 'base'));
        expect(vat.map(({ vatPart }) => vatPart)).to.deep.equal(vat.map(() => 'vat'));
      }
    });

    it('keep the rate they were booked at, and what is booked at another is a row of its own', async () => {
      const june = { fromDate: `${YEAR}-06-01`, toDate: `${YEAR}-06-30` };
      const ofJune = async (): Promise<readonly Row[]> =>
        (await ours.get(`/statements/vat?fromDate=${june.fromDate}&toDate=${june.toDate}`)).body
          .rows as readonly Row[];
      const inJune = (date: string, gross: number) => ({
        ...bought(1310, 'P25', gross),
        date: `${YEAR}-06-${date}`,
      });
      const first = await booked(ours, inJune('02', 125));
      await bookedInvoice(ours, { date: `${YEAR}-06-02` });
      const before = await ofJune();
      const old = await ours.post('/vouchers/drafts/finance-vouchers', inJune('03', 250));
      await moveTo('P25', { ratePercentage: 19 });
      await moveTo('S25', { ratePercentage: 7.5 });

      expect(await ofJune()).to.deep.equal(before);

      // What was drafted before is booked as it was drafted.
      const { voucherId, date } = old.body;
      expect((await ours.post('/vouchers/booked', { voucherId, date })).status).to.equal(201);
      expect((await booked(ours, inJune('04', 119))).status).to.equal(201);
      await bookedInvoice(ours, { date: `${YEAR}-06-04` });
      const reversal = `/vouchers/booked/${first.body.voucherId as number}/reversal`;
      expect((await ours.post(reversal, { date: `${YEAR}-06-05` })).status).to.equal(201);
      const after = await ofJune();

      expect(
        after.map((row) => [row.vatAccount.vatCode, row.ratePercentage, row.basis, row.vat, row.difference]),
      ).to.deep.equal([
        ['P25', 19, 100, 19, 0],
        ['P25', 25, 200, 50, 0],
        ['S25', 7.5, -79, -5.93, 0],
        ['S25', 25, -79, -19.75, 0],
      ]);
      for (const row of after) {
        const basis = (await everyPage(ours, row.basisEntries)) as unknown as readonly Entry[];
        const vat = (await everyPage(ours, row.vatEntries)) as unknown as readonly Entry[];
        expect([sum(basis), sum(vat)], row.vatAccount.vatCode).to.deep.equal([row.basis, row.vat]);
        expect(new Set([...basis, ...vat].map(({ vatRate }) => vatRate))).to.deep.equal(
          new Set([row.ratePercentage]),
        );
      }
      const { agreementNumber } = ours.agreement;
      const checked = await running.service.service.database.checkBooks(agreementNumber);
      expect(checked.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('are settled from the accounts that they were booked on', async () => {
      const { status, body, text } = await ours.post('/statements/vat/settlements', SPAN);
      expect(status, text).to.equal(201);
      const moved = (await everyPage(
        ours,
        `/entries?filter=voucherNumber$eq:1$and:numberSeries.numberSeriesNumber$eq:${await settlementSeries()}`,
      )) as unknown as readonly Entry[];

      expect(body.amount).to.equal(5.25);
      expect(
        moved.map(({ account, amountInBaseCurrency }) => [account.accountNumber, amountInBaseCurrency]),
      ).to.deep.equal([
        [6610, 19.75],
        [6630, 50],
        [6660, -75],
        [6690, 5.25],
      ]);
      const { agreementNumber } = ours.agreement;
      const checked = await running.service.service.database.checkBooks(agreementNumber);
      expect(checked.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    const settlementSeries = async (): Promise<number> => {
      const { body } = await ours.get('/number-series?pagesize=1000');
      const all = body.collection as readonly {
        readonly name: string;
        readonly numberSeriesNumber: number;
      }[];
      return all.find(({ name }) => /VAT settlement/i.test(name))?.numberSeriesNumber ?? 0;
    };
  });
}

import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { everyPage, lastYear, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;
type Entry = {
  readonly account: { readonly accountNumber: number };
  readonly amountInBaseCurrency: number;
  readonly date: string;
};
type Moved = readonly [monthAndDay: string, account: number, amount: number];
const account = (accountNumber: number) => ({ accountNumber });
const supplier = { supplierNumber: 1 };

for (const database of await databases()) {
  describe(`accruals of lines on ${database.name} (amendment §2.11)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger', 'dimension'] });
    let year: TestYear;
    let until: number;
    let lastOfFebruary: string;
    before(async () => {
      year = await lastYear(client);
      until = Number(year.on('12-31').slice(0, 4));
      lastOfFebruary = new Date(Date.UTC(until, 2, 0)).toISOString().slice(5, 10);
    });

    const draft = (lines: readonly Line[], type = 'supplier-invoices', on = '02-10'): Promise<Answered> =>
      client.post(`/vouchers/drafts/${type}`, { date: year.on(on), lines });
    const book = async (drafted: Answered): Promise<Answered> => {
      expect(drafted.status, drafted.text).to.equal(201);
      const { voucherId, date } = drafted.body;
      return client.post('/vouchers/booked', { voucherId, date });
    };
    const bookedId = async (drafted: Answered): Promise<number> => {
      const { status, text, body } = await book(drafted);
      expect(status, text).to.equal(201);
      return body.voucherId as number;
    };
    /** What the accruals of a voucher have moved, in the order of their days. */
    const movedBy = async (voucherId: number): Promise<readonly Moved[]> => {
      const accruals = await everyPage(client, `/vouchers?filter=accrues.voucherId$eq:${voucherId}`);
      const moved: Moved[] = [];
      for (const { voucherId: id, date } of accruals) {
        const path = `/entries?filter=date$eq:${date as string}&pagesize=1000`;
        const entries = (await everyPage(client, path)) as unknown as (Entry & {
          voucher: { voucherId: number };
        })[];
        for (const entry of entries.filter(({ voucher }) => voucher.voucherId === id)) {
          moved.push([entry.date.slice(5), entry.account.accountNumber, entry.amountInBaseCurrency]);
        }
      }
      return moved;
    };
    const totalOf = async (accountNumber: number, monthAndDay: string): Promise<number> => {
      const at = year.on(monthAndDay);
      const path = `/statements/trial-balance?fromDate=${at.slice(0, 8)}01&toDate=${at}`;
      const { status, text, body } = await client.get(path);
      expect(status, text).to.equal(200);
      const rows = body.rows as { account?: { accountNumber: number }; movement: number }[];
      return rows.find((row) => row.account?.accountNumber === accountNumber)?.movement ?? 0;
    };
    const faults = async (): Promise<readonly string[]> =>
      (await running.service.service.database.checkBooks(client.agreement.agreementNumber)).flatMap(
        (check) => check.faults,
      );
    const insured = (from: string, to: string, more: Line = {}): Line => ({
      supplier,
      amount: -1250.05,
      text: 'Insurance',
      contraAccount: account(1620),
      contraVatAccount: { vatCode: 'P25' },
      accruals: { account: account(5750), startDate: year.on(from), endDate: year.on(to) },
      ...more,
    });

    it('are posted when it is booked, in equal parts to the months they touch, the rest with the last', async () => {
      const before = await totalOf(1620, '04-30');

      const voucherId = await bookedId(await draft([insured('02-15', '04-10')]));

      // 1250.05 with 25 % VAT inside: 1000.04 net, of which a third is 333.34, and 333.36 is left for the
      // last.
      expect(await movedBy(voucherId)).to.deep.equal([
        ['02-10', 1620, -1000.04],
        ['02-10', 5750, 1000.04],
        [lastOfFebruary, 1620, 333.34],
        [lastOfFebruary, 5750, -333.34],
        ['03-31', 1620, 333.34],
        ['03-31', 5750, -333.34],
        ['04-10', 1620, 333.36],
        ['04-10', 5750, -333.36],
      ]);
      expect(await totalOf(1620, '04-30')).to.equal(Number((before + 333.36).toFixed(2)));
      const shown = (await client.get(`/vouchers/${voucherId}`)).body;
      expect(shown.lines[0]).to.deep.include({ amount: -1250.05, text: 'Insurance' });
      expect(shown.remainder).to.equal(-1250.05);
      expect(await faults()).to.deep.equal([]);
    });

    it('name the voucher they belong to, which names their account of profit and loss', async () => {
      const lines = [
        {
          account: account(5820),
          amount: -90,
          contraAccount: account(1610),
          accruals: { account: account(5750), startDate: year.on('05-01'), endDate: year.on('06-30') },
        },
      ];
      const voucherId = await bookedId(await draft(lines, 'finance-vouchers'));
      const [first] = await everyPage(client, `/vouchers?filter=accrues.voucherId$eq:${voucherId}`);

      const { accrues, voucherNumber, voucherType } = first as unknown as {
        accrues: { voucherId: number; self: string };
        voucherNumber: { prefix: string };
        voucherType: string;
      };
      expect([voucherNumber.prefix, voucherType]).to.deep.equal(['ACC', 'systemEntry']);
      expect(accrues.voucherId).to.equal(voucherId);
      expect((await client.get(accrues.self)).body.voucherId).to.equal(voucherId);
      expect((await movedBy(voucherId)).map(([, number]) => number)).to.deep.equal([
        1610, 5750, 1610, 5750, 1610, 5750,
      ]);
    });

    it('are posted in the currency of the line, and to its department', async () => {
      const { departmentNumber } = (await client.post('/departments', { name: 'Shop' })).body;
      const accrual = { account: account(5750), startDate: year.on('07-01'), endDate: year.on('08-31') };
      const lines = [
        {
          account: account(1610),
          vatAccount: null,
          currency: 'USD',
          exchangeRate: 90,
          amount: 100.01,
          department: { departmentNumber },
          contraAccount: account(5820),
          accruals: accrual,
        },
      ];
      const voucherId = await bookedId(await draft(lines, 'finance-vouchers'));
      const accruals = await everyPage(client, `/vouchers?filter=accrues.voucherId$eq:${voucherId}`);
      const last = (await client.get(`/vouchers/${accruals.at(-1)?.['voucherId'] as number}`)).body;

      expect(last.date).to.equal(year.on('08-31'));
      expect(last.lines[0]).to.deep.include({ amount: 50.01, currency: 'USD', amountInBaseCurrency: 45.01 });
      expect(last.lines[0].department.departmentNumber).to.equal(departmentNumber);
      expect(await faults()).to.deep.equal([]);
    });

    it('are refused where a month is closed, barred or in no accounting year, drafting and booking (E10080)', async () => {
      const beyond = insured('12-01', '12-31', {
        accruals: { account: account(5750), startDate: year.on('12-01'), endDate: `${until + 3}-01-31` },
      });
      const refused = await draft([beyond]);
      expectRefusal(refused, 400, 'E10080');
      expect(refused.body.errors[0].additionalData.propertyName).to.equal('lines[0].accruals');

      const held = await draft([insured('09-01', '10-31')]);
      const periods = await everyPage(client, `/accounting-years/${year.year.replace('/', '_6_')}/periods`);
      const october = periods.find(({ toDate }) => toDate === year.on('10-31')) as { self: string };
      const bar = await client.put(october.self, { barred: true });
      expect(bar.status, bar.text).to.equal(200);
      const booked = await book(held);
      const again = await draft([insured('09-01', '10-31')]);
      await client.put(october.self, { barred: false });

      expectRefusal(booked, 400, 'E10080');
      expectRefusal(again, 400, 'E10080');
      expect(await movedBy(held.body.voucherId as number)).to.deep.equal([]);
      await bookedId(held);
      expect(await faults()).to.deep.equal([]);
    });

    it('end with the calendar: one to December 9999 is refused as any that is in no accounting year is', async () => {
      for (const endDate of ['9999-12-01', '9999-12-31']) {
        const last = { account: account(5750), startDate: '9999-11-15', endDate };

        const refused = await draft([insured('12-01', '12-31', { accruals: last })]);

        expectRefusal(refused, 400, 'E10080');
        expect(refused.body.errors[0].additionalData.propertyName).to.equal('lines[0].accruals');
      }
    });

    it('are refused where there is nothing to accrue, or onto the same account (E10420)', async () => {
      const { contraAccount: _, contraVatAccount: __, ...alone } = insured('03-01', '04-30');
      const onItself = insured('03-01', '04-30', { contraAccount: account(5750), contraVatAccount: null });

      expectRefusal(await draft([alone]), 400, 'E10420');
      expectRefusal(await draft([onItself]), 400, 'E10420');
    });

    it('go when the voucher is reversed: each month by itself, those before with the reversal', async () => {
      const before = await Promise.all([lastOfFebruary, '03-31', '04-30'].map((day) => totalOf(1620, day)));
      const voucherId = await bookedId(await draft([insured('02-01', '04-30')]));
      const [first] = await everyPage(client, `/vouchers?filter=accrues.voucherId$eq:${voucherId}`);
      const alone = await client.post(`/vouchers/booked/${first?.['voucherId'] as number}/reversal`, {
        date: year.on('03-10'),
      });
      expectRefusal(alone, 400, 'E10250');
      const { metaData } = (await client.get(`/vouchers/${first?.['voucherId'] as number}`)).body;
      expect(metaData ?? {}).to.not.have.property('reverse');

      const reversal = await client.post(`/vouchers/booked/${voucherId}/reversal`, {
        date: year.on('03-10'),
      });

      expect(reversal.status, reversal.text).to.equal(201);
      const sums = (moved: readonly Moved[]) => moved.filter(([, number]) => number === 1620);
      const back = await movedBy(reversal.body.voucherId as number);
      expect(sums(back)).to.deep.equal([
        ['03-10', 1620, 1000.04],
        ['03-10', 1620, -333.34],
        ['03-31', 1620, -333.34],
        ['04-30', 1620, -333.36],
      ]);
      const after = await Promise.all([lastOfFebruary, '03-31', '04-30'].map((day) => totalOf(1620, day)));
      expect(after[2]).to.equal(before[2]);
      const all = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0).toFixed(2);
      expect(all(after)).to.equal(all(before));
      expect(await faults()).to.deep.equal([]);
    });

    it('come back when the reversal of their voucher is reversed', async () => {
      const days = [lastOfFebruary, '03-31', '04-30'];
      const totals = (): Promise<readonly number[]> => Promise.all(days.map((day) => totalOf(1620, day)));
      const {
        supplier: _,
        contraVatAccount: __,
        ...line
      } = insured('02-01', '04-30') as Record<string, unknown>;
      const drafted = await draft([{ ...line, account: account(5820) }], 'finance-vouchers');
      const voucherId = await bookedId(drafted);
      const once = await totals();
      const reverse = async (id: number): Promise<number> => {
        const made = await client.post(`/vouchers/booked/${id}/reversal`, { date: year.on('02-10') });
        expect(made.status, made.text).to.equal(201);
        return made.body.voucherId as number;
      };

      const reversal = await reverse(voucherId);
      expect(await totals()).to.not.deep.equal(once);
      await reverse(reversal);

      expect(await totals()).to.deep.equal(once);
      expect(await faults()).to.deep.equal([]);
    });
  });
}

import { expect } from 'chai';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, balanceOf, everyPage, lastYear, type TestYear } from './the-books.js';

const PARALLEL = 50;

/** G1, G3, G4: bookings through two replicas that share a database. */
for (const database of await databases()) {
  describe(`bookings at the same time on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const twins: readonly [Client, Client] = [ours, replicaOf(running).client(ours)];
    let year: TestYear;

    before(async () => {
      year = await lastYear(ours);
    });

    const together = (
      count: number,
      ask: (by: Client, index: number) => Promise<Answered>,
    ): Promise<Answered[]> =>
      Promise.all(Array.from({ length: count }, (_, index) => ask(twins[index % 2] as Client, index)));
    const drafts = (count: number): Promise<Answered[]> =>
      together(count, (by) => by.post('/vouchers/drafts/finance-vouchers', aTransfer(year.on('07-07'))));
    const book = (by: Client, { body }: Answered): Promise<Answered> =>
      by.post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });
    const statuses = (answers: readonly Answered[]): Record<number, number> => {
      const counts: Record<number, number> = {};
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };
    const run = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);
    const from = (first: number, count: number): readonly number[] =>
      Array.from({ length: count }, (_, index) => first + index);

    it(`gives ${PARALLEL} drafts numbers that are distinct and without holes (G3)`, async () => {
      const made = await drafts(PARALLEL);

      expect(statuses(made)).to.deep.equal({ 201: PARALLEL });
      const numbers = run(made.map(({ body }) => body.voucherNumber.voucherNumber as number));
      const ids = run(made.map(({ body }) => body.voucherId as number));
      const entries = run(made.map(({ body }) => body.lines[0].entryNumber as number));
      expect(numbers).to.deep.equal(from(numbers[0] ?? 0, PARALLEL));
      expect(ids).to.deep.equal(from(ids[0] ?? 0, PARALLEL));
      expect(entries).to.deep.equal(from(entries[0] ?? 0, PARALLEL));
    });

    it(`books ${PARALLEL} vouchers, each whole: entry numbers without doubles, balances exact (G1, G4)`, async () => {
      const made = await drafts(PARALLEL);
      const before = await balanceOf(ours, 5830);

      const booked = await Promise.all(made.map((draft, index) => book(twins[index % 2] as Client, draft)));

      expect(statuses(booked)).to.deep.equal({ 201: PARALLEL });
      expect(await balanceOf(ours, 5830)).to.equal(before + PARALLEL * 100);
      const path = `/accounting-years/${year.year.replace('/', '_6_')}/entries?pagesize=1000&filter=date$eq:${year.on('07-07')}`;
      const entries = await everyPage(ours, path);
      expect(entries).to.have.length(2 * PARALLEL);
      expect(new Set(entries.map(({ entryNumber }) => entryNumber)).size).to.equal(2 * PARALLEL);
      const byVoucher = new Map<unknown, number>();
      for (const { voucherNumber, amountInBaseCurrency } of entries) {
        byVoucher.set(voucherNumber, (byVoucher.get(voucherNumber) ?? 0) + (amountInBaseCurrency as number));
      }
      expect([...byVoucher.values()].every((sum) => sum === 0)).to.equal(true);
      expect(byVoucher.size).to.equal(PARALLEL);
    });

    it('books a draft once, however many ask for it at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [draft] = await drafts(1);
        const before = await balanceOf(ours, 5830);

        const answers = await together(8, (by) => book(by, draft as Answered));

        expect(statuses(answers)).to.deep.equal({ 201: 1, 404: 7 });
        expect(await balanceOf(ours, 5830)).to.equal(before + 100);
      }
    });

    it('books an opening balance once, too', async () => {
      const { body } = await ours.post('/opening-balances/drafts', {
        date: year.on('01-01'),
        lines: [{ account: { accountNumber: 5830 }, amountInBaseCurrency: 7 }],
      });
      const before = await balanceOf(ours, 5830);

      const answers = await together(8, (by) =>
        by.post('/opening-balances/booked', { voucherId: body.voucherId, date: body.date }),
      );

      expect(statuses(answers)).to.deep.equal({ 201: 1, 404: 7 });
      expect(await balanceOf(ours, 5830)).to.equal(before + 7);
    });

    it('books lists that share drafts in different orders: each draft once, no list in part', async () => {
      const made = await drafts(6);
      const bookings = made.map(({ body }) => ({
        voucherId: body.voucherId as number,
        date: body.date as string,
      }));
      const before = await balanceOf(ours, 5830);

      const answers = await together(6, (by, index) => {
        const list = index % 2 === 0 ? bookings : [...bookings].reverse();
        return by.post('/vouchers/booked', list);
      });

      expect(statuses(answers)).to.deep.equal({ 201: 1, 404: 5 });
      expect(await balanceOf(ours, 5830)).to.equal(before + 600);
    });

    it('either changes a draft or books it: what was booked is what was read last', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [draft] = await drafts(1);
        const { body } = draft as Answered;
        const changed = aTransfer(body.date as string);
        (changed['lines'] as Record<string, unknown>[])[0]!['amount'] = 40;
        const before = await balanceOf(ours, 5830);

        const [booking, change, discard] = await Promise.all([
          book(twins[0], draft as Answered),
          twins[1].put(body.self as string, changed),
          round % 2 === 0 ? twins[1].remove(body.self as string) : undefined,
        ]);

        const raised = (await balanceOf(ours, 5830)) - before;
        if (booking.status === 201) {
          expect(raised).to.equal(booking.body.lines[0].amount);
          expect((await ours.get(booking.body.self as string)).body.lines[0].amount).to.equal(raised);
          expect(discard?.status ?? 404).to.equal(404);
          expect(change.status).to.equal(raised === 40 ? 200 : 404);
        } else {
          expect([booking.status, discard?.status, raised], booking.text).to.deep.equal([404, 204, 0]);
        }
      }
    });

    it('keeps an account that is being removed while a draft names it (G10)', async () => {
      for (let round = 0; round < 20; round += 1) {
        const accountNumber = 9700 + round;
        await ours.put(`/accounts/${accountNumber}`, { name: 'x', accountType: 'status' });

        const [removed, draft] = await Promise.all([
          twins[0].remove(`/accounts/${accountNumber}`),
          twins[1].post('/vouchers/drafts/finance-vouchers', {
            date: year.on('07-08'),
            lines: [{ account: { accountNumber }, amount: 1 }],
          }),
        ]);

        const isThere = (await ours.get(`/accounts/${accountNumber}`)).status === 200;
        expect(isThere, `${removed.text} ${draft.text}`).to.equal(draft.status === 201);
        expect([removed.status, draft.status]).to.deep.equal(isThere ? [400, 201] : [204, 400]);
      }
    });
  });
}

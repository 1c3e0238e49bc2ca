import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { balanceOf, entriesOf, lastYear, shown, type TestYear } from './the-books.js';

type Line = Readonly<Record<string, unknown>>;

for (const database of await databases()) {
  describe(`POST /opening-balances/booked on ${database.name} (§3, §4.2)`, () => {
    const running = runningService(database);
    const ours = running.client();
    let year: TestYear;
    before(async () => (year = await lastYear(ours)));

    const draft = async (lines: readonly Line[], date = year.on('01-01')): Promise<Answered['body']> => {
      const { body, status, text } = await ours.post('/opening-balances/drafts', { date, lines });
      expect(status, text).to.equal(201);
      const { metaData: _, ...draft } = body;
      return draft;
    };
    const book = ({ voucherId, date }: { voucherId: number; date: string }): Promise<Answered> =>
      ours.post('/opening-balances/booked', { date, voucherId });
    const LINES = [
      { account: { accountNumber: 5810 }, amountInBaseCurrency: 10000, text: 'Bank' },
      { customer: { customerNumber: 6 }, amountInBaseCurrency: 250.5 },
      { supplier: { supplierNumber: 1 }, amountInBaseCurrency: -99.99 },
    ];

    it('answers the booked opening balance, all its numbers kept, and where it is now', async () => {
      const made = await draft(LINES);

      const { status, body, headers, text } = await book(made);

      const self = `${running.service.base}/opening-balances/booked/${made.voucherId}`;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(self);
      expect(body).to.deep.equal({ ...made, booked: true, self });
      expect((await ours.get(self)).body).to.deep.equal(body);
      expect((await ours.get(`/opening-balances/${made.voucherId}`)).body).to.deep.equal(body);
      expect((await ours.get(made.self as string)).status).to.equal(404);
    });

    it('makes one opening entry for each line, on control accounts for customers and suppliers (D157)', async () => {
      const made = await draft(LINES);

      await book(made);

      const entries = await entriesOf(ours, year, made, 'openingEntry');
      expect(shown(entries)).to.deep.equal([
        [5810, 10000],
        [5720, 250.5],
        [6410, -99.99],
      ]);
      expect(entries.map(({ entryNumber }) => entryNumber)).to.deep.equal(
        made.lines.map(({ entryNumber }: { entryNumber: number }) => entryNumber),
      );
      expect(entries.map(({ currency, text }) => [currency, text])).to.deep.equal([
        ['EUR', 'Bank'],
        ['EUR', undefined],
        ['EUR', undefined],
      ]);
    });

    it('books on the control accounts of when the draft was written (amendments, booking)', async () => {
      const made = await draft(LINES);
      const again = await draft(LINES);
      for (const [path, accountNumber] of [
        ['/customer-groups/3', 5740],
        ['/supplier-groups/1', 6460],
      ] as const) {
        const { body } = await ours.get(path);
        const put = await ours.put(path, { ...body, account: { accountNumber } });
        expect(put.status, put.text).to.equal(200);
      }
      const rewritten = await ours.put(again.self as string, again);
      expect(rewritten.status, rewritten.text).to.equal(200);

      const booked = await book(made);
      await book(again);

      for (const { lines } of [made, rewritten.body, booked.body])
        for (const line of lines) expect(line).not.to.have.property('control');
      expect(shown(await entriesOf(ours, year, made, 'openingEntry'))).to.deep.equal([
        [5810, 10000],
        [5720, 250.5],
        [6410, -99.99],
      ]);
      expect(shown(await entriesOf(ours, year, again, 'openingEntry'))).to.deep.equal([
        [5810, 10000],
        [5740, 250.5],
        [6460, -99.99],
      ]);
      await ours.put('/customer-groups/3', { name: 'Abroad', account: { accountNumber: 5720 } });
      await ours.put('/supplier-groups/1', { name: 'At home', account: { accountNumber: 6410 } });
    });

    it('says when the control account of the draft was removed since: written again it is booked', async () => {
      const { body: group } = await ours.get('/customer-groups/3');
      const account = { accountNumber: 5741, name: 'For a while', accountType: 'status' };
      const { body: made } = await ours.post('/accounts', account);
      await ours.put(group.self, { ...group, account });
      const written = await draft([{ customer: { customerNumber: 6 }, amountInBaseCurrency: 5 }]);
      await ours.put(group.self, group);
      expect((await ours.remove(made.self)).status).to.equal(204);

      expectRefusal(await book(written), 400, 'E06000');
      expect((await ours.get(written.self)).body.metaData).not.to.have.property('book');

      await ours.put(written.self, written);
      const { status, text } = await book(written);
      expect(status, text).to.equal(201);
    });

    it('need not sum to zero: the difference shows in the balances (D154)', async () => {
      const before = await balanceOf(ours, 5830);

      const { status, text } = await book(
        await draft([{ account: { accountNumber: 5830 }, amountInBaseCurrency: 12.34 }]),
      );

      expect(status, text).to.equal(201);
      expect(await balanceOf(ours, 5830)).to.equal(Math.round((before + 12.34) * 100) / 100);
    });

    it('needs the date of the draft (D156), and a draft', async () => {
      const made = await draft(LINES);

      const otherDate = await book({ voucherId: made.voucherId, date: year.on('01-02') });
      const nothing = await book({ voucherId: 987654, date: year.on('01-01') });
      const partly = await ours.post('/opening-balances/booked', { voucherId: made.voucherId });
      const empty = await book(await draft([]));

      expectRefusal(otherDate, 400, 'E10190');
      expect(otherDate.body.errors[0].additionalData.propertyName).to.equal('date');
      expectRefusal(nothing, 404, 'E06000');
      expectRefusal(partly, 400, 'E00500');
      expectRefusal(empty, 400, 'E10120');
      expect((await ours.get(made.self as string)).body.booked).to.equal(false);
    });

    it('is done once, and for good (D158)', async () => {
      const made = await draft(LINES);
      const done = await book(made);

      const again = await book(made);
      const put = await ours.put(made.self as string, { date: made.date, lines: [] });
      const removed = await ours.remove(made.self as string);
      const putBooked = await ours.put(done.body.self as string, {});
      const removedBooked = await ours.remove(done.body.self as string);

      expectRefusal(again, 404, 'E06000');
      expectRefusal(put, 404, 'E06000');
      expectRefusal(removed, 404, 'E06000');
      expectRefusal(putBooked, 405, undefined);
      expectRefusal(removedBooked, 405, undefined);
      expect((await ours.get(done.body.self as string)).body).to.deep.equal(done.body);
    });

    it('refuses an account that was barred since the draft was made', async () => {
      await ours.put('/accounts/9601', { name: 'x', accountType: 'status' });
      const made = await draft([{ account: { accountNumber: 9601 }, amountInBaseCurrency: 1 }]);
      await ours.put('/accounts/9601', { name: 'x', accountType: 'status', barred: true });

      const answer = await book(made);

      expectRefusal(answer, 400, 'E10090');
      expect(answer.body.errors[0].additionalData.propertyName).to.equal('lines[0].account');
    });

    it('takes one opening balance, not a list', async () => {
      expectRefusal(await ours.post('/opening-balances/booked', [await draft(LINES)]), 400, 'E00500');
    });

    it('shows the booked ones in a collection of their own', async () => {
      const made = await draft(LINES);
      await book(made);

      const all = await ours.get('/opening-balances/booked?pagesize=1000&sort=-voucherId');

      expect(all.body.collection[0]).to.deep.include({ voucherId: made.voucherId, booked: true });
      expect(all.body.metaData).to.have.all.keys('book', 'find');
      expect(all.body.collection.every(({ booked: is }: { booked: boolean }) => is)).to.equal(true);
    });
  });
}

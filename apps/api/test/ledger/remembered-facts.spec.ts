import { expect } from 'chai';
import { expectRefusal } from '../support/refusal.js';
import { replicaOf, runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { aTransfer, balanceOf, booked, lastYear, type TestYear } from './the-books.js';

/**
 * What a process remembers of the books is never what it answers: another replica may have changed it since.
 */
for (const database of await databases()) {
  describe(`what a replica remembers of posting facts and of drafts on ${database.name}`, function () {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const { statements, client } = replicaOf(running);
    const other = client(ours);
    /** On a replica that has booked nothing yet. */
    const newcomer = replicaOf(running).client(ours);
    let year: TestYear;

    before(async () => {
      year = await lastYear(ours);
      await ours.put('/accounts/9801', { name: 'x', accountType: 'status' });
      // Twice: what was booked on for the first time is read once more.
      for (let time = 0; time < 2; time += 1) {
        for (const by of [ours, other]) expect((await booked(by, onto(9801))).status).to.equal(201);
      }
    });

    const onto = (accountNumber: number, amount = 1): Record<string, unknown> =>
      aTransfer(year.on('08-08'), {
        lines: [
          { account: { accountNumber }, amount },
          { account: { accountNumber: 5810 }, amount: -amount },
        ],
      });
    const drafted = (by: Client): Promise<Answered> =>
      by.post('/vouchers/drafts/finance-vouchers', onto(9801));
    const book = (by: Client, { body }: Answered): Promise<Answered> =>
      by.post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });

    it('spares the reading where nothing has changed', async function () {
      if (database.name === 'SQLite') {
        statements.length = 0;
        expect((await booked(other, onto(9801))).status).to.equal(201);
        // Nothing is remembered where reading costs no round trip.
        expect(statements.some((sql) => sql.startsWith('SELECT') && sql.includes('`period`'))).to.equal(true);
        return;
      }
      statements.length = 0;
      expect((await booked(other, onto(9801))).status).to.equal(201);
      // The numbers, the draft, the booking.
      expect(statements, statements.join('\n')).to.have.length(3);
    });

    it('accepts nothing on an account that another replica has barred since (D27)', async () => {
      const draft = await drafted(other);
      const before = await balanceOf(ours, 9801);
      await ours.put('/accounts/9801', { name: 'x', accountType: 'status', barred: true });

      const [booking, drafting] = [await book(other, draft), await drafted(other)];

      expectRefusal(booking, 400, 'E10090');
      expectRefusal(drafting, 400, 'E10090');
      expect(await balanceOf(other, 9801)).to.equal(before);
      await ours.put('/accounts/9801', { name: 'x', accountType: 'status', barred: false });
      expect((await book(other, draft)).status).to.equal(201);
      expect(await balanceOf(ours, 9801)).to.equal(before + 1);
    });

    it('accepts again at once what another replica has allowed since', async () => {
      await ours.put('/accounts/9801', { name: 'x', accountType: 'status', barred: true });
      expectRefusal(await drafted(other), 400, 'E10090');
      await ours.put('/accounts/9801', { name: 'x', accountType: 'status', barred: false });

      expect((await drafted(other)).status).to.equal(201);
    });

    it('books a draft as another replica has changed it since', async () => {
      const draft = await drafted(other);
      const before = await balanceOf(ours, 9801);
      expect((await ours.put(draft.body.self as string, onto(9801, 40))).status).to.equal(200);

      const booking = await book(other, draft);

      expect(booking.status, booking.text).to.equal(201);
      expect(booking.body.lines[0].amount).to.equal(40);
      expect(await balanceOf(ours, 9801)).to.equal(before + 40);
    });

    it('books no draft that another replica has removed or booked since', async () => {
      const [removed, done] = [await drafted(other), await drafted(other)];
      await ours.remove(removed.body.self as string);
      expect((await book(ours, done)).status).to.equal(201);
      const before = await balanceOf(ours, 9801);

      expectRefusal(await book(other, removed), 404, 'E06000');
      expectRefusal(await book(other, done), 404, 'E06000');
      expect(await balanceOf(ours, 9801)).to.equal(before);
    });

    it('tells the right date of a draft that another replica has moved since (D156)', async () => {
      const draft = await drafted(other);
      await ours.put(draft.body.self as string, { ...onto(9801), date: year.on('08-09') });

      const booking = await book(other, draft);

      expectRefusal(booking, 400, 'E10190');
      expect(booking.text).to.include(year.on('08-09'));
    });

    it('keeps in use what was booked on, however often drafts on it come and go on whichever replica', async () => {
      for (let time = 0; time < 3; time += 1) {
        const draft = await drafted(other);
        expect((await newcomer.remove(draft.body.self as string)).status).to.equal(204);
        const theirs = await drafted(newcomer);
        expect((await other.remove(theirs.body.self as string)).status).to.equal(204);
      }

      expectRefusal(await ours.remove('/accounts/9801'), 400, 'E10070');
      const found = await running.service.service.database.checkBooks(ours.agreement.agreementNumber);
      expect(found.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('accepts nothing in an accounting year that another replica has closed since (D155)', async () => {
      const years = (await ours.get('/accounting-years?sort=fromDate')).body.collection as { year: string }[];
      const first = (years[0] as { year: string }).year;
      const { fromDate } = (await ours.get(`/accounting-years/${first}`)).body;
      const then = { ...onto(9801), date: fromDate as string };
      expect((await booked(other, then)).status).to.equal(201);
      const draft = await other.post('/vouchers/drafts/finance-vouchers', then);
      const closed = await ours.post(`/accounting-years/${first}/closing`, undefined);
      if (closed.status !== 200) {
        // The draft itself keeps the year from being closed: then it goes first, and the date alone is tried.
        expect((await ours.remove(draft.body.self as string)).status).to.equal(204);
        const { status, text } = await ours.post(`/accounting-years/${first}/closing`, undefined);
        expect(status, text).to.equal(200);
      }

      expectRefusal(await other.post('/vouchers/drafts/finance-vouchers', then), 400, 'E10080');
      expect((await ours.remove(`/accounting-years/${first}/closing`)).status).to.be.oneOf([200, 204]);
      expect((await other.post('/vouchers/drafts/finance-vouchers', then)).status).to.equal(201);
    });
  });
}

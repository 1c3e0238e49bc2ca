import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { manyCopies } from '../support/many-copies.js';
import { runningService, type Client } from '../support/running-service.js';
import { book, kept, refusedWith, type Line } from './booking.js';
import { everyPage } from './the-books.js';

const LAST = new Date().getUTCFullYear();
const [YEAR, NEXT] = [String(LAST - 1), String(LAST)];
/** More than SQLite takes values for in one statement, each with the ten of a total of a day. */
const ACCOUNTS = 4_096;

for (const database of await databases()) {
  describe(`closing and reopening accounting years on ${database.name} (amendment 15, D16 to D19)`, () => {
    const running = runningService(database);
    const client = running.client();
    const other = running.client({ modules: ['internationalLedger'] });
    const large = running.client();
    const bookIn = (who: Client, date: string, ...lines: readonly Line[]) =>
      book(running.service.service.database, who.agreement.agreementNumber, date, lines);
    const closing = (year: string): string => `/accounting-years/${year}/closing`;
    const totals = async (who: Client, year: string): Promise<readonly (readonly [number, number])[]> =>
      (await everyPage(who, `/accounting-years/${year}/totals?pagesize=1000`)).map((total) => [
        (total['account'] as { accountNumber: number }).accountNumber,
        total['totalInBaseCurrency'] as number,
      ]);
    const plain = (all: readonly (readonly [number, number])[]) => all.filter(([, total]) => total !== 0);

    before(async () => {
      await kept(bookIn(client, `${YEAR}-03-03`, [1010, '-1000.10'], [6610, '-250.03'], [5810, '1250.13']));
      await kept(bookIn(client, `${YEAR}-12-31`, [1310, '400'], [5810, '-400']));
      await kept(bookIn(client, `${NEXT}-01-05`, [1310, '10'], [5810, '-10']));
    });

    it('offers in metaData what is possible now', async () => {
      const first = await client.get(`/accounting-years/${YEAR}`);
      const last = await client.get(`/accounting-years/${NEXT}`);

      expect(first.body.metaData.close).to.deep.equal({
        description: 'Close this accounting year.',
        href: `${running.service.base}/accounting-years/${YEAR}/closing`,
        httpMethod: 'post',
      });
      expect(first.body.metaData).not.to.have.property('reopen');
      expect(last.body.metaData).not.to.have.any.keys('close', 'reopen');
    });

    it('carries the result to its account and the balance sheet into the next year', async () => {
      const { status, body, headers, text } = await client.post(closing(YEAR), undefined);

      expect(status, text).to.equal(200);
      expect(body).to.include({ year: YEAR, closed: true });
      const read = await client.get(`/accounting-years/${YEAR}`);
      expect(headers.get('etag')).to.equal(read.headers.get('etag'));
      const posting = new Set([1010, 1310, 5810, 6140, 6610]);
      const shown = async (year: string) =>
        (await totals(client, year)).filter(([account]) => posting.has(account));
      expect(await shown(NEXT)).to.deep.equal([
        [1010, 0],
        [1310, 10],
        [5810, 840.13],
        [6140, -600.1],
        [6610, -250.03],
      ]);
    });

    it('leaves the totals of the year, its periods and its accounts as they were before (amendment 17)', async () => {
      const { body } = await client.get(`/accounting-years/${YEAR}/periods?filter=toDate$eq:${YEAR}-12-31`);
      const { totals: ofDecember } = body.collection[0] as { totals: string };
      const asked = [1010, 1310, 2500, 5810, 6140, 6610, 7000];
      const shown = async (of: string) => {
        const all = (await everyPage(client, `${of}?pagesize=1000`)) as readonly {
          account: { accountNumber: number };
          totalInBaseCurrency: number;
        }[];
        const found = new Map(all.map((one) => [one.account.accountNumber, one.totalInBaseCurrency]));
        return asked.map((account) => found.get(account));
      };

      expect(await shown(`/accounting-years/${YEAR}/totals`)).to.deep.equal([
        -1000.1, 400, -600.1, 850.13, 0, -250.03, 0,
      ]);
      expect(await shown(ofDecember)).to.deep.equal([0, 400, 400, -400, 0, 0, 0]);
      const one = await client.get(`/accounts/1010/accounting-years/${YEAR}/totals`);
      expect(one.body.totalInBaseCurrency).to.equal(-1000.1);
      expect((await client.get('/accounts/6140')).body.balance).to.equal(-600.1);
    });

    it('posts system entries on the last day, and opening entries on the first day of the next year', async () => {
      const closed = await everyPage(
        client,
        `/accounting-years/${YEAR}/entries?filter=date$eq:${YEAR}-12-31`,
      );
      const opened = await everyPage(
        client,
        `/accounting-years/${NEXT}/entries?filter=date$eq:${NEXT}-01-01`,
      );

      const shown = (entries: readonly Record<string, unknown>[], type: string) =>
        entries
          .filter(({ entryType }) => entryType === type)
          .map(({ amountInBaseCurrency }) => amountInBaseCurrency);
      expect(shown(closed, 'systemEntry')).to.deep.equal([1000.1, -400, -600.1]);
      expect(shown(opened, 'transferredOpeningEntry')).to.deep.equal([850.13, -600.1, -250.03]);
    });

    it('posts entries of no voucher, which are found as such', async () => {
      const voucher = 'voucher.voucherId';
      const found = async (filter: string) =>
        (await everyPage(client, `/entries?filter=${encodeURIComponent(filter)}`)).map(
          ({ entryNumber }) => entryNumber,
        );
      const of = (all: readonly Record<string, unknown>[], hasVoucher: boolean) =>
        all.filter((entry) => 'voucher' in entry === hasVoucher).map(({ entryNumber }) => entryNumber);
      const all = await everyPage(client, '/entries?pagesize=1000');

      const closed = (entry: Record<string, unknown>) => String(entry['text']).startsWith('Closing');
      expect(all.filter(closed).some((entry) => 'voucher' in entry)).to.equal(false);
      expect(await found(`${voucher}$eq:$null:`)).to.deep.equal(of(all, false));
      expect(await found(`${voucher}$gt:0`)).to.deep.equal(of(all, true));
    });

    it('closes the periods, takes no more bookings, and keeps the balances', async () => {
      const { body } = await client.get(`/accounting-years/${YEAR}/periods`);

      expect((body.collection as { closed: boolean }[]).every(({ closed }) => closed)).to.equal(true);
      expect(await refusedWith(bookIn(client, `${YEAR}-06-06`, [1310, '1'], [5810, '-1']))).to.equal(
        'DateNotBookable',
      );
      const [{ self }] = body.collection as [{ readonly self: string }];
      expect((await client.get(self)).body.metaData).to.have.keys('replace');
      for (const barred of [true, false]) expect((await client.put(self, { barred })).status).to.equal(200);
      expect((await client.get('/accounts/5810')).body.balance).to.equal(840.13);
      expect((await client.get('/accounts/1010')).body.balance).to.equal(0);
    });

    it('is undone exactly, any number of times (D18)', async () => {
      const before = [await totals(other, YEAR), await totals(other, NEXT)];
      await kept(bookIn(other, `${YEAR}-07-07`, [1010, '-77.70'], [5810, '77.70']));
      const open = [await totals(other, YEAR), await totals(other, NEXT)];
      const entries = (await everyPage(other, `/accounting-years/${YEAR}/entries`)).length;
      for (const time of [1, 2, 3]) {
        const close = await other.post(closing(YEAR), undefined);
        expect(close.status, `${time} ${close.text}`).to.equal(200);
        const { body } = await other.get(`/accounting-years/${YEAR}`);
        expect(body.metaData.reopen).to.include({ httpMethod: 'delete' });
        expect(body.metaData).not.to.have.property('close');
        const reopen = await other.remove(closing(YEAR));
        expect(reopen.status, `${time} ${reopen.text}`).to.equal(204);

        expect([await totals(other, YEAR), await totals(other, NEXT)]).to.deep.equal(open);
        expect(await everyPage(other, `/accounting-years/${YEAR}/entries`)).to.have.lengthOf(entries);
        expect(await everyPage(other, `/accounting-years/${NEXT}/entries`)).to.have.lengthOf(0);
      }
      expect(plain(before[0] ?? [])).to.deep.equal([]);
      await kept(bookIn(other, `${YEAR}-08-08`, [1310, '1'], [5810, '-1']));
    });

    it('is undone only in the state of the year that If-Match names (E05120)', async () => {
      const tag = async (): Promise<string> =>
        (await client.get(`/accounting-years/${YEAR}`)).headers.get('etag') ?? '';
      const reopened = (ifMatch: string) => client.remove(closing(YEAR), { 'If-Match': ifMatch });

      expectRefusal(await reopened('"nope"'), 412, 'E05120');
      expect((await reopened(await tag())).status).to.equal(204);
      const open = await tag();
      expect((await client.post(closing(YEAR), undefined)).status).to.equal(200);

      expectRefusal(await reopened(open), 412, 'E05120');
    });

    it('refuses to close twice, out of turn, without a next year, or to reopen what is open', async () => {
      const twice = await client.post(closing(YEAR), undefined);
      const noNext = await client.post(closing(NEXT), undefined);
      const outOfTurn = await other.post(closing(NEXT), undefined);
      const open = await client.remove(closing(NEXT));
      const nowhere = await client.post(closing('1999'), undefined);

      const reasons = [twice, noNext, outOfTurn, open].map((answer) => {
        expectRefusal(answer, 400, 'E10110');
        return answer.body.additionalData.reason as string;
      });
      expect(reasons).to.deep.equal(['alreadyClosed', 'noNextYear', 'earlierYearOpen', 'notClosed']);
      expectRefusal(nowhere, 404, 'E06000');
    });

    it('refuses to reopen under a closed year (D19)', async () => {
      await client.post('/accounting-years', { fromDate: `${LAST + 1}-01-01`, toDate: `${LAST + 1}-12-31` });
      expect((await client.post(closing(NEXT), undefined)).status).to.equal(200);

      const answer = await client.remove(closing(YEAR));

      expectRefusal(answer, 400, 'E10110');
      expect(answer.body.additionalData.reason).to.equal('nextYearClosed');
      expect((await client.remove(closing(NEXT))).status).to.equal(204);
      expect((await client.remove(closing(YEAR))).status).to.equal(204);
    });

    it('waits for drafts that are dated in the year (D16)', async () => {
      const draft = {
        date: `${YEAR}-09-09`,
        lines: [{ account: { accountNumber: 5830 }, amount: 100, contraAccount: { accountNumber: 5810 } }],
      };
      const { body, status, text } = await other.post('/vouchers/drafts/finance-vouchers', draft);
      expect(status, text).to.equal(201);

      const answer = await other.post(closing(YEAR), undefined);

      expectRefusal(answer, 400, 'E10110');
      expect(answer.body.additionalData.reason).to.equal('hasDrafts');
      expect(answer.body.message).to.include(`1 draft is dated in it (vouchers ${body.voucherId}).`);
      expect(answer.body.developerHint).to.include('Book these drafts, remove them, or give them a date');
      const named = { resource: 'vouchers', key: body.voucherId };
      const [{ self, ...of }] = answer.body.additionalData.usedBy;
      expect(of).to.deep.equal(named);
      expect((await other.get(self)).body.voucherId).to.equal(body.voucherId);
      await other.remove(body.self as string);
      expect((await other.post(closing(YEAR), undefined)).status).to.equal(200);
    });

    it('keeps the type of accounts by which a year was closed, and the account of the result (E10070)', async () => {
      const typed = (accountType: string) => ({ name: 'As it was', accountType });
      await client.post(closing(YEAR), undefined);

      const carried = await client.put('/accounts/1310', typed('status'));
      const brought = await client.put('/accounts/5810', typed('profitAndLoss'));
      const untouched = await client.put('/accounts/2320', typed('status'));
      const named = await client.put('/accounts/1310', typed('profitAndLoss'));
      const result = await client.put('/accounts/6140', typed('profitAndLoss'));
      const gone = await client.remove('/accounts/6140');

      for (const answer of [carried, brought, result]) {
        expectRefusal(answer, 400, 'E10070');
        expect(answer.body.errors[0].additionalData.propertyName).to.equal('accountType');
      }
      expectRefusal(gone, 400, 'E10070');
      expect([untouched.status, named.status]).to.deep.equal([200, 200]);
      expect((await client.remove(closing(YEAR))).status).to.equal(204);
      const reopened = await client.put('/accounts/1310', typed('status'));
      expect(reopened.status, reopened.text).to.equal(200);
      expect((await client.put('/accounts/1310', typed('profitAndLoss'))).status).to.equal(200);
    });

    it('carries as many balances as the books have accounts', async () => {
      const { agreementNumber } = large.agreement;
      const bank = { table: 'account', key: 'account_number', number: 5810, collection: 'accounts' };
      await manyCopies(running.service.databaseUrl, agreementNumber, bank, ACCOUNTS);
      for (let from = 0; from < ACCOUNTS; from += 1_024) {
        const lines = Array.from({ length: 1_024 }, (_, index): Line => [1_000_000 + from + index, '1']);
        await kept(bookIn(large, `${YEAR}-05-05`, ...lines, [5820, '-1024']));
      }

      const closed = await large.post(closing(YEAR), undefined);

      expect(closed.status, closed.text).to.equal(200);
      expect((await totals(large, NEXT)).filter(([, total]) => total === 1)).to.have.length(ACCOUNTS);
      const reopened = await large.remove(closing(YEAR));
      expect(reopened.status, reopened.text).to.equal(204);
      expect(plain(await totals(large, NEXT))).to.deep.equal([]);
      const checks = await running.service.service.database.checkBooks(agreementNumber);
      expect(checks.flatMap(({ faults }) => faults)).to.deep.equal([]);
    });

    it('looks for more accounts than a statement of SQLite takes values', async () => {
      const lines = Array.from({ length: 33_000 }, (_, index): Line => [2_000_000 + index, '0']);

      expect(await refusedWith(bookIn(large, `${NEXT}-05-05`, ...lines))).to.equal('ReferenceMissing');
    });

    it('is flagged experimental on home', async () => {
      const { body } = await client.get('/api-resources/accounting-years');
      const rows = running.service.service.endpoints.filter(({ path }) => path.endsWith('/closing'));

      expect(rows.map(({ method, stability }) => [method, stability])).to.deep.equal([
        ['POST', 'experimental'],
        ['DELETE', 'experimental'],
      ]);
      expect(body.name).to.equal('accounting-years');
    });
  });
}

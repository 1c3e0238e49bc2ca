import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { book, kept } from './booking.js';
import { everyPage } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
const BEFORE = String(new Date().getUTCFullYear() - 1);

for (const database of await databases()) {
  describe(`totals on ${database.name} (§2.7, D164, amendment 20)`, () => {
    const running = runningService(database);
    const client = running.client();
    const years = `/accounting-years/${YEAR}`;
    let march = 0;
    const shown = (items: readonly Record<string, unknown>[]) =>
      new Map(
        items.map((item) => [
          (item['account'] as { accountNumber: number }).accountNumber,
          item['totalInBaseCurrency'] as number,
        ]),
      );

    before(async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      const at = (date: string, ...lines: Parameters<typeof book>[3]) =>
        kept(book(books, agreementNumber, date, lines));
      await at(`${YEAR}-03-03`, [1010, '-1000'], [6610, '-250'], [5710, '1250']);
      await at(`${YEAR}-03-31`, [1020, '-0.10'], [1310, '0.30'], [5810, '-0.20']);
      await at(`${YEAR}-04-01`, [5810, '1250'], [5710, '-1250']);
      await at(`${BEFORE}-12-31`, [5810, '7'], [6110, '-7']);
      march = (await client.get(`${years}/periods?filter=fromDate$eq:${YEAR}-03-01`)).body.collection[0]
        .periodNumber;
    });

    it('of a year are those of every account that takes entries or sums, idle or not; no headings (D164)', async () => {
      const all = await everyPage(client, `${years}/totals`);
      const totals = shown(all);

      const posted = [1010, 1020, 1310, 5710, 5810, 6610];
      expect(posted.map((account) => totals.get(account))).to.deep.equal([-1000, -0.1, 0.3, 0, 1249.8, -250]);
      expect(
        [1199, 1399, 1400, 2500, 5799, 5899, 5900, 5999, 6699, 6999, 7000].map((sum) => totals.get(sum)),
      ).to.deep.equal([-1000.1, 0.3, -999.8, -999.8, 0, 1249.8, 1249.8, 1249.8, -250, -250, 0]);
      const types = await everyPage(client, '/accounts?pagesize=1000');
      const listed = types.filter(({ accountType }) => !String(accountType).startsWith('heading'));
      expect([...totals.keys()]).to.deep.equal(listed.map(({ accountNumber }) => accountNumber));
      expect(totals.get(6110)).to.equal(0);
      expect([...totals.keys()]).to.deep.equal([...totals.keys()].sort((a, b) => a - b));
      expect(
        all.find((one) => (one['account'] as { accountNumber: number }).accountNumber === 1010),
      ).to.deep.equal({
        account: { accountNumber: 1010, self: `${running.service.base}/accounts/1010` },
        fromDate: `${YEAR}-01-01`,
        toDate: `${YEAR}-12-31`,
        totalInBaseCurrency: -1000,
        self: `${running.service.base}${years}/totals/1010`,
      });
    });

    it('of a period are those of its days', async () => {
      const all = await everyPage(client, `${years}/periods/${march}/totals?pagesize=1000`);

      expect([1010, 5710, 5810, 1400, 7000].map((account) => shown(all).get(account))).to.deep.equal([
        -1000, 1250, -0.2, -999.8, 0,
      ]);
      expect(all[0]).to.include({ fromDate: `${YEAR}-03-01`, toDate: `${YEAR}-03-31` });
    });

    it('are those of now, however often they were asked for before', async () => {
      const { agreementNumber } = client.agreement;
      const path = `${years}/totals?pagesize=1000`;
      const again = async () => {
        for (let times = 0; times < 3; times += 1) await client.get(path);
        return shown((await client.get(path)).body.collection);
      };
      const other = shown(
        (await client.get(`/accounting-years/${BEFORE}/totals?pagesize=1000`)).body.collection,
      );
      const seen = (await again()).get(5710);
      await kept(
        book(running.service.service.database, agreementNumber, `${YEAR}-05-02`, [
          [5710, '-2'],
          [5810, '2'],
        ]),
      );

      expect((await again()).get(5710)).to.equal((seen ?? 0) - 2);
      const added = {
        accountNumber: 5711,
        accountType: 'status',
        name: 'Till',
        balance: 0,
        debitCredit: 'debit',
      };
      expect((await client.post('/accounts', added)).status).to.equal(201);
      expect((await again()).get(5711)).to.equal(0);
      const before = shown(
        (await client.get(`/accounting-years/${BEFORE}/totals?pagesize=1000`)).body.collection,
      );
      expect([other.get(5711), before.get(5711)]).to.deep.equal([undefined, 0]);
      expect(before.get(5810)).to.equal(other.get(5810));
      // As it was, for those that follow.
      expect((await client.remove('/accounts/5711')).status).to.equal(204);
      await kept(
        book(running.service.service.database, agreementNumber, `${YEAR}-05-02`, [
          [5710, '2'],
          [5810, '-2'],
        ]),
      );
      expect((await again()).get(5711)).to.equal(undefined);
    });

    it('have a self that answers the same, and one account has a total even without entries', async () => {
      for (const path of [`${years}/totals`, `${years}/periods/${march}/totals`]) {
        const { body } = await client.get(`${path}?pagesize=1000`);
        for (const item of (body.collection as { self: string }[]).slice(0, 4)) {
          expect((await client.get(item.self)).body).to.deep.equal(item);
        }
        expect((await client.get(`${path}/6110`)).body.totalInBaseCurrency).to.equal(0);
        expectRefusal(await client.get(`${path}/1`), 404, 'E06000');
      }
    });

    it('within an account are one object (§4.2)', async () => {
      const ofYear = await client.get(`/accounts/5810${years}/totals`);
      const ofPeriod = await client.get(`/accounts/1400${years}/periods/${march}/totals`);

      expect(ofYear.body).to.deep.equal({
        account: { accountNumber: 5810, self: `${running.service.base}/accounts/5810` },
        fromDate: `${YEAR}-01-01`,
        toDate: `${YEAR}-12-31`,
        totalInBaseCurrency: 1249.8,
        self: `${running.service.base}/accounts/5810${years}/totals`,
      });
      expect(ofPeriod.body).to.include({ totalInBaseCurrency: -999.8, toDate: `${YEAR}-03-31` });
      expectRefusal(await client.get(`/accounts/1${years}/totals`), 404, 'E06000');
      expectRefusal(await client.get(`/accounts/5810${years}/periods/9999/totals`), 404, 'E06000');
    });

    it('are filtered, sorted and paged like any collection', async () => {
      const one = await client.get(`${years}/totals?filter=account.accountNumber$eq:5810`);
      const some = await client.get(
        `${years}/totals?filter=account.accountNumber$in:[1010,6610]&sort=-account.accountNumber`,
      );
      const dated = await client.get(`${years}/totals?filter=fromDate$gt:${YEAR}-01-01`);

      expect(one.body.collection).to.have.lengthOf(1);
      expect(one.body.pagination.resultsWithoutFilter).to.be.greaterThan(30);
      expect([...shown(some.body.collection).keys()]).to.deep.equal([6610, 1010]);
      expect(dated.body.collection).to.deep.equal([]);
      expectRefusal(await client.get(`${years}/totals?filter=totalInBaseCurrency$gt:0`), 400, 'E01010');
      expectRefusal(await client.get('/accounting-years/1999/totals'), 404, 'E06000');
    });

    it('follow a change of the chart at once, in another process too', async () => {
      const replica = await running.service.replica();
      try {
        const url = `${years}/totals/1990099`;
        expectRefusal(await replica.ask(url, { headers: client.tokens }), 404, 'E06000');
        await client.post('/accounts', {
          accountNumber: 1990099,
          name: 'Bank and cash',
          accountType: 'sumInterval',
          accountsSummed: [{ fromAccount: { accountNumber: 5810 }, toAccount: { accountNumber: 5830 } }],
        });

        expect((await client.get(url)).body.totalInBaseCurrency).to.equal(1249.8);
        expect((await replica.ask(url, { headers: client.tokens })).body.totalInBaseCurrency).to.equal(
          1249.8,
        );
      } finally {
        await replica.stop();
      }
    });

    it('are exact where numbers of a computer are not: amounts of thirteen digits, thousands of times', async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      const most = '9999999999999.99';
      for (let time = 0; time < 12; time += 1) {
        await kept(
          book(books, agreementNumber, `${YEAR}-06-06`, [
            [5830, most],
            [6120, `-${most}`],
          ]),
        );
      }

      const { text } = await client.get(`/accounts/5830${years}/totals`);

      expect(text).to.contain('"totalInBaseCurrency":119999999999999.88');
    });

    it('give an account its balance: over the years that are open (D37)', async () => {
      expect((await client.get('/accounts/5810')).body.balance).to.equal(1256.8);
      expect((await client.get('/accounts/6110')).body.balance).to.equal(-7);
      expect((await client.get('/accounts/5899')).text).to.contain('"balance":120000000001256.68');
    });
  });
}

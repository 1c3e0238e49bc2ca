import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { everyPage } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());

for (const database of await databases()) {
  describe(`the accounting years of an account on ${database.name} (§4.2, the ten routes)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['internationalLedger'] });
    const below = `/accounts/5810/accounting-years/${YEAR}`;
    const at = (path: string): string => `${running.service.base}${path}`;

    it('are linked from the account, and each links below the account', async () => {
      const { body: account } = await client.get('/accounts/5810');
      const { body: years } = await client.get(account.accountingYears as string);
      const { body: year } = await client.get(years.collection[1].self as string);

      expect(account.accountingYears).to.equal(at('/accounts/5810/accounting-years'));
      expect(years.collection).to.have.lengthOf(2);
      expect(years.collection[1]).to.deep.equal(year);
      expect(year).to.deep.equal({
        closed: false,
        fromDate: `${YEAR}-01-01`,
        toDate: `${YEAR}-12-31`,
        year: YEAR,
        entries: at(`${below}/entries`),
        periods: at(`${below}/periods`),
        totals: at(`${below}/totals`),
        vouchers: at(`${below}/vouchers`),
        self: at(below),
      });
    });

    it('are filtered and sorted as the years are, and have periods of their own', async () => {
      const years = await client.get(`/accounts/5810/accounting-years?filter=year$eq:${YEAR}&sort=-fromDate`);
      const periods = await everyPage(client, `${below}/periods?pagesize=5`);
      const [first] = periods as readonly { self: string; periodNumber: number; accountingYear: unknown }[];

      expect(years.body.collection).to.have.lengthOf(1);
      expect(periods).to.have.lengthOf(12);
      expect(first?.self).to.equal(at(`${below}/periods/13`));
      expect(first?.accountingYear).to.deep.equal({ year: YEAR, self: at(`/accounting-years/${YEAR}`) });
      expect((await client.get(first?.self ?? '')).body).to.deep.equal(first);
    });

    it('answer on every route that the specification lists', async () => {
      const period = `${below}/periods/13`;
      for (const path of [
        '/accounts/5810/accounting-years',
        below,
        `${below}/entries`,
        `${below}/totals`,
        `${below}/vouchers`,
        `${below}/periods`,
        period,
        `${period}/entries`,
        `${period}/totals`,
        `${period}/vouchers`,
      ]) {
        const { status, body, text } = await client.get(path);

        expect(status, `${path} ${text}`).to.equal(200);
        expect(body.self, path).to.equal(at(path));
      }
    });

    it('are nowhere for an account, a year or a period that is not there', async () => {
      for (const path of [
        '/accounts/1/accounting-years',
        `/accounts/1/accounting-years/${YEAR}`,
        `/accounts/1/accounting-years/${YEAR}/periods`,
        `/accounts/1/accounting-years/${YEAR}/vouchers`,
        '/accounts/5810/accounting-years/1999',
        '/accounts/5810/accounting-years/1999/periods',
        '/accounts/5810/accounting-years/1999/vouchers',
        `${below}/periods/99`,
        `${below}/periods/99/vouchers`,
      ]) {
        expectRefusal(await client.get(path), 404, 'E06000');
      }
    });
  });
}

import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService, type Client } from '../support/running-service.js';

const NEXT = new Date().getUTCFullYear() + 1;

for (const database of await databases()) {
  describe(`POST /accounting-years on ${database.name} (§2.6, §4.2)`, () => {
    const running = runningService(database);
    const filled = running.client({ modules: ['internationalLedger'] });
    const empty = running.client({ filled: false });
    const other = running.client({ filled: false });
    const racing = running.client({ filled: false });

    it('makes the next year, with its links and periods', async () => {
      const { status, headers, body, text } = await filled.post('/accounting-years', {
        fromDate: `${NEXT}-01-01`,
        toDate: `${NEXT}-12-31`,
      });

      const self = `${running.service.base}/accounting-years/${NEXT}`;
      expect(status, text).to.equal(201);
      expect(headers.get('location')).to.equal(self);
      expect(body).to.deep.equal({
        closed: false,
        fromDate: `${NEXT}-01-01`,
        toDate: `${NEXT}-12-31`,
        year: String(NEXT),
        entries: `${self}/entries`,
        periods: `${self}/periods`,
        totals: `${self}/totals`,
        vouchers: `${self}/vouchers`,
        self,
      });
      const { body: periods } = await filled.get(body.periods as string);
      expect(periods.collection).to.have.lengthOf(12);
      expect(periods.collection[0]).to.deep.equal({
        accountingYear: { year: String(NEXT), self },
        barred: false,
        closed: false,
        fromDate: `${NEXT}-01-01`,
        periodNumber: 25,
        toDate: `${NEXT}-01-31`,
        entries: `${self}/periods/25/entries`,
        totals: `${self}/periods/25/totals`,
        self: `${self}/periods/25`,
      });
      await filled.remove(self);
    });

    it('lets the first year begin on any day, last 18 months, and escapes its name (§4.1)', async () => {
      const { status, body, text } = await empty.post('/accounting-years', {
        fromDate: '2020-03-17',
        toDate: '2021-08-31',
        year: '2020/2021',
      });

      expect(status, text).to.equal(201);
      expect(body.self).to.equal(`${running.service.base}/accounting-years/2020_6_2021`);
      const { body: periods } = await empty.get(`${body.periods as string}?pagesize=100`);
      const [first] = periods.collection as readonly Record<string, unknown>[];
      expect(periods.collection).to.have.lengthOf(18);
      expect(first).to.include({ fromDate: '2020-03-17', toDate: '2020-03-31', periodNumber: 1 });
      expect((await empty.get('/accounting-years/2020_6_2021/periods/18')).body.toDate).to.equal(
        '2021-08-31',
      );
    });

    it('shows no vouchers without the international ledger (D165)', async () => {
      const { body } = await empty.get('/accounting-years/2020_6_2021');

      expect(body).not.to.have.property('vouchers');
      expect((await empty.get('/accounting-years/2020_6_2021/vouchers')).status).to.equal(404);
    });

    it('may make a year that is closed, which takes no bookings (D20)', async () => {
      const { body } = await empty.post('/accounting-years', {
        fromDate: '2021-09-01',
        toDate: '2021-12-31',
        closed: true,
      });

      expect(body).to.include({ year: '2021', closed: true });
      const { body: periods } = await empty.get(body.periods as string);
      expect((periods.collection as { closed: boolean }[]).every(({ closed }) => closed)).to.equal(true);
    });

    describe('refuses', () => {
      const refuses = (
        what: string,
        body: Record<string, unknown>,
        code: string,
        property: string,
        client: () => Client = () => filled,
      ): void => {
        it(`${what}, naming ${property}`, async () => {
          const before = (await client().get('/accounting-years')).text;

          const answer = await client().post('/accounting-years', body);

          expectRefusal(answer, 400, code);
          expect(answer.body.errors[0].additionalData.propertyName).to.equal(property);
          expect((await client().get('/accounting-years')).text).to.equal(before);
        });
      };
      const next = { fromDate: `${NEXT}-01-01`, toDate: `${NEXT}-12-31` };

      refuses('a gap', { ...next, fromDate: `${NEXT}-01-02` }, 'E10100', 'fromDate');
      refuses('an overlap', { ...next, fromDate: `${NEXT - 1}-12-31` }, 'E10100', 'fromDate');
      refuses(
        'a year before the first',
        { fromDate: '2001-01-01', toDate: '2001-12-31' },
        'E10100',
        'fromDate',
      );
      refuses('more than 18 months', { ...next, toDate: `${NEXT + 1}-07-31` }, 'E10100', 'toDate');
      refuses('an end within a month', { ...next, toDate: `${NEXT}-12-30` }, 'E10100', 'toDate');
      refuses('an end before the beginning', { ...next, toDate: `${NEXT - 1}-12-31` }, 'E10100', 'toDate');
      refuses('a wrong name', { ...next, year: String(NEXT + 1) }, 'E10490', 'year');
    });

    it('refuses a second year of the same name: two short ones in one calendar year (D142, D144)', async () => {
      await other.post('/accounting-years', { fromDate: '2020-01-01', toDate: '2020-06-30' });

      const again = await other.post('/accounting-years', { fromDate: '2020-07-01', toDate: '2020-12-31' });

      expectRefusal(again, 400, 'E06010');
      expect(again.body.developerHint).to.contain('give it a toDate in the next calendar year');
      const longer = { fromDate: '2020-07-01', toDate: '2021-12-31' };
      expect((await other.post('/accounting-years', longer)).body.year).to.equal('2020/2021');
    });

    it('keeps the chain whole when many go on with it at once (R6)', async () => {
      await racing.post('/accounting-years', { fromDate: '2020-01-01', toDate: '2020-12-31' });
      const ends = ['2021-06-30', '2021-12-31', '2022-01-31', '2022-06-30'];

      const answers = await Promise.all(
        [...ends, ...ends].map((toDate) =>
          racing.post('/accounting-years', { fromDate: '2021-01-01', toDate }),
        ),
      );

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...Array<number>(7).fill(400)]);
      const { body } = await racing.get('/accounting-years');
      const [first, second, ...others] = body.collection as { toDate: string; fromDate: string }[];
      expect(others).to.deep.equal([]);
      expect([first?.toDate, second?.fromDate]).to.deep.equal(['2020-12-31', '2021-01-01']);
    });

    it('is the business of those who keep the books (D13)', async () => {
      const { tokens } = await filled.agreement.grant(['Sales']);

      const answer = await running.service.ask('/accounting-years', { headers: tokens });

      expectRefusal(answer, 403, 'E03000');
    });
  });
}

import { expect } from 'chai';
import { asked, onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { runKontor, told } from './support/run-kontor.js';
import { servedSandbox, type Served } from './support/served.js';

const YEAR = new Date().getUTCFullYear();
const [POSTS, DAYS, LINES] = ['OpenPosts1795367000000', 'VatRates1795420000000', 'MatchLines1795421000000'];
const TEXTS = 'TextsOfEntries1795446000000';

/*
 * G38: what a version before booked, or books while old and new processes serve together, has neither open
 * posts nor totals of days nor lines of matches. What such a version leaves behind is made here by taking
 * them out.
 */
describe('books of a version without open posts, totals of days and lines of matches', () => {
  onEachDatabase(({ fresh }) => {
    let database: FreshDatabase;
    let served: Served;
    let posts: readonly unknown[];
    let days: readonly unknown[];
    let statements: readonly unknown[];

    const ask = (sql: string) => asked(database.url, sql.replace('OURS', ours()));
    const ours = () => `agreement_number = ${served.agreementNumber}`;
    const verified = async () => {
      const { status, out } = await runKontor({ DATABASE_URL: database.url }, 'verify');
      return { status, faults: /^FAULT.*\n( {8}.*\n)*/m.exec(out)?.[0] ?? '' };
    };
    const nothingWrong = async () => expect(await verified()).to.deep.equal({ status: 0, faults: '' });
    const migrated = () => told({ DATABASE_URL: database.url }, 'migrate');
    const drafted = async (kind: string, date: string, line: object) => {
      const { body } = await served.ask(201, 'POST', `/vouchers/drafts/${kind}`, { date, lines: [line] });
      await served.ask(201, 'POST', '/vouchers/booked', { voucherId: body.voucherId, date });
    };
    /** What is left of every post, as everybody who asks sees it. */
    const postsSeen = () => served.every('/open-posts?pagesize=1000&sort=entryNumber');
    const daysKept = () =>
      ask(
        'SELECT * FROM day_turnover WHERE OURS ORDER BY date, account_number, vat_account_code, vat_part, vat_rate, kind',
      );
    const statementsRead = async () => {
      const spans = [
        `fromDate=${YEAR}-01-01&toDate=${YEAR}-12-31`,
        `fromDate=${YEAR}-06-02&toDate=${YEAR}-06-20`,
        `fromDate=${YEAR - 1}-12-05&toDate=${YEAR}-06-03`,
      ];
      const read: unknown[] = [];
      for (const name of ['trial-balance', 'vat', 'profit-and-loss'])
        for (const span of spans)
          read.push((await served.ask(200, 'GET', `/statements/${name}?${span}`)).body.rows);
      read.push((await served.ask(200, 'GET', `/statements/balance-sheet?date=${YEAR}-06-15`)).body.rows);
      return read;
    };
    const withoutPosts = async (where: string) => {
      const [row] = await ask(`SELECT COUNT(*) AS posts FROM open_post WHERE OURS AND ${where}`);
      await ask(`DELETE FROM open_post WHERE OURS AND ${where}`);
      const fewer = `version = version + 1, items = items - ${Number(row?.['posts'])}`;
      await ask(`UPDATE collection_state SET ${fewer} WHERE OURS AND collection = 'open-posts'`);
    };

    before(async function () {
      database = await fresh();
      served = await servedSandbox(database.url, { sandbox: '--years 2' });
      for (const date of [`${YEAR}-06-03`, `${YEAR - 1}-12-31`]) {
        const { body } = await served.ask(201, 'POST', '/v2/invoices/drafts', {
          customer: { customerNumber: 1 },
          date,
          lines: [{ product: { productNumber: '1000' }, quantity: 3 }],
        });
        await served.ask(201, 'POST', '/v2/invoices/booked', { id: body.id });
        const account = { contraAccount: { accountNumber: 5820 } };
        await drafted('customer-payments', date, {
          customer: { customerNumber: 1 },
          amount: -10.5,
          ...account,
        });
        await drafted('supplier-invoices', date, {
          supplier: { supplierNumber: 1 },
          amount: -80,
          currency: 'USD',
          exchangeRate: 90,
          contraAccount: { accountNumber: 1310 },
        });
      }
      await served.ask(200, 'POST', `/accounting-years/${YEAR - 1}/closing`);
      [posts, days, statements] = [await postsSeen(), await daysKept(), await statementsRead()];
      expect(posts).to.have.lengthOf(6);
      expect(days).to.have.length.greaterThan(10);
      await nothingWrong();
    });
    after(async () => {
      await served?.stop();
      await database?.drop();
    });

    it('have the posts, the remainders and the days of any others after the migrations', async () => {
      await withoutPosts('1 = 1');
      await ask(`DELETE FROM collection_state WHERE OURS AND collection = 'open-posts'`);
      await ask('DROP TABLE day_turnover');
      await ask('ALTER TABLE entry DROP COLUMN vat_rate');
      await ask(`DELETE FROM migrations WHERE name IN ('${POSTS}', '${DAYS}')`);

      await migrated();

      expect(await daysKept()).to.deep.equal(days);
      expect(await postsSeen()).to.deep.equal(posts);
      expect((await served.ask(200, 'GET', '/open-posts?pagesize=1')).body.pagination.results).to.equal(6);
      await nothingWrong();
    });

    it('say the same in every statement before it is migrated again, and after it', async () => {
      await ask(`DELETE FROM day_turnover WHERE OURS AND date = '${YEAR}-06-03'`);
      await ask(`DELETE FROM day_turnover WHERE OURS AND kind IN ('closing', 'carried')`);
      await withoutPosts(`date = '${YEAR}-06-03'`);

      expect(await statementsRead()).to.deep.equal(statements);
      const { status, faults } = await verified();
      expect(status).to.equal(1);
      expect(faults).to.contain('Totals of days equal the sum of entries').and.contain('kontor migrate');

      await migrated();
      expect(await daysKept()).to.deep.equal(days);
      expect(await postsSeen()).to.deep.equal(posts);
      expect(await statementsRead()).to.deep.equal(statements);
      await nothingWrong();
    });

    it('lose no days of a year that the version before has opened again', async () => {
      await served.ask(204, 'DELETE', `/accounting-years/${YEAR - 1}/closing`);
      const open = await daysKept();
      // It has taken the entries of closing out, and knows nothing of days.
      await ask('DELETE FROM day_turnover WHERE OURS');
      for (const row of days) await ask(insertOf(row as Readonly<Record<string, unknown>>));
      expect(await daysKept()).to.deep.equal(days);

      await migrated();

      expect((await daysKept()).filter(({ entries }) => Number(entries) > 0)).to.deep.equal(open);
      await nothingWrong();
    });

    it('lose nothing that is booked while their days are summed', async function () {
      await ask(`DELETE FROM day_turnover WHERE OURS AND date = '${YEAR}-06-03'`);
      const line = { account: { accountNumber: 5830 }, amount: 7, contraAccount: { accountNumber: 5810 } };

      await Promise.all([
        migrated(),
        ...Array.from({ length: 20 }, () => drafted('finance-vouchers', `${YEAR}-06-03`, line)),
      ]);
      await migrated();

      await nothingWrong();
    });

    it('have remainders that payments lower, down to nothing', async () => {
      const invoice = (await postsSeen()).find((post) => post.remainder > 0);
      const payment = (await postsSeen()).find((post) => post.remainder === -10.5);

      await served.ask(201, 'POST', '/matches', {
        posts: [invoice, payment].map(({ voucher, entryNumber }) => ({
          voucherId: voucher.voucherId,
          entryNumber,
        })),
      });

      const left = await served.ask(200, 'GET', `/open-posts/${invoice.entryNumber}`);
      expect(left.body.remainder).to.equal(Math.round(100 * (invoice.remainder - 10.5)) / 100);
      await nothingWrong();
    });

    it('have the lines of what the version before matched, and none of what it took back', async () => {
      const lines = () => ask('SELECT * FROM match_line WHERE OURS ORDER BY match_number, entry_number');
      const open = async () =>
        (await served.ask(200, 'GET', `/statements/aged-receivables?date=${YEAR - 1}-12-31`)).body.rows;
      const [before, owed] = [await lines(), await open()];
      expect(before).to.have.lengthOf(2);
      await ask('DROP TABLE match_line');
      await ask(`DELETE FROM migrations WHERE name = '${LINES}'`);
      await migrated();
      expect(await lines()).to.deep.equal(before);

      await ask('DELETE FROM match_line WHERE OURS');
      await ask(insertOf({ ...before[0], match_number: 999, entry_number: 1 }, 'match_line'));
      const { status, faults } = await verified();
      expect(status).to.equal(1);
      expect(faults)
        .to.contain('in match 1; kontor migrate adds it')
        .and.contain('match 999, which does not');

      await migrated();

      expect((await lines()).filter(({ taken }) => Number(taken) !== 0)).to.deep.equal(before);
      expect(await open()).to.deep.equal(owed);
      await nothingWrong();
    });

    it('have invoices that show the number of their voucher, as versions before showed it', async () => {
      // The second invoice is the first of last year.
      await ask(
        "UPDATE booked_invoice SET display_invoice_number = 'INV1', display_invoice_number_folded = 'inv1' " +
          'WHERE OURS AND booked_invoice_number = 2',
      );
      const { status, faults } = await verified();
      expect(status).to.equal(1);
      expect(faults).to.contain('it shows the number INV1, and is INV2');

      // The version before noted no number as given; the migration has noted the last.
      await ask("DELETE FROM given_number WHERE OURS AND name = 'booked-invoices' AND number < 2");
      await nothingWrong();

      // What shows another number is wrong all the same.
      await ask(
        "UPDATE booked_invoice SET display_invoice_number = 'INV3' WHERE OURS AND booked_invoice_number = 2",
      );
      expect((await verified()).faults).to.contain('it shows the number INV3, and is INV2');
      await ask(
        "UPDATE booked_invoice SET display_invoice_number = 'INV1' WHERE OURS AND booked_invoice_number = 2",
      );
    });

    it('are found by the texts of their entries, in any case, before and after the version was changed', async () => {
      const line = { account: { accountNumber: 5830 }, amount: 7, contraAccount: { accountNumber: 5810 } };
      await drafted('finance-vouchers', `${YEAR}-06-04`, { ...line, text: 'Œuvre d’Été' });
      await drafted('finance-vouchers', `${YEAR}-06-04`, { ...line, text: 'Plain Text' });
      const found = async (text: string) =>
        (await served.every(`/entries?filter=${encodeURIComponent(`text$eq:${text}`)}&pagesize=9`)).length;
      const both = async () => [await found('œuvre D’ÉTÉ'), await found('plain TEXT')];
      const texts = () => ask('SELECT entry_number, text_folded FROM entry WHERE OURS ORDER BY entry_number');
      const kept = await texts();
      expect(await both()).to.deep.equal([2, 2]);
      await ask('ALTER TABLE entry DROP COLUMN text_folded');
      await ask(`DELETE FROM migrations WHERE name = '${TEXTS}'`);

      await migrated();

      expect(await texts()).to.deep.equal(kept);
      await ask(`UPDATE entry SET text_folded = NULL WHERE OURS AND text = 'Plain Text'`);
      await migrated();
      expect(await texts()).to.deep.equal(kept);
      expect(await both()).to.deep.equal([2, 2]);
    });
  });
});

function insertOf(row: Readonly<Record<string, unknown>>, table = 'day_turnover'): string {
  const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : String(one)));
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}

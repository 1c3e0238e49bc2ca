import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { freePort } from '@kontor/api';
import { codesIn, onEachDatabase } from '@kontor/conformance';
import type { AccountingYear, Api, Home } from '@kontor/sdk';
import { startProcess, type RunningService } from './built-service.js';
import { examples, type Examples, type Ran } from './support/example.js';
import { firstTokensOf, memberOf, strangerAt, type Tokens } from './support/member.js';
import { observed, type Observed } from './support/observed.js';
import { possible } from './support/possible.js';
import { packedSdk } from './support/packed-sdk.js';

const THIS_YEAR = new Date().getUTCFullYear();

/** The programs in libs/sdk/examples do what they say. */
describe('an example of the SDK', function () {
  this.timeout(180_000);
  let programs: Examples;
  before(async () => {
    programs = await examples();
  });

  it('compiles against the types of the package', async () => {
    expect(await programs.compile()).to.deep.equal({ status: 0, out: '', err: '' });
  });

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let tokens: Tokens;
    let client: Observed;
    let api: Api;
    let home: Home;

    before(async () => {
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url);
      tokens = JSON.parse(await service.kontor('sandbox', '--seed-entries', '2500')) as Tokens;
      client = observed(service.address);
      api = (await packedSdk()).sdk.connect(service.address, tokens, { fetch: client.fetch });
      home = await api.home();
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    const recorded = (): string => join(programs.folder, `${database.name}.jsonl`);
    const run = async (name: string, ...words: readonly string[]): Promise<Ran> => {
      const ran = await programs.run(name, words, {
        KONTOR_URL: service.address,
        KONTOR_APP_SECRET_TOKEN: tokens.appSecretToken,
        KONTOR_AGREEMENT_GRANT_TOKEN: tokens.agreementGrantToken,
        RECORD_TO: recorded(),
      });
      await client.replay(recorded());
      return ran;
    };

    describe('that imports products', () => {
      const csv = async (rows: readonly string[]): Promise<string> => {
        const path = join(programs.folder, `products-${database.name}.csv`);
        await writeFile(
          path,
          `\ufeff${['productNumber,name,salesPrice,productGroup', ...rows].join('\r\n')}\r\n`,
        );
        return path;
      };

      it('makes them, shows how far it is, and tells the lines that it could not import', async () => {
        const { status, out, err } = await run(
          'import-products',
          await csv([
            'CSV/1,"A ""very"" bright lamp, brass",79.95,Trade goods',
            'CSV/2,Ærø 🙂,0.05,Services',
            'CSV/3,Of no group,1,No such group',
            'CSV/4,Of no price,"1,5",Services',
            `CSV/5,${'too long '.repeat(40)},1,Services`,
            'CSV/6,The last,12,Services',
          ]),
        );

        expect(out).to.equal('3 of 6 products imported\n');
        expect(status).to.equal(1);
        expect(err).to.contain('\r[###############...............] 3/6');
        expect(err).to.contain(`\r[${'#'.repeat(30)}] 6/6\n`);
        expect(err).to.contain('line 4: There is no product group No such group.');
        expect(err).to.contain('line 5: 1,5 is no number');
        expect(err).to.match(/line 6: .*name/);
        const lamp = await api.find(home.products, { productNumber: 'CSV/1' });
        expect(lamp).to.include({ name: 'A "very" bright lamp, brass', salesPrice: 79.95 });
      });

      it('changes those that are there, and keeps what the file does not name', async () => {
        const lamp = await api.find(home.products, { productNumber: 'CSV/1' });
        await api.replace(lamp, { ...lamp, description: 'Shines.' });

        const { status, err } = await run(
          'import-products',
          await csv(['CSV/1,"A ""very"" bright lamp, brass",69.95,Trade goods']),
        );

        expect(status, err).to.equal(0);
        const cheaper = await api.find(home.products, { productNumber: 'CSV/1' });
        expect(cheaper).to.include({ salesPrice: 69.95, description: 'Shines.' });
      });
    });

    describe('that mirrors the entries of a year', () => {
      let year: AccountingYear;
      let earlier: AccountingYear;
      const mirror = async (): Promise<{ readonly count: number; readonly read: number }> => {
        const { status, out, err } = await run('mirror-entries', year.year, `${database.name}.db`);
        expect(status, err).to.equal(0);
        const [, count = '', read = ''] = /^(\d+) entries of .* in .*; (\d+) read\n$/.exec(out) ?? [];
        return { count: Number(count), read: Number(read) };
      };
      const entriesServed = async (): Promise<number> => (await api.follow(year.entries)).pagination.results;

      beforeEach(async () => {
        earlier = await api.find(home.accountingYears, { year: String(THIS_YEAR - 1) });
        year = await api.find(home.accountingYears, { year: String(THIS_YEAR) });
      });

      it('reads them all at first, and then only what is new', async () => {
        const first = await mirror();
        expect(first).to.deep.equal({ count: await entriesServed(), read: await entriesServed() });

        const { metaData } = await api.follow(home.vouchers);
        const { voucherId, date } = await api.perform(possible(metaData.createFinanceVoucher), {
          date: `${THIS_YEAR}-12-31`,
          lines: [{ account: { accountNumber: 1610 }, amount: 0.07, contraAccount: { accountNumber: 5810 } }],
        });
        await api.perform(possible(metaData.book), { voucherId, date });
        const second = await mirror();

        expect(second.count).to.equal(first.count + 2);
        expect(second.read).to.be.lessThan(Math.min(1001, second.count));
        const file = new DatabaseSync(join(programs.folder, `${database.name}.db`));
        const cents = file.prepare(
          'SELECT sum(cents_in_base_currency) AS sum FROM entries WHERE account_number = 1610',
        );
        const { totalInBaseCurrency } = await api.find(year.totals, { accountNumber: 1610 });
        expect(cents.get()).to.deep.equal({ sum: Math.round(totalInBaseCurrency * 100) });
        file.close();
      });

      it('reads anew when the year before was closed and reopened meanwhile', async () => {
        for await (const draft of api.each(home.vouchersDrafts)) await api.remove(draft);
        for await (const draft of api.each(home.openingBalancesDrafts)) await api.remove(draft);
        for await (const draft of api.each(home.draftInvoices)) await api.remove(draft);
        const open = await mirror();

        await api.perform(possible((await api.follow(earlier.self)).metaData?.close));
        const closed = await mirror();
        await api.perform(possible((await api.follow(earlier.self)).metaData?.reopen));
        const reopened = await mirror();

        expect(closed.count).to.be.greaterThan(open.count);
        expect(reopened.count).to.equal(open.count);
        expect(reopened.count).to.equal(await entriesServed());
      });
    });

    describe('that drafts and books an invoice', () => {
      it('shows what it comes to, books it and saves it', async () => {
        const { status, out, err } = await run('book-invoice', '1', '1000:3');

        expect(status, err).to.equal(0);
        expect(out).to.match(
          /^3 × Desk lamp, brass at 79\.00: 237\.00\nnet 237\.00, VAT 59\.25\nKavana Zvono pays EUR 296\.25\nbooked as \S+, due \d{4}-\d\d-\d\d: invoice-\d+\.pdf\n$/,
        );
        const [file = ''] = /invoice-\d+\.pdf/.exec(out) ?? [];
        expect((await readFile(join(programs.folder, file))).subarray(0, 5).toString()).to.equal('%PDF-');
      });

      it('leaves nothing behind of what is refused', async () => {
        const drafts = async (): Promise<number> => (await api.follow(home.draftInvoices)).pagination.results;
        const lamp = await api.find(home.products, { productNumber: '1000' });
        await api.replace(lamp, { ...lamp, barred: true });
        const before = await drafts();

        const { status, err } = await run('book-invoice', '1', '1000:3');

        expect(status).to.equal(1);
        expect(err).to.contain('barred');
        expect(await drafts()).to.equal(before);
      });
    });

    describe('that is an app with a grant', () => {
      it('sends people to the portal and back, and shows their books until the access is taken back', async () => {
        const port = await freePort('127.0.0.1');
        const address = `http://localhost:${port}`;
        const anna = await memberOf(service, {
          business: 'Weiß & Söhne <AG>',
          email: `anna-${database.name}@example.com`,
          firstYearFrom: `${THIS_YEAR}-01-01`,
        });
        await firstTokensOf(anna);
        const made = await anna.send(await anna.open('/portal/apps/new'), '/portal/apps', {
          name: 'Reader',
          'root-url': address,
          roles: ['BookKeeping'],
        });
        const [secret = '', , grantLink = ''] = codesIn(made);
        const app = await programs.start('grant-app', {
          KONTOR_URL: service.address,
          KONTOR_APP_SECRET_TOKEN: secret,
          KONTOR_GRANT_LINK: grantLink,
          PORT: String(port),
          RECORD_TO: recorded(),
        });
        try {
          const inApp = strangerAt(address);
          expect((await inApp.open('/')).html).to.contain('href="/connect"');
          expect((await inApp.open('/books')).location).to.equal('/');

          const refused = await consented('refuse');
          expect((await inApp.follow(refused)).html).to.contain('You said no');
          const granted = await consented('allow');
          const books = await inApp.follow(await inApp.follow(granted));
          expect(books.html).to.contain('Weiß &#38; Söhne &#60;AG&#62;').and.contain(`<li>${THIS_YEAR}</li>`);

          // A stranger's way back into this browser, and the same way once more, lead nowhere.
          expect((await inApp.follow(granted)).status).to.equal(400);
          const agreement = await anna.open('/portal/agreement');
          const [revoke = ''] = /\/portal\/grants\/\d+\/revoke/.exec(agreement.html) ?? [];
          await anna.submit(await anna.open(revoke), revoke);
          await until(async () => (await inApp.open('/books')).location === '/');

          async function consented(answer: 'allow' | 'refuse') {
            const asked = await inApp.open('/connect');
            return anna.submit(await anna.follow(asked), '/requestaccess', { answer });
          }
        } finally {
          await app.stop();
          await client.replay(recorded());
        }
      });
    });

    // Last: tests beside a describe would come before it.
    describe('whichever it is', () => {
      it('asks for nothing that was not served to it, and is answered as the API is described', () =>
        client.expectGood());
    });
  });
});

/** A grant that was taken back is remembered for a few seconds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((go) => setTimeout(go, 200));
}

import { expect } from 'chai';
import { databases } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService, type Client } from '../support/running-service.js';
import { book, kept } from './booking.js';
import { bookedPost } from './posts.js';
import { everyPage } from './the-books.js';

const YEAR = String(new Date().getUTCFullYear());
/** What an answer says of an entry, or of a period. */
type Said = { readonly text?: string; readonly periodNumber?: number };

const BEFORE = String(new Date().getUTCFullYear() - 1);

for (const database of await databases()) {
  describe(`entries on ${database.name} (§2.7, §4.2)`, () => {
    const running = runningService(database);
    const client = running.client({ modules: ['dimension'] });
    const other = running.client();
    const documents = running.client({ modules: ['internationalLedger'] });
    const shared = running.client({ modules: ['dimension'] });
    const years = `/accounting-years/${YEAR}`;
    const numbers = (items: readonly Record<string, unknown>[]) =>
      items.map(({ entryNumber }) => entryNumber);
    let march = 0;

    before(async () => {
      const { agreementNumber } = client.agreement;
      const { database: books } = running.service.service;
      for (let index = 0; index < 12; index += 1) {
        await kept(
          book(books, agreementNumber, `${YEAR}-03-0${(index % 9) + 1}`, [
            [5810, '1'],
            [5830, '-1'],
          ]),
        );
        await kept(
          book(books, agreementNumber, `${YEAR}-04-01`, [
            [1310, '2.50'],
            [5810, '-2.50'],
          ]),
        );
      }
      const foreign = { amount: '-10' as never, currency: 'USD', text: 'Æ "quoted"\nline', vatCode: 'P25' };
      await kept(
        book(books, agreementNumber, `${YEAR}-04-30`, [
          [1330, '-9.14', { ...foreign, departmentNumber: 1, departmentalDistributionNumber: 1 }],
          [5820, '9.14', { currency: 'USD', amount: '10' as never }],
        ]),
      );
      march = (await client.get(`${years}/periods?filter=fromDate$eq:${YEAR}-03-01`)).body.collection[0]
        .periodNumber;
    });

    it('have the members of §2.7, and no others', async () => {
      const { body } = await client.get(`${years}/entries?filter=currency$eq:usd`);

      const [entry, contra] = body.collection as readonly Record<string, unknown>[];
      const base = running.service.base;
      expect(entry).to.deep.equal({
        account: { accountNumber: 1330, self: `${base}/accounts/1330` },
        amount: -10,
        amountInBaseCurrency: -9.14,
        currency: 'USD',
        date: `${YEAR}-04-30`,
        department: { departmentNumber: 1, self: `${base}/departments/1` },
        departmentalDistribution: {
          departmentalDistributionNumber: 1,
          self: `${base}/departmental-distributions/1`,
        },
        entryNumber: 49,
        entryType: 'financeVoucher',
        text: 'Æ "quoted"\nline',
        vatAccount: { vatCode: 'P25', self: `${base}/vat-accounts/P25` },
        voucherNumber: 25,
        self: `${base}${years}/entries/49`,
      });
      expect(contra).to.have.all.keys(
        'account',
        'amount',
        'amountInBaseCurrency',
        'currency',
        'date',
        'entryNumber',
        'entryType',
        'voucherNumber',
        'self',
      );
    });

    it('of a period lead to their voucher in print, and others do not (§2.7)', async () => {
      for (const path of [
        `${years}/periods/${march}/entries`,
        `/accounts/5810${years}/periods/${march}/entries`,
      ]) {
        const { body } = await client.get(`${path}?pagesize=1`);
        const [entry] = body.collection as readonly [Record<string, unknown> & { pdf: { self: string } }];

        expect(entry.pdf).to.deep.equal({ self: `${String(entry['self'])}/pdf` });
        const { status, text, headers } = await client.get(entry.pdf.self);
        expect(status, text).to.equal(200);
        expect(headers.get('content-type')).to.equal('application/pdf');
        expect(headers.get('content-disposition')).to.contain('FIN1.pdf');
        expect(text.slice(0, 5)).to.equal('%PDF-');
        const known = { 'If-None-Match': headers.get('etag') ?? 'none' };
        expect((await client.get(entry.pdf.self, known)).status).to.equal(304);
      }
      const ofYear = await client.get(`${years}/entries?pagesize=1`);
      expect(ofYear.body.collection[0]).not.to.have.property('pdf');
      expectRefusal(await client.get(`${years}/periods/${march}/entries/50/pdf`), 404, 'E06000');
      expectRefusal(await client.get(`/accounts/6110${years}/periods/${march}/entries/1/pdf`), 404, 'E06000');
      expectRefusal(await other.get(`${years}/periods/${march}/entries/1/pdf`), 404, 'E06000');
    });

    it('come in the order of their numbers, page by page, each once (D163)', async () => {
      const all = await everyPage(client, `${years}/entries?pagesize=7`);

      expect(numbers(all)).to.deep.equal(Array.from({ length: 50 }, (_, index) => index + 1));
    });

    it('of a period, of an account, and of both, are those and no others, found again by their self', async () => {
      const places = [
        [`${years}/periods/${march}/entries`, 24],
        [`/accounts/5810${years}/entries`, 24],
        [`/accounts/5810${years}/periods/${march}/entries`, 12],
        [`/accounts/6110${years}/entries`, 0],
      ] as const;
      for (const [path, count] of places) {
        const items = await everyPage(client, `${path}?pagesize=5`);

        expect(items, path).to.have.lengthOf(count);
        for (const item of items.slice(0, 3)) {
          expect(item['self']).to.equal(`${running.service.base}${path}/${String(item['entryNumber'])}`);
          const { status, body, headers } = await client.get(item['self'] as string);
          expect(status).to.equal(200);
          expect(body).to.deep.equal(item);
          expect(headers.get('etag')).to.match(/^"/);
        }
      }
    });

    it('are not found where they do not belong', async () => {
      const first = await client.get(`${years}/entries/1`);
      const elsewhere = [
        `/accounting-years/${BEFORE}/entries/1`,
        `${years}/periods/${march + 1}/entries/1`,
        `/accounts/1310${years}/entries/1`,
        `/accounts/5810${years}/periods/${march + 1}/entries/1`,
        `${years}/entries/5000`,
        `${years}/entries/x`,
      ];

      expect(first.status).to.equal(200);
      for (const path of elsewhere) expectRefusal(await client.get(path), 404, 'E06000');
      expectRefusal(await other.get(`${years}/entries/1`), 404, 'E06000');
    });

    it('are nowhere where there is no such account, year or period', async () => {
      for (const path of [
        '/accounting-years/1999/entries',
        `${years}/periods/9999/entries`,
        `/accounts/1${years}/entries`,
        '/accounts/5810/accounting-years/1999/entries',
        `/accounts/5810${years}/periods/9999/entries`,
      ]) {
        expectRefusal(await client.get(path), 404, 'E06000');
      }
    });

    it('are filtered and sorted by what they declare, and by nothing else (D162)', async () => {
      const before = await client.get(`${years}/entries?filter=date$lt:${YEAR}-03-03&pagesize=1000`);
      const sorted = await client.get(`/accounts/5810${years}/entries?sort=-date&pagesize=1000`);
      const both = await client.get(
        `${years}/periods/${march + 1}/entries?filter=currency$eq:EUR$and:date$gte:${YEAR}-04-01&pagesize=3`,
      );

      expect(before.body.collection).to.have.lengthOf(8);
      expect(before.body.pagination).to.include({ results: 8, resultsWithoutFilter: 50 });
      const dates = (sorted.body.collection as { date: string }[]).map(({ date }) => date);
      expect(dates).to.deep.equal([...dates].sort().reverse());
      expect(both.body.pagination).to.include({ results: 24, resultsWithoutFilter: 26 });
      expectRefusal(await client.get(`${years}/entries?filter=amount$gt:1`), 400, 'E01010');
      expectRefusal(await client.get(`${years}/entries?filter=periodNumber$eq:${march}`), 400, 'E01010');
      expectRefusal(await client.get(`${years}/entries?sort=amount`), 400, 'E01020');
    });

    it('are found by their voucher, and those of all years by whatever else they say', async () => {
      const count = async (from: Client, path: string): Promise<number> => {
        const { body, status, text } = await from.get(path);
        expect(status, text).to.equal(200);
        return body.pagination.results as number;
      };
      const { voucherId } = await bookedPost(documents, 'invoice', { amount: 125 }, `${YEAR}-03-31`);
      await bookedPost(documents, 'invoice', { amount: 125 }, `${YEAR}-03-31`);
      const of = `entries?filter=voucher.voucherId$eq:${voucherId}`;
      const entry = (await documents.get(`/${of}`)).body.collection[0];

      expect(entry.voucher.voucherId).to.equal(voucherId);
      for (const [place, expected] of [
        ['', 3],
        [years, 3],
        [`${years}/periods/${march}`, 3],
        [`/accounts/1010${years}`, 1],
        [`/accounts/1010${years}/periods/${march}`, 1],
        [`/accounts/5820${years}`, 0],
      ] as const)
        expect(await count(documents, `${place}/${of}`), place).to.equal(expected);
      for (const [filter, expected] of [
        ['amount$eq:2.5', 12],
        ['department.departmentNumber$eq:1', 1],
        ['departmentalDistribution.departmentalDistributionNumber$eq:1', 1],
        [`dueDate$lt:${YEAR}-01-01`, 0],
        ['project.projectNumber$eq:1', 0],
      ] as const)
        expect(await count(client, `/entries?filter=${filter}`), filter).to.equal(expected);
    });

    it('are found by the distribution that they show, which one department alone has as well', async () => {
      const { agreementNumber } = shared.agreement;
      const { database: books } = running.service.service;
      const distribution = async (distributionType: string, ...departments: readonly number[]) => {
        const { body } = await shared.post('/departmental-distributions', {
          name: `${distributionType} ${departments.join()}`,
          distributionType,
          distributions: departments.map((departmentNumber) => ({
            department: { departmentNumber },
            percentage: 100 / departments.length,
          })),
        });
        return body.departmentalDistributionNumber as number;
      };
      const departments: number[] = [];
      for (const name of ['Alone', 'Without a distribution']) {
        const { body } = await shared.post('/departments', { name });
        departments.push(body.departmentNumber as number);
      }
      const [alone = 0, without = 0] = departments;
      const all = await distribution('department', alone);
      const halves = await distribution('distribution', alone, without);
      for (const [index, shares] of [
        { departmentNumber: alone },
        { departmentalDistributionNumber: all },
        { departmentalDistributionNumber: halves },
        { departmentNumber: without },
        {},
      ].entries()) {
        await kept(
          book(books, agreementNumber, `${YEAR}-05-0${index + 1}`, [
            [1310, '1', shares],
            [5810, '-1'],
          ]),
        );
      }
      const days = async (condition: string): Promise<string> => {
        const filter = `account.accountNumber$eq:1310$and:departmentalDistribution.departmentalDistributionNumber${condition}`;
        const { body, status, text } = await shared.get(`/entries?filter=${encodeURIComponent(filter)}`);
        expect(status, text).to.equal(200);
        return (body.collection as { date: string }[]).map(({ date }) => date.slice(-1)).join('');
      };

      expect(await days(`$eq:${all}`)).to.equal('12');
      expect(await days(`$eq:${halves}`)).to.equal('3');
      expect(await days(`$in:[${all},${halves}]`)).to.equal('123');
      expect(await days(`$ne:${all}`)).to.equal('345');
      expect(await days(`$nin:[${halves}]`)).to.equal('1245');
      expect(await days(`$lt:${halves}`)).to.equal('12');
      expect(await days('$eq:$null:')).to.equal('45');
      expect(await days('$ne:$null:')).to.equal('123');
      expect(await days(`$in:[${halves},$null:]`)).to.equal('345');

      const later = await distribution('department', without);
      expect(await days(`$eq:${later}`)).to.equal('4');
      expect(await days('$eq:$null:')).to.equal('5');
    });

    it('are found and sorted by their text, in any case, and by the number of their voucher', async () => {
      const items = async (path: string): Promise<readonly Said[]> => {
        const { body, status, text } = await documents.get(path);
        expect(status, text).to.equal(200);
        return body.collection;
      };
      const texts = ['Grön Ärta 100%', 'grön ost', 'GRÖN te', 'Grind'];
      const numbered: string[] = [];
      for (const text of texts) {
        const line = { account: { accountNumber: 5810 }, amount: 3, text };
        const { body } = await documents.post('/vouchers/drafts/finance-vouchers', {
          date: `${YEAR}-05-02`,
          lines: [{ ...line, contraAccount: { accountNumber: 5830 } }],
        });
        numbered.push(body.voucherNumber.displayVoucherNumber);
        await documents.post('/vouchers/booked', { voucherId: body.voucherId, date: body.date });
      }
      const [may] = await items(`${years}/periods?filter=fromDate$eq:${YEAR}-05-01`);
      const account = `/accounts/5810${years}`;
      const places = [years, `${years}/periods/${may?.periodNumber}`, account];
      const [, , third = ''] = numbered;
      for (const place of ['', ...places, `${account}/periods/${may?.periodNumber}`]) {
        const found = async (filter: string) => {
          const own = encodeURIComponent(`account.accountNumber$eq:5810$and:${filter}`);
          return (await items(`${place}/entries?filter=${own}`)).map(({ text }) => text);
        };
        expect(await found('text$eq:GRÖN OST'), place).to.deep.equal(['grön ost']);
        expect(await found('text$like:grön*'), place).to.deep.equal(texts.slice(0, 3));
        expect(await found('text$like:0%'), place).to.deep.equal(texts.slice(0, 1));
        const number = 'voucher.displayVoucherNumber';
        expect(await found(`${number}$eq:${third.toLowerCase()}`), place).to.deep.equal(['GRÖN te']);
        expect(await found(`${number}$like:fin*$and:text$like:gr`), place).to.deep.equal(texts);
        expect(await found(`${number}$ne:${third}$and:text$like:gr`), place).to.have.lengthOf(3);
        expect(await found(`${number}$eq:SUI1$or:${number}$null:`), place).to.deep.equal([]);
      }
      for (const place of places) {
        const by = async (sort: string) => {
          const own = 'account.accountNumber$eq:5810$and:text$like:gr';
          return (await items(`${place}/entries?filter=${own}&sort=${sort}`)).map(({ text }) => text);
        };
        const sorted = ['Grind', 'Grön Ärta 100%', 'grön ost', 'GRÖN te'];
        expect(await by('text'), place).to.deep.equal([
          ...sorted.slice(0, 1),
          'grön ost',
          'GRÖN te',
          'Grön Ärta 100%',
        ]);
        expect(await by('-voucher.displayVoucherNumber'), place).to.deep.equal([...texts].reverse());
      }
      expectRefusal(await documents.get('/entries?sort=text'), 400, 'E01020');
    });

    it('are walked by a position that costs the same on every page', async () => {
      const { body } = await client.get(`/accounts/5810${years}/entries?pagesize=5`);

      expect(body.pagination.nextPage).to.contain('&after=');
    });

    it('show at the self of a page the same page, also one that nextPage led to (§1.1)', async () => {
      const list = `${years}/entries?pagesize=3`;
      const first = await client.get(list);
      const { nextPage } = first.body.pagination as { nextPage: string };
      const second = await client.get(nextPage);

      expect(second.body.self).to.equal(nextPage);
      expect((await client.get(second.body.self as string)).body).to.deep.equal(second.body);
      for (const link of ['firstPage', 'previousPage', 'lastPage']) {
        expect(second.body.pagination[link]).not.to.contain('after=');
      }
    });

    it('are never written over HTTP', async () => {
      for (const path of [`${years}/entries`, `${years}/entries/1`, `${years}/periods`, `${years}/totals`]) {
        expectRefusal(await client.post(path, {}), 405);
        expectRefusal(await client.remove(path), 405);
      }
    });
  });
}

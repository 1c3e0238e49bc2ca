import { expect } from 'chai';
import { databases, type Answered } from '../support/service-under-test.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { walked } from '../support/walked.js';
import { aProduct } from './a-product.js';

for (const database of await databases()) {
  describe(`GET /products on ${database.name} (§4.1)`, () => {
    const running = runningService(database);
    const ours = running.client({ filled: false });
    const theirs = running.client();
    const greek = running.client({ filled: false });

    const PRODUCTS: readonly Readonly<Record<string, unknown>>[] = [
      { productNumber: '1', name: 'Ærø cheese', salesPrice: 9, barred: true, description: '100% (real)' },
      { productNumber: '2', name: 'ærø butter', salesPrice: 10, barCode: 'A*1', description: 'a,b' },
      { productNumber: '10', name: 'Butter', salesPrice: 100, unit: { unitNumber: 1 }, description: '[x]' },
      { productNumber: 'a-1', name: 'cost$eq:1', costPrice: 0.5 },
      {
        productNumber: 'B-1',
        name: 'zebra',
        salesPrice: 10.5,
        unit: { unitNumber: 2 },
        productGroup: { productGroupNumber: 2 },
      },
      { productNumber: 'b-2', name: 'Zebra', salesPrice: -1, description: '' },
      { productNumber: 'c_1 %+', name: 'O\'Neil & "co"', salesPrice: 10 },
    ];

    before(async () => {
      for (const name of ['g1', 'g2']) await ours.post('/product-groups', { name });
      for (const name of ['u1', 'u2']) await ours.post('/units', { name });
      for (const product of PRODUCTS) {
        const { status, text } = await ours.post('/products', aProduct(product));
        expect(status, text).to.equal(201);
      }
    });

    const list = (query: Readonly<Record<string, string>>): Promise<Answered> =>
      ours.get(`/products?${new URLSearchParams(query).toString()}`);
    const numbers = ({ body, text }: Answered): readonly string[] => {
      expect(body.collection, text).to.be.an('array');
      return (body.collection as readonly { productNumber: string }[]).map(
        ({ productNumber }) => productNumber,
      );
    };

    it('is sorted by number, in any case, where nothing is asked (D123)', async () => {
      const answer = await ours.get('/products');

      expect(numbers(answer)).to.deep.equal(['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']);
      expect(answer.body.self).to.equal(`${running.service.base}/products`);
      expect(answer.body.metaData.create).to.include({ httpMethod: 'post', href: answer.body.self });
      expect(answer.body.pagination).to.include({
        results: 7,
        resultsWithoutFilter: 7,
        skipPages: 0,
        pageSize: 20,
      });
    });

    describe('a filter', () => {
      const FILTERS: readonly (readonly [string, readonly string[]])[] = [
        ['name$eq:ÆRØ CHEESE', ['1']],
        ['name$eq:butter', ['10']],
        ['name$ne:butter', ['1', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['name$like:ærø', ['1', '2']],
        ['name$like:ærø*', ['1', '2']],
        ['name$like:*ost*', ['a-1']],
        ['name$like:*butter', ['10', '2']],
        ['name$like:butter*', ['10']],
        ['name$like:z*a', ['B-1', 'b-2']],
        ['name$like:_utter', []],
        ['name$like:%', []],
        ['description$like:%', ['1']],
        ['name$like:$*', []],
        ['barCode$eq:a*1', ['2']],
        ['barCode$eq:a$*1', ['2']],
        ['barCode$like:a$*1', ['2']],
        ['barCode$eq:$null:', ['1', '10', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['barCode$null:', ['1', '10', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['barCode$ne:$null:', ['2']],
        ['barCode$ne:x', ['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['description$eq:', ['b-2']],
        ['description$eq:$[x$]', ['10']],
        ['description$eq:[x]', ['10']],
        ['description$eq:a,b', ['2']],
        ['description$eq:a$,b', ['2']],
        ['description$eq:100% $(real$)', ['1']],
        ['name$eq:cost$$eq:1', ['a-1']],
        [`name$eq:O'Neil & "co"`, ['c_1 %+']],
        ['productNumber$eq:C_1 %+', ['c_1 %+']],
        ['PRODUCTNUMBER$EQ:B-1', ['B-1']],
        ['productNumber$gt:2$and:productNumber$lt:b-2', ['a-1', 'B-1']],
        ['salesPrice$eq:10', ['2', 'c_1 %+']],
        ['salesPrice$eq:10.0', ['2', 'c_1 %+']],
        ['salesPrice$gt:10', ['10', 'B-1']],
        ['salesPrice$gte:10', ['10', '2', 'B-1', 'c_1 %+']],
        ['salesPrice$lt:9', ['b-2']],
        ['salesPrice$lte:9', ['1', 'b-2']],
        ['salesPrice$in:[9,100,7]', ['1', '10']],
        ['salesPrice$in:[ 9 , $null: ]', ['1', 'a-1']],
        ['salesPrice$nin:[9,10]', ['10', 'a-1', 'B-1', 'b-2']],
        ['salesPrice$eq:$null:', ['a-1']],
        ['unit.unitNumber$eq:2', ['B-1']],
        ['unit.unitNumber$in:[1,2]', ['10', 'B-1']],
        ['unit.unitNumber$eq:$null:', ['1', '2', 'a-1', 'b-2', 'c_1 %+']],
        ['productGroup.productGroupNumber$ne:1', ['B-1']],
        ['barred$eq:true', ['1']],
        ['barred$eq:FALSE', ['10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['costPrice$lt:1', ['a-1']],
        ['lastUpdated$gt:2020-01-01T00:00:00Z', ['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['name$like:butter$and:salesPrice$lt:50', ['2']],
        ['name$eq:zebra$or:name$eq:butter$and:salesPrice$gt:500', ['B-1', 'b-2']],
        ['(name$eq:zebra$or:name$eq:butter)$and:salesPrice$gt:50', ['10']],
        ['', ['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
      ];
      for (const [filter, expected] of FILTERS) {
        it(`finds by ${filter === '' ? 'nothing' : filter}`, async () => {
          const answer = await list({ filter });

          expect(numbers(answer)).to.deep.equal(expected);
          expect(answer.body.pagination).to.include({ results: expected.length, resultsWithoutFilter: 7 });
          if (filter !== '') expect((await ours.get(answer.body.self as string)).text).to.equal(answer.text);
        });
      }

      const REFUSED: readonly string[] = [
        'recommendedCostPrice$eq:1',
        'department.departmentNumber$eq:1',
        'self$eq:x',
        'unit$eq:1',
        'unit.name$eq:x',
        'name$in:[a,b]',
        'name$nin:[a]',
        'salesPrice$like:1',
        'name$eq:zebra\0x',
        'name$like:\0',
        'salesPrice$eq:ten',
        'salesPrice$eq:',
        'salesPrice$gt:$null:',
        'salesPrice$in:[]',
        'salesPrice$in:[1,]',
        'salesPrice$in:1',
        `salesPrice$in:[${Array.from({ length: 201 }, (_, index) => index).join()}]`,
        'barred$eq:yes',
        'barred$gt:true',
        'name',
        'name$eq',
        'name$eq:a$and:',
        '$and:name$eq:a',
        '(name$eq:a',
        'name$eq:a)',
        'name$eq:a$xor:name$eq:b',
        'name$eq:a (b)',
        '()',
        '$',
        'name$eq:$5',
        'name$like:a*b*c*d*e*f*g',
        'x'.repeat(2_001),
        '('.repeat(17) + 'name$eq:a' + ')'.repeat(17),
        Array.from({ length: 51 }, () => 'name$eq:a').join('$or:'),
        '__proto__$eq:1',
        'constructor$eq:1',
        "name' or 1=1 --$eq:x",
      ];
      for (const filter of REFUSED) {
        it(`refuses ${filter.slice(0, 60)}, and teaches the language (D83)`, async () => {
          const answer = await list({ filter });

          expectRefusal(answer, 400, 'E01010');
          expect(answer.body.allowedFilteringFields).to.include('unit.unitNumber');
          expect(answer.body.allowedFilteringOperators).to.be.an('object');
          expect(answer.body.escapeCharacters).to.deep.include({ $: '$$' });
          expect(answer.body).to.include({ nullValue: '$null:', wildcard: '*' });
        });
      }
    });

    describe('a sort', () => {
      const SORTS: readonly (readonly [string, readonly string[]])[] = [
        ['productNumber', ['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
        ['-productNumber', ['c_1 %+', 'b-2', 'B-1', 'a-1', '2', '10', '1']],
        ['salesPrice', ['b-2', '1', '2', 'c_1 %+', 'B-1', '10', 'a-1']],
        ['-salesPrice', ['a-1', '10', 'B-1', '2', 'c_1 %+', '1', 'b-2']],
        ['~salesPrice', ['b-2', '2', 'c_1 %+', 'B-1', '10', '1', 'a-1']],
        ['-~salesPrice,productNumber', ['a-1', '1', '10', 'B-1', '2', 'c_1 %+', 'b-2']],
        ['name,-productNumber', ['2', '1', '10', 'a-1', 'c_1 %+', 'b-2', 'B-1'].sort(() => 0)],
        ['unit.unitNumber,productNumber', ['10', 'B-1', '1', '2', 'a-1', 'b-2', 'c_1 %+']],
        ['-barred,-productNumber', ['1', 'c_1 %+', 'b-2', 'B-1', 'a-1', '2', '10']],
        ['', ['1', '10', '2', 'a-1', 'B-1', 'b-2', 'c_1 %+']],
      ];
      for (const [sort, expected] of SORTS.filter(([text]) => text !== 'name,-productNumber')) {
        it(`by ${sort === '' ? 'nothing' : sort}`, async () => {
          const answer = await list({ sort });

          expect(numbers(answer)).to.deep.equal(expected);
          expect((await ours.get(answer.body.self as string)).text).to.equal(answer.text);
        });
      }

      it('by name takes case for nothing, and ties by number', async () => {
        expect(numbers(await list({ sort: 'name' }))).to.deep.equal([
          '10',
          'a-1',
          'c_1 %+',
          'B-1',
          'b-2',
          '2',
          '1',
        ]);
      });

      it('is refused by what is not sortable, naming what is (E01020)', async () => {
        for (const sort of [
          'self',
          'tags',
          'name,',
          'name,name',
          '--name',
          'name desc',
          'unit',
          '__proto__',
          '(select 1)',
        ]) {
          const answer = await list({ sort });

          expectRefusal(answer, 400, 'E01020');
          expect(answer.body.allowedSortingFields).to.include('unit.unitNumber');
        }
      });
    });

    describe('pages', () => {
      it('are walked by links that keep filter, sort and size, each item once', async () => {
        const seen: string[] = [];
        let next: string | undefined =
          `/products?${new URLSearchParams({ filter: 'salesPrice$ne:$null:', sort: '-name', pagesize: '2' }).toString()}`;
        while (next !== undefined) {
          const answer: Answered = await ours.get(next);
          const { pagination } = answer.body;
          seen.push(...numbers(answer));
          expect(pagination).to.include({
            results: 6,
            resultsWithoutFilter: 7,
            pageSize: 2,
            maxPageSizeAllowed: 1000,
          });
          for (const link of [
            pagination.firstPage,
            pagination.lastPage,
            pagination.previousPage,
            pagination.nextPage,
          ]) {
            if (link !== undefined)
              expect(link).to.contain('pagesize=2').and.to.contain('sort=-name').and.to.contain('filter=');
          }
          next = pagination.nextPage as string | undefined;
        }

        expect(seen).to.have.length(6);
        expect(new Set(seen).size).to.equal(6);
      });

      it('lead on where what was shown is removed meanwhile, and end where something came before them', async () => {
        const all = Array.from({ length: 12 }, (_, index) => `R${10 + index}`);
        const walkedWhile = (write: (seen: readonly string[]) => Promise<unknown>) =>
          walked(
            greek,
            '/products?filter=name$eq:walked&pagesize=2',
            (item) => String(item['productNumber']),
            {
              after: 6,
              write,
            },
          );
        const named = (productNumber: string) => aProduct({ productNumber, name: 'walked' });
        await greek.post('/product-groups', { name: 'walked' });
        await greek.post('/products', all.map(named));

        const added = await walkedWhile(() => greek.post('/products', ['A1', 'A2', 'A3'].map(named)));
        await Promise.all(['A1', 'A2', 'A3'].map((number) => greek.remove(`/products/${number}`)));
        const removed = await walkedWhile((seen) =>
          Promise.all(seen.map((number) => greek.remove(`/products/${number}`))),
        );

        expect([added, removed]).to.deep.equal([all, all]);
      });

      it('lead back to a page that there is where those before were removed meanwhile', async () => {
        await greek.post('/product-groups', { name: 'before' });
        const all = Array.from({ length: 6 }, (_, index) => `S${index}`);
        await greek.post(
          '/products',
          all.map((productNumber) => aProduct({ productNumber, name: 'before' })),
        );
        const first = await greek.get('/products?filter=name$eq:before&pagesize=2');
        const second = await greek.get(first.body.pagination.nextPage as string);
        await Promise.all(all.slice(0, 4).map((number) => greek.remove(`/products/${number}`)));

        const third = await greek.get(second.body.pagination.nextPage as string);

        expect(
          third.body.collection.map((item: { productNumber: string }) => item.productNumber),
        ).to.deep.equal(['S4', 'S5']);
        const { previousPage, lastPage } = third.body.pagination;
        expect(previousPage).to.equal(lastPage);
      });

      it('link to each other as counted pages too', async () => {
        const { body } = await list({ pagesize: '3', skippages: '1' });

        const first = await ours.get(body.pagination.firstPage as string);
        const last = await ours.get(body.pagination.lastPage as string);
        const previous = await ours.get(body.pagination.previousPage as string);

        expect(previous.text).to.equal(first.text);
        expect(numbers(last)).to.deep.equal(['c_1 %+']);
        expect(last.body.pagination).not.to.have.property('nextPage');
        expect(first.body.pagination).not.to.have.property('previousPage');
      });

      it('are linked with each parameter where it was sent, what was not sent last (D32)', async () => {
        const link = async (query: string, name: string): Promise<string> => {
          const { body } = await ours.get(`/products${query}`);
          const url = name === 'self' ? body.self : body.pagination[name];
          return (url as string).slice(`${running.service.base}/products`.length);
        };

        expect(await link('', 'self')).to.equal('');
        expect(await link('', 'firstPage')).to.equal('?skippages=0&pagesize=20');
        expect(await link('?pagesize=2', 'self')).to.equal('?pagesize=2');
        expect(await link('?pagesize=2', 'lastPage')).to.equal('?pagesize=2&skippages=3');
        expect(await link('?skippages=1', 'self')).to.equal('?skippages=1');
        expect(await link('?pagesize=2&skippages=1&sort=name', 'self')).to.equal(
          '?pagesize=2&skippages=1&sort=name',
        );
        expect(await link('?pagesize=2&skippages=1&sort=name', 'previousPage')).to.equal(
          '?pagesize=2&skippages=0&sort=name',
        );
        expect(await link('?sort=name&pagesize=2', 'firstPage')).to.equal(
          '?sort=name&pagesize=2&skippages=0',
        );
        expect(await link('?skippages=0&pagesize=2', 'nextPage')).to.match(
          /^\?skippages=1&pagesize=2(&after=[\w-]+)?$/,
        );
      });

      it('stay at their self what they were, also when something is added before them (§1.1)', async () => {
        const first = await ours.get('/products?pagesize=2&sort=productNumber');
        const second = await ours.get(first.body.pagination.nextPage as string);
        const added = await ours.post('/products', aProduct({ productNumber: '!first' }));

        const again = await ours.get(second.body.self as string);

        expect(added.status, added.text).to.equal(201);
        expect(numbers(again)).to.deep.equal(numbers(second));
        await ours.remove(added.body.self as string);
      });

      it('are those that skippages says, also where it was counted up in the link of a next page', async () => {
        const { nextPage } = (await ours.get('/products?pagesize=2')).body.pagination as { nextPage: string };
        const third = await ours.get('/products?pagesize=2&skippages=2');

        const counted = await ours.get(nextPage.replace('skippages=1', 'skippages=2'));

        expect(nextPage).to.contain('skippages=1&after=');
        expect(numbers(counted)).to.deep.equal(numbers(third));
        expect(counted.body.self).to.equal(third.body.self);
      });

      it('are those that pagesize says, also where it was changed in the link of a next page', async () => {
        const { nextPage } = (await ours.get('/products?pagesize=2')).body.pagination as { nextPage: string };
        const second = await ours.get('/products?pagesize=3&skippages=1');

        const changed = await ours.get(nextPage.replace('pagesize=2', 'pagesize=3'));

        expect(numbers(changed)).to.deep.equal(numbers(second));
        expect(changed.body.self).to.equal(second.body.self);
        expect(changed.body.pagination).to.deep.equal(second.body.pagination);
      });

      it('are those of the filter that is asked, also where it was put into the link of a next page', async () => {
        const { nextPage } = (await ours.get('/products?pagesize=2')).body.pagination as { nextPage: string };
        const filter = 'filter=productNumber%24gt%3Aa';
        const second = await ours.get(`/products?pagesize=2&skippages=1&${filter}`);

        const changed = await ours.get(`${nextPage}&${filter}`);

        expect(numbers(second)).to.deep.equal(['b-2', 'c_1 %+']);
        expect(changed.body).to.deep.equal(second.body);
        const filtered = (await ours.get(`/products?pagesize=1&${filter}`)).body.pagination
          .nextPage as string;
        expect((await ours.get(filtered)).body.self).to.equal(filtered);
      });

      it('past the end are empty, however far, and lead back (D107)', async () => {
        const most = Number.MAX_SAFE_INTEGER;
        for (const skipPages of [2, 1_000_000, 1_000_001, most]) {
          for (const more of [{}, { filter: 'productNumber$ne:x' }, { sort: 'name' }]) {
            const answer = await list({ ...more, skippages: `${skipPages}`, pagesize: '1000' });

            expect(answer.status, answer.text).to.equal(200);
            expect(numbers(answer)).to.deep.equal([]);
            const { previousPage, lastPage, ...pagination } = answer.body.pagination;
            expect(pagination).to.include({ results: 7, resultsWithoutFilter: 7, skipPages });
            expect(pagination).not.to.have.property('nextPage');
            expect(previousPage).to.contain(`skippages=${skipPages - 1}&`);
            expect(lastPage).to.contain('skippages=0&');
          }
        }
        const beyond = await list({ skippages: '99999999999999999999' });
        expect([beyond.status, beyond.body.pagination.skipPages]).to.deep.equal([200, most]);
      });

      it('past the end are empty in every collection', async () => {
        for (const of of ['/accounting-years', '/apps', '/app-roles', '/entries']) {
          const answer = await ours.get(`${of}?pagesize=1000&skippages=${Number.MAX_SAFE_INTEGER}`);

          expect([answer.status, answer.body.collection], `${of} ${answer.text}`).to.deep.equal([200, []]);
        }
      });

      it('of more than 1,000 are of 1,000, and say so (amendment 105)', async () => {
        for (const pagesize of ['1001', '10000', '99999999999999999999']) {
          const { body } = await list({ pagesize });

          expect(body.pagination.pageSize).to.equal(1000);
          expect(body.self).to.contain('pagesize=1000');
        }
      });

      it('are refused where a parameter is malformed or given twice (E01030)', async () => {
        for (const query of [
          'pagesize=0',
          'pagesize=-1',
          'pagesize=1.5',
          'pagesize=1e3',
          'pagesize=',
          'pagesize=x',
          'pagesize=%2B1',
          'pagesize=0x10',
          'skippages=-1',
          'skippages=1.0',
          'skippages=',
          'pagesize=1&pagesize=1',
          'pageSize=1&pagesize=2',
          'skippages=1&SKIPPAGES=1',
          'after=%C3%A6',
          'after=x&after=y',
          'after=',
        ]) {
          expectRefusal(await ours.get(`/products?${query}`), 400, 'E01030');
        }
      });

      it('do not break on a position that we did not give', async () => {
        for (const after of [
          'IjEwMDEi',
          'e30',
          'W10',
          'bnVsbA',
          '-_-_',
          'AAAA',
          'MQ',
          Buffer.from('"x"').toString('base64url'),
          Buffer.from('{"a":1}').toString('base64url'),
          'x'.repeat(400),
        ]) {
          const answer = await ours.get(`/products?skippages=1&pagesize=2&after=${after}`);

          expect([200, 400], `${after} ${answer.text}`).to.contain(answer.status);
        }
      });
    });

    it('takes parameters in any case and ignores others, which its links leave out (D108, D109)', async () => {
      const { status, body } = await ours.get(
        '/products?PAGESIZE=2&Filter=name$eq:zebra&colour=red&x[]=1&=&&utm_source=y',
      );

      expect(status).to.equal(200);
      expect(body.pagination.pageSize).to.equal(2);
      expect(body.self).to.equal(
        `${running.service.base}/products?pagesize=2&filter=${encodeURIComponent('name$eq:zebra')}`,
      );
    });

    it('finds parts of Greek words in capitals, which have one sigma where small letters have two', async () => {
      for (const name of ['Κώστας', 'ΚΩΣΤΑΣ ΑΕ', 'κωσταντής']) await greek.post('/employees', { name });
      const found = async (filter: string): Promise<readonly string[]> => {
        const { body } = await greek.get(`/employees?${new URLSearchParams({ filter }).toString()}`);
        return (body.collection as readonly { name: string }[]).map(({ name }) => name);
      };

      for (const part of ['ΚΩΣ', 'κως', 'κωσ', 'ΚΩΣ*'])
        expect(await found(`name$like:${part}`), part).to.deep.equal(['ΚΩΣΤΑΣ ΑΕ', 'κωσταντής']);
      for (const part of ['Σ', 'ς', 'σ', '*σ*'])
        expect(await found(`name$like:${part}`), part).to.have.length(3);
      expect(await found('name$like:*Σ')).to.deep.equal(['Κώστας', 'κωσταντής']);
      expect(await found('name$like:Σ ΑΕ')).to.deep.equal(['ΚΩΣΤΑΣ ΑΕ']);
    });

    it('shows nothing of another agreement, and counts nothing (G27)', async () => {
      const answer = await list({ filter: 'productNumber$eq:1000$or:name$like:lamp' });
      const theirCount = (await theirs.get('/products')).body.pagination.results as number;

      expect(numbers(answer)).to.deep.equal([]);
      expect(theirCount).to.equal(25);
    });

    describe('of a unit or a group', () => {
      it('lists the products that refer to it, with its own filter, sort, pages and self', async () => {
        const ofUnit = await ours.get('/units/2/products');
        const ofGroup = await ours.get('/product-groups/1/products?sort=-productNumber&pagesize=2');
        const filtered = await ours.get('/product-groups/1/products?filter=name$like:butter');

        expect(numbers(ofUnit)).to.deep.equal(['B-1']);
        expect(ofUnit.body.self).to.equal(`${running.service.base}/units/2/products`);
        expect(ofUnit.body.collection[0].self).to.equal(`${running.service.base}/products/B-1`);
        expect(numbers(ofGroup)).to.deep.equal(['c_1 %+', 'b-2']);
        expect(ofGroup.body.pagination).to.include({ results: 6, resultsWithoutFilter: 6 });
        expect(ofGroup.body.pagination.nextPage).to.contain('/product-groups/1/products?');
        expect(numbers(await ours.get(ofGroup.body.pagination.nextPage as string))).to.deep.equal([
          'a-1',
          '2',
        ]);
        expect(numbers(filtered)).to.deep.equal(['10', '2']);
        expect(filtered.body.pagination).to.include({ results: 2, resultsWithoutFilter: 6 });
      });

      it('is linked from it', async () => {
        const { body } = await ours.get('/units/2');

        expect(numbers(await ours.get(body.products as string))).to.deep.equal(['B-1']);
      });

      it('is 404 where the unit is not there, telling of units, and 405 for a POST', async () => {
        for (const number of ['77', 'x']) {
          const answer = await ours.get(`/units/${number}/products`);

          expectRefusal(answer, 404, 'E06000');
          expect(answer.body.message).to.equal(`There is no ${number} in units.`);
          expect(answer.body.developerHint).to.equal(`See what is there: ${running.service.base}/units`);
        }
        expectRefusal(await ours.post('/units/2/products', aProduct()), 405);
      });
    });
  });
}

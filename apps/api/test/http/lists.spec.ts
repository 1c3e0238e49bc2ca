import { expect } from 'chai';
import { aProduct } from '../products/a-product.js';
import { expectRefusal } from '../support/refusal.js';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';

const THIS_YEAR = new Date().getUTCFullYear();

type Drafts = {
  readonly collection: string;
  readonly to: string;
  /** A good one, told from the others by a number. */
  readonly draft: (number: number) => Readonly<Record<string, unknown>>;
  /** A member that spoils it, and who is at fault then. */
  readonly spoilt: Readonly<Record<string, unknown>>;
  readonly atFault: string;
};
const vatZone = { vatZoneNumber: 1 };
const PEOPLE = { currency: 'EUR', vatZone, paymentTerms: { paymentTermsNumber: 1 } };

const LISTS: readonly Drafts[] = [
  {
    collection: '/products',
    to: '/products',
    draft: (number) => ({
      productNumber: `LIST/${number}`,
      name: `Product ${number}`,
      productGroup: { productGroupNumber: 1 },
    }),
    spoilt: { productGroup: { productGroupNumber: 4711 } },
    atFault: '[1].productGroup',
  },
  {
    collection: '/customers',
    to: '/customers',
    draft: (number) => ({ ...PEOPLE, name: `Customer ${number}`, customerGroup: { customerGroupNumber: 1 } }),
    spoilt: { customerGroup: { customerGroupNumber: 4711 } },
    atFault: '[1].customerGroup',
  },
  {
    collection: '/suppliers',
    to: '/suppliers',
    draft: (number) => ({ ...PEOPLE, name: `Supplier ${number}`, supplierGroup: { supplierGroupNumber: 1 } }),
    spoilt: { supplierGroup: { supplierGroupNumber: 4711 } },
    atFault: '[1].supplierGroup',
  },
  {
    collection: '/vouchers/drafts',
    to: '/vouchers/drafts/finance-vouchers',
    draft: (number) => ({
      date: `${THIS_YEAR}-01-15`,
      lines: [
        { account: { accountNumber: 1310 }, amount: number, text: 'one' },
        { account: { accountNumber: 5810 }, amount: -number, text: 'other' },
      ],
    }),
    spoilt: { numberSeries: { numberSeriesNumber: 4711 } },
    atFault: '[1].numberSeries',
  },
];

for (const database of await databases()) {
  describe(`lists of new items on ${database.name}`, () => {
    const running = runningService(database);
    const ours = running.client({ modules: ['internationalLedger'] });
    const countOf = async (collection: string): Promise<number> =>
      (await ours.get(`${collection}?pagesize=1`)).body.pagination.results as number;

    for (const { collection, to, draft, spoilt, atFault } of LISTS) {
      it(`are created at ${to}, in their order`, async () => {
        const before = await countOf(collection);

        const { status, body, text } = await ours.post(to, [draft(1), draft(2), draft(3)]);

        expect(status, text).to.equal(201);
        expect(body).to.have.lengthOf(3);
        for (const item of body) expect((await ours.get(item.self)).status).to.equal(200);
        expect(await countOf(collection)).to.equal(before + 3);
      });

      it(`are refused at ${to} as a whole, with the one that is at fault`, async () => {
        const before = await countOf(collection);

        const refusal = await ours.post(to, [draft(11), { ...draft(12), ...spoilt }, draft(13)]);

        expectRefusal(refusal, 400, 'E06000');
        expect(refusal.body.additionalData, refusal.text).to.include({ index: 1 });
        expect(refusal.body.errors[0].additionalData.propertyName).to.equal(atFault);
        expect(await countOf(collection)).to.equal(before);
      });
    }

    it('name nothing twice: it is the list that is refused (E10210), nothing is there already', async () => {
      const keys = [
        ['productNumber', 'LIST/21', 'list/21'],
        ['customerNumber', 7_000, 7_000],
        ['supplierNumber', 7_000, 7_000],
      ] as const;

      for (const [index, [key, ...named]] of keys.entries()) {
        const { to, draft } = LISTS[index] as Drafts;
        const refusal = await ours.post(
          to,
          named.map((value) => ({ ...draft(21), [key]: value })),
        );
        expectRefusal(refusal, 400, 'E10210');
        expect(refusal.body.errors[0].additionalData.propertyName).to.equal(`[1].${key}`);
        expect(refusal.body.additionalData, refusal.text).to.include({ index: 1 });
        expect((await ours.get(`${to}/${String(named[0]).replace('/', '_6_')}`)).status).to.equal(404);
      }
    });

    it('leave alone what is written beside them where they are refused halfway', async () => {
      const before = await countOf('/products');
      await ours.post('/products', aProduct({ productNumber: 'halfway' }));
      const ofList = (): Promise<Answered> =>
        ours.post('/products', [aProduct(), aProduct({ productNumber: 'halfway' })]);

      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => Promise.all([ofList(), ours.post('/products', aProduct())])),
      );

      for (const [refused, created] of answers) {
        expectRefusal(refused, 400, 'E06010');
        expect(refused.body.additionalData).to.include({ index: 1 });
        expect(created.status, created.text).to.equal(201);
        expect((await ours.get(created.body.self as string)).status).to.equal(200);
      }
      expect(await countOf('/products')).to.equal(before + 9);
    });

    it('tell the first that is at fault where the schema refuses several, too', async () => {
      const { draft } = LISTS[0] as Drafts;
      const { name: _, ...nameless } = draft(2);

      const refusal = await ours.post('/products', [draft(1), nameless, { ...draft(3), name: '' }, 7]);

      expectRefusal(refusal, 400, 'E00500');
      expect(refusal.body.additionalData, refusal.text).to.deep.equal({ index: 1 });
    });

    it('are at most a thousand', async () => {
      const { draft } = LISTS[0] as Drafts;

      expectRefusal(
        await ours.post(
          '/products',
          Array.from({ length: 1001 }, (_, n) => draft(n)),
        ),
        400,
        'E00500',
      );
    });

    for (const [to, draft] of Object.entries({
      '/v2/invoices/drafts': {
        customer: { customerNumber: 1 },
        lines: [{ product: { productNumber: '1000' }, quantity: 1 }],
      },
      '/vouchers/drafts/finance-vouchers': {
        date: `${new Date().getUTCFullYear()}-03-31`,
        lines: [{ account: { accountNumber: 5810 }, amount: 7, contraAccount: { accountNumber: 5820 } }],
      },
    }))
      it(`tell of a draft that was made alone at ${to} what can be done with it now`, async () => {
        const { body } = await ours.post(to, draft);

        expect(body.metaData).to.include.keys('replace', 'delete', 'book');
        expect((await ours.get(body.self as string)).body).to.deep.equal(body);
      });
  });
}

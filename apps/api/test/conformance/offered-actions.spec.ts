import { expect } from 'chai';
import type { RoleName } from '@kontor/studio';
import { bookedPost } from '../ledger/posts.js';
import { runningService, type Client } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { anInvoice, booked, drafted } from '../sales/an-invoice.js';

type Action = { readonly href: string; readonly httpMethod: string };
type Item = { readonly self: string; readonly metaData?: Readonly<Record<string, Action>> };

const ROLES: readonly RoleName[] = ['BookKeeping', 'Sales', 'ProjectEmployee'];
/**
 * Collections of which some items are used and others are not, closed years
 * and open ones, drafts and what is booked.
 */
const COLLECTIONS = [
  '/accounts',
  '/accounting-years',
  `/accounting-years/${new Date().getUTCFullYear()}/periods`,
  '/additional-expenses',
  '/alias-layers',
  '/customer-groups',
  '/customers',
  '/departments',
  '/employees',
  '/opening-balances',
  '/payment-terms',
  '/product-groups',
  '/products',
  '/suppliers',
  '/units',
  '/v2/invoices/booked',
  '/v2/invoices/drafts',
  '/vat-accounts',
  '/vouchers',
];

for (const database of await databases()) {
  describe(`the actions in metaData on ${database.name}`, function () {
    const running = runningService(database);
    const modules = ['dimension', 'internationalLedger'] as const;
    const ours = running.client({ modules });

    const itemsIn = async (client: Client, collection: string): Promise<readonly Item[]> => {
      const { status, body } = await client.get(`${collection}?pagesize=1000`);
      return status === 200 ? (body.collection as Item[]) : [];
    };
    const actionsOf = async (client: Client, to: string): Promise<Readonly<Record<string, Action>>> =>
      ((await client.get(to)).body as Item).metaData ?? {};

    before(async () => {
      await booked(ours);
      await drafted(ours);
      await ours.post('/opening-balances/drafts', {
        date: `${new Date().getUTCFullYear()}-01-01`,
        lines: [{ account: { accountNumber: 5820 }, amountInBaseCurrency: 1 }],
      });
      await ours.post('/units', { name: 'nobody uses it' });
      await ours.post('/accounts', { accountNumber: 77_777, name: 'new', accountType: 'status' });
    });

    for (const role of ROLES) {
      it(`lead the role ${role} nowhere where it is refused`, async () => {
        const tokens = (await ours.agreement.grant([role])).tokens;
        const offered: string[] = [];
        for (const collection of COLLECTIONS) {
          const [first] = await itemsIn(ours, collection);
          for (const to of [collection, first?.self ?? collection]) {
            const { status, body } = await running.service.ask(to, { headers: tokens });
            if (status !== 200) continue;
            for (const [name, { href, httpMethod }] of Object.entries((body as Item).metaData ?? {})) {
              if (httpMethod === 'get') continue;
              const answer = await running.service.ask(href, {
                method: httpMethod.toUpperCase(),
                headers: { ...tokens, 'If-Match': '"none"' },
                body: [],
              });
              expect(answer.status, `${name} ${href} ${answer.text}`).not.to.equal(403);
              offered.push(name);
            }
          }
        }
        expect(offered.length > 0).to.equal(role !== 'ProjectEmployee');
      });
    }

    it('of the demo agreement are none that writes', async () => {
      for (const collection of COLLECTIONS) {
        const { body } = await running.service.ask(`${collection}?demo=true`);
        const [first] = body.collection as Item[];
        const item = first && (await running.service.ask(first.self)).body;
        for (const { metaData = {} } of [body, item ?? {}] as Item[]) {
          expect(
            Object.values(metaData).filter(({ httpMethod }) => httpMethod !== 'get'),
            collection,
          ).to.deep.equal([]);
        }
      }
    });

    it('offer delete for exactly what can be removed now', async () => {
      const kept: string[] = [];
      const gone: string[] = [];
      for (const collection of COLLECTIONS) {
        const items = await itemsIn(ours, collection);
        for (const { self } of [...items.slice(0, 12), ...items.slice(-2)]) {
          const { delete: remove } = await actionsOf(ours, self);
          const { status, text } = await ours.remove(self);
          const wasThere = status !== 404;
          if (!wasThere) continue;
          expect(status === 204, `${self} ${JSON.stringify(remove)} ${text}`).to.equal(remove !== undefined);
          (status === 204 ? gone : kept).push(self);
        }
      }
      expect(gone.length).to.be.greaterThan(10);
      expect(kept.length).to.be.greaterThan(30);
    });

    describe('book', () => {
      const theirs = running.client({ modules });
      const year = new Date().getUTCFullYear();
      const today = new Date().toISOString().slice(0, 10);
      const made = new Map<string, Answered>();
      const draft = async (name: string, to: string, body: unknown): Promise<void> => {
        const answer = await theirs.post(to, body);
        expect(answer.status, `${name} ${answer.text}`).to.equal(201);
        made.set(name, answer);
      };
      const voucher = (name: string, date: string, ...lines: readonly object[]) =>
        draft(name, '/vouchers/drafts/finance-vouchers', { date, lines });
      const invoice = (name: string, more: object = {}) =>
        draft(name, '/v2/invoices/drafts', anInvoice(more));
      const account = (accountNumber: number) => ({ account: { accountNumber } });
      const line = (accountNumber: number, amount: number) => ({ ...account(accountNumber), amount });

      before(async () => {
        await theirs.post('/accounts', { accountNumber: 77_770, name: 'barred soon', accountType: 'status' });
        await theirs.post('/products', {
          productNumber: 'BARRED',
          name: 'x',
          salesPrice: 1,
          productGroup: { productGroupNumber: 1 },
        });
        await voucher('a voucher', today, line(5820, 5), line(5810, -5));
        await voucher('one that does not balance', today, line(5820, 5), line(5810, -4));
        await voucher('one without lines', today);
        await voucher('one of a barred period', `${year}-01-31`, line(5820, 5), line(5810, -5));
        await voucher('one on a barred account', today, line(77_770, 5), line(5810, -5));
        await voucher(
          'one that accrues into a barred period',
          today,
          { ...line(1610, 5), accruals: { ...account(5820), startDate: `${year}-01-01`, endDate: today } },
          line(5810, -5),
        );
        await voucher(
          'one that accrues',
          today,
          { ...line(1610, 5), accruals: { ...account(5820), startDate: today, endDate: today } },
          line(5810, -5),
        );
        const paid = await bookedPost(theirs, 'invoice', { amount: 20 }, today);
        const owed = await bookedPost(theirs, 'invoice', { amount: 50 }, today);
        const paying = { customer: { customerNumber: 1 }, contraAccount: { accountNumber: 5820 } };
        const payment = (name: string, voucherId: number) =>
          draft(name, '/vouchers/drafts/customer-payments', {
            date: today,
            lines: [{ ...paying, amount: -50, matches: [{ voucherId }] }],
          });
        await payment('a payment', owed.voucherId);
        await payment('a payment of what is paid meanwhile', paid.voucherId);
        const opening = { lines: [{ account: { accountNumber: 5820 }, amountInBaseCurrency: 1 }] };
        await draft('an opening balance', '/opening-balances/drafts', { date: today, ...opening });
        await draft('one that is empty', '/opening-balances/drafts', { date: today, lines: [] });
        await draft('one of a barred day', '/opening-balances/drafts', { date: `${year}-01-01`, ...opening });
        await invoice('an invoice');
        await invoice('an invoice without lines', { lines: [] });
        await invoice('an invoice of no year', { date: '1999-01-31' });
        await invoice('an invoice of a barred period', { date: `${year}-01-31` });
        await invoice('an invoice to a barred customer', { customer: { customerNumber: 2 } });
        await invoice('an invoice of a barred product', {
          lines: [{ product: { productNumber: 'BARRED' }, quantity: 1 }],
        });
        for (const [name, { body, headers }] of made) {
          const { headers: read } = await theirs.get(body.self as string);
          expect(read.get('etag'), name).to.equal(headers.get('etag'));
        }

        await bookedPost(theirs, 'payment', { amount: -20, matches: [{ voucherId: paid.voucherId }] }, today);
        const { body: periods } = await theirs.get(`/accounting-years/${year}/periods`);
        const [january] = periods.collection as [{ readonly self: string }];
        const barred = [
          await theirs.put(january.self, { barred: true }),
          await barring('/accounts/77770'),
          await barring('/customers/2'),
          await barring('/products/BARRED'),
        ];
        expect(barred.map(({ status, text }) => [status, status === 200 ? '' : text])).to.deep.equal(
          barred.map(() => [200, '']),
        );
      });

      const barring = async (to: string): Promise<Answered> =>
        theirs.put(to, { ...(await theirs.get(to)).body, barred: true });

      it('is offered for exactly the drafts that may be booked now', async () => {
        const offered: string[] = [];
        for (const [name, { body }] of made) {
          const { book } = await actionsOf(theirs, body.self as string);
          if (book !== undefined) offered.push(name);
          const { id, voucherId, date } = body;
          const to = `${(body.self as string).replace(/drafts.*/, '')}booked`;
          const { status, text } = await theirs.post(to, id === undefined ? { voucherId, date } : { id });
          expect(status === 201, `${name} ${text}`).to.equal(book !== undefined);
        }

        expect(offered).to.deep.equal([
          'a voucher',
          'one that accrues',
          'a payment',
          'an opening balance',
          'an invoice',
        ]);
      });
    });

    it('change with what refers to an item, and the entity tag with them: a 304 hides nothing (G, issue 20 number 11)', async () => {
      const { body: unit } = await ours.post('/units', { name: 'counted' });
      const product = { name: 'x', productGroup: { productGroupNumber: 1 } };
      const read = () => ours.get(unit.self as string);
      const [, , unused] = [await read(), await read(), await read()];
      const tag = unused.headers.get('etag') ?? '';

      await ours.put('/products/COUNTED', { ...product, productNumber: 'COUNTED', unit });
      const used = await read();
      const asked = await ours.get(unit.self as string, { 'If-None-Match': tag });
      const replaced = await ours.put(unit.self as string, { name: 'again' }, { 'If-Match': tag });
      const after = await read();
      const same = await ours.get(unit.self as string, { 'If-None-Match': after.headers.get('etag') ?? '' });

      expect(unused.body.metaData).to.have.keys('delete', 'replace');
      expect(used.body.metaData).to.have.keys('replace');
      expect(used.headers.get('etag')).not.to.equal(tag);
      expect([asked.status, asked.headers.get('etag')]).to.deep.equal([200, used.headers.get('etag')]);
      expect(replaced.status, replaced.text).to.equal(200);
      expect(replaced.headers.get('etag')).to.equal(after.headers.get('etag'));
      expect(same.status).to.equal(304);
      await ours.remove('/products/COUNTED');
      expect((await read()).body.metaData).to.have.keys('delete', 'replace');
    });

    it('have the same entity tag in the answers of POST, PUT and GET', async () => {
      const made = await ours.post('/units', { name: 'tagged' });
      const read = await ours.get(made.body.self as string);
      const put = await ours.put(made.body.self as string, { name: 'tagged' });

      expect(made.headers.get('etag')).to.match(/^"[\w-]{27}\.[\w-]{8}"$/);
      expect(read.headers.get('etag')).to.equal(made.headers.get('etag'));
      expect(put.headers.get('etag')).to.equal(made.headers.get('etag'));
    });
  });
}

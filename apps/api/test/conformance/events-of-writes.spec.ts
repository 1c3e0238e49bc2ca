import { expect } from 'chai';
import { eventType, type FullDate, type Fixture } from '@kontor/kernel';
import { type DeliveryQueue, agreementWith } from '@kontor/studio';
import { eventTypes, mount, routeEscaped, servedContexts } from '@kontor/http';
import { runningService } from '../support/running-service.js';
import { databases, type Answered } from '../support/service-under-test.js';
import { collectionOf } from './canaries.js';
import { FIXTURES } from './fixtures.js';

/*
 * Issue 16: one event for every change of every thing. Each write that is declared is asked here, and what it
 * tells is all that it tells: a new write fails the last test until somebody has said here what it tells.
 */

const MODULES = ['inventory', 'dimension', 'internationalLedger'] as const;
const YEAR = new Date().getUTCFullYear();
const MARCH = `${YEAR}-03-04`;

/** What else becomes of other things by a write of one with a fixture. */
const ALSO: Readonly<Record<string, Partial<Record<'created' | 'updated' | 'removed', readonly string[]>>>> =
  {
    // The second example has no alias.
    'alias-layers': {
      created: ['productAlias.created {self}/product-aliases/1000'],
      updated: ['productAlias.removed {self}/product-aliases/1000'],
    },
    'product-aliases': {
      created: ['aliasLayer.updated {parent}'],
      updated: ['aliasLayer.updated {parent}'],
      removed: ['aliasLayer.updated {parent}'],
    },
    // The second example has no product: what was reserved is free again.
    'draft-invoices': {
      created: ['product.updated /products/1000'],
      updated: ['product.updated /products/1000'],
    },
  };

/** An event as the feed shows it. */
type Told = { readonly type: string; readonly collection: string; readonly resource: string };
type Wrote = { readonly answer: Answered; readonly told: readonly string[] };

for (const database of await databases()) {
  describe(`what writes tell on ${database.name} (issue 16)`, function () {
    const running = runningService(database);
    const client = running.client({ modules: MODULES });
    const administrator = running.client({ isAdministrator: true, filled: false });
    /** Rows that have been asked, and answered well. */
    const asked = new Set<string>();

    let routes: ReturnType<typeof mount>;
    let documented: ReturnType<typeof eventTypes>;
    before(() => {
      const { endpoints } = running.service.service;
      routes = mount(endpoints);
      documented = eventTypes(servedContexts(endpoints));
    });

    /** A write that succeeds, with each event of its request: the type, and the path of the thing. */
    const write = async (
      method: string,
      to: string,
      body?: unknown,
      { type }: { readonly type?: string } = {},
    ): Promise<Wrote> => {
      const { service } = running;
      const headers = { ...client.tokens, ...(type !== undefined && { 'Content-Type': type }) };
      const answer = await service.ask(to, { method, headers, ...(body !== undefined && { body }) });
      expect(answer.status, `${method} ${to} ${answer.text}`).to.be.within(200, 299);
      const found = routes(method, pathOf(to).split('?', 1)[0] ?? '');
      if (found._tag === 'Right') asked.add(`${method} ${found.right.endpoint.path}`);
      const request = answer.headers.get('x-request-id') ?? '';
      const { body: read } = await client.get(`/events?filter=requestId$eq:${request}&pagesize=1000`);
      const events = read.collection as readonly Told[];
      for (const { type, collection, resource } of events) {
        expect(documented.find((of) => of.collection === collection)?.types).to.include(type);
        const { status } = await client.get(resource);
        expect([type, resource, status]).to.deep.equal([
          type,
          resource,
          type.endsWith('.removed') ? 404 : 200,
        ]);
      }
      return { answer, told: events.map(({ type, resource }) => `${type} ${pathOf(resource)}`) };
    };
    const pathOf = (url: string): string => url.replace(running.service.base, '');
    const post = (to: string, body?: unknown): Promise<Wrote> => write('POST', to, body);
    const put = (to: string, body?: unknown): Promise<Wrote> => write('PUT', to, body);
    const remove = (to: string): Promise<Wrote> => write('DELETE', to);

    for (const fixture of FIXTURES) {
      it(`${fixture.resource.collection}: who is created, updated and removed`, () => plain(fixture));
    }

    async function plain(fixture: Fixture): Promise<void> {
      const { resource, examples } = fixture;
      const [first, second] = examples;
      const at = await collectionOf(client, running.service.service.endpoints, fixture);
      for (const example of examples) {
        const key = example[resource.key];
        if (key !== undefined) await client.remove(`${at}/${routeEscaped(String(key))}`);
      }
      const { [resource.collection]: also = {} } = ALSO;
      const parent = at.split('/').slice(0, -1).join('/');
      const tells = ({ told }: Wrote, verb: 'created' | 'updated' | 'removed', self: string): void => {
        const others = (also[verb] ?? []).map((one) =>
          one.replace('{self}', self).replace('{parent}', parent),
        );
        expect(told).to.have.members([`${eventType(resource, verb)} ${self}`, ...others]);
      };
      const made = await post(at, first);
      const self = pathOf(made.answer.body.self as string);
      tells(made, 'created', self);
      if (resource.operations.includes('replace')) {
        const { [resource.key]: _, ...rest } = second;
        tells(await put(self, rest), 'updated', self);
      }
      tells(await remove(self), 'removed', self);
    }

    const ofBooks = { account: { accountNumber: 5830 }, contraAccount: { accountNumber: 5810 }, amount: 7 };
    const draft = async (kind: string, line: object): Promise<Wrote & { readonly self: string }> => {
      const made = await post(`/vouchers/drafts/${kind}`, { date: MARCH, lines: [line] });
      const { voucherId, self } = made.answer.body as { voucherId: number; self: string };
      expect(made.told).to.deep.equal([`voucher.created /vouchers/${voucherId}`]);
      return { ...made, self };
    };
    const book = async ({ answer }: Wrote): Promise<void> => {
      const { voucherId } = answer.body as { voucherId: number };
      const { told } = await post('/vouchers/booked', { voucherId, date: MARCH });
      expect(told).to.deep.equal([`voucher.booked /vouchers/${voucherId}`]);
    };
    const customer = { customer: { customerNumber: 1 } };
    const supplier = { supplier: { supplierNumber: 1 } };
    const to = (accountNumber: number) => ({ contraAccount: { accountNumber } });

    it('vouchers: drafts, bookings, reversals and what is attached', async () => {
      await draft('supplier-invoices', { ...supplier, ...to(1310), amount: -9 });
      await draft('supplier-payments', { ...supplier, ...to(5820), amount: 9 });
      const made = await draft('finance-vouchers', ofBooks);
      const other = await draft('finance-vouchers', ofBooks);
      const { voucherId } = made.answer.body as { voucherId: number };
      const voucher = `/vouchers/${voucherId}`;

      const revised = await put(made.self, { date: MARCH, lines: [{ ...ofBooks, amount: 8 }] });
      expect(revised.told).to.deep.equal([`voucher.updated ${voucher}`]);
      expect((await remove(other.self)).told).to.deep.equal([
        `voucher.removed /vouchers/${other.answer.body.voucherId as number}`,
      ]);
      const pdf = { type: 'application/pdf' };
      const attached = await write('PUT', `${voucher}/attachment`, '%PDF-1.7 x', pdf);
      expect(attached.told).to.deep.equal([`voucher.updated ${voucher}`]);
      expect((await remove(`${voucher}/attachment`)).told).to.deep.equal([`voucher.updated ${voucher}`]);
      await book(made);
      const reversed = await post(`/vouchers/booked/${voucherId}/reversal`, { date: MARCH });
      expect(reversed.told).to.have.members([
        `voucher.booked /vouchers/${reversed.answer.body.voucherId as number}`,
        `voucher.updated ${voucher}`,
      ]);
    });

    it('what lives within an item and goes with it', async () => {
      const example = FIXTURES.find(({ resource: { collection } }) => collection === 'customers')
        ?.examples[0];
      const self = pathOf((await post('/customers', example)).answer.body.self as string);
      await client.post(`${self}/contacts`, { name: 'Ann' });
      await client.post(`${self}/delivery-locations`, { address: 'Elsewhere 1' });

      expect((await remove(self)).told).to.have.members([
        `customer.removed ${self}`,
        `customerContact.removed ${self}/contacts/1`,
        `deliveryLocation.removed ${self}/delivery-locations/1`,
      ]);
    });

    it('matches: who is matched and freed, and the vouchers of both', async () => {
      const sold = await draft('customer-invoices', { ...customer, ...to(1010), amount: 100 });
      const paid = await draft('customer-payments', { ...customer, ...to(5820), amount: -40 });
      for (const one of [sold, paid]) await book(one);
      const posts = [sold, paid].map(({ answer: { body } }) => ({
        voucherId: body.voucherId as number,
        entryNumber: body.lines[0].entryNumber as number,
      }));
      const matched = await post('/matches', { posts });
      const self = pathOf(matched.answer.body.self as string);
      const vouchers = posts.map(({ voucherId }) => `voucher.updated /vouchers/${voucherId}`);

      expect(matched.told).to.have.members([`match.created ${self}`, ...vouchers]);
      expect((await remove(self)).told).to.have.members([`match.removed ${self}`, ...vouchers]);
    });

    it('opening balances: drafts and bookings', async () => {
      const lines = [{ account: { accountNumber: 5830 }, amountInBaseCurrency: 7 }];
      const drafted = (): Promise<Wrote> => post('/opening-balances/drafts', { date: MARCH, lines });
      const [made, other] = [await drafted(), await drafted()];
      const { voucherId, self } = made.answer.body as { voucherId: number; self: string };
      const of = `/opening-balances/${voucherId}`;

      expect(made.told).to.deep.equal([`openingBalance.created ${of}`]);
      const more = [{ account: { accountNumber: 5830 }, amountInBaseCurrency: 8 }];
      expect((await put(self, { date: MARCH, lines: more })).told).to.deep.equal([
        `openingBalance.updated ${of}`,
      ]);
      expect((await remove(other.answer.body.self as string)).told).to.deep.equal([
        `openingBalance.removed /opening-balances/${other.answer.body.voucherId as number}`,
      ]);
      const booked = await post('/opening-balances/booked', { voucherId, date: MARCH });
      expect(booked.told).to.deep.equal([`openingBalance.booked ${of}`]);
    });

    it('invoices and credit notes: the draft that is gone, the voucher, and the stock', async () => {
      const lines = [{ product: { productNumber: '1000' } }];
      const drafted = await post('/v2/invoices/drafts', { ...customer, date: MARCH, lines });
      const { id, self } = drafted.answer.body as { id: number; self: string };
      const { told, answer } = await post('/v2/invoices/booked', { id });
      const invoice = answer.body as { self: string; voucher: { voucherId: number } };

      expect(told.map((one) => one.replace(/(stock-movements)\/\d+/, '$1'))).to.have.members([
        `draftInvoice.removed ${pathOf(self)}`,
        `invoice.booked ${pathOf(invoice.self)}`,
        `voucher.booked /vouchers/${invoice.voucher.voucherId}`,
        'product.updated /products/1000',
        'stockMovement.created /stock-movements',
      ]);
      const credit = await post(`${invoice.self}/credit-notes`, {});
      expect(credit.told).to.have.members([
        `draftInvoice.created ${pathOf(credit.answer.body.self as string)}`,
      ]);
    });

    it('stock corrections: the movement and the product', async () => {
      const { told, answer } = await post('/products/1000/stock-corrections', { date: MARCH, quantity: 1 });

      expect(told).to.have.members([
        `stockMovement.created ${pathOf(answer.body.self as string)}`,
        'product.updated /products/1000',
      ]);
    });

    it('VAT settlements: the voucher, and the periods that are settled or not any more', async () => {
      const dates = { fromDate: `${YEAR}-03-01`, toDate: `${YEAR}-03-31` };
      const settled = await post('/statements/vat/settlements', dates);
      const { self, voucher } = settled.answer.body as { self: string; voucher: { voucherId: number } };
      const kinds = ({ told }: Wrote): readonly string[] => told.map((one) => one.split(' ', 1)[0] ?? '');

      expect(settled.told).to.include(`vatSettlement.created ${pathOf(self)}`);
      expect(settled.told).to.include(`voucher.booked /vouchers/${voucher.voucherId}`);
      expect(kinds(settled)).to.have.members(['voucher.booked', 'vatSettlement.created', 'period.updated']);
      const removed = await remove(self);
      expect(removed.told).to.include(`vatSettlement.removed ${pathOf(self)}`);
      expect(removed.told).to.include(`voucher.updated /vouchers/${voucher.voucherId}`);
      expect(kinds(removed)).to.have.members([
        'vatSettlement.removed',
        'voucher.booked',
        'voucher.updated',
        'period.updated',
      ]);
    });

    it('accounting years: periods that are barred, closing and reopening', async () => {
      const { collection } = (await client.get('/accounting-years?sort=fromDate')).body;
      const year = pathOf(collection[0].self as string);
      const [period] = (await client.get(`${year}/periods`)).body.collection;
      const barred = await put(period.self as string, { ...period, barred: true });

      expect(barred.told).to.deep.equal([`period.updated ${pathOf(period.self as string)}`]);
      expect((await post(`${year}/closing`)).told).to.deep.equal([`accountingYear.closed ${year}`]);
      expect((await remove(`${year}/closing`)).told).to.deep.equal([`accountingYear.reopened ${year}`]);
    });

    it('imports', async () => {
      const lines = { type: 'application/x-ndjson' };
      const unit = (_: unknown, index: number): string =>
        JSON.stringify({ units: { unitNumber: 1_000 + index, name: 'each' } });
      // So many that the import still runs when it is cancelled.
      const file = Array.from({ length: 5_000 }, unit).join('\n');
      const { told, answer } = await write('POST', '/imports', file, lines);
      const self = pathOf(answer.body.self as string);

      expect(told).to.include(`import.created ${self}`);
      expect((await remove(self)).told).to.deep.equal([`import.updated ${self}`]);
    });

    it('apps', async () => {
      const app = { name: 'one', rootUrl: 'https://one.example', requiredRoles: [{ roleNumber: 1 }] };
      const { told, answer } = await post('/apps', app);
      const self = pathOf(answer.body.self as string);

      expect(told).to.deep.equal([`app.created ${self}`]);
      expect((await put(self, { ...app, name: 'two' })).told).to.deep.equal([`app.updated ${self}`]);
      expect((await remove(self)).told).to.deep.equal([`app.removed ${self}`]);
    });

    it('webhooks, and not what is delivered to them', async () => {
      const { told, answer } = await post('/webhooks', { url: 'https://one.example/hooks' });
      const self = pathOf(answer.body.self as string);
      const updated = [`webhook.updated ${self}`];

      expect(told).to.deep.equal([`webhook.created ${self}`]);
      expect((await put(self, { url: 'https://one.example/' })).told).to.deep.equal(updated);
      expect((await post(`${self}/secrets`, {})).told).to.deep.equal(updated);
      expect((await post(`${self}/replays`, { since: 1 })).told).to.deep.equal([]);
      expect((await post(`${self}/test`)).told).to.deep.equal([]);
      const { deliveryQueue } = running.service.service.database.studio;
      await sampleDelivered(deliveryQueue, Number(self.split('/').at(-1)));
      const again = await post(`${self}/webhook-deliveries/1/redeliveries`);
      expect(again.told).to.deep.equal([]);
      expect((await remove(self)).told).to.deep.equal([`webhook.removed ${self}`]);
    });

    it('settings of agreements and of users', async () => {
      for (const scope of ['agreement', 'user']) {
        const at = `/app-settings/${scope}/theme`;
        const set = (content: number): Promise<Wrote> => put(at, { settingKey: 'theme', content });

        expect((await set(1)).told).to.deep.equal([`${scope}Setting.created ${at}`]);
        expect((await set(2)).told).to.deep.equal([`${scope}Setting.updated ${at}`]);
        expect((await set(2)).told).to.deep.equal([]);
        expect((await remove(at)).told).to.deep.equal([`${scope}Setting.removed ${at}`]);
      }
    });

    it('grants on the books of clients, which are told there', async () => {
      const { studio, unitOfWork } = running.service.service.database;
      const { agreementNumber } = await studio.agreements.create(
        agreementWith({
          name: 'Client',
          administratorNumber: administrator.agreement.agreementNumber,
          signupDate: '2025-01-01' as FullDate,
        }),
      );
      const given = await administrator.post('/studio/client-grants', [{ agreementNumber }]);
      asked.add('POST /studio/client-grants');

      const { events } = await unitOfWork.read(agreementNumber).events.after(0, 10);
      expect(events.map(({ type, requestId }) => [type, requestId])).to.deep.equal([
        ['grant.issued', given.headers.get('x-request-id')],
      ]);
    });

    it('are all of the writes that there are', () => {
      const missed = running.service.service.endpoints
        .filter(({ method, hidden }) => method !== 'GET' && hidden !== true)
        .map(({ method, path }) => `${method} ${path}`)
        .filter((row) => !asked.has(row));

      expect(missed).to.deep.equal([]);
    });
  });
}

/** Notes that the first sample was taken, as who delivers does. */
async function sampleDelivered(queue: DeliveryQueue, webhookNumber: number): Promise<void> {
  const holder = 'the test';
  const now = Date.now();
  const leased = await queue.lease(webhookNumber, { holder, now, until: now + 30_000 });
  const [sample] = leased?.waiting ?? [];
  if (leased === undefined || sample === undefined) throw new Error('nothing waits');
  await queue.note(leased, holder, {
    position: leased.position,
    failures: 0,
    due: undefined,
    keepsHead: true,
    deliveries: [{ ...sample, status: 'delivered', nextAttempt: undefined }],
    now,
    until: 0,
  });
}

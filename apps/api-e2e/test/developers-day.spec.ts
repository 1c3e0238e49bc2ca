import { expect } from 'chai';
import { onEachDatabase, Receiver, until, type Person, type Received } from '@kontor/conformance';
import type { Api, App, Home, Product, Webhook } from '@kontor/sdk';
import type * as webhooks from '@kontor/sdk/webhooks';
import { startProcess, type RunningService } from './built-service.js';
import { curlFetch } from './support/curl.js';
import { firstTokensOf, memberOf } from './support/member.js';
import { packedSdk, type PackedSdk } from './support/packed-sdk.js';
import { plainHttp, type PlainAnswer, type PlainHttp } from './support/plain-http.js';
import { validAnswers, type ValidAnswers } from './support/valid-answers.js';

const FIRST_YEAR = `${new Date().getUTCFullYear()}-01-01`;
const CATALOGUE = 120;
const A_PAGE = 25;

type Body = PlainAnswer['body'];

/** Products of which many cost the same, so that a second name is needed to sort them. */
const CATALOGUED = Array.from({ length: CATALOGUE }, (_, at) => ({
  productNumber: `D ${at}/${at % 10}`,
  name: `${['Ärmel', 'Band', 'Clip'][at % 3]} ${at}`,
  salesPrice: 10 + (at % 12) * 2.5,
  productGroup: { productGroupNumber: 1 },
}));

describe('an app developer’s day', function () {
  this.timeout(120_000);
  let packed: PackedSdk;
  const receiver = new Receiver();
  const told = receiver.received;
  let hook: string;

  before(async () => {
    packed = await packedSdk();
    hook = await receiver.listen();
  });
  after(() => receiver.close());

  onEachDatabase((database) => {
    let service: RunningService;
    let drop: () => Promise<void>;
    let answers: ValidAnswers;
    /** What curl is answered. */
    let answersToCurl: ValidAnswers;
    /** Dora develops the app; Bert keeps his books with it. */
    let dora: Api;
    let doraHome: Home;
    let bert: Person;
    let app: App;
    let grant: string;
    /** The app, in Bert's books: through the SDK, and by curl. */
    let api: Api;
    let home: Home;
    let http: PlainHttp;

    before(async () => {
      told.length = 0;
      const fresh = await database.fresh();
      drop = () => fresh.drop();
      service = await startProcess(fresh.url, { WEBHOOK_PRIVATE_NETWORKS: 'on' });
      answers = validAnswers(service.address);
      answersToCurl = validAnswers(service.address, curlFetch);
    });
    after(async () => {
      expect(await service?.stop()).to.equal(0);
      await drop?.();
    });

    const connected = (appSecretToken: string, agreementGrantToken = grant): Api =>
      packed.sdk.connect(service.address, { appSecretToken, agreementGrantToken }, { fetch: answers.fetch });

    /** Bert is sent to the page where he gives access, by a link of the app. */
    async function consent(answer: 'allow' | 'refuse', to = 'https://hours.example/back'): Promise<URL> {
      const link = `${app.grantUrl}&redirectUrl=${encodeURIComponent(to)}&locale=en-GB`;
      const page = await bert.open(link);
      expect(page.html).to.contain(app.name.replace('&', '&amp;'));
      return new URL((await bert.submit(page, '/requestaccess', { answer })).location ?? '');
    }

    /** Until a request is refused as it ought to be: what was revoked is remembered for some seconds. */
    async function refusedSoon(ask: () => Promise<unknown>, errorCode: string): Promise<void> {
      const end = performance.now() + 10_000;
      for (;;) {
        const error = await ask().then(
          () => undefined,
          (failure: unknown) => failure,
        );
        if (error !== undefined || performance.now() > end) {
          expect(error).to.be.instanceOf(packed.sdk.UnauthorizedError).with.property('errorCode', errorCode);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }

    it('begins with a sign-up, first tokens and an app, whose secret is shown once', async () => {
      const developer = await memberOf(service, {
        business: 'Dora’s apps',
        email: 'dora@example.com',
        firstYearFrom: FIRST_YEAR,
      });
      const tokens = await firstTokensOf(developer);
      dora = connected(tokens.appSecretToken, tokens.agreementGrantToken);
      doraHome = await dora.home();

      app = await dora.create(doraHome.apps, {
        name: 'Hours',
        rootUrl: 'https://hours.example',
        requiredRoles: [{ name: 'Sales' }],
      });

      expect(app.appSecretToken).to.match(/^\S{20,50}$/);
      const again = await dora.find(doraHome.apps, { appNumber: app.appNumber });
      expect(again).to.deep.include({ name: 'Hours', grantUrl: app.grantUrl });
      expect(again).not.to.have.property('appSecretToken');
    });

    it('is granted access by a consent, which can be refused, and only back to the app', async () => {
      bert = await memberOf(service, {
        business: 'Bert & Co',
        email: 'bert@example.com',
        firstYearFrom: FIRST_YEAR,
      });

      const refused = await consent('refuse');
      expect([refused.origin, refused.searchParams.get('error')]).to.deep.equal([
        'https://hours.example',
        'access_denied',
      ]);
      const elsewhere = await bert.open(
        `${app.grantUrl}&redirectUrl=${encodeURIComponent('https://evil.example/')}`,
      );
      expect(elsewhere.status).to.equal(400);
      const granted = await consent('allow');

      grant = granted.searchParams.get('token') ?? '';
      api = connected(app.appSecretToken as string);
      home = await api.home();
      http = plainHttp(
        service.address,
        { appSecretToken: app.appSecretToken as string, agreementGrantToken: grant },
        answersToCurl.fetch,
      );
      const self = await api.follow(home.stable.self);
      expect(self.company.name).to.equal('Bert & Co');
      expect(self.application).to.include({ appNumber: app.appNumber, name: 'Hours' });
      const outside = await api.follow(home.openingBalances).catch((error: unknown) => error);
      expect(outside).to.be.instanceOf(packed.sdk.ForbiddenError).with.property('errorCode', 'E03000');
    });

    it('lists, filters and sorts, and pages by the links that it is given', async () => {
      await api.createAll(home.products, CATALOGUED);
      const wanted = CATALOGUED.filter(
        ({ salesPrice, name }) => salesPrice >= 20 && /^(ä|b)/i.test(name),
      ).sort((a, b) => b.salesPrice - a.salesPrice || a.name.localeCompare(b.name, 'en'));

      const question = new URLSearchParams({
        filter: 'salesPrice$gte:20$and:(name$like:ärm*$or:name$like:BAND)',
        sort: '-salesPrice,name',
        pagesize: String(A_PAGE),
      });
      const pages: Body[] = [];
      let next: string | undefined = `/products?${question}`;
      while (next !== undefined) {
        const page: Body = await http.get(next);
        pages.push(page);
        next = page.pagination.nextPage;
      }

      const names = pages.flatMap(({ collection }) => collection.map(({ name }: Product) => name));
      expect(names).to.have.members(wanted.map(({ name }) => name));
      const prices = pages.flatMap(({ collection }) =>
        collection.map(({ salesPrice }: Product) => salesPrice),
      );
      expect(prices).to.deep.equal(wanted.map(({ salesPrice }) => salesPrice));
      expect(pages).to.have.lengthOf(Math.ceil(wanted.length / A_PAGE));
      for (const page of pages) {
        expect(page.pagination).to.include({ results: wanted.length, resultsWithoutFilter: CATALOGUE });
        expect((await http.get(page.self)).collection).to.deep.equal(page.collection);
        expect((await http.get(page.pagination.firstPage)).collection).to.deep.equal(pages[0].collection);
        expect((await http.get(page.pagination.lastPage)).collection).to.deep.equal(pages.at(-1).collection);
      }
      const [first] = pages[0].collection as readonly Product[];
      expect(await http.get(first?.self ?? '')).to.deep.include({ name: first?.name });
      const filter = packed.sdk.where('salesPrice').gte(20).and(packed.sdk.where('name').contains('clip'));
      expect(await api.count(home.products, { filter })).to.equal(
        CATALOGUED.filter(({ salesPrice, name }) => salesPrice >= 20 && name.startsWith('Clip')).length,
      );
    });

    it('writes once, however often it sends the same', async () => {
      const unit = { headers: { 'Idempotency-Key': 'a-unit' }, body: { name: 'roll' } };
      const [first, second] = [
        await http.ask('POST', '/units', unit),
        await http.ask('POST', '/units', unit),
      ];
      const other = await http.ask('POST', '/units', { ...unit, body: { name: 'reel' } });

      expect([first.status, second.status]).to.deep.equal([201, 201]);
      expect(second.text).to.equal(first.text);
      expect(second.headers.get('location')).to.equal(first.headers.get('location'));
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
      expect([other.status, other.body.errorCode]).to.deep.equal([400, 'E09010']);
      expect((await http.get('/units?filter=name$eq:roll')).collection).to.have.lengthOf(1);
      const { self, etag } = { self: first.body.self as string, etag: first.headers.get('etag') ?? '' };
      await http.put(self, { name: 'big roll' });
      const late = { headers: { 'If-Match': etag }, body: { name: 'reel' } };
      expect((await http.ask('PUT', self, late)).body.errorCode).to.equal('E05120');
    });

    it('is told what is wrong, and which member it is', async () => {
      const wrong: readonly (readonly [
        method: string,
        to: string,
        body: object | undefined,
        status: string,
        member: string,
      ])[] = [
        [
          'POST',
          '/products',
          { productNumber: 'X', productGroup: { productGroupNumber: 1 } },
          '400 E00500',
          'name',
        ],
        [
          'POST',
          '/products',
          { productNumber: 'X', name: 'X', productGroup: {} },
          '400 E04500',
          'productGroup',
        ],
        [
          'POST',
          '/products',
          { productNumber: 'X', name: 'X', productGroup: { productGroupNumber: 99 } },
          '400 E06000',
          'productGroup',
        ],
        [
          'POST',
          '/products',
          {
            productNumber: 'X',
            name: 'X',
            salesPrice: 1.12345678901,
            productGroup: { productGroupNumber: 1 },
          },
          '400 E04740',
          'salesPrice',
        ],
        ['POST', '/products', { ...CATALOGUED[0] }, '400 E06010', 'productNumber'],
        ['GET', '/products?filter=weight$eq:1', undefined, '400 E01010', 'weight'],
        ['GET', '/products?sort=weight', undefined, '400 E01020', 'weight'],
        ['GET', '/products?pagesize=-1', undefined, '400 E01030', 'pagesize'],
        ['POST', '/v2/invoices/drafts', { customer: { customerNumber: 1 } }, '400 E06000', 'customer'],
      ];

      for (const [method, to, body, code, member] of wrong) {
        const { status, body: answer, text } = await http.ask(method, to, { body });
        expect(`${status} ${answer.errorCode}`, text).to.equal(code);
        expect(JSON.stringify(answer.errors ?? answer), text).to.contain(member);
      }
      const missing = await http.ask('GET', '/products/NONE');
      expect([missing.status, missing.body.errorCode]).to.deep.equal([404, 'E06000']);
      expect((await http.ask('PATCH', '/products/NONE', { body: {} })).headers.get('allow')).to.contain(
        'PUT',
      );
      const text = { headers: { 'Content-Type': 'text/plain' }, body: 'roll' };
      expect((await http.ask('POST', '/units', text)).status).to.equal(415);
    });

    it('hears of changes as events, and by a webhook that is signed', async () => {
      const { verifyWebhook } = (await packed.door('webhooks')) as typeof webhooks;
      const { lastSequence: since } = await api.follow(home.eventsPosition);
      const made: Webhook = await api.create(home.webhooks, { url: hook, types: ['product.*'] });
      const tape = { ...CATALOGUED[0], productNumber: 'TAPE', name: 'Tape' } as const;
      const created = await api.create(home.products, {
        ...tape,
        productGroup: { productGroupNumber: 1 },
      });
      const changed = await api.replace(created, { ...created, name: 'Tape, blue' });
      await api.remove(changed);

      const { collection } = await http.get(`/events?after=${since}`);
      expect(collection.map(({ type }: Body) => type)).to.deep.equal([
        'webhook.created',
        'product.created',
        'product.updated',
        'product.removed',
      ]);
      expect(collection[2]).to.deep.include({ changed: ['name'], numbers: { productNumber: 'TAPE' } });
      await until(() => told.length >= 3, 20_000);
      const heard = await Promise.all(
        told.map(({ headers, body }) => verifyWebhook(headers, body, made.secret ?? '')),
      );
      expect(heard.map(({ event }) => event)).to.deep.equal(collection.slice(1));
      const first = told[0] as Received;
      const forged = first.body.replace('TAPE', 'TYPE');
      const fault = await verifyWebhook(first.headers, forged, made.secret ?? '').catch(
        (error: unknown) => error,
      );
      expect(fault).to.include({ fault: 'signature' });
      // A delivery is noted after it was answered.
      const statuses = async (): Promise<readonly string[]> =>
        (await api.each(made.deliveries).toArray()).map(({ status }) => status);
      const areNoted = async (): Promise<boolean> =>
        (await statuses()).filter((status) => status === 'delivered').length >= 3;
      await until(areNoted, 20_000);

      await api.remove(made);
      await api.create(home.units, { name: 'sheet' });
      expect((await api.follow(home.webhooks)).collection).to.deep.equal([]);
    });

    it('is renamed, and gets another secret beside which the old one works for a while', async () => {
      const asked = { name: 'Hours & Wages', rootUrl: app.rootUrl, requiredRoles: [{ name: 'Sales' }] };
      const first = app.appSecretToken as string;

      const renamed = await dora.replace(app, asked);
      expect(renamed).to.include({ name: 'Hours & Wages', appPublicToken: app.appPublicToken });
      expect(renamed).not.to.have.property('appSecretToken');
      app = { ...app, name: renamed.name };
      expect((await consent('refuse')).searchParams.get('error')).to.equal('access_denied');
      const self = await api.follow(home.stable.self);
      expect(self.application?.name).to.equal('Hours & Wages');

      const rotated = await dora.replace(app, { ...asked, newSecret: true, overlapHours: 1 });
      const second = rotated.appSecretToken as string;
      expect(second).not.to.equal(first);
      for (const secret of [first, second])
        expect((await connected(secret).home()).stable).to.have.property('self');
      const names = await Promise.all(
        [first, second].map(
          async (secret) => (await connected(secret).follow(home.stable.self)).company.name,
        ),
      );
      expect(names).to.deep.equal(['Bert & Co', 'Bert & Co']);

      const last = await dora.replace(app, { ...asked, newSecret: true, overlapHours: 0 });
      const third = connected(last.appSecretToken as string);
      expect((await third.follow(home.stable.self)).company.name).to.equal('Bert & Co');
      for (const secret of [first, second])
        await refusedSoon(() => connected(secret).follow(home.stable.self), 'E02010');
      api = third;
    });

    it('ends when the access is taken back, which says where a demo is', async () => {
      const [tape] = (await api.follow(home.products)).collection;
      await api.remove(tape as Product);
      expect(await api.count(home.products)).to.equal(CATALOGUE - 1);

      const agreement = await bert.open('/portal/agreement');
      expect(agreement.html).to.contain('Hours &amp; Wages');
      const [revoke = ''] = /\/portal\/grants\/\d+\/revoke/.exec(agreement.html) ?? [];
      await bert.submit(await bert.open(revoke), revoke);

      await refusedSoon(() => api.follow(home.products), 'E02020');
      const told401 = await api.follow(home.products).catch((error: unknown) => error);
      expect(told401).to.have.property('demoLink').that.contains('demo=true');
    });

    it('was answered as the API is described', () => {
      answers.expectAll();
      answersToCurl.expectAll();
    });
  });
});

import { expect } from 'chai';
import {
  ChangedSinceError,
  connect,
  ConnectionError,
  expand,
  where,
  type Action,
  type Collection,
  type Link,
  type Page,
} from '../src/index.js';
import type { Api, Home, Product, ProductAlias } from '../src/index.js';
import { refusalOf, serving, type Reply, type Seen, type Service } from './server.js';

const TOKENS = { appSecretToken: 'secret', agreementGrantToken: 'grant' };
/** An idempotency key that the SDK makes. */
const KEY = /^\d{16,48}$/;
const POST = { name: 'Post', productGroup: { productGroupNumber: 1 } };

/** Forty-five products, some units, and a home that leads to them. */
function shop({ method, url, headers, body }: Seen, base: string): Reply {
  const { pathname, searchParams } = new URL(url, base);
  const item = (productNumber: string) => ({
    productNumber,
    name: `Product ${productNumber}`,
    self: `${base}/products/${productNumber}`,
  });
  if (pathname === '/') {
    return {
      body: {
        apiName: 'Shop',
        stable: {
          products: `${base}/products`,
          productAliases: `${base}/aliases`,
          product: `${base}/products/{productNumber}`,
          self: `${base}/me`,
        },
        experimental: { 'product-groups': `${base}/product-groups` },
        deprecated: {},
        self: `${base}/`,
      },
    };
  }
  if (pathname === '/products' && method === 'GET') {
    const size = Number(searchParams.get('pagesize') ?? 20);
    const skip = Number(searchParams.get('skippages') ?? 0);
    const last = Math.ceil(45 / size) - 1;
    searchParams.set('skippages', String(skip + 1));
    searchParams.set('after', 'xyz');
    return {
      body: {
        collection: Array.from({ length: Math.min(size, 45 - skip * size) }, (_, n) =>
          item(`${skip * size + n}`),
        ),
        metaData: { find: { description: '', href: `${base}/products/{productNumber}` } },
        pagination: {
          results: 45,
          ...(skip < last && { nextPage: `${base}/products?${searchParams.toString()}` }),
        },
        self: `${base}/products`,
      },
    };
  }
  const etag = { ETag: '"1"' };
  if (method === 'GET') return { body: item(pathname.slice(10)), headers: etag };
  if (headers['if-match'] === '"0"') return { status: 412, body: { message: 'Changed.' } };
  if (method === 'POST' && (body as { silent?: true } | undefined)?.silent === true) {
    return { status: 201, headers: { Location: `${base}/products/silent` } };
  }
  if (method === 'POST') return { status: 201, body: item('new'), headers: etag };
  return method === 'PUT' ? { body: item('put'), headers: { ETag: '"2"' } } : { status: 204 };
}

describe('connect', () => {
  let service: Service;
  let api: Api;
  const asked = () => service.seen.map(({ method, url }) => `${method} ${url}`);
  const last = () => service.seen.at(-1) as Seen;
  const productsOf = async (): Promise<Link<Collection<Product>>> => {
    const { products } = await api.home();
    service.seen.length = 0;
    return products;
  };
  beforeEach(async () => {
    service = await serving(shop);
    api = connect(service.base, TOKENS, { backOffMs: 1 });
  });
  afterEach(() => service.stop());

  it('sends nothing before the first question', () => {
    expect(service.seen).to.have.lengthOf(0);
  });

  it('sends both tokens with every request', async () => {
    await api.home();

    expect(last().headers).to.include({
      'x-appsecrettoken': 'secret',
      'x-agreementgranttoken': 'grant',
      accept: 'application/json',
    });
  });

  it('reaches the demo agreement by its word', async () => {
    await connect(service.base, 'demo').home();

    expect(last().headers).to.include({ 'x-appsecrettoken': 'demo', 'x-agreementgranttoken': 'demo' });
  });

  for (const url of [
    'localhost:3000',
    'ftp://kontor.example',
    'http://me:word@localhost:3000',
    '',
    undefined,
  ])
    it(`takes no ${String(url)} for the address of a service`, () => {
      expect(() => connect(url as string, 'demo')).to.throw(TypeError, /^url .* http/);
    });

  for (const token of [undefined, null, '', 7, 'two\nlines', 'größe€'])
    it(`takes no ${JSON.stringify(token)} for a token, and does not repeat it`, () => {
      const agreementGrantToken = token as string;

      expect(() => connect(service.base, { ...TOKENS, agreementGrantToken }))
        .to.throw(TypeError, 'agreementGrantToken is missing')
        .and.have.property('message')
        .that.does.not.match(/two|größe/);
    });

  it('takes a token as it stands in a file, with the end of its line', async () => {
    await connect(service.base, { ...TOKENS, agreementGrantToken: 'grant\n' }).home();

    expect(last().headers).to.include({ 'x-agreementgranttoken': 'grant' });
  });

  for (const name of ['timeoutMs', 'deadlineMs', 'tries', 'parallel'])
    for (const value of [0, -1, NaN])
      it(`refuses ${name} of ${value}, at once`, () => {
        expect(() => connect(service.base, 'demo', { [name]: value })).to.throw(RangeError, name);
      });

  for (const options of [{ timeoutMs: NaN }, { tries: 0 }])
    it(`refuses ${JSON.stringify(options)} of one request, and sends nothing`, async () => {
      expect(await refusalOf(api.home(options))).to.be.instanceOf(RangeError);
      expect(service.seen).to.have.lengthOf(0);
    });

  describe('home', () => {
    it('is told from something else', async () => {
      const other = await serving(() => ({ body: { hello: 'world' } }));

      const refusal = await refusalOf(connect(other.base, 'demo').home());
      await other.stop();

      expect(refusal).to.be.instanceOf(TypeError);
      expect((refusal as TypeError).message).to.contain(other.base);
    });

    it('has every endpoint at hand by its name, whatever its stability', async () => {
      const home = (await api.home()) as Home & { productGroups: string };

      expect(home.products).to.equal(`${service.base}/products`);
      expect(home.productGroups).to.equal(`${service.base}/product-groups`);
      expect(home.experimental).to.deep.equal({ productGroups: `${service.base}/product-groups` });
      expect(home.apiName).to.equal('Shop');
    });

    it('keeps its own members where an endpoint has the name of one', async () => {
      const home = await api.home();

      expect(home.self).to.equal(`${service.base}/`);
      expect(home.stable).to.have.property('self', `${service.base}/me`);
    });
  });

  describe('follow', () => {
    it('reads what a link leads to', async () => {
      const page = await api.follow(await productsOf());

      expect(page.collection[0]?.name).to.equal('Product 0');
    });

    it('sends the tokens nowhere else', async () => {
      const elsewhere = await serving(() => ({ body: {} }));
      await productsOf();

      const refusal = await refusalOf(api.follow(`${elsewhere.base}/products` as Link<unknown>));
      await elsewhere.stop();

      expect(refusal).to.be.instanceOf(TypeError);
      expect(elsewhere.seen).to.have.lengthOf(0);
    });

    it('sends them to another origin only where it was told so', async () => {
      const door = await serving(() => ({
        body: { stable: {}, experimental: {}, deprecated: {}, self: `${service.base}/` },
      }));
      const product = `${service.base}/products/7` as Link<Product>;
      const unaware = connect(door.base, TOKENS);
      await unaware.home();

      const refusal = await refusalOf(unaware.follow(product));
      const { name } = await connect(door.base, TOKENS, { origins: [service.base] }).follow(product);
      await door.stop();

      expect(refusal).to.be.instanceOf(TypeError);
      expect(name).to.equal('Product 7');
      expect(service.seen).to.have.lengthOf(1);
    });

    it('sends them to no http: link of an https: service', async () => {
      const asked: string[] = [];
      const home = { stable: {}, experimental: {}, deprecated: {}, self: 'http://api.example/' };
      const secure = connect('https://api.example', TOKENS, {
        fetch: async ({ url }) => {
          asked.push(url);
          return Response.json(home);
        },
      });
      const { self } = await secure.home();

      expect(await refusalOf(secure.follow(self))).to.be.instanceOf(TypeError);
      expect(asked).to.deep.equal(['https://api.example/']);
    });

    it('reads home as home, by its link too', async () => {
      const { self } = await api.home();

      expect((await api.follow(self)).experimental).to.have.property('productGroups');
    });

    it('ends with the signal, too, while what a write has made is read', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const slow = await serving(({ method }, base) =>
        method === 'POST'
          ? { status: 201, headers: { Location: `${base}/1` } }
          : () => controller.abort(reason),
      );
      const collection = `${slow.base}/` as Link<Collection<Product>>;

      const refusal = refusalOf(
        connect(slow.base, TOKENS).create(collection, {} as never, { signal: controller.signal }),
      );

      expect(await refusal).to.equal(reason);
      await slow.stop();
    });

    it('gives the bytes of a file as they come', async () => {
      const file = await serving(() => (response) => {
        response.writeHead(200, { 'Content-Type': 'application/pdf' });
        response.end('%PDF-1.7');
      });

      const stream = await connect(file.base, TOKENS).stream(`${file.base}/1` as Link<Uint8Array>);
      const text = await new Response(stream).text();
      await file.stop();

      expect(text).to.equal('%PDF-1.7');
    });

    it('says of a file that breaks off what it says of every answer that does, and ends with the signal', async () => {
      const file = await serving(() => (response) => {
        response.writeHead(200, { 'Content-Type': 'application/pdf', 'X-Request-Id': 'r1' });
        response.write('%PDF', () => setTimeout(() => response.destroy(), 200));
      });
      const controller = new AbortController();
      const reason = new Error('enough');
      const [broken, ended] = await Promise.all(
        [undefined, controller.signal].map((signal) =>
          connect(file.base, TOKENS).stream(`${file.base}/1` as Link<Uint8Array>, { signal }),
        ),
      );

      const refusal = refusalOf(new Response(ended).text());
      controller.abort(reason);
      expect(await refusal).to.equal(reason);
      const failure = await refusalOf(new Response(broken).text());
      expect(failure).to.be.instanceOf(ConnectionError).and.include({ logId: 'r1', attempts: 1 });
      await file.stop();
    });
  });

  describe('what is no link', () => {
    for (const wrong of [undefined, null, 7, '', 'products', '/products', '{a}', 'http://x/{id}', {}])
      it(`is told at once where it is ${JSON.stringify(wrong) ?? 'undefined'}`, async () => {
        const link = wrong as unknown as Link<never>;
        const told = [
          await refusalOf((async () => api.each(link).toArray())()),
          await refusalOf((async () => api.pages(link).next())()),
          await refusalOf(api.follow(link)),
          await refusalOf(api.first(link)),
          await refusalOf(api.count(link)),
          await refusalOf(api.create(link, {} as never)),
          await refusalOf(api.replace(link, {} as never)),
          await refusalOf(api.remove(link)),
        ];

        for (const one of told) expect(one).to.be.instanceOf(TypeError);
        expect((told[0] as TypeError).message).to.contain('link');
        expect(service.seen).to.have.lengthOf(0);
      });

    it('is told where an action is not possible', async () => {
      const none = await refusalOf(api.perform(undefined as unknown as Action<void, void>));
      expect(none).to.be.instanceOf(TypeError);
      // In what a replacement is answered with, nothing says what is possible.
      expect((none as TypeError).message).to.contain('follow its self');
    });
  });

  describe('tokens', () => {
    for (const name of ['appSecretToken', 'agreementGrantToken'])
      for (const wrong of [undefined, ''])
        it(`are told at once where ${name} is ${JSON.stringify(wrong) ?? 'undefined'}`, () => {
          const tokens = { ...TOKENS, [name]: wrong } as unknown as typeof TOKENS;

          expect(() => connect(service.base, tokens)).to.throw(TypeError, name);
        });
  });

  describe('each', () => {
    const taken = async (items: AsyncIterable<Product>) => {
      const numbers: string[] = [];
      for await (const { productNumber } of items) numbers.push(productNumber);
      return numbers;
    };

    it('walks over all pages by their links', async () => {
      const numbers = await taken(api.each(await productsOf()));

      expect(numbers).to.deep.equal(Array.from({ length: 45 }, (_, n) => String(n)));
      expect(asked()).to.deep.equal([
        'GET /products',
        'GET /products?skippages=1&after=xyz',
        'GET /products?skippages=2&after=xyz',
      ]);
    });

    it('says that a link leads to something else', async () => {
      const { collection } = await api.follow(await productsOf());
      const item = collection[0]?.self as unknown as Link<Page<Product>>;

      for (const walk of [
        api.each(item).toArray(),
        api.first(item),
        api.count(item),
        api.pages(item).next(),
      ]) {
        const refusal = await refusalOf(walk);
        expect(refusal).to.be.instanceOf(TypeError);
        expect((refusal as TypeError).message).to.match(/^http\S+ is not a collection$/);
      }
    });

    for (const filter of [() => undefined, (p: object) => p, 'name$eq:x', null, {}])
      it(`takes no ${typeof filter} for a filter, instead of asking for everything`, async () => {
        const products = await productsOf();

        expect(() => api.each(products, { filter: filter as never })).to.throw(TypeError, 'filter');
        expect(asked()).to.deep.equal([]);
      });

    it('refuses a limit and a concurrency that are none, instead of giving nothing', async () => {
      const products = await productsOf();

      expect(() => api.each(products, { limit: NaN })).to.throw(RangeError, 'limit');
      for (const concurrency of [0, NaN])
        expect(await refusalOf(api.each(products).map(String, { concurrency }))).to.be.instanceOf(RangeError);
    });

    it('works on as many at once as there are, where no end is said', async () => {
      const products = await productsOf();

      const numbers = await api.each(products, { limit: 7 }).map(String, { concurrency: Infinity });

      expect(numbers).to.have.lengthOf(7);
    });

    it('asks for no page that is not needed', async () => {
      const products = await productsOf();

      expect(await taken(api.each(products, { limit: 20 }))).to.have.lengthOf(20);
      expect(await taken(api.each(products, { limit: 0 }))).to.have.lengthOf(0);
      for await (const product of api.each(products)) if (product.productNumber === '3') break;

      expect(asked()).to.deep.equal(['GET /products', 'GET /products']);
    });

    it('asks what it is asked', async () => {
      const filter = where('name').like('*o+s&t*').and('salesPrice').gte(10);

      await taken(api.each(await productsOf(), { filter, sort: ['-salesPrice', 'name'], pageSize: 50 }));

      const { searchParams } = new URL(last().url, service.base);
      expect([...searchParams]).to.deep.equal([
        ['filter', 'name$like:*o+s&t*$and:salesPrice$gte:10'],
        ['sort', '-salesPrice,name'],
        ['pagesize', '50'],
      ]);
    });

    it('takes one name to sort by as it takes a list', async () => {
      await api.first(await productsOf(), { sort: '-salesPrice' });

      expect(new URL(last().url, service.base).searchParams.get('sort')).to.equal('-salesPrice');
    });

    it('goes on from a page, and starts anew with a question', async () => {
      const link = `${await productsOf()}?skippages=2&after=xyz` as Link<Page<Product>>;

      expect(await taken(api.each(link))).to.have.lengthOf(5);
      expect(await taken(api.each(link, { pageSize: 45 }))).to.have.lengthOf(45);
    });

    it('ends with the signal', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const walk = taken(api.each(await productsOf(), { signal: controller.signal }));
      controller.abort(reason);

      expect(await refusalOf(walk)).to.equal(reason);
    });

    it('ends with the signal among the items of a page, the last one too', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const seen: string[] = [];
      const walk = async (): Promise<void> => {
        const { signal } = controller;
        for await (const { productNumber } of api.each(await productsOf(), { pageSize: 45, signal })) {
          seen.push(productNumber);
          if (seen.length === 3) controller.abort(reason);
        }
      };

      expect(await refusalOf(walk())).to.equal(reason);
      expect(seen).to.have.lengthOf(3);
    });
  });

  describe('what each gives', () => {
    it('is gathered, or worked on with so many at once, in its order', async () => {
      const products = await productsOf();
      let [now, most] = [0, 0];

      const all = await api.each(products, { limit: 25 }).toArray();
      const names = await api.each(products).map(
        async ({ name }, index) => {
          most = Math.max(most, (now += 1));
          await new Promise((resolve) => setTimeout(resolve, 1));
          now -= 1;
          return `${index} ${name}`;
        },
        { concurrency: 4 },
      );

      expect(all).to.have.lengthOf(25);
      expect(names).to.deep.equal(Array.from({ length: 45 }, (_, n) => `${n} Product ${n}`));
      expect(most).to.equal(4);
    });

    it('stops with the first that fails', async () => {
      const worked: number[] = [];
      const failure = new Error('no');

      const refusal = await refusalOf(
        api.each(await productsOf()).map(async (_, index) => {
          worked.push(index);
          if (index === 3) throw failure;
        }),
      );

      expect(refusal).to.equal(failure);
      expect(worked).to.deep.equal([0, 1, 2, 3]);
    });

    it('stops with the first that fails also what is worked on beside it', async () => {
      const worked: number[] = [];
      const failure = new Error('no');
      const work = async (_: unknown, index: number): Promise<void> => {
        worked.push(index);
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (index === 0) throw failure;
      };

      expect(await refusalOf(api.each(await productsOf()).map(work, { concurrency: 2 }))).to.equal(failure);
      const begun = worked.length;
      await new Promise((resolve) => setTimeout(resolve, 50));

      expect(worked.length).to.be.at.most(begun + 1);
    });

    it('is of what a link is filtered by already, too: the entries of a figure stay its own', async () => {
      const link = `${await productsOf()}?filter=name$like:a$or:barred$eq:true` as Link<Page<Product>>;

      await api.count(link, { filter: (p) => p.salesPrice.gt(1).or(p.salesPrice.eq(0)) });
      await api.count(link, { filter: undefined });

      const filters = service.seen.map(({ url }) => new URL(url, service.base).searchParams.get('filter'));
      expect(filters).to.deep.equal([
        '(name$like:a$or:barred$eq:true)$and:(salesPrice$gt:1$or:salesPrice$eq:0)',
        'name$like:a$or:barred$eq:true',
      ]);
    });

    it('begins with the first, and is counted, in a request each', async () => {
      const products = await productsOf();

      const first = await api.first(products, { filter: (p) => p.name.like('*a*') });
      const count = await api.count(products, { filter: where('name').like('*a*') });

      expect(first?.productNumber).to.equal('0');
      expect(count).to.equal(45);
      expect(asked()).to.deep.equal(Array(2).fill('GET /products?filter=name%24like%3A*a*&pagesize=1'));
    });
  });

  describe('withResponse', () => {
    it('tells what an answer said beside its body', async () => {
      const { product } = await api.home();

      const { value, response } = await api.withResponse((one) => one.find(product, { productNumber: '7' }));

      expect(value.productNumber).to.equal('7');
      expect(response).to.include({ status: 200, etag: '"1"', attempt: 1 });
    });
  });

  describe('pages', () => {
    it('walks over the pages by their links, and goes on from one that was kept', async () => {
      const walked: Page<Product>[] = [];
      for await (const page of api.pages(await productsOf())) walked.push(page);
      const kept = walked[1]?.pagination.nextPage as Link<Page<Product>>;
      for await (const page of api.pages(kept)) walked.push(page);

      expect(walked.map(({ collection }) => collection.length)).to.deep.equal([20, 20, 5, 5]);
    });
  });

  describe('find', () => {
    it('fills in the template of the collection, which it asks for once', async () => {
      const products = await productsOf();

      const found = await api.find(products, { productNumber: 'AB/1 2' });
      await api.find(products, { productNumber: '7' });

      expect(found.productNumber).to.equal('AB_6_1_9_2');
      expect(asked()).to.deep.equal([
        'GET /products?pagesize=1',
        'GET /products/AB_6_1_9_2',
        'GET /products/7',
      ]);
    });

    it('asks for it once, however many look for something at the same time', async () => {
      const products = await productsOf();

      await Promise.all(['1', '2', '3'].map((productNumber) => api.find(products, { productNumber })));

      expect(asked().filter((one) => one.includes('pagesize'))).to.have.lengthOf(1);
    });

    it('is not stopped by another who was told to stop', async () => {
      const products = await productsOf();
      const controller = new AbortController();
      const one = api.find(products, { productNumber: '1' }, { signal: controller.signal });
      const other = api.find(products, { productNumber: '2' });
      controller.abort(new Error('enough'));

      await refusalOf(one);
      expect((await other).productNumber).to.equal('2');
    });

    it('takes a page that was read, or a template of home', async () => {
      const home = await api.home();
      const page = await api.follow(home.products);
      service.seen.length = 0;

      await api.find(page, { productNumber: '7' });
      await api.find(home.product, { productNumber: '8' });

      expect(asked()).to.deep.equal(['GET /products/7', 'GET /products/8']);
    });

    for (const [name, where, key] of [
      ['no link', undefined, { productNumber: '7' }],
      ['no key', '', undefined],
      ['an empty key', '', { productNumber: null }],
    ] as const)
      it(`says that there is ${name}`, async () => {
        const products = await productsOf();

        const refusal = await refusalOf(
          api.find((where ?? undefined) === undefined ? (undefined as never) : products, key as never),
        );

        expect(refusal).to.be.instanceOf(TypeError);
        expect((refusal as TypeError).message).to.match(
          /not a link of the service|no value of productNumber/,
        );
      });

    it('refuses a page that tells no way', async () => {
      const page = await api.follow(await productsOf());

      const refusal = await refusalOf(api.find({ ...page, metaData: {} }, { productNumber: '7' }));

      expect(refusal).to.be.instanceOf(TypeError);
    });

    it('is what following a template filled in is', async () => {
      const { product } = await api.home();

      await api.follow(expand(product, { productNumber: '9' }));

      expect(last().url).to.equal('/products/9');
    });
  });

  describe('a write', () => {
    const draft = { productNumber: 'new', ...POST };

    it('creates with a key of its own and gives what was created', async () => {
      const products = await productsOf();

      const created = await api.create(products, draft);
      await api.create(products, draft);

      expect(created.productNumber).to.equal('new');
      expect(last().body).to.deep.equal(draft);
      const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys)).to.have.lengthOf(2);
      expect(keys[0]).to.match(KEY);
    });

    it('has its key in a page without TLS, too, where there is no randomUUID', async () => {
      const products = await productsOf();
      const { randomUUID } = crypto;
      Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true, writable: true });
      try {
        await api.create(products, draft);
      } finally {
        Object.defineProperty(crypto, 'randomUUID', {
          value: randomUUID,
          configurable: true,
          writable: true,
        });
      }

      expect(last().headers['idempotency-key']).to.match(KEY);
    });

    it('takes a key that the caller keeps', async () => {
      await api.create(await productsOf(), draft, { idempotencyKey: 'order 7' });

      expect(last().headers['idempotency-key']).to.equal('order 7');
    });

    it('takes no key that no service would take, and says so by its name', async () => {
      const products = await productsOf();
      for (const idempotencyKey of ['', '€ 5', 'Müller', 'two\nlines', 'x'.repeat(256)]) {
        const before = service.seen.length;

        const refusal = await refusalOf(api.create(products, draft, { idempotencyKey }));

        expect(refusal, idempotencyKey).to.be.instanceOf(TypeError);
        expect(String(refusal)).to.contain('idempotencyKey');
        expect(service.seen.length).to.equal(before);
      }
    });

    it('follows the location where the answer is empty', async () => {
      const created = await api.create(await productsOf(), { ...draft, ...{ silent: true } });

      expect(created.productNumber).to.equal('silent');
    });

    it('replaces an item, or what a link leads to', async () => {
      const { product } = await api.home();
      const item = await api.find(product, { productNumber: '7' });

      await api.replace(item, POST);
      const { method, url, body, headers } = last();
      const replaced = await api.replace(item.self, POST);

      expect([method, url]).to.deep.equal(['PUT', '/products/7']);
      expect(body).to.deep.equal(POST);
      expect(headers).to.include.keys('idempotency-key').and.not.include.keys('if-match');
      expect(replaced.productNumber).to.equal('put');
    });

    it('replaces what a draft identifies, or adds it', async () => {
      const products = await productsOf();
      const there = await api.upsert(products, { productNumber: 'AB/1', ...POST });
      const put = last();
      const gone = await serving((seen, base) =>
        seen.method === 'PUT' ? { status: 404, body: { message: 'Gone.' } } : shop(seen, base),
      );
      const other = connect(gone.base, TOKENS);
      const added = await other.upsert((await other.home()).products, { productNumber: '9', ...POST });
      await gone.stop();

      expect([put.method, put.url]).to.deep.equal(['PUT', '/products/AB_6_1']);
      expect([there.productNumber, added.productNumber]).to.deep.equal(['put', 'new']);
    });

    it('replaces what another one has added in between', async () => {
      const puts: unknown[] = [];
      const busy = await serving((seen, base) => {
        if (seen.method === 'PUT' && puts.push(seen.headers['idempotency-key']) === 1)
          return { status: 404, body: { message: 'Gone.' } };
        if (seen.method === 'POST') return { status: 400, body: { errorCode: 'E06010', message: 'There.' } };
        return shop(seen, base);
      });
      const other = connect(busy.base, TOKENS);
      const draft = { productNumber: '9', ...POST };

      const made = await other.upsert((await other.home()).products, draft, { idempotencyKey: 'mine' });
      await busy.stop();

      expect(made.productNumber).to.equal('put');
      expect(puts).to.deep.equal(['mine', 'mine']);
    });

    it('adds with a key that the caller keeps once, however often it is asked to', async () => {
      const used = new Map<unknown, string>();
      const made = await serving((seen, base) => {
        const { method, headers } = seen;
        const key = headers['idempotency-key'];
        if (key === undefined) return shop(seen, base);
        if ((used.get(key) ?? method) !== method)
          return { status: 400, body: { errorCode: 'E09010', message: 'Used for another request.' } };
        if (method === 'PUT') return { status: 404, body: { message: 'Gone.' } };
        used.set(key, method);
        return shop(seen, base);
      });
      const other = connect(made.base, TOKENS);
      const { products } = await other.home();
      const upsert = () =>
        other.upsert(products, { productNumber: '9', ...POST }, { idempotencyKey: 'mine' });

      const first = await upsert();
      const again = await upsert();
      used.set('mine', 'DELETE');
      const refusal = await refusalOf(upsert());
      await made.stop();

      expect([first.productNumber, again.productNumber]).to.deep.equal(['new', 'new']);
      expect(refusal).to.include({ errorCode: 'E09010' });
    });

    it('is told as a mistake where its body is no JSON', async () => {
      const products = await productsOf();

      const refusal = await refusalOf(api.create(products, { ...draft, salesPrice: 10n as never }));

      expect(refusal).to.be.instanceOf(TypeError);
      expect(asked()).to.deep.equal([]);
    });

    it('takes its own time and number of tries', async () => {
      const busy = await serving(() => ({ status: 503 }));
      const other = connect(busy.base, TOKENS, { backOffMs: 1 });

      await refusalOf(
        other.create(`${busy.base}/products` as Link<Collection<Product>>, draft, { tries: 2 }),
      );
      await busy.stop();

      expect(busy.seen).to.have.lengthOf(2);
    });

    it('replaces only what is unchanged, where it is asked to', async () => {
      const { product } = await api.home();
      const item = await api.find(product, { productNumber: '7' });

      const replaced = await api.replace(item, POST, { ifUnchanged: true });
      const first = last().headers['if-match'];
      await api.replace(replaced, POST, { ifUnchanged: true });
      const second = last().headers['if-match'];
      await api.remove(replaced, { ifUnchanged: true });

      expect([first, second, last().headers['if-match']]).to.deep.equal(['"1"', '"2"', '"2"']);
    });

    it('replaces what is unchanged behind a proxy that compresses, which weakens ETags', async () => {
      const proxied = await serving((seen, base) =>
        seen.url === '/'
          ? shop(seen, base)
          : { body: { self: `${base}/products/7` }, headers: { ETag: 'W/"1"' } },
      );
      const there = connect(proxied.base, TOKENS);
      const item = await there.find((await there.home()).product, { productNumber: '7' });

      await there.replace(item, POST, { ifUnchanged: true });
      await proxied.stop();

      expect(proxied.seen.at(-1)?.headers['if-match']).to.equal('"1"');
    });

    it('tells that it was changed since', async () => {
      const old = await serving((seen, base) =>
        seen.method === 'GET' && seen.url !== '/'
          ? { body: { self: `${base}/products/7` }, headers: { ETag: '"0"' } }
          : shop(seen, base),
      );
      const there = connect(old.base, TOKENS);
      const item = await there.find((await there.home()).product, { productNumber: '7' });

      const refusal = await refusalOf(there.remove(item, { ifUnchanged: true }));
      await old.stop();

      expect(refusal).to.be.instanceOf(ChangedSinceError);
    });

    it('asks for an item that was read alone before it can tell whether it is unchanged', async () => {
      const page = await api.follow(await productsOf());
      const item = page.collection[0] as Product;

      const refusal = await refusalOf(api.replace(item, POST, { ifUnchanged: true }));

      expect(refusal).to.be.instanceOf(TypeError);
      expect(asked()).to.deep.equal(['GET /products']);
    });

    it('removes an item, or what a link leads to', async () => {
      const page = await api.follow(await productsOf());
      const item = page.collection[0] as Product;

      await api.remove(item);
      await api.remove(item.self);

      expect(asked().slice(1)).to.deep.equal(['DELETE /products/0', 'DELETE /products/0']);
    });
  });

  describe('an action', () => {
    const action = (httpMethod: 'post' | 'delete', to: string) =>
      ({ description: '', href: `${service.base}${to}` as Link<unknown>, httpMethod }) as const;

    it('is performed where it says, by its method, with a key of its own', async () => {
      await api.home();

      const closed = await api.perform(action('post', '/years/1/closing') as Action<void, Product>);
      const { method, url, body, headers } = last();
      await api.perform(action('delete', '/years/1/closing') as Action<void, void>, undefined, {
        idempotencyKey: 'reopen 1',
      });

      expect([method, url, body]).to.deep.equal(['POST', '/years/1/closing', undefined]);
      expect(headers['idempotency-key']).to.match(KEY);
      expect(closed.productNumber).to.equal('new');
      expect([last().method, last().headers['idempotency-key']]).to.deep.equal(['DELETE', 'reopen 1']);
    });

    it('takes a body, or several where it takes lists', async () => {
      const book = action('post', '/booked') as Action<{ readonly id: number }, Product, true>;

      await api.perform(book, { id: 7 });
      const one = last().body;
      await api.performAll(book, [{ id: 7 }, { id: 8 }]);
      const several = last().body;
      await api.createAll((await api.home()).productAliases as unknown as Link<Collection<ProductAlias>>, []);

      expect(one).to.deep.equal({ id: 7 });
      expect(several).to.deep.equal([{ id: 7 }, { id: 8 }]);
      expect(last().body).to.deep.equal([]);
    });

    it('is not performed elsewhere', async () => {
      const elsewhere = { ...action('post', '/'), href: 'http://127.0.0.1:1/' as Link<unknown> };

      const refusal = await refusalOf(api.perform(elsewhere as Action<void, void>));

      expect(refusal).to.be.instanceOf(TypeError);
    });
  });

  describe('a file', () => {
    const kinds = [
      'application/pdf',
      'application/x-ndjson',
      'text/csv; charset=utf-8',
      'text/plain',
      'text/xml',
    ];
    for (const type of kinds)
      it(`is read as its bytes where it is ${type}`, async () => {
        const files = await serving(() => ({ headers: { 'Content-Type': type }, body: '"a"\n"b"' }));
        const link = `${files.base}/file` as Link<Uint8Array>;

        const bytes = await connect(files.base, TOKENS).follow(link);
        await files.stop();

        expect(bytes).to.be.instanceOf(Uint8Array);
        expect(new TextDecoder().decode(bytes)).to.equal('"a"\n"b"');
      });
  });
});

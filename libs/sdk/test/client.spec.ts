import { expect } from 'chai';
import {
  ChangedSinceError,
  connect,
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
        pagination: skip < last ? { nextPage: `${base}/products?${searchParams.toString()}` } : {},
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

    it('goes to where the service says that it lives', async () => {
      const door = await serving(() => ({
        body: { stable: {}, experimental: {}, deprecated: {}, self: `${service.base}/` },
      }));
      const product = `${service.base}/products/7` as Link<Product>;

      const { name } = await connect(door.base, TOKENS).follow(product);
      await door.stop();

      expect(name).to.equal('Product 7');
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

    it('takes a page that was read, or a template of home', async () => {
      const home = await api.home();
      const page = await api.follow(home.products);
      service.seen.length = 0;

      await api.find(page, { productNumber: '7' });
      await api.find(home.product, { productNumber: '8' });

      expect(asked()).to.deep.equal(['GET /products/7', 'GET /products/8']);
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
      expect(keys[0]).to.match(/^[0-9a-f-]{36}$/);
    });

    it('takes a key that the caller keeps', async () => {
      await api.create(await productsOf(), draft, { idempotencyKey: 'order 7' });

      expect(last().headers['idempotency-key']).to.equal('order 7');
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
      expect(headers['idempotency-key']).to.match(/^[0-9a-f-]{36}$/);
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

  it('reads a file as its bytes', async () => {
    const files = await serving((seen, base) =>
      seen.url === '/'
        ? shop(seen, base)
        : {
            headers: { 'Content-Type': 'application/pdf' },
            body: '%PDF-1.7',
          },
    );
    const link = `${files.base}/invoice.pdf` as Link<Uint8Array>;

    const bytes = await connect(files.base, TOKENS).follow(link);
    await files.stop();

    expect(bytes).to.be.instanceOf(Uint8Array);
    expect(new TextDecoder().decode(bytes)).to.equal('%PDF-1.7');
  });
});

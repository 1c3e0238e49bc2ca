/** What compiles and what does not. Nothing here runs: the type checker reads it. */
import { expand, where, type Api, type Link, type Page } from '../src/index.js';
import type { Account, AccountCategory, Home, Product, ProductAlias, Unit } from '../src/index.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The value has this type, no wider and no narrower one. */
const exactly =
  <Expected>() =>
  <Actual>(_value: Actual, ..._proof: Same<Actual, Expected> extends true ? [] : [never]): void =>
    undefined;

export async function links(api: Api, home: Home): Promise<void> {
  const page = await api.follow(home.products);
  exactly<Page<Product>>()(page);
  const unit = page.collection[0]?.unit;
  if (unit !== undefined) exactly<Unit>()(await api.follow(unit.self));
  for await (const product of api.each(home.products)) exactly<Product>()(product);
  exactly<Link<Page<Unit>>>()(home.stable.units);
  exactly<Link<Page<Account>>>()(home.accounts);

  // @ts-expect-error a string typed by hand is not a link
  await api.follow('http://localhost:3000/products');
  // @ts-expect-error a template is not a link before it is filled in
  await api.follow(home.product);
  // @ts-expect-error an item is not a collection
  api.each(page.self as unknown as Link<Product>);
  // @ts-expect-error home has no such endpoint
  await api.follow(home.journals);
}

export async function finding(api: Api, home: Home): Promise<void> {
  const product = await api.find(home.products, { productNumber: 'AB/12' });
  exactly<Product>()(product);
  const alias = await api.find(home.productAlias, { aliasLayerNumber: 1, productNumber: 'AB/12' });
  exactly<ProductAlias>()(alias);
  exactly<Link<Page<ProductAlias>>>()(expand(home.productAliases, { aliasLayerNumber: 1 }));

  // @ts-expect-error products are found by productNumber
  await api.find(home.products, { number: 'AB/12' });
  // @ts-expect-error which is text
  await api.find(home.products, { productNumber: 12 });
  // @ts-expect-error both variables are needed
  await api.find(home.productAlias, { productNumber: 'AB/12' });
}

export function asking(api: Api, home: Home): void {
  api.each(home.products, {
    filter: where('name')
      .like('*ost*')
      .and('salesPrice')
      .gte(10)
      .or(where('unit.unitNumber').in([1, null])),
    sort: ['-salesPrice', 'name', '~productNumber'],
    limit: 10,
  });
  api.each(home.accounts, { filter: where('accountType').eq('profitAndLoss').and('barred').eq(false) });
  api.each(home.products, { filter: where('unit.unitNumber').isAbsent() });

  // @ts-expect-error products cannot be filtered by tags
  api.each(home.products, { filter: where('tags').eq('new') });
  // @ts-expect-error nor is that forgotten behind an and
  api.each(home.products, { filter: where('name').eq('a').and('tags').eq('new') });
  // @ts-expect-error a price is a number
  api.each(home.products, { filter: where('salesPrice').gte('10') });
  // @ts-expect-error only text is like something
  api.each(home.products, { filter: where('salesPrice').like('1*') });
  // @ts-expect-error only numbers are in a list
  api.each(home.products, { filter: where('name').in([1]) });
  // @ts-expect-error there is no such type of account
  api.each(home.accounts, { filter: where('accountType').eq('profit') });
  // @ts-expect-error accounts cannot be sorted by barred
  api.each(home.accounts, { sort: ['barred'] });
}

export async function writing(api: Api, home: Home, product: Product): Promise<void> {
  const created = await api.create(home.products, {
    productNumber: 'AB/12',
    name: 'Post',
    productGroup: { productGroupNumber: 1 },
    unit: { self: (await api.find(home.units, { unitNumber: 1 })).self },
  });
  exactly<Product>()(created);
  await api.replace(product, { ...product, name: 'Pole' }, { ifUnchanged: true });
  await api.replace(product.self, { name: 'Pole', productGroup: product.productGroup });
  await api.remove(product);
  await api.remove(product.self);

  const group = { productGroupNumber: 1 };
  // @ts-expect-error a product has no colour
  await api.create(home.products, { productNumber: '1', name: 'a', productGroup: group, colour: 'red' });
  // @ts-expect-error a product group is required
  await api.create(home.products, { productNumber: '1', name: 'a' });
  // @ts-expect-error a product group is found by its number or its self
  await api.create(home.products, { productNumber: '1', name: 'a', productGroup: { number: 1 } });
  // @ts-expect-error what the service makes is not written
  await api.create(home.products, { productNumber: '1', name: 'a', productGroup: group, lastUpdated: '' });
  // @ts-expect-error a replacement is whole
  await api.replace(product, { name: 'Pole' });
}

export async function reading(
  api: Api,
  home: Home,
  category: AccountCategory,
  page: Page<Product>,
): Promise<void> {
  // @ts-expect-error account categories are read only
  await api.create(home.accountCategories, { description: 'Cash' });
  // @ts-expect-error account categories are read only
  await api.replace(category, { description: 'Cash' });
  // @ts-expect-error account categories are read only
  await api.remove(category);
  // @ts-expect-error a page is not removed
  await api.remove(page);
}

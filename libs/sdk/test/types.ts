/** What compiles and what does not. Nothing here runs: the type checker reads it. */
import {
  expand,
  where,
  withParameters,
  type Api,
  type Collection,
  type Creation,
  type Items,
  type Link,
  type Page,
} from '../src/index.js';
import type {
  BookedVoucher,
  DraftOpeningBalance,
  DraftVoucher,
  Account,
  AppSettings,
  EventsPosition,
  EventType,
  Exports,
  StatementsTrialBalance,
  AccountCategory,
  AccountingYear,
  AccountingYearsVouchersAsked,
  BookedInvoice,
  ClientGrant,
  DraftInvoice,
  DraftInvoiceDraft,
  EntriesAsked,
  Entry,
  ErrorCode,
  Home,
  OpeningBalanceDraft,
  OpeningBalance,
  OpenPost,
  Period,
  Product,
  ProductAlias,
  Unit,
  VatSettlement,
  Voucher,
  VoucherDraft,
} from '../src/index.js';

type VouchersOfYear = Page<Voucher, AccountingYearsVouchersAsked>;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** The value has this type, no wider and no narrower one. */
const exactly =
  <Expected>() =>
  <Actual>(_value: Actual, ..._proof: Same<Actual, Expected> extends true ? [] : [never]): void =>
    undefined;

export async function links(api: Api, home: Home): Promise<void> {
  const page = await api.follow(home.products);
  exactly<Collection<Product>>()(page);
  const unit = page.collection[0]?.unit;
  if (unit !== undefined) exactly<Unit>()(await api.follow(unit.self));
  for await (const product of api.each(home.products)) exactly<Product>()(product);
  // The next page of what may be created in may be created in, too: it takes the place of the one before.
  let next = page;
  while (next.pagination.nextPage !== undefined) next = await api.follow(next.pagination.nextPage);
  exactly<Link<Collection<Product>>>()(page.pagination.lastPage);
  exactly<Link<Collection<Unit>>>()(home.stable.units);
  exactly<Link<Collection<Account>>>()(home.accounts);

  // @ts-expect-error a string typed by hand is not a link
  await api.follow('http://localhost:3000/products');
  // @ts-expect-error a template is not a link before it is filled in
  await api.follow(home.product);
  // @ts-expect-error an item is not a collection
  api.each(page.self as unknown as Link<Product>);
  // @ts-expect-error home has no such endpoint
  await api.follow(home.journals);
}

export async function counting(api: Api, home: Home): Promise<void> {
  exactly<number>()((await api.follow(home.products)).pagination.results);
  exactly<number>()(await api.count(home.vouchers));
  // Events of a filter are not counted where there are very many.
  exactly<number | undefined>()((await api.follow(home.events)).pagination.results);
  exactly<number | undefined>()(await api.count(home.events));
}

export async function ofErrors(api: Api, home: Home): Promise<void> {
  const { collection, metaData } = await api.follow(home.errors);
  exactly<ErrorCode | undefined>()(collection[0]?.errorCode);
  exactly<number>()((await api.find(metaData.find.href, { errorCode: 'E06010' })).httpStatusCode);
}

export async function goingOn(api: Api, home: Home): Promise<void> {
  // A page of events says where to go on, and so does the one that is read there.
  const page = await api.follow(home.events);
  exactly<number>()(page.position.after);
  const following = await api.follow(page.position.following);
  exactly<number>()(following.position.lastSequence);
  if (page.pagination.nextPage !== undefined)
    exactly<number>()((await api.follow(page.pagination.nextPage)).position.after);
  exactly<number>()((await api.follow((await api.follow(home.eventsPosition)).events)).position.after);
  if (page.metaData.position !== undefined)
    exactly<number>()((await api.follow((await api.follow(page.metaData.position.href)).self)).lastSequence);
  const products = await api.follow(home.products);
  // @ts-expect-error what is no feed has no position
  void products.position;
  // What stands in metaData beside the actions tells how it is asked.
  exactly<'get' | undefined>()(products.metaData.find?.httpMethod);
  exactly<true | undefined>()(products.metaData.find?.templated);
  const year = await api.find(home.accountingYears, { year: '2026' });
  exactly<string | undefined>()(year.metaData?.listEntry?.description);
  exactly<'get' | undefined>()(year.metaData?.findEntry?.httpMethod);
}

export async function ofOneAccount(api: Api, home: Home): Promise<void> {
  // What a year or a period comes to is a list of accounts, and of one account one total.
  const account = await api.find(home.accounts, { accountNumber: 1010 });
  for await (const year of api.each(account.accountingYears, { filter: (y) => y.closed.eq(false) })) {
    exactly<number>()((await api.follow(year.totals)).totalInBaseCurrency);
    // @ts-expect-error it is no collection
    api.each(year.totals);
    const period = await api.first(year.periods, { sort: ['fromDate'] });
    if (period !== undefined) exactly<number>()((await api.follow(period.totals)).totalInBaseCurrency);
    exactly<number>()((await api.follow((await api.follow(year.self)).totals)).totalInBaseCurrency);
  }
  const found = await api.find(home.accountsAccountingYear, { accountNumber: 1010, year: '2026' });
  exactly<number>()((await api.follow(found.totals)).totalInBaseCurrency);
}

export async function linked(api: Api, home: Home, entry: Entry, period: Period): Promise<void> {
  // What an entry, a period or an export leads to is known, too.
  if (entry.voucher?.self !== undefined)
    exactly<Voucher | OpeningBalance>()(await api.follow(entry.voucher.self));
  if (entry.pdf !== undefined) exactly<Uint8Array<ArrayBuffer>>()(await api.follow(entry.pdf.self));
  if (period.vouchers !== undefined) exactly<VouchersOfYear>()(await api.follow(period.vouchers));
  if (period.vatSettlement !== undefined)
    exactly<VatSettlement>()(await api.follow(period.vatSettlement.self));
  const { exports } = await api.follow(home.exports);
  for (const file of exports) await api.stream(file.self);
  const { metaData } = await api.find(home.draftVoucher, { voucherId: 1 });
  if (metaData?.attach !== undefined)
    await api.stream((await api.perform(metaData.attach, new Blob(['x'], { type: 'application/pdf' }))).self);
  for await (const event of api.each(home.events, { filter: (e) => e.resource.startsWith('http://x/') })) {
    if (event.resource !== undefined) exactly<unknown>()(await api.follow(event.resource));
    // What was removed is known by its identifier alone.
    exactly<string | number | undefined>()(event.numbers?.['productNumber']);
  }
  const clients = await api.follow(home.clientAgreements);
  if (clients.metaData.createClientGrants !== undefined)
    for (const made of await api.perform(clients.metaData.createClientGrants, { agreementNumber: 2 }))
      exactly<ClientGrant>()(await api.follow(made.self));
}

export function askingByOtherNames(api: Api, home: Home, year: AccountingYear): void {
  const vouchers = year.vouchers as Link<VouchersOfYear>;
  const filter = where('lines.contraAccount.accountType').eq('status');
  for (const ask of [api.each, api.pages, api.first])
    void ask(vouchers, { filter, sort: ['-lines.contraAccount.accountNumber'] });
  exactly<AsyncGenerator<VouchersOfYear, void, undefined>>()(api.pages(vouchers));
  void api.count(vouchers, { filter: (v) => v.lines.accruals.account.accountNumber.eq(1620) });
  api.each(home.vouchers, { filter: where('date').eq('2026-01-31'), sort: ['date'] });
  api.each(home.allEntries, { filter: (e) => e.amount.gt(100).and(e.dueDate.isPresent()) });
  api.each(year.entries, { sort: ['-date'] });

  // Who names what the items are need not name what they are asked by.
  exactly<Items<Product>>()(api.each<Product>(home.products, { sort: ['-name'] }));
  exactly<AsyncGenerator<Page<Product>, void, undefined>>()(api.pages<Product>(home.products));
  exactly<Promise<Product | undefined>>()(api.first<Product>(home.products));
  exactly<Promise<Product>>()(api.find<Product>(home.products, { productNumber: '1' }));
  void api.count<Product>(home.products);

  // A voucher of a year is found by its id and its date.
  exactly<Promise<Voucher>>()(api.find(vouchers, { voucherId: 1, date: '2026-01-31' }));

  // @ts-expect-error its id alone does not find it there
  void api.find(vouchers, { voucherId: 1 });
  // @ts-expect-error an entry is found in its year
  void api.find(home.allEntries, { entryNumber: 1 });
  // @ts-expect-error vouchers of a year are filtered by their lines
  api.each(vouchers, { filter: where('date').eq('2026-01-31') });
  // @ts-expect-error and sorted by them
  api.each(vouchers, { sort: ['date'] });
  // @ts-expect-error others are not
  api.each(home.vouchers, { filter });
  // @ts-expect-error entries of all years come in the order of their numbers
  api.each(home.allEntries, { sort: ['-date'] });
  // @ts-expect-error those of one year are not filtered by their amount
  api.each(year.entries, { filter: (e) => e.amount.gt(100) });
}

export async function parameters(api: Api, home: Home): Promise<void> {
  const statement = await api.follow(withParameters(home.statementsVat, { fromDate: '2025-01-01' }));
  exactly<string>()(statement.toDate);
  // What stands behind a figure is followed from its row, as everything else is.
  for (const { basisEntries } of statement.rows)
    if (basisEntries !== undefined) exactly<Page<Entry, EntriesAsked>>()(await api.follow(basisEntries));
  exactly<Page<VatSettlement>>()(await api.follow(statement.settlements));
  const aged = await api.follow(home.statementsAgedPayables);
  for (const { notDuePosts } of aged.rows)
    if (notDuePosts !== undefined) exactly<Page<OpenPost>>()(await api.follow(notDuePosts));
  exactly<Page<Entry, EntriesAsked>>()(await api.follow(home.allEntries));
  // So is a document that another one tells of.
  const { creditedInvoice, voucher } = await api.find(home.bookedInvoices, { bookedInvoiceNumber: 1 });
  if (creditedInvoice !== undefined) exactly<BookedInvoice>()(await api.follow(creditedInvoice.self));
  if (voucher.self !== undefined) exactly<BookedVoucher>()(await api.follow(voucher.self));
  exactly<Uint8Array<ArrayBuffer>>()(
    await api.follow(withParameters(home.exportsSie, { accountingYear: '2025' })),
  );

  // @ts-expect-error a balance sheet is of one day
  withParameters(home.statementsBalanceSheet, { fromDate: '2025-01-01' });
  // @ts-expect-error a collection is asked with a question
  withParameters(home.products, { fromDate: '2025-01-01' });
}

export async function finding(api: Api, home: Home): Promise<void> {
  const product = await api.find(home.products, { productNumber: 'AB/12' });
  exactly<Product>()(product);
  const alias = await api.find(home.productAlias, { aliasLayerNumber: 1, productNumber: 'AB/12' });
  exactly<ProductAlias>()(alias);
  exactly<Link<Collection<ProductAlias>>>()(expand(home.productAliases, { aliasLayerNumber: 1 }));

  // @ts-expect-error products are found by productNumber
  await api.find(home.products, { number: 'AB/12' });
  // @ts-expect-error which is text
  await api.find(home.products, { productNumber: 12 });
  // @ts-expect-error both variables are needed
  await api.find(home.productAlias, { productNumber: 'AB/12' });
}

export async function addresses(api: Api, home: Home): Promise<void> {
  const statement = await api.follow(home.statementsTrialBalance);
  exactly<StatementsTrialBalance>()(statement);
  exactly<StatementsTrialBalance>()(await api.follow(statement.self));
  exactly<Exports>()(await api.follow((await api.follow(home.exports)).self));
  exactly<AppSettings>()(await api.follow((await api.follow(home.appSettings)).self));
  exactly<EventsPosition>()(await api.follow((await api.follow(home.eventsPosition)).self));
  exactly<number>()(Object.keys((await api.follow(home.errors)).metaData).length);
  // An older address tells the number under its older name, and leads to the newer one, which does not.
  const older = await api.find(home.invoicesDraftsItem, { id: 1 });
  exactly<number>()(older.draftInvoiceNumber);
  for await (const one of api.each(home.invoicesDrafts)) exactly<number>()(one.draftInvoiceNumber);
  exactly<DraftInvoice>()(await api.follow(older.self));
}

export async function eventTypes(api: Api, home: Home): Promise<void> {
  const { type } = await api.find(home.event, { sequence: 1 });
  exactly<EventType>()(type);
  // Editors complete what is known, and what is newer is taken too.
  const known: readonly Known[] = ['invoice.booked', 'accountingYear.closed'];
  exactly<readonly Known[]>()(known);
  // @ts-expect-error what is misspelt is not among them
  exactly<Known>()('invoice.boked' as const);
  api.each(home.events, { filter: (e) => e.type.eq('invoice.booked').or(e.type.like('product.*')) });
  api.each(home.events, { filter: where('type').eq('newer.thing') });
  await api.create(home.webhooks, { url: 'https://x/', types: ['invoice.booked', 'customer.*', 'newer.*'] });
}
/** What of the types of events is told by name. */
type Known = EventType extends infer T ? (T extends string ? (string extends T ? never : T) : never) : never;

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

  api.each(home.products, {
    filter: (p) =>
      p.name
        .like('*ost*')
        .and(p.salesPrice.gte(10))
        .or(p.unit.unitNumber.in([1, null])),
  });
  api.each(home.accounts, { filter: (a) => a.accountType.eq('profitAndLoss').and('barred').eq(false) });
  api.each(home.products, { filter: (p) => p.unit.unitNumber.isAbsent() });

  api.each(home.accounts, {
    filter: (a) => a.accountType.ne('heading').and(a.name.gt('B')).and(a.balance.lt(0)),
  });
  // @ts-expect-error what is true or not has no order
  api.each(home.accounts, { filter: (a) => a.barred.gte(true) });
  // @ts-expect-error however it is asked
  api.each(home.accounts, { filter: where('barred').gte(true) });
  // @ts-expect-error nor have words that are chosen among
  api.each(home.accounts, { filter: (a) => a.accountType.gte('heading') });
  // @ts-expect-error products have no such name
  api.each(home.products, { filter: (p) => p.nam.like('*') });
  // What is not told of in words is compared: dates and instants are text that has an order.
  api.each(home.vouchers, { filter: (v) => v.date.gte('2026-01-31').and('dueDate').lt('2026-03-01') });
  api.each(home.products, { filter: (p) => p.lastUpdated.gt('2026-01-31T12:00:00Z') });
  api.each(home.accounts, { filter: where('accountType').like('sum*').and('name').startsWith('A') });
  // @ts-expect-error a date is like nothing
  api.each(home.vouchers, { filter: (v) => v.date.like('2026*') });
  // @ts-expect-error however it is asked
  api.each(home.vouchers, { filter: where('date').like('2026*') });
  // @ts-expect-error an instant neither
  api.each(home.products, { filter: (p) => p.lastUpdated.startsWith('2026') });
  // @ts-expect-error a price is not like something
  api.each(home.products, { filter: (p) => p.salesPrice.like('1*') });
  // @ts-expect-error a price is a number
  api.each(home.products, { filter: (p) => p.salesPrice.gte('10') });
  // @ts-expect-error what belongs to another collection is no condition on this one
  api.each(home.products, { filter: () => where('accountType').eq('profitAndLoss') });
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

export async function acting(api: Api, home: Home): Promise<void> {
  const year = await api.find(home.accountingYears, { year: '2026' });
  const { close, reopen } = year.metaData ?? {};
  if (close !== undefined) exactly<AccountingYear>()(await api.perform(close));
  if (reopen !== undefined) exactly<void>()(await api.perform(reopen));

  const vouchers = (await api.follow(home.vouchers)).metaData;
  const { book } = vouchers;
  if (book !== undefined) {
    exactly<BookedVoucher>()(await api.perform(book, { voucherId: 1, date: '2026-01-31' }));
    exactly<readonly BookedVoucher[]>()(await api.performAll(book, [{ voucherId: 1, date: '2026-01-31' }]));
    await api.perform(book, { voucherId: 1 });
    // @ts-expect-error a booking names a voucher
    await api.perform(book, { date: '2026-01-31' });
  }
  const drafts = (await api.follow(home.draftInvoices)).metaData;
  const draft = {} as DraftInvoiceDraft;
  // A grant that may only read is not told of it.
  exactly<Creation<DraftInvoice> | undefined>()(drafts.create);
  if (drafts.preview !== undefined) {
    const preview = await api.perform(drafts.preview, draft);
    exactly<DraftInvoice['grossAmount']>()(preview.grossAmount);
    // @ts-expect-error what is only computed has no address
    await api.follow(preview.self);
    // @ts-expect-error drafts are computed one by one
    await api.performAll(drafts.preview, [draft]);
  }
  const made = await api.find(home.draftInvoices, { id: 1 });
  if (made.metaData?.book !== undefined) {
    const booked = await api.perform(made.metaData.book, { id: made.id });
    exactly<BookedInvoice>()(booked);
    exactly<Uint8Array<ArrayBuffer>>()(await api.follow(booked.pdf.download));
  }
  const aliases = expand(home.productAliases, { aliasLayerNumber: 1 });
  exactly<readonly ProductAlias[]>()(
    await api.createAll(aliases, [{ productNumber: 'AB/12', nameAlias: 'X' }]),
  );
  const { subCollections } = await api.follow(home.openingBalances);
  if (subCollections !== undefined) exactly<Link<Collection<DraftOpeningBalance>>>()(subCollections.drafts);

  // @ts-expect-error a year is not booked
  await api.perform(year.metaData?.book);
  // @ts-expect-error an action that is not possible now is not there
  await api.perform(close);
  // @ts-expect-error an action made by hand leads nowhere
  await api.perform({ description: '', href: 'http://localhost/', httpMethod: 'post' });
  const one = { productNumber: 'AB/12', name: 'Post', productGroup: { productGroupNumber: 1 } };
  exactly<readonly Product[]>()(await api.createAll(home.products, [one]));
  // @ts-expect-error units are created one by one
  await api.createAll(home.units, [{ name: 'Post' }]);
  // @ts-expect-error vouchers are drafted by an action of their own
  await api.create(home.vouchers, {} as VoucherDraft);
  // @ts-expect-error booked opening balances are made by booking
  await api.create(home.openingBalancesBooked, {} as OpeningBalanceDraft);
}

export async function documents(api: Api, home: Home, text: VoucherDraft): Promise<void> {
  const document = await api.find(home.vouchers, { voucherId: 1 });
  exactly<Voucher>()(document);
  if (document.booked) {
    exactly<BookedVoucher>()(document);
    if (document.metaData?.reverse !== undefined) {
      exactly<BookedVoucher>()(await api.perform(document.metaData.reverse, { date: '2026-01-31' }));
    }
    // @ts-expect-error what is booked is not removed
    await api.remove(document);
    // @ts-expect-error nor is it replaced
    await api.replace(document, text);
    // @ts-expect-error nor booked again
    await api.perform(document.metaData?.book, { voucherId: 1, date: '2026-01-31' });
  } else {
    exactly<DraftVoucher>()(document);
    exactly<DraftVoucher>()(await api.replace(document, text));
    await api.remove(document);
    // @ts-expect-error a draft is not reversed
    await api.follow(document.metaData?.reverse);
  }
  // @ts-expect-error of a document that may be booked nobody knows that it can be removed
  await api.remove(document);
  // @ts-expect-error or replaced
  await api.replace(document, text);
  exactly<DraftVoucher>()(await api.create(home.vouchersDraftsSupplierInvoices, text));
  exactly<DraftVoucher>()(await api.find(home.draftVoucher, { voucherId: 1 }));
  const attach = document.metaData?.attach;
  if (attach !== undefined) {
    exactly<number>()((await api.perform(attach, new Blob(['%PDF'], { type: 'application/pdf' }))).bytes);
    // @ts-expect-error a file is sent
    await api.perform(attach);
  }
  // @ts-expect-error the closing of a year is an action, and nothing to read
  await api.find(home.accountingYearsClosing, { year: '2026' });
  exactly<Home>()(await api.follow(home.self));
}

export async function mistaken(api: Api, home: Home, product: Product): Promise<void> {
  // @ts-expect-error a product has no colour
  exactly<string>()(product.colour);
  // @ts-expect-error what was read is not changed in place
  product.name = 'Pole';
  // @ts-expect-error a product group is no unit
  const unit: Unit = await api.follow(product.productGroup.self);
  // @ts-expect-error units are no products
  const products: Page<Product> = await api.follow(home.units);
  const group = { productGroupNumber: 1 };
  // @ts-expect-error a product's unit is a unit, by its self too
  await api.create(home.products, { productNumber: '1', name: 'a', productGroup: group, unit: product });
  // @ts-expect-error the self of a group is not the self of a unit
  await api.create(home.products, { name: 'a', productNumber: '1', productGroup: { self: unit.self } });
  // @ts-expect-error units are not sorted by a price
  api.each(home.units, { sort: ['salesPrice'] });
  // @ts-expect-error a page holds as many items as a number says
  api.each(products.self, { pageSize: 'all' });
  // @ts-expect-error a wait is ended by a signal
  await api.home({ signal: 1000 });
}

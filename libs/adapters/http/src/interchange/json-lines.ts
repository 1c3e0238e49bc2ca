import {
  defined,
  decimalJson,
  isWritable,
  lineage,
  parentMember,
  type AnyResource,
  type AnyValue,
  type Decimal,
  type FieldData,
  type KeyValue,
  type Kind,
  ZERO,
  keyOf,
} from '@kontor/kernel';
import {
  AccountingYear,
  Match,
  Period,
  SERIES,
  VatSettlement,
  type DocumentName,
  type Entry,
  type OpenPost,
  type WholeBooks,
  type DocumentWithVoucher,
} from '@kontor/ledger';
import { Product, ProductGroup } from '@kontor/products';
import { BookedInvoice } from '@kontor/sales';
import {
  hasMore,
  isKeptFromUse,
  mayNeedItsKind,
  MOVED,
  movedMembers,
  needsItsKind,
} from './moved-resources.js';

/** The version of the lines: raised when what stands in them changes its meaning. */
export const JSON_LINES_VERSION = 1;

/** What a line may tell of besides the items of a collection. */
export const LINE = {
  head: 'kontor',
  numbers: 'numbers',
  openingBalance: 'opening-balances',
  voucher: 'vouchers',
  link: 'voucher-links',
  match: Match.collection,
  settlement: VatSettlement.collection,
  stock: 'stock',
  period: 'periods',
} as const;

/**
 * Our own format: JSON lines, one item a line, such as `{"accounts": {…}}`. A line holds the body of the
 * request that would write the item, without identifiers that the service makes (those of vouchers and
 * entries). `mayRead`: whether the caller may read a collection. `keepsStock`: whether the agreement has the
 * inventory module.
 */
export async function* jsonLines(
  books: WholeBooks,
  {
    mayRead,
    keepsStock,
  }: { readonly mayRead: (resource: AnyResource) => boolean; readonly keepsStock: boolean },
): AsyncGenerator<string> {
  const { baseCurrency } = books.owner;
  yield lineOf(LINE.head, JSON.stringify({ version: JSON_LINES_VERSION, baseCurrency }));
  const moved = MOVED.filter(mayRead);
  for (const resource of moved) yield* firstLines(books, resource);
  for (const resource of moved) {
    const { atOnce, afterwards } = movedMembers(resource);
    if (afterwards.length === 0) continue;
    for await (const [value, parents] of itemsOf(books, resource)) {
      if (hasMore(resource, value))
        yield lineOf(resource.collection, itemJson(resource, value, parents, [...atOnce, ...afterwards]));
    }
  }
  // Invoices do not move, but no other one may get a number that one of them has: before all that is booked.
  const collection = BookedInvoice.collection;
  const lastNumber = await books.lastNumber(collection);
  if (lastNumber > 0) yield lineOf(LINE.numbers, JSON.stringify({ collection, lastNumber }));
  for await (const year of books.all(AccountingYear)) yield* yearLines(books, year.year);
  yield* linkLines(books);
  yield* matchLines(books);
  for await (const { year } of books.all(AccountingYear)) yield* barredLines(books, year, isBarredBefore);
  yield* settlementLines(books);
  if (keepsStock && moved.includes(Product)) yield* stockLines(books);
  for (const resource of moved) {
    const { atOnce, afterwards, atLast } = movedMembers(resource);
    if (atLast.length === 0) continue;
    for await (const [value, parents] of itemsOf(books, resource)) {
      if (!isKeptFromUse(resource, value)) continue;
      yield lineOf(
        resource.collection,
        itemJson(resource, value, parents, [...atOnce, ...afterwards, ...atLast]),
      );
    }
  }
  for await (const year of books.all(AccountingYear)) yield* statesOf(books, year);
}

/** Every item of a collection, with what can be told of it at once. */
async function* firstLines(books: WholeBooks, resource: AnyResource): AsyncGenerator<string> {
  const { atOnce } = movedMembers(resource);
  for (const isOfThoseAfter of mayNeedItsKind(resource) ? [false, true] : [false]) {
    for await (const [value, parents] of itemsOf(books, resource)) {
      if (needsItsKind(value) !== isOfThoseAfter) continue;
      const told = resource === AccountingYear ? { ...value, closed: false } : value;
      yield lineOf(resource.collection, itemJson(resource, told, parents, atOnce));
    }
  }
}

async function* itemsOf(
  books: WholeBooks,
  resource: AnyResource,
): AsyncGenerator<readonly [AnyValue, readonly KeyValue[]]> {
  const { within } = resource;
  if (within === undefined) {
    for await (const value of books.all(resource)) yield [value, []];
    return;
  }
  for await (const [owner, before] of itemsOf(books, within)) {
    const parents = [...before, keyOf(within, owner)];
    for await (const value of books.all(resource, ...parents)) yield [value, parents];
  }
}

/** What is booked in a year, and which numbers it has given. */
async function* yearLines(books: WholeBooks, year: string): AsyncGenerator<string> {
  for (const [numberSeriesNumber, lastNumber] of await books.lastNumbers(year)) {
    if (numberSeriesNumber === SERIES.closing) continue;
    yield lineOf(LINE.numbers, JSON.stringify({ year, numberSeriesNumber, lastNumber }));
  }
  for await (const document of books.documentsWithVouchers(year)) {
    // Closing the year posts it again.
    if (document.numberSeriesNumber === SERIES.closing) continue;
    const name = document.entryType === 'openingEntry' ? LINE.openingBalance : LINE.voucher;
    yield lineOf(name, documentJson(document));
  }
}

/** Which voucher another one reverses, or posts the accruals of. */
async function* linkLines(books: WholeBooks): AsyncGenerator<string> {
  for await (const vouchers of together(books.linkedVouchers(), () => 1)) {
    const ids = vouchers.flatMap(({ voucherId, reverses, accrues }) =>
      [voucherId, reverses?.voucherId, accrues?.voucherId].flatMap((id) => id ?? []),
    );
    const names = await books.namesOf([...new Set(ids)]);
    const nameOf = (id: number | undefined): DocumentName | undefined =>
      id === undefined ? undefined : defined(names.get(id));
    for (const { voucherId, reverses, accrues } of vouchers) {
      const said = {
        voucher: nameOf(voucherId),
        reverses: nameOf(reverses?.voucherId),
        accrues: nameOf(accrues?.voucherId),
      };
      yield lineOf(LINE.link, JSON.stringify(said));
    }
  }
}

/** What is matched: documents are named by their numbers, and posts by their order. */
async function* matchLines(books: WholeBooks): AsyncGenerator<string> {
  for await (const matches of together(books.all(Match), ({ posts }) => posts.length))
    yield* await linesOfMatches(books, matches);
}

/** Documents that are looked up at once, about: a match has a hundred posts at most. */
const DOCUMENTS_AT_ONCE = 200;

/** Items with about as many documents as are looked up at once. `documentsOf`: how many one has. */
async function* together<A>(
  all: AsyncIterable<A>,
  documentsOf: (one: A) => number,
): AsyncGenerator<readonly A[]> {
  let some: A[] = [];
  let documents = 0;
  for await (const one of all) {
    some.push(one);
    documents += documentsOf(one);
    if (documents < DOCUMENTS_AT_ONCE) continue;
    yield some;
    some = [];
    documents = 0;
  }
  if (some.length > 0) yield some;
}

async function linesOfMatches(books: WholeBooks, matches: readonly Match[]): Promise<readonly string[]> {
  const ofPosts = [...new Set(matches.flatMap(({ posts }) => posts.map(({ voucherId }) => voucherId)))];
  const ofDifferences = matches.flatMap(({ differenceVoucher }) => differenceVoucher?.voucherId ?? []);
  const names = await books.namesOf([...ofPosts, ...ofDifferences]);
  const nameJson = (voucherId: number): string => JSON.stringify(defined(names.get(voucherId)));
  const order = orderOfPosts(await books.postsOf(ofPosts));
  return matches.map(({ matchNumber, posts, differenceVoucher }) => {
    const postsJson = posts.map(({ voucherId, entryNumber, amount, amountInBaseCurrency }) =>
      [
        member('voucher', nameJson(voucherId)),
        member('post', String(defined(order.get(entryNumber)))),
        member('amount', decimalJson(defined(amount), 2)),
        member('amountInBaseCurrency', decimalJson(defined(amountInBaseCurrency), 2)),
      ].join(),
    );
    const members = [
      member('matchNumber', String(matchNumber)),
      member('posts', `[${postsJson.map((post) => `{${post}}`).join()}]`),
      ...(differenceVoucher === undefined
        ? []
        : [member('differenceVoucher', nameJson(differenceVoucher.voucherId))]),
    ];
    return lineOf(LINE.match, `{${members.join()}}`);
  });
}

/** Which post of its document each is, from 1, by the number of its entry. */
function orderOfPosts(posts: readonly OpenPost[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  return new Map(
    posts.map(({ entryNumber, voucher: { voucherId } }) => {
      const at = (counts.get(voucherId) ?? 0) + 1;
      counts.set(voucherId, at);
      return [entryNumber, at] as const;
    }),
  );
}

/** What is in stock, with what a unit of it costs, of products that keep stock. */
async function* stockLines(books: WholeBooks): AsyncGenerator<string> {
  const keeping = new Set<number>();
  for await (const { productGroupNumber, inventoryEnabled } of books.all(ProductGroup))
    if (inventoryEnabled === true) keeping.add(productGroupNumber);
  for await (const { productNumber, productGroup, inventory, costPrice } of books.all(Product)) {
    const quantity = inventory?.inStock ?? ZERO;
    if (!keeping.has(productGroup.productGroupNumber)) continue;
    if (quantity === ZERO && costPrice === undefined) continue;
    const members = [
      member('product', JSON.stringify({ productNumber })),
      member('quantity', decimalJson(quantity, 0)),
      ...(costPrice === undefined ? [] : [member('unitCost', decimalJson(costPrice, 0))]),
    ];
    yield lineOf(LINE.stock, `{${members.join()}}`);
  }
}

async function* settlementLines(books: WholeBooks): AsyncGenerator<string> {
  for await (const { settlementNumber, fromDate, toDate, voucher } of books.all(VatSettlement)) {
    const name: DocumentName | undefined =
      voucher && (await books.namesOf([voucher.voucherId])).get(voucher.voucherId);
    const said = { settlementNumber, fromDate, toDate, voucher: name };
    yield lineOf(LINE.settlement, JSON.stringify(said));
  }
}

/** What takes no more entries from now on: periods that are barred, and years that are closed. */
async function* statesOf(books: WholeBooks, value: AccountingYear): AsyncGenerator<string> {
  yield* barredLines(books, value.year, ({ barred }) => barred);
  const { atOnce } = movedMembers(AccountingYear);
  if (value.closed) yield lineOf(AccountingYear.collection, itemJson(AccountingYear, value, [], atOnce));
}

async function* barredLines(
  books: WholeBooks,
  year: string,
  isSaid: (period: Period) => boolean,
): AsyncGenerator<string> {
  const accountingYear = { year };
  for await (const period of books.all(Period, year)) {
    const { fromDate } = period;
    if (isSaid(period)) yield lineOf(LINE.period, JSON.stringify({ accountingYear, fromDate, barred: true }));
  }
}

/**
 * What was barred before its VAT was settled is said before the settlement, and stays barred without it. A
 * version from before the column takes a settlement back and leaves the column as it was.
 */
function isBarredBefore({ barredBefore, vatSettlement }: Period): boolean {
  return barredBefore === true && vatSettlement !== undefined;
}

function lineOf(name: string, json: string): string {
  return `{${JSON.stringify(name)}:${json}}\n`;
}

function itemJson(
  resource: AnyResource,
  value: AnyValue,
  parents: readonly KeyValue[],
  names: readonly string[],
): string {
  const own = objectJson(value, resource.fields, names);
  const owner = parentMember(resource) ?? resource.within?.title;
  const parent = lineage(resource).at(-2);
  if (parent === undefined || owner === undefined) return `{${own.join()}}`;
  return `{${[member(owner, JSON.stringify({ [parent.key]: parents.at(-1) })), ...own].join()}}`;
}

function objectJson(
  value: AnyValue,
  fields: Readonly<Record<string, FieldData>>,
  names: readonly string[] = Object.keys(fields).filter((name) => isWritable(defined(fields[name]))),
): readonly string[] {
  return names.flatMap((name) => {
    const field = fields[name];
    const one = value[name];
    return field === undefined || one === undefined ? [] : [member(name, valueJson(one, field.kind))];
  });
}

function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`;
}

function valueJson(value: unknown, kind: Kind): string {
  switch (kind.type) {
    case 'decimal':
      return decimalJson(value as Decimal, kind.shown);
    case 'reference': {
      const number = (value as AnyValue)[kind.key];
      return `{${member(kind.key, JSON.stringify(number))}}`;
    }
    case 'group':
      return `{${objectJson(value as AnyValue, kind.fields).join()}}`;
    case 'list':
      return `[${(value as readonly unknown[]).map((one) => valueJson(one, kind.of.kind)).join()}]`;
    default:
      return JSON.stringify(value);
  }
}

function documentJson({
  numberSeriesNumber,
  voucherNumber,
  date,
  entries,
  entryType,
  voucher,
  invoiceNumber,
}: DocumentWithVoucher): string {
  const isOpening = entryType === 'openingEntry';
  return `{${[
    ...(isOpening ? [] : [member('numberSeries', JSON.stringify({ numberSeriesNumber }))]),
    member('voucherNumber', String(voucherNumber)),
    ...(isOpening ? [] : [member('voucherType', JSON.stringify(entryType))]),
    member('date', JSON.stringify(date)),
    ...textMembers({
      dueDate: voucher?.dueDate,
      vatDate: voucher?.vatDate,
      // The invoice stays: its voucher says what it is called on paper.
      externalDocumentId: voucher?.externalDocumentId ?? invoiceNumber,
    }),
    member('entries', `[${entries.map(entryJson).join()}]`),
  ].join()}}`;
}

function textMembers(members: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [member(name, JSON.stringify(value))],
  );
}

function entryJson(entry: Entry): string {
  const { account, customer, supplier, vatAccount, department, departmentalDistribution } = entry;
  return `{${[
    ...textMembers({
      account: { accountNumber: account.accountNumber },
      customer: customer && { customerNumber: customer.customerNumber },
      supplier: supplier && { supplierNumber: supplier.supplierNumber },
    }),
    member('amount', decimalJson(entry.amount, 2)),
    ...textMembers({ currency: entry.currency }),
    member('amountInBaseCurrency', decimalJson(entry.amountInBaseCurrency, 2)),
    ...textMembers({
      text: entry.text,
      vatAccount: vatAccount && { vatCode: vatAccount.vatCode },
      vatPart: entry.vatPart,
    }),
    ...(entry.vatRate === undefined ? [] : [member('vatRate', decimalJson(entry.vatRate, 2))]),
    ...textMembers({
      department: department && { departmentNumber: department.departmentNumber },
      departmentalDistribution: departmentalDistribution && {
        departmentalDistributionNumber: departmentalDistribution.departmentalDistributionNumber,
      },
      dueDate: entry.dueDate,
    }),
  ].join()}}`;
}

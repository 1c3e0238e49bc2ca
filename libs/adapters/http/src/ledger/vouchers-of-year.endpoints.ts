import { left, right } from 'fp-ts/lib/Either.js';
import {
  compare,
  breathe,
  defined,
  eachItem,
  MAX_PAGE_SIZE,
  overWholeCollection,
  pageInMemory,
  pageOfEach,
  propertiesIn,
  type AnyResource,
  type AnyValue,
  type CollectionQuery,
  type Filter,
  type FullDate,
  type KeyValue,
  type Page,
  type ResourceRepository,
} from '@kontor/kernel';
import { notFoundInPath, numberInPath, parameterOf } from '../endpoint/in-path.js';
import { AccountingYear, Period, Voucher, VOUCHER_OF_YEAR_PROPERTIES } from '@kontor/ledger';
import { readEndpoint, type ApiRequest, type Endpoint, collectionOf } from '../endpoint/endpoint.js';
import { itemPath, keysOf, nestedPage, routeOf, type NestedRoute } from '../endpoint/nested-endpoints.js';
import { printerFor } from '../endpoint/item-answer.js';
import type { Services } from '../service/services.js';
import {
  periodIn,
  nestedRouteIn,
  yearOfRequest,
  type Below,
  type YearScope,
} from './accounting-year-scope.js';

/** A voucher as an accounting year lists it: filtered and sorted by its lines (§4.2). */
const VoucherOfYear: AnyResource = {
  ...Voucher,
  filterable: VOUCHER_OF_YEAR_PROPERTIES,
  sortable: VOUCHER_OF_YEAR_PROPERTIES,
  operations: ['list', 'get'],
};

/** §2.8: with its id the date makes the identity of a voucher. */
const DATE = 'date';
const MODULE = 'internationalLedger';

/**
 * §4.2: the vouchers of a year, drafts and booked ones; and those of one account, in a year
 * and its periods: the supplier invoices that were booked on it, and drafts that name it.
 * They need the international ledger (§2.6).
 */
export function voucherRoutes(scope: YearScope): readonly Endpoint[] {
  if (scope.isHome) return [listRoute(scope, 'year'), idRoute(scope), identityRoute(scope, 'year')];
  return (['year', 'period'] as const).flatMap((below) => [
    listRoute(scope, below),
    identityRoute(scope, below),
  ]);
}

function nestedRouteOf(scope: YearScope, below: Below): NestedRoute {
  return { ...nestedRouteIn(scope, VoucherOfYear, below), isHome: false };
}

/** Where a voucher of the place is: its id, and its date. */
function voucherPath(nested: NestedRoute): string {
  return `${itemPath(nested)}/:${DATE}`;
}

function listRoute(scope: YearScope, below: Below): Endpoint {
  const nested = nestedRouteOf(scope, below);
  return readEndpoint({
    ...routeOf(nested, 'collection'),
    needs: MODULE,
    summary: scope.isHome
      ? 'List the vouchers that are dated in an accounting year.'
      : `List the supplier invoices on an account in one ${below}: booked, or drafts that name it.`,
    lists: VoucherOfYear,
    perform: async (services, request) => {
      const { query } = collectionOf(request);
      const page = scope.isHome
        ? await datedInYear(services, request, query)
        : await vouchersOnAccount(services, request, { scope, below, query });
      if (page === undefined || page.resultsWithoutFilter === 0) {
        const missing = await nested.missing(services, request);
        if (missing !== undefined) return left(missing);
      }
      return right(await nestedPage(nested, page ?? NOTHING, request, { path: voucherPath(nested) }));
    },
  });
}

/** §4.2 documents `:voucherId` as a collection: it holds the one voucher with that number. */
function idRoute(scope: YearScope): Endpoint {
  const nested = nestedRouteOf(scope, 'year');
  const parameters = { ...nested.parameters, ...parameterOf(Voucher) };
  const ofId: NestedRoute = { ...nested, path: itemPath(nested), parameters };
  return readEndpoint({
    ...routeOf(ofId, 'item'),
    needs: MODULE,
    summary: 'List the vouchers of an accounting year that have one id: one, or none.',
    lists: VoucherOfYear,
    perform: async (services, request) => {
      const found = await voucherAt(services, request, { scope, below: 'year' });
      if (found === undefined) return left(await whatIsMissing(nested, services, request));
      const { query } = collectionOf(request);
      const page = pageInMemory(VoucherOfYear, [found], query);
      return right(
        await nestedPage(ofId, page, request, {
          path: voucherPath(nested),
          parents: keysOf(nested, request),
        }),
      );
    },
  });
}

/** `:voucherId/:date` is one voucher. */
function identityRoute(scope: YearScope, below: Below): Endpoint {
  const nested = nestedRouteOf(scope, below);
  const path = voucherPath(nested);
  return readEndpoint({
    ...routeOf(nested, 'item'),
    path,
    needs: MODULE,
    parameters: {
      ...nested.parameters,
      ...parameterOf(Voucher),
      [DATE]: { type: 'string', min: 10, max: 10, line: true },
    },
    summary: 'Read one voucher of an accounting year by its id and date.',
    perform: async (services, request) => {
      const found = await voucherAt(services, request, { scope, below });
      const date = request.parameters[DATE];
      if (found === undefined || found.date !== date) {
        const missing = await nested.missing(services, request);
        const key = `${numberInPath(request, Voucher)}/${String(date)}`;
        return left(missing ?? { ...notFoundInPath(Voucher, request), key });
      }
      const text = printerFor(VoucherOfYear, request, path).item(
        found,
        keysOf(nested, request),
        request.style,
      );
      return right({ status: 200, body: text, tagged: text });
    },
  });
}

async function whatIsMissing(nested: NestedRoute, services: Services, request: ApiRequest) {
  return (await nested.missing(services, request)) ?? notFoundInPath(Voucher, request);
}

/** Where a voucher is looked for. */
type Spot = { readonly scope: YearScope; readonly below: Below };

/** The voucher that the address names, if it is dated in the year, and on the account. */
async function voucherAt(services: Services, request: ApiRequest, spot: Spot): Promise<Voucher | undefined> {
  const { resources } = services;
  const voucherId = numberInPath(request, Voucher);
  const [year, voucher] = await Promise.all([
    resources.of(AccountingYear).find(yearOfRequest(request)),
    resources.of(Voucher).find(voucherId),
  ]);
  if (year === undefined || voucher === undefined) return undefined;
  if (!spot.scope.isHome && !(await idsOnAccount(services, request, spot)).includes(voucherId))
    return undefined;
  const { date } = voucher.value;
  return date >= year.value.fromDate && date <= year.value.toDate ? voucher.value : undefined;
}

const NOTHING: Page<AnyValue> = { items: [], results: 0, resultsWithoutFilter: 0 };

async function datedInYear(
  services: Services,
  request: ApiRequest,
  query: CollectionQuery,
): Promise<Page<AnyValue> | undefined> {
  const year = await services.resources.of(AccountingYear).find(yearOfRequest(request));
  if (year === undefined) return undefined;
  const { fromDate, toDate } = year.value;
  const vouchers = vouchersOf(services);
  const dated = datedBetween(fromDate, toDate);
  if (asksForLines(query))
    return pageByLines(services, request, { query, vouchers: eachItem(Voucher, vouchers, dated) });
  const page = await vouchers.page({ ...query, filter: dated });
  return { ...page, resultsWithoutFilter: page.results };
}

/**
 * The page of a question that is answered by reading every voucher, which are too much to be in memory
 * together: of each what the page is made of, and then those that are on it. One that was removed between the
 * two is left out.
 */
function pageByLines(
  services: Services,
  { caller, givenUp }: ApiRequest,
  { query, vouchers }: { readonly query: CollectionQuery; readonly vouchers: AsyncIterable<AnyValue> },
): Promise<Page<AnyValue>> {
  return overWholeCollection({ agreementNumber: caller.agreementNumber, givenUp }, async () => {
    const { keys, ...counts } = await pageOfEach(VoucherOfYear, vouchers, query);
    if (keys.length === 0) return { ...counts, items: [] };
    const items = await vouchersNamed(services, keys, query);
    const byKey = new Map<unknown, AnyValue>(items.map((item) => [item.voucherId, item]));
    return { ...counts, items: keys.map((key) => byKey.get(key)).filter((item) => item !== undefined) };
  });
}

/** Vouchers by their ids, of which a statement names no more than a page has. */
async function* eachOf(services: Services, voucherIds: readonly number[]): AsyncGenerator<AnyValue> {
  for (let from = 0; from < voucherIds.length; from += MAX_PAGE_SIZE)
    yield* eachItem(Voucher, vouchersOf(services), among(voucherIds.slice(from, from + MAX_PAGE_SIZE)));
}

/** What stands in lines is in no index: such a question is answered over all vouchers of the year. */
function asksForLines({ filter, sort }: CollectionQuery): boolean {
  const request = [...propertiesIn(filter), ...sort.map(({ property }) => property)];
  return request.some((property) => property !== Voucher.key);
}

function datedBetween(fromDate: FullDate, toDate: FullDate): Filter {
  return { kind: 'and', of: [compare(DATE, 'gte', fromDate), compare(DATE, 'lte', toDate)] };
}

/**
 * Which vouchers were booked on the account is read from its entries; which drafts are to be, from their
 * lines, and before: one that is booked between the two would be in neither. Ascending, each once.
 */
async function idsOnAccount(services: Services, request: ApiRequest, spot: Spot): Promise<readonly number[]> {
  const { scope, below } = spot;
  const drafts = await draftsOnAccount(services, request, spot);
  const booked = await services.ledger.vouchersOnAccount.idsOf({
    year: yearOfRequest(request),
    ...(below === 'period' && { periodNumber: periodIn(request) }),
    accountNumber: defined(scope.accountOf(request)),
    entryType: SHOWN_TYPE,
  });
  return [...new Set([...booked, ...drafts])].sort((one, other) => one - other);
}

/** §4.2: of one account, its supplier invoices. */
const SHOWN_TYPE = 'supplierInvoice';

async function draftsOnAccount(
  services: Services,
  request: ApiRequest,
  { scope, below }: Spot,
): Promise<readonly number[]> {
  const year = yearOfRequest(request);
  const span =
    below === 'year'
      ? await services.resources.of(AccountingYear).find(year)
      : await services.resources.of(Period, year).find(periodIn(request));
  if (span === undefined) return [];
  const { fromDate, toDate } = span.value;
  const drafts = eachItem(Voucher, vouchersOf(services), {
    kind: 'and',
    of: [
      datedBetween(fromDate, toDate),
      compare('booked', 'eq', false),
      compare('voucherType', 'eq', SHOWN_TYPE),
    ],
  });
  const accountNumber = scope.accountOf(request);
  const voucherIds: number[] = [];
  for await (const { voucherId, lines } of drafts) {
    await breathe();
    const isOnAccount = lines.some(
      ({ account, contraAccount }) =>
        account?.accountNumber === accountNumber || contraAccount?.accountNumber === accountNumber,
    );
    if (isOnAccount) voucherIds.push(voucherId);
  }
  return voucherIds;
}

async function vouchersOnAccount(
  services: Services,
  request: ApiRequest,
  { query, ...spot }: Spot & { readonly query: CollectionQuery },
): Promise<Page<AnyValue>> {
  const voucherIds = await idsOnAccount(services, request, spot);
  if (asksForLines(query))
    return pageByLines(services, request, { query, vouchers: eachOf(services, voucherIds) });
  const named = voucherIds.map((voucherId) => ({ voucherId }));
  const { items, ...counts } = pageInMemory(Voucher, named, query);
  const shown = items.map(({ voucherId }) => voucherId);
  return { ...counts, items: await vouchersNamed(services, shown, query) };
}

/** The vouchers of a page, by their ids and in their order. */
async function vouchersNamed(
  services: Services,
  voucherIds: readonly KeyValue[],
  { pageSize }: CollectionQuery,
): Promise<readonly Voucher[]> {
  const filter = among(voucherIds);
  const named = { sort: Voucher.defaultSort, pageSize, skipPages: 0, filter };
  return (await vouchersOf(services).page(named)).items;
}

function among(voucherIds: readonly KeyValue[]): Filter {
  return { kind: 'in', property: Voucher.key, values: voucherIds, orAbsent: false };
}

function vouchersOf({ resources }: Services): ResourceRepository<Voucher> {
  return resources.of(Voucher);
}

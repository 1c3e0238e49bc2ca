import { left, right } from 'fp-ts/lib/Either.js';
import {
  everyItem,
  pageInMemory,
  propertiesIn,
  type AnyResource,
  type AnyValue,
  type CollectionQuery,
  type Filter,
  type FullDate,
  type Page,
  type ResourceRepository,
} from '@kontor/kernel';
import { AccountingYear, Period, Voucher, VOUCHER_OF_YEAR_PROPERTIES } from '@kontor/ledger';
import { readEndpoint, type Asked, type Endpoint } from '../endpoint/endpoint.js';
import { itemPath, keysOf, placedPage, rowOf, type Place } from '../endpoint/placed-endpoints.js';
import { printerFor } from '../endpoint/resource-endpoints.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';
import {
  equal,
  notFound,
  parameterOf,
  periodIn,
  placeIn,
  yearIn,
  type Below,
  type Scope,
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
 * §4.2: the vouchers of a year, drafts and booked ones; and those of one account, in a year and its periods: the supplier invoices that
 * were booked on it, and drafts that name it. They need the international ledger (§2.6).
 */
export function voucherRows(scope: Scope): readonly Endpoint[] {
  if (scope.isHome) return [listRow(scope, 'year'), idRow(scope), identityRow(scope, 'year')];
  return (['year', 'period'] as const).flatMap((below) => [listRow(scope, below), identityRow(scope, below)]);
}

function placeOf(scope: Scope, below: Below): Place {
  return { ...placeIn(scope, VoucherOfYear, below), isHome: false };
}

/** Where a voucher of the place is: its id, and its date. */
function voucherPath(place: Place): string {
  return `${itemPath(place)}/:${DATE}`;
}

function listRow(scope: Scope, below: Below): Endpoint {
  const place = placeOf(scope, below);
  return readEndpoint({
    ...rowOf(place, 'collection'),
    needs: MODULE,
    summary: scope.isHome
      ? 'List the vouchers that are dated in an accounting year.'
      : `List the supplier invoices on an account in one ${below}: booked, or drafts that name it.`,
    lists: VoucherOfYear,
    perform: async (services, asked) => {
      const { query } = asked.collection as AskedCollection;
      const page = scope.isHome
        ? await datedInYear(services, asked, query)
        : await vouchersOnAccount(services, asked, { scope, below, query });
      if (page === undefined || page.resultsWithoutFilter === 0) {
        const missing = await place.missing(services, asked);
        if (missing !== undefined) return left(missing);
      }
      return right(placedPage(place, page ?? NOTHING, asked, voucherPath(place)));
    },
  });
}

/** §4.2: `:voucherId` is documented as a collection: of the one voucher that has it. */
function idRow(scope: Scope): Endpoint {
  const place = placeOf(scope, 'year');
  const parameters = { ...place.parameters, ...parameterOf(Voucher) };
  const ofId: Place = { ...place, path: itemPath(place), parameters };
  return readEndpoint({
    ...rowOf(ofId, 'item'),
    needs: MODULE,
    summary: 'List the vouchers of an accounting year that have one id: one, or none.',
    lists: VoucherOfYear,
    perform: async (services, asked) => {
      const found = await voucherAt(services, asked, { scope, below: 'year' });
      if (found === undefined) return left(await whatIsMissing(place, services, asked));
      const { query } = asked.collection as AskedCollection;
      return right(
        placedPage(ofId, pageInMemory(VoucherOfYear, [found], query), asked, `${ofId.path}/:${DATE}`),
      );
    },
  });
}

/** `:voucherId/:date` is one voucher. */
function identityRow(scope: Scope, below: Below): Endpoint {
  const place = placeOf(scope, below);
  const path = voucherPath(place);
  return readEndpoint({
    ...rowOf(place, 'item'),
    path,
    needs: MODULE,
    parameters: {
      ...place.parameters,
      ...parameterOf(Voucher),
      [DATE]: { type: 'string', min: 10, max: 10, line: true },
    },
    summary: 'Read one voucher of an accounting year by its id and date.',
    perform: async (services, asked) => {
      const found = await voucherAt(services, asked, { scope, below });
      if (found === undefined || found.date !== asked.parameters[DATE]) {
        return left(await whatIsMissing(place, services, asked));
      }
      const text = printerFor(VoucherOfYear, asked, path).item(found, keysOf(place, asked), asked.style);
      return right({ status: 200, body: text, tagged: text });
    },
  });
}

async function whatIsMissing(place: Place, services: Services, asked: Asked) {
  return (await place.missing(services, asked)) ?? notFound(Voucher, asked.parameters[Voucher.key] as number);
}

/** Where a voucher is looked for. */
type Spot = { readonly scope: Scope; readonly below: Below };

/** The voucher that the address names, if it is dated in the year, and on the account. */
async function voucherAt(services: Services, asked: Asked, spot: Spot): Promise<Voucher | undefined> {
  const { resources } = services;
  const voucherId = asked.parameters[Voucher.key] as number;
  const [year, voucher] = await Promise.all([
    resources.of(AccountingYear).find(yearIn(asked)),
    resources.of(Voucher).find(voucherId),
  ]);
  if (year === undefined || voucher === undefined) return undefined;
  if (!spot.scope.isHome && !(await idsOnAccount(services, asked, spot)).includes(voucherId))
    return undefined;
  const { date } = voucher.value;
  return date >= year.value.fromDate && date <= year.value.toDate ? voucher.value : undefined;
}

const NOTHING: Page<AnyValue> = { items: [], results: 0, resultsWithoutFilter: 0 };

async function datedInYear(
  services: Services,
  asked: Asked,
  query: CollectionQuery,
): Promise<Page<AnyValue> | undefined> {
  const year = await services.resources.of(AccountingYear).find(yearIn(asked));
  if (year === undefined) return undefined;
  const { fromDate, toDate } = year.value;
  const vouchers = vouchersOf(services);
  const dated = datedBetween(fromDate, toDate);
  if (asksForLines(query))
    return pageInMemory(VoucherOfYear, await everyItem(Voucher, vouchers, dated), query);
  const page = await vouchers.page({ ...query, filter: dated });
  return { ...page, resultsWithoutFilter: page.results };
}

/** What stands in lines is in no index: such a question is answered over all vouchers of the year. */
function asksForLines({ filter, sort }: CollectionQuery): boolean {
  const asked = [...propertiesIn(filter), ...sort.map(({ property }) => property)];
  return asked.some((property) => property !== Voucher.key);
}

function datedBetween(fromDate: FullDate, toDate: FullDate): Filter {
  const bound = (operator: 'gte' | 'lte', value: FullDate): Filter => ({
    kind: 'compare',
    property: DATE,
    operator,
    value,
  });
  return { kind: 'and', of: [bound('gte', fromDate), bound('lte', toDate)] };
}

/** Which vouchers were booked on the account is read from its entries; which drafts are to be, from their lines. Ascending, each once. */
async function idsOnAccount(services: Services, asked: Asked, spot: Spot): Promise<readonly number[]> {
  const { scope, below } = spot;
  const [booked, drafts] = await Promise.all([
    services.ledger.vouchersOnAccount.idsOf({
      year: yearIn(asked),
      ...(below === 'period' && { periodNumber: periodIn(asked) }),
      accountNumber: scope.accountOf(asked) as number,
      entryType: SHOWN_TYPE,
    }),
    draftsOnAccount(services, asked, spot),
  ]);
  return [...new Set([...booked, ...drafts])].sort((one, other) => one - other);
}

/** §4.2: of one account, its supplier invoices. */
const SHOWN_TYPE = 'supplierInvoice';

async function draftsOnAccount(
  services: Services,
  asked: Asked,
  { scope, below }: Spot,
): Promise<readonly number[]> {
  const year = yearIn(asked);
  const span =
    below === 'year'
      ? await services.resources.of(AccountingYear).find(year)
      : await services.resources.of(Period, year).find(periodIn(asked));
  if (span === undefined) return [];
  const { fromDate, toDate } = span.value;
  const drafts = await everyItem(Voucher, vouchersOf(services), {
    kind: 'and',
    of: [datedBetween(fromDate, toDate), equal('booked', false), equal('voucherType', SHOWN_TYPE)],
  });
  const accountNumber = scope.accountOf(asked);
  return (drafts as readonly unknown[] as readonly Voucher[])
    .filter(({ lines }) =>
      lines.some(
        ({ account, contraAccount }) =>
          account?.accountNumber === accountNumber || contraAccount?.accountNumber === accountNumber,
      ),
    )
    .map(({ voucherId }) => voucherId);
}

async function vouchersOnAccount(
  services: Services,
  asked: Asked,
  { query, ...spot }: Spot & { readonly query: CollectionQuery },
): Promise<Page<AnyValue>> {
  const voucherIds = await idsOnAccount(services, asked, spot);
  if (asksForLines(query)) {
    return pageInMemory(
      VoucherOfYear,
      await everyItem(Voucher, vouchersOf(services), among(voucherIds)),
      query,
    );
  }
  const { pageSize, skipPages } = query;
  const ids = voucherIds.slice(skipPages * pageSize, (skipPages + 1) * pageSize);
  const page = await vouchersOf(services).page({
    sort: Voucher.defaultSort,
    pageSize,
    skipPages: 0,
    filter: among(ids),
  });
  return { items: page.items, results: voucherIds.length, resultsWithoutFilter: voucherIds.length };
}

function among(voucherIds: readonly number[]): Filter {
  return { kind: 'in', property: Voucher.key, values: voucherIds, orAbsent: false };
}

function vouchersOf({ resources }: Services): ResourceRepository<AnyValue> {
  return resources.of(Voucher) as unknown as ResourceRepository<AnyValue>;
}

import { right } from 'fp-ts/lib/Either.js';
import {
  defined,
  type AnyResource,
  type AnyValue,
  type CollectionQuery,
  ofAny,
  type Page,
  readUnchanged,
  type ResourceRepository,
} from '@kontor/kernel';
import { asKeptWithEntries, Entry } from '@kontor/ledger';
import {
  readEndpoint,
  type ApiRequest,
  type Endpoint,
  type Offers,
  collectionOf,
} from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';
import { pageAnswer } from '../endpoint/page-answer.js';
import type { ItemPrinter } from '../representation/item.js';
import type { Services } from '../service/services.js';
import { BOOK_KEEPING } from './accounting-year-scope.js';

/** The path of the entries of all years. */
export const ALL_ENTRIES = `/${Entry.collection}`;

/**
 * "Statements" of the decisions: the entries of all years are filtered by whatever entries say. They come
 * year by year, in the order of their numbers: there is no other order of them.
 */
const ENTRY_OF_ALL_YEARS: AnyResource = {
  ...Entry,
  filterable: [
    ...Entry.filterable,
    'amount',
    'department.departmentNumber',
    'departmentalDistribution.departmentalDistributionNumber',
    'dueDate',
    'project.projectNumber',
  ].sort(),
  sortable: [],
};

/** Entries of all years and accounts: what the figures of statements link to. */
export function allEntriesEndpoints(): readonly Endpoint[] {
  return [
    readEndpoint({
      path: ALL_ENTRIES,
      homeName: 'all-entries',
      stability: 'experimental',
      access: BOOK_KEEPING,
      parameters: {},
      summary: 'List the entries of all accounting years, year by year.',
      serves: { resource: Entry, as: 'other' },
      lists: ENTRY_OF_ALL_YEARS,
      perform: async (services, request) => {
        const { page, yearOf } = await readUnchanged(() => pageOfAll(services, request));
        const printer = printerIn(yearOf, request);
        const shown = { resource: Entry, page, path: ALL_ENTRIES, parents: [], printer };
        // An entry is found in its year.
        const offers: Offers = (method, path) => method !== 'GET' && request.offers(method, path);
        return right(await pageAnswer(shown, { ...request, offers }));
      },
    }),
  ];
}

type Found = { readonly page: Page<AnyValue>; readonly yearOf: ReadonlyMap<AnyValue, string> };

/**
 * What of the page lies in each year, one year after the other; nothing where a year was closed or reopened
 * meanwhile: what that posts lies in two of them.
 */
async function pageOfAll({ ledger, resources }: Services, request: ApiRequest): Promise<Found | undefined> {
  const { query } = collectionOf(request);
  const { pageSize, skipPages } = query;
  const filter = await asKeptWithEntries(resources, query.filter);
  const { years, version } = await ledger.accountingYears.chain();
  const yearOf = new Map<AnyValue, string>();
  let skip = skipPages * pageSize;
  let results = 0;
  let resultsWithoutFilter = 0;
  for (const { year } of years) {
    const entries = ofAny(resources, Entry, year);
    const wanted = pageSize - yearOf.size;
    const found = await sliceOf(entries, { ...query, ...(filter && { filter }) }, skip, wanted);
    for (const entry of found.items) yearOf.set(entry, year);
    results += found.results;
    resultsWithoutFilter += found.resultsWithoutFilter;
    skip = Math.max(0, skip - found.results);
  }
  if ((await ledger.accountingYears.chain()).version !== version) return undefined;
  return { page: { items: [...yearOf.keys()], results, resultsWithoutFilter }, yearOf };
}

/** So many items from a place on: of the one or two pages that they lie on. */
async function sliceOf(
  entries: ResourceRepository<AnyValue>,
  { filter, pageSize }: CollectionQuery,
  skip: number,
  wanted: number,
): Promise<Page<AnyValue>> {
  const pageAt = (skipPages: number): Promise<Page<AnyValue>> =>
    entries.page({ ...(filter !== undefined && { filter }), sort: Entry.defaultSort, pageSize, skipPages });
  const at = Math.floor(skip / pageSize);
  const first = await pageAt(at);
  const within = skip - at * pageSize;
  let items = wanted === 0 ? [] : first.items.slice(within, within + wanted);
  if (items.length < wanted && within > 0 && first.items.length === pageSize)
    items = [...items, ...(await pageAt(at + 1)).items.slice(0, wanted - items.length)];
  return { ...first, items };
}

/** Entries are at home in their years. */
function printerIn(yearOf: ReadonlyMap<AnyValue, string>, request: ApiRequest): ItemPrinter {
  const printer = printerFor(Entry, request);
  const parents = (entry: AnyValue): readonly string[] => [defined(yearOf.get(entry))];
  return {
    ...printer,
    self: (entry, _, style) => printer.self(entry, parents(entry), style),
    item: (entry, _, style) => printer.item(entry, parents(entry), style),
  };
}

import { right } from 'fp-ts/lib/Either.js';
import {
  defined,
  type AnyResource,
  type AnyValue,
  type Filter,
  keyOf,
  keyOfPosition,
  ofAny,
  type Page,
  positionOf,
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
  const sought = placeAt(query.after);
  const isSought = years.some(({ year }) => year === sought?.year);
  const yearOf = new Map<AnyValue, string>();
  let skip = isSought ? 0 : skipPages * pageSize;
  let hasBegun = !isSought;
  let hasMore = false;
  const counts = { results: 0, resultsWithoutFilter: 0 };
  for (const { year } of years) {
    const isBegin = !hasBegun && year === sought?.year;
    hasBegun ||= isBegin;
    const wanted = hasBegun ? pageSize - yearOf.size : 0;
    const from = isBegin ? { after: sought?.position, skip } : { skip };
    const found = await sliceOf(ofAny(resources, Entry, year), filter, from, wanted);
    for (const entry of found.items) yearOf.set(entry, year);
    counts.results += found.results;
    counts.resultsWithoutFilter += found.resultsWithoutFilter;
    skip = Math.max(0, skip - found.results);
    hasMore ||= found.hasMore ?? (hasBegun && found.results > found.items.length);
  }
  if ((await ledger.accountingYears.chain()).version !== version) return undefined;
  const more = isSought && { hasMore };
  const last = [...yearOf].at(-1);
  const position = last && { position: positionAfter(...last) };
  return { page: { items: [...yearOf.keys()], ...counts, ...more, ...position }, yearOf };
}

/** Where a page ended: the number of its last entry, and the name of the year, which may hold blanks. */
function positionAfter(entry: AnyValue, year: string): string {
  return positionOf(`${keyOf(Entry, entry)} ${year}`);
}

/**
 * The year that a position stands for, and the position among the entries of that year; undefined for what is
 * none of ours, which is then not looked at.
 */
function placeAt(
  after: string | undefined,
): { readonly year: string; readonly position: string } | undefined {
  const place = after === undefined ? undefined : keyOfPosition(after, true);
  if (typeof place !== 'string') return undefined;
  const [entryNumber, ...year] = place.split(' ');
  return { year: year.join(' '), position: positionOf(Number(entryNumber)) };
}

/**
 * So many entries of a year from a place on, of the one or two pages that they lie on; its counts alone where
 * none are wanted.
 */
async function sliceOf(
  entries: ResourceRepository<AnyValue>,
  filter: Filter | undefined,
  { after, skip }: { readonly after?: string | undefined; readonly skip: number },
  wanted: number,
): Promise<Page<AnyValue>> {
  const pageOf = (pageSize: number, skipPages: number): Promise<Page<AnyValue>> =>
    entries.page({
      ...(filter !== undefined && { filter }),
      ...(after !== undefined && { after }),
      sort: Entry.defaultSort,
      pageSize,
      skipPages,
    });
  if (wanted === 0) {
    const { results, resultsWithoutFilter } = await pageOf(1, 0);
    return { items: [], results, resultsWithoutFilter };
  }
  const at = Math.floor(skip / wanted);
  const first = await pageOf(wanted, at);
  const within = skip - at * wanted;
  if (within === 0) return first;
  const second = first.items.length < wanted ? [] : (await pageOf(wanted, at + 1)).items;
  const items = [...first.items.slice(within), ...second.slice(0, within)];
  const { results, resultsWithoutFilter } = first;
  return { items, results, resultsWithoutFilter };
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

import { byText } from '@kontor/http';
import { kindAt, operatorsFor, type AnyResource, type Kind } from '@kontor/kernel';
import { madePage, markdownTable } from './markdown.js';
import type { Source } from './source.js';

/** What each collection can be filtered and sorted by, and with which operators (§4.1, §4.2). */
export function filtersPage({ contexts, endpoints }: Pick<Source, 'contexts' | 'endpoints'>): string {
  const sections = contexts
    .flatMap(({ resources }) => resources)
    .map((resource) => ({
      resource,
      listings: listingsIn(endpoints.filter(({ lists }) => lists?.collection === resource.collection)),
    }))
    .filter(({ listings }) => listings.length > 0)
    .flatMap(({ resource, listings }) => [
      `## ${resource.collection}`,
      '',
      ...listings.flatMap(listingLines),
    ]);
  return madePage('the resources', 'Filter and sort names', [
    'How a filter is written is in [Links, pages and filters](../concepts/hypermedia.md). Names may be written in any case. A name that is not',
    'here is refused with 400: E01010 in a filter, E01020 in a sort.',
    '',
    ...sections,
  ]);
}

/** Paths that list what can be filtered and sorted by the same names. */
type Listing = { readonly lists: AnyResource; readonly paths: readonly string[] };

/** One listing for all paths that take the same names, in the order of their first paths. */
function listingsIn(endpoints: Source['endpoints']): readonly Listing[] {
  const listings = new Map<string, { lists: AnyResource; paths: string[] }>();
  for (const { lists, path } of [...endpoints].sort((one, other) => byText(one.path, other.path))) {
    if (lists === undefined) continue;
    const { filterable, sortable, defaultSort, otherNames } = lists;
    const names = JSON.stringify([filterable, sortable, defaultSort, otherNames]);
    const listing = listings.get(names) ?? { lists, paths: [] };
    listing.paths.push(path);
    listings.set(names, listing);
  }
  return [...listings.values()];
}

function listingLines({ lists, paths }: Listing): readonly string[] {
  const named = paths.map((path) => `\`${path}\``).join(', ');
  const takesNoSort = lists.sortable.length === 0 && lists.filterable.length > 0;
  const order = takesNoSort
    ? 'It takes no sort.'
    : `Sorted by \`${defaultSortOf(lists)}\` when nothing is asked for.`;
  return [`${named}. ${order}`, '', ...propertiesOf(lists)];
}

function propertiesOf(resource: AnyResource): readonly string[] {
  const { filterable, sortable, otherNames } = resource;
  const names = [...new Set([...filterable, ...sortable])].sort(byText);
  if (names.length === 0) return ['It can be neither filtered nor sorted.', ''];
  const rows = names.map((name) => {
    const kind = kindAt(resource, name) as Kind;
    const others = Object.entries(otherNames).flatMap(([other, means]) => (means === name ? [other] : []));
    const operators = filterable.includes(name)
      ? operatorsFor(kind).map((operator) => `$${operator}`)
      : ['–'];
    return [
      [name, ...others].map((one) => `\`${one}\``).join(' or '),
      wordFor(kind),
      operators.join(' '),
      sortable.includes(name) ? 'yes' : '–',
    ];
  });
  return markdownTable(['Property', 'Holds', 'Filter', 'Sort'], rows);
}

function defaultSortOf({ defaultSort }: AnyResource): string {
  return defaultSort.map(({ property, descending }) => `${descending ? '-' : ''}${property}`).join(',');
}

function wordFor(kind: Kind): string {
  switch (kind.type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'decimal':
      return 'number';
    case 'fullDate':
      return 'date';
    case 'timestamp':
      return 'time';
    case 'boolean':
      return '`true`, `false`';
    case 'enum':
      return kind.values.map((value) => `\`${value}\``).join(', ');
    case 'list':
      return wordFor(kind.of.kind);
    case 'reference':
    case 'group':
    case 'json':
      return 'object';
  }
}

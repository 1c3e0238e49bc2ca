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
      paths: endpoints
        .filter(({ lists }) => lists?.collection === resource.collection)
        .map(({ path }) => path),
    }))
    .filter(({ paths }) => paths.length > 0)
    .flatMap(({ resource, paths }) => [
      `## ${resource.collection}`,
      '',
      `${paths
        .sort(byText)
        .map((path) => `\`${path}\``)
        .join(', ')}. Sorted by \`${defaultSortOf(resource)}\` when nothing is asked for.`,
      '',
      ...propertiesOf(resource),
    ]);
  return madePage('the resources', 'Filter and sort names', [
    'How a filter is written is in [Links, pages and filters](../concepts/hypermedia.md). Names may be written in any case. A name that is not',
    'here is refused with 400: E01010 in a filter, E01020 in a sort.',
    '',
    ...sections,
  ]);
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

import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  keyField,
  matcherOf,
  type AnyResource,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type KeyValue,
  type NotFound,
  type Page,
  type ResourceRepository,
  type StringKind,
} from '@kontor/kernel';
import type { Failure } from '../failure/http-failure.js';
import { collectionText } from '../representation/collection.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';
import {
  readEndpoint,
  type Access,
  type Answer,
  type Asked,
  type Endpoint,
  type Stability,
} from './endpoint.js';
import { parentsOf, printerFor } from './resource-endpoints.js';

/**
 * A place at which items of a resource are shown, one of several: the entries of a year, of a period, of an account. Items carry the
 * address of the collection they are in, with their identifier appended (§1 rule 2).
 */
export type Place = {
  readonly of: AnyResource;
  /** Of the collection. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, StringKind | IntegerKind>>;
  readonly stability: Stability;
  readonly access: Access;
  /** True where the items are at home: other documents link to them here. */
  readonly isHome: boolean;
  /** Which of the resource's items are here; all when left out. */
  readonly restriction?: (asked: Asked) => Filter;
  /** What the address names before the collection, where it is not there: asked when what is found does not prove it. */
  readonly missing: (services: Services, asked: Asked) => Promise<NotFound | undefined>;
};

/** The rows of a place: the collection, and an item of it. */
export function placedEndpoints(place: Place): readonly Endpoint[] {
  const { of } = place;
  const kind = keyField(of).kind as StringKind | IntegerKind;
  return [
    readEndpoint({
      ...rowOf(place, 'collection'),
      summary: `List the ${of.title} collection${place.isHome ? '' : ' of what the address names'}.`,
      lists: of,
      perform: (services, asked) => listed(place, services, asked),
    }),
    readEndpoint({
      ...rowOf(place, 'item'),
      path: itemPath(place),
      parameters: { ...place.parameters, [of.key]: kind },
      summary: `Read one ${of.title}${place.isHome ? '' : ' of what the address names'}.`,
      perform: (services, asked) => read(place, services, asked),
    }),
  ];
}

/** What every row of a place has. */
export function rowOf(
  { of, path, parameters, stability, access, isHome }: Place,
  as: 'collection' | 'item',
): Pick<Endpoint, 'path' | 'parameters' | 'stability' | 'access' | 'gives'> & {
  readonly serves: NonNullable<Endpoint['serves']>;
} {
  const row = { path, parameters, stability, access };
  if (isHome) return { ...row, serves: { resource: of, as } };
  return { ...row, serves: { resource: of, as: 'other' }, ...(as === 'item' && { gives: { item: of } }) };
}

/** The path of a place's items. */
export function itemPath({ path, of }: Pick<Place, 'path' | 'of'>): string {
  return `${path}/:${of.key}`;
}

/** The identifiers in an address of the place, outermost first, without the item's own. */
export function keysOf({ path }: Pick<Place, 'path'>, { parameters }: Asked): readonly KeyValue[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => parameters[name] as KeyValue);
}

/** A page of items at its place. `at`: their path, where they are identified by more than their key. */
export function placedPage(
  place: Place,
  page: Page<AnyValue>,
  asked: Asked,
  at: string = itemPath(place),
): Answer {
  const { of, path } = place;
  const { links, style, parameters } = asked;
  return {
    status: 200,
    body: collectionText({
      of,
      page,
      asked: asked.collection as AskedCollection,
      url: links.to(path, parameters, PLAIN_LINKS),
      parents: keysOf(place, asked),
      printer: printerFor(of, asked, at),
      links,
      style,
      itemsAt: at,
    }),
  };
}

/** An item at its place. */
export function placedItem(place: Place, value: AnyValue, asked: Asked): Answer {
  const text = printerFor(place.of, asked, itemPath(place)).item(value, keysOf(place, asked), asked.style);
  return { status: 200, body: text, tagged: text };
}

async function listed(place: Place, services: Services, asked: Asked): Promise<Either<Failure, Answer>> {
  const { of } = place;
  const { query } = asked.collection as AskedCollection;
  const repository = repositoryOf(of, services, asked);
  const restriction = place.restriction?.(asked);
  const filter = both(restriction, query.filter);
  const page = await repository.page({ ...query, ...(filter !== undefined && { filter }) });
  const all =
    restriction === undefined
      ? page.resultsWithoutFilter
      : query.filter === undefined
        ? page.results
        : (await repository.page({ filter: restriction, sort: of.defaultSort, pageSize: 1, skipPages: 0 }))
            .results;
  if (all === 0 || !provesItself(place)) {
    const missing = await place.missing(services, asked);
    if (missing !== undefined) return left(missing);
  }
  return right(placedPage(place, { ...page, resultsWithoutFilter: all }, asked));
}

async function read(place: Place, services: Services, asked: Asked): Promise<Either<Failure, Answer>> {
  const found = await foundAt(place, services, asked);
  return isLeft(found) ? found : right(placedItem(place, found.right, asked));
}

/** The item of the place that the address names. */
export async function foundAt(
  place: Place,
  services: Services,
  asked: Asked,
): Promise<Either<Failure, AnyValue>> {
  const { of, restriction } = place;
  const key = asked.parameters[of.key] as KeyValue;
  const found = await repositoryOf(of, services, asked).find(key);
  const isHere =
    found !== undefined && (restriction === undefined || matcherOf(of, restriction(asked))(found.value));
  const missing = isHere && !provesItself(place) && (await place.missing(services, asked)) !== undefined;
  if (!isHere || missing) {
    return left({ kind: 'NotFound', resource: of.collection, key });
  }
  return right(found.value);
}

/** An entry of an account is found only where there is such an account; a period is found whatever account is named. */
function provesItself({ isHome, restriction }: Place): boolean {
  return isHome || restriction !== undefined;
}

function both(one: Filter | undefined, other: Filter | undefined): Filter | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { kind: 'and', of: [one, other] };
}

function repositoryOf(of: AnyResource, services: Services, asked: Asked): ResourceRepository<AnyValue> {
  return services.resources.of(of, ...parentsOf(of, asked)) as unknown as ResourceRepository<AnyValue>;
}

import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  defined,
  type AnyResource,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type KeyValue,
  matcherOf,
  type NotFound,
  type Page,
  type StringKind,
} from '@kontor/kernel';
import { keyInPath, notFoundInPath, parameterOf } from './in-path.js';
import { repositoryOf } from './items-in-path.js';
import { pageAnswer } from './page-answer.js';
import { pageWithin } from './results-of.js';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import {
  readEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type Endpoint,
  type Stability,
  collectionOf,
} from './endpoint.js';
import { printerFor } from './item-answer.js';

/**
 * A place at which items of a resource are shown, one of several: the entries of a year, of a period, of an
 * account. Items carry the address of the collection they are in, with their identifier appended (§1 rule 2).
 */
export type NestedRoute = {
  readonly resource: AnyResource;
  /** Of the collection. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, StringKind | IntegerKind>>;
  readonly stability: Stability;
  readonly access: Access;
  /** True where the items are at home: other documents link to them here. */
  readonly isHome: boolean;
  /** Which of the resource's items are here; all when left out. */
  readonly restriction?: (request: ApiRequest) => Filter;
  /** What can be done with an item now, as JSON text: told where it is read alone. */
  readonly actions?: (value: AnyValue, request: ApiRequest) => readonly string[];
  /**
   * What the address names before the collection, where it is not there:
   * asked when what is found does not prove it.
   */
  readonly missing: (services: Services, request: ApiRequest) => Promise<NotFound | undefined>;
};

/** The rows of a place: the collection, and an item of it. */
export function nestedEndpoints(nested: NestedRoute): readonly Endpoint[] {
  const { resource } = nested;
  const within = nested.isHome ? '' : ` of ${whatIsNamedIn(nested)}`;
  return [
    readEndpoint({
      ...routeOf(nested, 'collection'),
      summary: `List the ${resource.title} collection${within}.`,
      lists: resource,
      perform: (services, request) => listed(nested, services, request),
    }),
    readEndpoint({
      ...routeOf(nested, 'item'),
      path: itemPath(nested),
      parameters: { ...nested.parameters, ...parameterOf(resource) },
      summary: `Read one ${resource.title}${within}.`,
      perform: (services, request) => read(nested, services, request),
    }),
  ];
}

/** What the address of a place names, outermost first, in words: `one account, year and period`. */
function whatIsNamedIn({ parameters }: NestedRoute): string {
  const words = Object.keys(parameters).map((name) => name.replace(/Number$/, ''));
  return `one ${new Intl.ListFormat('en-GB').format(words)}`;
}

/** The members that the routes of a nested collection, or of its items, have in common. */
export function routeOf(
  { resource, path, parameters, stability, access, isHome }: NestedRoute,
  as: 'collection' | 'item',
): Pick<Endpoint, 'path' | 'parameters' | 'stability' | 'access' | 'gives'> & {
  readonly serves: NonNullable<Endpoint['serves']>;
} {
  const route = { path, parameters, stability, access };
  if (isHome) return { ...route, serves: { resource, as } };
  return {
    ...route,
    serves: { resource, as: 'other' },
    ...(as === 'item' && { gives: { item: resource } }),
  };
}

/** The path of the items of a nested collection, with their key as a parameter. */
export function itemPath({ path, resource }: Pick<NestedRoute, 'path' | 'resource'>): string {
  return `${path}/:${resource.key}`;
}

/** The identifiers in an address of the place, outermost first, without the item's own. */
export function keysOf({ path }: Pick<NestedRoute, 'path'>, { parameters }: ApiRequest): readonly KeyValue[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => defined(parameters[name]));
}

/** Where items are shown, where that is not below their collection by their key alone. */
export type ItemsAt = { readonly path: string; readonly parents?: readonly KeyValue[] };

/** A page of items at its place. `at`: their path, and the identifiers in it before their own. */
export function nestedPage(
  nested: NestedRoute,
  page: Page<AnyValue>,
  request: ApiRequest,
  at?: ItemsAt,
): Promise<Answer> {
  const { path: itemsAt = itemPath(nested), parents = keysOf(nested, request) } = at ?? {};
  const { resource, path } = nested;
  return pageAnswer({ resource, page, path, parents, itemsAt }, request);
}

/** Answers with an item (200), as a write does, its links leading to where it was asked for. */
export function nestedItem(nested: NestedRoute, value: AnyValue, request: ApiRequest): Answer {
  const text = printerFor(nested.resource, request, itemPath(nested)).item(
    value,
    keysOf(nested, request),
    request.style,
  );
  const actions = nested.actions?.(value, request).join();
  return { status: 200, body: text, tagged: text, ...(actions !== undefined && { actions }) };
}

async function listed(
  nested: NestedRoute,
  services: Services,
  request: ApiRequest,
): Promise<Either<Failure, Answer>> {
  const { resource } = nested;
  const { query } = collectionOf(request);
  const repository = repositoryOf(resource, services, request);
  const restriction = nested.restriction?.(request);
  const page =
    restriction === undefined
      ? await repository.page(query)
      : await pageWithin(resource, repository, restriction, query);
  if (page.resultsWithoutFilter === 0 || !provesItself(nested)) {
    const missing = await nested.missing(services, request);
    if (missing !== undefined) return left(missing);
  }
  return right(await nestedPage(nested, page, request));
}

async function read(
  nested: NestedRoute,
  services: Services,
  request: ApiRequest,
): Promise<Either<Failure, Answer>> {
  const found = await foundAt(nested, services, request);
  if (isLeft(found)) return found;
  const answer = nestedItem(nested, found.right, request);
  const { body = '', actions = '' } = answer;
  const printer = printerFor(nested.resource, request, itemPath(nested));
  const shown = printer.withActions(body, found.right, keysOf(nested, request), request.style, actions);
  return right({ ...answer, body: shown });
}

/**
 * Finds the item that an address names. Left where there is none in this nested collection: the first part of
 * the address that does not exist.
 */
export async function foundAt(
  nested: NestedRoute,
  services: Services,
  request: ApiRequest,
): Promise<Either<Failure, AnyValue>> {
  const { resource, restriction } = nested;
  const key = keyInPath(request, resource);
  const found = await repositoryOf(resource, services, request).find(key);
  const isHere =
    found !== undefined &&
    (restriction === undefined || matcherOf(resource, restriction(request))(found.value));
  if (isHere && provesItself(nested)) return right(found.value);
  const missing = await nested.missing(services, request);
  if (missing !== undefined) return left(missing);
  return isHere ? right(found.value) : left(notFoundInPath(resource, request));
}

/**
 * An entry of an account is found only where there is such an account; a
 * period is found whatever account is named.
 */
function provesItself({ isHome, restriction }: NestedRoute): boolean {
  return isHome || restriction !== undefined;
}

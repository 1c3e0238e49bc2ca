import { left, right } from 'fp-ts/lib/Either.js';
import {
  groupedBy,
  defined,
  itemNumber,
  key,
  resource,
  schemaOf,
  type AnyResource,
  type JsonSchema,
} from '@kontor/kernel';
import { DESCRIPTION_PATH } from '../description/description-path.js';
import {
  readEndpoint,
  schemaPathOf,
  type ApiRequest,
  type Endpoint,
  type Stability,
} from '../endpoint/endpoint.js';
import { ERROR_CODES, type ErrorCode } from '../failure/error-codes.js';
import { howToFind } from '../representation/item-actions.js';
import type { LinkStyle, Links } from '../representation/links.js';
import { LIST_ITEMS_MAX } from '../request/decode-body.js';

/** What home says of the service itself. */
export type About = {
  readonly apiName: string;
  readonly company: string;
  readonly version: string;
  readonly gettingStarted: string;
};

const STABILITIES: readonly Stability[] = ['stable', 'experimental', 'deprecated'];

type Told = { readonly status: 200; readonly body: string; readonly tagged?: string };

function json(value: unknown): ReturnType<typeof right<never, Told>> {
  return right({ status: 200, body: JSON.stringify(value) });
}

/** A single resource, with its ETag (amendment 140). Home has none: each answer has its own `serverTime`. */
function single(value: unknown): ReturnType<typeof right<never, Told>> {
  const body = JSON.stringify(value);
  return right({ status: 200, body, tagged: body });
}

const open = { stability: 'stable', access: 'open', parameters: {} } as const;

/**
 * §1 rule 4, §9.2 and amendment 95: the home resource and the descriptions of what the
 * service has. They are documentation, so they need no credentials (D96). Made from the rows,
 * so nothing mounted is ever missing here. `beside`: rows that `/api-resources` lists and home has a place of
 * its own for.
 */
export function homeEndpoints(
  endpoints: readonly Endpoint[],
  about: About,
  beside: readonly Endpoint[] = [],
): readonly Endpoint[] {
  const shown = endpoints.filter(({ hidden }) => hidden !== true);
  const described = describedResources(shown);
  const own: readonly Endpoint[] = [
    readEndpoint({
      ...open,
      path: '/',
      summary: 'The home resource: where everything starts.',
      perform: async (_, request) => json(home(shown, about, request)),
    }),
    readEndpoint({
      ...open,
      path: '/errors',
      summary: 'The error codes and their conditions.',
      perform: async (_, { links, style }) => json(errorCodes(links, style)),
    }),
    readEndpoint({
      ...open,
      path: ERROR_CODE,
      parameters: { errorCode: NAME },
      summary: 'One error code and its condition.',
      perform: async (_, { parameters, links, style }) => {
        const key = String(parameters['errorCode']).toUpperCase();
        const found = Object.hasOwn(ERROR_CODES, key) ? (key as ErrorCode) : undefined;
        return found === undefined
          ? left({ kind: 'NotFound', resource: 'errors', key })
          : single(errorCode(found, links, style));
      },
    }),
    readEndpoint({
      ...open,
      path: '/api-resources',
      summary: 'The resources, with the addresses of their descriptions.',
      perform: async (_, { links, style }) => single(apiResources(all, links, style)),
    }),
    readEndpoint({
      ...open,
      path: API_RESOURCE,
      parameters: { name: NAME },
      summary: 'The routes of one resource.',
      perform: async (_, { parameters, links, style }) => {
        const key = String(parameters['name']).toLowerCase();
        const found = all.find(({ name }) => name === key);
        return found === undefined
          ? left({ kind: 'NotFound', resource: 'api-resources', key })
          : single(routesOf(found, links, style));
      },
    }),
  ];
  const areas = describedAreas([...shown, ...own, ...beside], described);
  const all = [...described, ...areas].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    ...own,
    ...shown.flatMap((endpoint) => schemaRoute(endpoint)),
    ...described.flatMap((one) =>
      (['post', 'put', 'get'] as const).flatMap((purpose) => schemaFile(one, purpose)),
    ),
  ];
}

function home(endpoints: readonly Endpoint[], about: About, { links, style, now }: ApiRequest): unknown {
  const maps = STABILITIES.map((stability) => {
    const routes = endpoints.filter((route) => isOnHome(route, endpoints) && route.stability === stability);
    return [
      stability,
      Object.fromEntries(routes.map((route) => [homeName(route), homeUrl(route, links, style)])),
    ];
  });
  return {
    apiName: about.apiName,
    company: about.company,
    gettingStarted: about.gettingStarted,
    version: about.version,
    serverTime: `${now.toISOString().slice(0, 19)}Z`,
    ...Object.fromEntries(maps),
    resources: links.to('/api-resources', {}, style),
    errors: links.to('/errors', {}, style),
    openapi: links.to(DESCRIPTION_PATH, {}, style),
    self: links.to('/', {}, style),
  };
}

/**
 * What can be read, and as templates the addresses at which something is only
 * done: `…/accounting-years/{year}/closing`.
 */
function isOnHome({ method, path }: Endpoint, endpoints: readonly Endpoint[]): boolean {
  if (method === 'GET') return true;
  const routes = endpoints.filter((route) => route.path === path);
  return (
    path.includes(':') && routes[0]?.method === method && routes.every((route) => route.method !== 'GET')
  );
}

/** `products` for a collection, `product` for its item, the path's own words for the rest. */
function homeName({ serves, path, homeName: given }: Endpoint): string {
  if (given !== undefined) return given;
  if (serves?.as === 'collection') return serves.resource.collection;
  // What there is one of, such as self, has no collection to be told from.
  if (serves?.as === 'item' && path.includes(':')) {
    const singular = serves.resource.title.toLowerCase().replace(/ /g, '-');
    // A series is one and many.
    return singular === serves.resource.collection ? `${singular}-item` : singular;
  }
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'));
  // The item of a collection that is shown at several places:
  // `accounting-years-periods-entry`, `accounting-years-voucher-by-date`.
  const own: readonly string[] = /(?:\/:\w+)*$/.exec(path)?.[0].match(/\w+/g) ?? [];
  if (serves !== undefined && own.includes(serves.resource.key)) {
    const isItsCollection = words.at(-1) === serves.resource.collection;
    const singular = serves.resource.title.toLowerCase().replace(/ /g, '-');
    // A part of a collection has its own name, and its items are called by it: two parts have two names.
    words.splice(isItsCollection ? -1 : words.length, 1, isItsCollection ? singular : 'item');
    if (own.length > 1) words.push('by', ...own.slice(1));
  }
  return words.join('-');
}

/** A URL, or an RFC 6570 template where an item is meant. */
function homeUrl({ path }: Pick<Endpoint, 'path'>, links: Links, style: LinkStyle): string {
  return links.template(path, (parameter) => `{${parameter}}`, style);
}

const ERROR_CODE = '/errors/:errorCode';
const API_RESOURCE = '/api-resources/:name';
/** The parameters of both. */
const NAME = { type: 'string', min: 0, max: 100, line: true } as const;

function errorCode(code: ErrorCode, links: Links, style: LinkStyle): unknown {
  const { status, condition } = ERROR_CODES[code];
  const self = links.to(ERROR_CODE, { errorCode: code }, style);
  return { errorCode: code, httpStatusCode: status, message: condition, self };
}

function errorCodes(links: Links, style: LinkStyle): unknown {
  const collection = Object.keys(ERROR_CODES).map((code) => errorCode(code as ErrorCode, links, style));
  const find = {
    description: howToFind('error code', ['errorCode']),
    href: homeUrl({ path: ERROR_CODE }, links, style),
    httpMethod: 'get',
    templated: true,
  };
  return { collection, metaData: { find }, self: links.to('/errors', {}, style) };
}

/** Routes under one name. */
type Area = {
  readonly name: string;
  readonly stability: Stability;
  readonly routes: readonly Endpoint[];
};
type Described = Area & { readonly resource: AnyResource };

/**
 * The resources and their rows: the collection first, an item second, as clients of the family expect it, and
 * last what else is done with them (booking, closing, documents).
 */
function describedResources(endpoints: readonly Endpoint[]): readonly Described[] {
  const names = groupedBy(endpoints, ({ serves }) => serves?.resource.collection ?? '');
  return [...names].flatMap(([name, routes]) => {
    const [first, ...more] = routes.filter(({ serves }) => serves?.as !== 'other');
    if (first?.serves === undefined) return [];
    const others = [
      ...routes.filter(({ serves }) => serves?.as === 'other'),
      ...endpoints.filter(({ serves, path }) => serves === undefined && areaOf(path) === name),
    ];
    return [
      {
        name,
        resource: first.serves.resource,
        stability: first.stability,
        routes: [...inOrder([first, ...more]), ...inOrder(others)],
      },
    ];
  });
}

/** The first word of an address, versions aside. */
function areaOf(path: string): string {
  return path.split('/').find((word) => word !== '' && !/^v\d+$/.test(word)) ?? 'home';
}

/** What can be read before what can be done, each from the shortest address. */
function inOrder(routes: readonly Endpoint[]): readonly Endpoint[] {
  const rank = ({ method }: Endpoint): number => (method === 'GET' ? 0 : 1);
  return [...routes].sort((a, b) => rank(a) - rank(b) || a.path.length - b.path.length);
}

/**
 * What several resources share the first word of their addresses with, where
 * none of them is named so: `studio`, `invoices`. What there is at `/` is called `home`.
 */
function describedAreas(endpoints: readonly Endpoint[], described: readonly Described[]): readonly Area[] {
  const areas = [...groupedBy(endpoints, ({ path }) => areaOf(path))];
  const others = areas.filter(([name]) => !described.some((one) => one.name === name));
  return others.map(([name, routes]) => ({
    name,
    stability: defined(routes.find(({ stability }) => stability !== 'deprecated')).stability,
    routes: [...routes].sort(
      (a, b) => Number(a.stability === 'deprecated') - Number(b.stability === 'deprecated'),
    ),
  }));
}

function apiResources(described: readonly Area[], links: Links, style: LinkStyle): unknown {
  const urls = (wanted: (stability: Stability) => boolean): Record<string, string> =>
    Object.fromEntries(
      described
        .filter(({ stability }) => wanted(stability))
        .map(({ name }) => [name, links.to(API_RESOURCE, { name }, style)]),
    );
  return {
    production: urls((stability) => stability !== 'experimental'),
    experimental: urls((stability) => stability === 'experimental'),
    self: links.to('/api-resources', {}, style),
  };
}

function routesOf({ name, routes }: Area, links: Links, style: LinkStyle): unknown {
  return {
    name,
    routes: routes.map(({ method, path, parameters }) => ({
      method,
      path: links.template(path, (parameter) => typed(parameter, parameters), style),
    })),
    self: links.to(API_RESOURCE, { name }, style),
  };
}

/** `{accountNumber:int}` or `{productNumber}`. */
function typed(name: string, parameters: Endpoint['parameters']): string {
  return parameters[name]?.type === 'integer' ? `{${name}:int}` : `{${name}}`;
}

/** `GET <collection>/schema/post` and `…/schema/put`: the JSON Schema of that body (amendment 95). */
function schemaRoute(route: Endpoint): readonly Endpoint[] {
  const path = schemaPathOf(route);
  if (path === undefined) return [];
  const purpose = route.method === 'POST' ? 'post' : 'put';
  return [schemaAt(path, asTaken(route.serves?.resource ?? UNNAMED, route), purpose, listMaxOf(route))];
}

/** How many such bodies may be sent at once, as a list; undefined where only one is taken. */
function listMaxOf(route: Endpoint): number | undefined {
  const body = 'body' in route ? route.body : undefined;
  return body?.orListOf === true ? (body.listMax ?? LIST_ITEMS_MAX) : undefined;
}

/** What a body is of that belongs to no resource. */
const UNNAMED = resource('requests', 'request', { fields: { number: key(itemNumber()) }, operations: [] });

/** The resource with the fields as this row's body takes them. */
function asTaken(resource: AnyResource, route: Endpoint | undefined): AnyResource {
  const fields = route !== undefined && 'body' in route ? route.body?.fields : undefined;
  return fields === undefined ? resource : { ...resource, fields: fields as AnyResource['fields'] };
}

/**
 * `/schema/products.post.schema.json` (facts 1.3): what the first row that
 * takes or answers the resource does.
 */
function schemaFile({ resource, routes }: Described, purpose: 'post' | 'put' | 'get'): readonly Endpoint[] {
  const route = routes.find(({ method }) => method === purpose.toUpperCase());
  const isDescribed =
    route !== undefined && (purpose === 'get' || ('body' in route && route.body !== undefined));
  if (!isDescribed) return [];
  const path = `/schema/${resource.collection}.${purpose}.schema.json`;
  return [schemaAt(path, purpose === 'get' ? resource : asTaken(resource, route), purpose)];
}

/** `listMax`: so many of these are taken at once as well, which the schema says beside what else is taken. */
function schemaAt(
  path: string,
  resource: AnyResource,
  purpose: 'post' | 'put' | 'get',
  listMax?: number,
): Endpoint {
  const one: JsonSchema = schemaOf(resource, purpose);
  const schema =
    listMax === undefined
      ? one
      : { ...one, $comment: `${String(one['$comment'])} Also taken: a list of 1 to ${listMax} of these.` };
  const parameters = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      { type: 'string' as const, min: 0, max: 200, line: true },
    ]),
  );
  return readEndpoint({
    path,
    stability: 'stable',
    access: 'open',
    parameters,
    summary: `The JSON Schema of ${resource.collection} (${purpose}).`,
    hidden: true,
    perform: async () => single(schema),
  });
}

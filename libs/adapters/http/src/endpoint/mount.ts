import { left, right, type Either } from 'fp-ts/lib/Either.js';
import Router from '@koa/router';
import { type KeyValue, nearestTo } from '@kontor/kernel';
import type { HttpRefusal } from '../failure/http-failure.js';
import { routeUnescaped } from '../request/route-parameter.js';
import type { Endpoint, Method } from './endpoint.js';

/** The row a request is for, with the values of its path's parameters. */
export type FoundRoute = {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, KeyValue>>;
  /** The percent-encoding of a parameter is broken: told in its turn, after who asks and what they may. */
  readonly isBroken?: true;
  /** A parameter cannot name anything: a text where a number is meant. */
  readonly impossible?: { readonly name: string; readonly written: string };
};

/**
 * Finds the route of a method and a path: 404 where there is no such path, 405 where it has other
 * methods.
 */
export type Routes = (method: string, path: string) => Either<HttpRefusal, FoundRoute>;

type Mounted = {
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  readonly notAllowed: Extract<HttpRefusal, { readonly kind: 'MethodNotAllowed' }>;
};

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * Mounts rows: fixed segments in any case (D137), a trailing slash or none (D136), HEAD wherever there is
 * GET. One small router for each first segment keeps the search short however many rows there are.
 */
export function mount(endpoints: readonly Endpoint[]): Routes {
  const routers = new Map<string, Router>();
  const mounted = new Map<string, Mounted>();
  const meant = pathsMeant(endpoints);
  for (const [path, routes] of byPath(endpoints)) {
    const methods = METHODS.filter((method) => routes.some((route) => route.method === method));
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const supersededBy = routes.find((route) => route.supersededBy !== undefined)?.supersededBy;
    mounted.set(path, {
      byMethod: new Map(routes.map((route) => [route.method, route])),
      notAllowed: { kind: 'MethodNotAllowed', allow, ...(supersededBy !== undefined && { supersededBy }) },
    });
    const first = firstSegment(path);
    const router = routers.get(first) ?? new Router({ sensitive: false, strict: false });
    routers.set(first, router.register(path, methods, []) && router);
  }
  return (method, path) => {
    const layer = routers.get(firstSegment(path))?.match(path, method).path[0];
    const route = layer === undefined ? undefined : mounted.get(layer.path as string);
    if (layer === undefined || route === undefined) {
      const moved = routers.get(MOVED_TO)?.match(`/${MOVED_TO}${path}`, method).path[0]?.path;
      const named = typeof moved === 'string' ? moved : meant(path);
      return left({ kind: 'RouteUnknown', ...(named !== undefined && { meant: named }) });
    }
    const endpoint = route.byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (endpoint === undefined) return left(route.notAllowed);
    const names = layer.paramNames;
    if (names.length === 0) return right({ endpoint, parameters: {} });
    return right(
      parametersIn(
        endpoint,
        names.map(({ name }) => String(name)),
        layer.captures(path),
      ),
    );
  };
}

/** Invoices have moved below `/v2` (amendment 50), so a path that is unknown may exist there. */
const MOVED_TO = 'v2';

/**
 * Suggests a path for an unknown one: the most similarly spelled, or, for the address of an item, the
 * collection with the nearest first segment. Only readable paths without parameters are suggested.
 */
function pathsMeant(endpoints: readonly Endpoint[]): (path: string) => string | undefined {
  const readable = endpoints.filter(
    ({ method, path, hidden }) => method === 'GET' && hidden !== true && !path.includes(':'),
  );
  const paths = new Map(readable.map(({ path, supersededBy }) => [path, supersededBy ?? path]));
  return (path) => {
    const first = `/${firstSegment(path)}`;
    const above = paths.has(first) ? undefined : nearestTo(first, paths.keys());
    return paths.get(nearestTo(path, paths.keys()) ?? above ?? '');
  };
}

/** Rows by path; paths whose segments are fixed come before those that take anything there. */
function byPath(endpoints: readonly Endpoint[]): readonly (readonly [string, readonly Endpoint[]])[] {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const routes = paths.get(endpoint.path) ?? [];
    if (routes.some(({ method }) => method === endpoint.method)) {
      throw new Error(`${endpoint.method} ${endpoint.path} is mounted twice`);
    }
    paths.set(endpoint.path, [...routes, endpoint]);
  }
  const parameterFirst = (path: string): string => path.replace(/:\w+/g, '\uffff');
  return [...paths].sort(([a], [b]) => (parameterFirst(a) < parameterFirst(b) ? -1 : 1));
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase();
}

function parametersIn(endpoint: Endpoint, names: readonly string[], captures: readonly string[]): FoundRoute {
  const parameters: Record<string, KeyValue> = {};
  let impossible: FoundRoute['impossible'];
  let isBroken = false;
  for (const [index, name] of names.entries()) {
    const captured = captures[index] ?? '';
    const written = routeUnescaped(captured);
    if (written === undefined) isBroken = true;
    const kind = endpoint.parameters[name];
    const value = kind?.type === 'integer' ? wholeNumber(written ?? '') : written;
    if (value === undefined) impossible ??= { name, written: written ?? captured };
    parameters[name] = value ?? written ?? captured;
  }
  return {
    endpoint,
    parameters,
    ...(isBroken && { isBroken }),
    ...(impossible !== undefined && { impossible }),
  };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

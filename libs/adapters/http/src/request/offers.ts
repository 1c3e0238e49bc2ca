import { isRight } from 'fp-ts/lib/Either.js';
import type { Caller } from '@kontor/studio';
import type { Endpoint, Method, Offers } from '../endpoint/endpoint.js';
import { authorise } from './authorise.js';

/**
 * What a caller may be offered, from the routes themselves (amendment "15, metaData"): an action is shown
 * only where the route that it leads to lets this caller in. The same rule refuses the request, so the two
 * never differ.
 */
export function offersOf(endpoints: readonly Endpoint[]): (caller: Caller) => Offers {
  const routes = new Map(endpoints.map((route) => [nameOf(route.method, route.path), route]));
  return (caller) => (method, path) => {
    const route = routes.get(nameOf(method, path));
    if (route === undefined) return false;
    if (route.access === 'open') return true;
    if (caller.closedBecause !== undefined && method !== 'GET') return false;
    if (route.needs !== undefined && !caller.modules.includes(route.needs)) return false;
    return isRight(authorise(caller, route.access, method));
  };
}

function nameOf(method: Method, path: string): string {
  return `${method} ${path}`;
}

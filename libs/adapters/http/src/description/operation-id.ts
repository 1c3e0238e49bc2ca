import type { Endpoint } from '../endpoint/endpoint.js';
import { byText, pascalCase, stateOf, typeName } from './names.js';

/**
 * A name for every row: `listProducts`, `replaceProduct`, `bookVoucher`, as people would choose it. Rows that
 * serve something of their own are named by their path, and so are those that serve what a shorter path does.
 */
export function operationIds(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const ids = new Map<Endpoint, string>();
  const used = new Set<string>();
  const shortestFirst = [...endpoints].sort(
    (a, b) => a.path.length - b.path.length || byText(a.path, b.path),
  );
  for (const route of shortestFirst) {
    const plain = actionOperation(route) ?? resourceOperation(route);
    const id = plain === undefined || used.has(plain) ? pathOperation(route) : plain;
    used.add(id);
    ids.set(route, id);
  }
  return ids;
}

/** What a row does that `metaData` has a name for: `book` a voucher, `createSupplierInvoice`. */
function actionOperation(route: Endpoint): string | undefined {
  if (route.method === 'GET' || route.action === undefined || route.serves === undefined) return undefined;
  const { name, shownBy } = route.action;
  if (name === 'create' || name === 'preview') return undefined;
  const [shown] = shownBy;
  if (/[A-Z]/.test(name) || shown === undefined) return name;
  return `${name}${typeName(shown.resource).replace(stateOf(shown.resource) === undefined ? /^Draft/ : /^(Draft|Booked)/, '')}`;
}

function resourceOperation({ method, serves }: Endpoint): string | undefined {
  if (serves === undefined || serves.as === 'other') return undefined;
  const { resource: served, as } = serves;
  if (as === 'collection' && method === 'GET') return `list${pascalCase(served.collection)}`;
  return { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'remove' }[method] + typeName(served);
}

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'remove' };

function pathOperation({ method, path, lists }: Endpoint): string {
  const [, fixed = '', last = ''] = /^(.*?)((?:\/:\w+)*)$/.exec(path) ?? [];
  const words = fixed.split('/').filter((word) => !word.startsWith(':') && !/^v\d+$/.test(word));
  const by = [...last.matchAll(/:(\w+)/g)].map(([, name = '']) => pascalCase(name));
  const verb = method === 'GET' && lists !== undefined ? 'list' : VERBS[method];
  const name = words.map(pascalCase).join('') || 'Home';
  return verb + name + (by.length > 0 ? `By${by.join('And')}` : '');
}

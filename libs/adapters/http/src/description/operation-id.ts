import type { Endpoint } from '../endpoint/endpoint.js';
import { byText, pascalCase, typeName } from './names.js';

/**
 * A name for every row: `listProducts`, `replaceProduct`. Rows that serve something of their own are named by their path, and
 * so are those that serve what a shorter path does.
 */
export function operationIds(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const ids = new Map<Endpoint, string>();
  const used = new Set<string>();
  const shortestFirst = [...endpoints].sort(
    (a, b) => a.path.length - b.path.length || byText(a.path, b.path),
  );
  for (const row of shortestFirst) {
    const plain = resourceOperation(row);
    const id = plain === undefined || used.has(plain) ? pathOperation(row) : plain;
    used.add(id);
    ids.set(row, id);
  }
  return ids;
}

function resourceOperation({ method, serves }: Endpoint): string | undefined {
  if (serves === undefined || serves.as === 'other') return undefined;
  const { resource, as } = serves;
  if (as === 'collection' && method === 'GET') return `list${pascalCase(resource.collection)}`;
  return { GET: 'get', POST: 'create', PUT: 'replace', DELETE: 'remove' }[method] + typeName(resource);
}

function pathOperation({ method, path, lists }: Endpoint): string {
  const [, fixed = '', last = ''] = /^(.*?)((?:\/:\w+)*)$/.exec(path) ?? [];
  const words = fixed.split('/').filter((word) => !word.startsWith(':'));
  const by = [...last.matchAll(/:(\w+)/g)].map(([, name = '']) => pascalCase(name));
  const verb = method === 'GET' && lists !== undefined ? 'list' : method.toLowerCase();
  const name = words.map(pascalCase).join('') || 'Home';
  return verb + name + (by.length > 0 ? `By${by.join('And')}` : '');
}

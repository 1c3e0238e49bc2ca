import { defined, lineage, type AnyResource, type KeyValue } from '@kontor/kernel';
import { CHOOSING } from '../request/query-string.js';
import { plainTarget } from '../request/address.js';
import { routeEscaped, routeUnescaped } from '../request/route-parameter.js';
import { inOnePiece } from './json-string.js';

/** How the links of one answer look: nothing appended, or `?demo=true` (D98). */
export type LinkStyle = {
  readonly demo: boolean;
  /**
   * The address of what is being printed: parts of a document that have one
   * of their own stand below it (RFC 6901).
   */
  readonly at?: string;
  /**
   * References that stand on this page already, as text: the same few accounts stand in a thousand entries.
   * Kept while the page is printed; a page of 1,000 entries takes a third less of processor time.
   */
  readonly printed?: Map<object, Map<KeyValue, string>>;
};
/** Links as callers with credentials follow them. */
export const PLAIN_LINKS: LinkStyle = { demo: false };
/** Links that stay in the demo agreement: each ends in `demo=true` (§5). */
export const DEMO_LINKS: LinkStyle = { demo: true };

/**
 * The only maker of URLs. It takes the paths of the mounted rows, escapes what goes into them, puts the
 * configured base address in front (never a request's Host, G33) and appends `demo=true` where the
 * request came that way. Everything else asks it.
 */
export type Links = {
  readonly base: string;
  /** Any mounted path with its parameters filled in. */
  to(path: string, parameters: Readonly<Record<string, KeyValue>>, style: LinkStyle): string;
  /** Any mounted path with its parameters left open, each written by `named`: `{accountNumber:int}`. */
  template(path: string, named: (parameter: string) => string, style: LinkStyle): string;
  /** The collection of a resource, within the items it lives in. */
  collection(resource: AnyResource, parents: readonly KeyValue[], style: LinkStyle): string;
  /**
   * A maker of item URLs, prepared once for many. `keys`: the parents' identifiers and its own. `at`: the
   * path of the items, where they are shown at another than their own.
   */
  itemMaker(collection: string, at?: string): (keys: readonly KeyValue[], style: LinkStyle) => string;
  /** An RFC 6570 template of an item: the parents filled in, its own identifier open (§ amendment 90s). */
  itemTemplate(resource: AnyResource, parents: readonly KeyValue[], style: LinkStyle, at?: string): string;
  /** The paths of a resource's collection and of its items. */
  pathsOf(resource: Pick<AnyResource, 'collection' | 'key'>): {
    readonly collection: string;
    readonly item: string;
  };
  /** The resources that live within items of this one. */
  within(collection: string): readonly AnyResource[];
  /** The identifier that an item's URL names, or undefined when it is none of that collection. */
  keyIn(collection: string, url: string): string | undefined;
  /** The same with the identifiers of the items it lives in before it, outermost first. */
  keysIn(collection: string, url: string): readonly string[] | undefined;
  /** The collection of that name on the way to an address, or else what the address lies in. */
  above(pathAndQuery: string, collection: string): string;
  /** The same URL in the demo agreement, without what chooses nothing there (D109). */
  demo(pathAndQuery: string): string;
};

/** Where items and collections are, by the names of collections. */
export type MountedPaths = {
  /** Paths of items by collection name: `/alias-layers/:aliasLayerNumber/product-aliases/:productNumber`. */
  readonly items: ReadonlyMap<string, string>;
  /** Further paths where they are shown, by collection name: a `self` is read there too, never written. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>;
  /** Paths of collections by collection name. */
  readonly collections: ReadonlyMap<string, string>;
  /** Resources that live within others, by the collection name of those. */
  readonly within: ReadonlyMap<string, readonly AnyResource[]>;
};

/** An address with a query behind it, or behind the one that it has. */
export function addressWith(to: string, query: readonly (readonly [string, string])[]): string {
  const parts = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return parts.length === 0 ? to : `${to}${to.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

const PARAMETER = /:(\w+)/g;

/** A path split at its parameters: the texts around them, one more than there are names. */
type Pieces = { readonly texts: readonly string[]; readonly names: readonly string[] };

/** Paths are those of mounted rows, so there are as many as the API has: each is split once. */
const SPLIT = new Map<string, Pieces>();

function piecesOf(path: string): Pieces {
  const known = SPLIT.get(path);
  if (known !== undefined) return known;
  const parts = path.split(PARAMETER);
  const pieces = {
    texts: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1),
  };
  SPLIT.set(path, pieces);
  return pieces;
}

/** The path with what `written` gives in place of its parameters. */
function filled({ texts, names }: Pieces, written: (name: string, index: number) => string): string {
  let text = texts[0] ?? '';
  for (let index = 0; index < names.length; index += 1)
    text += written(defined(names[index]), index) + defined(texts[index + 1]);
  return text;
}

/** `base`: the public address without a trailing slash. */
export function makeLinks(base: string, mounted: MountedPaths): Links {
  const pathOf = (paths: ReadonlyMap<string, string>, collection: string): string => {
    const path = paths.get(collection);
    return path ?? `/${collection}`;
  };
  const keysIn: Links['keysIn'] = (collection, url) => {
    // Slashes that stand twice count once, as in requests; at the beginning of an address, they name a host.
    const within = url.startsWith(`${base}/`) ? url.slice(base.length).replace(/\/{2,}/g, '/') : url;
    const paths = [mounted.items.get(collection), ...(mounted.elsewhere.get(collection) ?? [])];
    return paths.map((path) => keysBetween(path, within)).find((keys) => keys !== undefined);
  };
  return {
    base,
    to: (path, parameters, style) =>
      base + filled(piecesOf(path), (name) => routeEscaped(defined(parameters[name]))) + suffixOf(style),
    template: (path, named, style) => base + filled(piecesOf(path), named) + suffixOf(style),
    collection: (resource, parents, style) =>
      base + fill(pathOf(mounted.collections, resource.collection), parents) + suffixOf(style),
    itemMaker: (collection, at) => {
      const path = at ?? mounted.items.get(collection) ?? `/${collection}/:key`;
      const { texts, names } = piecesOf(path);
      const [first = '', last = ''] = texts;
      if (names.length === 1 && last === '') {
        const prefix = base + first;
        return (keys, style) => prefix + routeEscaped(defined(keys[0])) + suffixOf(style);
      }
      if (texts.at(-1) !== '') return (keys, style) => base + fill(path, keys) + suffixOf(style);
      // Items of a page live in the same ones: what stands before their own identifiers is written once.
      let within: readonly KeyValue[] = [];
      let prefix = '';
      return (keys, style) => {
        const own = names.length - 1;
        const key = keys[own];
        // An example in the description knows not all that it lives in.
        if (key === undefined) return base + fill(path, keys) + suffixOf(style);
        if (prefix === '' || !startsWith(keys, within)) {
          within = keys.slice(0, own);
          prefix = inOnePiece(base + fill(path, within, () => ''));
        }
        return prefix + routeEscaped(key) + suffixOf(style);
      };
    },
    itemTemplate: (resource, parents, style, at) => {
      const path = at ?? mounted.items.get(resource.collection) ?? `/${resource.collection}/:${resource.key}`;
      return base + fill(path, parents, (name) => `{${name}}`) + suffixOf(style);
    },
    pathsOf: ({ collection, key }) => ({
      collection: pathOf(mounted.collections, collection),
      item: mounted.items.get(collection) ?? `/${collection}/:${key}`,
    }),
    within: (collection) => mounted.within.get(collection) ?? [],
    keyIn: (collection, url) => keysIn(collection, url)?.at(-1),
    keysIn,
    // What is no collection of its own, such as `vouchers/booked`, is called by its address.
    above: (pathAndQuery, collection) =>
      base + pathAbove(pathAndQuery, mounted.collections.get(collection) ?? `/${collection}`),
    demo: (pathAndQuery) => {
      const { pathname, search } = ownAddress(pathAndQuery);
      const rest = search
        .slice(1)
        .split('&')
        .filter((part) => CHOOSING.has((part.split('=', 1)[0] ?? '').toLowerCase()));
      return `${base}${pathname}?${['demo=true', ...rest].join('&')}`;
    },
  };
}

function startsWith(keys: readonly KeyValue[], first: readonly KeyValue[]): boolean {
  for (let index = 0; index < first.length; index += 1) if (keys[index] !== first[index]) return false;
  return true;
}

/** What every link of an answer ends with. */
function suffixOf({ demo }: LinkStyle): string {
  return demo ? '?demo=true' : '';
}

/** The path with values in place of its parameters, as far as there are any; `open` writes the others. */
function fill(
  path: string,
  values: readonly KeyValue[],
  open: (name: string) => string = (name) => `:${name}`,
): string {
  return filled(piecesOf(path), (name, index) => {
    const value = values[index];
    return value === undefined ? open(name) : routeEscaped(value);
  });
}

/** The identifiers that an address has where a path has its parameters; undefined when it is another path. */
function keysBetween(path: string | undefined, address: string): readonly string[] | undefined {
  if (path === undefined || !address.startsWith('/')) return undefined;
  const segments = plainTarget(address.split(/[?#]/, 1)[0] ?? '')
    .replace(/\/$/, '')
    .split('/');
  const expected = path.split('/');
  if (segments.length !== expected.length) return undefined;
  const keys: string[] = [];
  for (const [index, piece] of expected.entries()) {
    const segment = segments[index] ?? '';
    if (!piece.startsWith(':')) {
      if (piece !== segment.toLowerCase()) return undefined;
      continue;
    }
    const key = segment === '' ? undefined : routeUnescaped(segment);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys;
}

/**
 * The address of a collection as it is seen from another address. Where that address lies in the collection:
 * the part of it that names the collection. Else, where it names the collection on its way (the vouchers of a
 * year): the part up to that name. Else the path itself where it has no parameters, and else the address
 * without its last segment.
 */
function pathAbove(pathAndQuery: string, collectionPath: string): string {
  const { pathname, search } = ownAddress(pathAndQuery);
  const segments = pathname.replace(/\/$/, '').split('/');
  const expected = collectionPath.split('/');
  const isOnTheWay = expected.every(
    (piece, index) => piece.startsWith(':') || piece === segments[index]?.toLowerCase(),
  );
  const called = segments.findLastIndex((segment) => segment.toLowerCase() === expected.at(-1));
  const stands = !expected.some((piece) => piece.startsWith(':'));
  let path = segments.slice(0, -1);
  if (isOnTheWay) path = segments.slice(0, expected.length);
  else if (called > 0) path = segments.slice(0, called + 1);
  else if (stands) path = expected;
  return `${path.join('/')}${/[?&]demo=true(&|$)/i.test(search) ? '?demo=true' : ''}`;
}

/**
 * A request target's own path and query, encoded anew: nothing of a foreign
 * address or a broken one goes into a link.
 */
function ownAddress(target: string): { readonly pathname: string; readonly search: string } {
  try {
    return new URL(target, 'http://localhost');
  } catch {
    return { pathname: '/', search: '' };
  }
}

/** How many parents an item has. */
export function depthOf(resource: AnyResource): number {
  return lineage(resource).length - 1;
}

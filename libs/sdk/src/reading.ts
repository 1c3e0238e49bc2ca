import type { Home } from './generated/home.js';
import { homeOf, isHome } from './home.js';
import type { Bytes, KeyOf, Link, ResultsOf, Template } from './link.js';
import { asking, itemsFrom, pagesFrom, type Items, type Page, type Question } from './pages.js';
import { expand, type Variables } from './template.js';
import { linkOf, readFrom, type Options, type Wire } from './wire.js';

/** What a client reads with: home, links, pages, files and events. */
export interface Reading {
  /** The home resource, where everything starts. */
  home(options?: Options): Promise<Home>;
  /** What a link leads to: what JSON says, or the bytes of a file. */
  follow<T>(link: Link<T>, options?: Options): Promise<T>;
  /**
   * The bytes of a file as they come, for what is too large to be held. Only its beginning is tried again:
   * where it breaks off, who reads it gets a `ConnectionError`.
   */
  stream(link: Link<Uint8Array>, options?: Options): Promise<ReadableStream<Bytes>>;
  /** The items of a collection one by one, over its pages; at most `limit`. */
  each<T, Q = T>(
    collection: Link<Page<T, Q>>,
    question?: Question<Q> & Options & { readonly limit?: number | undefined },
  ): Items<T>;
  /**
   * The pages of a collection, from the one that the link leads to. A page's `self` may be kept, and followed
   * another day to go on from there.
   */
  pages<T, Q = T>(
    collection: Link<Page<T, Q>>,
    question?: Question<Q> & Options,
  ): AsyncGenerator<Page<T, Q>, void, undefined>;
  /** The first item that passes, or undefined. */
  first<T, Q = T>(collection: Link<Page<T, Q>>, question?: Question<Q> & Options): Promise<T | undefined>;
  /** How many items pass; of over 10,000 events with a filter `undefined`. */
  count<T, Q = T>(
    collection: Link<Page<T, Q>>,
    question?: Pick<Question<Q>, 'filter'> & Options,
  ): Promise<ResultsOf<T>>;
  /** One item of a collection by what identifies it. */
  find<T, Q = T>(collection: Link<Page<T, Q>> | Page<T, Q>, key: KeyOf<Q>, options?: Options): Promise<T>;
  /** What a template leads to. */
  find<T, V>(template: Template<T, V>, variables: V, options?: Options): Promise<T>;
}

/** Reads over a connection. */
export function readingOver(wire: Wire): Reading {
  const follow = async <T>(link: Link<T>, options?: Options): Promise<T> => {
    const body = await readFrom(wire, link, options);
    return isHome(body) ? (homeOf(body) as T) : body;
  };
  const pageAt = async <T, Q>(link: Link<Page<T, Q>>, options: Options): Promise<Page<T, Q>> => {
    const page = await follow(link, options);
    if (Array.isArray((page as typeof page | null | undefined)?.collection)) return page;
    throw new TypeError(`${link} is not a collection`);
  };
  const onePage = <T, Q>(link: Link<Page<T, Q>>, question: Question<Q> & Options) =>
    pageAt(asking(wire.own(link) as typeof link, { ...question, pageSize: 1 }), question);
  return {
    follow,
    home: async (options) => {
      const home = await readFrom(wire, wire.start as Link<Home>, options);
      if (!isHome(home)) throw new TypeError(`${wire.start} is no home of Kontor`);
      return homeOf(home);
    },
    stream: (link, options) => readFrom<never>(wire, link as Link<never>, { ...options, streams: true }),
    each: (collection, { limit, ...question } = {}) =>
      itemsFrom(
        asking(wire.own(collection) as typeof collection, question),
        (link) => pageAt(link, question),
        { limit, signal: question.signal },
      ),
    pages: (collection, question = {}) =>
      pagesFrom(asking(wire.own(collection) as typeof collection, question), (link) =>
        pageAt(link, question),
      ),
    first: async (collection, question = {}) => (await onePage(collection, question)).collection[0],
    count: async (collection, question = {}) => (await onePage(collection, question)).pagination.results,
    find: async (
      where: string | Page<unknown>,
      variables: Variables,
      options: Options = {},
    ): Promise<never> => {
      const template = (await templateOf(wire, where, options)) as Template<never, Variables>;
      return follow(expand(template, variables), options);
    },
  };
}

/** How an item is found, by its collection: asked for once, however many ask at the same time. */
export async function templateOf(
  wire: Wire,
  where: string | Page<unknown>,
  options: Options,
): Promise<Template<unknown, never>> {
  if (typeof where !== 'string') return findOf(where);
  if (where?.includes('{')) return where as Template<unknown, never>;
  const { templates } = wire;
  const link = linkOf(where) as Link<Page<unknown>>;
  // Who asked first may have been told to stop: that is no answer to the others.
  const known = templates.get(link);
  const given = known && (await known.catch(() => undefined));
  if (given !== undefined) return given;
  const asked = readFrom(wire, asking(link, { pageSize: 1 }), options).then(findOf);
  if (templates.size >= TEMPLATES_MAX) templates.clear();
  templates.set(link, asked);
  asked.catch(() => templates.delete(link));
  return asked;
}

/** Templates of collections that are kept, so that the second `find` in a collection is one request. */
const TEMPLATES_MAX = 1000;

function findOf(page: Page<unknown>): Template<unknown, never> {
  const href = page?.metaData?.find?.href;
  if (href === undefined) throw new TypeError(`${linkOf(page?.self)} tells no way to an item`);
  return href;
}

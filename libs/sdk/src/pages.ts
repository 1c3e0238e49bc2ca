import type {
  Action,
  CollectionActionsOf,
  DraftOf,
  FiltersOf,
  Finder,
  KeyOf,
  Link,
  Look,
  ResultsOf,
  SortableOf,
  SubCollectionsOf,
} from './link.js';
import { atLeast } from './numbers.js';
import { fieldsOf, type ComparedWith, type Fields, type Filter } from './query.js';

declare const asked: unique symbol;

/** Where a page stands among the pages `P`. */
export interface Pagination<T, P> {
  /** So many items may be asked for at once. */
  readonly maxPageSizeAllowed: number;
  /** So many items are on a page. */
  readonly pageSize: number;
  /** So many pages are before this one. */
  readonly skipPages: number;
  /** Items that pass the filter, on all pages. */
  readonly results: ResultsOf<T>;
  /** Items without the filter, on all pages. */
  readonly resultsWithoutFilter: number;
  /** Where the pages begin. */
  readonly firstPage: Link<P>;
  /** There is none before the first. */
  readonly previousPage?: Link<P>;
  /** There is none after the last. */
  readonly nextPage?: Link<P>;
  /** Where the pages end. */
  readonly lastPage: Link<P>;
}

/** One page of a collection; `Q` knows how it is asked and its items found, where that is not what `T` is. */
export interface Page<T, Q = T> {
  readonly [asked]?: Q;
  /** Its items, in the order that was asked for. */
  readonly collection: readonly T[];
  /** What can be done with the collection. */
  readonly metaData: {
    readonly create?: Creation<T>;
    /** How one item is found by what identifies it. */
    readonly find?: Finder<T, KeyOf<Q>>;
  } & CollectionActionsOf<T>;
  /** Where it stands among the pages. */
  readonly pagination: Pagination<T, Page<T, Q>>;
  /** Where there are collections of a part of the same items. */
  readonly subCollections?: SubCollectionsOf<T>;
  /** The page itself, with the question that was asked. */
  readonly self: Link<Page<T, Q>>;
}

declare const takes: unique symbol;

/** One page of a collection that new items are added to; `metaData` says `create` where the grant may. */
export interface Collection<T> extends Page<T> {
  readonly [takes]: DraftOf<T>;
  /** Where it stands among the pages, which may be created in as well. */
  readonly pagination: Pagination<T, Collection<T>>;
  /** The page itself, which may be created in. */
  readonly self: Link<Collection<T>>;
}

/** How far a page of a feed has looked. */
export interface Position<T> {
  /** Of the first item that is kept. */
  readonly firstSequence: number;
  /** Of the last item that there is. */
  readonly lastSequence: number;
  /** Up to here it has looked: keep it, or `following`, with what you did with the items. */
  readonly after: number;
  /** What comes after this page, whether it has items or none. */
  readonly following: Link<Feed<T>>;
}

/** Which items a feed keeps. */
interface Kept<T> extends Pick<Position<T>, 'firstSequence' | 'lastSequence'> {
  /** Those that come after the last. */
  readonly events: Link<Feed<T>>;
  /** Its own address. */
  readonly self: Link<Kept<T>>;
}

/** One page of a collection that grows while it is read, as that of events does. */
export interface Feed<T> extends Page<T> {
  /** How an item is found, and which items are kept. */
  readonly metaData: Page<T>['metaData'] & {
    readonly position?: Look<Kept<T>>;
  };
  /** Where it stands among the pages, each of which has its position. */
  readonly pagination: Pagination<T, Feed<T>>;
  /** How far it has looked, and where to go on. */
  readonly position: Position<T>;
  /** The page itself, with the question that was asked. */
  readonly self: Link<Feed<T>>;
}

/** The action that adds an item to a collection. */
export interface Creation<T> extends Action<DraftOf<T>, T, boolean> {
  /** The collection to create in. */
  readonly href: Link<Collection<T>>;
}

/** A condition on the items of a collection of `T`. */
export type FilterOf<T> = Filter<
  { [P in keyof FiltersOf<T>]: [P, ComparedWith<FiltersOf<T>[P]>] }[keyof FiltersOf<T>]
>;

/** What a collection is asked. */
export interface Question<T> {
  /** `(product) => product.name.like('*lamp*')`, or made with `where`. */
  readonly filter?: FilterOf<T> | ((item: Fields<FiltersOf<T>>) => FilterOf<T>) | undefined;
  /** `-` before a name: descending. `~`: alphabetical, numbers too. */
  readonly sort?: Sorting<SortableOf<T>> | readonly Sorting<SortableOf<T>>[] | undefined;
  /** Items on a page: 1 to 1000. */
  readonly pageSize?: number | undefined;
}

type Sorting<Name extends string> = Name | `-${Name}` | `~${Name}` | `-~${Name}`;

/**
 * The link with a question. What asks anew starts at the first page, and stays within what the link is
 * filtered by: what is asked of the entries of a figure is asked of no others.
 */
export function asking<T, Q>(
  link: Link<Page<T, Q>>,
  { filter, sort, pageSize }: Question<Q>,
): Link<Page<T, Q>> {
  if (filter === undefined && sort === undefined && pageSize === undefined) return link;
  const url = new URL(link);
  const { searchParams } = url;
  for (const position of ['skippages', 'after']) searchParams.delete(position);
  if (filter !== undefined) {
    const made = typeof filter === 'function' ? filter(fieldsOf()) : filter;
    // Without a condition all would be asked for: that is a forgotten return.
    if (typeof (made as typeof made | null | undefined)?.text !== 'string')
      throw new TypeError('the filter is no condition such as p.name.eq(1): see where');
    const before = searchParams.get('filter');
    searchParams.set('filter', before ? `(${before})$and:(${made.text})` : made.text);
  }
  if (sort !== undefined) searchParams.set('sort', String(sort));
  if (pageSize !== undefined) searchParams.set('pagesize', String(pageSize));
  return url.href as Link<Page<T, Q>>;
}

/** Reads a page of a collection. */
type ReadPage<T, Q> = (link: Link<Page<T, Q>>) => Promise<Page<T, Q>>;

/** A page and those that follow it, each asked for when it is needed. */
export async function* pagesFrom<T, Q>(
  first: Link<Page<T, Q>>,
  read: ReadPage<T, Q>,
): AsyncGenerator<Page<T, Q>, void, undefined> {
  let link: Link<Page<T, Q>> | undefined = first;
  while (link !== undefined) {
    const page: Page<T, Q> = await read(link);
    yield page;
    link = page.pagination.nextPage;
  }
}

/** The items of a collection, as they come: for `for await`, or all at once. */
export interface Items<T> extends AsyncGenerator<T, void, undefined> {
  /** All of them: mind that they are held in memory. */
  toArray(): Promise<T[]>;
  /** What becomes of each, in their order; so many are worked on at once (1 unless said). */
  map<A>(
    work: (item: T, index: number) => Promise<A> | A,
    options?: { readonly concurrency?: number | undefined },
  ): Promise<A[]>;
}

/** As many are on a page at most: each worker more is a promise that finds nothing to do. */
const CONCURRENCY_MAX = 1000;

type WalkOptions = { readonly limit?: number | undefined; readonly signal?: AbortSignal | undefined };

/** The items of a page and of those that follow it, until the signal. */
export function itemsFrom<T, Q>(
  first: Link<Page<T, Q>>,
  read: ReadPage<T, Q>,
  { limit = Infinity, signal }: WalkOptions,
): Items<T> {
  atLeast(0, { limit });
  const items = walk(first, read, limit, signal);
  const map: Items<T>['map'] = async (work, { concurrency = 1 } = {}) => {
    atLeast(1, { concurrency });
    const made: Awaited<ReturnType<typeof work>>[] = [];
    let index = 0;
    const worker = async (): Promise<void> => {
      for (;;) {
        const { value, done } = await items.next();
        if (done === true) return;
        const place = index++;
        made[place] = await work(value as T, place);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(concurrency, CONCURRENCY_MAX) }, worker));
    } finally {
      // Where one failed, the others find nothing more to do.
      void items.return();
    }
    return made;
  };
  return Object.assign(items, { map, toArray: () => map((item) => item) });
}

async function* walk<T, Q>(
  first: Link<Page<T, Q>>,
  read: ReadPage<T, Q>,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  let given = 0;
  if (given >= limit) return;
  for await (const { collection } of pagesFrom(first, read)) {
    for (const item of collection) {
      // A page that is there may have a thousand more, for which nobody waits any longer.
      signal?.throwIfAborted();
      yield item;
      given += 1;
      if (given >= limit) return;
    }
  }
}

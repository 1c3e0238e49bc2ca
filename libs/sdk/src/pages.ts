import type {
  Action,
  CollectionActionsOf,
  DraftOf,
  FiltersOf,
  KeyOf,
  Link,
  SortableOf,
  SubCollectionsOf,
  Template,
} from './link.js';
import type { Filter } from './query.js';

/** One page of a collection. */
export interface Page<T> {
  /** Its items, in the order that was asked for. */
  readonly collection: readonly T[];
  /** What can be done with the collection. */
  readonly metaData: {
    readonly create?: Creation<T>;
    /** How one item is found by what identifies it. */
    readonly find?: { readonly description: string; readonly href: Template<T, KeyOf<T>> };
  } & CollectionActionsOf<T>;
  /** Where it stands among the pages; at most `maxPageSizeAllowed` items may be asked for at once. */
  readonly pagination: {
    readonly maxPageSizeAllowed: number;
    readonly pageSize: number;
    readonly skipPages: number;
    /** Items that pass the filter, on all pages. */
    readonly results: number;
    readonly resultsWithoutFilter: number;
    readonly firstPage: Link<Page<T>>;
    readonly previousPage?: Link<Page<T>>;
    readonly nextPage?: Link<Page<T>>;
    readonly lastPage: Link<Page<T>>;
  };
  /** Where there are collections of a part of the same items. */
  readonly subCollections?: SubCollectionsOf<T>;
  /** The page itself, with the question that was asked. */
  readonly self: Link<Page<T>>;
}

/** One page of a collection that new items are added to. */
export interface Collection<T> extends Page<T> {
  readonly metaData: Page<T>['metaData'] & { readonly create: Creation<T> };
  /** The page itself, which may be created in. */
  readonly self: Link<Collection<T>>;
}

/** The action that adds an item to a collection. */
export interface Creation<T> extends Action<DraftOf<T>, T, boolean> {
  /** The collection to create in. */
  readonly href: Link<Collection<T>>;
}

/** What a collection is asked. */
export interface Question<T> {
  /** Made with `where`. */
  readonly filter?:
    Filter<{ [P in keyof FiltersOf<T>]: [P, FiltersOf<T>[P]] }[keyof FiltersOf<T>]> | undefined;
  /** `-` before a name: descending. `~`: alphabetical, numbers too. */
  readonly sort?: readonly Sorting<SortableOf<T>>[] | undefined;
  /** Items on a page: 1 to 1000. */
  readonly pageSize?: number | undefined;
}

type Sorting<Name extends string> = Name | `-${Name}` | `~${Name}` | `-~${Name}`;

/** The link with a question. What asks anew starts at the first page. */
export function asking<T>(link: Link<Page<T>>, { filter, sort, pageSize }: Question<T>): Link<Page<T>> {
  if (filter === undefined && sort === undefined && pageSize === undefined) return link;
  const url = new URL(link);
  for (const position of ['skippages', 'after']) url.searchParams.delete(position);
  if (filter !== undefined) url.searchParams.set('filter', filter.text);
  if (sort !== undefined) url.searchParams.set('sort', sort.join());
  if (pageSize !== undefined) url.searchParams.set('pagesize', String(pageSize));
  return url.href as Link<Page<T>>;
}

/** Reads a page of a collection. */
type ReadPage<T> = (link: Link<Page<T>>) => Promise<Page<T>>;

/** A page and those that follow it, each asked for when it is needed. */
export async function* pagesFrom<T>(
  first: Link<Page<T>>,
  read: ReadPage<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  let link: Link<Page<T>> | undefined = first;
  while (link !== undefined) {
    const page: Page<T> = await read(link);
    yield page;
    link = page.pagination.nextPage;
  }
}

/** The items of a page and of those that follow it. */
export async function* itemsFrom<T>(
  first: Link<Page<T>>,
  read: ReadPage<T>,
  limit = Infinity,
): AsyncGenerator<T, void, undefined> {
  let given = 0;
  if (given >= limit) return;
  for await (const { collection } of pagesFrom(first, read)) {
    for (const item of collection) {
      yield item;
      given += 1;
      if (given >= limit) return;
    }
  }
}

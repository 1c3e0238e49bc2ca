import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { ResourceRepository, Stored } from '../port/resource-repository.port.js';
import { keyOf, type AnyResource, type AnyValue } from '../resource/resource.js';
import type { Filter } from './filter.js';
import { Busy, TooMuchAtOnce } from '../port/unit-of-work.port.js';
import { fewAtOnce } from '../turn/few-at-once.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PAGE_BYTES_MAX, type CollectionQuery, type Page } from './page.js';
import { defined } from '../value/defined.js';
import { pageOfEach } from './page-in-memory.js';

/**
 * Members that items have without being kept with them: computed from elsewhere, as a balance is, or those of
 * what a reference names, as `account.balance` of a customer group (§2.11).
 */
export type Members = {
  /** The properties by which only these members can be asked for: `balance`, `account.balance`. */
  readonly properties: readonly string[];
  /** They are part of the item and answered with it; else they serve filters and sorts only. */
  readonly areAnswered: boolean;
  /** What `add` looks at of an item beside its identifier and what is asked for, by the names of members. */
  readonly needs?: readonly string[];
  /** What they hold, about, in bytes as it is kept: where it may be much, it is weighed before it is read. */
  weigh?(items: readonly AnyValue[]): number;
  /**
   * The same items with these members, asked for all at once, however many items. Nothing in the place of an
   * item that was removed, or became another kind of thing, since it was read: it is read anew.
   */
  add(items: readonly AnyValue[]): Promise<readonly (AnyValue | undefined)[]>;
  /** The same of an item that was just made, where that is known: nobody is asked. */
  addToNew?(item: AnyValue): AnyValue;
};

type Repository = ResourceRepository<AnyValue>;

/** Who asks, as far as it matters to what takes long. */
export type Asker = {
  /** Agreements take turns. */
  readonly agreementNumber: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly givenUp?: (() => AbortSignal) | undefined;
};

/**
 * A repository whose items have more members than it keeps. A query that names one of them is
 * answered over all items of the collection: right for hundreds of items, not for
 * millions. Other queries go through as they are. Agreements take turns
 * with such queries, which are answered for nobody who is gone.
 */
export function withMembers(
  resource: AnyResource,
  stored: Repository,
  members: Members,
  asker: Asker,
): Repository {
  // `add` may look at any member: where few are asked for, the items are read whole all the same.
  const page: Repository['page'] = (query) =>
    pageWith(resource, stored, members, { query: { ...query, only: undefined }, asker });
  if (!members.areAnswered) return { ...stored, page };
  // What a unit of work has just written is no other's to remove before its commit.
  const answered = <F>(written: TaskEither<F, Stored<AnyValue>>): TaskEither<F, Stored<AnyValue>> =>
    pipe(
      written,
      TE.flatMapTask(({ value, ...row }) => async () => {
        const [added = value] = await members.add([value]);
        return { value: added, ...row };
      }),
    );
  const whole = (read: () => Promise<Stored<AnyValue> | undefined>) => wholeItem(members, read);
  return {
    page,
    find: (key) => whole(() => stored.find(key)),
    hold: (key) => whole(() => stored.hold(key)),
    create: (draft) => {
      const { addToNew } = members;
      if (addToNew === undefined) return answered(stored.create(draft));
      return pipe(
        stored.create(draft),
        TE.map((made) => ({ ...made, value: addToNew(made.value) })),
      );
    },
    replace: (key, draft, version, condition) => answered(stored.replace(key, draft, version, condition)),
    remove: (key, version) => stored.remove(key, version),
  };
}

async function pageWith(
  resource: AnyResource,
  stored: Repository,
  members: Members,
  { query, asker }: { readonly query: CollectionQuery; readonly asker: Asker },
): Promise<Page<AnyValue>> {
  const asked = new Set(propertiesAsked(query));
  if (!members.properties.some((property) => asked.has(property))) {
    let page = await stored.page(query);
    if (!members.areAnswered) return page;
    let isFirst = true;
    let bytes: number | undefined;
    const items = await wholeItems(members, async () => {
      if (!isFirst) page = await stored.page(query);
      isFirst = false;
      bytes = weighed(members, page, query);
      return page.items;
    });
    return { ...page, ...(bytes !== undefined && { bytes }), items };
  }
  return overWholeCollection(asker, (givenUp) =>
    pageOverWhole(resource, stored, members, { query, givenUp }),
  );
}

/**
 * The page of a question that is answered in memory. A page of the collection is there at a time, with the
 * members that the question needs: of others it is known what they are sorted by, and those of the page are
 * read anew, whole.
 */
async function pageOverWhole(
  resource: AnyResource,
  stored: Repository,
  members: Members,
  { query, givenUp }: Omit<Walk, 'all'>,
): Promise<Page<AnyValue>> {
  const all = { resultsWithoutFilter: 0 };
  const walk = { query, all, givenUp };
  const found = await pageOfEach(resource, eachWhole(resource, stored, members, walk), query);
  const { keys, ...knownCounts } = found;
  const counts = { ...knownCounts, ...all };
  if (keys.length === 0) return { ...counts, items: [] };
  const named: Filter = { kind: 'in', property: resource.key, values: keys, orAbsent: false };
  const asked = { sort: byKeyOf(resource), pageSize: query.pageSize, skipPages: 0, filter: named };
  let bytes: number | undefined;
  const read = async (): Promise<readonly AnyValue[]> => {
    const page = await stored.page(asked);
    bytes = page.bytes;
    return page.items;
  };
  const items = members.areAnswered ? await wholeItems(members, read) : await read();
  const byKey = new Map(items.map((item) => [keyOf(resource, item), item]));
  return {
    ...counts,
    ...(bytes !== undefined && { bytes }),
    items: keys.map((key) => byKey.get(key)).filter((item) => item !== undefined),
  };
}

type Walk = {
  readonly query: CollectionQuery;
  readonly all: { resultsWithoutFilter: number };
  readonly givenUp: AbortSignal | undefined;
};

/** All items that may pass, with their members, of which no more than a page is in memory. */
async function* eachWhole(
  resource: AnyResource,
  stored: Repository,
  members: Members,
  { query, all, givenUp }: Walk,
): AsyncGenerator<AnyValue, void, undefined> {
  const { needs = [] } = members;
  const only = [...new Set([...needs, ...propertiesAsked(query).map(memberOf)])];
  const filter = withoutMembers(members, query.filter);
  for await (const page of boundedPages(resource, stored, { filter, only })) {
    all.resultsWithoutFilter = page.resultsWithoutFilter;
    if (givenUp?.aborted === true) throw new Busy('nobody waits for the answer any more');
    const whole = await members.add(page.items);
    for (const [at, item] of whole.entries()) {
      const read = () => stored.find(keyOf(resource, defined(page.items[at])));
      const now = item ?? (await wholeItem(members, read))?.value;
      if (now !== undefined) yield now;
    }
  }
}

async function wholeItem(
  members: Members,
  read: () => Promise<Stored<AnyValue> | undefined>,
): Promise<Stored<AnyValue> | undefined> {
  let row: Stored<AnyValue> | undefined;
  const [value] = await wholeItems(members, async () => {
    row = await read();
    return row === undefined ? [] : [row.value];
  });
  return row && value && { ...row, value };
}

/** What all that passes a filter passes, too, and what is stored can be asked for: nothing of the members. */
function withoutMembers({ properties }: Members, filter: Filter | undefined): Filter | undefined {
  const isOwn = (one: Filter): boolean => !propertiesIn(one).some((name) => properties.includes(name));
  if (filter === undefined || isOwn(filter)) return filter;
  if (filter.kind !== 'and') return undefined;
  const of = filter.of.filter(isOwn);
  return of.length > 1 ? { kind: 'and', of } : of[0];
}

/** What a page comes to with its members. Throws `TooMuchAtOnce` where a large one comes to too much. */
function weighed(
  { weigh }: Members,
  { items, bytes }: Page<AnyValue>,
  { pageSize }: CollectionQuery,
): number | undefined {
  if (weigh === undefined) return bytes;
  const whole = (bytes ?? 0) + weigh(items);
  if (whole > PAGE_BYTES_MAX && pageSize > DEFAULT_PAGE_SIZE)
    throw new TooMuchAtOnce('the items of the page hold too much with their members');
  return whole;
}

/** So often items are read anew, of which one is gone before its members are read. */
const TRIES_MAX = 10;

/**
 * What is read, with its members. Items and members are read one after the other; where an item is gone
 * between the two, both are read anew, so that nobody is shown half of it. Throws `Busy` where that goes on.
 */
async function wholeItems(
  { add }: Members,
  read: () => Promise<readonly AnyValue[]>,
): Promise<readonly AnyValue[]> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const items = await read();
    if (items.length === 0) return items;
    const whole = await add(items);
    if (whole.every((item) => item !== undefined)) return whole;
  }
  throw new Busy('items are removed faster than they can be read with their members');
}

const wholeCollections = fewAtOnce({ inside: 2, waiting: 32, waitingOfOne: 16, timeoutMs: 20_000 });

/**
 * Work over all items of a collection of an agreement: two at once in a process, of agreements by turns.
 * Throws `Busy` where too many wait, or one for too long, or for nobody any more.
 */
export function overWholeCollection<A>(
  { agreementNumber, givenUp }: Asker,
  work: (givenUp: AbortSignal | undefined) => Promise<A>,
): Promise<A> {
  const signal = givenUp?.();
  return wholeCollections(() => work(signal), String(agreementNumber), signal);
}

/** So many items of a collection are gone through for one request, and so much of their lists. */
const ITEMS_MAX = 50_000;
const BYTES_MAX = 2 * PAGE_BYTES_MAX;

/** Every property that a filter or an order of a question names. */
function propertiesAsked({ filter, sort }: CollectionQuery): readonly string[] {
  return [...propertiesIn(filter), ...sort.map(({ property }) => property)];
}

/** The member of an item in which a property stands. */
function memberOf(property: string): string {
  return defined(property.split('.')[0]);
}

/** Every property that a filter names. */
export function propertiesIn(filter: Filter | undefined): readonly string[] {
  if (filter === undefined) return [];
  return 'of' in filter ? filter.of.flatMap(propertiesIn) : [filter.property];
}

/** All items of a collection, in the largest pages there are. Throws `TooMuchAtOnce` where they are many. */
export async function everyItem<A>(
  resource: AnyResource,
  repository: Pick<ResourceRepository<A>, 'page'>,
  filter?: Filter,
): Promise<readonly A[]> {
  const items: A[] = [];
  for await (const page of boundedPages(resource, repository, { filter })) items.push(...page.items);
  return items;
}

/** Which items of a collection are gone through, and what is looked at of them. */
type PartOfCollection = { readonly filter: Filter | undefined } & Pick<CollectionQuery, 'only'>;

/** The same a page after the other. */
async function* boundedPages<A>(
  resource: AnyResource,
  repository: Pick<ResourceRepository<A>, 'page'>,
  asked: PartOfCollection,
): AsyncGenerator<Page<A>, void, undefined> {
  let items = 0;
  let bytes = 0;
  for await (const page of everyPage(resource, repository, { ...asked, smallest: MAX_PAGE_SIZE })) {
    items += page.items.length;
    bytes += page.bytes ?? 0;
    // What would be too much in the end is not read first.
    if (Math.max(items, page.results) > ITEMS_MAX || bytes > BYTES_MAX)
      throw new TooMuchAtOnce('more of the collection than is gone through for one request');
    yield page;
  }
}

/** The items of a collection one after the other, of which no more than a page is in memory. */
export async function* eachItem<A>(
  resource: AnyResource,
  repository: Pick<ResourceRepository<A>, 'page'>,
  filter?: Filter,
): AsyncGenerator<A, void, undefined> {
  const asked = { filter, smallest: DEFAULT_PAGE_SIZE };
  for await (const { items } of everyPage(resource, repository, asked)) yield* items;
}

/** A collection in the largest pages there are; from where one holds too much on, in the smallest. */
async function* everyPage<A>(
  resource: AnyResource,
  { page }: Pick<ResourceRepository<A>, 'page'>,
  { filter, only, smallest }: PartOfCollection & { readonly smallest: number },
): AsyncGenerator<Page<A>, void, undefined> {
  const sort = byKeyOf(resource);
  let pageSize = MAX_PAGE_SIZE;
  let after: string | undefined;
  for (let seen = 0; ;) {
    const query = {
      sort,
      pageSize,
      skipPages: seen / pageSize,
      only,
      ...(filter !== undefined && { filter }),
      ...(after !== undefined && { after }),
    };
    let next: Page<A>;
    try {
      next = await page(query);
    } catch (error) {
      if (!(error instanceof TooMuchAtOnce) || pageSize === smallest) throw error;
      pageSize = smallest;
      continue;
    }
    yield next;
    if (next.items.length < pageSize) return;
    seen += pageSize;
    after = next.position;
  }
}

function byKeyOf({ key }: AnyResource): CollectionQuery['sort'] {
  return [{ property: key, descending: false, alphabetical: false }];
}

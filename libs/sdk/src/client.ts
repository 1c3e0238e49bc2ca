import { exchangeWith, type Answered, type ConnectOptions } from './exchange.js';
import type { Home } from './generated/home.js';
import type {
  Action,
  DraftOf,
  KeyOf,
  Link,
  ListedDraftOf,
  Removable,
  ReplacementOf,
  Template,
} from './link.js';
import { asking, itemsFrom, pagesFrom, type Collection, type Page, type Question } from './pages.js';
import { expand } from './template.js';

/** The two tokens of every request, or the demo agreement, which is read-only. */
export type Credentials = { readonly appSecretToken: string; readonly agreementGrantToken: string } | 'demo';

/** What every question takes. */
export type Options = {
  /** Ends the request, or the walk. */
  readonly signal?: AbortSignal | undefined;
};

/** What every write takes. */
export type WriteOptions = Options & {
  /** A key of one's own, so that the same write may be sent again later, by another process too. */
  readonly idempotencyKey?: string | undefined;
};

/** What a change of an item takes. */
export type ChangeOptions = WriteOptions & {
  /** Only if nobody changed the item since it was read: otherwise a `ChangedSinceError`. */
  readonly ifUnchanged?: boolean | undefined;
};

/** The service, seen from one grant. */
export interface Api {
  /** The home resource, where everything starts. */
  home(options?: Options): Promise<Home>;
  /** What a link leads to: what JSON says, or the bytes of a file. */
  follow<T>(link: Link<T>, options?: Options): Promise<T>;
  /** The items of a collection one by one, over its pages; at most `limit`. */
  each<T>(
    collection: Link<Page<T>>,
    question?: Question<T> & Options & { readonly limit?: number | undefined },
  ): AsyncGenerator<T, void, undefined>;
  /**
   * The pages of a collection, from the one that the link leads to. A page's `self` may be kept, and followed another day to go on
   * from there.
   */
  pages<T>(
    collection: Link<Page<T>>,
    question?: Question<T> & Options,
  ): AsyncGenerator<Page<T>, void, undefined>;
  /** One item of a collection by what identifies it. */
  find<T>(collection: Link<Page<T>> | Page<T>, key: KeyOf<T>, options?: Options): Promise<T>;
  /** What a template leads to. */
  find<T, V>(template: Template<T, V>, variables: V, options?: Options): Promise<T>;
  /** Adds an item to a collection. */
  create<T>(collection: Link<Collection<T>>, draft: DraftOf<T>, options?: WriteOptions): Promise<T>;
  /** Adds several items to a collection that takes lists: all of them, or none. */
  createAll<T>(
    collection: Link<Collection<T>>,
    drafts: readonly ListedDraftOf<T>[],
    options?: WriteOptions,
  ): Promise<readonly T[]>;
  /** Replaces an item, or creates one where a link names none yet and its identifier is the client's to choose. */
  replace<T>(item: Link<T> | T, replacement: ReplacementOf<T>, options?: ChangeOptions): Promise<T>;
  /** Removes an item. */
  remove(item: Link<Removable> | Removable, options?: ChangeOptions): Promise<void>;
  /** Does what an action says, with its body; one without a body takes `undefined` where options follow. */
  perform<A>(action: Action<void, A>, body?: undefined, options?: WriteOptions): Promise<A>;
  perform<B, A>(action: Action<B, A>, body: B, options?: WriteOptions): Promise<A>;
  /** Does it for several bodies at once: for all of them, or for none. */
  performAll<B, A>(
    action: Action<B, A, true>,
    bodies: readonly B[],
    options?: WriteOptions,
  ): Promise<readonly A[]>;
}

/** Connects to the service at this address. Nothing is sent before the first question. */
export function connect(url: string | URL, credentials: Credentials, connection: ConnectOptions = {}): Api {
  const start = new URL(url);
  const exchange = exchangeWith(headersOf(credentials), connection);
  const origins = new Set([start.origin]);
  const etags = new WeakMap<object, string>();
  const templates = new Map<string, Template<unknown, never>>();

  const home = async (options: Options = {}): Promise<Home> => {
    const { body } = await exchange({ method: 'get', url: start.href, ...options });
    if (typeof body !== 'object' || body === null || !('stable' in body)) {
      throw new TypeError(`${start.href} does not answer as the home of a Kontor service`);
    }
    const made = homeOf(body as WireHome);
    origins.add(new URL(made.self).origin);
    return made;
  };
  /** The tokens go to the service only: to where it was connected to, and to where its home says it lives. */
  const own = async (link: string): Promise<string> => {
    const { origin } = new URL(link);
    if (!origins.has(origin)) await home();
    if (!origins.has(origin))
      throw new TypeError(`${origin} is not the service connected to, ${start.origin}`);
    return link;
  };
  const remembered = <T>({ body, etag }: Answered): T => {
    if (etag !== undefined && typeof body === 'object' && body !== null) etags.set(body, etag);
    return body as T;
  };
  const follow = async <T>(link: Link<T>, { signal }: Options = {}): Promise<T> =>
    remembered(await exchange({ method: 'get', url: await own(link), signal }));

  const templateOf = async (collection: string | Page<unknown>, options: Options): Promise<string> => {
    if (typeof collection === 'string' && collection.includes('{')) return collection;
    if (typeof collection !== 'string') return findOf(collection);
    let template = templates.get(collection);
    if (template === undefined) {
      const link = collection as Link<Page<unknown>>;
      template = findOf(await follow(asking(link, { pageSize: 1 }), options));
      if (templates.size >= TEMPLATES_MAX) templates.clear();
      templates.set(collection, template);
    }
    return template;
  };
  const preconditionOf = (item: unknown, { ifUnchanged = false }: ChangeOptions): Record<string, string> => {
    if (!ifUnchanged) return {};
    const etag = typeof item === 'object' && item !== null ? etags.get(item) : undefined;
    if (etag === undefined) {
      throw new TypeError('ifUnchanged is about an item as follow, find, create or replace returned it');
    }
    return { 'If-Match': etag };
  };

  /** A write whose answer is what it made, there or where the answer says. */
  const sent = async <A>(
    method: Action['httpMethod'],
    link: Link<unknown>,
    body: unknown,
    options: WriteOptions = {},
  ): Promise<A> => {
    const url = await own(link);
    const made = await exchange({ method, url, ...(body !== undefined && { body }), ...writing(options) });
    const isElsewhere = made.body === undefined && made.location !== undefined;
    return isElsewhere ? follow(made.location as Link<A>, options) : remembered(made);
  };

  return {
    home,
    follow,
    each: (collection, { limit, signal, ...question } = {}) =>
      itemsFrom(asking(collection, question), (link) => follow(link, { signal }), limit),
    pages: (collection, { signal, ...question } = {}) =>
      pagesFrom(asking(collection, question), (link) => follow(link, { signal })),
    find: async (
      where: string | Page<unknown>,
      variables: Readonly<Record<string, string | number>>,
      options: Options = {},
    ): Promise<never> => {
      const template = (await templateOf(where, options)) as Template<never, typeof variables>;
      return follow(expand(template, variables), options);
    },
    create: <T>(collection: Link<Collection<T>>, draft: DraftOf<T>, options?: WriteOptions): Promise<T> =>
      sent<T>('post', collection, draft, options),
    createAll: <T>(
      collection: Link<Collection<T>>,
      drafts: readonly ListedDraftOf<T>[],
      options?: WriteOptions,
    ): Promise<readonly T[]> => sent<readonly T[]>('post', collection, drafts, options),
    replace: async <T>(
      item: Link<T> | T,
      replacement: ReplacementOf<T>,
      options: ChangeOptions = {},
    ): Promise<T> => {
      const condition = preconditionOf(item, options);
      const url = await own(addressOf(item));
      return remembered(
        await exchange({ method: 'put', url, body: replacement, ...writing(options, condition) }),
      );
    },
    remove: async (item, options = {}) => {
      const condition = preconditionOf(item, options);
      const url = await own(addressOf(item));
      await exchange({ method: 'delete', url, ...writing(options, condition) });
    },
    perform: <A>(
      { httpMethod, href }: Action<never, A>,
      body?: unknown,
      options?: WriteOptions,
    ): Promise<A> => sent<A>(httpMethod, href, body, options),
    performAll: <B, A>(
      { httpMethod, href }: Action<B, A, true>,
      bodies: readonly B[],
      options?: WriteOptions,
    ) => sent<readonly A[]>(httpMethod, href, bodies, options),
  };
}

/** Templates of collections that are kept, so that the second `find` in a collection is one request. */
const TEMPLATES_MAX = 1000;

function headersOf(credentials: Credentials): Record<string, string> {
  const { appSecretToken, agreementGrantToken } =
    credentials === 'demo' ? { appSecretToken: 'demo', agreementGrantToken: 'demo' } : credentials;
  return {
    Accept: 'application/json',
    'X-AppSecretToken': appSecretToken,
    'X-AgreementGrantToken': agreementGrantToken,
  };
}

/** A write is one write however often it is sent. */
function writing(
  { idempotencyKey = crypto.randomUUID(), signal }: WriteOptions,
  condition: Readonly<Record<string, string>> = {},
) {
  return { headers: { 'Idempotency-Key': idempotencyKey, ...condition }, signal };
}

function addressOf(item: unknown): string {
  return typeof item === 'string' ? item : (item as { readonly self: string }).self;
}

function findOf({ metaData, self }: Page<unknown>): Template<unknown, never> {
  if (metaData.find === undefined) throw new TypeError(`${self} does not say how to find an item`);
  return metaData.find.href;
}

type WireMap = Readonly<Record<string, string>>;
type WireHome = {
  readonly stable: WireMap;
  readonly experimental: WireMap;
  readonly deprecated: WireMap;
  readonly self: string;
};

/** Home with the names of its endpoints in camel case, and each of them at hand whatever its stability is. */
function homeOf(wire: WireHome): Home {
  const [stable, experimental, deprecated] = [wire.stable, wire.experimental, wire.deprecated].map(
    camelCased,
  );
  return {
    ...deprecated,
    ...experimental,
    ...stable,
    ...wire,
    stable,
    experimental,
    deprecated,
  } as unknown as Home;
}

function camelCased(map: WireMap): WireMap {
  return Object.fromEntries(
    Object.entries(map).map(([name, url]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      url,
    ]),
  );
}

import { ApiError, NotFoundError } from './errors.js';
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
import type { Collection } from './pages.js';
import { templateOf } from './reading.js';
import { expand } from './template.js';
import { answerIn, readFrom, type Options, type Wire } from './wire.js';

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

/** What a client changes things with. What the service refuses is thrown as an `ApiError`. */
export interface Writing {
  /** Adds an item to a collection. */
  create<T>(collection: Link<Collection<T>>, draft: DraftOf<T>, options?: WriteOptions): Promise<T>;
  /** Adds several items to a collection that takes lists, at most 1,000: all of them, or none. */
  createAll<T>(
    collection: Link<Collection<T>>,
    drafts: readonly ListedDraftOf<T>[],
    options?: WriteOptions,
  ): Promise<readonly T[]>;
  /** Replaces the item that the draft identifies, or adds it where there is none. */
  upsert<T>(
    collection: Link<Collection<T>>,
    draft: DraftOf<T> & KeyOf<T>,
    options?: WriteOptions,
  ): Promise<T>;
  /**
   * Replaces an item, or creates one where a link names none yet and its
   * identifier is the client's to choose.
   */
  replace<T>(item: Link<T> | T, replacement: ReplacementOf<T>, options?: ChangeOptions): Promise<T>;
  /** Removes an item. */
  remove(item: Link<Removable> | Removable, options?: ChangeOptions): Promise<void>;
  // It comes first for editors, which complete what is typed by the first form that takes as much.
  /** Does what an action says, with its body; one without a body takes `undefined` where options follow. */
  perform<B, A>(action: Action<B, A>, body: B, options?: WriteOptions): Promise<A>;
  perform<A>(action: Action<void, A>, body?: undefined, options?: WriteOptions): Promise<A>;
  /** Does it for several bodies at once: for all of them, or for none. */
  performAll<B, A>(
    action: Action<B, A, true>,
    bodies: readonly B[],
    options?: WriteOptions,
  ): Promise<readonly A[]>;
}

/** Writes over a connection. */
export function writingOver(wire: Wire): Writing {
  /** A write whose answer is what it made, there or where the answer says. */
  const sent = async <A>(
    method: Action['httpMethod'],
    link: unknown,
    body: unknown,
    {
      ifUnchanged,
      // A page that came without TLS, as from a service at home, has no `randomUUID`.
      idempotencyKey = crypto.getRandomValues(new Uint8Array(16)).join(''),
      ...options
    }: ChangeOptions = {},
    item?: unknown,
  ): Promise<A> => {
    const url = wire.own(link);
    // What no header can hold would be told as a mistake of no name.
    if (!/^[ -~]{1,255}$/.test(idempotencyKey))
      throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters');
    const headers = {
      'Idempotency-Key': idempotencyKey,
      ...(ifUnchanged === true && { 'If-Match': etagOf(wire, item) }),
    };
    const made = await wire.exchange({ method, url, body, headers, ...options });
    const location = made.response.headers.get('Location');
    if (made.body === undefined && location !== null) return readFrom(wire, location as Link<A>, options);
    return answerIn(wire, made);
  };
  const post = <A>(collection: Link<unknown>, body: unknown, options?: WriteOptions) =>
    sent<A>('post', collection, body, options);
  const perform = async <A>(action: Action, body?: unknown, options?: WriteOptions): Promise<A> => {
    // The member may be missing, whatever the types of plain JavaScript say.
    if ((action as Action | undefined)?.href === undefined)
      throw new TypeError('this action is not possible now, or its item was not read alone: follow its self');
    return sent(action.httpMethod, action.href, body, options);
  };
  return {
    create: post,
    createAll: post,
    upsert: async <T>(collection: Link<Collection<T>>, draft: DraftOf<T> & KeyOf<T>, options = {}) => {
      const template = (await templateOf(wire, collection, options)) as Template<T, KeyOf<T>>;
      const link = expand(template, draft);
      const put = (): Promise<T> => sent<T>('put', link, draft, options);
      return put().catch((error: unknown) => {
        // A key of the caller may be that of the item which was added before: then it is answered again.
        const isOfPost = error instanceof ApiError && error.errorCode === 'E09010';
        if (!(error instanceof NotFoundError || isOfPost)) throw error;
        // Another one may have added it in between: then it is there to be replaced.
        return post<T>(collection, draft, options).catch((refusal: unknown) => {
          if (refusal instanceof ApiError && refusal.errorCode === 'E06010') return put();
          throw refusal;
        });
      });
    },
    replace: <T>(item: Link<T> | T, replacement: ReplacementOf<T>, options?: ChangeOptions) =>
      sent<T>('put', addressOf(item), replacement, options, item),
    remove: (item, options) => sent('delete', addressOf(item), undefined, options, item),
    perform,
    performAll: perform as Writing['performAll'],
  };
}

function addressOf(item: unknown): unknown {
  return (item as { readonly self?: unknown } | undefined)?.self ?? item;
}

/** The service has no weak tags: a proxy that compresses answers makes them so, and `If-Match` takes none. */
function etagOf({ etags }: Wire, item: unknown): string {
  const etag = etags.get(item as object);
  if (etag !== undefined) return etag.replace(/^W\//, '');
  throw new TypeError('ifUnchanged needs an item read alone or written');
}

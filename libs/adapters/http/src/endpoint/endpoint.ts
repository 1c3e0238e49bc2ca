import type { Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type {
  AnyResource,
  AnyValue,
  DraftFor,
  FieldData,
  Fields,
  IntegerKind,
  KeyValue,
  ModuleName,
  Resource,
  StoredBytes,
  StringKind,
} from '@kontor/kernel';
import type { Caller, RoleName } from '@kontor/studio';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import type { LinkStyle, Links } from '../representation/links.js';
import type { CollectionRequest } from '../request/collection-query.js';
import type { DateName, RequestedDates } from '../request/statement-query.js';
import type { Services } from '../service/services.js';

/** §1: PATCH is not among them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** §9.2: how much a client may rely on an endpoint. */
export type Stability = 'stable' | 'experimental' | 'deprecated';

/**
 * Who may call. `open`: anybody, without credentials. `anyRole`: any grant. `studio`: any grant, also an
 * administrator's. `administrator`: an administrator's grant only. Roles: grants with one of them, and
 * SuperUser always (D13).
 */
export type Access = 'open' | 'anyRole' | 'studio' | 'administrator' | readonly RoleName[];

/** The flag by which a write is only tried: it is answered as if it were done, and nothing is kept. */
export const PREVIEW = 'preview';

/** Whether the route of a method and a path, with its parameters unfilled, lets the caller in. */
export type Offers = (method: Method, path: string) => boolean;

/** What an endpoint is asked, decoded and checked. */
export type ApiRequest = {
  readonly caller: Caller;
  /** Values of the path's parameters by name. */
  readonly parameters: Readonly<Record<string, KeyValue>>;
  /** For collections: filter, sort and page. */
  readonly collection?: CollectionRequest;
  /** The flags of the row that the query sets: `preview` for `?preview=true`. */
  readonly flags?: readonly string[];
  /** The decoded body: an object, or a list where the endpoint takes one. */
  readonly body?: unknown;
  /** The bytes that came as the body, kept and loose, and what they are said to be. */
  readonly file?: StoredBytes & { readonly mediaType: string };
  /** The dates that the query gives, of those that the row takes. */
  readonly dates?: RequestedDates;
  /** The words that the query gives, of those that the row takes. */
  readonly words?: Readonly<Record<string, string>>;
  /** CSV is wanted rather than JSON, of a row that has both. */
  readonly wantsCsv?: true;
  /** Of a row that waits: how it is to wait. */
  readonly live?: Live;
  /** Of a read: whether it would be answered now, too. Their grant may have ended while it is sent. */
  readonly isStillAllowed?: () => Promise<boolean>;
  /** Of a read: aborted when nobody waits for the answer any more. */
  readonly givenUp?: () => AbortSignal;
  readonly links: Links;
  /** How links of this answer look: with or without `demo=true`. */
  readonly style: LinkStyle;
  readonly now: Date;
  /** What the request is called in the log and in the record of changes (G37), and the path it came to. */
  readonly requestId: string;
  readonly path: string;
  /** Which actions the caller may be shown. */
  readonly offers: Offers;
};

/** A file that is answered: what was made of it whole, or what is kept, piece by piece as it is sent. */
export type AnsweredFile = { readonly type: string; readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly pieces: AsyncIterable<Uint8Array>; readonly length: number; readonly digest: string }
  /** Made while it is sent. */
  | { readonly pieces: AsyncIterable<Uint8Array>; readonly length?: undefined }
);

/** How a request waits for what is not there yet. */
export type Live = {
  /** In seconds; 0: not at all. */
  readonly wait: number;
  /** `text/event-stream` is wanted rather than JSON. */
  readonly wantsStream: boolean;
  /** Where a stream that was cut off had come to. */
  readonly lastEventId?: string;
  /**
   * Waits for an event after a sequence, so long at most, and gives why the caller may not be answered any
   * more, where that is so now. Whoever is not answered yet has no place among the requests at work
   * meanwhile.
   */
  until(sequence: number, ms: number): Promise<Either<Failure, void>>;
  /** Takes a seat for a stream until it ends; from then on `until` is its own. Throws `Busy`. */
  streams(): void;
  /**
   * Does a piece of the work of a stream with a place among the requests at work; undefined, and not done,
   * where there is no turn for it soon.
   */
  inTurn<A>(piece: () => Promise<A>): Promise<A | undefined>;
  /** The client is gone, or the process is to stop. */
  hasEnded(): boolean;
};

/**
 * What an endpoint answers. `body` is JSON text; what is remembered has it as `sent`, with the `etag` that
 * was made then.
 */
export type Answer = {
  readonly status: 200 | 201 | 204;
  readonly body?: string;
  readonly location?: string;
  /** Something else than JSON. */
  readonly file?: AnsweredFile;
  /**
   * For a single resource: the item as JSON text without its actions, which its strong `ETag` is made from.
   */
  readonly tagged?: string;
  /** For a single resource: its actions as JSON text, which the second part of its `ETag` is made from. */
  readonly actions?: string;
  /** Pieces that are sent as they come, for as long as there are any. */
  readonly stream?: { readonly type: string; readonly pieces: AsyncIterable<Uint8Array> };
  /** The state of the one item that it is made of (`itemState`), as it was read with the item. */
  readonly of?: string;
  /** The body as bytes. */
  readonly sent?: Buffer;
  readonly etag?: string;
};

/** The body an endpoint takes: the fields of a declared shape. */
export type BodyShape = {
  readonly fields: Readonly<Record<string, FieldData>>;
  /**
   * The identifier that the URL gives as well; a different one in the body is refused unless `urlWins`
   * (D128). `exact`: one that differs in case is a different one (§2.10 as amended). `creates`: an item may
   * be made under it, though the service makes identifiers otherwise (D127).
   */
  readonly keyInUrl?: {
    readonly field: string;
    readonly urlWins: boolean;
    readonly exact?: true;
    readonly creates?: true;
  };
  /** A list of such objects is taken as well. */
  readonly orListOf?: true;
  /** Of so many at most; `LIST_ITEMS_MAX` where nothing is said. */
  readonly listMax?: number;
  /** What could be sent, where that is not what the resource gives as its example. */
  readonly example?: AnyValue;
};

/**
 * What a row answers with, where `serves` does not say it: an item, or what would be one without these of its
 * members; an object; the address of a collection; a list.
 */
export type Given =
  | { readonly item: AnyResource; readonly without?: readonly string[] }
  | {
      readonly object: Readonly<Record<string, FieldData | Given>>;
      readonly hasSelf?: true;
      /** What its self leads to, where that is something else than this object. */
      readonly leadsTo?: AnyResource | 'file';
    }
  | { readonly linkTo: AnyResource }
  | { readonly listOf: Given };

/** The action of `metaData` that leads to a row. */
export type ShownAction = {
  readonly name: string;
  /** What it does, in a few words. */
  readonly says: string;
  /** Whose `metaData` shows it, when it is possible. */
  readonly shownBy: readonly { readonly resource: AnyResource; readonly as: 'collection' | 'item' }[];
  /** A flag of the row that it sets. */
  readonly flag?: string;
  /** What it is answered with, where the flag makes that something else. */
  readonly gives?: Given;
};

/**
 * The state of the single resource a write is about, for `If-Match` and `If-None-Match`: the text that its
 * tag is made from, or the tag itself.
 */
export type CurrentState = { readonly version: number } & (
  | { readonly item: string }
  | { readonly etag: string }
);

type Route = {
  readonly method: Method;
  /** Fixed segments in lower case and `:parameters`. A path is written once. */
  readonly path: string;
  readonly stability: Stability;
  readonly access: Access;
  /** What it does, for the documentation. */
  readonly summary: string;
  /** Where the same is read and written now, of a row whose address is an old one. */
  readonly supersededBy?: string;
  readonly parameters: Readonly<Record<string, StringKind | IntegerKind>>;
  /** The resource whose collection or item (or sub-resource) this row serves. */
  readonly serves?: { readonly resource: AnyResource; readonly as: 'collection' | 'item' | 'other' };
  /** Its name on home, where the words of its path are the name of another row. */
  readonly homeName?: string;
  readonly gives?: Given;
  /** The resource whose `filter`, `sort` and paging parameters the row takes. */
  readonly lists?: AnyResource;
  /**
   * Collections of a part of the same items, by name, and the path of each: the collection says where they
   * are.
   */
  readonly subCollections?: Readonly<Record<string, string>>;
  /** Without this module the agreement has no such thing: the row is as if it were not there. */
  readonly needs?: ModuleName;
  /** Query parameters that are `true` or absent. */
  readonly flags?: readonly string[];
  /**
   * The media types of its answers, where they are not JSON: whoever asks for it wants it, whatever `Accept`
   * says.
   */
  readonly answers?: readonly string[];
  /** Query parameters that are dates. */
  readonly dates?: readonly DateName[];
  /** Query parameters that are a word each, and what they say. */
  readonly words?: Readonly<Record<string, string>>;
  /** It answers with CSV as well, to who would rather have that. */
  readonly alsoCsv?: true;
  /** Its answers are kept as they are: nothing is drawn, so nobody waits for a place to draw. */
  readonly isKept?: true;
  /** It waits for what is not there yet, where `wait` says so, and is also a stream (`text/event-stream`). */
  readonly isLive?: true;
  /** Not shown on home or in the API description. */
  readonly hidden?: true;
};

/**
 * A collection of an agreement. `within`: that in the parents with these identifiers; `everywhere`: those in
 * all parents.
 */
export type CollectionOf = {
  readonly resource: AnyResource;
  readonly within?: readonly KeyValue[];
  readonly everywhere?: true;
};

/** A read: no transaction, no idempotency. */
export type ReadEndpoint = Route & {
  readonly method: 'GET';
  /**
   * The collection whose rows are all that its answers show: while its version stays, so do they (ADR 25).
   */
  readonly madeOf?: AnyResource;
  /** For agreements with this module they show more than those rows: they are made anew. */
  readonly madeAnewWith?: ModuleName;
  /**
   * Where they show rows of several, all of these: while none of their versions changes, its answers stay.
   */
  readonly madeOfAll?: (request: ApiRequest) => readonly CollectionOf[];
  readonly perform: (services: Services, request: ApiRequest) => Promise<Either<Failure, Answer>>;
};

/** A write: runs in one unit of work, may carry an idempotency key and preconditions. */
export type WriteEndpoint = Route & {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly body?: BodyShape;
  /** The body is a file of one of these media types, of so many bytes at most: it is kept as it comes. */
  readonly takes?: { readonly types: readonly string[]; readonly mostBytes: number };
  readonly action?: ShownAction;
  /**
   * The codes by which its own rules refuse, beyond those that follow from what it takes; for a removal, in
   * place of E10150. Every answer of the tests is held against them.
   */
  readonly refuses?: readonly ErrorCode[];
  /**
   * The body names the thing that is written: one that is not there is told as one in an address, with 404
   * (D53, D156).
   */
  readonly takesItem?: true;
  /**
   * Its answer shows a secret, in the member of this name: nobody on the way may store it, and here it is
   * stored encrypted (G30).
   */
  readonly showsSecret?: string;
  /** It ends access: what is remembered of credentials here is forgotten, so that it has ended at once. */
  readonly endsAccess?: true;
  /** A PUT that creates what is missing although the service makes the identifiers (amendment 36). */
  readonly putCreates?: true;
  /** The present state of what is written, where preconditions make sense. */
  readonly current?: (services: Services, request: ApiRequest) => Promise<CurrentState | undefined>;
  readonly perform: (
    services: Services,
    request: ApiRequest,
    version: number | undefined,
  ) => TaskEither<Failure, Answer>;
};

/** What answers a method at a path: a declaration, from which router, home and OpenAPI are made. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** The names of a path's parameters, read from its type. */
export type ParametersOf<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParametersOf<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** A route that reads: GET. */
export function readEndpoint(route: Omit<ReadEndpoint, 'method'>): ReadEndpoint {
  return { method: 'GET', ...route };
}

/** A route that writes, checked by the compiler where it is declared. */
export function writeEndpoint(route: WriteEndpoint): WriteEndpoint {
  return route;
}

/**
 * What was asked of a collection. Throws where the route declares none (`Endpoint.collection`), which is a
 * defect of the route.
 */
export function collectionOf({ collection }: Pick<ApiRequest, 'collection'>): CollectionRequest {
  if (collection === undefined) throw new Error('the route takes no filter, sort or page');
  return collection;
}

/**
 * The body of a request, where the route takes one object. Its type is that of what the route declares of it,
 * by which it was decoded before: here that is taken for granted, and in no other place.
 */
export function bodyOf<F extends Fields>(
  request: Pick<ApiRequest, 'body'>,
  _declared: { readonly fields: F },
): DraftFor<Resource<F>> {
  return request.body as DraftFor<Resource<F>>;
}

/** The same, where the route takes a list as well: its items, or the one object. */
export function bodiesOf<F extends Fields>(
  request: Pick<ApiRequest, 'body'>,
  declared: { readonly fields: F },
): readonly DraftFor<Resource<F>>[] {
  return Array.isArray(request.body) ? request.body : [bodyOf(request, declared)];
}

/**
 * Where the JSON Schema of a row's body is (amendment 95): below the collection, which is one level above an
 * item that is replaced. Undefined for rows without a body.
 */
export function schemaPathOf(route: Endpoint): string | undefined {
  if (!('body' in route) || route.body === undefined) return undefined;
  const { method, path } = route;
  if (method === 'POST') return `${path}/schema/post`;
  if (method !== 'PUT') return undefined;
  const at = path.lastIndexOf('/');
  return `${path.charAt(at + 1) === ':' ? path.slice(0, at) : path}/schema/put`;
}

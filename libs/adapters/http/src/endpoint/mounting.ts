import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  defined,
  type AnyResource,
  type AnyValue,
  type DraftFor,
  type KeyValue,
  type ModuleName,
  type Stored,
  type ValueOf,
} from '@kontor/kernel';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import type { Access, ApiRequest, Endpoint, Stability } from './endpoint.js';
import type { StateNow } from './item-answer.js';

/**
 * Use cases that replace the generic operations of a resource with rules. They are declared as methods, so
 * that the handlers of one resource may also stand where those of any resource do: a caller only passes
 * drafts that were decoded by the declaration of that resource.
 */
export type Handlers<R extends AnyResource = AnyResource> = {
  create?(services: Services, draft: DraftFor<R>, request: ApiRequest): TaskEither<Failure, Stored<AnyValue>>;
  replace?(
    services: Services,
    key: KeyValue,
    draft: DraftFor<R>,
    request: ApiRequest,
    version: number | undefined,
  ): TaskEither<Failure, Stored<AnyValue>>;
  remove?(
    services: Services,
    key: KeyValue,
    request: ApiRequest,
    version: number | undefined,
  ): TaskEither<Failure, void>;
};

/**
 * How a resource is mounted: who may read and write it, and what takes the place of its generic
 * operations.
 */
export type Mounting<R extends AnyResource = AnyResource> = {
  readonly stability?: Stability;
  /** Who may read, and who may write (the readers when left out). */
  readonly read: Access;
  readonly write?: Access;
  /** Where the collection is, when not at its own name. */
  readonly path?: string;
  readonly handlers?: Handlers<R>;
  /** The codes by which what is decided refuses. */
  readonly refuses?: { readonly [O in keyof Handlers]?: readonly ErrorCode[] };
  /**
   * A POST takes a list of drafts as well, all or nothing (D177). One that names a thing twice is refused as
   * a list (E10210), not as naming one that is there.
   */
  readonly createsLists?: true;
  /** On PUT the URL's identifier counts and one in the body is not looked at (§4.2, VAT accounts). */
  readonly urlWins?: true;
  /** A PUT creates what is missing although the service makes the identifiers (amendment 36). */
  readonly putCreates?: true;
  /** Required members that a PUT may leave out, because its use case keeps what is stored. */
  readonly storedOnReplace?: readonly string[];
  /** What its relations lead to; with who reads it there, where not all readers of the item may. */
  readonly related?: readonly (AnyResource | { readonly resource: AnyResource; readonly read: Access })[];
  readonly subCollections?: Endpoint['subCollections'];
  /** Answers to its reads come from the cache (ADR 25): they show nothing but the collection's own rows. */
  readonly cached?: true;
  /** What can be done with the collection, beside what its operations say. */
  readonly collectionActions?: (request: ApiRequest) => readonly string[];
  /**
   * What the state of an item allows now, beside what its operations say. Nothing where others have changed
   * the item since it was read: it is read anew then.
   */
  actions?(
    services: Services,
    stored: Stored<ValueOf<R>>,
    request: ApiRequest,
  ): Promise<StateNow | undefined>;
  /**
   * The module without which `actions` has nothing to say: other agreements' answers still come from the
   * cache.
   */
  readonly actionsNeed?: ModuleName;
};

/** Whether anything refers to the item. */
export function isUsed({ uses = 0 }: Pick<Stored<AnyValue>, 'uses'>): boolean {
  return uses > 0;
}

/** What the state of an item allows now; nothing where others have changed it since it was read. */
export async function nowOf(
  { actions, actionsNeed }: Pick<Mounting, 'actions' | 'actionsNeed'>,
  services: Services,
  stored: Stored<AnyValue>,
  request: ApiRequest,
): Promise<StateNow | undefined> {
  const inUse: StateNow = isUsed(stored) ? { without: ['delete'] } : {};
  const isAsked = actionsNeed === undefined || request.caller.modules.includes(actionsNeed);
  if (actions === undefined || !isAsked) return inUse;
  const state = await actions(services, stored, request);
  return state && { ...inUse, ...state };
}

/** The same of what the request itself has just written, which is no other's to change. */
export async function ownNow(...asked: Parameters<typeof nowOf>): Promise<StateNow> {
  return defined(await nowOf(...asked));
}

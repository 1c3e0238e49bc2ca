import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  madeOnce,
  type AnyResource,
  type AnyValue,
  type Filter,
  type ModuleName,
  type Operation,
  type Stored,
} from '@kontor/kernel';
import type { Access, ApiRequest, Stability } from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import type { ItemPrinter } from '../representation/item.js';
import type { Services } from '../service/services.js';

/** A way in which drafts are created. */
export type DocumentCreation = {
  /** Below the address of the drafts: `/supplier-invoices`, or nothing. */
  readonly below: string;
  /** The action in `metaData`, and what it says. */
  readonly name: string;
  readonly says: string;
  /** Which drafts are created so: these are listed there. */
  readonly only?: Filter;
  /** What could be sent, where that is not what the resource gives as its example. */
  readonly example?: AnyValue;
  readonly create: (
    services: Services,
    draft: AnyValue,
    request: ApiRequest,
  ) => TaskEither<Failure, Stored<AnyValue>>;
};

/** Which draft a request is about, and in which version when it says so. */
export type DraftCommand = { readonly voucherId: number; readonly version: number | undefined };

/**
 * Documents that are drafts first and booked then: vouchers and opening balances. All of them are one
 * collection; the drafts and the booked ones are collections below it, and each document is at home in the
 * one it belongs to (amendment 66).
 */
export type Documents = {
  readonly resource: AnyResource;
  readonly stability: Stability;
  readonly access: Access;
  readonly needs?: ModuleName;
  readonly creations: readonly DocumentCreation[];
  readonly revise: (
    services: Services,
    command: DraftCommand,
    request: ApiRequest,
  ) => TaskEither<Failure, Stored<AnyValue>>;
  readonly discard: (services: Services, command: DraftCommand) => TaskEither<Failure, void>;
  readonly book: (
    services: Services,
    request: ApiRequest,
  ) => TaskEither<Failure, readonly Stored<AnyValue>[]>;
  /** The codes by which drafting, which revising is too, and booking refuse. */
  readonly refuses: { readonly draft: readonly ErrorCode[]; readonly book: readonly ErrorCode[] };
  /** Booking takes a list as well, all or nothing. */
  readonly booksLists?: true;
  /** Whether a draft may be booked now, as far as it is cheap to know. */
  readonly mayBeBooked: (services: Services, draft: AnyValue, request: ApiRequest) => Promise<boolean>;
  /** What else can be done with a document now, as it is. */
  readonly actions?: (services: Services, value: AnyValue, request: ApiRequest) => Promise<readonly string[]>;
  /** Drafts are taken as a list as well, all or nothing. */
  readonly createsLists?: true;
};

/** The two states of a document, each also the name of the collection that holds it. */
export type DocumentState = 'drafts' | 'booked';

/** The path of the collection of such documents: of all, or of those in a state. */
export function collectionPath({ resource }: Documents, state?: DocumentState): string {
  return state === undefined ? `/${resource.collection}` : `/${resource.collection}/${state}`;
}

/** The path of one document in that collection, with its key as a parameter. */
export function documentPath(documents: Documents, state?: DocumentState): string {
  return `${collectionPath(documents, state)}/:${documents.resource.key}`;
}

/** Whether a document is a draft or booked. */
export function documentStateOf({ booked }: AnyValue): DocumentState {
  return booked === true ? 'booked' : 'drafts';
}

const OF_DRAFTS: readonly Operation[] = ['list', 'get', 'replace', 'remove'];

const inEachState = madeOnce((resource: AnyResource): Readonly<Record<DocumentState, AnyResource>> => ({
  drafts: { ...resource, title: `draft ${resource.title}`, operations: OF_DRAFTS },
  booked: { ...resource, title: `booked ${resource.title}` },
}));

/** The resource with what can be done with its items in a state. */
export function resourceIn(resource: AnyResource, state: DocumentState): AnyResource {
  return inEachState(resource)[state];
}

/** Prints each document at its home. */
export function documentPrinter(documents: Documents, request: ApiRequest): ItemPrinter {
  const { resource } = documents;
  const home = (value: AnyValue): ItemPrinter => {
    const state = documentStateOf(value);
    return printerFor(resourceIn(resource, state), request, documentPath(documents, state));
  };
  return {
    self: (value, parents, style) => home(value).self(value, parents, style),
    item: (value, parents, style) => home(value).item(value, parents, style),
    actions: (value, parents, style, now) => home(value).actions(value, parents, style, now),
    withActions: (item, value, parents, style, actions) =>
      home(value).withActions(item, value, parents, style, actions),
  };
}

/** Who looks for a draft that was booked meanwhile, or for a booked one that is a draft, is told where. */
export async function whereItIs(
  { resource }: Documents,
  { resources }: Services,
  failure: Failure,
): Promise<Failure> {
  const { collection } = resource;
  if (failure.kind !== 'NotFound' || !failure.resource.startsWith(`${collection}/`)) return failure;
  const found = await resources.of(resource).find(failure.key);
  const nowIn = found && `${collection}/${documentStateOf(found.value)}`;
  return nowIn === undefined || nowIn === failure.resource ? failure : { ...failure, nowIn };
}

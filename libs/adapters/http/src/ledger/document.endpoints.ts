import { BOOKINGS_MAX, type BookVouchers } from '@kontor/ledger';
import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  breathe,
  defined,
  type AnyResource,
  type AnyValue,
  type Filter,
  fullDate,
  itemNumber,
  keyKind,
  mapInTurns,
  type ModuleName,
  type Operation,
  required,
  type ResourceRepository,
  type Stored,
  flatMapped,
} from '@kontor/kernel';
import { numberInPath } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import {
  bodiesOf,
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type CurrentState,
  type Endpoint,
  type Stability,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/item-answer.js';
import { actionTo } from '../endpoint/shown-action.js';
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

/** Every row of such documents. */
export function documentEndpoints(documents: Documents): readonly Endpoint[] {
  const { needs, creations } = documents;
  const routes = [
    ...([undefined, 'drafts', 'booked'] as const).flatMap((state) => [
      collectionRoute(documents, state),
      itemRoute(documents, state),
    ]),
    ...creations.map((creation) => creationRoute(documents, creation)),
    ...creations.flatMap((creation) => draftsOfTypeRoute(documents, creation)),
    replaceRoute(documents),
    removeRoute(documents),
    bookRouteOf(documents),
  ];
  return needs === undefined ? routes : routes.map((route) => ({ ...route, needs }));
}

// ---- where they are -----------------------------------------------------------------------------

type State = 'drafts' | 'booked';

function pathOf({ resource }: Documents, state?: State): string {
  return state === undefined ? `/${resource.collection}` : `/${resource.collection}/${state}`;
}

function itemPathOf(documents: Documents, state?: State): string {
  return `${pathOf(documents, state)}/:${documents.resource.key}`;
}

function stateOf({ booked }: AnyValue): State {
  return booked === true ? 'booked' : 'drafts';
}

function onlyIn(state: State | undefined): Filter | undefined {
  return state && compare('booked', 'eq', state === 'booked');
}

const OF_DRAFTS: readonly Operation[] = ['list', 'get', 'replace', 'remove'];
const inState = new WeakMap<AnyResource, Readonly<Record<State, AnyResource>>>();

/** The resource with what can be done with its items in a state. */
export function resourceIn(resource: AnyResource, state: State): AnyResource {
  let known = inState.get(resource);
  if (known === undefined) {
    known = {
      drafts: { ...resource, title: `draft ${resource.title}`, operations: OF_DRAFTS },
      booked: { ...resource, title: `booked ${resource.title}` },
    };
    inState.set(resource, known);
  }
  return known[state];
}

/** Prints each document at its home. */
function documentPrinter(documents: Documents, request: ApiRequest): ItemPrinter {
  const { resource } = documents;
  const home = (value: AnyValue): ItemPrinter => {
    const state = stateOf(value);
    return printerFor(resourceIn(resource, state), request, itemPathOf(documents, state));
  };
  return {
    self: (value, parents, style) => home(value).self(value, parents, style),
    item: (value, parents, style) => home(value).item(value, parents, style),
    actions: (value, parents, style, now) => home(value).actions(value, parents, style, now),
    withActions: (item, value, parents, style, actions) =>
      home(value).withActions(item, value, parents, style, actions),
  };
}

// ---- reading ------------------------------------------------------------------------------------

function repositoryOf({ resource }: Documents, { resources }: Services): ResourceRepository<AnyValue> {
  return resources.of(resource);
}

function collectionRoute(documents: Documents, state?: State): Endpoint {
  const { resource, stability, access } = documents;
  const path = pathOf(documents, state);
  const which = { all: 'all of them', drafts: 'the drafts', booked: 'the booked ones' }[state ?? 'all'];
  const below = state === undefined && {
    subCollections: { drafts: pathOf(documents, 'drafts'), booked: pathOf(documents, 'booked') },
  };
  const leadsTo = routesFrom(documents, state);
  return readEndpoint({
    path,
    stability,
    access,
    parameters: {},
    summary: `List the ${resource.title} collection: ${which}.`,
    ...below,
    serves: { resource, as: state === undefined ? 'collection' : 'other' },
    lists: state === undefined ? resource : resourceIn(resource, state),
    perform: async (services, request) => {
      const printer = documentPrinter(documents, request);
      const itemsAt = itemPathOf(documents, state);
      const actions = flatMapped(leadsTo, (route) => actionTo(route, request));
      const shown = { resource, path, only: onlyIn(state), printer, itemsAt, actions, ...below };
      return right(await listAnswer(shown, services, request));
    },
  });
}

/** The drafts of one type, where they are written. */
function draftsOfTypeRoute(documents: Documents, creation: DocumentCreation): readonly Endpoint[] {
  const { below, only } = creation;
  if (only === undefined) return [];
  const { resource, stability, access } = documents;
  const path = `${pathOf(documents, 'drafts')}${below}`;
  const here: Filter = { kind: 'and', of: [defined(onlyIn('drafts')), only] };
  const creating = creationRoute(documents, creation);
  const route = readEndpoint({
    path,
    stability,
    access,
    parameters: {},
    summary: `List the ${resource.title} collection: the drafts that were written here.`,
    serves: { resource, as: 'other' },
    lists: resourceIn(resource, 'drafts'),
    perform: async (services, request) => {
      const printer = documentPrinter(documents, request);
      const itemsAt = itemPathOf(documents, 'drafts');
      const actions = actionTo(creating, request);
      const shown = { resource, path, only: here, printer, itemsAt, actions };
      return right(await listAnswer(shown, services, request));
    },
  });
  return [route];
}

/** Where a list leads: drafts are created where they are; they are booked where the booked ones are. */
function routesFrom(documents: Documents, state: State | undefined): readonly WriteEndpoint[] {
  const create = documents.creations.map((creation) => creationRoute(documents, creation));
  const book = bookRouteOf(documents);
  if (state === 'drafts') return create;
  return state === 'booked' ? [book] : [...create, book];
}

function keyParameter({ resource }: Documents): Endpoint['parameters'] {
  return { [resource.key]: keyKind(resource) };
}

function voucherIdOf({ resource }: Documents, { parameters }: ApiRequest): number {
  return numberInPath({ parameters }, resource);
}

/** One document: of a state, or of whichever it is. */
function itemRoute(documents: Documents, state?: State): Endpoint {
  const { resource, stability, access } = documents;
  const { title } = state === undefined ? resource : resourceIn(resource, state);
  return readEndpoint({
    path: itemPathOf(documents, state),
    stability,
    access,
    parameters: keyParameter(documents),
    summary: `Read one ${title}.`,
    serves: { resource: state === undefined ? resource : resourceIn(resource, state), as: 'item' },
    perform: async (services, request) => {
      const key = voucherIdOf(documents, request);
      const found = await repositoryOf(documents, services).find(key);
      if (found === undefined || (state !== undefined && stateOf(found.value) !== state)) {
        const collection = state === undefined ? resource.collection : `${resource.collection}/${state}`;
        return left(await whereItIs(documents, services, { kind: 'NotFound', resource: collection, key }));
      }
      const printer = documentPrinter(documents, request);
      const item = printer.item(found.value, [], request.style);
      const actions = await actionsOf(documents, services, found.value, request);
      const body = printer.withActions(item, found.value, [], request.style, actions);
      return right({ status: 200, body, tagged: item, actions });
    },
  });
}

/** Who looks for a draft that was booked meanwhile, or for a booked one that is a draft, is told where. */
async function whereItIs(documents: Documents, services: Services, failure: Failure): Promise<Failure> {
  const { collection } = documents.resource;
  if (failure.kind !== 'NotFound' || !failure.resource.startsWith(`${collection}/`)) return failure;
  const found = await repositoryOf(documents, services).find(failure.key);
  const nowIn = found && `${collection}/${stateOf(found.value)}`;
  return nowIn === undefined || nowIn === failure.resource ? failure : { ...failure, nowIn };
}

function orWhereItIs(documents: Documents, services: Services) {
  return <A>(work: TaskEither<Failure, A>): TaskEither<Failure, A> =>
    pipe(
      work,
      TE.orElse((failure) => TE.leftTask(() => whereItIs(documents, services, failure))),
    );
}

/** What can be done with a document now. Whether it may be booked is asked only for who may book at all. */
async function actionsOf(
  documents: Documents,
  services: Services,
  value: AnyValue,
  request: ApiRequest,
): Promise<string> {
  const { offers, style } = request;
  const mayBook = stateOf(value) === 'drafts' ? actionTo(bookRouteOf(documents), request) : [];
  const book = mayBook.length > 0 && (await documents.mayBeBooked(services, value, request)) ? mayBook : [];
  const more = [...book, ...((await documents.actions?.(services, value, request)) ?? [])];
  return documentPrinter(documents, request).actions(value, [], style, { offers, more });
}

// ---- writing ------------------------------------------------------------------------------------

function creationRoute(documents: Documents, creation: DocumentCreation): WriteEndpoint {
  const { below, name, says, example, create } = creation;
  const { resource, stability, access } = documents;
  return writeEndpoint({
    method: 'POST',
    path: `${pathOf(documents, 'drafts')}${below}`,
    stability,
    access,
    parameters: {},
    summary: says,
    serves: { resource, as: 'collection' },
    gives: { item: resourceIn(resource, 'drafts') },
    action: { name, says, shownBy: [{ resource, as: 'collection' }] },
    body: {
      fields: resource.fields,
      ...(documents.createsLists === true && { orListOf: true as const }),
      ...(example !== undefined && { example }),
    },
    refuses: documents.refuses.draft,
    perform: (services, request) =>
      pipe(
        allDrafted(request, (draft) => create(services, draft, request)),
        TE.flatMapTask((drafted) => () => answerOf(documents, services, drafted, 'drafts', request)),
      ),
  });
}

/** One after the other, until one is refused: then none is kept, and the refusal says where it stands. */
function allDrafted(
  { body }: ApiRequest,
  draftOne: (draft: AnyValue) => TaskEither<Failure, Stored<AnyValue>>,
): TaskEither<Failure, readonly Stored<AnyValue>[]> {
  return async () => {
    const drafts = (Array.isArray(body) ? body : [body]) as readonly AnyValue[];
    const drafted: Stored<AnyValue>[] = [];
    for (const [index, draft] of drafts.entries()) {
      const one = await draftOne(draft)();
      if (isLeft(one))
        return Array.isArray(body) ? left({ kind: 'OneOfListRefused', index, failure: one.left }) : one;
      drafted.push(one.right);
      await breathe();
    }
    return right(drafted);
  };
}

/** 201 with the document, at its home; with a draft what comes next is at hand, without another read. */
export async function createdAnswer(
  documents: Documents,
  services: Services,
  value: AnyValue,
  request: ApiRequest,
): Promise<Answer> {
  const printer = documentPrinter(documents, request);
  const text = printer.item(value, [], request.style);
  const location = printer.self(value, [], request.style);
  const actions = await actionsOf(documents, services, value, request);
  const isDraft = stateOf(value) === 'drafts';
  const body = isDraft ? printer.withActions(text, value, [], request.style, actions) : text;
  return { status: 201, body, tagged: text, actions, location };
}

function draftRoute(
  documents: Documents,
): Pick<Endpoint, 'path' | 'stability' | 'access' | 'parameters' | 'serves'> {
  const { resource, stability, access } = documents;
  return {
    path: itemPathOf(documents, 'drafts'),
    stability,
    access,
    parameters: keyParameter(documents),
    serves: { resource: resourceIn(resource, 'drafts'), as: 'item' },
  };
}

async function draftNow(
  documents: Documents,
  services: Services,
  request: ApiRequest,
): Promise<CurrentState | undefined> {
  const found = await repositoryOf(documents, services).find(voucherIdOf(documents, request));
  if (found === undefined || stateOf(found.value) !== 'drafts') return undefined;
  return {
    item: documentPrinter(documents, request).item(found.value, [], request.style),
    version: found.version,
  };
}

function replaceRoute(documents: Documents): Endpoint {
  const { resource, revise } = documents;
  return writeEndpoint({
    ...draftRoute(documents),
    method: 'PUT',
    summary: `Replace a draft ${resource.title}.`,
    body: { fields: resource.fields, keyInUrl: { field: resource.key, urlWins: false } },
    refuses: documents.refuses.draft,
    current: (services, request) => draftNow(documents, services, request),
    perform: (services, request, version) =>
      pipe(
        revise(services, { voucherId: voucherIdOf(documents, request), version }, request),
        orWhereItIs(documents, services),
        TE.flatMapTask(({ value }) => async (): Promise<Answer> => {
          const text = documentPrinter(documents, request).item(value, [], request.style);
          const actions = await actionsOf(documents, services, value, request);
          return { status: 200, body: text, tagged: text, actions };
        }),
      ),
  });
}

function removeRoute(documents: Documents): Endpoint {
  const { resource, discard } = documents;
  return writeEndpoint({
    ...draftRoute(documents),
    method: 'DELETE',
    summary: `Discard a draft ${resource.title}.`,
    refuses: [],
    current: (services, request) => draftNow(documents, services, request),
    perform: (services, request, version) =>
      pipe(
        discard(services, { voucherId: voucherIdOf(documents, request), version }),
        orWhereItIs(documents, services),
        TE.map((): Answer => ({ status: 204 })),
      ),
  });
}

/** §4.2: which draft is booked, and of which date it is: both identify it (D156). */
export const BOOKING = { fields: { date: required(fullDate()), voucherId: required(itemNumber()) } };

const bookRoutes = new WeakMap<Documents, WriteEndpoint>();

/** The route by which they are booked, made once: every draft that is answered leads to it. */
function bookRouteOf(documents: Documents): WriteEndpoint {
  let known = bookRoutes.get(documents);
  if (known === undefined) bookRoutes.set(documents, (known = bookRoute(documents)));
  return known;
}

function bookRoute(documents: Documents): WriteEndpoint {
  const { resource, stability, access, book, booksLists } = documents;
  return writeEndpoint({
    method: 'POST',
    path: pathOf(documents, 'booked'),
    stability,
    access,
    parameters: {},
    summary: `Book a draft ${resource.title}${booksLists === true ? ', or several: all or none' : ''}.`,
    serves: { resource, as: 'other' },
    gives: { item: resourceIn(resource, 'booked') },
    action: {
      name: 'book',
      says: `Book a draft ${resource.title}.`,
      shownBy: [
        { resource, as: 'collection' },
        { resource: resourceIn(resource, 'drafts'), as: 'item' },
      ],
    },
    takesItem: true,
    refuses: documents.refuses.book,
    body: { ...BOOKING, ...(booksLists === true && { orListOf: true as const, listMax: BOOKINGS_MAX }) },
    perform: (services, request) =>
      pipe(
        book(services, request),
        orWhereItIs(documents, services),
        TE.flatMapTask((booked) => () => answerOf(documents, services, booked, 'booked', request)),
      ),
  });
}

async function answerOf(
  documents: Documents,
  services: Services,
  made: readonly Stored<AnyValue>[],
  state: State,
  request: ApiRequest,
): Promise<Answer> {
  if (!Array.isArray(request.body))
    return createdAnswer(documents, services, defined(made[0]).value, request);
  const printer = documentPrinter(documents, request);
  const items = await mapInTurns(made, ({ value }) => printer.item(value, [], request.style));
  return {
    status: 201,
    body: `[${items.join(',')}]`,
    location: request.links.to(pathOf(documents, state), {}, request.style),
  };
}

/** The bookings of a request, and where each of them stands in it. */
export function bookingsIn(request: ApiRequest): Pick<BookVouchers, 'bookings' | 'propertyPrefixes'> {
  const bookings = bodiesOf(request, BOOKING);
  const isList = Array.isArray(request.body);
  return { bookings, propertyPrefixes: bookings.map((_, index) => (isList ? `[${index}].` : '')) };
}

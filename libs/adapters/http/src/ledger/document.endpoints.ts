import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  fullDate,
  itemNumber,
  keyField,
  required,
  type AnyResource,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type ModuleName,
  type Operation,
  type Page,
  type ResourceRepository,
  type Stored,
} from '@kontor/kernel';
import {
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type Asked,
  type CurrentState,
  type Endpoint,
  type Stability,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { printerFor } from '../endpoint/resource-endpoints.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import { collectionText } from '../representation/collection.js';
import type { ItemPrinter } from '../representation/item.js';
import { PLAIN_LINKS } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import type { Services } from '../service/services.js';

/** A way in which drafts are created. */
export type Creation = {
  /** Below the address of the drafts: `/supplier-invoices`, or nothing. */
  readonly below: string;
  /** The action in `metaData`, and what it says. */
  readonly name: string;
  readonly says: string;
  readonly create: (services: Services, asked: Asked) => TaskEither<Failure, Stored<AnyValue>>;
};

/** Which draft a request is about, and in which version when it says so. */
export type DraftCommand = { readonly voucherId: number; readonly version: number | undefined };

/**
 * Documents that are drafts first and booked then: vouchers and opening balances. All of them are one collection; the drafts and the
 * booked ones are collections below it, and each document is at home in the one it belongs to (amendment 66).
 */
export type Documents = {
  readonly of: AnyResource;
  readonly stability: Stability;
  readonly access: Access;
  readonly needs?: ModuleName;
  readonly creations: readonly Creation[];
  readonly revise: (
    services: Services,
    command: DraftCommand,
    asked: Asked,
  ) => TaskEither<Failure, Stored<AnyValue>>;
  readonly discard: (services: Services, command: DraftCommand) => TaskEither<Failure, void>;
  readonly book: (services: Services, asked: Asked) => TaskEither<Failure, readonly Stored<AnyValue>[]>;
  /** The codes by which drafting, which revising is too, and booking refuse. */
  readonly refuses: { readonly draft: readonly ErrorCode[]; readonly book: readonly ErrorCode[] };
  /** Booking takes a list as well, all or nothing. */
  readonly booksLists?: true;
};

/** Every row of such documents. */
export function documentEndpoints(documents: Documents): readonly Endpoint[] {
  const { needs, creations } = documents;
  const rows = [
    ...([undefined, 'drafts', 'booked'] as const).flatMap((state) => [
      collectionRow(documents, state),
      itemRow(documents, state),
    ]),
    ...creations.map((creation) => creationRow(documents, creation)),
    replaceRow(documents),
    removeRow(documents),
    bookRow(documents),
  ];
  return needs === undefined ? rows : rows.map((row) => ({ ...row, needs }));
}

// ---- where they are -----------------------------------------------------------------------------

type State = 'drafts' | 'booked';

function pathOf({ of }: Documents, state?: State): string {
  return state === undefined ? `/${of.collection}` : `/${of.collection}/${state}`;
}

function itemPathOf(documents: Documents, state?: State): string {
  return `${pathOf(documents, state)}/:${documents.of.key}`;
}

function stateOf({ booked }: AnyValue): State {
  return booked === true ? 'booked' : 'drafts';
}

function onlyIn(state: State | undefined): Filter | undefined {
  return state && { kind: 'compare', property: 'booked', operator: 'eq', value: state === 'booked' };
}

const OF_DRAFTS: readonly Operation[] = ['list', 'get', 'replace', 'remove'];
const inState = new WeakMap<AnyResource, Readonly<Record<State, AnyResource>>>();

/** The resource with what can be done with its items in a state. */
function resourceIn(of: AnyResource, state: State): AnyResource {
  let known = inState.get(of);
  if (known === undefined) {
    known = {
      drafts: { ...of, title: `draft ${of.title}`, operations: OF_DRAFTS },
      booked: { ...of, title: `booked ${of.title}` },
    };
    inState.set(of, known);
  }
  return known[state];
}

/** Prints each document at its home. */
function documentPrinter(documents: Documents, asked: Asked): ItemPrinter {
  const { of } = documents;
  const home = (value: AnyValue): ItemPrinter => {
    const state = stateOf(value);
    return printerFor(resourceIn(of, state), asked, itemPathOf(documents, state));
  };
  return {
    self: (value, parents, style) => home(value).self(value, parents, style),
    item: (value, parents, style) => home(value).item(value, parents, style),
    withActions: (item, value, parents, style, more) =>
      home(value).withActions(item, value, parents, style, more),
  };
}

// ---- reading ------------------------------------------------------------------------------------

function repositoryOf({ of }: Documents, { resources }: Services): ResourceRepository<AnyValue> {
  return resources.of(of) as unknown as ResourceRepository<AnyValue>;
}

function collectionRow(documents: Documents, state?: State): Endpoint {
  const { of, stability, access } = documents;
  const path = pathOf(documents, state);
  const which = { all: 'all of them', drafts: 'the drafts', booked: 'the booked ones' }[state ?? 'all'];
  const below = state === undefined && {
    subCollections: { drafts: pathOf(documents, 'drafts'), booked: pathOf(documents, 'booked') },
  };
  return readEndpoint({
    path,
    stability,
    access,
    parameters: {},
    summary: `List the ${of.title} collection: ${which}.`,
    ...below,
    serves: { resource: of, as: state === undefined ? 'collection' : 'other' },
    lists: of,
    perform: async (services, asked) => {
      const { links, style } = asked;
      const page = await pageOfState(repositoryOf(documents, services), of, state, asked);
      const body = collectionText({
        of,
        page,
        asked: asked.collection as AskedCollection,
        url: links.to(path, {}, PLAIN_LINKS),
        parents: [],
        printer: documentPrinter(documents, asked),
        links,
        style,
        itemsAt: itemPathOf(documents, state),
        actions: actionsIn(documents, state, asked),
        ...below,
      });
      return right({ status: 200, body });
    },
  });
}

async function pageOfState(
  repository: ResourceRepository<AnyValue>,
  of: AnyResource,
  state: State | undefined,
  asked: Asked,
): Promise<Page<AnyValue>> {
  const { query } = asked.collection as AskedCollection;
  const only = onlyIn(state);
  if (only === undefined) return repository.page(query);
  const { filter } = query;
  const page = await repository.page({
    ...query,
    filter: filter === undefined ? only : { kind: 'and', of: [only, filter] },
  });
  if (filter === undefined) return { ...page, resultsWithoutFilter: page.results };
  const all = await repository.page({ filter: only, sort: of.defaultSort, pageSize: 1, skipPages: 0 });
  return { ...page, resultsWithoutFilter: all.results };
}

/** Drafts are created where they are; they are booked where the booked ones are. */
function actionsIn(documents: Documents, state: State | undefined, asked: Asked): readonly string[] {
  const create = documents.creations.map((creation) => actionTo(creationRow(documents, creation), asked));
  const book = actionTo(bookRow(documents), asked);
  if (state === 'drafts') return create;
  return state === 'booked' ? [book] : [...create, book];
}

function keyParameter({ of }: Documents): Readonly<Record<string, IntegerKind>> {
  return { [of.key]: keyField(of).kind as IntegerKind };
}

function voucherIdOf({ of }: Documents, { parameters }: Asked): number {
  return parameters[of.key] as number;
}

/** One document: of a state, or of whichever it is. */
function itemRow(documents: Documents, state?: State): Endpoint {
  const { of, stability, access } = documents;
  const { title } = state === undefined ? of : resourceIn(of, state);
  return readEndpoint({
    path: itemPathOf(documents, state),
    stability,
    access,
    parameters: keyParameter(documents),
    summary: `Read one ${title}.`,
    serves: { resource: state === undefined ? of : resourceIn(of, state), as: 'item' },
    perform: async (services, asked) => {
      const key = voucherIdOf(documents, asked);
      const found = await repositoryOf(documents, services).find(key);
      if (found === undefined || (state !== undefined && stateOf(found.value) !== state)) {
        const resource = state === undefined ? of.collection : `${of.collection}/${state}`;
        return left({ kind: 'NotFound', resource, key });
      }
      const printer = documentPrinter(documents, asked);
      const item = printer.item(found.value, [], asked.style);
      const body = printer.withActions(item, found.value, [], asked.style);
      return right({ status: 200, body, tagged: item });
    },
  });
}

// ---- writing ------------------------------------------------------------------------------------

function creationRow(documents: Documents, { below, name, says, create }: Creation): WriteEndpoint {
  const { of, stability, access } = documents;
  return writeEndpoint({
    method: 'POST',
    path: `${pathOf(documents, 'drafts')}${below}`,
    stability,
    access,
    parameters: {},
    summary: says,
    serves: { resource: of, as: 'collection' },
    action: { name, says, shownBy: [{ resource: of, as: 'collection' }] },
    body: { fields: of.fields },
    refuses: documents.refuses.draft,
    perform: (services, asked) =>
      pipe(
        create(services, asked),
        TE.map(({ value }) => createdAnswer(documents, value, asked)),
      ),
  });
}

function createdAnswer(documents: Documents, value: AnyValue, asked: Asked): Answer {
  const printer = documentPrinter(documents, asked);
  const text = printer.item(value, [], asked.style);
  return { status: 201, body: text, tagged: text, location: printer.self(value, [], asked.style) };
}

function draftRow(
  documents: Documents,
): Pick<Endpoint, 'path' | 'stability' | 'access' | 'parameters' | 'serves'> {
  const { of, stability, access } = documents;
  return {
    path: itemPathOf(documents, 'drafts'),
    stability,
    access,
    parameters: keyParameter(documents),
    serves: { resource: resourceIn(of, 'drafts'), as: 'item' },
  };
}

async function draftNow(
  documents: Documents,
  services: Services,
  asked: Asked,
): Promise<CurrentState | undefined> {
  const found = await repositoryOf(documents, services).find(voucherIdOf(documents, asked));
  if (found === undefined || stateOf(found.value) !== 'drafts') return undefined;
  return {
    item: documentPrinter(documents, asked).item(found.value, [], asked.style),
    version: found.version,
  };
}

function replaceRow(documents: Documents): Endpoint {
  const { of, revise } = documents;
  return writeEndpoint({
    ...draftRow(documents),
    method: 'PUT',
    summary: `Replace a draft ${of.title}.`,
    body: { fields: of.fields, keyInUrl: { field: of.key, urlWins: false } },
    refuses: documents.refuses.draft,
    current: (services, asked) => draftNow(documents, services, asked),
    perform: (services, asked, version) =>
      pipe(
        revise(services, { voucherId: voucherIdOf(documents, asked), version }, asked),
        TE.map(({ value }): Answer => {
          const text = documentPrinter(documents, asked).item(value, [], asked.style);
          return { status: 200, body: text, tagged: text };
        }),
      ),
  });
}

function removeRow(documents: Documents): Endpoint {
  const { of, discard } = documents;
  return writeEndpoint({
    ...draftRow(documents),
    method: 'DELETE',
    summary: `Discard a draft ${of.title}.`,
    refuses: [],
    current: (services, asked) => draftNow(documents, services, asked),
    perform: (services, asked, version) =>
      pipe(
        discard(services, { voucherId: voucherIdOf(documents, asked), version }),
        TE.map((): Answer => ({ status: 204 })),
      ),
  });
}

/** §4.2: which draft, and of which date it is (D156). */
const BOOKING = { date: required(fullDate()), voucherId: required(itemNumber()) };

function bookRow(documents: Documents): WriteEndpoint {
  const { of, stability, access, book, booksLists } = documents;
  return writeEndpoint({
    method: 'POST',
    path: pathOf(documents, 'booked'),
    stability,
    access,
    parameters: {},
    summary: `Book a draft ${of.title}${booksLists === true ? ', or several: all or none' : ''}.`,
    serves: { resource: of, as: 'other' },
    gives: { item: of },
    action: {
      name: 'book',
      says: `Book a draft ${of.title}.`,
      shownBy: [{ resource: of, as: 'collection' }],
    },
    takesItem: true,
    refuses: documents.refuses.book,
    body: { fields: BOOKING, ...(booksLists === true && { orListOf: true as const }) },
    perform: (services, asked) =>
      pipe(
        book(services, asked),
        TE.map((booked) => bookedAnswer(documents, booked, asked)),
      ),
  });
}

function bookedAnswer(documents: Documents, booked: readonly Stored<AnyValue>[], asked: Asked): Answer {
  if (!Array.isArray(asked.body))
    return createdAnswer(documents, (booked[0] as Stored<AnyValue>).value, asked);
  const printer = documentPrinter(documents, asked);
  return {
    status: 201,
    body: `[${booked.map(({ value }) => printer.item(value, [], asked.style)).join(',')}]`,
    location: asked.links.to(pathOf(documents, 'booked'), {}, asked.style),
  };
}

/** The bookings of a request, and where each of them stands in it. */
export function bookingsIn(asked: Asked): {
  readonly bookings: readonly AnyValue[];
  readonly places: readonly string[];
} {
  if (!Array.isArray(asked.body)) return { bookings: [bodyOf(asked)], places: [''] };
  const bookings = asked.body as readonly AnyValue[];
  return { bookings, places: bookings.map((_, index) => `[${index}].`) };
}

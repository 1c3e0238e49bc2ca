import { BOOKINGS_MAX, type BookVouchers } from '@kontor/ledger';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  madeOnce,
  defined,
  described,
  type AnyValue,
  fullDate,
  itemNumber,
  required,
  type Stored,
} from '@kontor/kernel';
import {
  bodiesOf,
  writeEndpoint,
  type Answer,
  type ApiRequest,
  type CurrentState,
  type Endpoint,
  type WriteEndpoint,
} from '../endpoint/endpoint.js';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { allMade, createdList } from '../endpoint/resource-writes.js';
import { actionTo } from '../endpoint/shown-action.js';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import {
  type DocumentCreation,
  type Documents,
  type DocumentState,
  documentPrinter,
  documentPath,
  collectionPath,
  resourceIn,
  documentStateOf,
  whereItIs,
} from './documents.js';

function orWhereItIs(documents: Documents, services: Services) {
  return <A>(work: TaskEither<Failure, A>): TaskEither<Failure, A> =>
    pipe(
      work,
      TE.orElse((failure) => TE.leftTask(() => whereItIs(documents, services, failure))),
    );
}

/** What can be done with a document now. Whether it may be booked is asked only for who may book at all. */
export async function documentActions(
  documents: Documents,
  services: Services,
  value: AnyValue,
  request: ApiRequest,
): Promise<string> {
  const { offers, style } = request;
  const mayBook = documentStateOf(value) === 'drafts' ? actionTo(bookRouteOf(documents), request) : [];
  const book = mayBook.length > 0 && (await documents.mayBeBooked(services, value, request)) ? mayBook : [];
  const more = [...book, ...((await documents.actions?.(services, value, request)) ?? [])];
  return documentPrinter(documents, request).actions(value, [], style, { offers, more });
}

/** POST of a draft, or of a list of drafts where they are taken: then all of them or none. */
export function creationRoute(documents: Documents, creation: DocumentCreation): WriteEndpoint {
  const { below, name, says, example, create } = creation;
  const { resource, stability, access } = documents;
  return writeEndpoint({
    method: 'POST',
    path: `${collectionPath(documents, 'drafts')}${below}`,
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
        () => allMade(request, bodiesOf(request, resource), (draft) => create(services, draft, request)),
        TE.flatMapTask((drafted) => () => answerOf(documents, services, drafted, 'drafts', request)),
      ),
  });
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
  const actions = await documentActions(documents, services, value, request);
  const isDraft = documentStateOf(value) === 'drafts';
  const body = isDraft ? printer.withActions(text, value, [], request.style, actions) : text;
  return { status: 201, body, tagged: text, actions, location };
}

function draftRoute(
  documents: Documents,
): Pick<Endpoint, 'path' | 'stability' | 'access' | 'parameters' | 'serves'> {
  const { resource, stability, access } = documents;
  return {
    path: documentPath(documents, 'drafts'),
    stability,
    access,
    parameters: parameterOf(resource),
    serves: { resource: resourceIn(resource, 'drafts'), as: 'item' },
  };
}

async function draftNow(
  documents: Documents,
  services: Services,
  request: ApiRequest,
): Promise<CurrentState | undefined> {
  const { resource } = documents;
  const found = await services.resources.of(resource).find(numberInPath(request, resource));
  if (found === undefined || documentStateOf(found.value) !== 'drafts') return undefined;
  return {
    item: documentPrinter(documents, request).item(found.value, [], request.style),
    version: found.version,
  };
}

/** PUT of a draft. */
export function replaceRoute(documents: Documents): Endpoint {
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
        revise(services, { voucherId: numberInPath(request, resource), version }, request),
        orWhereItIs(documents, services),
        TE.flatMapTask(({ value }) => async (): Promise<Answer> => {
          const text = documentPrinter(documents, request).item(value, [], request.style);
          const actions = await documentActions(documents, services, value, request);
          return { status: 200, body: text, tagged: text, actions };
        }),
      ),
  });
}

/** DELETE of a draft. */
export function removeRoute(documents: Documents): Endpoint {
  const { resource, discard } = documents;
  return writeEndpoint({
    ...draftRoute(documents),
    method: 'DELETE',
    summary: `Discard a draft ${resource.title}.`,
    refuses: [],
    current: (services, request) => draftNow(documents, services, request),
    perform: (services, request, version) =>
      pipe(
        discard(services, { voucherId: numberInPath(request, resource), version }),
        orWhereItIs(documents, services),
        TE.map((): Answer => ({ status: 204 })),
      ),
  });
}

/** §4.2: which draft is booked, and of which date it is: both identify it (D156). */
export const BOOKING = { fields: { date: required(fullDate()), voucherId: required(itemNumber()) } };

/** Facts 3.15: the same of vouchers, whose clients may leave the date to the draft. */
const BOOKING_OF_VOUCHER = {
  fields: {
    date: described(fullDate(), 'that of the draft, which may be left out'),
    voucherId: required(itemNumber()),
  },
};

/** The route by which they are booked, made once: every draft that is answered leads to it. */
export const bookRouteOf = madeOnce((documents: Documents): WriteEndpoint => {
  const { resource, stability, access, book, booksLists } = documents;
  return writeEndpoint({
    method: 'POST',
    path: collectionPath(documents, 'booked'),
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
    body: booksLists === true ? { ...BOOKING_OF_VOUCHER, orListOf: true, listMax: BOOKINGS_MAX } : BOOKING,
    perform: (services, request) =>
      pipe(
        book(services, request),
        orWhereItIs(documents, services),
        TE.flatMapTask((booked) => () => answerOf(documents, services, booked, 'booked', request)),
      ),
  });
});

async function answerOf(
  documents: Documents,
  services: Services,
  made: readonly Stored<AnyValue>[],
  state: DocumentState,
  request: ApiRequest,
): Promise<Answer> {
  if (!Array.isArray(request.body))
    return createdAnswer(documents, services, defined(made[0]).value, request);
  const printer = documentPrinter(documents, request);
  const location = request.links.to(collectionPath(documents, state), {}, request.style);
  return createdList(made, (value) => printer.item(value, [], request.style), location);
}

/** The bookings of a request, and where each of them stands in it. */
export function bookingsIn(request: ApiRequest): Pick<BookVouchers, 'bookings' | 'propertyPrefixes'> {
  const bookings = bodiesOf(request, BOOKING_OF_VOUCHER);
  const isList = Array.isArray(request.body);
  return { bookings, propertyPrefixes: bookings.map((_, index) => (isList ? `[${index}].` : '')) };
}

import { left, right } from 'fp-ts/lib/Either.js';
import { compare, defined, type Filter, flatMapped } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import { listAnswer } from '../endpoint/page-answer.js';
import { readEndpoint, type Endpoint, type WriteEndpoint } from '../endpoint/endpoint.js';
import { actionTo } from '../endpoint/shown-action.js';
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
import { documentActions, bookRouteOf, creationRoute } from './write-document.endpoints.js';

function onlyIn(state: DocumentState | undefined): Filter | undefined {
  return state && compare('booked', 'eq', state === 'booked');
}

/** The list of such documents: of all, or of those in a state. */
export function collectionRoute(documents: Documents, state?: DocumentState): Endpoint {
  const { resource, stability, access } = documents;
  const path = collectionPath(documents, state);
  const which = { all: 'all of them', drafts: 'the drafts', booked: 'the booked ones' }[state ?? 'all'];
  const below = state === undefined && {
    subCollections: {
      drafts: collectionPath(documents, 'drafts'),
      booked: collectionPath(documents, 'booked'),
    },
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
      const itemsAt = documentPath(documents, state);
      const actions = flatMapped(leadsTo, (route) => actionTo(route, request));
      const shown = { resource, path, only: onlyIn(state), printer, itemsAt, actions, ...below };
      return right(await listAnswer(shown, services, request));
    },
  });
}

/** The drafts of one type, where they are written. */
export function draftsOfTypeRoute(documents: Documents, creation: DocumentCreation): readonly Endpoint[] {
  const { below, only } = creation;
  if (only === undefined) return [];
  const { resource, stability, access } = documents;
  const path = `${collectionPath(documents, 'drafts')}${below}`;
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
      const itemsAt = documentPath(documents, 'drafts');
      const actions = actionTo(creating, request);
      const shown = { resource, path, only: here, printer, itemsAt, actions };
      return right(await listAnswer(shown, services, request));
    },
  });
  return [route];
}

/** Where a list leads: drafts are created where they are; they are booked where the booked ones are. */
function routesFrom(documents: Documents, state: DocumentState | undefined): readonly WriteEndpoint[] {
  const create = documents.creations.map((creation) => creationRoute(documents, creation));
  const book = bookRouteOf(documents);
  if (state === 'drafts') return create;
  return state === 'booked' ? [book] : [...create, book];
}

/** One document: of a state, or of whichever it is. */
export function itemRoute(documents: Documents, state?: DocumentState): Endpoint {
  const { resource, stability, access } = documents;
  const { title } = state === undefined ? resource : resourceIn(resource, state);
  return readEndpoint({
    path: documentPath(documents, state),
    stability,
    access,
    parameters: parameterOf(resource),
    summary: `Read one ${title}.`,
    serves: { resource: state === undefined ? resource : resourceIn(resource, state), as: 'item' },
    perform: async (services, request) => {
      const key = numberInPath(request, resource);
      const found = await services.resources.of(resource).find(key);
      if (found === undefined || (state !== undefined && documentStateOf(found.value) !== state)) {
        const collection = state === undefined ? resource.collection : `${resource.collection}/${state}`;
        return left(await whereItIs(documents, services, { kind: 'NotFound', resource: collection, key }));
      }
      const printer = documentPrinter(documents, request);
      const item = printer.item(found.value, [], request.style);
      const actions = await documentActions(documents, services, found.value, request);
      const body = printer.withActions(item, found.value, [], request.style, actions);
      return right({ status: 200, body, tagged: item, actions });
    },
  });
}

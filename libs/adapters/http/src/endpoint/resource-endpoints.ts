import { left, right } from 'fp-ts/lib/Either.js';
import {
  compare,
  isKeyChosenByClient,
  itemState,
  keyKind,
  lineage,
  merge,
  readUnchanged,
  referenceKindsOf,
  type AnyResource,
  type AnyValue,
  type IntegerKind,
  type Stored,
  type StringKind,
} from '@kontor/kernel';
import {
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type BodyShape,
  type Endpoint,
} from './endpoint.js';
import { keyInPath, notFoundInPath, parentsOf } from './in-path.js';
import { printerFor, writtenItem, type StateNow } from './item-answer.js';
import { missingParent, repositoryOf, whatIsMissing } from './items-in-path.js';
import { nowOf, type Mounting } from './mounting.js';
import { listAnswer } from './page-answer.js';
import { created, currentState, removeItem, replaceItem } from './resource-writes.js';

/**
 * The paths of a collection and of its items, below the item that they live in. `path`: that of the
 * collection, where it is not named after the resource.
 */
export function pathsOf(
  resource: AnyResource,
  path?: string,
): { readonly collection: string; readonly item: string } {
  const within = resource.within === undefined ? '' : pathsOf(resource.within).item;
  const collection = path ?? `${within}/${resource.collection}`;
  return { collection, item: `${collection}/:${resource.key}` };
}

function parametersOf(resource: AnyResource): Readonly<Record<string, StringKind | IntegerKind>> {
  return Object.fromEntries(lineage(resource).map((one) => [one.key, keyKind(one)]));
}

/** A resource as it is mounted: what its routes have in common. */
type Mounted = {
  readonly resource: AnyResource;
  readonly mounting: Mounting;
  readonly write: Access;
  readonly collection: Pick<Endpoint, 'path' | 'stability' | 'parameters'>;
  readonly item: Pick<Endpoint, 'path' | 'stability' | 'parameters'>;
  /** Which answers come from the cache, if they do. */
  readonly madeOf: { readonly madeOf?: AnyResource };
};

const ROUTES: Readonly<Record<string, (mounted: Mounted) => Endpoint>> = {
  list: listRoute,
  get: itemRoute,
  create: createRoute,
  replace: replaceRoute,
  remove: removeRoute,
};

/** The routes of a declared resource, made from its operations. */
export function resourceEndpoints<R extends AnyResource>(
  resource: R,
  mounting: Mounting<NoInfer<R>>,
): readonly Endpoint[] {
  const { stability = 'stable', read, write = read } = mounting;
  const paths = pathsOf(resource, mounting.path);
  const parameters = parametersOf(resource);
  const { [resource.key]: _, ...parentParameters } = parameters;
  const item = { path: paths.item, stability, parameters };
  const mounted: Mounted = {
    resource,
    mounting,
    write,
    item,
    collection: { path: paths.collection, stability, parameters: parentParameters },
    madeOf: mounting.cached === true ? { madeOf: showingItself(resource) } : {},
  };
  return [
    ...resource.operations.flatMap((operation) => ROUTES[operation]?.(mounted) ?? []),
    ...Object.entries(resource.relations).flatMap(([name, { to, by }]) => {
      // What lives within an item has rows of its own.
      if (by === undefined) return [];
      const found = mounting.related
        ?.map((one) => ('resource' in one ? one : { resource: one, read }))
        .find((one) => one.resource.collection === to);
      if (found === undefined) throw new Error(`${resource.collection}.${name}: mount it with related ${to}`);
      return [relationRoute({ name, by, target: found.resource, resource, item, read: found.read })];
    }),
  ];
}

function listRoute({ resource, mounting, collection, madeOf }: Mounted): Endpoint {
  const { subCollections, collectionActions } = mounting;
  const below = subCollections !== undefined && { subCollections };
  return readEndpoint({
    ...collection,
    access: mounting.read,
    summary: `List the ${resource.title} collection.`,
    serves: { resource, as: 'collection' },
    lists: resource,
    ...madeOf,
    ...below,
    perform: async (services, request) => {
      const missing = await missingParent(resource, services, request);
      if (missing !== undefined) return left(missing);
      const { path } = collection;
      const actions = collectionActions?.(request) ?? [];
      return right(await listAnswer({ resource, path, actions, ...below }, services, request));
    },
  });
}

function itemRoute({ resource, mounting, item, madeOf }: Mounted): Endpoint {
  return readEndpoint({
    ...item,
    access: mounting.read,
    summary: `Read one ${resource.title}.`,
    serves: { resource, as: 'item' },
    // What can be done with an item now may depend on others.
    ...((mounting.actions === undefined || mounting.actionsNeed !== undefined) && madeOf),
    ...(mounting.actionsNeed !== undefined && { madeAnewWith: mounting.actionsNeed }),
    perform: async (services, request) => {
      const repository = repositoryOf(resource, services, request);
      const key = keyInPath(request, resource);
      return readUnchanged(async () => {
        const found = await repository.find(key);
        if (found === undefined) return left(await whatIsMissing(resource, services, request));
        const now = await nowOf(mounting, services, found, request);
        return now && right(merge(itemAnswer(resource, found, request, now), { of: itemState(found) }));
      });
    },
  });
}

function createRoute({ resource, mounting, write, collection }: Mounted): Endpoint {
  const { createsLists, refuses = {} } = mounting;
  return writeEndpoint({
    ...collection,
    method: 'POST',
    access: write,
    summary: `Create a new ${resource.title}.`,
    serves: { resource, as: 'collection' },
    body: { fields: resource.fields, ...(createsLists === true && { orListOf: true as const }) },
    ...(refuses.create !== undefined && { refuses: refuses.create }),
    perform: (services, request) => created(resource, mounting, services, request),
  });
}

function replaceRoute({ resource, mounting, write, item }: Mounted): Endpoint {
  const { putCreates, refuses = {} } = mounting;
  return writeEndpoint({
    ...item,
    method: 'PUT',
    access: write,
    summary:
      isKeyChosenByClient(resource) || putCreates === true
        ? `Replace or create ${a(resource.title)}.`
        : `Replace ${a(resource.title)}.`,
    serves: { resource, as: 'item' },
    body: replaceShape(resource, mounting),
    ...(refuses.replace !== undefined && { refuses: refuses.replace }),
    ...(putCreates === true && { putCreates: true as const }),
    current: (services, request) => currentState(resource, services, request),
    perform: (services, request, version) => replaceItem(resource, mounting, services, request, version),
  });
}

function removeRoute({ resource, mounting, write, item }: Mounted): Endpoint {
  const { handlers, refuses = {} } = mounting;
  return writeEndpoint({
    ...item,
    method: 'DELETE',
    access: write,
    summary: `Remove one ${resource.title}.`,
    serves: { resource, as: 'item' },
    ...(refuses.remove !== undefined && { refuses: refuses.remove }),
    current: (services, request) => currentState(resource, services, request),
    perform: (services, request, version) => removeItem(resource, handlers, services, request, version),
  });
}

/**
 * Throws when an item shows more than its own row: its answers would outlive a change of what else they show.
 */
function showingItself(resource: AnyResource): AnyResource {
  const { collection, within } = resource;
  const shown = referenceKindsOf(resource).find(
    ({ kind }) => kind.projection.length > 0 || kind.lookup !== undefined,
  );
  if (within !== undefined) throw new Error(`${collection} live within another item: not to be cached`);
  if (shown !== undefined) throw new Error(`${collection} show ${shown.kind.to}: not to be cached`);
  return resource;
}

/** With its article: an account, a unit. */
function a(title: string): string {
  return `${/^[aeio]/i.test(title) ? 'an' : 'a'} ${title}`;
}

function replaceShape(resource: AnyResource, { urlWins, storedOnReplace, putCreates }: Mounting): BodyShape {
  const keyInUrl = {
    field: resource.key,
    urlWins: urlWins === true,
    ...(putCreates === true && { creates: true as const }),
  };
  if (storedOnReplace === undefined) return { fields: resource.fields, keyInUrl };
  const fields = Object.entries(resource.fields).map(([name, field]) =>
    storedOnReplace.includes(name) ? [name, { ...field, use: 'optional' }] : [name, field],
  );
  return { fields: Object.fromEntries(fields) as BodyShape['fields'], keyInUrl };
}

type RelationRoute = {
  readonly name: string;
  readonly by: string;
  readonly target: AnyResource;
  readonly resource: AnyResource;
  readonly item: Pick<Endpoint, 'path' | 'stability' | 'parameters'>;
  readonly read: Access;
};

/** The items of another resource that refer to this one: `/units/:unitNumber/products`. */
function relationRoute({ name, by, target, resource, item, read }: RelationRoute): Endpoint {
  const path = `${item.path}/${name.toLowerCase()}`;
  return readEndpoint({
    ...item,
    path,
    access: read,
    summary: `List the ${target.title} collection of one ${resource.title}.`,
    serves: { resource: target, as: 'other' },
    lists: target,
    perform: async (services, request) => {
      const key = keyInPath(request, resource);
      const owner = await repositoryOf(resource, services, request).find(key);
      if (owner === undefined) return left(notFoundInPath(resource, request));
      return right(
        await listAnswer({ resource: target, path, only: compare(by, 'eq', key) }, services, request),
      );
    },
  });
}

function itemAnswer(
  resource: AnyResource,
  { value }: Stored<AnyValue>,
  request: ApiRequest,
  now: StateNow,
): Answer {
  const answer = writtenItem(resource, value, request, now);
  const { body = '', actions = '' } = answer;
  const parents = parentsOf(resource, request);
  const shown = printerFor(resource, request).withActions(body, value, parents, request.style, actions);
  return { ...answer, body: shown };
}

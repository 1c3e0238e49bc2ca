import { left, right, isLeft } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  compare,
  defined,
  type AnyResource,
  type AnyValue,
  breathe,
  folded,
  type DraftFor,
  type IntegerKind,
  isKeyChosenByClient,
  itemState,
  keyKind,
  type KeyValue,
  lineage,
  mapInTurns,
  type ModuleName,
  type NotFound,
  referenceKindsOf,
  type ResourceRepository,
  type Stored,
  type StringKind,
  type ValueOf,
  merge,
  namedTwice,
  readUnchanged,
} from '@kontor/kernel';
import { keyInPath, notFoundInPath, parentsOf } from './in-path.js';
import { createdItem, printerFor, writtenItem, type StateNow } from './item-answer.js';
import { listAnswer } from './page-answer.js';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import { NOT_THERE } from '../request/precondition.js';
import type { Services } from '../service/services.js';
import {
  bodiesOf,
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type ApiRequest,
  type BodyShape,
  type CurrentState,
  type Endpoint,
  type Stability,
} from './endpoint.js';

/**
 * Use cases that stand in for the generic operations of a resource with rules. They are methods, so that
 * those of one resource are also some of any: whoever calls them has the drafts that its declaration made.
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
  /** The declarations that its relations lead to. */
  readonly related?: readonly AnyResource[];
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

/** Something refers to it. */
export function isUsed({ uses = 0 }: Pick<Stored<AnyValue>, 'uses'>): boolean {
  return uses > 0;
}

async function nowOf(
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
async function ownNow(...asked: Parameters<typeof nowOf>): Promise<StateNow> {
  return defined(await nowOf(...asked));
}

/** The path of a resource's collection and item. */
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

function repositoryOf(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): ResourceRepository<AnyValue> {
  return services.resources.of(resource, ...parentsOf(resource, request));
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
      const target = mounting.related?.find(({ collection }) => collection === to);
      if (target === undefined)
        throw new Error(`${resource.collection}.${name}: mount it with related ${to}`);
      return [relationRoute({ name, by, target, resource, item, read })];
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
      const { within } = resource;
      if (within !== undefined && (await missingParent(resource, services, request)) !== undefined)
        return left(notFoundInPath(within, request));
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
    perform: (services, request, version) => replaced(resource, mounting, services, request, version),
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
    perform: (services, request, version) => removed(resource, handlers, services, request, version),
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

/** The nearest parent that is not there, if any: an item within it cannot be addressed. */
async function missingParent(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): Promise<NotFound | undefined> {
  const { within } = resource;
  if (within === undefined) return undefined;
  const key = keyInPath(request, within);
  const found = await repositoryOf(within, services, request).find(key);
  return found === undefined ? notFoundInPath(within, request) : undefined;
}

/** What an address that leads nowhere names in vain: the item, or already the one it would be in. */
async function whatIsMissing(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): Promise<NotFound> {
  return (await missingParent(resource, services, request)) ?? notFoundInPath(resource, request);
}

/** The addressed item as it is now, for the preconditions of a write. */
export async function currentState(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): Promise<CurrentState | undefined> {
  const found = await repositoryOf(resource, services, request).find(keyInPath(request, resource));
  if (found === undefined) return undefined;
  const item = printerFor(resource, request).item(found.value, parentsOf(resource, request), request.style);
  return { item, version: found.version };
}

/** A parent that is missing refuses the write before anything is stored. */
function parentIsThere(
  resource: AnyResource,
  services: Services,
  request: ApiRequest,
): TaskEither<Failure, void> {
  return async () => {
    const missing = await missingParent(resource, services, request);
    return missing === undefined ? right(undefined) : left(missing);
  };
}

function created(
  resource: AnyResource,
  mounting: Mounting,
  services: Services,
  request: ApiRequest,
): TaskEither<Failure, Answer> {
  const createOne = (draft: AnyValue): TaskEither<Failure, Stored<AnyValue>> =>
    mounting.handlers?.create?.(services, draft, request) ??
    repositoryOf(resource, services, request).create(draft);
  return async () => {
    const parent = await parentIsThere(resource, services, request)();
    if (isLeft(parent)) return parent;
    const drafts = bodiesOf(request, resource);
    const made: Stored<AnyValue>[] = [];
    for (const [index, draft] of drafts.entries()) {
      const one = await createOne(draft)();
      if (isLeft(one)) {
        const isTwice = one.left.kind === 'KeyExists' && isNamedBefore(resource, drafts, index);
        const failure = isTwice ? namedTwice(resource.key) : one.left;
        return left(inBody(resource, failure, Array.isArray(request.body) ? index : undefined));
      }
      made.push(one.right);
      await breathe();
    }
    if (Array.isArray(request.body)) return right(await createdList(resource, made, request));
    const one = defined(made[0]);
    return right(createdItem(resource, one.value, request, await ownNow(mounting, services, one, request)));
  };
}

/** Whether one of a list has the identifier of an earlier one. */
function isNamedBefore({ key }: AnyResource, drafts: readonly AnyValue[], index: number): boolean {
  const named = (draft: AnyValue | undefined): string => folded(String(draft?.[key]));
  return drafts.slice(0, index).some((draft) => named(draft) === named(drafts[index]));
}

/** A refusal names the member at fault, and for one of a list where in the list it stands. */
function inBody(resource: AnyResource, failure: Failure, index: number | undefined): Failure {
  const named: Failure =
    failure.kind === 'KeyExists' && failure.resource === resource.collection
      ? { ...failure, property: resource.key }
      : failure;
  return index === undefined ? named : { kind: 'OneOfListRefused', index, failure: named };
}

/** 201 with the list of the created things, where a list was sent (D177). */
async function createdList(
  resource: AnyResource,
  made: readonly Stored<AnyValue>[],
  request: ApiRequest,
): Promise<Answer> {
  const { links, style } = request;
  const printer = printerFor(resource, request);
  const parents = parentsOf(resource, request);
  const texts = await mapInTurns(made, ({ value }) => printer.item(value, parents, style));
  return {
    status: 201,
    body: `[${texts.join(',')}]`,
    location: links.collection(resource, parents, style),
  };
}

/**
 * Amendment 36: PUT creates what is missing where the client chooses the identifier; 404 elsewhere. When
 * another request makes it in between, it is there to be replaced after all, unless it must not have been
 * there.
 */
function replaced(
  resource: AnyResource,
  mounting: Mounting,
  services: Services,
  request: ApiRequest,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = keyInPath(request, resource);
  const mayCreate =
    (isKeyChosenByClient(resource) || mounting.putCreates === true) &&
    (version === undefined || version === NOT_THERE);
  const create = created(resource, mounting, services, request);
  return pipe(
    parentIsThere(resource, services, request),
    TE.flatMap(() => replacedInPlace(resource, mounting, services, request, version)),
    TE.orElse((failure) =>
      mayCreate && failure.kind === 'NotFound' && failure.key === key ? create : TE.left(failure),
    ),
    TE.orElse((failure) => {
      if (failure.kind !== 'KeyExists' || failure.resource !== resource.collection) return TE.left(failure);
      return version === NOT_THERE
        ? TE.left<Failure>({ kind: 'ChangedSince', resource: resource.collection, key })
        : replacedInPlace(resource, mounting, services, request, version);
    }),
  );
}

function replacedInPlace(
  resource: AnyResource,
  mounting: Mounting,
  services: Services,
  request: ApiRequest,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = keyInPath(request, resource);
  const draft = bodyOf(request, resource);
  const replace =
    mounting.handlers?.replace?.(services, key, draft, request, version) ??
    repositoryOf(resource, services, request).replace(key, draft, version);
  return pipe(
    replace,
    TE.flatMapTask(
      (stored) => async () =>
        writtenItem(resource, stored.value, request, await ownNow(mounting, services, stored, request)),
    ),
  );
}

function removed(
  resource: AnyResource,
  handlers: Handlers | undefined,
  services: Services,
  request: ApiRequest,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = keyInPath(request, resource);
  const remove =
    handlers?.remove?.(services, key, request, version) ??
    repositoryOf(resource, services, request).remove(key, version);
  return pipe(
    parentIsThere(resource, services, request),
    TE.flatMap(() => remove),
    TE.map((): Answer => ({ status: 204 })),
  );
}

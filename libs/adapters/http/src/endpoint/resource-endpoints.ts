import { left, right, isLeft, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  isKeyChosenByClient,
  keyField,
  lineage,
  type AnyResource,
  type AnyValue,
  type Filter,
  type IntegerKind,
  type KeyValue,
  type NotFound,
  type Page,
  type ResourceRepository,
  type Stored,
  type StringKind,
} from '@kontor/kernel';
import type { ErrorCode } from '../failure/error-codes.js';
import type { Failure } from '../failure/http-failure.js';
import { collectionText, type CollectionToPrint } from '../representation/collection.js';
import { printers, type ItemPrinter } from '../representation/item.js';
import { PLAIN_LINKS, type Links } from '../representation/links.js';
import type { AskedCollection } from '../request/collection-query.js';
import { NOT_THERE } from '../request/precondition.js';
import type { Services } from '../service/services.js';
import {
  bodyOf,
  readEndpoint,
  writeEndpoint,
  type Access,
  type Answer,
  type Asked,
  type BodyShape,
  type CurrentState,
  type Endpoint,
  type Stability,
} from './endpoint.js';
import { itemName, memoryOf, pageName } from './remembered.js';

/** Use cases that stand in for the generic operations of a resource with rules. */
export type Decided = {
  readonly create?: (
    services: Services,
    draft: AnyValue,
    asked: Asked,
  ) => TaskEither<Failure, Stored<AnyValue>>;
  readonly replace?: (
    services: Services,
    key: KeyValue,
    draft: AnyValue,
    asked: Asked,
    version: number | undefined,
  ) => TaskEither<Failure, Stored<AnyValue>>;
  readonly remove?: (
    services: Services,
    key: KeyValue,
    asked: Asked,
    version: number | undefined,
  ) => TaskEither<Failure, void>;
};

export type Mounting = {
  readonly stability?: Stability;
  /** Who may read, and who may write (the readers when left out). */
  readonly read: Access;
  readonly write?: Access;
  /** Where the collection is, when not at its own name. */
  readonly path?: string;
  readonly decided?: Decided;
  /** The codes by which what is decided refuses. */
  readonly refuses?: { readonly [O in keyof Decided]?: readonly ErrorCode[] };
  /** A POST takes a list of drafts as well, all or nothing (D177). */
  readonly createsLists?: true;
  /** On PUT the URL's identifier counts and one in the body is not looked at (§4.2, VAT accounts). */
  readonly urlWins?: true;
  /** A PUT creates what is missing although the service makes the identifiers (amendment 36). */
  readonly putCreates?: true;
  /** Required members that a PUT may leave out, because its use case keeps what is stored. */
  readonly keptOnReplace?: readonly string[];
  /** The declarations that its relations lead to. */
  readonly related?: readonly AnyResource[];
  readonly subCollections?: Endpoint['subCollections'];
  /** What can be done with the collection, beside what its operations say. */
  readonly collectionActions?: (asked: Asked) => readonly string[];
  /** What can be done with an item now, beside what its operations say. */
  readonly actions?: (services: Services, value: AnyValue, asked: Asked) => Promise<readonly string[]>;
};

const printersOf = new WeakMap<Links, ReturnType<typeof printers>>();

/** The printer of a resource for the caller's modules. */
export function printerFor(of: AnyResource, { links, caller }: Asked, at?: string): ItemPrinter {
  let made = printersOf.get(links);
  if (made === undefined) printersOf.set(links, (made = printers(links)));
  return made(of, caller.modules, at);
}

/** The path of a resource's collection and item. */
export function pathsOf(
  of: AnyResource,
  path?: string,
): { readonly collection: string; readonly item: string } {
  const within = of.within === undefined ? '' : pathsOf(of.within).item;
  const collection = path ?? `${within}/${of.collection}`;
  return { collection, item: `${collection}/:${of.key}` };
}

/** The identifiers of the items that the addressed one lives in. */
export function parentsOf(of: AnyResource, { parameters }: Asked): readonly KeyValue[] {
  return lineage(of)
    .slice(0, -1)
    .map(({ key }) => parameters[key] as KeyValue);
}

function parametersOf(of: AnyResource): Readonly<Record<string, StringKind | IntegerKind>> {
  return Object.fromEntries(
    lineage(of).map((one) => [one.key, keyField(one).kind as StringKind | IntegerKind]),
  );
}

function repositoryOf(of: AnyResource, services: Services, asked: Asked): ResourceRepository<AnyValue> {
  return services.resources.of(of, ...parentsOf(of, asked)) as unknown as ResourceRepository<AnyValue>;
}

/** The rows of a declared resource, made from its operations. */
export function resourceEndpoints(of: AnyResource, mounting: Mounting): readonly Endpoint[] {
  const { stability = 'stable', read, write = read, refuses = {} } = mounting;
  const paths = pathsOf(of, mounting.path);
  const parameters = parametersOf(of);
  const { [of.key]: _, ...parentParameters } = parameters;
  const collection = { path: paths.collection, stability, parameters: parentParameters };
  const item = { path: paths.item, stability, parameters };
  const asCollection = { resource: of, as: 'collection' } as const;
  const asItem = { resource: of, as: 'item' } as const;

  const rows: Readonly<Record<string, () => Endpoint>> = {
    list: () =>
      readEndpoint({
        ...collection,
        access: read,
        summary: `List the ${of.title} collection.`,
        serves: asCollection,
        lists: of,
        ...(mounting.subCollections !== undefined && { subCollections: mounting.subCollections }),
        perform: async (services, asked) => listed(of, services, asked, mounting, paths.collection),
      }),
    get: () =>
      readEndpoint({
        ...item,
        access: read,
        summary: `Read one ${of.title}.`,
        serves: asItem,
        perform: async (services, asked) => {
          const repository = repositoryOf(of, services, asked);
          const key = asked.parameters[of.key] as KeyValue;
          const { editions } = repository;
          if (editions !== undefined && mounting.actions === undefined) {
            const answer = await memoryOf(asked).answer(
              itemName(paths.item, key, asked),
              editions,
              async (isToBeKept) => {
                const { read: found, edition } = isToBeKept
                  ? await editions.find(key)
                  : { read: await repository.find(key), edition: undefined };
                return { answer: found && itemAnswer(of, found.value, asked, []), edition };
              },
            );
            return answer === undefined ? left(await whatIsMissing(of, services, asked)) : right(answer);
          }
          const found = await repository.find(key);
          if (found === undefined) return left(await whatIsMissing(of, services, asked));
          const more = (await mounting.actions?.(services, found.value, asked)) ?? [];
          return right(itemAnswer(of, found.value, asked, more));
        },
      }),
    create: () =>
      writeEndpoint({
        ...collection,
        method: 'POST',
        access: write,
        summary: `Create a new ${of.title}.`,
        serves: asCollection,
        body: { fields: of.fields, ...(mounting.createsLists === true && { orListOf: true as const }) },
        ...(refuses.create !== undefined && { refuses: refuses.create }),
        perform: (services, asked) => created(of, mounting.decided, services, asked),
      }),
    replace: () =>
      writeEndpoint({
        ...item,
        method: 'PUT',
        access: write,
        summary:
          isKeyChosenByClient(of) || mounting.putCreates === true
            ? `Replace or create a ${of.title}.`
            : `Replace a ${of.title}.`,
        serves: asItem,
        body: replaceShape(of, mounting),
        ...(refuses.replace !== undefined && { refuses: refuses.replace }),
        ...(mounting.putCreates === true && { putCreates: true as const }),
        current: (services, asked) => currentState(of, services, asked),
        perform: (services, asked, version) => replaced(of, mounting, services, asked, version),
      }),
    remove: () =>
      writeEndpoint({
        ...item,
        method: 'DELETE',
        access: write,
        summary: `Remove one ${of.title}.`,
        serves: asItem,
        ...(refuses.remove !== undefined && { refuses: refuses.remove }),
        current: (services, asked) => currentState(of, services, asked),
        perform: (services, asked, version) => removed(of, mounting.decided, services, asked, version),
      }),
  };
  return [
    ...of.operations.flatMap((operation) => rows[operation]?.() ?? []),
    ...Object.entries(of.relations).flatMap(([name, { to, by }]) => {
      // What lives within an item has rows of its own.
      if (by === undefined) return [];
      const target = mounting.related?.find(({ collection }) => collection === to);
      if (target === undefined) throw new Error(`${of.collection}.${name}: mount it with related ${to}`);
      return [relationRow({ name, by, target, of, item, read })];
    }),
  ];
}

function replaceShape(of: AnyResource, { urlWins, keptOnReplace }: Mounting): BodyShape {
  const keyInUrl = { field: of.key, urlWins: urlWins === true };
  if (keptOnReplace === undefined) return { fields: of.fields, keyInUrl };
  const fields = Object.entries(of.fields).map(([name, field]) =>
    keptOnReplace.includes(name) ? [name, { ...field, use: 'optional' }] : [name, field],
  );
  return { fields: Object.fromEntries(fields) as BodyShape['fields'], keyInUrl };
}

type RelationRow = {
  readonly name: string;
  readonly by: string;
  readonly target: AnyResource;
  readonly of: AnyResource;
  readonly item: Pick<Endpoint, 'path' | 'stability' | 'parameters'>;
  readonly read: Access;
};

/** The items of another resource that refer to this one: `/units/:unitNumber/products`. */
function relationRow({ name, by, target, of, item, read }: RelationRow): Endpoint {
  const path = `${item.path}/${name.toLowerCase()}`;
  return readEndpoint({
    ...item,
    path,
    access: read,
    summary: `List the ${target.title} collection of one ${of.title}.`,
    serves: { resource: target, as: 'other' },
    lists: target,
    perform: async (services, asked) => {
      const key = asked.parameters[of.key] as KeyValue;
      const owner = await repositoryOf(of, services, asked).find(key);
      if (owner === undefined) return left(notFound(of, asked));
      const restriction: Filter = { kind: 'compare', property: by, operator: 'eq', value: key };
      const url = asked.links.to(path, asked.parameters, PLAIN_LINKS);
      return right(await restrictedPage(target, restriction, url, services, asked));
    },
  });
}

/** A page of the items of a collection that a fixed condition picks out, at its own URL. */
export async function restrictedPage(
  of: AnyResource,
  restriction: Filter,
  url: string,
  services: Services,
  asked: Asked,
): Promise<Answer> {
  const collection = asked.collection as AskedCollection;
  const { filter } = collection.query;
  const repository = repositoryOf(of, services, asked);
  const page = await repository.page({
    ...collection.query,
    filter: filter === undefined ? restriction : { kind: 'and', of: [restriction, filter] },
  });
  const all =
    filter === undefined
      ? page.results
      : (await repository.page({ filter: restriction, sort: of.defaultSort, pageSize: 1, skipPages: 0 }))
          .results;
  return { status: 200, body: pageText(of, { ...page, resultsWithoutFilter: all }, url, asked, {}) };
}

function itemAnswer(of: AnyResource, value: AnyValue, asked: Asked, more: readonly string[]): Answer {
  const printer = printerFor(of, asked);
  const parents = parentsOf(of, asked);
  const item = printer.item(value, parents, asked.style);
  return { status: 200, body: printer.withActions(item, value, parents, asked.style, more), tagged: item };
}

async function listed(
  of: AnyResource,
  services: Services,
  asked: Asked,
  { subCollections, collectionActions }: Mounting,
  path: string,
): Promise<Either<Failure, Answer>> {
  const parents = parentsOf(of, asked);
  if (of.within !== undefined && (await missingParent(of, services, asked)) !== undefined) {
    return left(notFound(of.within, asked));
  }
  const repository = repositoryOf(of, services, asked);
  const { query } = asked.collection as AskedCollection;
  const url = asked.links.collection(of, parents, PLAIN_LINKS);
  const more = {
    ...(subCollections !== undefined && { subCollections }),
    ...(collectionActions !== undefined && { actions: collectionActions(asked) }),
  };
  const { editions } = repository;
  if (editions !== undefined) {
    const answer = await memoryOf(asked).answer(pageName(path, asked), editions, async () => {
      const { read: page, edition } = await editions.page(query);
      return { answer: { status: 200 as const, body: pageText(of, page, url, asked, more) }, edition };
    });
    return right(answer);
  }
  return right({ status: 200, body: pageText(of, await repository.page(query), url, asked, more) });
}

function pageText(
  of: AnyResource,
  page: Page<AnyValue>,
  url: string,
  asked: Asked,
  more: Pick<CollectionToPrint, 'subCollections' | 'actions'>,
): string {
  const { links, style } = asked;
  const parents = parentsOf(of, asked);
  return collectionText({
    of,
    page,
    asked: asked.collection as AskedCollection,
    url,
    parents,
    printer: printerFor(of, asked),
    links,
    style,
    ...(of.operations.includes('create') && { createAt: links.collection(of, parents, style) }),
    ...more,
  });
}

/** The nearest parent that is not there, if any: an item within it cannot be addressed. */
async function missingParent(
  of: AnyResource,
  services: Services,
  asked: Asked,
): Promise<NotFound | undefined> {
  const { within } = of;
  if (within === undefined) return undefined;
  const key = asked.parameters[within.key] as KeyValue;
  const found = await repositoryOf(within, services, asked).find(key);
  return found === undefined ? notFound(within, asked) : undefined;
}

/** What an address that leads nowhere names in vain: the item, or already the one it would be in. */
async function whatIsMissing(of: AnyResource, services: Services, asked: Asked): Promise<NotFound> {
  return (await missingParent(of, services, asked)) ?? notFound(of, asked);
}

async function currentState(
  of: AnyResource,
  services: Services,
  asked: Asked,
): Promise<CurrentState | undefined> {
  const found = await repositoryOf(of, services, asked).find(asked.parameters[of.key] as KeyValue);
  if (found === undefined) return undefined;
  const item = printerFor(of, asked).item(found.value, parentsOf(of, asked), asked.style);
  return { item, version: found.version };
}

function notFound(of: AnyResource, { parameters }: Asked): NotFound {
  return { kind: 'NotFound', resource: of.collection, key: parameters[of.key] as KeyValue };
}

/** A parent that is missing refuses the write before anything is stored. */
function parentIsThere(of: AnyResource, services: Services, asked: Asked): TaskEither<Failure, void> {
  return async () => {
    const missing = await missingParent(of, services, asked);
    return missing === undefined ? right(undefined) : left(missing);
  };
}

function created(
  of: AnyResource,
  decided: Decided | undefined,
  services: Services,
  asked: Asked,
): TaskEither<Failure, Answer> {
  const createOne = (draft: AnyValue): TaskEither<Failure, Stored<AnyValue>> =>
    decided?.create?.(services, draft, asked) ?? repositoryOf(of, services, asked).create(draft);
  return async () => {
    const parent = await parentIsThere(of, services, asked)();
    if (isLeft(parent)) return parent;
    const drafts = Array.isArray(asked.body) ? (asked.body as readonly AnyValue[]) : [bodyOf(asked)];
    const values: AnyValue[] = [];
    for (const [index, draft] of drafts.entries()) {
      const one = await createOne(draft)();
      if (isLeft(one)) return left(inBody(of, one.left, Array.isArray(asked.body) ? `[${index}].` : ''));
      values.push(one.right.value);
    }
    return right(createdAnswer(of, values, asked));
  };
}

/** A refusal names the member at fault, and for one of a list where in the list it stands. */
function inBody(of: AnyResource, failure: Failure, item: string): Failure {
  if (failure.kind === 'KeyExists' && failure.resource === of.collection)
    return { ...failure, property: `${item}${of.key}` };
  return failure.kind === 'ReferenceMissing'
    ? { ...failure, property: `${item}${failure.property}` }
    : failure;
}

/** 201 with the created thing, or with the list of them where a list was sent (D177). */
function createdAnswer(of: AnyResource, values: readonly AnyValue[], asked: Asked): Answer {
  const printer = printerFor(of, asked);
  const parents = parentsOf(of, asked);
  const texts = values.map((value) => printer.item(value, parents, asked.style));
  if (Array.isArray(asked.body)) {
    return {
      status: 201,
      body: `[${texts.join(',')}]`,
      location: asked.links.collection(of, parents, asked.style),
    };
  }
  const [value = {}] = values;
  const [text = ''] = texts;
  return { status: 201, body: text, tagged: text, location: printer.self(value, parents, asked.style) };
}

/**
 * Amendment 36: PUT creates what is missing where the client chooses the identifier; 404 elsewhere. When another request
 * makes it in between, it is there to be replaced after all, unless it must not have been there.
 */
function replaced(
  of: AnyResource,
  { decided, putCreates }: Mounting,
  services: Services,
  asked: Asked,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = asked.parameters[of.key] as KeyValue;
  const mayCreate =
    (isKeyChosenByClient(of) || putCreates === true) && (version === undefined || version === NOT_THERE);
  const create = created(of, decided, services, asked);
  return pipe(
    parentIsThere(of, services, asked),
    TE.flatMap(() => replacedInPlace(of, decided, services, asked, version)),
    TE.orElse((failure) =>
      mayCreate && failure.kind === 'NotFound' && failure.key === key ? create : TE.left(failure),
    ),
    TE.orElse((failure) => {
      if (failure.kind !== 'KeyExists' || failure.resource !== of.collection) return TE.left(failure);
      return version === NOT_THERE
        ? TE.left<Failure>({ kind: 'ChangedSince', resource: of.collection, key })
        : replacedInPlace(of, decided, services, asked, version);
    }),
  );
}

function replacedInPlace(
  of: AnyResource,
  decided: Decided | undefined,
  services: Services,
  asked: Asked,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = asked.parameters[of.key] as KeyValue;
  const draft = bodyOf(asked);
  const replace =
    decided?.replace?.(services, key, draft, asked, version) ??
    repositoryOf(of, services, asked).replace(key, draft, version);
  return pipe(
    replace,
    TE.map(({ value }): Answer => {
      const text = printerFor(of, asked).item(value, parentsOf(of, asked), asked.style);
      return { status: 200, body: text, tagged: text };
    }),
  );
}

function removed(
  of: AnyResource,
  decided: Decided | undefined,
  services: Services,
  asked: Asked,
  version: number | undefined,
): TaskEither<Failure, Answer> {
  const key = asked.parameters[of.key] as KeyValue;
  const remove =
    decided?.remove?.(services, key, asked, version) ??
    repositoryOf(of, services, asked).remove(key, version);
  return pipe(
    parentIsThere(of, services, asked),
    TE.flatMap(() => remove),
    TE.map((): Answer => ({ status: 204 })),
  );
}

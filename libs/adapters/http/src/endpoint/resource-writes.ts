import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  breathe,
  defined,
  folded,
  isKeyChosenByClient,
  mapInTurns,
  namedTwice,
  type AnyResource,
  type AnyValue,
  type Stored,
} from '@kontor/kernel';
import type { Failure } from '../failure/http-failure.js';
import { NOT_THERE } from '../request/precondition.js';
import type { Services } from '../service/services.js';
import { bodiesOf, bodyOf, type Answer, type ApiRequest, type CurrentState } from './endpoint.js';
import { keyInPath, parentsOf } from './in-path.js';
import { createdItem, printerFor, writtenItem } from './item-answer.js';
import { missingParent, repositoryOf } from './items-in-path.js';
import { ownNow, type Handlers, type Mounting } from './mounting.js';

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

/** 201 with what was created: one, or the list that was sent. */
export function created(
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
    const made = await allMade(request, drafts, (draft, index) =>
      TE.mapLeft((failure: Failure) => inBody(resource, failure, drafts, index))(createOne(draft)),
    );
    if (isLeft(made)) return made;
    if (!Array.isArray(request.body)) {
      const one = defined(made.right[0]);
      return right(createdItem(resource, one.value, request, await ownNow(mounting, services, one, request)));
    }
    const printer = printerFor(resource, request);
    const parents = parentsOf(resource, request);
    const location = request.links.collection(resource, parents, request.style);
    const print = (value: AnyValue): string => printer.item(value, parents, request.style);
    return right(await createdList(made.right, print, location));
  };
}

/** Whether one of a list has the identifier of an earlier one. */
function isNamedBefore({ key }: AnyResource, drafts: readonly AnyValue[], index: number): boolean {
  const named = (draft: AnyValue | undefined): string => folded(String(draft?.[key]));
  return drafts.slice(0, index).some((draft) => named(draft) === named(drafts[index]));
}

/** A refusal names the member at fault, and as a list one that names a thing twice. */
function inBody(
  resource: AnyResource,
  failure: Failure,
  drafts: readonly AnyValue[],
  index: number,
): Failure {
  if (failure.kind !== 'KeyExists') return failure;
  if (isNamedBefore(resource, drafts, index)) return namedTwice(resource.key);
  return failure.resource === resource.collection ? { ...failure, property: resource.key } : failure;
}

/**
 * Makes something of each draft of a request, one after the other, until one is refused: then none is kept,
 * and where a list was sent the refusal says where in it (D177).
 */
export async function allMade(
  request: ApiRequest,
  drafts: readonly AnyValue[],
  makeOne: (draft: AnyValue, index: number) => TaskEither<Failure, Stored<AnyValue>>,
): Promise<Either<Failure, readonly Stored<AnyValue>[]>> {
  const made: Stored<AnyValue>[] = [];
  for (const [index, draft] of drafts.entries()) {
    const one = await makeOne(draft, index)();
    if (isLeft(one))
      return Array.isArray(request.body) ? left({ kind: 'OneOfListRefused', index, failure: one.left }) : one;
    made.push(one.right);
    await breathe();
  }
  return right(made);
}

/** 201 with the list of what was made, where a list was sent (D177). */
export async function createdList(
  made: readonly Stored<AnyValue>[],
  print: (value: AnyValue) => string,
  location: string,
): Promise<Answer> {
  const texts = await mapInTurns(made, ({ value }) => print(value));
  return { status: 201, body: `[${texts.join(',')}]`, location };
}

/**
 * Amendment 36: PUT creates a missing item where the client chooses the identifier; elsewhere it is 404.
 * Where another request creates it in between, it is replaced after all, unless the request says that it must
 * not exist (`If-None-Match: *`).
 */
export function replaceItem(
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

/** Removes an item: 204, or why it stays. */
export function removeItem(
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

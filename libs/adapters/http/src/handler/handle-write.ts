import { type Either, isLeft, isRight, left, right } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { Context } from 'koa';
import { type AuditTrail, Busy, type ByteStore, type ChangedSince, type KeyValue } from '@kontor/kernel';
import { type Answer, type ApiRequest, PREVIEW, type WriteEndpoint } from '../endpoint/endpoint.js';
import { deadlineOf } from '../admission/admission.js';
import type { FoundRoute } from '../endpoint/mount.js';
import type { Failure } from '../failure/http-failure.js';
import type { Parts } from '../http-parts.js';
import type { Links } from '../representation/links.js';
import { cipherOf } from '../request/cipher.js';
import { decodeBody, decodeItems } from '../request/decode-body.js';
import { namesSent, withOwnNames } from '../request/own-names.js';
import { checkPrecondition, preconditionOf } from '../request/precondition.js';
import { readBody } from '../request/read-body.js';
import { readFile } from '../request/read-file.js';
import type { ServiceProvider, Services, WorkInUnit } from '../service/services.js';
import { runAndRollBack } from '../service/run-and-roll-back.js';
import {
  fingerprintOf,
  idempotencyKeyOf,
  type IdempotentRequest,
  keyOfPerson,
  oncePerKey,
  type ReplayableAnswer,
} from './idempotency.js';
import type { Progress } from './progress.js';
import { stillAllowed } from './still-allowed.js';
import { unknownItem } from './unknown-item.js';

/**
 * A write: decode, then everything else in one unit of work, so that a lost answer can be asked for
 * again (G14).
 */
export async function handleWrite(
  parts: Parts,
  ctx: Context,
  endpoint: WriteEndpoint,
  request: ApiRequest,
  found: FoundRoute,
  progress: Progress,
): Promise<Either<Failure, Answer>> {
  const { services, links, authenticator } = parts;
  const key = idempotencyKeyOf(ctx);
  if (isLeft(key)) return key;
  // A body may be on its way for long; one that came with its headers is not waited for.
  const isThere = ctx.req.complete;
  const allowed = async (): Promise<Either<Failure, void>> =>
    isThere ? right(undefined) : stillAllowed(parts, ctx, endpoint, request.style.demo);
  if (endpoint.takes !== undefined) {
    const impossible = unknownItem(found);
    if (impossible !== undefined) return impossible;
    const store = services.files(request.caller);
    const file = await readFile(ctx, store, endpoint.takes);
    if (isLeft(file)) return file;
    const { storageKey, digest } = file.right;
    const asked = { key: key.right, request: { file: file.right, ...request }, text: digest };
    return keptOrDiscarded(store, storageKey, async () => {
      const still = await allowed();
      return isLeft(still) ? still : inTurn(parts, ctx, endpoint, asked, progress);
    });
  }
  const body =
    endpoint.body === undefined ? right({ text: '', value: undefined }) : await readBody(ctx, endpoint.body);
  if (isLeft(body)) return body;
  const still = await allowed();
  if (isLeft(still)) return still;
  const decoded = await decodedBody(endpoint, body.right.value, request, links);
  if (isLeft(decoded)) return asSent(decoded, endpoint, body.right.value);
  const unknown = unknownItem(found);
  if (unknown !== undefined) {
    return preconditionOf(ctx.req.headers)?.ifMatch === undefined
      ? unknown
      : left(changedSince(endpoint, request));
  }

  const asked = { key: key.right, request: { body: decoded.right, ...request }, text: body.right.text };
  const done = await inTurn(parts, ctx, endpoint, asked, progress);
  if (endpoint.endsAccess === true && isRight(done)) authenticator.forget();
  return asSent(done, endpoint, body.right.value);
}

/** A refusal calls members of the body by the names that they have there. */
function asSent<A>(answer: Either<Failure, A>, { serves }: WriteEndpoint, body: unknown): Either<Failure, A> {
  if (isRight(answer)) return answer;
  const names = namesSent(serves?.resource, body);
  return names.length === 0 ? answer : left({ kind: 'RefusedAsSent', names, failure: answer.left });
}

/**
 * What a write asks for: its idempotency key, and the body as text by which the same request is known again.
 */
type RequestUnderKey = {
  readonly key: string | undefined;
  readonly request: ApiRequest;
  readonly text: string;
  /** For another request with the key. */
  readonly hasWaited?: boolean;
};

/**
 * Bytes that were kept for a write are loose where it was refused, was done before, or had no use for them:
 * they go. Those that something has now stay.
 */
async function keptOrDiscarded<A>(store: ByteStore, storageKey: string, work: () => Promise<A>): Promise<A> {
  try {
    return await work();
  } finally {
    await store.discard(storageKey);
  }
}

/** Of requests with the same key one at a time. */
async function inTurn(
  { services, keysUnderWay }: Parts,
  ctx: Context,
  endpoint: WriteEndpoint,
  asked: RequestUnderKey,
  progress: Progress,
): Promise<Either<Failure, ReplayableAnswer>> {
  const { key, request, text } = asked;
  if (key === undefined) return inUnit(services, ctx, endpoint, asked, progress);
  const { agreementNumber, appNumber } = request.caller;
  const whose = `${agreementNumber} ${appNumber} ${keyOfPerson(request.caller, key)}`;
  return keysUnderWay(ctx.req, ctx.res, { whose, bytes: Buffer.byteLength(text) }, (hasWaited) =>
    inUnit(services, ctx, endpoint, { ...asked, hasWaited }, progress),
  );
}

async function inUnit(
  services: ServiceProvider,
  ctx: Context,
  endpoint: WriteEndpoint,
  { key, request, text, hasWaited = false }: RequestUnderKey,
  progress: Progress,
): Promise<Either<Failure, ReplayableAnswer>> {
  const asked: WorkInUnit<Failure, ReplayableAnswer> =
    (unit, { audit, idempotency }) =>
    async () => {
      const work = audited(audit, request, ctx, progress, performed(endpoint, unit, request, ctx, progress));
      if (key === undefined) return work();
      const stored: IdempotentRequest = {
        appNumber: request.caller.appNumber,
        key: keyOfPerson(request.caller, key),
        fingerprint: fingerprintOf(ctx, text),
        hasWaited,
        ...(endpoint.showsSecret !== undefined && {
          secret: { member: endpoint.showsSecret, cipher: cipherOf(ctx, key) },
        }),
      };
      return oncePerKey(idempotency, stored, work)();
    };
  const { caller, flags } = request;
  const deadline = deadlineOf(ctx.req);
  const attempt =
    flags?.includes(PREVIEW) === true
      ? () => runAndRollBack(services, caller, asked, deadline)
      : services.inTransaction(caller, asked, deadline);
  const done = await unlessChanged(attempt, progress);
  if (isLeft(done)) return done;
  if (endpoint.showsSecret !== undefined) ctx.set('Cache-Control', 'no-store');
  if (done.right.replayed === true) {
    progress.replayed = true;
    ctx.set('Idempotent-Replayed', 'true');
  }
  return done;
}

/** So often a unit of work begins anew that another has overtaken. */
const ANEW_MAX = 10;

/**
 * Who asks on no condition is not told that a thing was changed (412), nor is who named the state that it is
 * in: what was overtaken, as the cancelling of an import by its own progress or a replacement by one with the
 * same members, begins anew with the thing as it is now.
 */
async function unlessChanged<A>(
  attempt: TaskEither<Failure, A>,
  progress: Progress,
): Promise<Either<Failure, A>> {
  for (let anew = 0; ; anew += 1) {
    progress.isPreconditionFailed = false;
    const done = await attempt();
    const isChanged = isLeft(done) && done.left.kind === 'ChangedSince';
    if (!isChanged || progress.isPreconditionFailed) return done;
    if (anew === ANEW_MAX) throw new Busy('the thing was changed by others again and again');
  }
}

/** A change leaves a record of who made it (G37); what is only tried changes nothing. */
function audited(
  audit: AuditTrail,
  { caller, flags }: ApiRequest,
  ctx: Context,
  { address, logId }: Progress,
  work: TaskEither<Failure, Answer>,
): TaskEither<Failure, Answer> {
  return async () => {
    const done = await work();
    if (isLeft(done) || flags?.includes(PREVIEW) === true) return done;
    const { appNumber, grantNumber, userName } = caller;
    audit.note({
      appNumber,
      grantNumber,
      userName,
      method: ctx.method,
      path: address.path,
      status: done.right.status,
      requestId: logId,
    });
    return done;
  };
}

async function decodedBody(
  { body: shape, serves }: WriteEndpoint,
  body: unknown,
  { caller: { modules }, parameters }: ApiRequest,
  links: Links,
): Promise<Either<Failure, unknown>> {
  if (shape === undefined) return right(undefined);
  const named = withOwnNames(serves?.resource, body);
  if (shape.orListOf === true && Array.isArray(named)) return decodeItems(shape, named, modules, links);
  const keyFromUrl = shape.keyInUrl && parameters[shape.keyInUrl.field];
  return decodeBody(shape, named, modules, links, keyFromUrl);
}

/** Checks the preconditions against the present state, then performs. */
function performed(
  endpoint: WriteEndpoint,
  services: Services,
  request: ApiRequest,
  ctx: Context,
  progress: Progress,
): TaskEither<Failure, Answer> {
  return async () => {
    const precondition = preconditionOf(ctx.req.headers);
    if (precondition === undefined || endpoint.current === undefined) {
      return endpoint.perform(services, request, undefined)();
    }
    const current = await endpoint.current(services, request);
    const checked = checkPrecondition(precondition, current, changedSince(endpoint, request));
    // Of the last look: the unit runs again where what it remembered of the thing was not so any more.
    progress.isPreconditionFailed = isLeft(checked);
    if (isLeft(checked)) return checked;
    return endpoint.perform(services, request, checked.right)();
  };
}

/** The precondition of a request does not hold for what it is about. */
function changedSince({ serves }: WriteEndpoint, { parameters }: ApiRequest): ChangedSince {
  const resource = serves?.resource;
  return {
    kind: 'ChangedSince',
    resource: resource?.collection ?? 'this collection',
    key: (resource && parameters[resource.key]) as KeyValue,
  };
}

import type { IncomingMessage } from 'node:http';
import { randomUUID, createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import Koa, { type Context, type Middleware } from 'koa';
import {
  Busy,
  fewAtOnce,
  type FewAtOnce,
  isWeighty,
  DEFAULT_PAGE_SIZE,
  TooMuchAtOnce,
  Unavailable,
  type AuditTrail,
  type ByteStore,
  type ChangedSince,
  type Clock,
  type IdempotencyKeys,
  type KeyValue,
  type Trace,
} from '@kontor/kernel';
import type { Caller } from '@kontor/studio';
import { withoutPlace } from './admission/admission.js';
import {
  PREVIEW,
  type Answer,
  type AnsweredFile,
  type ApiRequest,
  type Endpoint,
  type Live,
  type WriteEndpoint,
} from './endpoint/endpoint.js';
import { mount, type FoundRoute } from './endpoint/mount.js';
import { DEFECT, problemOf, type Problem } from './failure/failure-table.js';
import type { Failure } from './failure/http-failure.js';
import { OF_EVERY_ANSWER, overHttps } from './representation/answer-headers.js';
import { compress, encodedEtag, encodingFor } from './representation/compress.js';
import { etagOf, itemEtag } from './representation/etag.js';
import { refuse, type Address } from './representation/failure.js';
import { styleOf } from './representation/item.js';
import type { Links } from './representation/links.js';
import { acceptsJson } from './request/accept-json.js';
import type { Authenticated, Authenticator } from './request/authenticate.js';
import { authorise } from './request/authorise.js';
import { offersOf } from './request/offers.js';
import { collectionRequest } from './request/collection-query.js';
import { crossOrigin } from './request/cross-origin.js';
import { decodeBody } from './request/decode-body.js';
import { withOwnNames } from './request/own-names.js';
import { checkWriteParameters } from './request/write-parameters.js';
import { checkPrecondition, listsEtag, preconditionOf } from './request/precondition.js';
import { queryParameters, repeatedAmong, type QueryParameters } from './request/query-string.js';
import type { RateLimiter } from './request/rate-limit.js';
import { readBody } from './request/read-body.js';
import { isOfTakenType, readFile } from './request/read-file.js';
import { cipherOf, type Cipher } from './request/cipher.js';
import { traceOf, traceparentOf, type OpenSpan, type Tracer } from './request/trace-context.js';
import { requestedDates, wantsCsv } from './request/statement-query.js';
import { wantsStream, requestedWait } from './request/live-query.js';
import type { ServiceProvider, Services, WorkInUnit } from './service/services.js';
import { tried } from './service/tried.js';

/** D118: characters of path and query together; a longer address is refused. */
export const ADDRESS_LENGTH_MAX = 8192;
/** Amendment 139: characters; a longer key is refused. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** What happened to a request, for the log and the metrics. Never a token, never a body. */
export type Observation = {
  readonly logId: string;
  /** Undefined for what never became a request. */
  readonly trace?: Trace | undefined;
  readonly method: string;
  /** The row's path with its parameters unnamed, or undefined where no row was found. */
  readonly route: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly agreementNumber: number | undefined;
  readonly errorCode: string | undefined;
  readonly replayed: boolean;
  /** What security looks for: a sign-in that was refused. */
  readonly event?: 'signInFailed' | 'signInThrottled';
  /** For a 500, and for a 503 of an outage: what went wrong. */
  readonly defect?: unknown;
};

/** What the application is made of; `compose.ts` gives it. */
export type HttpParts = {
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly services: ServiceProvider;
  /** Has files made that are drawn, few at a time, of agreements by turns; `Busy` where too many wait. */
  readonly files?: FewAtOnce;
  readonly authenticator: Authenticator;
  readonly rateLimiter: RateLimiter;
  /** From where a stranger asks, who waits for events of the demo agreement. */
  readonly networkOf?: (request: IncomingMessage) => string;
  /** Whose pages may call the API from a browser. */
  readonly corsOrigins?: readonly string[];
  readonly clock: Clock;
  readonly observe: (observation: Observation) => void;
  readonly outside?: Outside;
  /** What records traces, where something does. */
  readonly tracer?: Tracer | undefined;
  /** What is served beside the API on the same port; hands on what is not its own. */
  readonly beside?: Middleware;
};

/** The same, with what is made of the endpoints. */
type Parts = HttpParts & { readonly offers: ReturnType<typeof offersOf> };

/** Paths outside the API (`/-/live` …), answered before anything else; undefined for a path of the API. */
export type Outside = (
  method: string,
  path: string,
) => Promise<{ readonly status: number; readonly type: string; readonly body: string } | undefined>;

/** What is known of a request so far. */
type Progress = {
  readonly logId: string;
  readonly trace: Trace;
  readonly address: Address;
  endpoint?: Endpoint;
  caller?: Caller;
  errorCode?: string;
  replayed: boolean;
  /** The thing was not in the state that the request names; otherwise somebody was faster. */
  isPreconditionFailed?: boolean;
};

/** The API as a Koa application: the onion, to be read from top to bottom. */
export function httpApp(parts: HttpParts): Koa {
  const { clock, links } = parts;
  const routes = mount(parts.endpoints);
  const app = new Koa();
  app.silent = true;
  const stayingSecure = overHttps(links.base);
  const handle = handler({ ...parts, offers: offersOf(parts.endpoints) }, routes);

  app.use((ctx, next) => {
    const begun = beginningOf(ctx, parts.tracer);
    ctx.state['begun'] = begun;
    ctx.set('X-Request-Id', begun.logId);
    ctx.set('traceparent', traceparentOf(begun.trace));
    ctx.set(stayingSecure);
    return next();
  });
  if (parts.beside !== undefined) app.use(parts.beside);

  app.use(async (ctx, next) => {
    const address = addressIn(ctx.req.url ?? '/');
    const begun = ctx.state['begun'] as Begun;
    const progress: Progress = { address, replayed: false, ...begun };
    const began = performance.now();
    let defect: unknown;
    ctx.set(OF_EVERY_ANSWER);
    try {
      const outside = await parts.outside?.(ctx.method, address.path);
      if (outside !== undefined) {
        ctx.status = outside.status;
        ctx.set('Content-Type', outside.type);
        ctx.body = outside.body;
        return;
      }
      ctx.state['progress'] = progress;
      await next();
    } catch (error) {
      if (!(error instanceof Busy || error instanceof TooMuchAtOnce)) defect = error;
      refuse(ctx, problemOfThrown(error), progress, clock(), links);
    } finally {
      if (progress.endpoint !== undefined) parts.tracer?.()?.name(ctx.method, progress.endpoint.path);
      parts.observe({
        logId: progress.logId,
        trace: progress.trace,
        method: ctx.method,
        route: progress.endpoint?.path,
        status: ctx.status,
        durationMs: performance.now() - began,
        agreementNumber: progress.caller?.agreementNumber,
        errorCode: progress.errorCode,
        replayed: progress.replayed,
        ...(defect !== undefined && { defect }),
      });
    }
  });
  if (parts.corsOrigins !== undefined && parts.corsOrigins.length > 0)
    app.use(crossOrigin(parts.corsOrigins));
  app.use(compress);
  app.use(async (ctx) => {
    const progress = ctx.state['progress'] as Progress;
    const outcome = await handle(ctx, progress);
    if (isLeft(outcome)) {
      const problem = problemOf(outcome.left);
      progress.errorCode = problem.errorCode ?? '';
      refuse(ctx, problem, progress, clock(), links);
    }
  });
  return app;
}

/** By what a request is called in the log, by us and by who asked. */
type Begun = { readonly logId: string; readonly trace: Trace };

function beginningOf(ctx: Context, tracer: Tracer | undefined): Begun {
  const logId = randomUUID();
  const trace = traceOf(ctx, logId);
  const open = tracer?.();
  return { logId, trace: open === undefined ? trace : { ...trace, ...idsOf(open) } };
}

function idsOf({ traceId, spanId, isSampled }: OpenSpan): Omit<Trace, 'parentSpanId'> {
  return { traceId, spanId, isSampled };
}

/** What is told of what was thrown: nothing of a bug, when to try again of the rest. */
function problemOfThrown(error: unknown): Problem {
  if (error instanceof Busy)
    return problemOf({ kind: 'TooBusy', retryAfterSeconds: error.retryAfterSeconds });
  if (error instanceof Unavailable) {
    return problemOf({ kind: 'OutOfReach', retryAfterSeconds: error.retryAfterSeconds });
  }
  return error instanceof TooMuchAtOnce ? problemOf({ kind: 'TooMuchAtOnce' }) : DEFECT;
}

/**
 * One request, in the order of refusal (amendment 132): 404 unknown route, 405, 401, 429, 403, 415,
 * 413 and 400, 412, 404 unknown item. This order is the precedence of refusals; `refusal-
 * order.spec.ts` pins it.
 */
function handler(parts: Parts, routes: ReturnType<typeof mount>) {
  return async (ctx: Context, progress: Progress): Promise<Either<Failure, void>> => {
    const { path, query: rawQuery } = progress.address;
    const wellFormed = hasOneAddress(ctx);
    if (isLeft(wellFormed)) return wellFormed;
    const found = routes(ctx.method, path);
    if (isLeft(found)) return found;
    const { endpoint } = found.right;
    progress.endpoint = endpoint;

    const demoLinks = DEMO_FLAG.test(rawQuery);
    const authenticated: Either<Failure, Authenticated> =
      endpoint.access === 'open'
        ? right({ caller: NOBODY, demoLinks })
        : await parts.authenticator.authenticate(ctx, demoLinks);
    if (isLeft(authenticated)) return authenticated;
    const { caller } = authenticated.right;
    progress.caller = caller;
    if (endpoint.access !== 'open') {
      const withinRate = parts.rateLimiter(caller, performance.now(), (header, value) =>
        ctx.set(header, value),
      );
      if (isLeft(withinRate)) return withinRate;
      const allowed = authorise(caller, endpoint.access, endpoint.method);
      if (isLeft(allowed)) return allowed;
      if (endpoint.needs !== undefined && !caller.modules.includes(endpoint.needs))
        return left({ kind: 'RouteUnknown' });
    }
    const fits = mediaTypesFit(ctx, endpoint);
    if (isLeft(fits)) return fits;
    if (found.right.isBroken === true) return left({ kind: 'AddressMalformed' });
    const query = queryParameters(rawQuery);
    if (isLeft(query)) return query;

    const meant = isWrite(endpoint) ? checkWriteParameters(endpoint, query.right) : right(undefined);
    if (isLeft(meant)) return meant;
    const csv = endpoint.alsoCsv === true && wantsCsv(ctx);
    const request = requestOf(parts, authenticated.right, found.right, query.right, { progress, csv });
    if (isLeft(request)) return request;
    const live = liveOf(parts, ctx, endpoint, query.right, { caller, demoLinks });
    if (isLeft(live)) return live;
    if (isWrite(endpoint) && caller.closedBecause !== undefined) {
      return left({ kind: 'AgreementTakesNoWrites', reason: caller.closedBecause });
    }
    const answered = isWrite(endpoint)
      ? await write(parts, ctx, endpoint, request.right, found.right, progress)
      : await read(parts, ctx, endpoint, { ...request.right, ...live.right }, found.right);
    if (isLeft(answered)) return answered;
    respond(ctx, answered.right);
    return right(undefined);
  };
}

/** What is sent is of a kind that is taken, and what would be answered of one that is wanted. */
function mediaTypesFit(ctx: Context, endpoint: Endpoint): Either<Failure, void> {
  if (endpoint.answers !== undefined) return right(undefined);
  if (endpoint.alsoCsv === true && wantsCsv(ctx)) return right(undefined);
  if (endpoint.isLive === true && wantsStream(ctx)) return right(undefined);
  const { takes } = isWrite(endpoint) ? endpoint : {};
  return takes === undefined ? acceptsJson(ctx) : isOfTakenType(ctx, takes);
}

function isWrite(endpoint: Endpoint): endpoint is WriteEndpoint {
  return endpoint.method !== 'GET';
}

/**
 * The request's own path and query. An absolute-form target counts by its path; its host is
 * ignored, as the Host header is (G33), so it is not even parsed. Slashes in a row count as one:
 * clients put a base address that ends with one before a path that begins with one.
 */
function addressIn(target: string): Address {
  const local = target.startsWith('/')
    ? target
    : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/';
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)).replace(/\/{2,}/g, '/');
  return { path: path || '/', query: mark < 0 ? '' : local.slice(mark + 1) };
}

/** The target is of a length that is taken (D118), and says once at most whose it is. */
function hasOneAddress({ req }: Context): Either<Failure, void> {
  if ((req.url ?? '').length > ADDRESS_LENGTH_MAX)
    return left({ kind: 'AddressTooLong', most: ADDRESS_LENGTH_MAX });
  let hosts = 0;
  // Node keeps the first of several; all of them stand in the raw ones, name and value in turn.
  for (let index = 0; index < req.rawHeaders.length; index += 2) {
    if (req.rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  const isOne = hosts === 1 || (hosts === 0 && req.httpVersion === '1.0');
  return isOne ? right(undefined) : left({ kind: 'HostNotOne' });
}

/**
 * D1 of §5: looked for in the raw query, so that a demo request with a broken filter is told of the
 * filter.
 */
const DEMO_FLAG = /(^|&)demo=true(&|$)/i;

const NOBODY: Caller = {
  agreementNumber: 0,
  appNumber: 0,
  grantNumber: 0,
  userName: '',
  roles: [],
  modules: [],
  isDemo: true,
  isAdministrator: false,
};

function requestOf(
  { links, clock, offers }: Parts,
  { caller, demoLinks }: Authenticated,
  { endpoint, parameters }: FoundRoute,
  query: QueryParameters,
  { progress, csv }: { readonly progress: Progress; readonly csv: boolean },
): Either<Failure, ApiRequest> {
  const { dates: dateNames = [], flags: flagNames = [], words = {} } = endpoint;
  const repeated = repeatedAmong(query, [...dateNames, ...flagNames, ...Object.keys(words)]);
  if (repeated !== undefined) return left(repeated);
  const dates = requestedDates(query, dateNames);
  if (isLeft(dates)) return dates;
  const flags = endpoint.flags?.filter((flag) => isSet(query, flag));
  const request: ApiRequest = {
    caller,
    parameters,
    links,
    style: styleOf(demoLinks),
    now: clock(),
    offers: offers(caller),
    requestId: progress.logId,
    path: progress.address.path,
    ...(flags !== undefined && { flags }),
    ...(endpoint.dates !== undefined && { dates: dates.right }),
    ...(endpoint.words !== undefined && { words: requestedWords(query, Object.keys(endpoint.words)) }),
    ...(csv && { wantsCsv: true as const }),
  };
  if (endpoint.lists === undefined) return right(request);
  const collection = collectionRequest(endpoint.lists, query);
  return isLeft(collection) ? collection : right({ collection: collection.right, ...request });
}

/** The parameters of a row that hold a word, by names in any case (D108). */
function requestedWords(query: QueryParameters, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    query.flatMap(([written, value]) => {
      const name = names.find((one) => one.toLowerCase() === written.toLowerCase());
      return name === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/**
 * How a request of a row that waits is to wait: without a place among the requests at work, until its client
 * is gone at most. Who asks is looked at again after each wait, since their grant may have ended.
 */
function liveOf(
  { services, authenticator, networkOf = () => '' }: Parts,
  ctx: Context,
  endpoint: Endpoint,
  query: QueryParameters,
  { caller, demoLinks }: { readonly caller: Caller; readonly demoLinks: boolean },
): Either<Failure, Pick<ApiRequest, 'live'>> {
  if (endpoint.isLive !== true) return right({});
  const wait = requestedWait(query);
  if (isLeft(wait)) return wait;
  const { waiting } = services;
  const { agreementNumber, grantNumber, isDemo } = caller;
  const who = isDemo ? networkOf(ctx.req) : String(grantNumber);
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  let hasSeat = false;
  const once = async (sequence: number, ms: number): Promise<void> => {
    const leave = waiting.sit(agreementNumber, who);
    try {
      await waiting.until(agreementNumber, sequence, ms, gone.signal);
    } finally {
      leave();
    }
  };
  const until: Live['until'] = async (sequence, ms) => {
    if (hasSeat) await waiting.until(agreementNumber, sequence, ms, gone.signal);
    else await withoutPlace(ctx.req, () => once(sequence, ms));
    const again = await authenticator.authenticate(ctx, demoLinks);
    return isLeft(again) ? again : authorise(again.right.caller, endpoint.access, 'GET');
  };
  const lastEventId = ctx.req.headers['last-event-id'];
  return right({
    live: {
      wait: wait.right,
      wantsStream: wantsStream(ctx),
      ...(typeof lastEventId === 'string' && lastEventId !== '' && { lastEventId }),
      until,
      streams: () => {
        const leave = waiting.sit(agreementNumber, who);
        hasSeat = true;
        gone.signal.addEventListener('abort', leave);
      },
      hasEnded: () => waiting.hasEnded || gone.signal.aborted,
    },
  });
}

/** `?preview=true`, in any case (D108). */
function isSet(query: QueryParameters, flag: string): boolean {
  return query.some(
    ([name, value]) => name.toLowerCase() === flag.toLowerCase() && value.toLowerCase() === 'true',
  );
}

/**
 * A parameter that cannot name anything names nothing that is there, in the collection that the
 * path names before it.
 */
function unknownItem({ endpoint, impossible }: FoundRoute): Either<Failure, never> | undefined {
  if (impossible === undefined) return undefined;
  const before = endpoint.path.split(`/:${impossible.name}`, 1)[0] ?? '';
  const collection = before.slice(before.lastIndexOf('/') + 1);
  return left({ kind: 'NotFound', resource: collection, key: impossible.written });
}

async function read(
  { services, files }: HttpParts,
  ctx: Context,
  endpoint: Exclude<Endpoint, WriteEndpoint>,
  request: ApiRequest,
  found: FoundRoute,
): Promise<Either<Failure, Answer>> {
  const unknown = unknownItem(found);
  if (unknown !== undefined) return unknown;
  const perform = (): Promise<Either<Failure, Answer>> =>
    endpoint.perform(services.read(request.caller), request);
  const isDrawn = endpoint.answers !== undefined && endpoint.isKept !== true && files !== undefined;
  if (isDrawn) return withoutPlace(ctx.req, () => files(perform, turnOf(request)));
  return isLarge(endpoint, request) ? largePages(perform, turnOf(request)) : perform();
}

/** By turns: many requests of one agreement keep nobody else waiting for longer than what is at work. */
function turnOf({ caller }: ApiRequest): string {
  return String(caller.agreementNumber);
}

/** Pages of items that may be as large as bodies, of which two are in memory at once. */
const largePages = fewAtOnce({ inside: 2, waiting: 64 });

function isLarge({ lists }: Endpoint, { collection }: ApiRequest): boolean {
  return lists !== undefined && (collection?.query.pageSize ?? 0) > DEFAULT_PAGE_SIZE && isWeighty(lists);
}

/** An answer that is kept under its idempotency key, or was. */
type ReplayableAnswer = Answer & { readonly replayed?: true };

/**
 * A write: decode, then everything else in one unit of work, so that a lost answer can be asked for
 * again (G14).
 */
async function write(
  { services, links }: HttpParts,
  ctx: Context,
  endpoint: WriteEndpoint,
  request: ApiRequest,
  found: FoundRoute,
  progress: Progress,
): Promise<Either<Failure, Answer>> {
  const key = idempotencyKeyOf(ctx);
  if (isLeft(key)) return key;
  if (endpoint.takes !== undefined) {
    const impossible = unknownItem(found);
    if (impossible !== undefined) return impossible;
    const store = services.files(request.caller);
    const file = await readFile(ctx, store, endpoint.takes);
    if (isLeft(file)) return file;
    const { storageKey, digest } = file.right;
    const asked = { key: key.right, request: { file: file.right, ...request }, text: digest };
    return keptOrDiscarded(store, storageKey, () => inUnit(services, ctx, endpoint, asked, progress));
  }
  const body =
    endpoint.body === undefined ? right({ text: '', value: undefined }) : await readBody(ctx, endpoint.body);
  if (isLeft(body)) return body;
  const decoded = decodedBody(endpoint, body.right.value, request, links);
  if (isLeft(decoded)) return decoded;
  const unknown = unknownItem(found);
  if (unknown !== undefined) {
    return preconditionOf(ctx.req.headers)?.ifMatch === undefined
      ? unknown
      : left(changedSince(endpoint, request));
  }

  const asked = { key: key.right, request: { body: decoded.right, ...request }, text: body.right.text };
  return inUnit(services, ctx, endpoint, asked, progress);
}

/**
 * What a write asks for: its idempotency key, and the body as text by which the same request is known again.
 */
type RequestUnderKey = {
  readonly key: string | undefined;
  readonly request: ApiRequest;
  readonly text: string;
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

async function inUnit(
  services: ServiceProvider,
  ctx: Context,
  endpoint: WriteEndpoint,
  { key, request, text }: RequestUnderKey,
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
        ...(endpoint.showsSecret === true && { cipher: cipherOf(ctx, key) }),
      };
      return once(idempotency, stored, work)();
    };
  const { caller, flags } = request;
  const attempt =
    flags?.includes(PREVIEW) === true
      ? () => tried(services, caller, asked)
      : services.inTransaction(caller, asked);
  const done = await unlessChanged(attempt, progress);
  if (isLeft(done)) return done;
  if (endpoint.showsSecret === true) ctx.set('Cache-Control', 'no-store');
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

function decodedBody(
  endpoint: WriteEndpoint,
  body: unknown,
  request: ApiRequest,
  links: Links,
): Either<Failure, unknown> {
  if (endpoint.body === undefined) return right(undefined);
  const keyFromUrl = endpoint.body.keyInUrl && request.parameters[endpoint.body.keyInUrl.field];
  const named = withOwnNames(endpoint.serves?.resource, body);
  return decodeBody(endpoint.body, named, request.caller.modules, links, keyFromUrl);
}

/** Amendment 139: 1 to 255 printable ASCII characters. */
function idempotencyKeyOf(ctx: Context): Either<Failure, string | undefined> {
  if (ctx.req.headers['idempotency-key'] === undefined) return right(undefined);
  const given = ctx.req.headersDistinct['idempotency-key'] ?? [];
  const [key = ''] = given;
  return given.length === 1 &&
    key.length <= IDEMPOTENCY_KEY_LENGTH_MAX &&
    /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)
    ? right(key)
    : left({ kind: 'IdempotencyKeyMalformed' });
}

/** What makes two requests the same one: method, address and body. */
function fingerprintOf(ctx: Context, body: string): string {
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.req.url ?? ''}\n`)
    .update(body)
    .digest('base64url');
}

/**
 * A key is a person's: what one was answered is not shown to another who sends the same key through
 * the same app, since they may have other roles.
 */
function keyOfPerson({ userName }: Caller, key: string): string {
  return `${userName}\n${key}`;
}

/** Under which key an answer is kept, for which request, and how, where it shows a secret. */
type IdempotentRequest = {
  readonly appNumber: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly cipher?: Cipher;
};

/** Does the work under an idempotency key once; a repetition gets the kept answer. */
function once(
  keys: IdempotencyKeys,
  { appNumber, key, fingerprint, cipher }: IdempotentRequest,
  work: () => Promise<Either<Failure, Answer>>,
): TaskEither<Failure, ReplayableAnswer> {
  return async () => {
    const claim = await keys.claim(appNumber, key, fingerprint);
    if (claim.kind === 'UsedForAnother') return left({ kind: 'IdempotencyKeyUsedForAnother' });
    if (claim.kind === 'Answered') {
      const { status, location } = claim.answer;
      const body = cipher === undefined ? claim.answer.body : cipher.decrypt(claim.answer.body);
      // The secret token was changed since: the answer was for the one before.
      if (body === undefined) return left({ kind: 'IdempotencyKeyUsedForAnother' });
      return right({
        status: status as Answer['status'],
        ...(body !== '' && { body }),
        // What a write answers of one thing is what its tag is made from; a list has none.
        ...(body.startsWith('{') && { tagged: body }),
        ...(location !== undefined && { location }),
        replayed: true,
      });
    }
    const done = await work();
    if (isLeft(done)) return done;
    const { status, body = '', location } = done.right;
    const stored = cipher === undefined ? body : cipher.encrypt(body);
    const answer = { status, body: stored, ...(location !== undefined && { location }) };
    const isKept = await keys.store(appNumber, key, answer);
    return isKept ? done : left({ kind: 'NoRoomForAnswer' });
  };
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

function respond(ctx: Context, answer: Answer): void {
  const { status, body, sent, location, file, stream } = answer;
  ctx.status = status;
  if (location !== undefined) ctx.set('Location', location);
  if (file !== undefined) return respondWithFile(ctx, file, tagOf(answer));
  if (stream !== undefined) {
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = Readable.from(stream.pieces, { objectMode: false });
    ctx.set('Content-Type', stream.type);
    return;
  }
  // As bytes: Koa would otherwise measure the text first and encode it then.
  const bytes = sent ?? (body === undefined ? undefined : Buffer.from(body));
  if (bytes === undefined) return;
  const etag = tagOf(answer);
  if (etag !== undefined) {
    ctx.set('ETag', etag);
    const ifNoneMatch = ctx.req.headers['if-none-match'];
    if (isRead(ctx) && ifNoneMatch !== undefined && listsEtag(ifNoneMatch, etag, 'weak')) {
      ctx.set('ETag', encodedEtag(etag, encodingFor(ctx, bytes.length)));
      ctx.status = 304;
      return;
    }
  }
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = bytes;
}

function respondWithFile(ctx: Context, file: AnsweredFile, tag: string | undefined): void {
  if ('bytes' in file) {
    if (tag !== undefined) ctx.set('ETag', tag);
    ctx.set('Content-Type', file.type);
    ctx.set('Content-Disposition', `inline; filename="${file.name}"`);
    ctx.body = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    return;
  }
  if (file.length === undefined) {
    // Of the state that it was asked for in: nobody keeps it.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Disposition', `attachment; filename="${file.name}"`);
    ctx.body = Readable.from(file.pieces, { objectMode: false });
    ctx.set('Content-Type', file.type);
    return;
  }
  const etag = `"${file.digest}"`;
  ctx.set('ETag', etag);
  const ifNoneMatch = ctx.req.headers['if-none-match'];
  if (ifNoneMatch !== undefined && listsEtag(ifNoneMatch, etag, 'weak')) {
    ctx.status = 304;
    return;
  }
  // Somebody else made it: a browser saves it, and runs nothing of it.
  ctx.set('Content-Disposition', `attachment; filename="${file.name}"`);
  ctx.body = Readable.from(file.pieces, { objectMode: false });
  ctx.set('Content-Type', file.type);
  ctx.set('Content-Length', String(file.length));
}

function tagOf({ tagged, actions, etag }: Answer): string | undefined {
  if (etag !== undefined || tagged === undefined) return etag;
  return actions === undefined ? etagOf(tagged) : itemEtag(tagged, actions);
}

function isRead(ctx: Context): boolean {
  return ctx.method === 'GET' || ctx.method === 'HEAD';
}

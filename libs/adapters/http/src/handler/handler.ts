import { type Either, isLeft, isRight, left, right } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Caller } from '@kontor/studio';
import { givenUp } from '../admission/admission.js';
import type { ApiRequest, Endpoint } from '../endpoint/endpoint.js';
import type { FoundRoute, mount } from '../endpoint/mount.js';
import type { Failure } from '../failure/http-failure.js';
import type { Parts } from '../http-parts.js';
import { styleOf } from '../representation/item.js';
import { respond } from '../representation/respond.js';
import { acceptsJson } from '../request/accept-json.js';
import { hasOneAddress } from '../request/address.js';
import type { Authenticated } from '../request/authenticate.js';
import { authorise } from '../request/authorise.js';
import { collectionRequest } from '../request/collection-query.js';
import { wantsStream } from '../request/live-query.js';
import { type QueryParameters, queryParameters, repeatedAmong } from '../request/query-string.js';
import { isOfTakenType } from '../request/read-file.js';
import { requestedDates, wantsCsv } from '../request/statement-query.js';
import { checkWriteParameters } from '../request/write-parameters.js';
import { isWrite } from './is-write.js';
import { liveOptionsOf } from './live.js';
import type { Progress } from './progress.js';
import { openForWrites, stillAllowed } from './still-allowed.js';
import { handleRead } from './handle-read.js';
import { handleWrite } from './handle-write.js';

/**
 * One request, in the order of refusal (amendment 132): 404 unknown route, 405, 401, 429, 403, 415,
 * 413 and 400, 412, 404 unknown item. This order is the precedence of refusals, which
 * `refusal-order.spec.ts` pins.
 */
export function handler(parts: Parts, routes: ReturnType<typeof mount>) {
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
        return left({ kind: 'ModuleMissing', needs: endpoint.needs });
    }
    // One address, two types of answers: whoever keeps them is told that it depends on what is accepted.
    if (endpoint.alsoCsv === true || endpoint.isLive === true) ctx.vary('Accept');
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
    const live = liveOptionsOf(parts, ctx, endpoint, query.right, { caller, demoLinks });
    if (isLeft(live)) return live;
    const open = openForWrites(caller, endpoint);
    if (isLeft(open)) return open;
    const answered = isWrite(endpoint)
      ? await handleWrite(parts, ctx, endpoint, request.right, found.right, progress)
      : await handleRead(
          parts,
          ctx,
          endpoint,
          {
            ...request.right,
            ...live.right,
            isStillAllowed: async () => isRight(await stillAllowed(parts, ctx, endpoint, demoLinks)),
            givenUp: () => givenUp(ctx.req, ctx.res),
          },
          found.right,
        );
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

/** `?preview=true`, in any case (D108). */
function isSet(query: QueryParameters, flag: string): boolean {
  return query.some(
    ([name, value]) => name.toLowerCase() === flag.toLowerCase() && value.toLowerCase() === 'true',
  );
}

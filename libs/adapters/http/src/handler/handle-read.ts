import type { Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { Busy, DEFAULT_PAGE_SIZE, fewAtOnce, isWeighty, type FewAtOnce } from '@kontor/kernel';
import { withoutPlace } from '../admission/admission.js';
import type { Answer, ApiRequest, Endpoint, WriteEndpoint } from '../endpoint/endpoint.js';
import type { FoundRoute } from '../endpoint/mount.js';
import type { Failure } from '../failure/http-failure.js';
import type { HttpParts } from '../http-parts.js';
import { unknownItem } from './unknown-item.js';

/**
 * A read: what is drawn waits for its turn among files, and pages of large items are few at a time. What the
 * route refuses comes back as a value.
 */
export async function handleRead(
  { services, files }: HttpParts,
  ctx: Context,
  endpoint: Exclude<Endpoint, WriteEndpoint>,
  request: ApiRequest,
  found: FoundRoute,
): Promise<Either<Failure, Answer>> {
  const unknown = unknownItem(found);
  if (unknown !== undefined) return unknown;
  const perform = (): Promise<Either<Failure, Answer>> =>
    endpoint.perform(services.read(request.caller, request.givenUp), request);
  const isDrawn = endpoint.answers !== undefined && endpoint.isKept !== true && files !== undefined;
  /** What waited for its turn is made for nobody who is gone by then. */
  const inTurn = (): Promise<Either<Failure, Answer>> => {
    if (ctx.res.destroyed) throw new Busy('nobody waits for the answer any more');
    return perform();
  };
  const line = isDrawn ? files : pagesLike(endpoint, request);
  if (line === undefined) return perform();
  const made = () => line(inTurn, turnOf(request), request.givenUp?.());
  return isDrawn ? withoutPlace(ctx.req, made) : made();
}

/** By turns: many requests of one agreement keep nobody else waiting for longer than what is at work. */
function turnOf({ caller }: ApiRequest): string {
  return String(caller.agreementNumber);
}

/** Who waits for longer is told to come again: a connection that is silent for a minute is ended. */
const WAITS_MS = 20_000;
/** Pages of items that may be as large as bodies, of which two are in memory at once. */
const largePages = fewAtOnce({ inside: 2, waiting: 64, timeoutMs: WAITS_MS });
/**
 * The same of as many items as a page has that is asked for without a size: it may hold 20 MB, and is
 * answered whatever it holds. Eight at once ended a process of 256 MB.
 */
const smallPages = fewAtOnce({ inside: 3, insideOfOne: 2, waiting: 256, timeoutMs: WAITS_MS });

/**
 * Among which pages one of items that may be large has its turn; undefined of any other read. What is live
 * may wait for half a minute for what comes, and is small.
 */
function pagesLike(
  { lists, isLive }: Exclude<Endpoint, WriteEndpoint>,
  { collection }: ApiRequest,
): FewAtOnce | undefined {
  if (lists === undefined || collection === undefined || isLive === true || !isWeighty(lists))
    return undefined;
  return collection.query.pageSize > DEFAULT_PAGE_SIZE ? largePages : smallPages;
}

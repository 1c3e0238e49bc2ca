import type { Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { DEFAULT_PAGE_SIZE, fewAtOnce, isWeighty } from '@kontor/kernel';
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

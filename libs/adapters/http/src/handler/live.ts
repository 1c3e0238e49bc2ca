import { type Either, isLeft, right } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { Caller } from '@kontor/studio';
import { withPlace, withoutPlace } from '../admission/admission.js';
import type { ApiRequest, Endpoint, Live } from '../endpoint/endpoint.js';
import type { Failure } from '../failure/http-failure.js';
import type { Parts } from '../http-parts.js';
import { requestedWait, wantsStream } from '../request/live-query.js';
import type { QueryParameters } from '../request/query-string.js';
import { stillAllowed } from './still-allowed.js';

/**
 * How a request of a row that waits is to wait: without a place among the requests at work, until its client
 * is gone at most. Who asks is looked at again after each wait, since their grant may have ended.
 */
export function liveOptionsOf(
  parts: Parts,
  ctx: Context,
  endpoint: Endpoint,
  query: QueryParameters,
  { caller, demoLinks }: { readonly caller: Caller; readonly demoLinks: boolean },
): Either<Failure, Pick<ApiRequest, 'live'>> {
  if (endpoint.isLive !== true) return right({});
  const { services, networkOf = () => '' } = parts;
  const wait = requestedWait(query);
  if (isLeft(wait)) return wait;
  const { waiting } = services;
  const { agreementNumber, grantNumber, isDemo } = caller;
  const who = isDemo ? networkOf(ctx.req) : String(grantNumber);
  const gone = goneOf(ctx);
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
    return stillAllowed(parts, ctx, endpoint, demoLinks);
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
        if (gone.signal.aborted) leave();
        else gone.signal.addEventListener('abort', leave);
      },
      inTurn: (piece) => withPlace(ctx.req, piece),
      hasEnded: () => waiting.hasEnded || gone.signal.aborted,
    },
  });
}

/**
 * Tells when the client is gone. One that ends its side may read on: it is answered at once, with what there
 * is.
 */
function goneOf({ req: { socket }, res }: Context): AbortController {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  // One that has gone already is told of no more.
  if (res.destroyed || socket.readableEnded) leave();
  socket.once('end', leave);
  res.once('close', () => {
    socket.off('end', leave);
    leave();
  });
  return gone;
}

import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { HttpRefusal } from '../failure/http-failure.js';
import { prefersToJson } from './prefers-to-json.js';
import { valuesOf, type QueryParameters } from './query-string.js';

/** So many seconds an answer waits at most: shorter than proxies usually keep a silent connection. */
export const LIVE_WAIT_MAX = 30;

/** How many seconds a request lets its answer wait: 0 where it says nothing (E01040). */
export function requestedWait(query: QueryParameters): Either<HttpRefusal, number> {
  const [text, ...others] = valuesOf(query, 'wait');
  if (text === undefined) return right(0);
  if (others.length === 0 && /^\d{1,2}$/.test(text) && Number(text) <= LIVE_WAIT_MAX)
    return right(Number(text));
  const message = `wait is a whole number of seconds from 0 to ${LIVE_WAIT_MAX}.`;
  return left({ kind: 'ParameterNotTaken', parameter: 'wait', message });
}

/** The media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** The client would rather have a stream than JSON. */
export function wantsStream(ctx: Context): boolean {
  return prefersToJson(ctx, EVENT_STREAM);
}

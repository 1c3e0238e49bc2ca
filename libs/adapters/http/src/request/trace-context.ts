import type { Context } from 'koa';
import { defined, type Trace } from '@kontor/kernel';

/**
 * What records traces, where the operator runs one: the span that it has open
 * for the request that is being served.
 */
export type Tracer = () => OpenSpan | undefined;

/** The span of a request while it is answered. */
export type OpenSpan = Omit<Trace, 'parentSpanId'> & {
  /** Names it after the row that serves the request. */
  name(method: string, route: string): void;
};

const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * W3C Trace Context: goes on with the trace that the request brought, or begins one. `logId` is a UUID, and
 * random enough for the identifiers of a trace and a span as well.
 */
export function traceOf({ req }: Context, logId: string): Trace {
  const digits = logId.replaceAll('-', '');
  const own = { traceId: digits, spanId: digits.slice(-16), isSampled: false };
  if (req.headers['traceparent'] === undefined) return own;
  const given = req.headersDistinct['traceparent'];
  const [, version, traceId, parentSpanId, flags, rest] =
    (given?.length === 1 && TRACEPARENT.exec(defined(given[0]))) || [];
  if (traceId === undefined || parentSpanId === undefined) return own;
  if (version === '00' && rest !== undefined) return own;
  return { ...own, traceId, parentSpanId, isSampled: (parseInt(flags ?? '', 16) & SAMPLED) === SAMPLED };
}

/** The header `traceparent` of W3C Trace Context for a trace. */
export function traceparentOf({ traceId, spanId, isSampled }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

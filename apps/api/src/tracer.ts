import type { Tracer } from '@kontor/http';

/** What we use of a span of OpenTelemetry. */
type Span = {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
  updateName(name: string): unknown;
  setAttribute(name: string, value: string): unknown;
};

/**
 * What an SDK of OpenTelemetry leaves for all versions 1 of its API to find:
 * what is going on where it is asked.
 */
type Registered = {
  readonly context?: { active(): { getValue(key: symbol): unknown } };
};

const REGISTERED = Symbol.for('opentelemetry.js.api.1');
const SPAN = Symbol.for('OpenTelemetry Context Key SPAN');
const SAMPLED = 1;

/**
 * OpenTelemetry's own spans, where an operator loads its SDK before the service (`node --import`);
 * undefined where not. It is no dependency of ours, and is found where it registers itself: its API
 * would have to be the very version of the SDK's. Its HTTP instrumentation opens a span for each
 * request and does not know which row serves it.
 */
export function loadedTracer(): Tracer | undefined {
  const registered = (globalThis as { readonly [REGISTERED]?: Registered })[REGISTERED];
  if (registered === undefined) return undefined;
  return () => {
    const span = registered.context?.active().getValue(SPAN) as Span | undefined;
    if (span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      spanId,
      isSampled: (traceFlags & SAMPLED) === SAMPLED,
      name: (method, route) => {
        span.updateName(`${method} ${route}`);
        span.setAttribute('http.route', route);
      },
    };
  };
}

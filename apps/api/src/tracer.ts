import type { Tracer } from '@kontor/http';

/** What we use of OpenTelemetry's API. */
type TelemetryApi = {
  readonly trace: {
    getActiveSpan():
      | {
          spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
          updateName(name: string): unknown;
          setAttribute(name: string, value: string): unknown;
        }
      | undefined;
  };
};

const API = '@opentelemetry/api';
/** Where an SDK of OpenTelemetry leaves word that it is there. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');
const SAMPLED = 1;

/**
 * OpenTelemetry's own spans, where an operator loads its SDK before the service (`node --import`); undefined where not: it is no
 * dependency of ours. Its HTTP instrumentation opens a span for each request and does not know which row serves it.
 */
export async function loadedTracer(): Promise<Tracer | undefined> {
  if (!(REGISTERED in globalThis)) return undefined;
  const api = (await import(API).catch(() => undefined)) as TelemetryApi | undefined;
  return api === undefined ? undefined : tracerOver(api);
}

export function tracerOver({ trace }: TelemetryApi): Tracer {
  return () => {
    const span = trace.getActiveSpan();
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

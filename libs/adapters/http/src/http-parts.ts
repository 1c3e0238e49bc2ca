import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { Clock, FewAtOnce, Trace } from '@kontor/kernel';
import type { Endpoint } from './endpoint/endpoint.js';
import type { KeysUnderWay } from './handler/keys-under-way.js';
import type { Links } from './representation/links.js';
import type { Authenticator } from './request/authenticate.js';
import type { offersOf } from './request/offers.js';
import type { RateLimiter } from './request/rate-limit.js';
import type { Tracer } from './request/trace-context.js';
import type { ServiceProvider } from './service/services.js';

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
  /** For a 503 for want of a turn or of room, or of a process that is not ready: why. It is no defect. */
  readonly busy?: unknown;
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

/** What a path outside the API tells. `why`: of a 503, for the log. */
export type ToldOutside = {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly why?: Error;
};

/**
 * Paths outside the API (`/-/live` …), answered before anything else, or refused with the methods that they
 * take; undefined for a path of the API.
 */
export type Outside = (
  method: string,
  path: string,
) => Promise<
  { readonly route: string; readonly told: ToldOutside | { readonly allow: readonly string[] } } | undefined
>;

/** The same, with what the application makes itself. */
export type Parts = HttpParts & {
  readonly offers: ReturnType<typeof offersOf>;
  readonly keysUnderWay: KeysUnderWay;
};

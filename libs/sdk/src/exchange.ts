import ky, { HTTPError } from 'ky';
import { apiErrorOf, ConnectionError } from './errors.js';

/** How long to wait and how often to try. */
export type Patience = {
  /** For one try, until its whole answer is there; 20 s. */
  readonly timeoutMs?: number | undefined;
  /** For all tries of a request and the waits between them; 60 s. */
  readonly deadlineMs?: number | undefined;
  /** 3. */
  readonly tries?: number | undefined;
  /** The longest wait before the second try, doubled for the third; each wait is a random part of it. 500 ms. */
  readonly backOffMs?: number | undefined;
};

export type Asked = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

export type Answered = {
  /** Undefined where there is none. */
  readonly body: unknown;
  readonly etag: string | undefined;
  readonly location: string | undefined;
};

/** Sends a request and reads its answer. Throws an `ApiError`, a `ConnectionError`, or the reason of the signal. */
export type Exchange = (asked: Asked) => Promise<Answered>;

const RETRIED = [408, 429, 500, 502, 503, 504];
const RETRY_AFTER_MAX_MS = 60_000;
const BACK_OFF_MAX_MS = 8_000;

/**
 * Requests with these headers. What failed on the way, or will be better soon (408, 429, 500 and 502 to 504), is tried again; that is
 * safe, as every write carries an idempotency key. A wait that the service asks for is kept, unless it would not
 * end before the deadline: then the refusal is thrown at once.
 */
export function exchangeWith(
  headers: Readonly<Record<string, string>>,
  { timeoutMs = 20_000, deadlineMs = 60_000, tries = 3, backOffMs = 500 }: Patience,
): Exchange {
  const http = ky.create({
    headers,
    redirect: 'manual',
    timeout: false,
    fetch: (request, init) => oneTry(request as Request, init, timeoutMs),
  });
  return async ({ method, url, body, headers: more = {}, signal: caller }) => {
    const deadline = Date.now() + deadlineMs;
    const send = (signal: AbortSignal) =>
      http(url, {
        method,
        signal,
        headers: more,
        ...(body !== undefined && { json: body }),
        retry: {
          limit: tries - 1,
          methods: ['get', 'post', 'put', 'delete'],
          statusCodes: RETRIED,
          afterStatusCodes: RETRIED,
          maxRetryAfter: RETRY_AFTER_MAX_MS,
          delay: (failed) => backOffMs * 2 ** (failed - 1),
          backoffLimit: BACK_OFF_MAX_MS,
          jitter: true,
          shouldRetry: ({ error }) =>
            signal.aborted || waitMs(error) > deadline - Date.now() ? false : undefined,
        },
      });
    try {
      const response = await within(deadlineMs, caller, send);
      const text = await response.text();
      return {
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        etag: response.headers.get('ETag') ?? undefined,
        location: response.headers.get('Location') ?? undefined,
      };
    } catch (error) {
      caller?.throwIfAborted();
      if (error instanceof HTTPError) throw apiErrorOf(error.response.status, await error.response.text());
      throw new ConnectionError(`${method.toUpperCase()} ${url} got no answer of the service`, {
        cause: error,
      });
    }
  };
}

/** One try: the answer with its whole body, or a failure that may be tried again. */
function oneTry(request: Request, init: RequestInit | undefined, timeoutMs: number): Promise<Response> {
  return within(timeoutMs, request.signal, async (signal) => {
    const response = await fetch(request, { ...init, signal });
    const text = await response.text();
    return new Response(text === '' ? null : text, response);
  });
}

/** How long the service asks to wait: for ever where that is longer than we ever do, or not understood. */
function waitMs(error: Error): number {
  const asked = error instanceof HTTPError ? error.response.headers.get('Retry-After') : null;
  if (asked === null) return 0;
  const seconds = Number(asked);
  const wait = Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : seconds * 1000;
  return wait <= RETRY_AFTER_MAX_MS ? wait : Infinity;
}

/** Does work under a signal that ends after a time as well as with an outer one. */
async function within<A>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> {
  const controller = new AbortController();
  const end = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${ms} ms`)), ms);
  if (outer?.aborted === true) end();
  outer?.addEventListener('abort', end, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
}

import ky, { HTTPError } from 'ky';
import { apiErrorOf, ConnectionError } from './errors.js';

/** How long to wait and how often to try, and through what. All of it may be left out. */
export type ConnectOptions = {
  /** For one try, until its whole answer is there; 20 s. */
  readonly timeoutMs?: number | undefined;
  /** For all tries of a request and the waits between them; 60 s. */
  readonly deadlineMs?: number | undefined;
  /** 3. */
  readonly tries?: number | undefined;
  /** The longest wait before the second try, doubled for the third; each wait is a random part of it. 500 ms. */
  readonly backOffMs?: number | undefined;
  /**
   * Sends a request instead of the global `fetch`: through a proxy, with a client certificate, under the eyes of a test. It is
   * called once for each try.
   */
  readonly fetch?: ((request: Request, init?: RequestInit) => Promise<Response>) | undefined;
};

/** The global one, whatever it is when a request is sent. */
const globalFetch: NonNullable<ConnectOptions['fetch']> = (request, init) => fetch(request, init);

export type Asked = {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

export type Answered = {
  /** What the JSON says, or the bytes of a file; undefined where there is none. */
  readonly body: unknown;
  readonly etag: string | undefined;
  readonly location: string | undefined;
};

/** Sends a request and reads its answer. Throws an `ApiError`, a `ConnectionError`, or the reason of the signal. */
export type Exchange = (asked: Asked) => Promise<Answered>;

/** The header that names an answer, whatever its body is. */
const LOG_ID = 'X-Request-Id';
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
  {
    timeoutMs = 20_000,
    deadlineMs = 60_000,
    tries = 3,
    backOffMs = 500,
    fetch: sent = globalFetch,
  }: ConnectOptions,
): Exchange {
  const http = ky.create({ headers, redirect: 'manual', timeout: false });
  return async ({ method, url, body, headers: more = {}, signal: caller }) => {
    const deadline = Date.now() + deadlineMs;
    let got: Got | undefined;
    const oneTry = async (request: Request, init: RequestInit | undefined): Promise<Response> => {
      got = undefined;
      got = await within(timeoutMs, request.signal, (signal) => read(sent(request, { ...init, signal })));
      return got.response;
    };
    const send = (signal: AbortSignal) =>
      http(url, {
        method,
        signal,
        headers: more,
        fetch: (request, init) => oneTry(request as Request, init),
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
      const { headers: told } = await within(deadlineMs, caller, send);
      return {
        body: bodyOf(got),
        etag: told.get('ETag') ?? undefined,
        location: told.get('Location') ?? undefined,
      };
    } catch (error) {
      caller?.throwIfAborted();
      const logId = got?.response.headers.get(LOG_ID) ?? undefined;
      if (error instanceof HTTPError) throw apiErrorOf(error.response.status, textOf(got), logId);
      throw new ConnectionError(`${method.toUpperCase()} ${url} got no answer of the service`, {
        cause: error,
        logId,
      });
    }
  };
}

/** An answer with its whole content: text, or the bytes of a file. */
type Got = { readonly response: Response; readonly content: string | ArrayBuffer };

/** Reads an answer to its end, so that one that breaks off on the way is tried again. */
async function read(answer: Promise<Response>): Promise<Got> {
  const response = await answer;
  const type = response.headers.get('Content-Type') ?? '';
  const isFile = response.ok && /^(application|image)\//.test(type) && !type.includes('json');
  return { response, content: await (isFile ? response.arrayBuffer() : response.text()) };
}

function textOf(got: Got | undefined): string {
  return typeof got?.content === 'string' ? got.content : '';
}

function bodyOf(got: Got | undefined): unknown {
  if (typeof got?.content !== 'string') return got && new Uint8Array(got.content);
  return got.content === '' ? undefined : (JSON.parse(got.content) as unknown);
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

import ky, { HTTPError, type Options as KyOptions, type RetryOptions } from 'ky';
import { ApiError, apiErrorOf, ConnectionError } from './errors.js';

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
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
};

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
const RETRYING: RetryOptions = {
  methods: ['get', 'post', 'put', 'delete'],
  statusCodes: RETRIED,
  afterStatusCodes: RETRIED,
  maxRetryAfter: RETRY_AFTER_MAX_MS,
  backoffLimit: BACK_OFF_MAX_MS,
  jitter: true,
};

/**
 * Requests with these headers. What failed on the way, or will be better soon (408, 429, 500 and 502 to 504), is tried again; that is
 * safe, as every write carries an idempotency key. A wait that the service asks for is kept, unless it would not
 * end before the deadline: then the refusal is thrown at once.
 */
export function exchangeWith(
  headers: Readonly<Record<string, string>>,
  { timeoutMs = 20_000, deadlineMs = 60_000, tries = 3, backOffMs = 500, fetch: given }: ConnectOptions,
): Exchange {
  const send = senderOf(given);
  return async ({ method, url, body, headers: more, signal: caller }) => {
    const deadline = Date.now() + deadlineMs;
    const request = requestOf(method, { ...headers, ...more }, body);
    let got: Got | undefined;
    /** No try goes on after the deadline. */
    const tryOnce = async (): Promise<Got> => {
      got = undefined;
      const ms = Math.min(timeoutMs, deadline - Date.now());
      return (got = await within(ms, caller, (signal) => read(send(url, { ...request, signal }))));
    };
    const retry: RetryOptions = {
      limit: tries - 1,
      delay: (failed) => Math.min(backOffMs * 2 ** (failed - 1), deadline - Date.now()),
      shouldRetry: ({ error }) =>
        caller?.aborted === true || waitMs(error) >= deadline - Date.now() ? false : undefined,
    };
    try {
      const { response, content } = await withTries(tryOnce, url, {
        method,
        retry,
        ...(caller !== undefined && { signal: caller }),
      });
      if (!response.ok) throw apiErrorOf(response.status, textOf(content), logIdOf(response));
      return {
        body: bodyOf(content),
        etag: response.headers.get('ETag') ?? undefined,
        location: response.headers.get('Location') ?? undefined,
      };
    } catch (error) {
      caller?.throwIfAborted();
      if (error instanceof ApiError) throw error;
      throw new ConnectionError(`${method.toUpperCase()} ${url} got no answer of the service`, {
        cause: error,
        logId: got && logIdOf(got.response),
      });
    }
  };
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Who looks at requests gets one to look at; the global `fetch`, whatever it is then, can do without. */
function senderOf(given: ConnectOptions['fetch']): Send {
  if (given === undefined) return (url, init) => fetch(url, init);
  return (url, init) => given(new Request(url, init));
}

function requestOf(method: string, headers: Readonly<Record<string, string>>, body: unknown): RequestInit {
  const request = { method: method.toUpperCase(), redirect: 'manual' } as const;
  if (body === undefined) return { ...request, headers };
  return {
    ...request,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/**
 * Tries until it went well, or will not: the last answer, or what failed. Ky is asked to wait and to try again only where the first try
 * did not do, and begins with what that came to: most requests need no second one, and pay for none.
 */
async function withTries(tryOnce: () => Promise<Got>, url: string, options: KyOptions): Promise<Got> {
  let latest = tryOnce();
  const first = await latest.catch(() => undefined);
  if (first !== undefined && !RETRIED.includes(first.response.status)) return first;
  let isFirst = true;
  await ky(url, {
    ...options,
    timeout: false,
    throwHttpErrors: (status) => RETRIED.includes(status),
    retry: { ...RETRYING, ...(options.retry as RetryOptions) },
    fetch: async () => {
      if (!isFirst) latest = tryOnce();
      isFirst = false;
      return (await latest).response;
    },
  }).catch((error: unknown) => {
    if (!(error instanceof HTTPError)) throw error;
  });
  return latest;
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

function textOf(content: Got['content']): string {
  return typeof content === 'string' ? content : '';
}

function bodyOf(content: Got['content']): unknown {
  if (typeof content !== 'string') return new Uint8Array(content);
  return content === '' ? undefined : (JSON.parse(content) as unknown);
}

function logIdOf({ headers }: Response): string | undefined {
  return headers.get(LOG_ID) ?? undefined;
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

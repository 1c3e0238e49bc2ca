import ky, { HTTPError, TimeoutError as TryTimedOut } from 'ky';
import { apiErrorOf, ConnectionError, TimeoutError } from './errors.js';
import { atLeast, TIMER_MAX_MS } from './numbers.js';
import { VERSION } from './version.js';
import { paceOf, type Pace } from './pace.js';

/** How long to wait and how often to try: for all requests, or for one. */
export type Tries = {
  /** For one try, until its whole answer is there; 20 s. `Infinity`: for ever. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent at most, the first time included; 3. */
  readonly tries?: number | undefined;
};

/** A request that is about to be sent. */
export type Sending = {
  /** In capitals. */
  readonly method: string;
  /** Whole, as it is asked. */
  readonly url: string;
  /** 1 for the first try. */
  readonly attempt: number;
};

/** What came back, beside its body. */
export type Received = Sending & {
  readonly status: number;
  readonly headers: Headers;
  /** What to quote when asking about it. */
  readonly requestId: string | undefined;
  readonly etag: string | undefined;
};

/** A try that did not do, and after which there is another one. */
export type Retrying = Sending & {
  /** Of the answer that did not do, where there was one. */
  readonly status: number | undefined;
  /** What would have been thrown, had it been the last try. */
  readonly cause: Error;
};

/** How requests are sent. All of it may be left out. */
export type ConnectOptions = Tries & {
  /**
   * For all tries of a request and the waits between them, from its first turn on, and before that for as
   * long as no request is answered; 60 s. `Infinity`: for ever.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * The longest wait before the second try, doubled for the third; each wait is a random part of it. 500 ms.
   */
  readonly backOffMs?: number | undefined;
  /** How many requests are under way at once; 8. Others wait for their turn. */
  readonly parallel?: number | undefined;
  /**
   * Origins beside the one connected to that may get the tokens, where links
   * lead there: `https://api.example`.
   */
  readonly origins?: readonly string[] | undefined;
  /** Called before each try. */
  readonly onRequest?: ((sending: Sending) => void) | undefined;
  /** Called after each answer, whatever its status. */
  readonly onResponse?: ((received: Received) => void) | undefined;
  /** Called before each try but the first. */
  readonly onRetry?: ((retrying: Retrying) => void) | undefined;
  /**
   * Sends a request instead of the global `fetch`: through a proxy, with a client certificate, under the eyes
   * of a test. It is called once for each try. All is in the `Request`: there is no second argument.
   */
  readonly fetch?: ((request: Request, init?: undefined) => Promise<Response>) | undefined;
};

/** One call of the service, with what may be tried again. */
export type RequestToSend = Tries & {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Hands over the body of a good answer as it comes. */
  readonly streams?: boolean;
};

/** An answer that is no refusal. */
export type Answered = {
  /** What the JSON says, the bytes of a file, or their stream; undefined where there is none. */
  readonly body: unknown;
  readonly response: Received;
};

/**
 * Sends a request and reads its answer. Throws an `ApiError`, a
 * `ConnectionError`, or the reason of the signal.
 */
export type Exchange = (asked: RequestToSend) => Promise<Answered>;

/** All that is no JSON, JSON lines included: a page of HTML comes from something between, and is no file. */
const FILE_TYPES = /^(application|image|text)\/(?!html\b|(\S+\+)?json\b)/;
const RETRY_AFTER_MAX_MS = 60_000;
const BACK_OFF_MAX_MS = 8_000;

/**
 * Requests with these headers. What failed on the way, or will be better soon (408, 429, 500 and 502 to
 * 504), is tried again; that is safe, as every write carries an idempotency key. A wait that the service
 * asks for is kept, unless it would not end before the deadline: then the refusal is thrown at once. After
 * a 429 all requests wait together (`paceOf`).
 */
export function exchangeWith(given: Readonly<Record<string, string>>, options: ConnectOptions): Exchange {
  const { backOffMs = 500, deadlineMs = 60_000, parallel = 8, onRetry } = options;
  const { timeoutMs: usualTimeoutMs = 20_000, tries: usualTries = 3 } = options;
  atLeast(1, { timeoutMs: usualTimeoutMs, tries: usualTries, deadlineMs, parallel });
  const pace = paceOf(parallel);
  return async (asked) => {
    const { method, url, body, signal, streams, timeoutMs = usualTimeoutMs, tries = usualTries } = asked;
    atLeast(1, { timeoutMs, tries });
    // What no header can hold is told here, and not taken for a failure on the way.
    const headers = new Headers({ ...given, ...asked.headers, 'User-Agent': `kontor-sdk/${VERSION}` });
    const sent = body instanceof Blob ? body : (JSON.stringify(body, asJson) as string | undefined);
    if (typeof sent === 'string') headers.set('Content-Type', 'application/json');
    const course: Course = { method: method.toUpperCase(), url, attempt: 0, sent };
    const askedAt = performance.now();
    let began: number | undefined;
    const leftMs = () => (began ?? Math.max(askedAt, pace.answered)) + deadlineMs - performance.now();
    const late = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Answers to others leave more time: who waits for a turn is late only where a service hangs.
    const watch = (): void => {
      if (leftMs() > 0) timer = setTimeout(watch, Math.min(leftMs(), TIMER_MAX_MS));
      else late.abort();
    };
    watch();
    const over = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    const told = (error: unknown): Error => {
      signal?.throwIfAborted();
      if (course.broken) throw course.broken.error;
      return thrownFor(error, course, headers, late.signal.aborted);
    };
    try {
      await ky(url, {
        method,
        headers,
        redirect: 'manual',
        signal: over,
        timeout: Math.min(timeoutMs, TIMER_MAX_MS),
        retry: {
          limit: tries - 1,
          methods: [method],
          retryOnTimeout: true,
          // Ky would read other headers too, as moments of the clock.
          afterStatusCodes: [],
          delay: (failed) =>
            waitMs(course.answer) ??
            Math.random() * Math.min(backOffMs * 2 ** (failed - 1), BACK_OFF_MAX_MS, leftMs()),
          shouldRetry: () => isWorthIt(course, leftMs()) && !over.aborted && undefined,
        },
        hooks: {
          beforeRequest: [
            () => pace.enter(course.attempt > 0, over).then(() => void (began ??= performance.now())),
          ],
          beforeRetry: [
            ({ error }) => {
              const cause = told(error);
              tell(course, onRetry, { ...sendingOf(course), status: course.answer?.status, cause });
            },
          ],
        },
        fetch: (request) => tryOnce(course, request as Request, pace, options, streams),
      });
      return { body: bodyOf(course.content, told), response: course.received as Received };
    } catch (error) {
      throw told(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A request on its way, over all its tries. */
type Course = Sending & {
  attempt: number;
  /** Ky keeps a copy of each request for the next try, which would hold all of a file: it has none of it. */
  readonly sent: string | Blob | undefined;
  answer?: Response | undefined;
  received?: Received;
  content?: string | Uint8Array | ReadableStream | null;
  /** What a hook threw. */
  broken?: { readonly error: unknown };
};

/** Whether another try may help, and the wait before it ends in time. */
function isWorthIt({ answer, broken }: Course, leftMs: number): boolean {
  const wait = waitMs(answer) ?? 0;
  return wait <= RETRY_AFTER_MAX_MS && wait < leftMs && broken === undefined;
}

/** Tells a hook. What it throws is a mistake of the program: it is thrown as it is, and no try mends it. */
function tell<T>(course: Course, hook: ((told: T) => void) | undefined, told: T): void {
  try {
    hook?.(told);
  } catch (error) {
    course.broken = { error };
    // Of an answer that was read already nothing is left, and this is refused.
    course.answer?.body?.cancel().catch(() => undefined);
    throw error;
  }
}

function sendingOf({ method, url, attempt }: Course): Sending {
  return { method, url, attempt };
}

/** One try, until its whole answer is there: one that breaks off on the way is tried again. */
async function tryOnce(
  course: Course,
  request: Request,
  pace: Pace,
  { onRequest, onResponse, fetch: send = fetch }: ConnectOptions,
  streams: boolean | undefined,
): Promise<Response> {
  try {
    course.attempt += 1;
    course.answer = undefined;
    tell(course, onRequest, sendingOf(course));
    const { sent } = course;
    const answer = await send(sent === undefined ? request : new Request(request, { body: sent }));
    const { status, headers, ok } = answer;
    course.answer = answer;
    if (status === 429) pace.refused(Math.min(waitMs(answer) || 1000, RETRY_AFTER_MAX_MS));
    else pace.passed();
    const said = (name: string): string | undefined => headers.get(name) ?? undefined;
    course.received = {
      ...sendingOf(course),
      status,
      headers,
      requestId: said('X-Request-Id'),
      etag: said('ETag'),
    };
    tell(course, onResponse, course.received);
    const isFile = ok && FILE_TYPES.test(said('Content-Type') ?? '');
    if (ok && streams) course.content = answer.body;
    else course.content = isFile ? new Uint8Array(await answer.arrayBuffer()) : await answer.text();
    pace.answered = performance.now();
    return answer;
  } finally {
    pace.leave();
  }
}

/** Of a number that JSON would send as null: a `RangeError` that names the member. */
function asJson(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${name} is ${value}`);
  return value;
}

/** What is thrown: never ky's own errors, which would show the tokens to who prints them. */
function thrownFor(cause: unknown, course: Course, sent: Headers, isOver: boolean): Error {
  const { method, url, attempt, answer, content, received } = course;
  const about = {
    attempts: attempt,
    idempotencyKey: sent.get('Idempotency-Key') ?? undefined,
    logId: answer && received?.requestId,
  };
  const says = `${method} ${url} got no answer`;
  if (cause instanceof HTTPError) {
    const { status, headers } = cause.response;
    if (status >= 400)
      return apiErrorOf(status, content, { ...about, retryAfterMs: waitMs(cause.response) || undefined });
    // From between, as the service redirects nobody; a page is told neither the status nor where to.
    return new ConnectionError(`${says} but a redirect to ${headers.get('Location') ?? 'elsewhere'}`, about);
  }
  if (isOver || cause instanceof TryTimedOut) return new TimeoutError(`${says} in time`, about);
  // Nearly always a wrong address: that of the explorer or the portal, or of something else.
  const isPage =
    cause instanceof SyntaxError && /\bhtml\b/i.test(received?.headers.get('Content-Type') ?? '');
  const reason = isPage ? 'a page is there, and no service' : reasonOf(cause);
  return new ConnectionError(`${says} that can be read: ${reason}`, { ...about, cause });
}

/** What TLS makes of a greeting in plain text: of a service on `http:` that is asked on `https:`. */
const NO_TLS = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/**
 * Node tells the reason beneath its "fetch failed", that of TLS with a line end behind it, and where it tried
 * several addresses as a code alone.
 */
function reasonOf(cause: unknown): string {
  const { message = cause, cause: beneath } = Object(cause) as { message?: unknown; cause?: unknown };
  const { message: told, code } = Object(beneath) as { readonly message?: string; readonly code?: string };
  if (NO_TLS.test(code ?? '')) return 'no TLS is spoken there, as if it were http: and not https:';
  return String(told || code || message).trim();
}

function bodyOf(content: Course['content'], told: (error: unknown) => Error): unknown {
  if (content instanceof ReadableStream) return toldIn(content, told);
  if (typeof content !== 'string') return content;
  return content === '' ? undefined : (JSON.parse(content) as unknown);
}

/** The same bytes as they come; where they break off, what is told of that is thrown to who reads them. */
function toldIn(bytes: ReadableStream, told: (error: unknown) => Error): ReadableStream {
  const reader = bytes.getReader();
  return new ReadableStream({
    pull: async (to) => {
      const { value, done } = await reader.read().catch((error: unknown) => {
        throw told(error);
      });
      if (done) to.close();
      else to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** How long the service asks to wait, 0 where that has passed; NaN where it is not understood. */
function waitMs(answer: Response | undefined): number | undefined {
  const asked = answer?.headers.get('Retry-After');
  if (!asked) return undefined;
  return /^[\d.]+$/.test(asked) ? Number(asked) * 1000 : Math.max(0, Date.parse(asked) - Date.now());
}

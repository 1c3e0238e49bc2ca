import type { Api } from './client.js';
import { ApiError, ConnectionError } from './errors.js';
import type { Event } from './generated/index.js';
import type { Link } from './link.js';
import { atLeast, TIMER_MAX_MS } from './numbers.js';
import { asking, type Feed, type Question } from './pages.js';

/** What `events` is asked. */
export type EventsQuestion = Pick<Question<Event>, 'filter' | 'pageSize'> & {
  /** Go on after this sequence, which you kept; from the first event that is kept, when left out. */
  readonly after?: number | undefined;
  /** Ends the walk: the loop ends, and nothing is thrown. */
  readonly signal?: AbortSignal | undefined;
  /**
   * So many seconds a question waits for what comes, 0 to 30; 25. Then it is asked anew, once a second at
   * most while nothing comes.
   */
  readonly waitSeconds?: number | undefined;
  /**
   * Is told up to where all events were given and taken, also those that the filter leaves out: keep it, and
   * go on from it with `after`. The next event is given when its promise is settled.
   */
  readonly onPosition?: ((sequence: number) => Promise<void> | void) | undefined;
  /** Is told what went wrong on the way, before it is tried again. */
  readonly onFailure?: ((error: ApiError | ConnectionError) => void) | undefined;
};

/** 410, E10510: events after the one that was asked for are not kept any more. Read everything anew. */
export class EventsGoneError extends ApiError {
  override readonly name = 'EventsGoneError';
  /** The first that there is. */
  declare readonly firstSequence: number;
  /** The last that there is. */
  declare readonly lastSequence: number;

  constructor(refusal: ApiError) {
    super(refusal.httpStatusCode, refusal.said, refusal);
    const { firstSequence, lastSequence } = refusal.errors[0]?.additionalData ?? {};
    Object.assign(this, { firstSequence, lastSequence });
  }
}

const PAGE_SIZE = 1000;
/** What a question may take beyond its wait. */
const ANSWER_MS = 20_000;
const BACK_OFF_MAX_MS = 30_000;
/** While nothing comes: a question that does not wait, or is answered too early, is followed by a pause. */
const ASKED_EVERY_MS = 1_000;

/**
 * What happens in the agreement, event by event, without end: those that there are, then each as it comes.
 * What fails on the way is tried again for as long as it takes, and nothing is left out: where that cannot
 * be, because the events are no longer kept, an `EventsGoneError` is thrown. Any other refusal is thrown as
 * it is.
 */
export async function* events(
  api: Api,
  {
    after,
    filter,
    pageSize = PAGE_SIZE,
    signal,
    waitSeconds = 25,
    onPosition,
    onFailure,
  }: EventsQuestion = {},
): AsyncGenerator<Event, void, undefined> {
  atLeast(0, { waitSeconds });
  const options = { signal, timeoutMs: waitSeconds * 1000 + ANSWER_MS, tries: 1 };
  const read = <T>(work: () => Promise<T>) => untilAnswered(work, signal, onFailure);
  const home = await read(() => api.home({ signal }));
  if (home === undefined) return;
  const url = new URL(asking(home.events, { filter, pageSize }));
  if (after !== undefined) url.searchParams.set('after', String(after));
  let link = url.href as Link<Feed<Event>>;
  let position = after;
  for (;;) {
    const waiting = new URL(link);
    waiting.searchParams.set('wait', String(waitSeconds));
    const askedAt = performance.now();
    const page = await read(() => api.follow(waiting.href as Link<Feed<Event>>, options));
    if (page === undefined) return;
    for (const event of page.collection) {
      if (isOver(signal)) return;
      yield event;
    }
    // What was given last was taken: the next was asked for.
    if (page.position.after !== position) await onPosition?.(page.position.after);
    else await sleep(Math.max(0, askedAt + ASKED_EVERY_MS - performance.now()), signal);
    position = page.position.after;
    link = page.position.following;
  }
}

/** What is answered in the end; undefined where the signal came before. */
async function untilAnswered<T>(
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
  onFailure: EventsQuestion['onFailure'],
): Promise<T | undefined> {
  for (let failed = 1; !isOver(signal); failed += 1) {
    try {
      return await work();
    } catch (error) {
      if (isOver(signal)) return undefined;
      if (error instanceof ApiError && error.errorCode === 'E10510') throw new EventsGoneError(error);
      if (!isPassing(error)) throw error;
      onFailure?.(error);
      const atMost = Math.min(500 * 2 ** failed, BACK_OFF_MAX_MS);
      const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      await sleep(Math.max(Math.random() * atMost, asked), signal);
    }
  }
  return undefined;
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** No answer, too many requests, or a service that is not well: it will be better later. */
function isPassing(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError)
    return [408, 429].includes(error.httpStatusCode) || error.httpStatusCode >= 500;
  return error instanceof ConnectionError;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, Math.min(ms, TIMER_MAX_MS));
    signal?.addEventListener('abort', over);
    // Who is told of a failure may have ended it.
    if (isOver(signal)) over();
  });
}

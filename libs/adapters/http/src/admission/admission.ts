import type { IncomingMessage, ServerResponse } from 'node:http';
import { Busy, isLoopCrowded } from '@kontor/kernel';
import { FairQueue, QUEUE_LIMITS, type Flow } from './fair-queue.js';

/** How often it is looked how late the event loop is. */
const LOOK_EVERY_MS = 50;
/** Whether the process lives is told without waiting: it does no work. */
const ALWAYS = /^\/-\/(?:live|ready)(?:$|\?)/;

/** Lets requests in, in turns, and refuses what could not be served in time. */
export type Admission = {
  readonly queue: FairQueue;
  /** Serves the request in its turn, or refuses it. */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    serve: () => Promise<void>,
    refuse: (flow: Flow) => void,
  ): void;
  /** Looks at the event loop from now on. */
  start(): void;
  stop(): void;
};

/** The place that a request has now. */
type Place = { readonly flow: Flow; readonly queue: FairQueue; done: () => void };
const places = new WeakMap<IncomingMessage, Place>();

/**
 * Waits for what a client still has to send, without a place meanwhile: who sends slowly holds up
 * nobody. Throws `Busy` where there is no turn for the request afterwards.
 */
export function awaitClient<A>(request: IncomingMessage, sent: () => Promise<A>): Promise<A> {
  return request.complete ? sent() : withoutPlace(request, sent);
}

/** Waits for something that takes long and is no work of this thread; then asks for a place again. */
export async function withoutPlace<A>(request: IncomingMessage, wait: () => Promise<A>): Promise<A> {
  const place = places.get(request);
  if (place === undefined) return wait();
  place.done();
  const outcome = await wait();
  await new Promise<void>((resolve, reject) => {
    const again = (done: () => void): void => {
      place.done = done;
      resolve();
    };
    place.queue.enterAgain(place.flow, again, () => reject(new Busy('no turn after the wait')));
  });
  return outcome;
}

/**
 * `flowOf`: whose a request is, as far as it is known without asking anybody. `isCrowded`: whether what is
 * begun now would wait for something that the process has too little of.
 */
export function admission(
  flowOf: (request: IncomingMessage) => Flow,
  isCrowded: () => boolean = isLoopCrowded,
): Admission {
  const queue = new FairQueue(QUEUE_LIMITS, { now: () => performance.now(), isCrowded });
  let looking: NodeJS.Timeout | undefined;
  return {
    queue,
    admit: (request, response, serve, refuse) => {
      if (ALWAYS.test(request.url ?? '')) return void serve();
      const flow = flowOf(request);
      const begin = (done: () => void): void => {
        if (response.destroyed) return done();
        const place: Place = { flow, queue, done };
        places.set(request, place);
        const end = (): void => place.done();
        serve().then(end, end);
      };
      queue.enter(flow, begin, () => refuse(flow));
    },
    start: () => {
      let expected = performance.now() + LOOK_EVERY_MS;
      looking = setInterval(() => {
        const now = performance.now();
        queue.adjust(now - expected);
        expected = now + LOOK_EVERY_MS;
      }, LOOK_EVERY_MS);
      looking.unref();
    },
    stop: () => clearInterval(looking),
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { breatheAhead, Busy, isLoopCrowded, isTurnOver } from '@kontor/kernel';
import { letBodyCome } from './chunked-request.js';
import { BODY_ROOM_BYTES, BodyRoom } from './body-room.js';
import { FairQueue, QUEUE_LIMITS, type Flow } from './fair-queue.js';

/** How often it is looked how late the event loop is. */
const LOOK_EVERY_MS = 50;
/** Whether the process lives is told without waiting: it does no work. */
const ALWAYS = /^\/-\/(?:live|ready)(?:$|\?)/;

/**
 * Who has ended its side of the connection and has waited for so long for its turn has given up, mostly: each
 * answer to them would be made in the place of one that somebody still waits for.
 */
const WAITS_AFTER_END_MS = 500;

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

/** The place that a request has now, and what else its process has of it. */
type Place = {
  readonly flow: Flow;
  readonly queue: FairQueue;
  readonly bodies: BodyRoom;
  readonly response: ServerResponse;
  /** After it the request waits no more for what others have; by the clock of `performance`. */
  deadline: number;
  done: () => void;
};
/**
 * Where a request has its place: a member of it and no weak map. V8 takes what such a map holds for alive
 * until its next full collection, and would keep every request, with its answer, for as long.
 */
const PLACE = Symbol('place');
type Placed = IncomingMessage & { [PLACE]?: Place };

/**
 * The instant after which a request waits no more for what others have, so long after it or the rest of its
 * body came: for its place, its turn to write, and locks, all together. Undefined of a request that nobody
 * has let in.
 */
export function deadlineOf(request: IncomingMessage): number | undefined {
  return (request as Placed)[PLACE]?.deadline;
}

/**
 * Waits for what a client still has to send, without a place meanwhile: who sends slowly holds up
 * nobody, nor the memory, of which it takes `bytesMax` at most. Throws `Busy` where there is no turn for the
 * request afterwards, no room for its body, or none any more: then the connection ends with the answer.
 */
export function awaitClient<A>(
  request: IncomingMessage,
  bytesMax: number,
  sent: () => Promise<A>,
): Promise<A> {
  const { [PLACE]: place }: Placed = request;
  if (place === undefined || isWholeAndPlain(request)) {
    letBodyCome(request);
    return sent();
  }
  return new Promise((resolve, reject) => {
    let isEnded = false;
    const leave = place.bodies.enter(place.flow, bytesMax, () => {
      isEnded = true;
      place.response.shouldKeepAlive = false;
      // What has come of it would stay until the rest has come.
      place.response.once('close', () => request.destroy());
      reject(new Busy('the room of the body was needed'));
    });
    if (leave === undefined) return reject(new Busy('no room for the body'));
    place.done();
    letBodyCome(request);
    sent()
      .then(async (outcome) => {
        place.deadline = performance.now() + QUEUE_LIMITS.timeoutMs;
        await placeAgain(place, () => isEnded);
        resolve(outcome);
      })
      .catch(reject)
      .finally(leave);
  });
}

/**
 * Of what is whole before it is read no more than a packet is in memory; but of what is packed more comes
 * out.
 */
function isWholeAndPlain({ complete, headers }: IncomingMessage): boolean {
  return complete && headers['content-encoding'] === undefined;
}

/** Waits for something that takes long and is no work of this thread; then asks for a place again. */
export async function withoutPlace<A>(request: IncomingMessage, wait: () => Promise<A>): Promise<A> {
  const { [PLACE]: place }: Placed = request;
  if (place === undefined) return wait();
  place.done();
  const outcome = await wait();
  await placeAgain(place, () => false);
  return outcome;
}

/**
 * Aborted when nobody waits for an answer any more: the client is gone, or has ended its side for so long
 * that it has given up, mostly.
 */
export function givenUp({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const given = new AbortController();
  let late: NodeJS.Timeout | undefined;
  const hasEnded = (): void => void (late = setTimeout(() => given.abort(), WAITS_AFTER_END_MS));
  if (response.destroyed) given.abort();
  else if (socket.readableEnded) hasEnded();
  else socket.once('end', hasEnded);
  response.once('close', () => {
    clearTimeout(late);
    socket.off('end', hasEnded);
    given.abort();
  });
  return given.signal;
}

/**
 * Does a piece of an answer that goes on after its request gave its place back, such as a stream, with a
 * place of its own and in the turn of whoever asks; undefined, and not done, where there is no turn for it
 * soon.
 */
export function withPlace<A>(request: IncomingMessage, piece: () => Promise<A>): Promise<A | undefined> {
  const { [PLACE]: place }: Placed = request;
  if (place === undefined) return piece();
  return new Promise((resolve, reject) => {
    const begin = (done: () => void): void => void piece().then(resolve, reject).finally(done);
    place.queue.enter(place.flow, begin, () => resolve(undefined));
  });
}

function placeAgain(place: Place, isEnded: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = (done: () => void): void => {
      if (isEnded()) return done();
      place.done = done;
      resolve();
    };
    place.queue.enterAgain(place.flow, again, () => reject(new Busy('no turn after the wait')));
  });
}

/** Without a place, but not in a turn of the event loop that has gone on for long, nor behind all work. */
async function inTurn(serve: () => Promise<void>): Promise<void> {
  const pause = breatheAhead();
  if (pause !== undefined) await pause;
  await serve();
}

/**
 * `flowOf`: whose a request is, as far as it is known without asking anybody. `isOverloaded`: whether what is
 * begun now would wait for something that the process has too little of.
 */
export function admission(
  flowOf: (request: IncomingMessage) => Flow,
  isOverloaded: () => boolean = isLoopCrowded,
): Admission {
  const queue = new FairQueue(QUEUE_LIMITS, {
    now: () => performance.now(),
    isOverloaded,
    isTurnOver,
    inNextTurn: (go) => void setImmediate(go),
  });
  const bodies = new BodyRoom(BODY_ROOM_BYTES, () => performance.now());
  let looking: NodeJS.Timeout | undefined;
  return {
    queue,
    admit: (request, response, serve, refuse) => {
      if (ALWAYS.test(request.url ?? '')) return void inTurn(serve);
      const flow = flowOf(request);
      const since = performance.now();
      const begin = (done: () => void): void => {
        const hasGivenUp = request.socket.readableEnded && performance.now() - since > WAITS_AFTER_END_MS;
        if (hasGivenUp) refuse(flow);
        if (hasGivenUp || response.destroyed) return done();
        const deadline = since + QUEUE_LIMITS.timeoutMs;
        const place: Place = { flow, queue, bodies, response, deadline, done };
        const placed: Placed = request;
        placed[PLACE] = place;
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

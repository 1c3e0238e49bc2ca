import { Busy } from '@kontor/kernel';
import type { ApiRequest } from '../endpoint/endpoint.js';
import { SERVER_LIMITS, type ServerLimits } from '../http-server.js';

/** Exports that are sent at once: each holds a connection to the database for as long as its client takes. */
export const EXPORTS_AT_ONCE = 5;
/** Of one agreement, which has as many kinds of them, so many: its clients keep no other from its books. */
export const EXPORTS_OF_AGREEMENT = 4;

/** As fast as a body comes at least, an export is taken (G25). */
type Pace = Pick<
  ServerLimits,
  'requestTimeoutMs' | 'bodyBytesPerSecondMin' | 'connectionsCheckingIntervalMs'
>;

/** Those that are being sent, of each agreement. */
const places = new Map<number, number>();

/** Takes a place for an export, and gives how to leave it. Throws `Busy` where there is none. */
function takePlace(agreementNumber: number): () => void {
  const own = places.get(agreementNumber) ?? 0;
  const all = [...places.values()].reduce((sum, of) => sum + of, 0);
  if (own >= EXPORTS_OF_AGREEMENT || all >= EXPORTS_AT_ONCE)
    throw new Busy('too many exports are being sent');
  places.set(agreementNumber, own + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const others = (places.get(agreementNumber) ?? 1) - 1;
    if (others === 0) places.delete(agreementNumber);
    else places.set(agreementNumber, others);
  };
}

/** How fast a client takes what it is given; what is spent on making it is not the client's. */
class Taking {
  readonly #pace: Pace;
  #bytes = 0;
  #waitedMs = 0;
  #given: number | undefined;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  gave(piece: Uint8Array): void {
    this.#bytes += piece.length;
    this.#given = performance.now();
  }

  took(): void {
    this.#waitedMs += this.#waiting();
    this.#given = undefined;
  }

  isTooSlow(): boolean {
    const ms = this.#waitedMs + this.#waiting();
    const isWaiting = this.#given !== undefined && ms > this.#pace.requestTimeoutMs;
    return isWaiting && this.#bytes * 1_000 < this.#pace.bodyBytesPerSecondMin * ms;
  }

  #waiting(): number {
    return this.#given === undefined ? 0 : performance.now() - this.#given;
  }
}

/**
 * Pieces that count as an export which is being sent until they are over, or nobody wants them, sent at all
 * or not; or until they are taken too slowly, or who asked may read the books no longer: then what the
 * database holds for them is let go, and the answer breaks off.
 */
export function sentExport(
  agreementNumber: number,
  pieces: AsyncGenerator<Uint8Array, void>,
  { isStillAllowed = () => Promise.resolve(true) }: Pick<ApiRequest, 'isStillAllowed'>,
  pace: Pace = SERVER_LIMITS,
): AsyncIterableIterator<Uint8Array> {
  const leave = takePlace(agreementNumber);
  const taking = new Taking(pace);
  let why: string | undefined;
  const breakOff = (because: string): void => {
    why = because;
    clearInterval(looking);
    pieces.return().then(over, over);
  };
  const looking = setInterval(() => {
    if (taking.isTooSlow()) return breakOff('the export was taken too slowly');
    isStillAllowed().then(
      (isAllowed) => {
        if (!isAllowed) breakOff('who asked for the export may read the books no longer');
      },
      // It cannot be told now: the next look tells.
      () => undefined,
    );
  }, pace.connectionsCheckingIntervalMs).unref();
  const over = (): void => {
    clearInterval(looking);
    leave();
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      if (why !== undefined) throw new Error(why);
      taking.took();
      const next = await pieces.next().catch((error: unknown) => {
        over();
        throw error;
      });
      if (next.done === true) over();
      else taking.gave(next.value);
      return next;
    },
    return: async () => {
      // What the database held for it is let go first.
      await pieces.return().finally(over);
      return { done: true, value: undefined };
    },
  };
}

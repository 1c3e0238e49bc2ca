import { defined } from '@kontor/kernel';
import type { Flow } from './fair-queue.js';

/** Of bodies that are awaited, or wait for their turn: so many at once as 64 of the largest. */
export const BODY_ROOM_BYTES = 64 * 1024 * 1024;
/** A body that has been on its way for less is not ended for another one of the same client. */
const GRACE_MS = 1_000;

/**
 * What a body may come to, of whom, since when, and what ends its request: taken out when it needs no room
 * any more, since old tables of the set hold the body until V8's next full collection.
 */
type Body = { readonly bytes: number; readonly since: number; end: (() => void) | undefined };
type Held = { readonly flow: Flow; readonly bodies: Set<Body>; bytes: number };

/**
 * Limits the memory for bodies that are still arriving, or wait for their turn. Each counts with the largest
 * size that it may reach, since a client that sends slowly, or compressed, may come to it at any time. Where
 * there is no room for another body, the sender that holds most gives one up: its oldest, or, where that is
 * recent (`GRACE_MS`) and the sender is the same, the new one. Agreements and strangers are two groups: first
 * the group that holds most is taken, then the sender in it that does. So a sender that holds little gets in,
 * whatever others hold.
 */
export class BodyRoom {
  readonly bytesMax: number;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  readonly #groupBytes = { known: 0, stranger: 0 };

  constructor(bytesMax: number, now: () => number) {
    this.bytesMax = bytesMax;
    this.#now = now;
  }

  get bytes(): number {
    return this.#groupBytes.known + this.#groupBytes.stranger;
  }

  /**
   * Takes a body in; gives what is to be called when it needs no room any more, or undefined where it has
   * none. `end` is called where it has to go before.
   */
  enter(flow: Flow, bytes: number, end: () => void): (() => void) | undefined {
    const name = `${flow.group} ${flow.name}`;
    const own = this.#held.get(name) ?? { flow, bodies: new Set<Body>(), bytes: 0 };
    const body: Body = { bytes, since: this.#now(), end };
    this.#held.set(name, own);
    own.bodies.add(body);
    own.bytes += bytes;
    this.#groupBytes[flow.group] += bytes;
    while (this.bytes > this.bytesMax) {
      const largest = this.#largest();
      const oldest = defined(largest.bodies.values().next().value);
      const isTooMuchOfOwn = largest === own && body.since - oldest.since < GRACE_MS;
      const [gone, of] = isTooMuchOfOwn ? [body, own] : [oldest, largest];
      const { end: endGone } = gone;
      this.#leave(of, gone);
      if (gone === body) return undefined;
      endGone?.();
    }
    return () => this.#leave(own, body);
  }

  #largest(): Held {
    const { known, stranger } = this.#groupBytes;
    const group = known > stranger ? 'known' : 'stranger';
    let largest: Held | undefined;
    for (const held of this.#held.values()) {
      if (held.flow.group === group && (largest === undefined || held.bytes > largest.bytes)) largest = held;
    }
    return defined(largest);
  }

  #leave(own: Held, body: Body): void {
    if (!own.bodies.delete(body)) return;
    body.end = undefined;
    own.bytes -= body.bytes;
    this.#groupBytes[own.flow.group] -= body.bytes;
    if (own.bodies.size === 0) this.#held.delete(`${own.flow.group} ${own.flow.name}`);
  }
}

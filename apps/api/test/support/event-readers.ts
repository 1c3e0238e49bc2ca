import type { Receiver } from '@kontor/conformance';
import type { Tokens } from './service-under-test.js';

/** An event, as far as a reader needs it that mirrors the books. */
export type Seen = { readonly sequence: number; readonly resource: string };

type Fetched = (path: string, init?: RequestInit) => Promise<Response>;

const AT_ONCE = 8;
const PAUSE_MS = 25;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until there is an answer that is none of an outage. */
export async function insist(fetched: Fetched, path: string): Promise<{ status: number; text: string }> {
  for (;;) {
    try {
      const answer = await fetched(path);
      const text = await answer.text();
      if (answer.status !== 503) return { status: answer.status, text };
    } catch {
      // No answer, or half of one.
    }
    await pause(PAUSE_MS);
  }
}

/** What the events of a reader tell of: each thing is read again after each event of it. */
export class Mirror {
  readonly things = new Map<string, string>();
  readonly #dirty = new Set<string>();
  readonly #fetched: Fetched;
  #working: Promise<void> | undefined;

  constructor(fetched: Fetched) {
    this.#fetched = fetched;
  }

  touch({ resource }: Seen): void {
    this.#dirty.add(new URL(resource).pathname);
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#dirty.size > 0) {
      const some = [...this.#dirty].slice(0, AT_ONCE);
      for (const path of some) this.#dirty.delete(path);
      await Promise.all(
        some.map(async (path) => {
          const { status, text } = await insist(this.#fetched, path);
          if (status === 200) this.things.set(path, plain(JSON.parse(text)));
          else if (status === 404) this.things.delete(path);
          else throw new Error(`${status} for ${path}: ${text}`);
        }),
      );
    }
  }
}

/** An item as it is compared: without what one may do with it. */
export function plain({ metaData: _, ...item }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(item);
}

/**
 * One who reads the events from a sequence on, in one of the ways there are, and mirrors what they tell of.
 */
export class EventReader {
  readonly way: string;
  readonly seen: number[] = [];
  readonly mirror: Mirror;
  /** What no outage explains. */
  readonly faults: string[] = [];
  readonly #after: number;
  #last: number;
  #reads = true;
  #done: Promise<void> = Promise.resolve();
  #stopping = new AbortController();

  constructor(way: 'poll' | 'long poll' | 'stream' | 'webhook', fetched: Fetched, after: number) {
    this.way = way;
    this.#after = after;
    this.#last = after;
    this.mirror = new Mirror(fetched);
    if (way === 'stream') this.#done = this.#repeated(() => this.#stream(fetched));
    else if (way !== 'webhook')
      this.#done = this.#repeated(() => this.#page(fetched, way === 'poll' ? 0 : 10));
  }

  get last(): number {
    return this.#last;
  }

  /** Takes what was sent to a receiver. In no order, and once more where an answer was lost. */
  takeFrom({ received }: Receiver, from: number): number {
    for (const { body } of received.slice(from)) {
      const event = JSON.parse(body) as Seen;
      if (event.sequence <= this.#after) continue;
      this.seen.push(event.sequence);
      this.#last = Math.max(this.#last, event.sequence);
      this.mirror.touch(event);
    }
    return received.length;
  }

  async stop(): Promise<void> {
    this.#reads = false;
    this.#stopping.abort();
    await this.#done;
    await this.mirror.settled();
  }

  async #repeated(read: () => Promise<void>): Promise<void> {
    while (this.#reads) {
      try {
        await read();
      } catch {
        // The connection ended; it goes on behind the last that came.
      }
      await pause(PAUSE_MS);
    }
  }

  #take(event: Seen): void {
    this.seen.push(event.sequence);
    this.#last = event.sequence;
    this.mirror.touch(event);
  }

  async #page(fetched: Fetched, wait: number): Promise<void> {
    const query = `after=${this.#last}&pagesize=100${wait > 0 ? `&wait=${wait}` : ''}`;
    const answer = await fetched(`/events?${query}`, { signal: this.#stopping.signal });
    const text = await answer.text();
    if (answer.status === 200)
      for (const event of (JSON.parse(text) as { collection: readonly Seen[] }).collection) this.#take(event);
    else if (answer.status !== 503) this.faults.push(`${answer.status} ${text}`);
  }

  async #stream(fetched: Fetched): Promise<void> {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(this.#last) };
    const answer = await fetched('/events', { headers, signal: this.#stopping.signal });
    if (answer.status !== 200) {
      const text = await answer.text();
      if (answer.status !== 503) this.faults.push(`${answer.status} ${text}`);
      return;
    }
    let text = '';
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString();
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) {
        const data = /^data: (.*)$/m.exec(one)?.[1];
        if (data !== undefined && /^id: /m.test(one)) this.#take(JSON.parse(data) as Seen);
      }
    }
  }
}

/** Asks in the name of an agreement, by way of an address. */
export const fetchedBy =
  (base: string, tokens: Tokens): Fetched =>
  (path, init = {}) =>
    fetch(base + path, { ...init, headers: { ...tokens, ...(init.headers as Record<string, string>) } });

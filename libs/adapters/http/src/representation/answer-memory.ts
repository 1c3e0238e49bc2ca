import { LRUCache } from 'lru-cache';
import type { EditionReader } from '@kontor/kernel';
import type { Answer } from '../endpoint/endpoint.js';
import { etagOf } from './etag.js';

/** An answer that was just made, and the edition of the collection it was made from. */
export type Made<A extends Answer | undefined> = { readonly answer: A; readonly edition: string | undefined };

type Kept = { readonly answer: Answer; readonly edition: string };

/** Of the texts of all agreements together; what is not asked for longest goes first. */
const BYTES_MAX = 16 * 1024 * 1024;
/** What an answer takes beside its text. */
const ENTRY_BYTES = 600;
/** Names of what was asked for once. */
const NAMES_MAX = 20_000;

/**
 * Answers to reads, as the bytes that were sent (ADR 13). Nothing in here is trusted by itself: the present edition of the collection is
 * asked for in every request, after it came, and an answer of any other is forgotten.
 */
export class AnswerMemory {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ answer }) => ENTRY_BYTES + (answer.sent?.length ?? 0),
  });
  readonly #askedOnce = new Set<string>();

  /**
   * The answer that goes by this name, which must say everything the answer depends on beside the edition. It is kept when it is made for
   * the second time, so that what is asked for once only takes no room; `make` is told, since it need not know the edition else.
   */
  async answer<A extends Answer | undefined>(
    name: string,
    editions: Pick<EditionReader<unknown>, 'current'>,
    make: (isToBeKept: boolean) => Promise<Made<A>>,
  ): Promise<A | Answer> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) {
      if ((await editions.current()) === kept.edition) return kept.answer;
      this.#kept.delete(name);
    }
    const isToBeKept = !this.#isAskedFirst(name);
    const { answer, edition } = await make(isToBeKept);
    if (!isToBeKept || answer === undefined || edition === undefined) return answer;
    const whole = asSent(answer);
    this.#kept.set(name, { answer: whole, edition });
    return whole;
  }

  #isAskedFirst(name: string): boolean {
    if (this.#askedOnce.delete(name)) return false;
    if (this.#askedOnce.size >= NAMES_MAX) this.#askedOnce.clear();
    this.#askedOnce.add(name);
    return true;
  }
}

/** The answer with its text as bytes and its tag, which need not be made again. */
function asSent({ status, body = '', tagged }: Answer): Answer {
  return { status, sent: Buffer.from(body), ...(tagged !== undefined && { etag: etagOf(tagged) }) };
}

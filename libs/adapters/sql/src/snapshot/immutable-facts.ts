import { LRUCache } from 'lru-cache';
import { bytesOf } from './bytes-of.js';

const ENTRY_BYTES = 150;

/**
 * What never changes once it is so, as the currency of an agreement's books: it needs no version. Only what
 * is committed is put here. Another epoch of the database ends it all (`transaction/epoch.ts`).
 */
export class ImmutableFacts<V> {
  readonly #facts: LRUCache<string, { readonly value: V }>;

  /** `bytesMax`: of keys and values of all agreements together; what is not asked for longest goes first. */
  constructor(bytesMax: number) {
    this.#facts = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ value }, key) => ENTRY_BYTES + 2 * key.length + bytesOf(value),
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#facts.calculatedSize;
  }

  get(agreementNumber: number, key: string): V | undefined {
    return this.#facts.get(`${agreementNumber} ${key}`)?.value;
  }

  put(agreementNumber: number, key: string, value: V): void {
    this.#facts.set(`${agreementNumber} ${key}`, { value });
  }
}

import { LRUCache } from 'lru-cache';
import type { AnyValue, KeyValue, Stored } from '@kontor/kernel';

/** All drafts together, in lines: some hundred bytes each. */
const LINES_MAX = 50_000;

/**
 * The drafts that this process has written last: nearly every one is booked by who made it, at once. What is remembered may have been
 * changed elsewhere; so only a unit of work that trusts looks here, and it writes the draft only as the version it saw.
 */
export class DraftMemory {
  readonly #drafts = new LRUCache<string, Stored<AnyValue>>({
    maxSize: LINES_MAX,
    sizeCalculation: ({ value }) => 1 + ((value['lines'] as readonly unknown[] | undefined)?.length ?? 0),
  });

  find(agreementNumber: number, key: KeyValue): Stored<AnyValue> | undefined {
    return this.#drafts.get(`${agreementNumber} ${key}`);
  }

  remember(agreementNumber: number, key: KeyValue, draft: Stored<AnyValue>): void {
    this.#drafts.set(`${agreementNumber} ${key}`, draft);
  }

  forget(agreementNumber: number, key: KeyValue): void {
    this.#drafts.delete(`${agreementNumber} ${key}`);
  }
}

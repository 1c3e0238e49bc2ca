import { ImmutableFacts } from '../snapshot/immutable-facts.js';
import type { SqlValue } from '../statement.js';

const BYTES_MAX = 8 * 1024 * 1024;

/** What this process has seen marked as used by entries: it is there, and stays. */
export class PermanentReferences {
  readonly #seen = new ImmutableFacts<true>({ name: 'permanent references', bytesMax: BYTES_MAX });

  has(agreementNumber: number, collection: string, encodedKey: SqlValue): boolean {
    return this.#seen.get(agreementNumber, `${collection} ${encodedKey}`) === true;
  }

  /** `encodedKey`: the key of what is marked, as its column has it. Only what is committed. */
  add(agreementNumber: number, collection: string, encodedKey: SqlValue): void {
    this.#seen.put(agreementNumber, `${collection} ${encodedKey}`, true);
  }
}

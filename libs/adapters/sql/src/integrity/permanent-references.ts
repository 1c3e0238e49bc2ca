import { ImmutableFacts } from '../snapshot/immutable-facts.js';
import type { SqlValue } from '../statement.js';

/**
 * What the entries of the books add to the `uses` of a thing, all of them together: the first entry that
 * names it adds it, the others find it there. So a thing that anything was ever booked with is never removed,
 * and booking does not write the same account's row each time. It stays when reopening a year takes the last
 * of the entries out again: what the books once knew they keep. Since such a thing stays for good, other
 * references to it need not be counted any more either (ADR 4).
 */
export const PERMANENT = 1_000_000_000;

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

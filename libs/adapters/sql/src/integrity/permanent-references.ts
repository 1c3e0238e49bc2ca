import { ImmutableFacts } from '../snapshot/immutable-facts.js';

const BYTES_MAX = 8 * 1024 * 1024;

/** What this process has seen marked as used by entries: it is there, and stays. */
export class PermanentReferences {
  readonly #seen = new ImmutableFacts<true>({ name: 'permanent references', bytesMax: BYTES_MAX });

  /** `name`: as `itemName` calls it. */
  has(agreementNumber: number, name: string): boolean {
    return this.#seen.get(agreementNumber, name) === true;
  }

  /** Only what is committed. */
  add(agreementNumber: number, name: string): void {
    this.#seen.put(agreementNumber, name, true);
  }
}

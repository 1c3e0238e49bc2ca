import { LRUCache } from 'lru-cache';
import type { SqlValue } from './statement.js';

/**
 * What the entries of the books add to the `uses` of a thing, all of them together: the first entry that names it adds it, the others
 * find it there. So a thing that anything was ever booked with is never removed, and booking does not write the
 * same account's row each time. It stays when reopening a year takes the last of the entries out again: what the
 * books once knew they keep. Since such a thing stays for good, other references to it need not be counted any more either (ADR 4).
 */
export const USED_BY_ENTRIES = 1_000_000_000;

/** Agreements of which a process remembers what is used for good. */
const AGREEMENTS_MAX = 1_000;

/** What this process has seen marked as used by entries, by agreement and collection: it is there, and stays. */
export class UsedForGood {
  readonly #seen = new LRUCache<number, Map<string, Set<SqlValue>>>({ max: AGREEMENTS_MAX });

  has(agreementNumber: number, collection: string, form: SqlValue): boolean {
    return this.#seen.get(agreementNumber)?.get(collection)?.has(form) === true;
  }

  /** `form`: the key of what is marked, as its column has it. Only what is committed. */
  add(agreementNumber: number, collection: string, form: SqlValue): void {
    let own = this.#seen.get(agreementNumber);
    if (own === undefined) this.#seen.set(agreementNumber, (own = new Map<string, Set<SqlValue>>()));
    const forms = own.get(collection);
    if (forms === undefined) own.set(collection, new Set([form]));
    else forms.add(form);
  }
}

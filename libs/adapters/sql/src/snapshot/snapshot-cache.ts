import { LRUCache } from 'lru-cache';
import { bytesOf } from './bytes-of.js';

/** Versions by name: of collections, or of a single row. What was never written has version 0. */
export type Versions = ReadonlyMap<string, number>;

/**
 * Takes on the duty to check versions where a unit of work is written, so that nothing is kept of it when one
 * is another by then; false when the unit does not, since it expects another version already or the value is
 * not what it needs.
 */
export type Expect<V> = (versions: Versions, value: V) => boolean;

type Entry<V> = { readonly versions: Versions; readonly value: V; readonly seen: readonly Seen[] };
/**
 * The version that was seen last, and since when it has been so: shared by all that is of it, so that none of
 * them looks it up. Not a number once another was seen, or nothing is known any more.
 */
type Seen = { version: number; readonly since: number };

/** What an entry takes beside its key and value: its versions, and its place in the cache. */
const ENTRY_BYTES = 360;
const SEEN_BYTES = 150;
/** Of all that the cache holds: the versions that were seen last. */
const SEEN_SHARE = 1 / 8;

/**
 * What a process has read, with the versions it was read at. There is one rule: a value is given only
 * together with the duty to check its versions, in the batch that writes (`expecting`) or where they were
 * just read (`at`). So nothing is ever answered, refused or written on the word of this cache alone,
 * whichever process wrote since.
 */
export class SnapshotCache<V> {
  readonly #stableMs: number;
  readonly #entries: LRUCache<string, Entry<V>>;
  readonly #seen: LRUCache<string, Seen>;
  readonly #now: () => number;

  /**
   * `bytesMax`: of keys, values and versions of all agreements together; what is not asked for longest goes
   * first. `stableMs`: how long versions must have been as they are before a unit expects them: a collection
   * that changes all the time is read instead, so that nobody runs twice. `now`: milliseconds of a clock that
   * never goes back.
   */
  constructor({
    bytesMax,
    sizeOf = bytesOf,
    stableMs = 0,
    now = () => performance.now(),
  }: {
    readonly bytesMax: number;
    readonly sizeOf?: (value: V) => number;
    readonly stableMs?: number;
    readonly now?: () => number;
  }) {
    const seenMax = Math.floor(bytesMax * SEEN_SHARE);
    this.#stableMs = stableMs;
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: bytesMax - seenMax,
      sizeCalculation: ({ value }, key) => ENTRY_BYTES + 2 * key.length + sizeOf(value),
    });
    this.#seen = new LRUCache({
      maxSize: seenMax,
      sizeCalculation: (_, name) => SEEN_BYTES + 2 * name.length,
      dispose: (seen) => (seen.version = NaN),
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#entries.calculatedSize + this.#seen.calculatedSize;
  }

  /**
   * A value for a unit of work that takes on the duty by `expect`; undefined where nothing is known that it
   * may rest on.
   */
  expecting(agreementNumber: number, key: string, expect: Expect<V>): V | undefined {
    const entry = this.#entries.get(`${agreementNumber} ${key}`);
    if (entry === undefined || !this.#isLatest(entry)) return undefined;
    return expect(entry.versions, entry.value) ? entry.value : undefined;
  }

  /**
   * The value at versions that were just read, in the same statements or before; undefined where it is of
   * others.
   */
  at(agreementNumber: number, key: string, versions: Versions): V | undefined {
    const entry = this.#entries.get(`${agreementNumber} ${key}`);
    if (entry === undefined) return undefined;
    for (const [name, version] of entry.versions) if (versions.get(name) !== version) return undefined;
    return entry.value;
  }

  /** Keeps a value that was read at these versions: with them, or after them. */
  put(agreementNumber: number, key: string, versions: Versions, value: V): void {
    const seen = [...versions].map(([name, version]) => this.#seenNow(`${agreementNumber} ${name}`, version));
    this.#entries.set(`${agreementNumber} ${key}`, { versions, value, seen });
  }

  #seenNow(own: string, version: number): Seen {
    const known = this.#seen.get(own);
    if (known?.version === version) return known;
    const seen = { version, since: this.#now() };
    this.#seen.set(own, seen);
    return seen;
  }

  /** A value is of no use any more: what it is of was changed or taken away. */
  remove(agreementNumber: number, key: string): void {
    this.#entries.delete(`${agreementNumber} ${key}`);
  }

  /** A batch was refused that expected these versions: they are read anew. */
  invalidate(agreementNumber: number, names: Iterable<string>): void {
    for (const name of names) this.#seen.delete(`${agreementNumber} ${name}`);
  }

  #isLatest({ versions, seen }: Entry<V>): boolean {
    const stableSince = this.#now() - this.#stableMs;
    let place = 0;
    for (const version of versions.values()) {
      const now = seen[place];
      if (now?.version !== version || now.since > stableSince) return false;
      place += 1;
    }
    return true;
  }
}

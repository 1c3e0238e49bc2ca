import { defined } from '@kontor/kernel';
import type { SqlValue } from '../statement.js';

/** So many keys stand together in an array; twice as many are taken apart. */
const PART = 1024;
/** What a key takes in its array, and what holds its text where it is one. */
const KEY_BYTES = 8;
const TEXT_BYTES = 24;

/**
 * The keys of a list in the order of the database: by number, or by the bytes of their UTF-8 text. Parts of
 * some thousand keys are held in arrays of their own, so that a key is put in or taken out without moving all
 * the others.
 */
export class SortedKeys {
  readonly #parts: SqlValue[][] = [];
  #length: number;
  #bytes: number;

  /** `keys`: in their order. */
  constructor(keys: readonly SqlValue[]) {
    this.#length = keys.length;
    for (let from = 0; from < keys.length; from += PART) this.#parts.push(keys.slice(from, from + PART));
    this.#bytes = bytesOfKeys(keys);
  }

  get length(): number {
    return this.#length;
  }

  /** About what they take in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The key at a place, from 0 on; undefined behind the last. */
  at(place: number): SqlValue | undefined {
    return this.slice(place, place + 1)[0];
  }

  /** The keys from one place, inclusive, to another, exclusive. */
  slice(from: number, to: number): readonly SqlValue[] {
    const found: SqlValue[] = [];
    let start = 0;
    for (const part of this.#parts) {
      if (start >= to) break;
      const end = start + part.length;
      if (end > from) found.push(...part.slice(Math.max(0, from - start), to - start));
      start = end;
    }
    return found;
  }

  /** Puts a key in at its place; false, and nothing done, where it is there already. */
  add(key: SqlValue): boolean {
    if (this.#parts.length === 0) this.#parts.push([]);
    const { part, place, isThere } = this.#find(key);
    if (isThere) return false;
    const keys = defined(this.#parts[part]);
    keys.splice(place, 0, key);
    if (keys.length >= 2 * PART) this.#parts.splice(part + 1, 0, keys.splice(PART));
    this.#length += 1;
    this.#bytes += bytesOfKey(key);
    return true;
  }

  /** Takes a key out; false, and nothing done, where it is not there. */
  remove(key: SqlValue): boolean {
    const { part, place, isThere } = this.#find(key);
    if (!isThere) return false;
    const keys = defined(this.#parts[part]);
    keys.splice(place, 1);
    if (keys.length === 0) this.#parts.splice(part, 1);
    this.#length -= 1;
    this.#bytes -= bytesOfKey(key);
    return true;
  }

  /** Where a key is, or belongs. */
  #find(key: SqlValue): { readonly part: number; readonly place: number; readonly isThere: boolean } {
    const part = Math.max(
      0,
      firstNotBefore(this.#parts.length, (at) => inOrder(this.#last(at), key)),
    );
    const within = Math.min(part, this.#parts.length - 1);
    const keys = this.#parts[within] ?? [];
    const place = firstNotBefore(keys.length, (at) => inOrder(keys[at] as SqlValue, key));
    return { part: within, place, isThere: keys[place] === key };
  }

  #last(part: number): SqlValue {
    return this.#parts[part]?.at(-1) as SqlValue;
  }
}

/** The first of so many that does not come before what is looked for, or how many there are. */
function firstNotBefore(count: number, comparedAt: (at: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparedAt(middle) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below 0 where one key stands before another, 0 where they are the same. */
function inOrder(one: SqlValue, other: SqlValue): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return inOrderOfBytes(String(one), String(other));
}

/** Texts by the bytes of their UTF-8: what UTF-16 writes as two surrogates comes last there. */
function inOrderOfBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return one.length - other.length;
}

const SURROGATES_FROM = 0xd800;
const SURROGATES_TO = 0xe000;
const BEHIND_ALL = 0x10000;

function rankOf(unit: number): number {
  return unit >= SURROGATES_FROM && unit < SURROGATES_TO ? unit + BEHIND_ALL : unit;
}

/** About what a list of keys takes in memory. */
export function bytesOfKeys(keys: readonly SqlValue[]): number {
  return keys.reduce((bytes: number, key) => bytes + bytesOfKey(key), 0);
}

function bytesOfKey(key: SqlValue): number {
  return typeof key === 'string' ? KEY_BYTES + TEXT_BYTES + 2 * key.length : KEY_BYTES;
}

import { defined, type AnyValue } from '@kontor/kernel';
import { AccountingYear } from '@kontor/ledger';
import type { ImportedThing } from './import-writer.js';
import { LINE } from './json-lines.js';
import { MOVED } from './moved-resources.js';

/** What a dry run keeps in memory of the lines before, counted in characters of their JSON. */
const CHARACTERS_MAX = 16 * 1024 * 1024;

/** Few, and not referred to by their own identifier. */
const ALWAYS: ReadonlySet<string> = new Set([LINE.head, LINE.numbers, AccountingYear.collection]);

const KEYS: ReadonlySet<string> = new Set(MOVED.map(({ key }) => key));

/**
 * What a dry run has tried: none of it is in the books, so what later lines refer to is written again with
 * them, and undone with them. Documents, and what is told of them, are referred to by none.
 */
export class LinesBefore {
  readonly #all: ImportedThing[] = [];
  /** Where in `#all` things name an identifier, their own or another's: `accountNumber 5810`. */
  readonly #naming = new Map<string, number[]>();
  readonly #always: number[] = [];
  #characters = 0;

  /** Keeps a line that was found right, if others may refer to it; false where there are too many of them. */
  keep(thing: ImportedThing): boolean {
    const own = MOVED.find(({ collection }) => collection === thing.name);
    if (own === undefined && !ALWAYS.has(thing.name)) return true;
    const at = this.#all.length;
    this.#all.push(thing);
    this.#characters += JSON.stringify(thing.body).length;
    if (ALWAYS.has(thing.name)) this.#always.push(at);
    if (own !== undefined) {
      const name = nameOf(own.key, thing.body[own.key]);
      const before = this.#naming.get(name);
      if (before === undefined) this.#naming.set(name, [at]);
      else before.push(at);
    }
    return this.#characters <= CHARACTERS_MAX;
  }

  /** What these refer to, and what that refers to, in the order of the file. */
  neededBy(things: readonly ImportedThing[]): readonly ImportedThing[] {
    const needed = new Set(this.#always);
    const waiting: unknown[] = things.map(({ body }) => body);
    for (const at of this.#always) waiting.push(this.#all[at]?.body);
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      for (const name of namedIn(value)) {
        for (const at of this.#naming.get(name) ?? []) {
          if (needed.has(at)) continue;
          needed.add(at);
          waiting.push(this.#all[at]?.body);
        }
      }
    }
    return [...needed].sort((one, other) => one - other).map((at) => defined(this.#all[at]));
  }
}

function nameOf(key: string, value: unknown): string {
  return `${key} ${String(value).toLowerCase()}`;
}

/** The identifiers that a body names, at any depth. */
function* namedIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, one] of Object.entries(value as AnyValue)) {
    if (KEYS.has(member)) yield nameOf(member, one);
    yield* namedIn(one);
  }
}

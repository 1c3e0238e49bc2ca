import { defined, referenceKindsOf, type AnyValue, type KeyValue } from '@kontor/kernel';
import { AccountingYear } from '@kontor/ledger';
import type { ImportedThing } from './imported-thing.js';
import { LINE } from './json-lines.js';
import { MOVED } from './moved-resources.js';

/** What a dry run keeps in memory of the lines before, counted in characters of their JSON. */
const CHARACTERS_MAX = 16 * 1024 * 1024;
/** What a line that is kept takes beside its JSON, about, as characters. */
const CHARACTERS_OF_LINE = 100;

/**
 * What is written again for one unit of work, lines and characters of their JSON: a file may say one thing a
 * hundred thousand times, or refer from each line to all before, and other writers wait meanwhile.
 */
export const NEEDED_MAX = { lines: 2_000, characters: 1024 * 1024 };

/** Few, and not referred to by their own identifier. */
const ALWAYS: ReadonlySet<string> = new Set([LINE.numbers, AccountingYear.collection, LINE.period]);

/** The members that name things, with the identifiers they name: `distributionKeyNumber` has another name. */
const NAMED_BY: ReadonlyMap<string, string> = new Map(
  MOVED.flatMap((resource) => [
    [resource.key, resource.key] as const,
    ...referenceKindsOf(resource).flatMap(({ kind: { key, to } }) =>
      MOVED.filter(({ collection }) => collection === to).map((named) => [key, named.key] as const),
    ),
  ]),
);

/** Things of the books by their identifiers, which are called so: `accountNumber`. */
export type InBooks = (key: string, identifiers: readonly KeyValue[]) => Promise<readonly AnyValue[]>;

/** As text, which takes a tenth of what small objects take. */
type KeptLine = Omit<ImportedThing, 'body'> & { readonly json: string };

/**
 * The lines that a dry run has tried. None of them is in the books, so those that a later line refers to are
 * written again with it, and rolled back with it. Documents are not kept, since no line refers to them.
 */
export class LinesBefore {
  readonly #all: KeptLine[] = [];
  /** Where in `#all` things name an identifier, their own or another's: `accountNumber 5810`. */
  readonly #naming = new Map<string, number[]>();
  /** Where those are that are always needed, by what they say: what is said again is the same. */
  readonly #always = new Map<string, number>();
  #characters = 0;

  /** Keeps a line that was found right, if others may refer to it; false where there are too many of them. */
  keep({ body, ...thing }: ImportedThing): boolean {
    const own = MOVED.find(({ collection }) => collection === thing.name);
    const isAlways = ALWAYS.has(thing.name);
    if (own === undefined && !isAlways) return true;
    const json = JSON.stringify(body);
    const said = thing.name === LINE.period ? periodIn(body) : json;
    const known = isAlways ? this.#always.get(said) : undefined;
    if (known !== undefined) {
      if (thing.name === LINE.period) this.#all[known] = { ...thing, json };
      return true;
    }
    const at = this.#all.length;
    this.#all.push({ ...thing, json });
    this.#characters += json.length + CHARACTERS_OF_LINE;
    if (isAlways) this.#always.set(said, at);
    if (own !== undefined) {
      const name = nameOf(own.key, body[own.key]);
      const before = this.#naming.get(name);
      if (before === undefined) this.#naming.set(name, [at]);
      else before.push(at);
    }
    return this.#characters <= CHARACTERS_MAX;
  }

  /**
   * What these refer to, and what that refers to, in the order of the file; undefined where that is more than
   * is written again (`NEEDED_MAX`). Of what no line before tells, the books say what it refers to: a product
   * of theirs is of a group that a line may have changed.
   */
  async neededBy(
    things: readonly ImportedThing[],
    inBooks: InBooks,
  ): Promise<readonly ImportedThing[] | undefined> {
    const needed = new Map<number, ImportedThing>();
    const waiting: unknown[] = things.map(({ body }) => body);
    let characters = 0;
    const need = (at: number): void => {
      if (needed.has(at)) return;
      const { json, ...thing } = defined(this.#all[at]);
      characters += json.length;
      const body = JSON.parse(json) as AnyValue;
      needed.set(at, { ...thing, body });
      waiting.push(body);
    };
    const isTooMuch = (): boolean => needed.size > NEEDED_MAX.lines || characters > NEEDED_MAX.characters;
    for (const at of this.#always.values()) {
      need(at);
      if (isTooMuch()) return undefined;
    }
    const named = new Set<string>();
    while (waiting.length > 0) {
      const untold = new Map<string, KeyValue[]>();
      for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
        for (const [key, identifier] of namedIn(value)) {
          const name = nameOf(key, identifier);
          if (named.has(name)) continue;
          named.add(name);
          const told = this.#naming.get(name);
          for (const at of told ?? []) {
            need(at);
            if (isTooMuch()) return undefined;
          }
          if (told !== undefined) continue;
          const others = untold.get(key);
          if (others === undefined) untold.set(key, [identifier as KeyValue]);
          else others.push(identifier as KeyValue);
        }
      }
      if (this.#naming.size === 0) break;
      for (const [key, identifiers] of untold) waiting.push(...(await inBooks(key, identifiers)));
    }
    return [...needed].sort(([one], [other]) => one - other).map(([, thing]) => thing);
  }
}

/** A period is barred, or not, as was said of it last. */
function periodIn({ accountingYear, fromDate }: AnyValue): string {
  return `period ${JSON.stringify([accountingYear, fromDate])}`;
}

function nameOf(key: string, value: unknown): string {
  return `${key} ${String(value).toLowerCase()}`;
}

/** The identifiers that a body names, at any depth, each after the name of what it identifies. */
function* namedIn(value: unknown): Generator<readonly [key: string, identifier: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, one] of Object.entries(value as AnyValue)) {
    const key = NAMED_BY.get(member);
    if (key !== undefined) yield [key, one];
    yield* namedIn(one);
  }
}

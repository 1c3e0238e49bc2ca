import { fewAtOnce } from '@kontor/kernel';
import { LRUCache } from 'lru-cache';
import { statement, type Outcome, type Session, type Statement } from '../statement.js';
import { LONG_READS_WAITING, longAmong } from './long-reads.js';

/** Of the connections, so many may be in long reads at once: a quarter. */
const SHARE = 1 / 4;
/** So many things are looked at in a short read, a row as two of them: 50 ms of MariaDB on a busy machine. */
const LOOKED_AT_MAX = 400_000;
/** What a collection grows by within this time makes no short read a long one, or hardly. */
const REMEMBERED_MS = 30_000;
/** Of what is remembered; and what an entry takes beside its name. */
const BYTES_MAX = 2 * 1024 * 1024;
const ENTRY_BYTES = 250;

/**
 * A session whose long reads have a part of the connections only, of agreements by turns (ADR 71): a server
 * takes seconds for what goes through a large collection, and eight of them would have every connection, so
 * that whoever asks for one item would wait as long. Which reads those are follows from what they say they go
 * through, and from how many items there were of it when it was last looked at, by `aside` at first.
 */
export function withFewLongReads(session: Session, aside: Session, connections: number): Session {
  const inside = Math.max(1, Math.floor(connections * SHARE));
  const through = fewAtOnce({ ...LONG_READS_WAITING, inside });
  const sizes = new CollectionSizes(BYTES_MAX);
  const sizeOf = (agreement: number, collection: string): number => sizes.of(agreement, collection);
  return {
    run: async (...statements) => {
      const unknown = sizes.lacking(statements, -Infinity);
      if (unknown.length > 0) await sizes.ask(aside, unknown);
      const long = longAmong(statements, { sizeOf, lookedAtMax: LOOKED_AT_MAX });
      const read = () => sizes.askBeside(session, statements);
      return long === undefined ? read() : through(read, String(long.agreementNumber));
    },
  };
}

/** How many items there were, and when that was asked. */
type Size = { readonly items: number; readonly since: number };
type Named = { readonly agreementNumber: number; readonly collection: string };

/** How many items collections have, as it was asked within half a minute, or with what was read last. */
export class CollectionSizes {
  /** Of the names and numbers of all agreements together; what is not asked for longest goes first. */
  readonly bytesMax: number;
  readonly #known: LRUCache<string, Size>;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
    this.#known = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (_, name) => ENTRY_BYTES + 2 * name.length,
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** How many items a collection has; none, where it was not looked at. */
  of(agreementNumber: number, collection: string): number {
    return this.#known.get(nameOf({ agreementNumber, collection }))?.items ?? 0;
  }

  /** The collections that these reads go through, of which nothing is known since then. */
  lacking(statements: readonly Statement[], since: number): readonly Named[] {
    const lacking: Named[] = [];
    for (const { goesThrough } of statements) {
      if (goesThrough === undefined) continue;
      const { agreementNumber, collections, forEachOf = [] } = goesThrough;
      for (const collection of collections.concat(forEachOf)) {
        const known = this.#known.get(nameOf({ agreementNumber, collection }));
        if (known === undefined || known.since < since) lacking.push({ agreementNumber, collection });
      }
    }
    return lacking;
  }

  /** Asks for them, by key, in one round trip. */
  async ask(session: Session, named: readonly Named[]): Promise<void> {
    this.#keep(named, await session.run(...named.map(sizeStatement)));
  }

  /** Reads, and asks in the same round trip for what was asked too long ago. */
  async askBeside(session: Session, statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const old = this.lacking(statements, performance.now() - REMEMBERED_MS);
    if (old.length === 0) return session.run(...statements);
    const outcomes = await session.run(...statements, ...old.map(sizeStatement));
    this.#keep(old, outcomes.slice(statements.length));
    return outcomes.slice(0, statements.length);
  }

  #keep(named: readonly Named[], found: readonly Outcome[]): void {
    const since = performance.now();
    for (const [at, one] of named.entries())
      this.#known.set(nameOf(one), { items: Number(found[at]?.rows[0]?.['items'] ?? 0), since });
  }
}

function nameOf({ agreementNumber, collection }: Named): string {
  return `${agreementNumber} ${collection}`;
}

function sizeStatement({ agreementNumber, collection }: Named): Statement {
  return statement(
    'SELECT `items` FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?',
    agreementNumber,
    collection,
  );
}

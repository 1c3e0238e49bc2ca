import { fewAtOnce } from '@kontor/kernel';
import { LRUCache } from 'lru-cache';
import { statement, type Session, type Statement } from '../statement.js';
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
 * through, and from how many items there were of it when it was last looked at.
 */
export function withFewLongReads(session: Session, connections: number): Session {
  const inside = Math.max(1, Math.floor(connections * SHARE));
  const through = fewAtOnce({ ...LONG_READS_WAITING, inside });
  const sizes = new CollectionSizes(BYTES_MAX);
  const sizeOf = (agreement: number, collection: string): number => sizes.of(agreement, collection);
  return {
    run: async (...statements) => {
      const unknown = sizes.unknownTo(statements);
      if (unknown.length > 0) await sizes.ask(session, unknown);
      const long = longAmong(statements, { sizeOf, lookedAtMax: LOOKED_AT_MAX });
      if (long === undefined) return session.run(...statements);
      return through(() => session.run(...statements), String(long.agreementNumber));
    },
  };
}

type Named = { readonly agreementNumber: number; readonly collection: string };

/** How many items collections have, as they were looked at within half a minute. */
export class CollectionSizes {
  /** Of the names and numbers of all agreements together; what is not asked for longest goes first. */
  readonly bytesMax: number;
  readonly #known: LRUCache<string, number>;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
    this.#known = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: (_, name) => ENTRY_BYTES + 2 * name.length,
      ttl: REMEMBERED_MS,
    });
  }

  /** How much it holds now, at most `bytesMax`. */
  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** How many items a collection has; none, where it was not looked at. */
  of(agreementNumber: number, collection: string): number {
    return this.#known.get(`${agreementNumber} ${collection}`) ?? 0;
  }

  /** The collections that these reads go through, of which it is not known how many items they have. */
  unknownTo(statements: readonly Statement[]): readonly Named[] {
    const unknown: Named[] = [];
    for (const { goesThrough } of statements) {
      if (goesThrough === undefined) continue;
      const { agreementNumber, collections } = goesThrough;
      for (const collection of collections) {
        if (!this.#known.has(`${agreementNumber} ${collection}`))
          unknown.push({ agreementNumber, collection });
      }
    }
    return unknown;
  }

  /** Looks at them, by key, in one round trip. */
  async ask(session: Session, unknown: readonly Named[]): Promise<void> {
    const found = await session.run(
      ...unknown.map(({ agreementNumber, collection }) =>
        statement(
          'SELECT `items` FROM `collection_state` WHERE `agreement_number` = ? AND `collection` = ?',
          agreementNumber,
          collection,
        ),
      ),
    );
    for (const [at, { agreementNumber, collection }] of unknown.entries())
      this.#known.set(`${agreementNumber} ${collection}`, Number(found[at]?.rows[0]?.['items'] ?? 0));
  }
}

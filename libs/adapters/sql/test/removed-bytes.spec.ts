import { expect } from 'chai';
import { onEachDatabase, type FreshDatabase } from '@kontor/conformance';
import { timestampOf, Unavailable, type ByteStore } from '@kontor/kernel';
import { CHUNK_BYTES, pruneOrphanedBytes, sqlByteStore } from '../src/attachment/byte-store.js';
import type { Engine } from '../src/dialect/dialect.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { rowsOf, type Session } from '../src/statement.js';
import { inGlobalTransaction } from '../src/transaction/retry.js';
import { openAt } from './support.js';

const AGREEMENT = 1;
/** Of each of which one row is kept. */
const CHUNKS = 130;

onEachDatabase((kind) => {
  describe('the bytes of a large file', () => {
    let fresh: FreshDatabase;
    let engine: Engine;
    let storageKey: string;
    const removals: string[] = [];
    const left = async (table: string): Promise<number> => {
      const [row] = await rowsOf(engine.reader, { sql: `SELECT COUNT(*) AS n FROM ${table}`, values: [] });
      return Number(row?.['n']);
    };

    beforeEach(async () => {
      fresh = await kind.fresh();
      const database = await openAt(fresh.url);
      await database.migrate();
      await database.close();
      removals.length = 0;
      const onQuery = (sql: string): void => {
        if (sql.includes('DELETE FROM `byte_chunk`')) removals.push(sql);
      };
      engine = await openEngine({ url: fresh.url, onQuery });
      const file = (function* () {
        for (let chunk = 0; chunk < CHUNKS; chunk += 1) yield Buffer.alloc(CHUNK_BYTES, chunk);
      })();
      const kept = await sqlByteStore(engine, AGREEMENT).put(
        (async function* () {
          yield* file;
        })(),
        CHUNKS * CHUNK_BYTES,
      );
      if (kept === 'tooLarge') throw new Error('it is as large as it may be');
      ({ storageKey } = kept);
      expect(await left('byte_chunk')).to.equal(CHUNKS);
    });
    afterEach(async () => {
      await engine.close();
      await fresh.drop();
    });

    it('go a piece at a time, so that others write between, and on where a process has ended before', async () => {
      // As a process leaves it that ended after a piece.
      const firstPiece = { sql: 'DELETE FROM byte_chunk WHERE position < 64', values: [] };
      await inGlobalTransaction(engine, (session) => session.run(firstPiece));

      await sqlByteStore(engine, AGREEMENT).discard(storageKey);

      expect(await left('byte_chunk')).to.equal(0);
      expect(await left('loose_bytes')).to.equal(0);
      expect(removals.length).to.be.at.least(3);
    });

    it('stay listed as nobody’s until all are gone, so that the next look removes the rest', async () => {
      // Of a file that something had while its first pieces were looked at, those are still there.
      const reader: Session = { run: () => Promise.resolve([{ rows: [{ position: 63 }], affected: 0 }]) };
      const seenBefore = Object.create(engine, { reader: { value: reader } }) as Engine;

      await sqlByteStore(seenBefore, AGREEMENT).discard(storageKey);

      expect(await left('byte_chunk')).to.equal(CHUNKS - 64);
      expect(await left('loose_bytes')).to.equal(1);
      await pruneOrphanedBytes(engine, AGREEMENT, timestampOf(new Date(Date.now() + 60_000)));
      expect(await left('byte_chunk')).to.equal(0);
      expect(await left('loose_bytes')).to.equal(0);
    });

    it('are an outage where the database goes away while a file comes or is read, and no defect of ours', async () => {
      let isGone = false;
      const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      const reader: Session = {
        run: (...statements) => (isGone ? Promise.reject(lost) : engine.reader.run(...statements)),
      };
      const transaction: Engine['transaction'] = (work) =>
        isGone ? Promise.reject(lost) : engine.transaction(work);
      const dialect = { ...engine.dialect, classify: () => 'unavailable' as const };
      const cut = Object.create(engine, {
        dialect: { value: dialect },
        reader: { value: reader },
        transaction: { value: transaction },
      }) as Engine;
      const store: ByteStore = sqlByteStore(cut, AGREEMENT);
      async function* coming(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(CHUNK_BYTES);
        isGone = true;
      }
      const outcomeOf = (asked: Promise<unknown>): Promise<unknown> => asked.catch((error: unknown) => error);

      expect(await outcomeOf(store.put(coming(), CHUNK_BYTES))).to.be.instanceOf(Unavailable);
      expect(await outcomeOf(store.discard(storageKey))).to.be.instanceOf(Unavailable);
      const pieces = store.read(storageKey)[Symbol.asyncIterator]();
      expect(await outcomeOf(pieces.next())).to.be.instanceOf(Unavailable);
    });
  });
});

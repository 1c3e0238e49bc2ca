import { expect } from 'chai';
import { onEachDatabase } from '@kontor/conformance';
import { CHUNK_BYTES, sqlByteStore } from '../src/attachment/byte-store.js';
import { openEngine } from '../src/dialect/open-engine.js';
import { rowsOf } from '../src/statement.js';
import { inGlobalTransaction } from '../src/transaction/retry.js';
import { openAt } from './support.js';

const AGREEMENT = 1;
/** Of each of which one row is kept. */
const CHUNKS = 130;

onEachDatabase((kind) => {
  describe('the bytes of a large file', () => {
    it('go a piece at a time, so that others write between, and on where a process has ended before', async () => {
      const fresh = await kind.fresh();
      const database = await openAt(fresh.url);
      await database.migrate();
      await database.close();
      const removals: string[] = [];
      const onQuery = (sql: string): void => {
        if (sql.includes('DELETE FROM `byte_chunk`')) removals.push(sql);
      };
      const engine = await openEngine({ url: fresh.url, onQuery });
      const store = sqlByteStore(engine, AGREEMENT);
      const file = (function* () {
        for (let chunk = 0; chunk < CHUNKS; chunk += 1) yield Buffer.alloc(CHUNK_BYTES, chunk);
      })();
      const kept = await store.put(
        (async function* () {
          yield* file;
        })(),
        CHUNKS * CHUNK_BYTES,
      );
      if (kept === 'tooLarge') throw new Error('it is as large as it may be');
      const left = async (table: string): Promise<number> => {
        const [row] = await rowsOf(engine.reader, { sql: `SELECT COUNT(*) AS n FROM ${table}`, values: [] });
        return Number(row?.['n']);
      };
      expect(await left('byte_chunk')).to.equal(CHUNKS);
      // As a process leaves it that ended after a piece.
      const firstPiece = { sql: 'DELETE FROM byte_chunk WHERE position < 64', values: [] };
      await inGlobalTransaction(engine, (session) => session.run(firstPiece));

      await store.discard(kept.storageKey);

      expect(await left('byte_chunk')).to.equal(0);
      expect(await left('loose_bytes')).to.equal(0);
      expect(removals.length).to.be.at.least(3);
      await engine.close();
      await fresh.drop();
    });
  });
});

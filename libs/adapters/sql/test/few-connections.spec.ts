import { expect } from 'chai';
import mysql from 'mysql2/promise';
import { onEachDatabase } from '@kontor/conformance';
import { Busy } from '@kontor/kernel';
import { openEngine } from '../src/dialect/open-engine.js';
import { NOTHING_PENDING } from '../src/dialect/dialect.js';
import { rowsOf, statement } from '../src/statement.js';
import { inGlobalTransaction } from '../src/transaction/retry.js';
import { rewritingProxy } from './rewriting-proxy.js';

const ONE = statement('SELECT 1 AS `one`');
/** With a statement that locks a transaction begins. */
const LOCK = statement('SELECT 1 AS `one` FOR UPDATE');
const soon = <A>(work: Promise<A>): Promise<A | 'late'> =>
  Promise.race([work, new Promise<'late'>((resolve) => setTimeout(resolve, 5_000, 'late').unref())]);

onEachDatabase((kind) => {
  // The embedded database has one connection that writes and others that read.
  if (kind.name === 'SQLite') return;

  for (const poolSize of [1, 2, 8]) {
    describe(`a pool of ${poolSize}`, function () {
      it('has a connection for what transactions wait to be read, however many they are', async () => {
        const fresh = await kind.fresh();
        const engine = await openEngine({ url: fresh.url, poolSize });
        const read = async (): Promise<unknown> => (await engine.reader.run(ONE))[0]?.rows[0]?.['one'];

        // As units of work that wait for the same counter, which one reads on a connection of its own.
        const all = Promise.all(
          Array.from({ length: 3 * poolSize }, () =>
            engine.transaction(async (session) => {
              await session.run(LOCK);
              return { commit: true, pending: NOTHING_PENDING, result: await read() };
            }),
          ),
        );

        expect(await soon(all)).to.deep.equal(Array.from({ length: 3 * poolSize }, () => 1));
        // And they have given all connections back.
        expect(
          await soon(
            engine.transaction(async (session) => {
              await session.run(LOCK);
              return { commit: false, pending: NOTHING_PENDING, result: await read() };
            }),
          ),
        ).to.equal(1);
        expect(engine.load().connections).to.include({ used: 0, waiting: 0 });
        await engine.close();
        await fresh.drop();
      });
    });
  }

  describe('a transaction whose time is up', function () {
    const SECONDS = statement('SELECT @@innodb_lock_wait_timeout AS `seconds` FOR UPDATE');

    it('waits for no connection, and for a lock no longer than the server lets it', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const seconds = (deadline?: number): Promise<unknown> =>
        engine.transaction(async (session) => {
          const rows = await rowsOf(session, SECONDS);
          return { commit: true, pending: NOTHING_PENDING, result: rows[0]?.['seconds'] };
        }, deadline);
      const holding = engine.transaction(async (session) => {
        await session.run(LOCK);
        await ended;
        return { commit: true, pending: NOTHING_PENDING, result: undefined };
      });

      const refused = await soon(seconds(performance.now()).catch((error: unknown) => error));
      expect(refused).to.be.instanceOf(Busy);
      expect(engine.load().connections).to.include({ used: 1, waiting: 0 });
      end();
      await holding;
      expect([await seconds(performance.now()), await seconds()]).to.deep.equal([1, 5]);
      expect(await seconds(performance.now() + 3_000)).to.equal(3);
      expect(await seconds(performance.now() + 60_000)).to.equal(5);
      await engine.close();
      await fresh.drop();
    });

    it('waits for no connection to read on either', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      // As long as the others need the connections that there are, which the server lets them.
      const slow = [1, 2].map(() => engine.reader.run(statement('SELECT SLEEP(3)')));
      const read = (inMs: number): Promise<unknown> =>
        engine
          .transaction(async (session) => {
            const rows = await rowsOf(session, ONE);
            return { commit: true, pending: NOTHING_PENDING, result: rows[0]?.['one'] };
          }, performance.now() + inMs)
          .catch((error: unknown) => error);
      const began = performance.now();
      const [late, inTime] = await Promise.all([read(500), read(10_000)]);
      const ms = performance.now() - began;
      await Promise.all(slow);
      await engine.close();
      await fresh.drop();

      expect(late).to.be.instanceOf(Busy);
      expect(inTime).to.equal(1);
      expect(ms).to.be.least(2_000);
    });

    it('is also one of the tables that span agreements, however many of them wait for one lock', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      const other = await mysql.createConnection(fresh.url);
      await other.query('CREATE TABLE counted (number INT PRIMARY KEY)');
      await other.query('INSERT INTO counted VALUES (1)');
      await other.query('START TRANSACTION');
      await other.query('DELETE FROM counted');
      const write = async (): Promise<number> => {
        const began = performance.now();
        const written = inGlobalTransaction(engine, (session) =>
          session.run(statement('DELETE FROM counted')),
        );
        expect(await written.catch((error: unknown) => error)).to.be.instanceOf(Busy);
        return performance.now() - began;
      };
      const all = await Promise.all([write(), write(), write()]);
      await other.end();
      await engine.close();
      await fresh.drop();

      expect(Math.max(...all)).to.be.lessThan(8_000);
    });

    it('reads no table that somebody else has locked for any longer, nor writes it', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      const other = await mysql.createConnection(fresh.url);
      await other.query('CREATE TABLE locked (number INT PRIMARY KEY)');
      await other.query('LOCK TABLES locked WRITE');
      const took = async (sql: string): Promise<number> => {
        const began = performance.now();
        const ended = await engine
          .transaction(async (session) => {
            await session.run(statement(sql));
            return { commit: true, pending: NOTHING_PENDING, result: 'done' };
          }, began + 1_400)
          .catch((error: unknown) => engine.dialect.classify(error));
        expect(ended, sql).to.equal('lockWait');
        return performance.now() - began;
      };
      const all = await Promise.all(['SELECT * FROM locked', 'DELETE FROM locked'].map(took));
      await other.end();
      await engine.close();
      await fresh.drop();

      expect(Math.max(...all)).to.be.lessThan(3_500);
    });

    it('is also a read whose connection is lost while it waits: once more only for what is left', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      const other = await mysql.createConnection(fresh.url);
      await other.query('CREATE TABLE locked (number INT PRIMARY KEY)');
      await other.query('LOCK TABLES locked WRITE');
      const reading = "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT * FROM locked%'";
      const began = performance.now();
      const read = engine.reader
        .run(statement('SELECT * FROM locked'))
        .catch((error: unknown) => engine.dialect.classify(error));
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      const [rows] = await other.query<mysql.RowDataPacket[]>(reading);
      for (const { id } of rows) await other.query(`KILL CONNECTION ${String(id)}`);
      const refused = await read;
      const ms = performance.now() - began;
      await other.end();
      await engine.close();
      await fresh.drop();

      expect(rows).to.have.length(1);
      expect(refused).to.equal('lockWait');
      expect(ms).to.be.within(3_500, 7_000);
    });

    it('is not a read that somebody killed: it is sent once more, and a second kill is told', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      const other = await mysql.createConnection(fresh.url);
      await other.query('CREATE TABLE locked (number INT PRIMARY KEY)');
      const reading = "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT * FROM locked%'";
      const killedSome = async (): Promise<boolean> => {
        const [rows] = await other.query<mysql.RowDataPacket[]>(reading);
        for (const { id } of rows) await other.query(`KILL QUERY ${String(id)}`);
        return rows.length > 0;
      };
      let hasEnded = false;
      const read = (): Promise<unknown> =>
        engine.reader
          .run(statement('SELECT * FROM locked'))
          .catch((error: { readonly errno?: unknown }) => error.errno)
          .finally(() => void (hasEnded = true));

      await other.query('LOCK TABLES locked WRITE');
      const once = read();
      while (!(await killedSome())) continue;
      await other.query('UNLOCK TABLES');
      const kept = await once;
      await other.query('LOCK TABLES locked WRITE');
      hasEnded = false;
      const again = read();
      while (!hasEnded) await killedSome();
      const refused = await again;
      await other.end();
      await engine.close();
      await fresh.drop();

      expect(kept).to.deep.equal([{ rows: [], affected: 0 }]);
      expect(refused).to.equal(1317);
    });

    it('knows how long a connection waits for locks, also when it could not be told', async () => {
      const fresh = await kind.fresh();
      // As where somebody ends the statement just then.
      let isBroken = false;
      const proxy = await rewritingProxy(fresh.url, (sql) => {
        if (isBroken || !sql.includes('timeout = 2')) return sql;
        isBroken = true;
        return `SELECT nothing_there; ${sql}`;
      });
      const engine = await openEngine({ url: proxy.url, poolSize: 2 });
      const waits = (): Promise<unknown> =>
        engine
          .transaction(async (session) => {
            const rows = await rowsOf(session, SECONDS);
            return { commit: true, pending: NOTHING_PENDING, result: rows[0]?.['seconds'] };
          }, performance.now() + 2_000)
          .catch(() => 'not told');
      const told = [await waits(), await waits(), await waits()];
      await engine.close();
      proxy.close();
      await fresh.drop();

      expect(told).to.deep.equal(['not told', 2, 2]);
    });

    it('waits for each of its locks only as long as is left of its time, not as long as for the first', async () => {
      const fresh = await kind.fresh();
      const engine = await openEngine({ url: fresh.url, poolSize: 2 });
      const waits = await engine.transaction(async (session) => {
        const [first] = await rowsOf(session, SECONDS);
        // As long as it has waited for that lock.
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        const [second, row] = await session.run(SECONDS, ONE);
        expect(row?.rows).to.deep.equal([{ one: 1 }]);
        return { commit: true, pending: NOTHING_PENDING, result: [first, second?.rows[0]] };
      }, performance.now() + 3_000);
      await engine.close();
      await fresh.drop();

      expect(waits).to.deep.equal([{ seconds: 3 }, { seconds: 1 }]);
    });
  });
});

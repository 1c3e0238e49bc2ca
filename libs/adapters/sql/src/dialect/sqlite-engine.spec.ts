import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { defined } from '@kontor/kernel';
import { statement } from '../statement.js';
import { NOTHING_PENDING, type Decision, type Engine } from './dialect.js';
import { sqliteDialect } from './sqlite.js';
import { SqliteDatabase } from './sqlite-driver.js';
import { openSqliteEngine } from './sqlite-engine.js';

describe('opening an embedded database', () => {
  it('waits while another process has the whole file, as one does that opens it for the first time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-open-'));
    const path = join(folder, 'kontor.sqlite');
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE schema_lock (name TEXT); BEGIN EXCLUSIVE');
    let released = false;
    setTimeout(() => {
      other.exec('COMMIT');
      released = true;
    }, 600);

    const engine = await openSqliteEngine({ path });

    expect(released).to.equal(true);
    await engine.close();
    other.close();
    await rm(folder, { recursive: true });
  });
});

describe('a statement that gives rows', () => {
  const given = 'INSERT INTO entry VALUES (1) RETURNING number';

  it('is tried again where another process writes, as one that gives none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-rows-'));
    const path = join(folder, 'kontor.sqlite');
    const other = new DatabaseSync(path);
    other.exec('PRAGMA journal_mode = WAL; CREATE TABLE entry (number INTEGER); BEGIN IMMEDIATE');
    const database = new SqliteDatabase(path);

    for (const run of ['all', 'run'] as const)
      expect(() => database.prepare(given)[run]())
        .to.throw()
        .and.to.satisfy((error: unknown) => sqliteDialect.classify(error) === 'conflict');

    database.close();
    other.close();
    await rm(folder, { recursive: true });
  });
});

describe('a column that a migration finds', () => {
  it('is known as one that is there, also where the driver tells no code of the error', () => {
    const database = new SqliteDatabase(':memory:');
    database.prepare('CREATE TABLE entry (number INTEGER)').run();
    const added = database.prepare('ALTER TABLE entry ADD COLUMN head TEXT');
    added.run();

    for (const run of ['all', 'run'] as const)
      expect(() => added[run]())
        .to.throw()
        .and.to.satisfy((error: unknown) => sqliteDialect.classify(error) === 'defined');

    database.close();
  });
});

describe('a snapshot of an embedded database', () => {
  it('keeps nothing of the write-ahead log when it has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-snapshot-'));
    const path = join(folder, 'kontor.sqlite');
    const engine = await openSqliteEngine({ path });
    const other = new DatabaseSync(path);
    try {
      other.exec('CREATE TABLE entry (number INTEGER); INSERT INTO entry VALUES (1)');
      const read = await engine.snapshot((session) => session.run(statement('SELECT number FROM entry')));
      other.exec('INSERT INTO entry VALUES (2)');

      const [moved] = other.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      expect(read.map(({ rows }) => rows)).to.deep.equal([[{ number: 1 }]]);
      expect(moved).to.deep.include({ busy: 0, log: 0 });
    } finally {
      other.close();
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });

  it('leaves nothing open when it has ended, however many there are', async function () {
    // Where else it is told what a process has open.
    if (process.platform !== 'linux') return this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'kontor-snapshot-'));
    const path = join(folder, 'kontor.sqlite');
    const engine = await openSqliteEngine({ path });
    const opened = async (): Promise<number> => {
      const all = (await readdir('/proc/self/fd')).map((one) =>
        readlink(`/proc/self/fd/${one}`).catch(() => ''),
      );
      return (await Promise.all(all)).filter((one) => one.startsWith(path)).length;
    };
    try {
      const read = (): Promise<unknown> =>
        engine.snapshot((session) => session.run(statement('SELECT name FROM sqlite_schema')));
      await read();
      const first = await opened();
      for (let times = 0; times < 10; times += 1) await read();

      expect(await opened()).to.equal(first);
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });

  it('lets the log grow, which is cut back by what is written when it has ended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-snapshot-'));
    const path = join(folder, 'kontor.sqlite');
    const engine = await openSqliteEngine({ path });
    const logSize = async (): Promise<number> => (await stat(`${path}-wal`)).size;
    const write = (sql: string): Promise<unknown> =>
      engine.transaction(async (session) => {
        await session.run(statement(sql));
        return { commit: true, pending: NOTHING_PENDING, result: undefined };
      });
    try {
      await write('CREATE TABLE entry (content BLOB)');
      await engine.snapshot(async (session) => {
        await session.run(statement('SELECT * FROM entry'));
        for (let part = 0; part < 6; part += 1) await write('INSERT INTO entry VALUES (zeroblob(4000000))');
      });
      const grown = await logSize();
      for (let part = 0; part < 3; part += 1) await write('INSERT INTO entry VALUES (1)');

      expect(grown).to.be.above(24_000_000);
      expect(await logSize()).to.be.at.most(16 * 1024 * 1024);
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });

  it('fails with what the reading failed with, also where SQLite has ended the transaction itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-snapshot-'));
    const engine = await openSqliteEngine({ path: join(folder, 'kontor.sqlite') });
    try {
      const failed = await engine
        .snapshot(async (session) => {
          // As it does after an error of the disk.
          await session.run(statement('ROLLBACK'));
          throw new Error('disk I/O error');
        })
        .catch((error: unknown) => error);

      expect(failed).to.have.property('message', 'disk I/O error');
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('what is written to an embedded database', () => {
  let engine: Engine;
  const told: string[] = [];
  const times = (sql: string): number => told.filter((one) => one === sql).length;

  beforeEach(async () => {
    engine = await openSqliteEngine({ path: ':memory:', onQuery: (sql) => told.push(sql) });
    await write('CREATE TABLE entry (number INTEGER PRIMARY KEY)');
    told.length = 0;
  });
  afterEach(() => engine.close());

  const decision = { result: true, pending: NOTHING_PENDING };

  /** Runs a statement, and then decides. */
  function write(
    sql: string,
    decide = (): Decision<boolean> => ({ commit: true, ...decision }),
  ): Promise<boolean> {
    return engine.transaction(async (session) => {
      await session.run(statement(sql));
      return decide();
    });
  }

  const entry = (number: number): string => `INSERT INTO entry VALUES (${number})`;

  async function numbers(): Promise<readonly unknown[]> {
    const [read] = await engine.reader.run(statement('SELECT number FROM entry ORDER BY number'));
    return defined(read).rows.map(({ number }) => number);
  }

  it('shares a transaction with all that comes until a turn of the event loop in which nothing does', async () => {
    const inOneTurn = [write(entry(1)), write(entry(2))];
    const inTheNext = new Promise<boolean>((resolve, reject) => {
      setImmediate(() => {
        write(entry(3)).then(resolve, reject);
      });
    });

    expect(await Promise.all([...inOneTurn, inTheNext])).to.deep.equal([true, true, true]);
    expect(await numbers()).to.deep.equal([1, 2, 3]);
    expect(times('COMMIT')).to.equal(1);
    expect(times('SAVEPOINT one_unit')).to.equal(0);
  });

  it('is undone alone where it is not to be kept, and what shared its transaction is done once more', async () => {
    const refuse = (): Decision<boolean> => ({ commit: false, result: false });

    const results = await Promise.all([write(entry(1)), write(entry(2), refuse), write(entry(3))]);

    expect(results).to.deep.equal([true, false, true]);
    expect(await numbers()).to.deep.equal([1, 3]);
    expect(times(entry(1))).to.equal(2);
    expect(times('COMMIT')).to.equal(1);
  });

  it('is undone alone where its work fails, after whatever it did', async () => {
    const fail = (): never => {
      throw new Error('a defect');
    };

    const [first, second, third] = await Promise.allSettled([
      write(entry(1)),
      write(entry(2), fail),
      write('INSERT INTO nowhere VALUES (1)'),
    ]);

    expect(first.status).to.equal('fulfilled');
    expect(second).to.have.nested.property('reason.message', 'a defect');
    expect(third).to.have.nested.property('reason.message').that.includes('nowhere');
    expect(await numbers()).to.deep.equal([1]);
  });

  it('is done once beside what is refused before it has changed anything', async () => {
    const first = write(entry(1));
    const second = engine.transaction<string>(async (session) => {
      const added = await session.run(statement(entry(1))).catch(() => undefined);
      return { commit: added !== undefined, pending: NOTHING_PENDING, result: added ? 'added' : 'is there' };
    });
    const refused = write('UPDATE entry SET number = 9 WHERE number = 7', () => ({
      commit: false,
      result: false,
    }));

    expect(await Promise.all([first, second, refused])).to.deep.equal([true, 'is there', false]);
    expect(await numbers()).to.deep.equal([1]);
    expect(times(entry(1))).to.equal(2);
  });
});

describe('what is written to an embedded database while another process writes', () => {
  let folder: string;
  let path: string;
  let engine: Engine;
  let other: InstanceType<typeof DatabaseSync>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-turns-'));
    path = join(folder, 'kontor.sqlite');
    engine = await openSqliteEngine({ path });
    other = new DatabaseSync(path);
    other.exec('CREATE TABLE entry (number INTEGER)');
  });
  afterEach(async () => {
    other.close();
    await engine.close();
    await rm(folder, { recursive: true });
  });

  const write = (number: number, by = engine, deadline?: number): Promise<unknown> =>
    by.transaction(async (session) => {
      await session.run(statement(`INSERT INTO entry VALUES (${number})`));
      return { commit: true, pending: NOTHING_PENDING, result: undefined };
    }, deadline);
  const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

  it('waits for it longer than long work takes, and longer still where it is told to', async () => {
    const patient = await openSqliteEngine({ path, patienceMs: 60_000 });
    other.exec('BEGIN IMMEDIATE');
    const written = write(1);
    const writtenByPatient = write(2, patient);
    await pause(4_000);
    other.exec('COMMIT');
    await Promise.all([written, writtenByPatient]);
    other.exec('BEGIN IMMEDIATE');
    const writtenLate = write(3, patient);
    await pause(5_500);
    other.exec('COMMIT');
    await writtenLate;
    await patient.close();

    expect(other.prepare('SELECT count(*) AS entries FROM entry').all()).to.deep.equal([{ entries: 3 }]);
  }).timeout(30_000);

  it('counts as waiting while another process writes, and no more when it was written or given up', async () => {
    const impatient = await openSqliteEngine({ path, patienceMs: 1_000 });
    other.exec('BEGIN IMMEDIATE');
    const writing = [write(1), write(2)];
    const givenUp = write(3, impatient).catch(() => undefined);
    await pause(20);
    expect([engine.load().waitingWrites, impatient.load().waitingWrites]).to.deep.equal([2, 1]);
    await givenUp;
    other.exec('COMMIT');
    await Promise.all(writing);

    expect([engine.load().waitingWrites, impatient.load().waitingWrites]).to.deep.equal([0, 0]);
    await impatient.close();
  });

  it('gives up sooner where who asked has waited before, also behind others', async () => {
    const patient = await openSqliteEngine({ path, patienceMs: 60_000 });
    other.exec('BEGIN IMMEDIATE');
    const first = write(1, patient);
    await pause(50);
    const late = await write(2, patient, performance.now()).catch((error: unknown) => error);
    expect(sqliteDialect.classify(late)).to.equal('conflict');
    expect(patient.load().waitingWrites).to.equal(1);
    other.exec('COMMIT');
    await first;
    await write(3, patient, performance.now());
    await patient.close();

    expect(other.prepare('SELECT number FROM entry').all()).to.deep.equal([{ number: 1 }, { number: 3 }]);
  });

  it('gives up after five seconds, each by itself', async () => {
    other.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    const waited = async (number: number): Promise<number> => {
      const asked = performance.now();
      const refused: unknown = await write(number).catch((error: unknown) => error);
      expect(sqliteDialect.classify(refused)).to.equal('conflict');
      return performance.now() - asked;
    };
    const first = waited(1);
    await pause(1_500);
    const times = await Promise.all([first, waited(2)]);
    other.exec('COMMIT');

    for (const time of times) expect(time).to.be.within(4_900, 6_000);
    expect(performance.now() - began).to.be.below(7_500);
  }).timeout(20_000);

  it('keeps nothing of what was given up, where another of its group is undone', async () => {
    const impatient = await openSqliteEngine({ path, patienceMs: 2_000 });
    const failed = (written: Promise<unknown>): Promise<boolean> =>
      written.then(
        () => false,
        () => true,
      );
    other.exec('BEGIN IMMEDIATE');
    const before = failed(write(1, impatient));
    await pause(100);
    const givenUp = failed(write(2, impatient));
    await pause(1_400);
    const written = failed(write(3, impatient));
    const undone = impatient.transaction(async (session) => {
      await session.run(statement('INSERT INTO entry VALUES (4)'));
      return { commit: false, pending: NOTHING_PENDING, result: undefined };
    });
    expect([await before, await givenUp]).to.deep.equal([true, true]);
    other.exec('COMMIT');

    expect(await written).to.equal(false);
    await undone;
    await impatient.close();
    expect(other.prepare('SELECT number FROM entry').all()).to.deep.equal([{ number: 3 }]);
  }).timeout(20_000);
});

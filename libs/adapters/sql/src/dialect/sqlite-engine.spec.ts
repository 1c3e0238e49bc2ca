import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { statement } from '../statement.js';
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Busy } from '@kontor/kernel';
import type { LongReadDone } from '@kontor/sql';
import { expect } from 'chai';
import { readingProcess, type ReadingProcess } from './reading-process.js';

/** Takes minutes, and as much memory as there is. */
const counting = (what: string): string =>
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) ' +
  `SELECT ${what} FROM n`;

describe('the process that reads', function () {
  let folder: string;
  let file: string;
  let database: InstanceType<typeof DatabaseSync>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-reading-'));
    file = join(folder, 'kontor.sqlite');
    database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER); INSERT INTO note VALUES (1)');
  });

  after(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });

  const ask = (reading: ReadingProcess, sql: string): Promise<LongReadDone | Error> =>
    reading.run({ file, statements: [{ sql, values: [] }] }).catch((error: Error) => error);
  const notes = async (reading: ReadingProcess): Promise<readonly string[]> => {
    const done = await ask(reading, 'SELECT id AS noted FROM note');
    return 'found' in done ? done.found.flatMap(({ columns }) => columns) : [];
  };

  it('is ended where a read takes too long, keeps nothing of the database, and is started again', async () => {
    const reading = readingProcess({ timeoutMs: 1_500 });
    expect(await notes(reading)).to.deep.equal(['noted']);

    const tooLong = await ask(reading, counting('MAX(i), (SELECT COUNT(*) FROM note)'));

    expect(tooLong).to.be.instanceOf(Busy);
    expect(await notes(reading)).to.deep.equal(['noted']);
    reading.close();
    database.exec('INSERT INTO note VALUES (2)');
    const [moved] = await logMoved();
    expect(moved).to.deep.include({ busy: 0 });
  });

  it('ends alone where a read takes more memory than there is for it', async () => {
    const reading = readingProcess({ timeoutMs: 30_000, heapMegabytes: 32 });

    const tooLarge = await ask(reading, counting('i, HEX(RANDOMBLOB(500))'));

    expect(tooLarge).to.be.instanceOf(Busy);
    expect(await notes(reading)).to.deep.equal(['noted']);
    reading.close();
  });

  it('is refused for what it was doing when it is closed', async () => {
    const reading = readingProcess();
    await notes(reading);
    const asked = ask(reading, counting('MAX(i)'));

    reading.close();

    expect(await asked).to.be.instanceOf(Busy);
  });

  /** Once whoever has read is gone, the log is empty. */
  async function logMoved(): Promise<readonly unknown[]> {
    for (let turn = 0; ; turn += 1) {
      const moved = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
      if (turn === 100 || (moved[0] as { readonly busy: number }).busy === 0) return moved;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

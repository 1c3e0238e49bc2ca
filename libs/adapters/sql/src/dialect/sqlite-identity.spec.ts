import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { statement } from '../statement.js';
import { NOTHING_PENDING, type Engine } from './dialect.js';
import { openSqliteEngine } from './sqlite-engine.js';

const PAGE = 4_096;
const FRAME = PAGE + 24;

describe('a file that holds a database', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-identity-'));
    path = join(folder, 'kontor.db');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const beside = (name: string): string => join(folder, name);

  /** What a process writes that is then killed: its log stays beside the file. */
  async function written(file: string, rows: number): Promise<void> {
    const engine = await openSqliteEngine({ path: file });
    await engine.transaction(async (session) => {
      await session.run(
        statement('CREATE TABLE IF NOT EXISTS `note` (`id` INTEGER PRIMARY KEY, `text` TEXT)'),
      );
      return { commit: true, result: undefined, pending: NOTHING_PENDING };
    });
    for (let row = 0; row < rows; row += 1) await noted(engine, `${row} ${'-'.repeat(400)}`);
    await copyFile(file, `${file}.killed`);
    await copyFile(`${file}-wal`, `${file}.killed-wal`);
    await engine.close();
    await rename(`${file}.killed`, file);
    await rename(`${file}.killed-wal`, `${file}-wal`);
  }

  const noted = (engine: Engine, text: string): Promise<void> =>
    engine.transaction(async (session) => {
      await session.run(statement('INSERT INTO `note` (`text`) VALUES (?)', text));
      return { commit: true, result: undefined, pending: NOTHING_PENDING };
    });

  const whyNotNoted = (engine: Engine): Promise<string> =>
    noted(engine, 'lost').then(
      () => 'written',
      (error: unknown) => (error as Error).message,
    );

  async function notes(file: string): Promise<number> {
    const engine = await openSqliteEngine({ path: file });
    try {
      const [outcome] = await engine.reader.run(statement('SELECT COUNT(*) AS n FROM `note`'));
      return outcome?.rows[0]?.['n'] as number;
    } finally {
      await engine.close();
    }
  }

  async function whyRefused(file: string): Promise<string> {
    try {
      await (await openSqliteEngine({ path: file })).close();
    } catch (error) {
      return (error as Error).message;
    }
    return 'it was opened';
  }

  it('is remembered beside the file, and opened again with what a killed process had written', async () => {
    await written(path, 30);

    expect(await readFile(`${path}-identity`, 'utf8')).to.match(/^[0-9a-f]{8}\n$/);
    expect(await notes(path)).to.equal(30);
    expect(await notes(path)).to.equal(30);
  });

  it('is not made anew where one is missing that was there', async () => {
    await written(path, 1);
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });

    expect(await whyRefused(path)).to.match(/is missing, and .*kontor\.db-identity says/);
    await rm(`${path}-identity`);
    expect(await whyRefused(path)).to.equal('it was opened');
  });

  it('is not made anew where it is empty', async () => {
    await written(path, 1);
    await truncate(path);

    expect(await whyRefused(path)).to.contain('is empty, and');
  });

  it('keeps a log whose database is missing, of which nobody noted the identity', async () => {
    await written(path, 1);
    await rm(path);
    await rm(`${path}-identity`);

    expect(await whyRefused(path)).to.contain('holds what was written to it');
    expect((await readFile(`${path}-wal`)).length).to.be.greaterThan(PAGE);
  });

  it('is refused where it is text, the database of another program, or a folder', async () => {
    await writeFile(path, 'account;amount\n'.repeat(100));
    expect(await whyRefused(path)).to.contain('is no SQLite database');

    const other = new DatabaseSync(beside('other.db'));
    other.exec('CREATE TABLE tune (id INTEGER)');
    other.close();
    expect(await whyRefused(beside('other.db'))).to.contain('is a database of another program');

    expect(await whyRefused(folder)).to.contain('is a folder');
  });

  it('is refused below a file, where nothing can be, on each Node', async () => {
    await writeFile(beside('a file'), '');

    expect(await whyRefused(beside('a file/kontor.db'))).to.contain('kontor.db cannot be a file (ENOTDIR)');
  });

  it('is refused where its folder cannot be made, and made with its folders elsewhere', async () => {
    expect(await whyRefused('/proc/kontor/new/kontor.db')).to.match(/^the folder \/proc.* cannot be made/);
    expect(await whyRefused(beside('a/b/kontor.db'))).to.equal('it was opened');
  });

  it('is refused where it is another one of ours than before, until the note is removed', async () => {
    await written(path, 1);
    await written(beside('second.db'), 2);
    await rm(`${path}-wal`);
    await rm(`${path}-shm`, { force: true });
    writtenBack(beside('second.db'));
    await copyFile(beside('second.db'), path);

    expect(await whyRefused(path)).to.contain('is another database than the one that was there');
    await rm(`${path}-identity`);
    expect(await notes(path)).to.equal(2);
  });

  it('is refused with the log of another database, and with that of a later time', async () => {
    await written(path, 20);
    await written(beside('second.db'), 20);
    await copyFile(`${beside('second.db')}-wal`, `${path}-wal`);
    expect(await whyRefused(path)).to.match(/kontor\.db-wal belongs to/);

    // A backup, put back without removing the log that later writes have left.
    await rm(`${path}-wal`);
    writtenBack(beside('second.db'));
    await copyFile(beside('second.db'), beside('backup.db'));
    await written(beside('second.db'), 3_000);
    await copyFile(beside('backup.db'), beside('second.db'));
    expect(await whyRefused(beside('second.db'))).to.contain('belongs to the database of another time');
  });

  it('is refused with a log that is damaged before its end, of which SQLite would drop the rest', async () => {
    await written(path, 40);
    const log = await readFile(`${path}-wal`);
    const middle = 32 + FRAME * Math.floor((log.length - 32) / FRAME / 2) + 24 + 100;
    log.writeUInt32BE(0xdeadbeef, middle);
    await writeFile(`${path}-wal`, log);
    expect(await whyRefused(path)).to.match(/is damaged: \d+ transactions after the damaged place/);

    log.writeUInt32BE(0, 16);
    await writeFile(`${path}-wal`, log);
    expect(await whyRefused(path)).to.contain('is damaged at its beginning');
  });

  it('is refused where its end is missing, be it a byte, and not where a log has it', async () => {
    await written(path, 40);
    writtenBack(path);
    const { size } = await stat(path);
    await copyFile(path, beside('whole.db'));
    expect(await whyRefused(beside('whole.db'))).to.equal('it was opened');

    for (const lacks of [1, PAGE, 2 * PAGE + 1]) {
      await copyFile(path, beside('cut.db'));
      await truncate(beside('cut.db'), size - lacks);
      expect(await whyRefused(beside('cut.db'))).to.match(/cut\.db is damaged: its end is missing/);
    }
    await written(beside('killed.db'), 40);
    expect(await notes(beside('killed.db'))).to.equal(40);
  });

  it('is opened with a log whose last transaction was torn by a crash, which nobody was told of', async () => {
    await written(path, 40);
    const log = await readFile(`${path}-wal`);
    const used = lastFrameOf(log);
    log.writeUInt32BE(0xdeadbeef, used + 24 + 100);
    await writeFile(`${path}-wal`, log);

    expect(await notes(path)).to.equal(39);
  });

  describe('to which a symbolic link leads', () => {
    let link: string;

    beforeEach(async () => {
      await mkdir(beside('links'));
      link = beside('links/kontor.db');
      await symlink('../kontor.db', link);
    });

    it('is remembered beside the file and beside the link, and missed by either name', async () => {
      await written(path, 1);
      expect(await notes(link)).to.equal(1);
      for (const note of [path, link]) {
        for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
        await rename(`${note}-identity`, `${note}-kept`);
        expect(await whyRefused(link)).to.match(/is missing, and .*kontor\.db-identity says/);
        await rename(`${note}-kept`, `${note}-identity`);
      }
    });

    it('keeps a log whose database is missing, and refuses that of another', async () => {
      await written(path, 20);
      await rename(path, beside('first.db'));
      await rm(`${path}-identity`);
      expect(await whyRefused(link)).to.contain('holds what was written to it');

      await written(beside('second.db'), 20);
      await copyFile(`${beside('second.db')}-wal`, `${path}-wal`);
      await rename(beside('first.db'), path);
      expect(await whyRefused(link)).to.match(/kontor\.db-wal belongs to/);
    });

    it('is made where it leads, and not where a disk is not mounted', async () => {
      expect(await whyRefused(link)).to.equal('it was opened');
      expect((await stat(path)).size).to.be.greaterThan(0);

      await unlink(link);
      await symlink('../disk/kontor.db', link);
      await rm(`${link}-identity`);
      expect(await whyRefused(link)).to.match(/leads to .*disk\/kontor\.db, and the folder of that is not/);
    });

    it('is not written to any more once the link leads elsewhere', async () => {
      await written(path, 1);
      const engine = await openSqliteEngine({ path: link });
      await noted(engine, 'kept');
      await unlink(link);
      await symlink('../other.db', link);
      await writeFile(beside('other.db'), '');

      expect(engine.isInPlace?.()).to.equal(false);
      expect(await whyNotNoted(engine)).to.contain('taken away');
      await engine.close();
    });
  });

  it('writes nothing any more once its file was taken away or exchanged', async () => {
    const engine = await openSqliteEngine({ path });
    await engine.transaction(async (session) => {
      await session.run(statement('CREATE TABLE `note` (`id` INTEGER PRIMARY KEY, `text` TEXT)'));
      return { commit: true, result: undefined, pending: NOTHING_PENDING };
    });
    expect(engine.isInPlace?.()).to.equal(true);
    await rename(path, beside('elsewhere.db'));

    expect(engine.isInPlace?.()).to.equal(false);
    expect(await whyNotNoted(engine)).to.contain('taken away');
    await engine.close();
  });
});

/** Writes the log back into the file and empties it. */
function writtenBack(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Where the last frame of the log that is in use begins. */
function lastFrameOf(log: Buffer): number {
  const salt = log.subarray(16, 24);
  let last = 32;
  for (let at = 32; at + FRAME <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += FRAME)
    last = at;
  return last;
}

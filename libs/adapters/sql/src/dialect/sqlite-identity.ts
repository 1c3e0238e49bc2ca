import { randomInt } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { numberAt, textAt } from '../row.js';
import { rowsOf, statement, type Session } from '../statement.js';
import { MAKE_OR_NAME, isOursOrEmpty } from './dialect.js';
import { sqliteDialect } from './sqlite.js';
import { headerOf, isCutShort, firstBytes, whyNotContinued } from './sqlite-log.js';

/** What `PRAGMA application_id` says of a database of ours: "Kntr" in ASCII. */
const APPLICATION_ID = 0x4b6e7472;
const IDENTITIES = 2 ** 31;
const NOTE_BYTES = 100;

/** A database file that is not what it has to be: the message says what is there and what to do. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/**
 * The file that a path leads to: SQLite follows symbolic links, also to a file that is not there, and keeps
 * the log beside the last of them. Throws `UnusableFile` where they go round in a circle.
 */
export function databaseFileAt(path: string): string {
  foundAt(path);
  if (foundAt(path, lstatSync)?.isSymbolicLink() !== true) return path;
  return databaseFileAt(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

/** What a database is known by: the path by which it was asked for, and the file that this leads to. */
const namesOf = (path: string): ReadonlySet<string> => new Set([path, databaseFileAt(path)]);

/**
 * Looks at a database file and at what lies beside it, and makes its folder, before SQLite does, which would
 * make a new database where one is missing or empty, throw away a write-ahead log without a database, and
 * play one back that belongs to another. Throws `UnusableFile`. `mustExist`: also where there is none.
 */
export function examineFile(
  path: string,
  { mustExist = false }: { readonly mustExist?: boolean | undefined },
): void {
  const file = databaseFileAt(path);
  const found = foundAt(file);
  if (found?.isDirectory() === true) throw new UnusableFile(`${file} is a folder; a database is a file`);
  if (found === undefined || found.size === 0) {
    for (const name of namesOf(path)) refuseLost(name, found === undefined ? 'missing' : 'empty');
    if (mustExist) throw new UnusableFile(`there is no ${file}; ${MAKE_OR_NAME}`);
    if (file === path) makeFolder(dirname(file));
    // A disk that is not mounted: what is made in its place would be hidden by it later.
    else if (statOf(dirname(file)) === undefined)
      throw new UnusableFile(
        `${path} leads to ${file}, and the folder of that is not there; mount or make it, or name another ` +
          'file in DATABASE_URL',
      );
    refuseReadOnlyFolders(path);
    return;
  }
  refuseReadOnlyFolders(path);
  refuseReadOnly(file);
  refuseOthersLog(file);
  const header = headerOf(file);
  if (header === undefined)
    throw new UnusableFile(`${file} is no SQLite database; name another file in DATABASE_URL`);
  if (header.application !== 0 && header.application !== APPLICATION_ID)
    throw new UnusableFile(`${file} is a database of another program; name another file in DATABASE_URL`);
  const why = whyNotContinued(file);
  if (why !== undefined)
    throw new UnusableFile(
      `${file}-wal ${why}; put back the log that belongs to the database, or restore a backup without any ` +
        'log beside it (docs/operating/restore.md)',
    );
  if (isCutShort(file))
    throw new UnusableFile(
      `${file} is damaged: its end is missing; restore a backup (docs/operating/restore.md)`,
    );
}

/**
 * What is there; below a file, or under a name that is too long, nothing can be. From Node 22 on `statSync`
 * takes a place below a file for one where nothing is yet, and `lstatSync` does not.
 */
function foundAt(file: string, look: typeof statSync | typeof lstatSync = statSync): Stats | undefined {
  try {
    return look(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnusableFile(`${file} cannot be a file (${code}); name another file in DATABASE_URL`);
  }
}

/** A folder at a time: where none can be made, as below `/proc`, Node tries a whole path of them for ever. */
function makeFolder(folder: string): void {
  if (statOf(folder) !== undefined) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // By another process that starts at the same time.
    if (code === 'EEXIST') return;
    throw new UnusableFile(
      `the folder ${folder} cannot be made (${code}); name another file in DATABASE_URL`,
    );
  }
}

function refuseReadOnlyFolders(path: string): void {
  for (const name of namesOf(path)) refuseReadOnly(dirname(name));
}

/** Whoever only reads writes too: the log, and what processes that share it tell each other. */
function refuseReadOnly(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch {
    throw new UnusableFile(`${path} is read-only for this user; a database and its folder must be writable`);
  }
}

/**
 * SQLite would say of it that it "cannot open the database file", or that the database is read-only, and
 * whoever takes the log away in answer to that loses what was written to it.
 */
function refuseOthersLog(file: string): void {
  for (const beside of [`${file}-wal`, `${file}-shm`]) {
    if (statOf(beside) === undefined) continue;
    try {
      accessSync(beside, constants.R_OK | constants.W_OK);
    } catch {
      throw new UnusableFile(
        `${beside} belongs to another user or is read-only: stop what still has ${file} open, then give both ` +
          'to this user (chown, chmod); do not remove it: it holds what was written last',
      );
    }
  }
}

/** A new database where one was expected would answer as if nothing had ever been booked. */
function refuseLost(file: string, state: 'missing' | 'empty'): void {
  if (notedIdentity(file) !== undefined)
    throw new UnusableFile(
      `${file} is ${state}, and ${file}-identity says that a database was there; put it back ` +
        `(docs/operating/restore.md), or remove ${file}-identity to begin with a new one`,
    );
  if ((statOf(`${file}-wal`)?.size ?? 0) > 0)
    throw new UnusableFile(
      `${file} is ${state}, but ${file}-wal holds what was written to it; put the database back, or remove ` +
        `${file}-wal to begin with a new one`,
    );
}

/**
 * Gives a new database its identity, or asks it for the one that it has, in a transaction that nobody else
 * writes in. It is kept in the database's header (`application_id`, `user_version`), where a backup and
 * `VACUUM INTO` take it along. Throws `UnusableFile` for a database of another program.
 */
export async function identify(file: string, session: Session): Promise<number> {
  const application = await pragma(session, 'application_id');
  if (application === APPLICATION_ID) return pragma(session, 'user_version');
  const tables = (await rowsOf(session, sqliteDialect.tables)).map((row) => textAt(row, 'name'));
  if (application !== 0 || !isOursOrEmpty(tables))
    throw new UnusableFile(`${file} is a database of another program; name another file in DATABASE_URL`);
  const identity = randomInt(1, IDENTITIES);
  await session.run(
    statement(`PRAGMA application_id = ${APPLICATION_ID}`),
    statement(`PRAGMA user_version = ${identity}`),
  );
  return identity;
}

async function pragma(session: Session, name: 'application_id' | 'user_version'): Promise<number> {
  const [row] = await rowsOf(session, statement(`PRAGMA ${name}`));
  return row === undefined ? 0 : numberAt(row, name);
}

/**
 * Remembers beside the file which database is there, and beside a link to it: the file may lie on a disk that
 * is not mounted some day. Throws `UnusableFile` where it was another one.
 */
export function noteIdentity(path: string, identity: number): void {
  for (const name of namesOf(path)) noteBeside(name, identity);
}

function noteBeside(file: string, identity: number): void {
  const noted = notedIdentity(file);
  if (noted === identity) return;
  if (noted !== undefined)
    throw new UnusableFile(
      `${file} is another database than the one that was there; put that back, or remove ${file}-identity ` +
        'if this one is meant',
    );
  const beside = `${file}-identity`;
  const written = `${beside}.${process.pid}`;
  const handle = openSync(written, 'w');
  try {
    writeSync(handle, `${textOf(identity)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(written, beside);
}

/** Whether it was remembered which database is there. */
export const isNoted = (path: string): boolean =>
  [...namesOf(path)].every((name) => notedIdentity(name) !== undefined);

/** Tells whether the file that was opened is still the one that its path leads to. */
export function watchOf(file: string, path: string): () => boolean {
  const opened = statOf(file);
  return () => {
    const now = statOf(path);
    return now !== undefined && now.ino === opened?.ino && now.dev === opened.dev;
  };
}

/** The identity that was noted beside a file; a note that nobody can read says as much as none: 0. */
function notedIdentity(file: string): number | undefined {
  const noted = statOf(`${file}-identity`);
  if (noted === undefined) return undefined;
  const text = firstBytes(`${file}-identity`, NOTE_BYTES).toString('latin1').trim();
  return /^[0-9a-f]{8}$/.test(text) ? Number.parseInt(text, 16) : 0;
}

const textOf = (identity: number): string => identity.toString(16).padStart(8, '0');

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

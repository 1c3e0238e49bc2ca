// @ts-check
/**
 * What the tests of one `npm test` have around them: a folder for temporary files in memory, where there is
 * room, and one database server on it. A test makes databases by the hundred, and each is a hundred tables:
 * on a disk a migration waits 4 s for files that are thrown away a moment later, in memory 1 s.
 */
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const MEMORY = '/dev/shm';
const ROOM_MIN = 3 * 2 ** 30;
const REMOVE_ATTEMPTS = 10;
const REMOVE_PAUSE_MS = 50;

/** Nobody's books: what is lost when the machine stops may be lost. */
const FORGETFUL = [
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-flush-method=fsync',
  '--skip-innodb-doublewrite',
  '--max-connections=500',
  // A file less for each of the tables; a server that knows no such setting any more passes over it.
  '--loose-innodb-file-per-table=0',
];

/**
 * Prepares them, until this process ends.
 * @returns {Promise<{ folder: string, environment: Record<string, string> }>} variables for all that run tests
 */
export async function surroundings() {
  const usual = tmpdir();
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : usual, 'kontor-tests-'));
  // A server that is started or killed just then may write while the folder is removed: that is tried again.
  const again = { maxRetries: REMOVE_ATTEMPTS, retryDelay: REMOVE_PAUSE_MS };
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, ...again }));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => process.exit(1));
  shareCompiled(usual, folder);
  const made = join(folder, 'made');
  mkdirSync(made);
  process.env['TMPDIR'] = folder;
  const url = await server();
  return {
    folder,
    environment: {
      TMPDIR: folder,
      // What is made once for all processes: `oncePerRun` of @kontor/conformance.
      TEST_RUN_FOLDER: made,
      // Where whole workspaces are copied by hard links to their packages.
      TEST_DISK: process.env['TEST_DISK'] ?? usual,
      // Compilers and bundlers in Go end soon: looking for memory to give back is a fifth of what they do.
      GOGC: process.env['GOGC'] ?? '400',
      ...(url !== undefined && { TEST_SHARED_MYSQL_URL: url }),
    },
  };
}

/** @returns {boolean} */
function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM_MIN;
  } catch {
    return false;
  }
}

/**
 * What tsx has compiled is kept beside other temporary files, and stays there for the next run.
 * @param {string} usual @param {string} folder
 */
function shareCompiled(usual, folder) {
  const compiled = join(usual, `tsx-${process.getuid?.() ?? ''}`);
  mkdirSync(compiled, { recursive: true });
  symlinkSync(compiled, join(folder, basename(compiled)));
}

/** The server that all tests share; undefined where one is named, or there is none to start. */
async function server() {
  const { TEST_MYSQL_URL: named, TEST_SHARED_MYSQL_URL: shared } = process.env;
  if (named !== undefined && named !== '') return undefined;
  if (shared !== undefined) return shared;
  const path = '../../libs/adapters/conformance/src/throw-away-server.ts';
  /** @type {{ throwAwayServer: (settings: readonly string[]) => Promise<{ url: string } | undefined> }} */
  const { throwAwayServer } = await tsImport(path, import.meta.url);
  return (await throwAwayServer(FORGETFUL))?.url;
}

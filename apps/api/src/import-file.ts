import { setTimeout } from 'node:timers/promises';
import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  apiEndpoints,
  beginImport,
  cancelImport,
  IMPORT_BYTES_MAX,
  makeLinks,
  mountedPaths,
  problemOf,
  runImport,
  type BegunImport,
  type ImportFormat,
} from '@kontor/http';
import { Busy, type AuditRecord, type Clock } from '@kontor/kernel';
import { Import } from '@kontor/ledger';
import type { Database } from '@kontor/sql';
import type { Agreement, Caller } from '@kontor/studio';
import { ABOUT } from './compose.js';
import type { Config } from './config.js';
import { importersOf, NO_GRANT } from './importer-over.js';
import { serviceProvider } from './services-over.js';

/** So soon it is looked how far an import is, and whether the process that works on it has ended. */
const LOOK_EVERY_MS = 200;

/** A file that whoever looks after the service brings into the books of an agreement. */
export type ImportFile = {
  readonly agreement: Agreement;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  /** What is kept of who did it. */
  readonly record: AuditRecord;
};

/**
 * `interrupted`: when it is to be cancelled, asked for once the file is there. Before, nothing has begun: who
 * reads a pipe that is never closed is ended by a signal as any program is. `onProgress` hears how far it is.
 */
export type WhileImporting = {
  readonly clock: Clock;
  readonly interrupted?: (() => AbortSignal) | undefined;
  readonly onProgress: (state: Import) => void;
  /** Hears what went wrong that nobody is told of. */
  readonly failed: (error: unknown) => void;
};

/**
 * Imports a file without a service, and beside one: as `POST /imports` does, in the name of whoever has the
 * database. Gives the import as it has ended, and whether the file was imported before; left is one sentence
 * about why nothing was done.
 */
export async function importFile(
  database: Database,
  config: Config,
  { agreement, pieces, format, dryRun, record }: ImportFile,
  { clock, interrupted, onProgress, failed }: WhileImporting,
): Promise<Either<string, BegunImport>> {
  const services = serviceProvider(database, config, { clock, ofImports: true });
  const caller = callerOf(agreement, record.userName);
  const store = services.files(caller);
  const file = await store.put(pieces, IMPORT_BYTES_MAX);
  if (file === 'tooLarge') return left(`the file has more than ${IMPORT_BYTES_MAX} bytes.`);
  const signal = interrupted?.();
  const begun = await services.inTransaction(caller, (unit, { audit }) => async () => {
    const done = await beginImport(unit, { file, format, dryRun, caller, now: clock() });
    if (!isLeft(done)) audit.note(record);
    return done;
  })();
  await store.discard(file.storageKey);
  if (isLeft(begun)) return left(`the import is refused: ${problemOf(begun.left).message}`);
  const { isNew, value } = begun.right;
  const { importNumber } = value;
  const endpoints = apiEndpoints(ABOUT);
  const parts = {
    ...{ services, endpoints, clock, failed },
    links: makeLinks(config.baseUrl, mountedPaths(endpoints)),
    mayWrite: importersOf(database, clock),
    isStopping: () => signal?.aborted === true,
  };
  const now = async (): Promise<Import> => {
    const found = await services.read(caller).resources.of(Import).find(importNumber);
    if (found === undefined) throw new Error(`import ${importNumber} is gone`);
    return found.value;
  };
  const isOver = new AbortController();
  const shown = telling(value, now, onProgress, isOver.signal);
  const stopTelling = (): Promise<void> => {
    isOver.abort();
    return shown;
  };
  try {
    // A service over the same database may work on it as well: one of them does at a time.
    for (let state = value; state.status === 'running'; state = await now()) {
      if (signal?.aborted === true) {
        const at = { importNumber, now: clock(), version: undefined };
        await services.inTransaction(caller, (unit) => () => cancelImport(unit, at))();
      } else if (!(await runImport(parts, agreement.agreementNumber, importNumber).catch(notNow)))
        await setTimeout(LOOK_EVERY_MS);
    }
    const ended = await now();
    await stopTelling();
    onProgress(ended);
    return right({ value: ended, isNew });
  } finally {
    await stopTelling();
  }
}

/** Others write so much in these books that a unit of work has lost all its turns: it is tried again. */
function notNow(error: unknown): false {
  if (error instanceof Busy) return false;
  throw error;
}

/**
 * Tells how far an import is while it runs. A look that fails is one missed: the work may go on, over another
 * connection, and says itself where it cannot.
 */
async function telling(
  begun: Import,
  now: () => Promise<Import>,
  onProgress: (state: Import) => void,
  isOver: AbortSignal,
): Promise<void> {
  let state = begun;
  while (state.status === 'running' && !isOver.aborted) {
    onProgress(state);
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: isOver }).catch(() => undefined);
    const last = state;
    state = await now().catch(() => last);
  }
}

/** Whoever has the database may do everything in it. */
function callerOf({ agreementNumber, modules, isAdministrator }: Agreement, userName: string): Caller {
  return {
    ...{ agreementNumber, modules, isAdministrator, userName },
    appNumber: 0,
    grantNumber: NO_GRANT,
    roles: ['SuperUser'],
    isDemo: false,
  };
}

import { isLeft, left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  compare,
  defined,
  existingHeld,
  ruleBroken,
  timestampOf,
  type Filter,
  type Stored,
  type StoredBytes,
} from '@kontor/kernel';
import { Import } from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { Failure } from '../failure/http-failure.js';
import type { Services } from '../service/services.js';
import { NOTHING_DONE, type ImportMemory } from './import-progress.js';
import type { ImportFormat } from './import-things.js';

/** A file that is imported has so many bytes at most: 100,000 vouchers have about 40 MB. */
export const IMPORT_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Imports of an agreement that run or wait their turn. Each keeps its file meanwhile, and a process works on
 * one at a time, so that more would only keep other agreements waiting.
 */
export const IMPORTS_UNDER_WAY_MAX = 5;

/** A file that is to come into the books; its bytes are kept already, and loose. */
export type FileToImport = {
  readonly file: Pick<StoredBytes, 'storageKey' | 'bytes' | 'digest'>;
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  readonly caller: Caller;
  readonly now: Date;
};

/** `isNew`: the file was not sent before; else this is the import that it was then. */
export type BegunImport = { readonly value: Import; readonly isNew: boolean };

/**
 * Begins an import, in a unit of work: whoever works on imports is told. A file that was sent before is the
 * same import, which goes on where it was cancelled or has failed. Refused where it is empty (E10240) or too
 * many are under way (E10630).
 */
export async function beginImport(
  services: Services,
  { file, format, dryRun, caller, now }: FileToImport,
): Promise<Either<Failure, BegunImport>> {
  const { resources, ledger } = services;
  // Of a body that says no length this is seen only now: a pipe into which nothing was written.
  if (file.bytes === 0)
    return left({ kind: 'AttachmentNotTaken', reason: 'empty', mediaType: '', mostBytes: IMPORT_BYTES_MAX });
  await ledger.imports.hold();
  const known = await knownBy(services, file.digest, { format, dryRun });
  const isAsked =
    known === undefined || known.value.status === 'cancelled' || known.value.status === 'failed';
  if (known !== undefined && !isAsked) return right({ value: known.value, isNew: false });
  if ((await underWay(services)) >= IMPORTS_UNDER_WAY_MAX)
    return left(ruleBroken('E10630', '', `${IMPORTS_UNDER_WAY_MAX} imports are running or waiting already`));
  await ledger.imports.keepFile(file.storageKey);
  services.wakeImports();
  if (known !== undefined) {
    // It goes on where it was: what was brought in before is not brought in again.
    const { value, version } = known;
    const { noTurnSince: _, ...before } = JSON.parse(defined(value.memory)) as ImportMemory;
    const memory = JSON.stringify({ ...before, caller } satisfies ImportMemory);
    const left = withoutItsEnd(value);
    const again = { ...left, status: 'running' as const, storageKey: file.storageKey, memory };
    const kept = await resources
      .of(Import)
      .replace(value.importNumber, { ...again, finished: undefined, heldUntil: undefined }, version)();
    return isLeft(kept) ? kept : right({ value: kept.right.value, isNew: false });
  }
  const memory: ImportMemory = { caller, held: {}, done: 0 };
  const made = await resources.of(Import).create({
    ...NOTHING_DONE,
    format,
    status: 'running',
    dryRun,
    bytes: file.bytes,
    sha256: file.digest,
    totalLines: 0,
    requested: timestampOf(now),
    storageKey: file.storageKey,
    memory: JSON.stringify(memory),
  })();
  return isLeft(made) ? made : right({ value: made.right.value, isNew: true });
}

const NEWEST_FIRST = { property: Import.key, descending: true, alphabetical: false } as const;

/**
 * An import without why it could go no further, its last refusal: that was no line of the file, and is not so
 * any more when it goes on.
 */
function withoutItsEnd(value: Import): Import {
  const { status, refused, refusals } = value;
  if (status !== 'failed') return value;
  const isKept = refused === refusals.length;
  return { ...value, refused: refused - 1, refusals: isKept ? refusals.slice(0, -1) : refusals };
}

/**
 * The same file in the same format is the same import, however often it is sent; a dry run that is over may
 * come out otherwise the next time.
 */
async function knownBy(
  { resources }: Services,
  digest: string,
  { format, dryRun }: Pick<FileToImport, 'format' | 'dryRun'>,
): Promise<Stored<Import> | undefined> {
  const of = [
    compare('sha256', 'eq', digest),
    compare('format', 'eq', format),
    compare('dryRun', 'eq', dryRun),
  ];
  const filter: Filter = { kind: 'and', of: dryRun ? [...of, compare('status', 'eq', 'running')] : of };
  const page = await resources.of(Import).page({ filter, sort: [NEWEST_FIRST], pageSize: 1, skipPages: 0 });
  const [found] = page.items;
  return found && resources.of(Import).find(found.importNumber);
}

async function underWay({ resources }: Services): Promise<number> {
  const filter = compare('status', 'eq', 'running');
  const page = { filter, sort: [NEWEST_FIRST], pageSize: IMPORTS_UNDER_WAY_MAX, skipPages: 0 };
  return (await resources.of(Import).page(page)).items.length;
}

/**
 * Stops an import that runs: what came in stays, and the file is kept no longer. `version`: of the row as the
 * client has seen it, where it says so.
 */
export async function cancelImport(
  { resources, ledger }: Services,
  asked: { readonly importNumber: number; readonly now: Date; readonly version: number | undefined },
): Promise<Either<Failure, void>> {
  const { importNumber, now } = asked;
  // An import that runs writes down how far it is all the time: unheld, it would have changed each time.
  const found = await existingHeld(resources, Import, importNumber)();
  if (isLeft(found)) return found;
  const { value, version } = found.right;
  if (value.status !== 'running')
    return left(ruleBroken('E10570', 'status', `must be running, but is ${value.status}`));
  await ledger.imports.releaseFile(value.storageKey);
  const ended = { ...value, status: 'cancelled' as const, finished: timestampOf(now), heldUntil: undefined };
  const kept = await resources.of(Import).replace(importNumber, ended, asked.version ?? version)();
  return isLeft(kept) ? kept : right(undefined);
}

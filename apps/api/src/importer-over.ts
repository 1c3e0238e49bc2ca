import { runImport } from '@kontor/http';
import { timestampOf, type Clock } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import type { Caller } from '@kontor/studio';
import { defectsIn, type Behind } from './deliverer-over.js';
import { Importer } from './importer.js';
import { sparingMemory } from './sparing-memory.js';

/** A smaller file is in before the heap has grown by much. */
const LARGE_BYTES = 1024 * 1024;

/** So long a dry run goes on while those of other agreements wait: then it ends, as it cannot go on later. */
const DRY_RUN_MS = 600_000;

/** What works on imports, and beside them on dry runs: no import waits for one that cannot give way. */
export function importerOver(
  database: Database,
  { observe, ...parts }: Behind & Pick<Parameters<typeof runImport>[0], 'services'>,
): Pick<Importer, 'wake' | 'close'> {
  const failed = defectsIn('/imports', observe);
  const mayWrite = importersOf(database, parts.clock);
  const importerOf = (isDryRun: boolean): Importer =>
    new Importer(
      {
        unfinished: () => database.unfinishedImports(timestampOf(parts.clock()), isDryRun),
        run: ({ agreementNumber, importNumber, bytes }, until) => {
          const run = (): Promise<unknown> =>
            runImport(
              { ...parts, ...until, failed: (error) => failed(error, agreementNumber), mayWrite },
              agreementNumber,
              importNumber,
            );
          return bytes < LARGE_BYTES ? run() : sparingMemory(run);
        },
        failed,
      },
      isDryRun ? { turnMs: DRY_RUN_MS } : {},
    );
  const importers = [importerOf(false), importerOf(true)];
  return {
    wake: () => importers.forEach((importer) => importer.wake()),
    close: async () => void (await Promise.all(importers.map((importer) => importer.close()))),
  };
}

/** The grant of whoever imports with the `kontor` command, who has none. */
export const NO_GRANT = 0;

/**
 * Whether whoever asked for an import may still write: blocking an agreement ends all writing (§3), and a
 * grant that was taken back writes nothing more.
 */
export function importersOf(
  { studio: { agreements, grants } }: Pick<Database, 'studio'>,
  clock: Clock,
): (caller: Caller) => Promise<boolean> {
  return async ({ agreementNumber, grantNumber }) => {
    const agreement = await agreements.find(agreementNumber);
    if (agreement === undefined || agreement.blocked || agreement.forDeletion) return false;
    if (grantNumber === NO_GRANT) return true;
    const grant = await grants.find(agreementNumber, grantNumber);
    return grant !== undefined && grant.revoked === undefined && grant.expires > timestampOf(clock());
  };
}

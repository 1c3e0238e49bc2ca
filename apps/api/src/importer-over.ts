import { runImport } from '@kontor/http';
import { timestampOf, type Clock } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import type { Caller } from '@kontor/studio';
import { defectsIn, type Behind } from './deliverer-over.js';
import { Importer } from './importer.js';
import { sparingMemory } from './sparing-memory.js';

/** A smaller file is in before the heap has grown by much. */
const LARGE_BYTES = 1024 * 1024;

/** What works on imports. */
export function importerOver(
  database: Database,
  { observe, ...parts }: Behind & Pick<Parameters<typeof runImport>[0], 'services'>,
): Importer {
  const failed = defectsIn('/imports', observe);
  const mayWrite = importersOf(database, parts.clock);
  return new Importer({
    unfinished: () => database.unfinishedImports(timestampOf(parts.clock())),
    run: ({ agreementNumber, importNumber, bytes }, until) => {
      const run = (): Promise<unknown> =>
        runImport({ ...parts, ...until, failed, mayWrite }, agreementNumber, importNumber);
      return bytes < LARGE_BYTES ? run() : sparingMemory(run);
    },
    failed,
  });
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
    const grant = (await grants.listOf(agreementNumber)).find((one) => one.grantNumber === grantNumber);
    return grant !== undefined && grant.revoked === undefined && grant.expires > timestampOf(clock());
  };
}

import { DatabaseSync } from '@photostructure/sqlite';
import { heldRows } from './held-rows.js';
import type { ServiceUnderTest, TestAgreement } from './service-under-test.js';

/** Books that somebody else holds: whoever writes them waits. */
export type HeldBooks = {
  /** Resolves when so many writes of the service wait: for them, behind those who do, or for a place. */
  waitedForBy(writes: number): Promise<void>;
  /** Lets them go; once is enough. */
  release(): Promise<void>;
};

const TIMEOUT_MS = 4_000;
const LOOK_AGAIN_MS = 20;

/**
 * Holds what every write of an agreement changes: on a server the versions of its collections, in an embedded
 * database, which has one writer, all there is.
 */
export async function heldBooks(
  { databaseUrl, service: { admission, database } }: ServiceUnderTest,
  { agreementNumber }: TestAgreement,
): Promise<HeldBooks> {
  const waiting = (): number => database.load().waitingWrites + admission.queue.load.waiting;
  const waits = async (writes: number): Promise<void> => {
    const until = performance.now() + TIMEOUT_MS;
    while (waiting() < writes) {
      if (performance.now() > until) throw new Error(`${waiting()} writes wait, and not ${writes}`);
      await new Promise((go) => setTimeout(go, LOOK_AGAIN_MS));
    }
  };
  if (databaseUrl.startsWith('sqlite:')) {
    const other = new DatabaseSync(databaseUrl.slice('sqlite:'.length));
    other.exec('BEGIN IMMEDIATE');
    return {
      waitedForBy: waits,
      release: async () => {
        if (other.isOpen) other.close();
      },
    };
  }
  const rows = await heldRows(
    databaseUrl,
    `SELECT * FROM \`collection_state\` WHERE \`agreement_number\` = ${agreementNumber}`,
  );
  return {
    // One waits for the lock, the others are in its agreement's line behind it.
    waitedForBy: async (writes) => {
      await rows.waitedForBy(1);
      await waits(writes - 1);
    },
    release: () => rows.release(),
  };
}

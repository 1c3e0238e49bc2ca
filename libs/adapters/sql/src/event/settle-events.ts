import { timestampOf, type ChangeEvent } from '@kontor/kernel';
import type { Engine } from '../dialect/dialect.js';
import { Coalescer } from '../transaction/coalescer.js';
import { inGlobalTransaction } from '../transaction/retry.js';
import { raiseVersions } from '../statements/collection-versions.js';

/** Under which name the versions of collections hold how often events were settled. */
const SETTLED = 'event-log-settled';
/** No commit is on its way to the disk for so long. */
const SETTLED_AFTER_MS = 60_000;
const READERS_AT_ONCE = 1_000;

/** Waits until the events that were just read are on the disk; nobody may be told of them before. */
export type Settle = (agreementNumber: number) => Promise<void>;

/**
 * Where a server shows a commit before it is on the disk, and is killed before it is there, whoever was told
 * of an event would go on behind a number that is given again for something else. So what was read is
 * followed by a write, which is committed after it, and with which all that was committed before gets to the
 * disk (`Dialect.onDisk`). Readers of an agreement share a write.
 */
export function settlingEvents(engine: Engine): Settle {
  const { dialect } = engine;
  const groups = new Coalescer<undefined, void>(READERS_AT_ONCE, async (readers, agreementNumber) => {
    const mark = raiseVersions(dialect, agreementNumber, [[SETTLED, 0]], 1);
    await inGlobalTransaction(engine, (session) => session.run(mark));
    return readers.map(() => undefined);
  });
  return (agreementNumber) => dialect.onDisk(() => groups.join(agreementNumber, undefined));
}

/** Whether the last of some events is so old that it is on the disk for certain. */
export function areSettled(events: readonly ChangeEvent[], now: Date): boolean {
  const last = events.at(-1);
  return last === undefined || last.time < timestampOf(new Date(now.getTime() - SETTLED_AFTER_MS));
}

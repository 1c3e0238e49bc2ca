import type { LongRead, LongReadDone } from '@kontor/sql';
import { processApart, type ApartLimits, type ProcessApart } from './process-apart.js';

/** How long a read may take: as long as a server of the MySQL family gives a statement. */
const TIMEOUT_MS = 5_000;
/** What it may hold of rows that were read. */
const HEAP_MEGABYTES = 128;

/** What may be read beside the event loop. */
export type ReadingProcess = ProcessApart<LongRead, LongReadDone>;

/**
 * Where an embedded database reads what takes long. A process and not a thread: nothing but a signal ends a
 * statement of SQLite halfway, and a thread that is ended or runs out of memory in the middle of one takes
 * the whole process with it (ADR 45).
 */
export function readingProcess({
  timeoutMs = TIMEOUT_MS,
  heapMegabytes = HEAP_MEGABYTES,
}: Partial<Omit<ApartLimits, 'isInBackground'>> = {}): ReadingProcess {
  return processApart('reading.child', { timeoutMs, heapMegabytes });
}

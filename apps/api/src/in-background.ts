import { readdirSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much lower than the thread that answers: a tenth of its weight, and the lowest that there is. */
const LOWER_BY = 10;
/** A third of its weight: somebody waits for it, and a machine may have much else to do. */
const SOMEWHAT_LOWER_BY = 5;
const LOWEST = 19;

/**
 * Gives this thread a third of the weight that the thread has which answers requests. Linux gives each thread
 * a priority of its own; elsewhere, or where it may not be set, nothing changes.
 */
export function runBesideAnswers(): void {
  lower(SOMEWHAT_LOWER_BY, () => [Number(readlinkSync('/proc/thread-self').split('/').at(-1))]);
}

/**
 * Lowers the priority of a process that was just started, and of the threads that it has by now, so that it
 * gets a tenth of the usual weight. Threads that it starts later inherit the priority.
 */
export function putInBackground({ pid }: { readonly pid?: number | undefined }): void {
  if (pid === undefined) return;
  lower(LOWER_BY, () => [pid]);
  lower(LOWER_BY, () => readdirSync(`/proc/${pid}/task`).map(Number));
}

function lower(by: number, threads: () => readonly number[]): void {
  try {
    const priority = Math.min(LOWEST, getPriority() + by);
    for (const thread of threads()) setPriority(thread, priority);
  } catch {
    // The work is done all the same, at the priority of the process.
  }
}

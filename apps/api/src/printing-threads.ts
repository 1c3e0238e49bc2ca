import { availableParallelism } from 'node:os';
import { serialize } from 'node:v8';
import { breathe, type FewLimits } from '@kontor/kernel';
import type { VoucherPrinter } from '@kontor/ledger';
import type { InvoicePrinter } from '@kontor/sales';
import type { PrintingTask } from './printing.worker.js';
import { workerPool, type WorkerPool } from './worker-pool.js';

/** What draws documents, for the contexts that have some. */
export type Printer = InvoicePrinter & VoucherPrinter;

/** Fewer than there are processors: a document of a thousand lines takes a second of one. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Where a service draws documents. */
export function printingThreads(): WorkerPool<Uint8Array, Uint8Array> {
  return workerPool('printing.worker', {
    threads: THREADS,
    waiting: THREADS,
    // The first document of a thread loads what draws them: 10 s were too short on a machine with much to do.
    deadlineMs: 30_000,
    heapMegabytes: 128,
  });
}

/**
 * Of documents that are read and drawn: one more than are drawn, so that no thread waits for the reading.
 * None waits so long that its connection is closed on it.
 */
export const DOCUMENTS: FewLimits = { inside: THREADS + 1, waiting: 12, patienceMs: 20_000 };

/**
 * Draws in threads. A task is made bytes at once, in a turn of its own, so that what waits for a thread is no
 * tree of 1,000 lines in the heap, and none is copied in the turn that takes the document before it.
 */
export function printerOver({ run }: WorkerPool<Uint8Array, Uint8Array>): Printer {
  const drawn = async (task: PrintingTask): Promise<Uint8Array> => {
    await breathe();
    const bytes = serialize(task);
    await breathe();
    return run(bytes);
  };
  return { invoice: (invoice) => drawn({ invoice }), voucher: (voucher) => drawn({ voucher }) };
}

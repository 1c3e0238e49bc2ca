import { availableParallelism } from 'node:os';
import { serialize } from 'node:v8';
import { breathe, fewAtOnce, type FewLimits } from '@kontor/kernel';
import type { VoucherPrinter } from '@kontor/ledger';
import type { InvoicePrinter } from '@kontor/sales';
import type { PrintingTask } from './printing.child.js';
import { processApart, type ProcessApart } from './process-apart.js';

/** What draws documents, for the contexts that have some. */
export type Printer = InvoicePrinter & VoucherPrinter;

/**
 * Fewer than there are processors: a document of a thousand lines takes a second of one. As many draw what is
 * long, and as many what is short, which waits for nothing that is long.
 */
const PROCESSES = Math.max(1, Math.min(2, availableParallelism() - 1));

/**
 * What has more bytes to draw is long. Of any script it takes up to 20 s of a processor, and what has fewer 2
 * at most; an invoice of a hundred lines has fewer.
 */
const SHORT_BYTES_MAX = 65_536;

/** How long a document may take. On a machine with much to do a long one takes ten times what it does. */
const LIMITS = { timeoutMs: 30_000, heapMegabytes: 128, isInBackground: true };

/**
 * Limits for documents that are read from the books and drawn. More are read than drawn at once, so that no
 * drawing process waits for reading. None waits so long that its connection is closed. `insideOfOne` and
 * `waitingOfOne` bound one agreement, so that the long documents of a few agreements leave places for the
 * short ones of others.
 */
export const DOCUMENTS: FewLimits = {
  inside: 4 * PROCESSES,
  insideOfOne: PROCESSES,
  waiting: 12,
  waitingOfOne: 9,
  timeoutMs: 20_000,
};

/**
 * Where a service draws documents: in processes of their own. Threads of ours would share V8's threads with
 * the one that answers, for collecting garbage and compiling, and those cannot be told to stand back: 50
 * documents of 1,000 lines on two cores made one answer of some hundred wait for 36 to 65 ms.
 */
export function printingProcesses(): ProcessApart<Uint8Array, Uint8Array> {
  const [long, short] = [someProcesses(), someProcesses()];
  return {
    run: (task) => (task.length > SHORT_BYTES_MAX ? long : short).run(task),
    close: () => {
      long.close();
      short.close();
    },
  };
}

/** Processes that draw one document each at a time. */
function someProcesses(): ProcessApart<Uint8Array, Uint8Array> {
  const all = Array.from({ length: PROCESSES }, () =>
    processApart<Uint8Array, Uint8Array>('printing.child', LIMITS),
  );
  const free = [...all];
  const oneEach = fewAtOnce({
    inside: PROCESSES,
    waiting: DOCUMENTS.inside,
    timeoutMs: LIMITS.timeoutMs,
  });
  return {
    run: (task) =>
      oneEach(async () => {
        // The process that drew last, since it is warm; idle ones end after a while.
        const one = free.pop() as (typeof all)[number];
        try {
          return await one.run(task);
        } finally {
          free.push(one);
        }
      }),
    close: () => {
      for (const one of all) one.close();
    },
  };
}

/**
 * Draws apart. A task is made bytes at once, in a turn of its own, so that what waits for a process is no
 * tree of 1,000 lines in the heap, and none is copied in the turn that takes the document before it.
 */
export function printerOver({ run }: ProcessApart<Uint8Array, Uint8Array>): Printer {
  const drawn = async (task: PrintingTask): Promise<Uint8Array> => {
    await breathe();
    const bytes = serialize(task);
    await breathe();
    return run(bytes);
  };
  return { invoice: (invoice) => drawn({ invoice }), voucher: (voucher) => drawn({ voucher }) };
}

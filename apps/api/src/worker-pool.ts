import type { Piscina } from 'piscina';
import { Busy } from '@kontor/kernel';
import { moduleBeside } from './module-beside.js';

/** How much of a heavy work is done at once, in each process. Who asks has no more under way. */
export type PoolLimits = {
  readonly threads: number;
  /** How long one may take. What takes longer is given up, with the thread that does it. */
  readonly timeoutMs: number;
  /** The heap of a thread. */
  readonly heapMegabytes: number;
};

/**
 * Does heavy work apart from the event loop and from the threads of libuv, which compress and read
 * files.
 */
export type WorkerPool<In, Out> = {
  /** Throws `Busy` where it took too long. */
  readonly run: (task: In) => Promise<Out>;
  close(): Promise<void>;
};

/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 30_000;

/**
 * Threads that run `work` of a module of this folder, named without its kind.
 * They are started when they are first needed.
 */
export function workerPool<In, Out>(module: string, limits: PoolLimits): WorkerPool<In, Out> {
  const { threads, timeoutMs, heapMegabytes } = limits;
  let pool: Promise<Piscina<In, Out>> | undefined;
  const started = async (): Promise<Piscina<In, Out>> => {
    const { Piscina: Pool } = await import('piscina');
    const made = new Pool<In, Out>({
      filename: moduleBeside(module).href,
      name: 'work',
      minThreads: 0,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS,
      // A thread that waits for its next task by blocking could not be told to end.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    // Who waits for a thread that died is told by a rejection, or by the
    // timeout; one that nobody waits for is none's concern.
    return made.on('error', () => undefined);
  };
  return {
    run: async (task) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        pool ??= started();
        return await (await pool).run(task, { signal: timeout });
      } catch (error) {
        if (timeout.aborted) throw new Busy('a thread did not come to it in time', { cause: error });
        throw error;
      }
    },
    close: async () => (await pool)?.destroy(),
  };
}

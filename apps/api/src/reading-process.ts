import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Busy } from '@kontor/kernel';
import type { LongRead, LongReadDone } from '@kontor/sql';

/** How long a read may take: as long as a server of the MySQL family gives a statement. */
const DEADLINE_MS = 5_000;
/** How long it may take to start: a moment, unless the machine has very much to do. */
const START_MS = 30_000;
/** A process that has had nothing to do for so long ends. */
const IDLE_MS = 30_000;
/** What it may hold of rows that were read; it ends beyond that, alone. */
const HEAP_MEGABYTES = 128;

/** What may be read beside the event loop. */
export type ReadingProcess = {
  /**
   * Reads; to be asked again when it has answered, not before. Rejects with `Busy` where it took too long, or
   * more memory than there is for it: then it has ended.
   */
  readonly run: (read: LongRead) => Promise<LongReadDone>;
  close(): void;
};

/** The module stands beside this one: `.js` where it is built, `.ts` where it runs from source. */
const CHILD = new URL(`./reading.child${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/**
 * Where an embedded database reads what takes long. A process and not a thread: nothing but a signal ends a
 * statement of SQLite halfway, and a thread that is ended or runs out of memory in the middle of one takes
 * the whole process with it (ADR 45). It is started when it is first needed, and knows no secret of ours.
 */
export function readingProcess({ deadlineMs = DEADLINE_MS, idleMs = IDLE_MS } = {}): ReadingProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const begun = (): ChildProcess => {
    const one = started();
    // Also while nobody waits for it. A failure is told to who does, by the end of it.
    return one
      .on('error', () => undefined)
      .once('exit', () => {
        if (child === one) child = undefined;
      });
  };
  return {
    run: async (read) => {
      clearTimeout(idle);
      const isNew = child === undefined;
      const one = (child ??= begun());
      try {
        if (isNew) await told(one, START_MS);
        const done = await told(one, deadlineMs, read);
        idle = setTimeout(end, idleMs).unref();
        return done;
      } catch (error) {
        end();
        throw error;
      }
    },
    close: end,
  };
}

function started(): ChildProcess {
  const child = fork(fileURLToPath(CHILD), {
    execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MEGABYTES}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It keeps nobody from ending: it ends with its channel.
  child.unref();
  child.channel?.unref();
  return child;
}

/** The next thing that it says, after it was told to read where that is given. */
function told(child: ChildProcess, withinMs: number, read?: LongRead): Promise<LongReadDone> {
  return new Promise((resolve, reject) => {
    const settled = (settle: () => void): void => {
      clearTimeout(deadline);
      child.off('message', answered).off('exit', gone).off('error', gone);
      settle();
    };
    const answered = (said: unknown): void => settled(() => resolve(said as LongReadDone));
    const gone = (cause: unknown): void =>
      settled(() => reject(new Busy('the process that reads has ended', { cause })));
    const deadline = setTimeout(() => settled(() => reject(new Busy('a read took too long'))), withinMs);
    child.once('message', answered).once('exit', gone).once('error', gone);
    if (read === undefined) return;
    child.send(read, (error) => {
      if (error !== null) gone(error);
    });
  });
}

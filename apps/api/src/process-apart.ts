import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Busy } from '@kontor/kernel';
import { putInBackground } from './in-background.js';
import { moduleBeside } from './module-beside.js';

/** How long one may take to start: a moment, unless the machine has very much to do. */
const START_MS = 30_000;
/** One that has had nothing to do for so long ends. */
const IDLE_MS = 30_000;

/** How much of a process is had for one piece of work. */
export type ApartLimits = {
  /** How long a piece may take, once the process has started. */
  readonly timeoutMs: number;
  /** Its heap; it ends beyond that, alone. */
  readonly heapMegabytes: number;
  /** Whether answers go before its work: it has a tenth of their weight. */
  readonly isInBackground?: boolean;
};

/** A process of our own that does one piece of work after the other. */
export type ProcessApart<In, Out> = {
  /**
   * Does a piece; to be asked again when it has answered, not before. Rejects with `Busy` where it took too
   * long, or more memory than there is for it: then the process has ended, and the next piece starts another.
   */
  readonly run: (task: In) => Promise<Out>;
  close(): void;
};

/**
 * A process that does what a module of this folder does, named without its kind (`serveApart`). It is started
 * when it is first needed, knows no secret of ours, and ends with us.
 */
export function processApart<In, Out>(
  module: string,
  { timeoutMs, heapMegabytes, isInBackground = false }: ApartLimits,
): ProcessApart<In, Out> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const begun = (): ChildProcess => {
    const one = started(module, heapMegabytes);
    // Before it compiles its modules, so that this takes no time from answers either.
    if (isInBackground) putInBackground(one);
    // Also while nobody waits for it. A failure is told to who does, by the end of it.
    return one
      .on('error', () => undefined)
      .once('exit', () => {
        if (child === one) child = undefined;
      });
  };
  return {
    run: async (task) => {
      clearTimeout(idle);
      const isNew = child === undefined;
      const one = (child ??= begun());
      let said: Said<Out>;
      try {
        if (isNew) await told(one, START_MS);
        said = await told<Said<Out>>(one, timeoutMs, { task });
      } catch (error) {
        end();
        throw error;
      }
      idle = setTimeout(end, IDLE_MS).unref();
      if ('failed' in said) throw new Error(said.failed);
      return said.done;
    },
    close: end,
  };
}

/** What a process says of a piece of work. */
type Said<Out> = { readonly done: Out } | { readonly failed: string };
type Told<In> = { readonly task: In };

/**
 * The main loop of such a process: it does each task that arrives over its channel, answers it, and ends when
 * the channel closes.
 */
export function serveApart<In, Out>(work: (task: In) => Promise<Out>): void {
  process.on('message', ({ task }: Told<In>) => {
    work(task).then(
      (done) => process.send?.({ done }),
      (error: unknown) => process.send?.({ failed: String(error) }),
    );
  });
  // It lives as long as its channel, whatever else was loaded into it.
  process.channel?.ref();
  // Whoever has started it waits for this: how long a start takes is no part of the work.
  process.send?.('ready');
}

function started(module: string, heapMegabytes: number): ChildProcess {
  const child = fork(fileURLToPath(moduleBeside(module)), {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMegabytes}`],
    env: {},
    serialization: 'advanced',
    // A terminal tells Ctrl-C to all of our group: this one goes on with what we finish before we end.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // It keeps nobody from ending: it ends with its channel.
  child.unref();
  child.channel?.unref();
  return child;
}

/** The next thing that it says, after it was told of a piece of work where that is given. */
function told<A>(child: ChildProcess, withinMs: number, task?: Told<unknown>): Promise<A> {
  return new Promise((resolve, reject) => {
    const settled = (settle: () => void): void => {
      clearTimeout(late);
      child.off('message', answered).off('exit', gone).off('error', gone);
      settle();
    };
    const answered = (said: unknown): void => settled(() => resolve(said as A));
    const gone = (cause: unknown): void =>
      settled(() => reject(new Busy('a process beside this one has ended', { cause })));
    const late = setTimeout(
      () => settled(() => reject(new Busy('a process beside this one took too long'))),
      withinMs,
    );
    child.once('message', answered).once('exit', gone).once('error', gone);
    if (task === undefined) return;
    child.send(task, (error) => {
      if (error !== null) gone(error);
    });
  });
}

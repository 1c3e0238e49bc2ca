import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process that a run has started. */
export type SupervisedProcess = {
  readonly name: string;
  readonly pid: number;
  /** What it says. */
  readonly log: string;
  /** Its exit status when it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  kill(signal: NodeJS.Signals): void;
};

/** A program, and what it is started with. */
export type Started = {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** How long what was started may take to end by itself. */
const FAREWELL_MS = 10_000;

/**
 * Keeps what a run has started, so that all of it ends with the run: processes, each by its own id, and the
 * folder. It also does when this process ends otherwise, but for SIGKILL.
 */
export class Supervisor {
  readonly folder: string;
  readonly #children: SupervisedProcess[] = [];
  #isEnding = false;
  readonly #atExit = (): void => this.#endAtOnce();

  private constructor(folder: string) {
    this.folder = folder;
    process.on('exit', this.#atExit);
  }

  static async create(): Promise<Supervisor> {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-cluster-'));
    // The database servers run as a user of their own.
    await chmod(folder, 0o755);
    return new Supervisor(folder);
  }

  /** Starts a process in a group of its own, so that Ctrl-C reaches us and not it. */
  start(name: string, { command, args, environment = {} }: Started): SupervisedProcess {
    if (this.#isEnding) throw new Error(`${name} is not started: the run is ending`);
    const log = join(this.folder, `${name}.log`);
    const out = openSync(log, 'a');
    const { PATH, HOME } = process.env;
    const child = spawn(command, args, {
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', out, out],
      detached: true,
    });
    closeSync(out);
    const started: SupervisedProcess = {
      name,
      pid: child.pid ?? 0,
      log,
      ended: endOf(child),
      isRunning: () => child.exitCode === null && child.signalCode === null && child.pid !== undefined,
      kill: (signal) => void child.kill(signal),
    };
    this.#children.push(started);
    return started;
  }

  /** Ends all that was started, latest first, and removes the folder unless it is to be looked at. */
  async end({ keepsFolder = false } = {}): Promise<void> {
    this.#isEnding = true;
    const running = this.#children.filter((child) => child.isRunning()).reverse();
    for (const child of running) child.kill('SIGTERM');
    const late = setTimeout(
      () => running.forEach((child) => child.isRunning() && child.kill('SIGKILL')),
      FAREWELL_MS,
    );
    await Promise.all(running.map(({ ended }) => ended));
    clearTimeout(late);
    process.off('exit', this.#atExit);
    if (!keepsFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  #endAtOnce(): void {
    for (const child of this.#children) if (child.isRunning()) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve(status));
    child.once('error', () => resolve(null));
  });
}

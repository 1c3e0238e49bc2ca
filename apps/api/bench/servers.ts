import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../src/index.js';
import { Connection } from './connection.js';
import type { Tokens } from './load.js';
import { residentMib } from './process-figures.js';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One of the two that are compared. */
export type Side = 'service' | 'floor';
export const SIDES: readonly Side[] = ['service', 'floor'];

/** How to start a side, and how to see that it serves. */
export type Start = {
  readonly side: Side;
  /** What Node is to run. */
  readonly program: readonly string[];
  readonly databaseUrl: string;
  readonly tokens: Tokens;
  /** Answered with 200 as soon as it serves. */
  readonly path: string;
  /** Settings that differ from those of all others. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** A server that answers. */
export type Running = {
  readonly side: Side;
  readonly port: number;
  readonly pid: number;
  /** From its start to its first 200. */
  readonly startMs: number;
  /** Resident then; undefined where it is not known. */
  readonly startMib: number | undefined;
  stop(): Promise<void>;
};

/** The address in every link of both sides, so that their bytes can be compared. */
export const BASE_URL = 'http://bench.example';
const POOL = '8';
const POLL_MS = 5;
const START_MAX_MS = 60_000;
const STOP_MAX_MS = 5000;

const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ALL_CORES = `0-${availableParallelism() - 1}`;

/** Both cores can be had for our own: then the servers take one and the load the other. */
export const isPinned =
  availableParallelism() > 1 &&
  [SERVER_CORE, LOAD_CORE].every((core) => spawnSync('taskset', ['-c', String(core), 'true']).status === 0);

/**
 * Starts a side and waits for its first 200. Throws when it ends or does not answer in time. `own`: its links
 * lead to itself, for a client that follows them.
 */
export async function startServer(
  { side, program, databaseUrl, tokens, path, environment = {} }: Start,
  links: 'shared' | 'own' = 'shared',
): Promise<Running> {
  const port = await freePort('127.0.0.1');
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: POOL,
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: links === 'own' ? `http://127.0.0.1:${port}` : BASE_URL,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    WORKERS: '1',
    ...environment,
  };
  const began = performance.now();
  // Several workers have the cores of the machine to themselves, but for what the load takes of one.
  const core = env.WORKERS === '1' ? SERVER_CORE : ALL_CORES;
  const child = spawnNode(core, program, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => (said = `${said}${bytes.toString()}`.slice(-2000)));
  const probe =
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `X-AppSecretToken: ${tokens.appToken}\r\nX-AgreementGrantToken: ${tokens.grantToken}\r\n\r\n`;
  for (;;) {
    const status = await statusOf(port, probe);
    const startMs = performance.now() - began;
    const pid = child.pid ?? 0;
    const stop = (): Promise<void> => stopChild(child);
    if (status === 200) return { side, port, pid, startMs, startMib: residentMib(pid), stop };
    if (child.exitCode !== null || child.signalCode !== null || startMs > START_MAX_MS) {
      await stop();
      throw new Error(`the ${side} does not serve (${status ?? 'no answer'}):\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Starts the process that asks. */
export function startLoad(): ChildProcess {
  const file = join(root, 'apps/api/bench/load.ts');
  const program = ['--import', 'tsx', '--conditions=@kontor/source', file];
  return spawnNode(LOAD_CORE, program, { env: process.env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** What runs Node with these arguments where the load runs. */
export function clientCommand(program: readonly string[]): readonly string[] {
  return commandOn(LOAD_CORE, program);
}

function commandOn(core: number | string, program: readonly string[]): readonly string[] {
  return [...(isPinned ? ['taskset', '-c', String(core)] : []), process.execPath, ...program];
}

type Spawning = {
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: ('ignore' | 'inherit' | 'pipe' | 'ipc')[];
};

function spawnNode(
  core: number | string,
  program: readonly string[],
  { env, stdio }: Spawning,
): ChildProcess {
  const [command = '', ...args] = commandOn(core, program);
  const child = spawn(command, args, { cwd: root, env, stdio });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** What was started and has not ended. */
const children = new Set<ChildProcess>();

/** Ends everything that was started here. */
export async function stopAll(): Promise<void> {
  await Promise.all([...children].map(stopChild));
}

/** The status of one answer; undefined when there is none. */
function statusOf(port: number, text: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const connection = new Connection(port, {
      onAnswer: (status) => {
        connection.close();
        resolve(status);
      },
      onBroken: () => resolve(undefined),
    });
    connection.send(text);
  });
}

/** Asks a process of ours to end, and ends it when it does not. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MAX_MS);
  await gone;
  clearTimeout(late);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../../..');
const FROM_SOURCE = ['--import', 'tsx', '--conditions=@kontor/source'];

/** The service as users run it: a process of its own, spoken to over HTTP only. */
export type RunningService = {
  readonly address: string;
  /** Runs the `kontor` command on the same database and gives what it printed. */
  kontor(...words: readonly string[]): Promise<string>;
  stop(): Promise<number>;
};

/** Starts the service on a database. */
export async function startProcess(databaseUrl: string): Promise<RunningService> {
  const environment = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [...FROM_SOURCE, join(ROOT, 'apps/api/src/main.ts')], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await addressOf(child);
  return {
    address,
    kontor: (...words) => printedBy(words, { ...environment, BASE_URL: address }),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    },
  };
}

/** A folder for an embedded database, and how to remove it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'kontor-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The address in the first event that the service logs. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null) throw new Error('the service has no output');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, address } = JSON.parse(line) as { msg: string; address?: string };
    if (msg === 'listening' && address !== undefined) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error(`the service did not start: ${complaint}`);
}

async function printedBy(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [...FROM_SOURCE, join(ROOT, 'apps/kontor/src/main.ts'), ...words], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error(`kontor ${words.join(' ')} ended with ${code}`);
  return printed;
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtProgram, filledAlike, oncePerRun } from '@kontor/conformance';

const ROOT = join(import.meta.dirname, '../../..');
const SERVICE = join(ROOT, 'apps/api/dist/bundle/main.js');
const COMPILER = join(ROOT, 'node_modules/.bin/tsgo');

/** The service as users run it: built, on plain Node, in a process of its own, spoken to over HTTP only. */
export type RunningService = {
  readonly address: string;
  /**
   * Runs the `kontor` command on the same database and gives what it printed: in this process, as one of its
   * own costs a second of a processor. That it is built and starts is what its own tests are for.
   */
  kontor(...words: readonly string[]): Promise<string>;
  stop(): Promise<number>;
};

/** Starts the service on a database; `changes`: variables of its environment. */
export async function startProcess(
  databaseUrl: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  await built();
  await filledAlike(databaseUrl, 'started', async (url) => {
    await (await startedProcess(url, {})).stop();
  });
  return startedProcess(databaseUrl, changes);
}

async function startedProcess(
  databaseUrl: string,
  changes: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const environment = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'info', ...changes };
  const child = spawn(process.execPath, [SERVICE], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await addressOf(child);
  return {
    address,
    kontor: (...words) => printedBy(words, { BASE_URL: address, ...environment }),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    },
  };
}

/** Builds what is older than its sources: the service, the command and the SDK. Once in a run of tests. */
export async function built(): Promise<void> {
  await builtProgram('apps/api');
  await builtProgram('apps/kontor');
  await oncePerRun('compiled-sdk', () => ran(COMPILER, '-b', 'libs/sdk/tsconfig.lib.json'));
}

function ran(program: string, ...args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: ROOT }, (error, printed) => {
      if (error === null) resolve();
      else reject(new Error(`the build failed: ${printed}`, { cause: error }));
    });
  });
}

/** A folder for an embedded database, and how to remove it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'kontor-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Pino's numbers of what is an error, or worse. */
const IS_ERROR = /^\{"level":[56]0,/;

/** A defect is to be seen in the report of a test, also where its page only names the line of the log. */
function told(line: string): void {
  if (IS_ERROR.test(line)) console.error(`the service logged ${line}`);
}

/** The address in the first event that the service logs. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null || child.stderr === null) throw new Error('the service has no output');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, address } = JSON.parse(line) as { msg: string; address?: string };
    if (msg === 'listening' && address !== undefined) {
      createInterface({ input: child.stdout }).on('line', told);
      return address;
    }
    complaint += `${line}\n`;
  }
  throw new Error(`the service did not start: ${complaint}`);
}

async function printedBy(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  // Loaded when it is asked for: it is most of the service.
  const { CHEAP_ABILITIES, kontor } = await import('@kontor/command');
  let printed = '';
  let said = '';
  const terminal = {
    out: (text: string) => void (printed += text),
    err: (text: string) => void (said += text),
  };
  const status = await kontor(words, environment, terminal, CHEAP_ABILITIES);
  if (status !== 0) throw new Error(`kontor ${words.join(' ')} ended with ${status}: ${said}${printed}`);
  return printed;
}

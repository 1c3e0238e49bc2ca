import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '@kontor/conformance';

const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = join(ROOT, 'apps/api/dist/bundle/main.js');

/**
 * The service as a process of its own, built and bundled, as users run it: from 1,200 compiled files it takes
 * twice the processor time to start, and three times as much to refuse its configuration.
 */
export type ServiceProcess = {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly said: { out: string; err: string };
  /** Its first words, or undefined when it ended without them. */
  readonly listening: Promise<Listening | undefined>;
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
};

/** The first event of its log. */
export type Listening = { readonly address: string; readonly database: string; readonly curl: string };

/**
 * Starts the service with this environment and nothing else of ours; `detached`: as the first of a group of
 * processes, as a terminal does, so that a signal may be sent to all of it. `typed`: behind the program.
 * `uid`: of the user that it runs as, which root may choose. `out`: a file that it writes to.
 */
export function serviceProcess(
  environment: Readonly<Record<string, string>>,
  {
    detached = false,
    typed = [],
    uid,
    out = 'pipe',
  }: {
    readonly detached?: boolean;
    readonly typed?: readonly string[];
    readonly uid?: number | undefined;
    readonly out?: number | 'pipe';
  } = {},
): ServiceProcess {
  const child = spawn(process.execPath, [MAIN, ...typed], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...environment },
    stdio: ['ignore', out, 'pipe'],
    detached,
    ...(uid !== undefined && { uid }),
  });
  const said = { out: '', err: '' };
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const listening = new Promise<Listening | undefined>((resolve) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      said.out += bytes.toString();
      const line = said.out.split('\n').find((one) => one.includes('"msg":"listening"') && one.endsWith('}'));
      if (line !== undefined) resolve(JSON.parse(line) as Listening);
    });
    void ended.then(() => resolve(undefined));
  });
  child.stderr?.on('data', (bytes: Buffer) => {
    said.err += bytes.toString();
  });
  return { child, said, listening, ended };
}

/** Builds what is older than its sources, and bundles it, once in a run of the tests. */
before(async function () {
  this.timeout(150_000);
  await builtProgram('apps/api');
});

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../src/index.js';
import { root } from '../servers.js';

/** What the event loop and the memory of a service were since it was last asked to forget. */
export type Held = {
  /** The longest turn of the event loop, in processor time. */
  readonly processorMs: number;
  readonly clockMs: number;
  readonly mostMib: number;
  readonly nowMib: number;
};

/** Whose tokens a request has. */
export type Somebody = { readonly headers: Readonly<Record<string, string>> };

/** The built service as a process with a small heap, which is watched while it is attacked. */
export type Attacked = {
  readonly port: number;
  readonly child: ChildProcess;
  readonly databaseUrl: string;
  somebody(): Somebody;
  /** What was held while this was done. */
  during(work: () => Promise<unknown>): Promise<Held>;
  stop(): Promise<void>;
};

const HEAP_MIB = 256;
const METER = new URL('meter.mjs', import.meta.url).href;

/** Starts the built service on a database, which it prepares. */
export async function attacked(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Attacked> {
  const port = await freePort('127.0.0.1');
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
    ...more,
  };
  const flags = [`--max-old-space-size=${HEAP_MIB}`, '--import', METER];
  const child = spawn(process.execPath, [...flags, join(root, 'apps/api/dist/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  const keep = (bytes: Buffer): void => void (said = `${said}${bytes.toString()}`.slice(-3_000));
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  for (let tries = 0; !said.includes('"listening"'); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`the service does not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.on('exit', (code, signal) => {
    if (signal !== 'SIGTERM' && code !== 0)
      console.error(`THE SERVICE HAS ENDED: ${code} ${signal}\n${said}`);
  });
  const tell = async (): Promise<Held> => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service is dead: ${said}`);
    child.send('tell');
    const [held] = (await once(child, 'message', { signal: AbortSignal.timeout(60_000) })) as [Held];
    return held;
  };
  return {
    port,
    child,
    databaseUrl,
    somebody: () => {
      const text = execFileSync(
        process.execPath,
        [
          join(root, 'apps/kontor/dist/main.js'),
          'sandbox',
          '--modules',
          'inventory,dimension,projects,internationalLedger',
        ],
        { env: { ...process.env, DATABASE_URL: databaseUrl }, encoding: 'utf8' },
      );
      const made = JSON.parse(text.slice(text.indexOf('{'))) as Record<string, string>;
      return {
        headers: {
          'X-AppSecretToken': made['appSecretToken'] ?? '',
          'X-AgreementGrantToken': made['agreementGrantToken'] ?? '',
        },
      };
    },
    during: async (work) => {
      await tell();
      child.send('forget');
      await work();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return tell();
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 12_000);
      await gone;
      clearTimeout(late);
    },
  };
}

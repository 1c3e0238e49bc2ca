import cluster, { type Worker } from 'node:cluster';
import type { Config } from './config.js';
import { shownDatabase } from './config.js';
import { compose } from './compose.js';
import { flushLog, logger } from './log.js';
import { isDenied, reasonOf } from './reason-of.js';
import { freePort, prepare, serve, type Serving } from './serve.js';
import { beginYoung, boundGrowth, letGrow } from './sparing-memory.js';

/**
 * Runs the service until it is told to stop: in this process, or in several that share the port (WORKERS).
 */
export async function run(given: Config): Promise<void> {
  let config = given;
  boundGrowth();
  beginYoung();
  try {
    if (given.port === 0) config = await onFreePort(given);
    if (cluster.isWorker) await work(config);
    else if (config.workers > 1) await lead(config);
    else await alone(config);
  } catch (error) {
    process.stderr.write(`Kontor does not start: ${sentenceOf(error, config)}\n`);
    process.exit(1);
  }
}

async function onFreePort(config: Config): Promise<Config> {
  const port = await freePort(config.host);
  const baseUrl = config.baseUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.baseUrl;
  return { ...config, port, baseUrl };
}

async function alone(config: Config): Promise<void> {
  endingWith(await serve(config));
  letGrow();
  welcome(config);
}

async function work(config: Config): Promise<void> {
  endingWith(await serve(config, { prepared: true }));
  letGrow();
}

/** After a restore the process ends with status 1, so that whatever watches over it starts it anew. */
function endingWith({ stop, restored }: Serving): void {
  const end = onStop(stop);
  void restored.then(() => end(1));
}

/** So long is waited before another worker takes the place of one that died. */
const REPLACE_AFTER_MS = 1_000;

/** Prepares the database once, then lets workers serve; one that dies is replaced. */
async function lead(config: Config): Promise<void> {
  const log = logger(config.logLevel);
  const service = await compose(config);
  try {
    await prepare(service, log);
  } finally {
    await service.close();
  }
  // Asked here, where it is told once: a worker that cannot have a port would only die.
  await freePort(config.host, config.port);
  if (config.metricsPort !== undefined) await freePort(config.host, config.metricsPort);
  const environment = { PORT: String(config.port), BASE_URL: config.baseUrl };
  let stopping = false;
  const replace = (worker: Worker, code: number, signal: string): void => {
    if (stopping) return;
    log.error({ worker: worker.process.pid, code, signal }, 'worker died; another takes its place');
    setTimeout(() => stopping || beginWorker(environment), REPLACE_AFTER_MS);
  };
  const workers = Array.from({ length: config.workers }, () => beginWorker(environment));
  await Promise.all(workers.map(listeningWorker));
  cluster.on('exit', replace);
  onStop(async () => {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      running.map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  });
  welcome(config);
}

/**
 * Starts a worker process. The main process hands it connections, and Node closes the copy in the main
 * process only when the worker acknowledges that it has taken one. Where a worker ends before that (busy, or
 * out of memory), the connection would stay open for good and its client would wait. So the connections that
 * no worker has acknowledged are closed here; those that a worker gave back go to another one.
 */
function beginWorker(environment: Readonly<Record<string, string>>): Worker {
  const worker = cluster.fork(environment);
  const unacknowledged = new Map<unknown, Closable>();
  worker.process.send = new Proxy(worker.process.send, {
    apply: (send, of, given: readonly [{ readonly seq?: unknown }?, ...unknown[]]): unknown => {
      const [message, connection] = given;
      if (isClosable(connection)) unacknowledged.set(message?.seq, connection);
      return Reflect.apply(send, of, given);
    },
  });
  worker.process.on('internalMessage', ({ ack }: { readonly ack?: unknown }) => unacknowledged.delete(ack));
  // What it has answered may be read after it has ended.
  const close = (): void => unacknowledged.forEach((connection) => connection.close());
  worker.once('exit', () => setTimeout(close, REPLACE_AFTER_MS));
  return worker;
}

type Closable = { close(): void };

function isClosable(given: unknown): given is Closable {
  return typeof given === 'object' && given !== null && 'close' in given;
}

/** Resolves when a worker listens; one that dies before has said why. */
function listeningWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const fail = (code: number): void => process.exit(code || 1);
    worker.once('exit', fail);
    worker.once('listening', () => {
      worker.off('exit', fail);
      resolve();
    });
  });
}

/**
 * SIGTERM and SIGINT: stop accepting, finish what runs, exit 0 (running.md).
 * Gives what does the same with another status.
 */
function onStop(stop: () => Promise<void>): (status: number) => void {
  let stopping = false;
  const once = (status: number): void => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => {
        flushLog();
        process.exit(status);
      },
      (error: unknown) => {
        flushLog();
        process.stderr.write(
          `Kontor did not stop cleanly: ${error instanceof Error ? error.message : 'unknown'}\n`,
        );
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => once(0));
  process.on('SIGINT', () => once(0));
  return once;
}

/**
 * The first words on the terminal. Standard output carries JSON lines only, so the words for people go to
 * standard error and the same facts are logged.
 */
function welcome(config: Config): void {
  const { baseUrl, databaseUrl, workers, logLevel } = config;
  const database = shownDatabase(databaseUrl);
  const address = reachedAt(config);
  const curl = `curl '${address}/products?demo=true'`;
  const portal = `${address}/portal`;
  const explorer = `${address}/explorer`;
  const links =
    address === baseUrl ? '' : `  links      begin with ${baseUrl}, where nothing listens: set BASE_URL\n`;
  logger(logLevel).info({ address, database, workers, curl, explorer, portal }, 'listening');
  process.stderr.write(`
  Kontor is listening on ${address}
  database   ${database}
  try        ${curl}
  explore    ${explorer}
  sign up    ${portal}
${links}
`);
}

/** What is listened on where `http://localhost` leads to: the usual address, and all of them. */
const AT_LOCALHOST: readonly string[] = ['localhost', '127.0.0.1', '0.0.0.0', '::'];

/** Where a person on this machine reaches the service: where nobody said so, what is listened on. */
function reachedAt({ baseUrl, host, port }: Config): string {
  if (baseUrl !== `http://localhost:${port}` || AT_LOCALHOST.includes(host)) return baseUrl;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One sentence about why the service cannot start, without a password in it. */
function sentenceOf(error: unknown, { port, metricsPort, host, databaseUrl }: Config): string {
  const { code, port: asked } = error as Partial<ListenError>;
  const variable = asked === metricsPort && asked !== port ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') return `port ${asked} on ${host} is in use; choose another with ${variable}.`;
  // A file may be refused too, and then there is no port.
  if (code === 'EACCES' && asked !== undefined)
    return `port ${asked} on ${host} may not be used by this user; choose another with ${variable}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is no address of this machine.`;
  const fact = error instanceof Error && error.cause instanceof Error ? `${error.message}: ` : '';
  const database = shownDatabase(databaseUrl);
  const told = isDenied(error) ? 'the database refuses its user: ' : fact;
  return `${`${told}${reasonOf(error)}`.replaceAll(databaseUrl, database)} (database ${database}).`;
}

/** `port`: which port nobody can listen on. */
type ListenError = NodeJS.ErrnoException & { readonly port: number };

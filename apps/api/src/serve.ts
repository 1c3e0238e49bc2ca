import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { httpServer, type Observation } from '@kontor/http';
import { timestampOf } from '@kontor/kernel';
import type { Database } from '@kontor/sql';
import { compose, type Service } from './compose.js';
import type { Config } from './config.js';
import { health, READING } from './health.js';
import { logger, logRequests } from './log.js';
import { metrics, METRICS_TYPE } from './metrics.js';
import { loadedTracer } from './tracer.js';
import { seedDemo } from './seed/demo.js';

/**
 * How long what runs may take to finish when nobody is let in any more: a
 * stop takes 10 s at most, with the usual 250 ms to drain.
 */
const FINISH_MS = 9_700;
/** So long a stop takes at most, and closing the database at least so long of it: one may not answer. */
const STOP_MS = 10_000;
const CLOSE_LEAST_MS = 300;
/** So soon a restore is noticed where nobody writes. */
const RESTORE_NOTICED_MS = 1_000;
const PRUNE_EVERY_MS = 600_000;
const DAY_MS = 86_400_000;
/** Amendment 139: at least 24 hours. */
const KEYS_LIVE_MS = 26 * 3_600_000;

/** A service that listens, and how to stop it. */
export type Serving = {
  readonly service: Service;
  readonly server: Server;
  /**
   * Resolves when the database was restored: this process answers nothing any
   * more, and is to be started anew.
   */
  readonly restored: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Brings the database up to date and makes the demo agreement. `log`: told where a later version has migrated
 * it, which keeps none from serving: replicas of both run side by side while one replaces the other.
 */
export async function prepare({ database, webhooks }: Service, log?: Logger): Promise<void> {
  const migrations = await database.migrate();
  if (migrations.length > 0)
    log?.warn({ migrations }, 'the database has migrations that this version does not know');
  // Within a unit of work nobody else writes on SQLite: the key must be there before.
  await webhooks.safe();
  await seedDemo(database, () => new Date());
}

/** Composes the service and listens. `prepared`: another process has prepared the database already. */
export async function serve(config: Config, { prepared = false } = {}): Promise<Serving> {
  const log = logger(config.logLevel);
  const logRequest = logRequests(log);
  const numbers = metrics();
  const observe = (observation: Observation): void => {
    logRequest(observation);
    numbers.observe(observation);
  };
  const stopping = { isStopping: false };
  const text = async (database: Database): Promise<string> => {
    // While the database is away the rest is told all the same.
    const deliveries = await service.deliverer.load().catch(() => undefined);
    return numbers.text(database.load(), service.admission.queue.load, deliveries);
  };
  const service: Service = await compose(config, {
    observe,
    tracer: loadedTracer(),
    outside: (database) =>
      health({
        whyNotReady: async () =>
          stopping.isStopping ? new Error('the process was told to stop') : database.whyNotReady(),
        ...(config.metricsPort === undefined && { metrics: () => text(database) }),
      }),
  });
  const server = httpServer(service.app, { observe, admission: service.admission, baseUrl: config.baseUrl });
  const metricsServer =
    config.metricsPort === undefined ? undefined : metricsOnly(() => text(service.database));
  try {
    await (prepared ? service.webhooks.safe() : prepare(service, log));
    // Read before anything is answered and remembered: a restore may come within the first second.
    await service.database.wasRestored();
    await listening(server, config);
    if (metricsServer !== undefined)
      await listening(metricsServer, { ...config, port: config.metricsPort ?? 0 });
  } catch (error) {
    await service.close();
    throw error;
  }
  service.deliverer.start();
  const { database } = service;
  const pruning = setInterval(() => {
    const olderThan = timestampOf(new Date(Date.now() - KEYS_LIVE_MS));
    const failed = (err: unknown): void => log.warn({ err }, 'pruning failed');
    database.pruneIdempotencyKeys(olderThan).catch(failed);
    database.pruneOrphanedBytes(olderThan).catch(failed);
    const events = timestampOf(new Date(Date.now() - config.eventDays * DAY_MS));
    database.pruneEvents(events).catch(failed);
  }, PRUNE_EVERY_MS);
  pruning.unref();
  const watch = watchForRestore(database);
  void watch.restored.then(() =>
    log.error('the database was restored or its file taken away: this process must be started anew'),
  );
  const stopServing = stopper(server, service, config.drainMs);
  return {
    service,
    server,
    restored: watch.restored,
    stop: () => {
      stopping.isStopping = true;
      database.events.end();
      watch.end();
      clearInterval(pruning);
      metricsServer?.close();
      // What is sent to receivers has as long to end as what is answered.
      void service.deliverer.close();
      return stopServing();
    },
  };
}

/** Looks again and again whether the database was restored under this process. */
function watchForRestore({ wasRestored }: Database): { readonly restored: Promise<void>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const restored = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      // A database that is out of reach is asked again.
      wasRestored().then(
        (was) => was && resolve(),
        () => undefined,
      );
    }, RESTORE_NOTICED_MS);
    timer.unref();
  });
  const end = (): void => clearInterval(timer);
  void restored.then(end);
  return { restored, end };
}

/** A server that tells the metrics and nothing else, for a port that only operators reach. */
function metricsOnly(text: () => Promise<string>): Server {
  return createHttpServer((request, response) => {
    const { method = '', url } = request;
    if (url !== '/-/metrics') return void response.writeHead(404).end();
    if (!READING.includes(method)) return void response.writeHead(405, { Allow: READING.join(', ') }).end();
    text().then(
      (body) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(body),
      () => response.writeHead(500).end(),
    );
  });
}

function listening(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/**
 * Stops accepting, lets what runs finish, closes the database (running.md). First every answer ends
 * its connection, also one that is under way, so that no client sends its next request on one that is about
 * to be closed, and a balancer has time to see that this one is not ready any more.
 */
function stopper(server: Server, service: Service, drainMs: number): () => Promise<void> {
  const connections = openConnections(server);
  return async () => {
    const began = performance.now();
    connections.endWithAnswer();
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => {
      server.closeIdleConnections();
      connections.closeStalled();
    }, 100);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    const left = STOP_MS - (performance.now() - began);
    await within(Math.max(CLOSE_LEAST_MS, left), service.close());
  };
}

/** Rejects when the service is not closed by then: the process ends all the same. */
async function within(ms: number, closing: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('the database could not be closed in time')), ms);
  });
  await Promise.race([closing, over]).finally(() => clearTimeout(late));
}

/**
 * Who has begun a request and sends nothing more of it for so long is not waited for at a stop, nor longer
 * who has the answer and still sends.
 */
const STALLED_MS = 2_000;

/**
 * A connection: how much of it was read when it was looked at, and since when it is as much; what is answered
 * on it, and whether only the rest of an answered body comes. Not in a map of its own, which would leave
 * requests behind (`RunningAnswers`).
 */
type Connected = { read: number; since: number; answer: ServerResponse | undefined; isRest: boolean };

/** The connections of a server, of which a stop ends some. */
type OpenConnections = {
  /** What is answered now, and has not begun to be sent, says that its connection ends. */
  endWithAnswer(): void;
  /** Closes connections of half a request, when asked again and again; not those that are served. */
  closeStalled(): void;
};

function openConnections(server: Server): OpenConnections {
  const sockets = new Map<Socket, Connected>();
  server.on('connection', (socket) => {
    sockets.set(socket, { read: -1, since: 0, answer: undefined, isRest: false });
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const connected = sockets.get(request.socket);
    if (connected === undefined) return;
    connected.answer = response;
    connected.isRest = false;
    response.on('close', () => {
      if (connected.answer !== response) return;
      connected.answer = undefined;
      connected.isRest = !request.complete;
    });
  });
  return {
    endWithAnswer: () => {
      for (const { answer } of sockets.values()) {
        if (answer?.headersSent === false) answer.setHeader('Connection', 'close');
      }
    },
    closeStalled: () => {
      const now = performance.now();
      for (const [socket, seen] of sockets) {
        const isComing = seen.read !== socket.bytesRead && !(seen.isRest && seen.read >= 0);
        if (isComing || seen.answer?.req.complete === true) {
          seen.read = socket.bytesRead;
          seen.since = now;
        } else if (now - seen.since >= STALLED_MS) socket.destroy();
      }
    },
  };
}

/**
 * A port that is free now, for `PORT=0`: links need it before anybody
 * listens. Rejects when a given one is not.
 */
export function freePort(host: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

import type { Server } from 'node:http';
import { createServer } from 'node:net';
import { httpServer, type Observation } from '@kontor/http';
import { timestampOf } from '@kontor/kernel';
import { compose, type Service } from './compose.js';
import type { Config } from './config.js';
import { health } from './health.js';
import { logger, logRequests } from './log.js';
import { metrics } from './metrics.js';
import { loadedTracer } from './tracer.js';
import { seedDemo } from './seed/demo.js';

/** How long what runs may take to finish when nobody is let in any more: a stop takes 10 s at most, with the usual 250 ms to drain. */
const FINISH_MS = 9_700;
const PRUNE_EVERY_MS = 600_000;
/** Amendment 139: at least 24 hours. */
const KEYS_LIVE_MS = 26 * 3_600_000;

/** A service that listens, and how to stop it. */
export type Serving = { readonly service: Service; readonly server: Server; stop(): Promise<void> };

/** Brings the database up to date and makes the demo agreement. */
export async function prepare({ database }: Service): Promise<void> {
  await database.migrate();
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
  const service = await compose(config, {
    observe,
    tracer: loadedTracer(),
    outside: (database) =>
      health({
        isReady: async () => !stopping.isStopping && (await database.isReady()),
        metrics: () => numbers.text(database.load()),
      }),
  });
  const server = httpServer(service.app, { observe });
  try {
    if (!prepared) await prepare(service);
    await listening(server, config);
  } catch (error) {
    await service.close();
    throw error;
  }
  const { database } = service;
  const pruning = setInterval(() => {
    const olderThan = timestampOf(new Date(Date.now() - KEYS_LIVE_MS));
    database.pruneIdempotencyKeys(olderThan).catch((err: unknown) => log.warn({ err }, 'pruning failed'));
  }, PRUNE_EVERY_MS);
  pruning.unref();
  const stopServing = stopper(server, service, config.drainMs);
  return {
    service,
    server,
    stop: () => {
      stopping.isStopping = true;
      clearInterval(pruning);
      return stopServing();
    },
  };
}

function listening(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/**
 * Stops accepting, lets what runs finish, closes the database (running.md). First every answer ends its connection, so that no client sends
 * its next request on one that is about to be closed, and a balancer has time to see that this one is not ready any more.
 */
function stopper(server: Server, service: Service, drainMs: number): () => Promise<void> {
  return async () => {
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    const late = setTimeout(() => server.closeAllConnections(), FINISH_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    await service.close();
  };
}

/** A port that is free now, for `PORT=0`: links need it before anybody listens. Rejects when a given one is not. */
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

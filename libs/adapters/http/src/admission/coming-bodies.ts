import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ChunkedRequest } from './chunked-request.js';
import { stopParsing } from './connection-turns.js';

/** What a body must keep to, and how often it is looked whether it does. */
export type PaceLimits = {
  readonly requestTimeoutMs: number;
  readonly bodyBytesPerSecondMin: number;
  readonly refusedBodyMs: number;
  readonly refusedBodyBytesMax: number;
  readonly connectionsCheckingIntervalMs: number;
};

/**
 * A body on its way. `request` is taken out when it ends: a set that is written all the time leaves old
 * tables behind, which hold what was in them until V8's next full collection.
 */
type Coming = {
  request: ChunkedRequest | undefined;
  readonly since: number;
  readonly bytesBefore: number;
};

/**
 * Looks after bodies that are still coming: one that keeps coming at a fair rate, as a large file over a
 * slow line, may take longer than requests else do; one that trickles is told of (G25). What goes on to come
 * after its answer ends with its connection where it is more than an honest client sends.
 */
export class ComingBodies {
  readonly #limits: PaceLimits;
  readonly #tooSlow: (socket: Socket) => void;
  readonly #coming = new Set<Coming>();
  readonly #timer: NodeJS.Timeout;

  constructor(limits: PaceLimits, tooSlow: (socket: Socket) => void) {
    this.#limits = limits;
    this.#tooSlow = tooSlow;
    this.#timer = setInterval(() => this.#look(), limits.connectionsCheckingIntervalMs);
    this.#timer.unref();
  }

  /** Called when the headers are there. */
  watch(request: ChunkedRequest): void {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const coming: Coming = { request, since: performance.now(), bytesBefore: request.socket.bytesRead };
    this.#coming.add(coming);
    request.on('close', () => this.#forget(coming));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const coming of this.#coming) {
      const { request, since, bytesBefore } = coming;
      const ms = now - since;
      if (request === undefined || request.complete || request.socket.destroyed) this.#forget(coming);
      else if (this.#isTooMuch(request, now)) {
        this.#forget(coming);
        request.socket.destroy();
      } else if (ms > this.#limits.requestTimeoutMs) {
        const bytes = request.socket.bytesRead - bytesBefore;
        if (bytes * 1_000 >= this.#limits.bodyBytesPerSecondMin * ms) continue;
        this.#forget(coming);
        this.#tooSlow(request.socket);
      }
    }
  }

  #isTooMuch({ answered, socket }: ChunkedRequest, now: number): boolean {
    if (answered === undefined) return false;
    const { refusedBodyMs, refusedBodyBytesMax } = this.#limits;
    return now - answered.at > refusedBodyMs || socket.bytesRead - answered.bytesRead > refusedBodyBytesMax;
  }

  #forget(coming: Coming): void {
    this.#coming.delete(coming);
    coming.request = undefined;
  }
}

/**
 * What is refused before it is all there is answered, and its connection ends when the rest has come, which
 * goes nowhere. Where the client or we keep it no longer, Node would close it with the answer: the client's
 * system is told then that nobody reads on, and most clients, and proxies such as nginx and HAProxy, take
 * that for a broken connection and never look at the answer. `latest`: the latest answer of the connection.
 */
export function letRefusedBodiesCome(socket: Socket, latest: () => ServerResponse | undefined): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const answer = latest();
    if (answer?.writableFinished !== true || answer.req.complete || answer.req.destroyed) return close();
    socket.end();
    stopParsing(socket);
    answer.req.once('end', close);
  };
}

import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import type { Told } from './failure/failure-table.js';
import type { Observation } from './http-app.js';
import { failureText } from './representation/failure.js';

/** G25: slow and broken clients cannot hold the service. */
export type ServerLimits = {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly connectionsCheckingIntervalMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxHeaderBytes: number;
};

export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 30_000,
  connectionsCheckingIntervalMs: 1_000,
  /** Longer than a usual proxy's idle time, so that the proxy closes first. */
  keepAliveTimeoutMs: 75_000,
  maxHeaderBytes: 16_384,
};

export type ServerParts = {
  readonly limits?: ServerLimits;
  /** Hears of what never became a request; the application tells of the others itself. */
  readonly observe?: (observation: Observation) => void;
};

/** The Node server around the application, with its limits, and with §7 bodies for what never becomes a request. */
export function httpServer(app: Koa, { limits = SERVER_LIMITS, observe }: ServerParts = {}): Server {
  const handle = app.callback();
  /** The responses of a connection that are not finished, in the order of their requests, and the latest of all. */
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  const latest = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false,
  });
  const answer = (request: Parameters<typeof handle>[0], response: ServerResponse): void => {
    const { socket } = request;
    const running = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, running.add(response));
    latest.set(socket, response);
    response.once('close', () => running.delete(response));
    void handle(request, response);
  };
  const tell = (socket: Duplex, told: Told, logId: string): void => {
    if (!socket.writable) return void socket.destroy();
    const body = failureText(told, logId, new Date());
    const headers = {
      ...told.headers,
      'X-Request-Id': logId,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.end(`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  };
  const refuseUnread = (socket: Duplex, told: Told): void => {
    const logId = randomUUID();
    tell(socket, told, logId);
    observe?.({
      logId,
      method: 'unknown',
      route: undefined,
      status: told.status,
      durationMs: 0,
      agreementNumber: undefined,
      errorCode: undefined,
      replayed: false,
    });
  };

  server.on('request', answer);
  // Nothing but 100-continue can be expected of us; anything else is treated as if it had not been asked.
  server.on('checkExpectation', answer);
  server.on('connect', (_, socket: Duplex) => refuseUnread(socket, UNKNOWN_METHOD));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const told = toldOfParser(error, limits);
    const broken = latest.get(socket);
    const whole = [...(unfinished.get(socket) ?? [])].filter(({ req }) => req.complete);
    // Answers that are still being made go out first.
    const inTurn = (go: () => void): void => {
      const last = whole.at(-1);
      if (last === undefined) go();
      else last.once('close', go);
    };
    if (broken === undefined || broken.req.complete) return inTurn(() => refuseUnread(socket, told));
    // The body of a request that has its answer, or its logId, already.
    if (broken.headersSent) socket.destroy();
    else inTurn(() => tell(socket, told, String(broken.getHeader('X-Request-Id'))));
  });
  return server;
}

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].join(', ');
const UNKNOWN_METHOD: Told = {
  status: 405,
  message: 'The method is not supported here.',
  developerHint: `Supported are ${METHODS}.`,
  headers: { Allow: METHODS },
};
/** A request line that is right but for a method that the parser does not know. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9a-z-]+ [\x21-\x7e]+ HTTP\/1\.[01]\r\n/i;

/** A request line that is right but for an address as people type it. */
const LOOSE_ADDRESS =
  /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS) \/[^\r\n]*[ \x80-\xff][^\r\n]* HTTP\/1\.[01]\r\n/;

/** What the HTTP parser could not take, told in the shape of §7. */
function toldOfParser({ code, rawPacket }: ParserError, { maxHeaderBytes }: ServerLimits): Told {
  if (code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(rawPacket?.toString('latin1') ?? '')) {
    return UNKNOWN_METHOD;
  }
  if (code !== 'HPE_HEADER_OVERFLOW' && LOOSE_ADDRESS.test(rawPacket?.toString('latin1') ?? '')) {
    return {
      status: 400,
      message: 'The address is not well formed: it has a space in it, or a letter beyond ASCII.',
      developerHint: 'Percent-encode the address: a space is %20, and ä is %C3%A4.',
    };
  }
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        message: `The address and headers together are larger than ${maxHeaderBytes} bytes.`,
        developerHint: 'Ask with a shorter filter and fewer headers.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        message: 'The request did not arrive in time.',
        developerHint: 'Send the request again, without pausing in its middle.',
      };
    default:
      return {
        status: 400,
        message: 'The request is not well-formed HTTP.',
        developerHint: 'Use an ordinary HTTP client library.',
      };
  }
}

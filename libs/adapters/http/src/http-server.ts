import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { Busy, letMoreCome } from '@kontor/kernel';
import type { Admission } from './admission/admission.js';
import { ConnectionTurns } from './admission/connection-turns.js';
import { ChunkedRequest } from './admission/chunked-request.js';
import { ComingBodies, letRefusedBodiesCome } from './admission/coming-bodies.js';
import { OpenConnections } from './admission/open-connections.js';
import { UnsentAnswers } from './admission/unsent.js';
import { problemOf } from './failure/failure-table.js';
import type { Problem } from './failure/problem.js';
import type { Observation } from './http-parts.js';
import { OF_EVERY_ANSWER, overHttps } from './representation/answer-headers.js';
import { failureText } from './representation/failure.js';
import { plainTarget } from './request/address.js';
import { requestLineFault } from './request/request-line.js';

/** G25: slow and broken clients cannot hold the service. */
export type ServerLimits = {
  readonly headersTimeoutMs: number;
  /** A request is there by then, unless its body keeps coming. */
  readonly requestTimeoutMs: number;
  /** So many bytes a second come of a body that keeps coming, on average since it began. */
  readonly bodyBytesPerSecondMin: number;
  /** It is there by then, at whatever rate it comes. */
  readonly bodyTimeoutMs: number;
  /** What comes of a body after its answer goes nowhere, and is read on for so long, and so many bytes. */
  readonly refusedBodyMs: number;
  readonly refusedBodyBytesMax: number;
  readonly connectionsCheckingIntervalMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly maxHeaderBytes: number;
  /**
   * A connection on which nothing comes or goes for so long is ended: that of a client that does
   * not read, too.
   */
  readonly silenceMs: number;
  /** The same, of a client that has ended its side: it reads the answer, or is gone. */
  readonly silenceAfterEndMs: number;
  /** Of more, those go that were answered nothing for longest. */
  readonly connectionsMax: number;
  /** Requests that may be sent ahead on one connection, and on all together. */
  readonly aheadMax: number;
  readonly aheadOfAllMax: number;
  /** Of answers that are made and not taken by their clients yet, over all connections. */
  readonly unsentBytesMax: number;
};

/** What the service runs with (G24): milliseconds, bytes and counts. */
export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 30_000,
  /** 256 MiB within the hour take five times of it. */
  bodyBytesPerSecondMin: 16_384,
  bodyTimeoutMs: 3_600_000,
  /** Of the largest file that is taken anywhere, as much as comes over a line of 20 Mbit a second. */
  refusedBodyMs: 120_000,
  refusedBodyBytesMax: 256 * 1024 * 1024,
  connectionsCheckingIntervalMs: 1_000,
  /** Longer than a usual proxy's idle time, so that the proxy closes first. */
  keepAliveTimeoutMs: 75_000,
  maxHeaderBytes: 16_384,
  silenceMs: 60_000,
  silenceAfterEndMs: 5_000,
  connectionsMax: 4_000,
  aheadMax: 64,
  aheadOfAllMax: 5_000,
  unsentBytesMax: 64 * 1024 * 1024,
};

/** So long a connection stays that was told that nothing more is taken from it. */
const READS_REFUSAL_MS = 2_000;

/** Of connections that are one too many: looking at all of them costs the same for several. */
const GO_AT_ONCE = 16;

/** What a server is told beside its application. */
export type ServerParts = {
  readonly limits?: ServerLimits;
  /** Hears of what never became a request; the application tells of the others itself. */
  readonly observe?: (observation: Observation) => void;
  /** The public address of the service: over https, browsers are told to stay there. */
  readonly baseUrl?: string;
  /** Whose turn it is; without it, everybody's at once. */
  readonly admission?: Admission;
};

/**
 * The Node server around the application, with its limits, and with §7 bodies
 * for what never becomes a request.
 */
export function httpServer(
  app: Koa,
  { limits = SERVER_LIMITS, observe, admission, baseUrl = '' }: ServerParts = {},
): Server {
  const server = createServer({
    IncomingMessage: ChunkedRequest,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.bodyTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false,
  });
  const running = new RunningAnswers();
  const refusals = new Refusals(observe, baseUrl);
  const bodies = new ComingBodies(limits, (socket) => {
    const late = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, socket);
  });
  const turns = new ConnectionTurns({ ofOneMax: limits.aheadMax, ofAllMax: limits.aheadOfAllMax });
  const answer = answering(app, { limits, admission, turns }, running, refusals);

  const connections = new OpenConnections({ max: limits.connectionsMax, goAtOnce: GO_AT_ONCE }, (socket) =>
    running.has(socket),
  );
  server.on('connection', (socket: Socket) => {
    letMoreCome();
    letRefusedBodiesCome(socket, () => running.latestOf(socket));
    connections.add(socket, performance.now());
  });
  const looking = setInterval(
    () => connections.look(performance.now()),
    limits.connectionsCheckingIntervalMs,
  ).unref();
  server.setTimeout(limits.silenceMs);
  answerAfterEnd(server, limits);
  if (admission !== undefined) {
    server.on('listening', () => admission.start());
    server.on('close', () => admission.stop());
  }
  server.on('request', (request: ChunkedRequest) => bodies.watch(request));
  server.on('request', answer);
  server.on('close', () => {
    bodies.stop();
    clearInterval(looking);
  });
  // Nothing but 100-continue can be expected of us; anything else is treated as if it had not been asked.
  server.on('checkExpectation', (request: ChunkedRequest) => bodies.watch(request));
  server.on('checkExpectation', answer);
  server.on('checkContinue', (request: ChunkedRequest, response: ServerResponse) => {
    request.expectContinue(response);
    server.emit('request', request, response);
  });
  server.on('connect', (_, socket: Duplex) => refusals.ofUnread(socket, UNKNOWN_METHOD));
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // It has sent too much ahead, and is told so in its turn.
    if (turns.isClosing(socket)) return;
    const problem = problemOfParser(error, limits);
    const broken = running.latestOf(socket);
    if (broken === undefined || broken.req.complete) {
      return running.afterWhole(socket, () => refusals.ofUnread(socket, problem));
    }
    // The body of a request that has its answer, or its logId, already.
    if (broken.headersSent) return void socket.destroy();
    const logId = String(broken.getHeader('X-Request-Id'));
    running.afterWhole(socket, () => refusals.tell(socket, problem, logId));
  });
  return server;
}

/**
 * Some clients end their side as soon as they have asked (`nc -N`), and read on. Node would end ours before
 * the answer; it has a switch for them, which is in no manual. Who is gone ends its side in the same way, so
 * nothing that stays silent is kept for long after that.
 */
function answerAfterEnd(server: Server, { silenceAfterEndMs }: ServerLimits): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket) => socket.once('end', () => socket.setTimeout(silenceAfterEndMs)));
}

/**
 * Of one answer, of an event: ours, Koa's, and those of what is streamed, which are eleven. From Node's own
 * limit on, it tells operators of a possible leak with each stream.
 */
const LISTENERS_MAX = 20;

type Answering = (request: ChunkedRequest, response: ServerResponse) => void;

/** Hands requests to the application: in their turn on the connection, and in that of their caller. */
function answering(
  app: Koa,
  {
    limits,
    admission,
    turns,
  }: {
    readonly limits: ServerLimits;
    readonly admission: Admission | undefined;
    readonly turns: ConnectionTurns;
  },
  running: RunningAnswers,
  refusals: Refusals,
): Answering {
  const handle = app.callback();
  const unsent = new UnsentAnswers(limits.unsentBytesMax);
  return (request, response) => {
    const { socket } = request;
    request.url = plainTarget(request.url ?? '/');
    response.setMaxListeners(LISTENERS_MAX);
    running.add(socket, response, () => {
      unsent.taken(socket);
      if (!request.complete) request.letRestCome();
    });
    const serve = async (): Promise<void> => {
      await handle(request, response);
      unsent.add(socket);
    };
    turns.take(request, response, {
      serve: () => {
        if (admission === undefined) void serve();
        else admission.admit(request, response, serve, () => refusals.of(request, response));
      },
      refuse: () => {
        response.shouldKeepAlive = false;
        refusals.of(request, response);
      },
    });
  };
}

/**
 * For each connection its unfinished answers, in the order of their requests, and the latest answer. An
 * array, since a set that is changed all the time leaves old tables behind, which keep whole requests in
 * memory until the next full collection of V8.
 */
class RunningAnswers {
  readonly #unfinished = new WeakMap<Duplex, ServerResponse[]>();
  readonly #latest = new WeakMap<Duplex, ServerResponse>();

  add(socket: Duplex, response: ServerResponse, whenClosed: () => void): void {
    let running = this.#unfinished.get(socket);
    if (running === undefined) this.#unfinished.set(socket, (running = []));
    const own = running;
    own.push(response);
    this.#latest.set(socket, response);
    response.on('close', () => {
      own.splice(own.indexOf(response), 1);
      whenClosed();
    });
  }

  /** Whether something is asked on it that has no answer yet. */
  has(socket: Duplex): boolean {
    return (this.#unfinished.get(socket)?.length ?? 0) > 0;
  }

  latestOf(socket: Duplex): ServerResponse | undefined {
    return this.#latest.get(socket);
  }

  /** Goes on when the answers to requests that came whole have gone out. */
  afterWhole(socket: Duplex, go: () => void): void {
    const last = this.#unfinished.get(socket)?.findLast(({ req }) => req.complete);
    if (last === undefined) go();
    else last.once('close', go);
  }
}

/** What is said to requests that the application never sees, and told to whoever observes. */
class Refusals {
  readonly #observe: ServerParts['observe'];
  readonly #always: Readonly<Record<string, string>>;

  constructor(observe: ServerParts['observe'], baseUrl: string) {
    this.#observe = observe;
    this.#always = { ...OF_EVERY_ANSWER, ...overHttps(baseUrl) };
  }

  /** Too much is being done already. */
  of({ method = '' }: IncomingMessage, response: ServerResponse): void {
    const logId = randomUUID();
    const problem = problemOf({ kind: 'TooBusy', retryAfterSeconds: 1 });
    const body = failureText(problem, logId, new Date());
    response.writeHead(problem.status, this.#headersOf(problem, logId, body));
    response.end(method === 'HEAD' ? undefined : body);
    this.#tellOf(logId, method, problem.status, NO_ROOM);
  }

  /** It never became a request. */
  ofUnread(socket: Duplex, problem: Problem): void {
    const logId = randomUUID();
    this.tell(socket, problem, logId);
    this.#tellOf(logId, 'unknown', problem.status);
  }

  /** Writes a refusal to a connection whose parser has given up, and ends it. */
  tell(socket: Duplex, problem: Problem, logId: string): void {
    if (!socket.writable) return void socket.destroy();
    const body = failureText(problem, logId, new Date());
    const headers = { ...this.#headersOf(problem, logId, body), Connection: 'close' };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}\r\n${body}`,
    );
    // Who does not end its side, and goes on sending, has had time to read it.
    const late = setTimeout(() => socket.destroy(), READS_REFUSAL_MS).unref();
    socket.once('close', () => clearTimeout(late));
  }

  #headersOf(problem: Problem, logId: string, body: string): Readonly<Record<string, string>> {
    return {
      ...this.#always,
      ...problem.headers,
      'X-Request-Id': logId,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    };
  }

  #tellOf(logId: string, method: string, status: number, busy?: Busy): void {
    this.#observe?.({
      logId,
      method,
      route: undefined,
      status,
      durationMs: 0,
      agreementNumber: undefined,
      errorCode: undefined,
      replayed: false,
      ...(busy !== undefined && { busy }),
    });
  }
}

/** Made once: it is told of each request of a flood. */
const NO_ROOM = new Busy('too many requests wait already');

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].join(', ');
const UNKNOWN_METHOD: Problem = {
  status: 405,
  message: 'The method is not supported here.',
  developerHint: `Supported are ${METHODS}, in capital letters.`,
  headers: { Allow: METHODS },
};
/** What the HTTP parser could not take, told in the shape of §7. */
function problemOfParser({ code, rawPacket }: ParserError, { maxHeaderBytes }: ServerLimits): Problem {
  const fault =
    rawPacket === undefined || code === 'HPE_HEADER_OVERFLOW' ? undefined : requestLineFault(rawPacket);
  if (code === 'HPE_INVALID_METHOD' && fault === 'unknown method') return UNKNOWN_METHOD;
  if (fault === 'loose address') {
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

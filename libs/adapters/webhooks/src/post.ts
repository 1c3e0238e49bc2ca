import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { AddressGuard } from './address-guard.js';
import { ForbiddenAddress, hostOf } from './address-guard.js';

/** Why there was no answer. */
export type NoAnswer = 'timeout' | 'forbiddenAddress' | 'unknownHost' | 'certificate' | 'connection';

/** What came of one attempt to deliver. */
export type PostOutcome = {
  /** Of the answer; undefined where there was none. */
  readonly status?: number;
  readonly noAnswer?: NoAnswer;
  /** The first 1,000 bytes of the answer's body, as text. */
  readonly answer: string;
  /** `Retry-After` as it came. */
  readonly retryAfter?: string;
  readonly durationMs: number;
};

/** Sends one message and tells what came of it; never rejects. */
export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<PostOutcome>;

/** Sends, over connections that are kept for a while. */
export type Poster = {
  readonly post: Post;
  /** Ends what has no answer yet, as if its time were over. */
  giveUp(): void;
  close(): void;
};

/** How many bytes are kept of what a receiver answered, for whoever looks for its fault. */
export const ANSWER_BYTES = 1_000;
/** Milliseconds that one delivery may take in all: to resolve the name, to connect, and to be answered. */
export const TIME_OUT_MS = 10_000;
/** How long the body of an answer is waited for whose status is known. */
const BODY_MS = 2_000;
const HEADER_BYTES = 8_192;
/** Of what a receiver says before it answers (1xx): each costs as much as an answer, and none is kept. */
const BEFORE_ANSWER_MAX = 20;
const IDLE_MS = 15_000;

/**
 * A poster that connects only where the guard lets it, follows no redirect and reads no more of an answer
 * than is kept. `kept`: as many connections stay open at most for the next message, to all together.
 * How many are written to at a time is the caller's to bound: a bound of the agent (`maxTotalSockets`) counts
 * those that stay open as well, and lets a message to anybody else wait until one of them is closed.
 */
export function poster(
  guard: AddressGuard,
  { kept, timeOutMs = TIME_OUT_MS }: { readonly kept: number; readonly timeOutMs?: number },
): Poster {
  const options = { keepAlive: true, maxFreeSockets: 2, timeout: IDLE_MS };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  const keptNow = (): number =>
    Object.values(agents)
      .flatMap(({ freeSockets }) => Object.values(freeSockets))
      .reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
  for (const agent of Object.values(agents)) keepWhile(agent, () => keptNow() < kept);
  const running: Sending['running'] = new Set();
  return {
    post: async (text, headers, body) => {
      const started = performance.now();
      const took = (): number => Math.round(performance.now() - started);
      // What was right when the webhook was made may not be any more: the setting may have changed.
      if (guard.wrongWith(text) !== undefined) {
        return { noAnswer: 'forbiddenAddress', answer: '', durationMs: took() };
      }
      const url = new URL(text);
      const isPlain = url.protocol === 'http:';
      const send = (): Promise<PostOutcome | undefined> => {
        const request = (isPlain ? httpRequest : httpsRequest)({
          agent: agents[isPlain ? 'http:' : 'https:'],
          method: 'POST',
          host: hostOf(url),
          port: url.port,
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, 'Content-Length': Buffer.byteLength(body), Host: url.host },
          lookup: guard.lookupFor(url),
          maxHeaderSize: HEADER_BYTES,
        });
        const mayTalkTo = (to: string | undefined): boolean => guard.mayTalkTo(url, to);
        return outcomeOf(request, { body, timeOutMs, took, mayTalkTo, running });
      };
      // Of connections that were kept, few in number, each is closed once; a new one tells what comes of it.
      let outcome: PostOutcome | undefined;
      while (outcome === undefined) outcome = await send();
      return outcome;
    },
    giveUp: () => {
      for (const giveUp of running) giveUp();
    },
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

/** A connection that is done with its message stays open where there is room, as the agent says besides. */
function keepWhile(agent: HttpAgent, hasRoom: () => boolean): void {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => unknown;
  agent.keepSocketAlive = (socket) => hasRoom() && keep(socket) !== false;
}

type Sending = {
  readonly body: string;
  readonly timeOutMs: number;
  readonly took: () => number;
  readonly mayTalkTo: (address: string | undefined) => boolean;
  /** What gives up each attempt that is under way. */
  readonly running: Set<() => void>;
};

/**
 * What came of a request; undefined where the receiver closed a kept connection without an answer. Receivers
 * close idle connections when they like, so that is no failure of theirs.
 */
function outcomeOf(
  request: ClientRequest,
  { body, timeOutMs, took, mayTalkTo, running }: Sending,
): Promise<PostOutcome | undefined> {
  return new Promise((resolve) => {
    let response: IncomingMessage | undefined;
    let answer = Buffer.alloc(0);
    const end = (noAnswer?: NoAnswer): void => {
      clearTimeout(late);
      running.delete(onTimeOut);
      const status = response?.statusCode ?? 0;
      resolve({
        // A status of HTTP begins at 100 (RFC 9110): the parser lets any three digits through.
        ...(status < 100 ? { noAnswer: noAnswer ?? 'connection' } : { status }),
        answer: plainText(answer),
        ...retryAfterOf(response),
        durationMs: took(),
      });
    };
    const giveUp = (noAnswer?: NoAnswer): void => {
      end(noAnswer);
      request.destroy();
    };
    const onTimeOut = (): void => giveUp('timeout');
    running.add(onTimeOut);
    let late = setTimeout(onTimeOut, Math.max(0, timeOutMs - took()));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      if (!wasClosed || response !== undefined) return end(reasonOf(error));
      clearTimeout(late);
      running.delete(onTimeOut);
      resolve(undefined);
    });
    // A connection that was made before was looked at then.
    request.on('socket', (socket) => {
      if (socket.connecting) {
        socket.once('connect', () => mayTalkTo(socket.remoteAddress) || giveUp('forbiddenAddress'));
      }
    });
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      giveUp('connection');
    });
    let saidBefore = 0;
    request.on('information', () => {
      saidBefore += 1;
      if (saidBefore > BEFORE_ANSWER_MAX) giveUp('connection');
    });
    request.on('response', (incoming) => {
      response = incoming;
      clearTimeout(late);
      late = setTimeout(onTimeOut, Math.min(BODY_MS, Math.max(0, timeOutMs - took())));
      incoming.on('data', (piece: Buffer) => {
        answer = Buffer.concat([answer, piece.subarray(0, ANSWER_BYTES - answer.length)]);
        if (answer.length >= ANSWER_BYTES) giveUp();
      });
      incoming.on('error', () => end());
      incoming.on('end', () => end());
      incoming.on('close', () => end());
    });
    request.end(body);
  });
}

function retryAfterOf(response: IncomingMessage | undefined): Pick<PostOutcome, 'retryAfter'> {
  const retryAfter = response?.headers['retry-after'];
  return retryAfter === undefined ? {} : { retryAfter };
}

/** Whatever bytes a receiver sends become text that can be kept and shown. */
function plainText(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
}

function reasonOf(error: NodeJS.ErrnoException): NoAnswer {
  if (error instanceof ForbiddenAddress) return 'forbiddenAddress';
  const code = error.code ?? '';
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EAI_)/.test(code)) return 'unknownHost';
  if (/^(ETIMEOUT|ETIMEDOUT)$/.test(code)) return 'timeout';
  return /CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'connection';
}

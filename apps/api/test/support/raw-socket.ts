import { connect } from 'node:net';
import type { Answered } from './service-under-test.js';

/** What came back over a socket of our own. */
export type RawAnswer = Answered & {
  /** Every byte received. */
  readonly all: string;
  /** The server closed the connection. */
  readonly closed: boolean;
  readonly durationMs: number;
};

export type Sending = {
  /** Pauses between the pieces. */
  readonly pauseMs?: number;
  /** The end of our side is said after the last piece. */
  readonly end?: boolean;
  /** Until when an answer and the end of the connection are waited for. */
  readonly waitMs?: number;
  /** Waits for the connection to end, beyond the first whole answer. */
  readonly untilClosed?: boolean;
  /** Nothing is read before all is sent, as many clients do. */
  readonly readsAfterwards?: boolean;
};

const LETS_ANSWER_COME_MS = 50;
/** For what hangs, and no measure of speed. */
const HANGS_MS = 60_000;

/** Sends bytes as they are, which no HTTP client would, and reads the first answer. */
export function rawExchange(
  port: number,
  pieces: string | Buffer | readonly (string | Buffer)[],
  { pauseMs = 0, end = false, waitMs = HANGS_MS, untilClosed = false, readsAfterwards = false }: Sending = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const began = performance.now();
    const received: Buffer[] = [];
    let done = false;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (closed: boolean): void => {
      if (done) return;
      done = true;
      clearTimeout(late);
      socket.destroy();
      const answer = answerIn(Buffer.concat(received));
      resolve({ ...answer, closed, durationMs: performance.now() - began });
    };
    const late = setTimeout(() => finish(false), waitMs);
    const read = (): void => {
      socket.on('data', (bytes) => {
        received.push(bytes);
        if (!untilClosed && isWhole(Buffer.concat(received))) finish(false);
      });
    };
    if (!readsAfterwards) read();
    socket.on('end', () => finish(true));
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
    socket.on('connect', () => void sendAll());

    async function sendAll(): Promise<void> {
      const all = typeof pieces === 'string' || Buffer.isBuffer(pieces) ? [pieces] : pieces;
      for (const [index, piece] of all.entries()) {
        if (done || socket.destroyed) return;
        if (index > 0 && pauseMs > 0) await new Promise((go) => setTimeout(go, pauseMs));
        if (!done) socket.write(piece);
      }
      if (end && !done) socket.end();
      if (readsAfterwards) socket.write('', () => setTimeout(read, LETS_ANSWER_COME_MS));
    }
  });
}

/** A request as text. `headers`: lines as they go out. */
export function requestText(line: string, headers: readonly string[], body = ''): string {
  return `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end));
  return length !== null && bytes.length >= end + 4 + Number(length[1]);
}

function answerIn(bytes: Buffer): Omit<RawAnswer, 'closed' | 'durationMs'> {
  const all = bytes.toString('utf8');
  const end = all.indexOf('\r\n\r\n');
  const [line = '', ...lines] = (end < 0 ? all : all.slice(0, end)).split('\r\n');
  const headers = new Headers();
  for (const one of lines) {
    const colon = one.indexOf(':');
    if (colon > 0) headers.append(one.slice(0, colon), one.slice(colon + 1).trim());
  }
  const text = end < 0 ? '' : all.slice(end + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0),
    headers,
    text,
    body: parsed(text),
    all,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

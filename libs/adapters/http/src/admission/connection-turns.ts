import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Serves a request, or says that there is no room for it and the connection is closed. */
export type Turn = { readonly serve: () => void; readonly refuse: () => void };

type Line = { readonly ahead: Turn[]; isServing: boolean; isClosing: boolean };

/** How many requests may be sent ahead. */
export type AheadLimits = { readonly ofOneMax: number; readonly ofAllMax: number };

/**
 * The requests of one connection, one after the other, as their answers go out in any case: the
 * next is begun when the answer before it is sent. So a connection has one request at work and one
 * answer unsent at most, whatever it pipelines, and a client that does not read gets nothing more
 * made. Of requests that were sent ahead some may wait, of one connection and of all together; nothing
 * more is read meanwhile, and one beyond them ends the connection after its turn.
 */
export class ConnectionTurns {
  readonly #limits: AheadLimits;
  readonly #lines = new WeakMap<Socket, Line>();
  #ahead = 0;

  constructor(limits: AheadLimits) {
    this.#limits = limits;
  }

  /** No more is taken from it than it has sent so far. */
  isClosing(socket: Socket): boolean {
    return this.#lines.get(socket)?.isClosing === true;
  }

  take({ socket }: IncomingMessage, response: ServerResponse, turn: Turn): void {
    let line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, (line = { ahead: [], isServing: false, isClosing: false }));
    }
    const own = line;
    // Its parser was told to stop, and went on.
    if (own.isClosing) return void socket.destroy();
    response.on('close', () => this.#next(socket, own));
    if (!own.isServing) {
      own.isServing = true;
      return turn.serve();
    }
    const { ofOneMax, ofAllMax } = this.#limits;
    own.isClosing = own.ahead.length >= ofOneMax || this.#ahead >= ofAllMax;
    own.ahead.push(own.isClosing ? { ...turn, serve: turn.refuse } : turn);
    this.#ahead += 1;
    socket.pause();
    if (own.isClosing) stopParsing(socket);
  }

  #next(socket: Socket, line: Line): void {
    if (socket.destroyed) {
      this.#ahead -= line.ahead.length;
      line.ahead.length = 0;
      return;
    }
    const next = line.ahead.shift();
    if (next !== undefined) this.#ahead -= 1;
    line.isServing = next !== undefined;
    if (line.ahead.length === 0) socket.resume();
    next?.serve();
  }
}

type Parsed = Socket & { readonly parser?: { onIncoming?: () => number } | null };
/** The parser takes 0, 1 and 2, and ends with an error at any other number. */
const STOP = -1;

/**
 * Of a packet that was read, Node makes every request that is in it, thousands of small ones, before anybody
 * can pause it, and keeps them as long as the connection. So its parser is told to stop at the next one. That
 * is in no manual, and nothing that is does it: `pause` takes effect with the next packet, and
 * `maxRequestsPerSocket` makes each of them all the same. On a Node whose parser cannot be told, the
 * connection ends at once instead, and with it what was made.
 */
export function stopParsing(socket: Parsed): void {
  if (typeof socket.parser?.onIncoming === 'function') socket.parser.onIncoming = () => STOP;
  else socket.destroy();
}

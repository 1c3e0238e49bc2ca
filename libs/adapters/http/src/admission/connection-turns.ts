import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Serves a request, or says that there is no room for it and the connection is closed. */
export type Turn = { readonly serve: () => void; readonly refuse: () => void };

type Line = { readonly ahead: Turn[]; isServing: boolean; isClosing: boolean };

/**
 * The requests of one connection, one after the other, as their answers go out in any case: the
 * next is begun when the answer before it is sent. So a connection has one request at work and one
 * answer unsent at most, whatever it pipelines, and a client that does not read gets nothing more
 * made. Of requests that were sent ahead some may wait; nothing more is read meanwhile, and one
 * beyond them ends the connection after its turn.
 */
export class ConnectionTurns {
  readonly #aheadMax: number;
  readonly #lines = new WeakMap<Socket, Line>();

  constructor(aheadMax: number) {
    this.#aheadMax = aheadMax;
  }

  take({ socket }: IncomingMessage, response: ServerResponse, turn: Turn): void {
    let line = this.#lines.get(socket);
    if (line === undefined) {
      this.#lines.set(socket, (line = { ahead: [], isServing: false, isClosing: false }));
    }
    const own = line;
    if (own.isClosing) return;
    response.once('close', () => this.#next(socket, own));
    if (!own.isServing) {
      own.isServing = true;
      return turn.serve();
    }
    own.isClosing = own.ahead.length >= this.#aheadMax;
    own.ahead.push(own.isClosing ? { ...turn, serve: turn.refuse } : turn);
    socket.pause();
  }

  #next(socket: Socket, line: Line): void {
    if (socket.destroyed) {
      line.ahead.length = 0;
      return;
    }
    const next = line.ahead.shift();
    line.isServing = next !== undefined;
    if (line.ahead.length === 0) socket.resume();
    next?.serve();
  }
}

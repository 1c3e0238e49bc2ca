import type { Socket } from 'node:net';

/**
 * Answers that were made and not taken yet. A client that reads slowly, or never, costs what its
 * answer takes: over all connections no more than `bytesMax`, beyond which the connection whose
 * answer lies there longest is ended.
 */
export class UnsentAnswers {
  readonly bytesMax: number;
  readonly #lying = new Map<Socket, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** An answer was made, and its connection still holds bytes of it. */
  add(socket: Socket): void {
    this.taken(socket);
    if (socket.destroyed || socket.writableLength === 0) return;
    this.#lying.set(socket, socket.writableLength);
    this.#bytes += socket.writableLength;
    for (const [oldest] of this.#lying) {
      if (this.#bytes <= this.bytesMax) return;
      this.taken(oldest);
      oldest.destroy();
    }
  }

  /** The answer went out, or its connection ended. */
  taken(socket: Socket): void {
    this.#bytes -= this.#lying.get(socket) ?? 0;
    this.#lying.delete(socket);
  }
}

import type { Socket } from 'node:net';

/** Where a connection comes from, and since when nothing was sent on it. */
type Open = { readonly from: string; since: number; bytesWritten: number };

/** How many connections there may be, and how many go at once where there is one too many. */
export type ConnectionLimits = { readonly max: number; readonly goAtOnce: number };

/**
 * Limits the open connections. Where there are too many, some (`goAtOnce`) make room for new ones: of the
 * address with most connections those that have had no answer for longest, first those without a request. So
 * an address that opens all that may be open, and keeps them, keeps nobody else out. Requests do no work for
 * this: the bytes that were sent are compared every so often, and only while there are many connections.
 */
export class OpenConnections {
  readonly #limits: ConnectionLimits;
  readonly #isAtWork: (socket: Socket) => boolean;
  readonly #open = new Map<Socket, Open>();

  constructor(limits: ConnectionLimits, isAtWork: (socket: Socket) => boolean) {
    this.#limits = limits;
    this.#isAtWork = isAtWork;
  }

  /** A client has connected; another goes where there is no room. */
  add(socket: Socket, now: number): void {
    if (this.#open.size >= this.#limits.max) this.#makeRoom();
    this.#open.set(socket, { from: socket.remoteAddress ?? '', since: now, bytesWritten: 0 });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Called every so often. */
  look(now: number): void {
    if (this.#open.size < this.#limits.max / 2) return;
    for (const [socket, open] of this.#open) {
      const { bytesWritten } = socket;
      if (bytesWritten === open.bytesWritten) continue;
      open.bytesWritten = bytesWritten;
      open.since = now;
    }
  }

  #makeRoom(): void {
    const counts = new Map<string, number>();
    for (const { from } of this.#open.values()) counts.set(from, (counts.get(from) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const longest = [...this.#open]
      .filter(([, { from }]) => counts.get(from) === most)
      .map(([socket, { since }]) => ({ socket, since, isAtWork: this.#isAtWork(socket) }))
      .sort((one, other) => Number(one.isAtWork) - Number(other.isAtWork) || one.since - other.since);
    for (const { socket } of longest.slice(0, this.#limits.goAtOnce)) {
      this.#open.delete(socket);
      socket.destroy();
    }
  }
}

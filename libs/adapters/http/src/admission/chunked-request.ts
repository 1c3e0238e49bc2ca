import { IncomingMessage, type ServerResponse } from 'node:http';

/** Chunks of fewer bytes are put together. */
const SMALL_BYTES = 1_024;

/** Who has small chunks to give, or is read on to no end, in the order they came. */
const line: (() => void)[] = [];

/** One gives in each turn of the event loop: what it has sent meanwhile takes time of the next one. */
function inLine(give: () => void): void {
  line.push(give);
  if (line.length === 1) setImmediate(letNextGive);
}

function letNextGive(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(letNextGive);
}

/** When that was, and how much of the connection had come by then. */
export type Answered = { readonly at: number; readonly bytesRead: number };

/**
 * A request whose body may come in chunks of a byte each: Node makes a buffer of every chunk, and keeps it
 * until somebody reads. Of a packet they are put together, and nothing more is read of the connection until
 * it is its turn (`docs/internals/holding.md`).
 */
export class ChunkedRequest extends IncomingMessage {
  #small: Buffer | undefined;
  #length = 0;
  #isWanted = false;
  #answered: Answered | undefined;
  #isInLine = false;
  #expecting: (() => void) | undefined;

  /** False tells Node's parser to read no more for now. */
  override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (this.#answered !== undefined && piece !== null) {
      this.#readOnInLine();
      return false;
    }
    if (piece === null || piece.length >= SMALL_BYTES || !('transfer-encoding' in this.headers)) {
      this.#give();
      return super.push(piece, encoding);
    }
    const isFirst = this.#small === undefined;
    if (isFirst) inLine(() => this.#give());
    this.#keep(piece);
    return !isFirst;
  }

  /** Who wants more waits until what has come was given: else every packet after the first comes at once. */
  override _read(size: number): void {
    if (this.#small === undefined) super._read(size);
    else this.#isWanted = true;
  }

  /**
   * Called by Node where a request was answered and nobody has read its body. Its own would take every chunk
   * that still comes past `push`, from everybody in the same turn.
   */
  _dump(): void {
    this.letRestCome();
  }

  /**
   * Its client sends the body when it is told to go on (RFC 9110, 10.1.1), which is when the body is first
   * wanted: what is refused before is not sent at all. Whether it comes all the same nobody knows then, and
   * the connection ends with the answer.
   */
  expectContinue(response: ServerResponse): void {
    const keepAlive = response.shouldKeepAlive;
    response.shouldKeepAlive = false;
    this.#expecting = () => {
      response.shouldKeepAlive = keepAlive;
      if (!this.complete) response.writeContinue();
    };
  }

  /** Called before the body is read, and by whoever has found all of it there. */
  letBodyCome(): void {
    this.#expecting?.();
    this.#expecting = undefined;
  }

  /** When its answer went out before all of it was there; undefined until then. */
  get answered(): Answered | undefined {
    return this.#answered;
  }

  /**
   * The answer has been sent, so the rest of the body is read and thrown away: else the next request of the
   * connection would wait behind it. Of a body without end, the loop would otherwise read 2 MB in each turn.
   */
  letRestCome(): void {
    this.#answered ??= { at: performance.now(), bytesRead: this.socket.bytesRead };
    this.unpipe();
    this.resume();
  }

  #readOnInLine(): void {
    if (this.#isInLine) return;
    this.#isInLine = true;
    inLine(() => {
      this.#isInLine = false;
      if (!this.destroyed) super._read(SMALL_BYTES);
    });
  }

  #keep(piece: Uint8Array): void {
    this.#small ??= Buffer.allocUnsafe(2 * SMALL_BYTES);
    if (this.#length + piece.length > this.#small.length)
      this.#small = Buffer.concat([this.#small], 2 * this.#small.length);
    this.#small.set(piece, this.#length);
    this.#length += piece.length;
  }

  #give(): void {
    if (this.#small === undefined) return;
    const together = this.#small.subarray(0, this.#length);
    this.#small = undefined;
    this.#length = 0;
    if (this.destroyed) return;
    super.push(together);
    // Nobody asks again: what was asked before is answered with this.
    if (this.#isWanted) super._read(SMALL_BYTES);
    this.#isWanted = false;
  }
}

/** The body of it is read now: who waits to be asked for it is asked. */
export function letBodyCome(request: IncomingMessage): void {
  if (request instanceof ChunkedRequest) request.letBodyCome();
}

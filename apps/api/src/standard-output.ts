import { write, writeSync } from 'node:fs';

const STDOUT = 1;
const LINE_FEED = 10;
/** Of signs: so much waits where nobody reads on or the disk is slow, and lines beyond it are lost. */
const WAITING_MAX = 16 * 1024 * 1024;
/** A pipe that is full is tried again after this, and at the end of the process for so long in all. */
const AGAIN_MS = 20;
const LAST_TRIES_MS = 1_000;

/** How bytes are written: those of Node, other ones in tests. */
export type Writing = {
  write(file: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void): void;
  writeSync(file: number, bytes: Uint8Array): number;
};

/**
 * Where log lines go, without blocking: those that come while one is being written go out together. A log
 * that cannot be written, because its disk is full, stops neither the service nor its end: lines are lost
 * until there is room again, and `told` hears once why. pino's own destination tries for ever, on the only
 * thread there is (`flushSync` of sonic-boom 4.2.1).
 */
export class StandardOutput {
  readonly #told: (why: string) => void;
  readonly #by: Writing;
  #waiting = '';
  /** What a full pipe has not taken yet, and is tried again before what waits. */
  #again: Buffer | undefined;
  #isWriting = false;
  #isLineOpen = false;
  #hasFailed = false;

  constructor(told: (why: string) => void, by: Writing = { write, writeSync }) {
    this.#told = told;
    this.#by = by;
  }

  /** Takes a line with its line feed. */
  write(line: string): void {
    if (this.#waiting.length + line.length > WAITING_MAX)
      return this.#lose(new Error('nobody reads on, and more waits than is kept'));
    this.#waiting += line;
    if (!this.#isWriting) this.#send(this.#taken());
  }

  /** Writes what is still waiting, at the end of the process; a pipe that stays full is given up. */
  flushSync(): void {
    const until = performance.now() + LAST_TRIES_MS;
    for (let bytes = this.#next(); bytes.length > 0;) {
      try {
        bytes = this.#next(this.#rest(bytes, this.#by.writeSync(STDOUT, bytes)));
      } catch (error) {
        if (!isFull(error) || performance.now() >= until) return this.#lose(error);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS);
      }
    }
  }

  #taken(): Buffer {
    // What could be written only in part would make the next line unreadable too.
    const text =
      this.#hasFailed && this.#isLineOpen && this.#waiting !== '' ? `\n${this.#waiting}` : this.#waiting;
    this.#waiting = '';
    return Buffer.from(text);
  }

  #send(bytes: Buffer): void {
    this.#isWriting = bytes.length > 0;
    if (!this.#isWriting) return;
    this.#by.write(STDOUT, bytes, (error, written) => {
      if (isFull(error)) {
        this.#again = bytes;
        return void setTimeout(() => this.#send(this.#next()), AGAIN_MS);
      }
      if (error !== null) {
        this.#isWriting = false;
        return this.#lose(error);
      }
      this.#send(this.#next(this.#rest(bytes, written)));
    });
  }

  /** What is to be written next: the rest of what was begun, or all that waits. */
  #next(rest = this.#again): Buffer {
    this.#again = undefined;
    return rest !== undefined && rest.length > 0 ? rest : this.#taken();
  }

  #rest(bytes: Buffer, written: number): Buffer {
    if (written > 0) this.#isLineOpen = bytes[written - 1] !== LINE_FEED;
    if (written === bytes.length) this.#hasFailed = false;
    return bytes.subarray(written);
  }

  #lose(error: unknown): void {
    const hadFailed = this.#hasFailed;
    this.#hasFailed = true;
    const { code, message } = error as NodeJS.ErrnoException;
    // Whoever reads may stop reading: `npm start | head -1`.
    if (!hadFailed && code !== 'EPIPE') this.#told(message);
  }
}

function isFull(error: unknown): boolean {
  return error !== null && (error as NodeJS.ErrnoException).code === 'EAGAIN';
}

import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const EXCERPT = 300;
const END = 16_384;

export type Heard = {
  /**
   * An answer has arrived whole. `begin`: the start of its body, for telling
   * what went wrong; `end`: its last bytes, if kept.
   */
  onAnswer(status: number, begin: string, end: string): void;
  onBroken(why: string): void;
};

/** A kept-alive connection that asks one thing at a time and reads as little of the answers as it can. */
export class Connection {
  readonly #socket: Socket;
  readonly #heard: Heard;
  /** Bytes of a head that is not there as a whole yet. */
  #pending: Buffer | undefined;
  /** Bytes of the body still to come. */
  #left = 0;
  #status = 0;
  #begin = '';
  #isClosed = false;
  /** The bytes of the body, kept for its end. */
  #body: Buffer[] | undefined;

  constructor(port: number, heard: Heard, { keepsBody = false }: { readonly keepsBody?: boolean } = {}) {
    if (keepsBody) this.#body = [];
    this.#heard = heard;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (bytes) => this.#take(bytes));
    this.#socket.on('error', ({ message }) => this.#broken(message));
    this.#socket.on('close', () => this.#broken('the connection was closed'));
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #broken(why: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#heard.onBroken(why);
  }

  #take(bytes: Buffer): void {
    if (this.#left > 0) {
      this.#left -= bytes.length;
      this.#body?.push(bytes);
      if (this.#left <= 0) this.#done();
      return;
    }
    const all = this.#pending === undefined ? bytes : Buffer.concat([this.#pending, bytes]);
    const end = all.indexOf(HEAD_END);
    if (end < 0) {
      this.#pending = all;
      return;
    }
    this.#pending = undefined;
    const head = all.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) return this.#broken('an answer does not say how long it is');
    const body = end + HEAD_END.length;
    this.#status = Number(head.slice(9, 12));
    this.#begin = this.#status < 300 ? '' : all.toString('utf8', body, body + EXCERPT);
    if (this.#body !== undefined) this.#body = [all.subarray(body)];
    this.#left = Number(length) - (all.length - body);
    if (this.#left <= 0) this.#done();
  }

  #end(): string {
    if (this.#body === undefined) return '';
    const body = Buffer.concat(this.#body);
    return body.toString('utf8', Math.max(0, body.length - END));
  }

  #done(): void {
    if (this.#left < 0) return this.#broken('more came than was announced');
    this.#heard.onAnswer(this.#status, this.#begin, this.#end());
  }
}

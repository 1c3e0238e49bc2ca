import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to a receiver, its body as it came. */
export type Received = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** A receiver of webhooks that keeps what it gets, and answers with what `answers` gives next, else 204. */
export class Receiver {
  readonly received: Received[] = [];
  answers: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[] = [];
  /** Answers nothing at all. */
  hangs = false;
  /** To which messages it answers nothing at all. */
  hangsAt: (received: Received) => boolean = () => false;
  /** What is done before the next message is answered. */
  beforeAnswer: () => Promise<unknown> = () => Promise.resolve();
  /** Whether the answer to a message is lost on its way: it was taken, and who sent it cannot know. */
  isLost: (received: Received) => boolean = () => false;
  /** To how many messages the answer was not waited for any more. */
  givenUp = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      response.once('close', () => (this.givenUp += response.writableEnded ? 0 : 1));
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        const received = { headers: plain(request.headers), body };
        this.received.push(received);
        if (this.hangs || this.hangsAt(received)) return;
        if (this.isLost(received)) return void request.socket.destroy();
        const { status, headers = {} } = this.answers.shift() ?? { status: 204 };
        const answer = (): unknown =>
          response.writeHead(status, headers).end(status === 204 ? undefined : 'as it is');
        void this.beforeAnswer().then(answer, answer);
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** What it got, parsed. */
  get told(): readonly Readonly<Record<string, unknown>>[] {
    return this.received.map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function plain(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * Resolves once something is so; what other processes do is looked for again and again. `ms`: for what never
 * becomes so, and no measure of speed.
 */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it did not become so in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

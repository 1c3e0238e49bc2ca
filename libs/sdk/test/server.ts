import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};

/** An answer: JSON, with its status; or what else to do with the connection. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse) => void);

/**
 * A little service on a free port, which tells what it was asked. Answers
 * come from `reply`, one for each request.
 */
export async function serving(reply: (seen: Seen, base: string) => Reply) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      const one: Seen = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) };
      seen.push(one);
      const answer = reply(one, base);
      if (typeof answer === 'function') return answer(response);
      const { status = 200, headers: more = {}, body } = answer;
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base, seen, stop };
}

export type Service = Awaited<ReturnType<typeof serving>>;

/** What a promise is refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was not refused');
}

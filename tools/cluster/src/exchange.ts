import { Agent, request } from 'node:http';

/**
 * What came back; status 0 stands for a connection that broke, 598 for an answer that did not come in time.
 */
export type HttpAnswer = {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
};

/** A request of a client. */
export type Sent = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** In place of a status: the connection broke, so nobody knows what was done. */
export const BROKEN = 0;
/** In place of a status: no answer came within the time that a client waits. */
export const TOO_LATE = 598;
const TIMEOUT_MS = 20_000;

/** Connections that are kept, as a client in another program would. */
export function connections(): Agent {
  return new Agent({ keepAlive: true });
}

/** Sends one request; never throws. */
export function send(agent: Agent, { method, url, headers, body }: Sent): Promise<HttpAnswer> {
  const began = performance.now();
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve) => {
    const end = (status: number, said = ''): void =>
      resolve({ status, text: said, ms: performance.now() - began });
    const sending = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
      let said = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (said += part));
      response.on('end', () => end(response.complete ? (response.statusCode ?? BROKEN) : BROKEN, said));
      response.on('error', () => end(BROKEN));
    });
    sending.setTimeout(TIMEOUT_MS, () => {
      end(TOO_LATE);
      sending.destroy();
    });
    sending.on('error', () => end(BROKEN));
    sending.end(text);
  });
}

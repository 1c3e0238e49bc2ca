import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Duplex } from 'node:stream';

/** What a client sends. */
export type RequestToSend = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
};

/** An answer as it came from the service: header names are in lower case. */
export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** A socket that keeps what is written to it. */
class Kept extends Duplex {
  readonly chunks: Buffer[] = [];
  readonly remoteAddress = '127.0.0.1';

  override _read(): void {
    // Nothing comes through it: the request is given as it is.
  }

  override _write(chunk: Buffer | string, _: string, done: () => void): void {
    this.chunks.push(Buffer.from(chunk));
    done();
  }

  setTimeout(): this {
    return this;
  }
}

/** Hands a request to the service without any network; told when it is answered. */
export function exchange(
  handle: RequestListener,
  asked: RequestToSend,
  answered: (answer: Answered) => void,
): void {
  const socket = new Kept();
  const request = new IncomingMessage(socket as never);
  const text = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const headers: Record<string, string> = {
    host: 'books.example',
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...asked.headers,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  };
  request.method = asked.method;
  request.url = asked.path;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  for (const [name, value] of Object.entries(headers)) {
    request.rawHeaders.push(name, value);
    request.headers[name.toLowerCase()] = value;
  }
  request.complete = true;
  if (text !== undefined) request.push(text);
  request.push(null);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as never);
  response.on('finish', () => {
    const whole = Buffer.concat(socket.chunks).toString('utf8');
    const end = whole.indexOf('\r\n\r\n');
    const body = end < 0 ? '' : whole.slice(end + 4);
    const given = Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    );
    answered({ status: response.statusCode, headers: given, text: body });
  });
  handle(request, response);
}

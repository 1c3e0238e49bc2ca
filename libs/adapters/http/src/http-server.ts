import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type Koa from 'koa';
import type { Told } from './failure/failure-table.js';
import { failureText } from './representation/failure.js';

/** G25: slow and broken clients cannot hold the service. */
export const SERVER_LIMITS = {
  headersTimeoutMs: 8_000,
  requestTimeoutMs: 30_000,
  connectionsCheckingIntervalMs: 1_000,
  /** Longer than a usual proxy's idle time, so that the proxy closes first. */
  keepAliveTimeoutMs: 75_000,
  maxHeaderBytes: 16_384,
} as const;

/** The Node server around the application, with its limits, and with §7 bodies for what never becomes a request. */
export function httpServer(app: Koa, limits = SERVER_LIMITS): Server {
  const handle = app.callback();
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      requireHostHeader: false,
    },
    (request, response) => void handle(request, response),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy();
      return;
    }
    const told = toldOfParser(error.code);
    const body = failureText(told, randomUUID(), new Date());
    socket.end(
      `HTTP/1.1 ${told.status} ${STATUS_CODES[told.status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

/** What the HTTP parser could not take, told in the shape of §7. */
function toldOfParser(code: string | undefined): Told {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        message: `The address and headers together are larger than ${SERVER_LIMITS.maxHeaderBytes} bytes.`,
        developerHint: 'Ask with a shorter filter and fewer headers.',
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        message: 'The request did not arrive in time.',
        developerHint: 'Send the request again, without pausing in its middle.',
      };
    case 'HPE_INVALID_METHOD':
      return {
        status: 405,
        message: 'The method is not supported here.',
        developerHint: 'Supported are GET, HEAD, POST, PUT and DELETE.',
      };
    default:
      return {
        status: 400,
        message: 'The request is not well-formed HTTP.',
        developerHint: 'Use an ordinary HTTP client library.',
      };
  }
}

import cors from '@koa/cors';
import type { Middleware } from 'koa';

/** What a page may send, and read of an answer, beside what every page may. */
const SENT = [
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'User-Agent',
  'X-AgreementGrantToken',
  'X-AppSecretToken',
];
const READ = [
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];
const REMEMBERED_SECONDS = 600;

/**
 * Lets pages of these origins call the API from a browser; those of others stay without an answer to read.
 */
export function crossOrigin(origins: readonly string[]): Middleware {
  return cors({
    origin: (ctx) => {
      const asking = ctx.get('Origin');
      return origins.includes(asking) ? asking : '';
    },
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: SENT,
    exposeHeaders: READ,
    maxAge: REMEMBERED_SECONDS,
  });
}

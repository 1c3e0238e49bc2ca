import { CHALLENGE } from '../failure/access-rows.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@kontor/kernel';
import { TEXT, URI } from './service-schemas.js';
import type { Json } from './json.js';
import { ref } from './component-names.js';

/** What may be asked for in the address or in headers of a request, by the name of its component. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  Demo: {
    name: 'demo',
    in: 'query',
    description: 'Answers from the demo agreement, without tokens; every link of the answer carries it.',
    schema: { type: 'boolean' },
  },
  PageSize: {
    name: 'pagesize',
    in: 'query',
    description: `Items on a page. Over ${MAX_PAGE_SIZE} counts as ${MAX_PAGE_SIZE}.`,
    schema: { type: 'integer', minimum: 1, default: DEFAULT_PAGE_SIZE },
  },
  SkipPages: {
    name: 'skippages',
    in: 'query',
    description: 'Pages to skip. A page past the end is empty.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  After: {
    name: 'after',
    in: 'query',
    description:
      'Where the previous page ended. Comes with the link of the next page and is not made by hand.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same key and the same request get the stored answer, so that a write can be sent again; kept for 24 hours at least.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Only if the thing still has this ETag; otherwise 412. Never required.',
    schema: TEXT,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Only if the thing has another ETag; otherwise 304.',
    schema: TEXT,
  },
  IfNoneThere: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: only if there is none yet; otherwise 412.',
    schema: TEXT,
  },
};

/** Headers of answers, by the name of their component. */
export const HEADERS: Readonly<Record<string, Json>> = {
  AcceptEncoding: {
    description: 'With 415 for the encoding of a body: those that are taken.',
    schema: TEXT,
  },
  Allow: { description: 'With 405: the methods that there are.', schema: TEXT },
  ETag: {
    description:
      'The state of the single resource and, after a full stop, what can be done with it now. If-Match compares the state alone.',
    required: true,
    schema: { type: 'string', pattern: '^"[\\w-]+(\\.[\\w-]+)?"$' },
  },
  IdempotentReplayed: {
    description: 'The answer was stored under the idempotency key.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'Where the created thing is.', required: true, schema: URI },
  RateLimit: {
    description:
      'What is left to the grant: `r` requests, and `t` seconds until it has all of them again. Not sent where there is no limit, nor without a grant.',
    schema: { type: 'string' },
    example: '"grant";r=299999;t=1',
  },
  RateLimitPolicy: {
    description: 'What a grant may ask: `q` requests at once, all of them again after `w` seconds.',
    schema: { type: 'string' },
    example: '"grant";q=300000;w=30',
  },
  ContentDisposition: {
    description: 'Whether a browser shows the file or keeps it, and under which name.',
    required: true,
    schema: { type: 'string' },
    example: 'attachment; filename="invoice-17.pdf"',
  },
  RetryAfter: { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
  WwwAuthenticate: {
    description: 'What is to be sent: the headers that say who calls. The scheme is our own.',
    required: true,
    schema: { type: 'string', const: CHALLENGE },
  },
};

/** The headers of the rate limit, which every answer to a request with a grant has. */
export const RATE_HEADERS = {
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
};

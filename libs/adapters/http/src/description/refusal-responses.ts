import { ERROR_CODES } from '../failure/error-codes.js';
import { REFUSALS, type Refusal } from './refusals.js';
import { knownCodes } from './service-schemas.js';
import type { Json } from './json.js';
import { ref } from './component-names.js';
import { RATE_HEADERS } from './parameters-and-headers.js';

const RETRY_AFTER = { 'Retry-After': ref('headers', 'RetryAfter') };

/** What a refusal of a status means, whatever its code. */
const MEANING: { readonly [S in Refusal['status']]: string } = {
  400: 'The request is malformed, does not follow the schema, or a rule refuses it.',
  401: 'Credentials are missing, wrong, expired or revoked.',
  403: 'The grant does not reach this.',
  404: 'There is no such thing.',
  409: 'Not now: what is under way has to end first.',
  410: 'What is asked for was there, and is not kept any more.',
  412: 'The thing is not in the state that the request names.',
  413: 'The body is too large.',
  415: 'Something else than JSON is sent or asked for.',
  429: 'Too many requests with this grant.',
  500: 'Something went wrong in the service.',
  503: 'The service cannot do this right now; nothing was changed.',
};

/**
 * A query that cannot be decoded is refused wherever it is sent, and `filter` and `sort` by their own codes.
 */
function withQueryCodes(codes: Refusal['codes']): Refusal['codes'] {
  return [...new Set([...codes, 'E01010', 'E01020'] as const)].sort();
}

/** A refusal with the codes that it may carry, and what each means. */
export function refusalResponse({ status, codes }: Refusal): Json {
  const { alwaysCoded } = REFUSALS[status];
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_CODES[code].condition}`);
  const narrowed = {
    allOf: [
      ref('schemas', 'Error'),
      {
        type: 'object',
        ...(alwaysCoded && { required: ['errorCode'] }),
        properties: { errorCode: knownCodes(status === 400 ? withQueryCodes(codes) : codes) },
      },
    ],
  };
  const [code] = codes;
  const example = {
    ...(code !== undefined && { errorCode: code }),
    message: code === undefined ? MEANING[status] : ERROR_CODES[code].condition,
    developerHint: 'What to do about it.',
    httpStatusCode: status,
    logId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    logTime: '2026-03-31T12:30:00',
    ...(status === 401 && { demoLink: 'http://localhost:3000/products?demo=true' }),
  };
  return {
    description: [MEANING[status], ...(meanings.length > 0 ? ['', ...meanings] : [])].join('\n'),
    ...headersOf(status),
    content: {
      'application/json': { schema: codes.length === 0 ? ref('schemas', 'Error') : narrowed, example },
    },
  };
}

/** Who is refused with a grant is told its rate; who is not known has none. */
function headersOf(status: Refusal['status']): Json {
  if (status === 429) return { headers: { ...RETRY_AFTER, ...RATE_HEADERS } };
  if (status === 503) return { headers: RETRY_AFTER };
  if (status === 415)
    return { headers: { 'Accept-Encoding': ref('headers', 'AcceptEncoding'), ...RATE_HEADERS } };
  if (status === 401) return { headers: { 'WWW-Authenticate': ref('headers', 'WwwAuthenticate') } };
  return status >= 500 ? {} : { headers: RATE_HEADERS };
}

/** Answers that are alike wherever they are given. */
export const RESPONSES: Readonly<Record<string, Json>> = {
  NotModified: {
    description: 'As it was: it has the ETag that the request names.',
    headers: { ETag: ref('headers', 'ETag') },
  },
  Refusal: {
    description: 'Any other refusal, such as 405 for a method that there is not at this path.',
    headers: { Allow: ref('headers', 'Allow') },
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        example: {
          message: 'There is no such method here.',
          developerHint: 'Use one of those that Allow names.',
          httpStatusCode: 405,
          logId: '0f8fad5b-d9cb-469f-a165-70867728950e',
          logTime: '2026-03-31T12:30:00',
        },
      },
    },
  },
};

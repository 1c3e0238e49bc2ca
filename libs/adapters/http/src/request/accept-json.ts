import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import type { HttpRefusal } from '../failure/http-failure.js';
import { hasBody } from './read-body.js';

const JSON_TYPE = /^application\/json$/i;
const UTF8 = /^"?(utf-8|utf8|us-ascii)"?$/i;

/**
 * §1 rule 5: JSON only. Refused (415) when a body says it is something else, or when the client accepts
 * everything but JSON (D133). A missing `Content-Type`, on a request with a body or without, is fine (D134).
 */
export function acceptsJson(ctx: Context): Either<HttpRefusal, void> {
  const contentType = ctx.req.headers['content-type'];
  if (contentType !== undefined && contentType !== '' && hasBody(ctx) && !isJson(contentType)) {
    return left({ kind: 'MediaTypeNotJson', where: 'Content-Type', given: contentType });
  }
  const accept = ctx.req.headers.accept;
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept === '') {
    return right(undefined);
  }
  if (ctx.accepts('application/json') !== false || namesJson(ctx.accepts())) return right(undefined);
  return left({ kind: 'MediaTypeNotJson', where: 'Accept', given: accept });
}

/** JSON with a parameter, such as `charset=utf-8`, is JSON all the same. */
function namesJson(accepted: string | readonly string[] | false): boolean {
  return Array.isArray(accepted) && accepted.some((type: string) => JSON_TYPE.test(type));
}

function isJson(contentType: string): boolean {
  const parts = contentType.split(';');
  if (!JSON_TYPE.test(parts[0]?.trim() ?? '')) return false;
  return parts.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    return name.trim().toLowerCase() !== 'charset' || UTF8.test(value.trim());
  });
}

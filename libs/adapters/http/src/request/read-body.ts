import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import type { HttpRefusal } from '../failure/http-failure.js';
import { parseJson, scanJson } from './json-text.js';

/** G24. */
export const BODY_BYTES_MAX = 1_048_576;
export const BODY_LEVELS_MAX = 10;

/** The bytes of a body, as text, and what they mean. */
export type ReadBody = { readonly text: string; readonly value: unknown };

const NON_ASCII = /[\u0080-\uffff]/;

/*
 * koa-body reads the text (limit, decompression, aborted requests); what it means is made here, after the depth is known and
 * without what its parser refuses or loses. It is told latin1, so that each character it gives is one byte: whether
 * the bytes are UTF-8 is then checked here, instead of bad bytes becoming replacement characters.
 */
const read = koaBody({
  json: false,
  text: true,
  textTypes: ['application/json'],
  textLimit: BODY_BYTES_MAX,
  urlencoded: false,
  multipart: false,
  encoding: 'latin1',
  parsedMethods: ['POST', 'PUT'] as never,
});

/** True when the request has a body at all. */
export function hasBody(ctx: Context): boolean {
  const { headers } = ctx.req;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Reads the body of a POST or PUT as JSON, within the limits of size and depth. */
export async function readBody(ctx: Context): Promise<Either<HttpRefusal, ReadBody>> {
  if (!hasBody(ctx)) return right({ text: '', value: undefined });
  if (ctx.req.headers['content-type'] === undefined) ctx.req.headers['content-type'] = 'application/json';
  let bytes: string;
  try {
    await read(ctx as never, async () => undefined);
    bytes = (ctx.request as { body?: string }).body ?? '';
  } catch (error) {
    return left(refusalOf(error));
  }
  const text = NON_ASCII.test(bytes) ? utf8(bytes) : bytes;
  if (text === undefined) return left({ kind: 'BodyNotJson', reason: 'it is not UTF-8' });
  return parsed(text);
}

function utf8(latin1: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return undefined;
  }
}

function parsed(text: string): Either<HttpRefusal, ReadBody> {
  if (text.trim() === '') return right({ text: '', value: undefined });
  const scan = scanJson(text);
  if (scan.depth > BODY_LEVELS_MAX) return left({ kind: 'BodyTooDeep', mostLevels: BODY_LEVELS_MAX });
  try {
    return right({ text, value: parseJson(text, scan) });
  } catch (error) {
    return left({ kind: 'BodyNotJson', reason: reasonOf(error) });
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? 'it ends too early or is not JSON at all'
    : `it stops being JSON at character ${position}`;
}

/** What koa-body and its readers throw, told in our words. */
function refusalOf(error: unknown): HttpRefusal {
  const { status, type, code } = error as { status?: number; type?: string; code?: string };
  if (status === 413) return { kind: 'BodyTooLarge', mostBytes: BODY_BYTES_MAX };
  if (status === 415 || type === 'encoding.unsupported') {
    return { kind: 'MediaTypeNotJson', where: 'Content-Type', asked: 'an unsupported encoding' };
  }
  if (type === 'request.aborted' || type === 'request.size.invalid') return { kind: 'BodyIncomplete' };
  if (code?.startsWith('Z_') === true || code?.startsWith('ERR__ERROR_') === true) {
    return { kind: 'BodyNotJson', reason: 'its content encoding is broken' };
  }
  throw error;
}

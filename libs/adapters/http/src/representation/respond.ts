import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Answer, AnsweredFile } from '../endpoint/endpoint.js';
import { listsEtag } from '../request/precondition.js';
import { encodedEtag, encodingFor } from './compress.js';
import { etagOf, itemEtag } from './etag.js';

/**
 * Sends an answer: a file, a stream, or JSON as bytes, with its ETag; 304 without a body where
 * `If-None-Match` names that (§1, amendment 140).
 */
export function respond(ctx: Context, answer: Answer): void {
  const { status, body, sent, location, file, stream } = answer;
  ctx.status = status;
  if (location !== undefined) ctx.set('Location', location);
  if (file !== undefined) return respondWithFile(ctx, file, tagOf(answer));
  if (stream !== undefined) {
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = Readable.from(stream.pieces, { objectMode: false });
    ctx.set('Content-Type', stream.type);
    return;
  }
  // As bytes: Koa would otherwise measure the text first and encode it then.
  const bytes = sent ?? (body === undefined ? undefined : Buffer.from(body));
  if (bytes === undefined) return;
  if (isKnown(ctx, tagOf(answer), bytes.length)) return;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = bytes;
}

/** Says what the state is called, and 304 where `If-None-Match` names that. Answers whether it did. */
function isKnown(ctx: Context, etag: string | undefined, bytes: number): boolean {
  if (etag === undefined) return false;
  ctx.set('ETag', etag);
  const ifNoneMatch = ctx.req.headers['if-none-match'];
  if (!isRead(ctx) || ifNoneMatch === undefined || !listsEtag(ifNoneMatch, etag, 'weak')) return false;
  ctx.set('ETag', encodedEtag(etag, encodingFor(ctx, bytes)));
  ctx.status = 304;
  return true;
}

function respondWithFile(ctx: Context, file: AnsweredFile, tag: string | undefined): void {
  if ('bytes' in file) {
    if (isKnown(ctx, tag, file.bytes.byteLength)) return;
    ctx.set('Content-Type', file.type);
    ctx.set('Content-Disposition', `inline; filename="${file.name}"`);
    ctx.body = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    return;
  }
  if (file.length === undefined) {
    // Of the state that it was asked for in: nobody keeps it.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Disposition', `attachment; filename="${file.name}"`);
    ctx.body = Readable.from(file.pieces, { objectMode: false });
    ctx.set('Content-Type', file.type);
    return;
  }
  const etag = `"${file.digest}"`;
  ctx.set('ETag', etag);
  const ifNoneMatch = ctx.req.headers['if-none-match'];
  if (ifNoneMatch !== undefined && listsEtag(ifNoneMatch, etag, 'weak')) {
    ctx.status = 304;
    return;
  }
  // A client made this file, so a browser must save it and never run anything in it.
  ctx.set('Content-Disposition', `attachment; filename="${file.name}"`);
  ctx.body = Readable.from(whole(file.pieces, file.length), { objectMode: false });
  ctx.set('Content-Type', file.type);
  ctx.set('Content-Length', String(file.length));
}

/**
 * Passes pieces on that must have so many `bytes` in all. Where the file was removed while it is sent, the
 * connection breaks off: otherwise the client would wait for the rest, and take the next answer for it.
 */
async function* whole(pieces: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of pieces) {
    left -= piece.length;
    yield piece;
  }
  if (left !== 0)
    throw new Error(`the file was removed while it was sent: ${left} of ${bytes} bytes are gone`);
}

function tagOf({ tagged, actions, etag }: Answer): string | undefined {
  if (etag !== undefined || tagged === undefined) return etag;
  return actions === undefined ? etagOf(tagged) : itemEtag(tagged, actions);
}

function isRead(ctx: Context): boolean {
  return ctx.method === 'GET' || ctx.method === 'HEAD';
}

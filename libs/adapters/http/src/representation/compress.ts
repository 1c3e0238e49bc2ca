import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Next } from 'koa';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this a compressed answer is not worth its cost. */
const WORTH_IT_BYTES = 1024;
const BROTLI_QUALITY = 4;

type Encoding = 'br' | 'gzip';

/**
 * Compresses answers with br or gzip where the client accepts it (D141). Leaves alone what is small, or
 * compressed already.
 */
export async function compress(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body } = ctx;
  if (!Buffer.isBuffer(body) || ctx.res.hasHeader('Content-Encoding')) return;
  const encoding = encodingFor(ctx, body.length);
  if (encoding === undefined) return;
  const etag = ctx.res.getHeader('ETag');
  ctx.body =
    encoding === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await compressGzip(body);
  ctx.set('Content-Encoding', encoding);
  if (typeof etag === 'string') ctx.set('ETag', encodedEtag(etag, encoding));
}

/** How a text is sent to this client, and says so where that depends on what it accepts. */
export function encodingFor(ctx: Context, bytes: number): Encoding | undefined {
  if (bytes < WORTH_IT_BYTES) return undefined;
  ctx.vary('Accept-Encoding');
  const asked = ctx.req.headers['accept-encoding'];
  if (asked === undefined || asked === '' || asked === 'identity') return undefined;
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  return encoding === 'br' || encoding === 'gzip' ? encoding : undefined;
}

/** A strong entity tag names one sequence of bytes, so an encoded answer gets its own. */
export function encodedEtag(etag: string, encoding: Encoding | undefined): string {
  return encoding === undefined ? etag : etag.replace(/"$/, `-${encoding}"`);
}

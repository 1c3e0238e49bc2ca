import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Next } from 'koa';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Below this a compressed answer is not worth its cost. */
const WORTH_IT_BYTES = 1024;
const BROTLI_QUALITY = 4;

/** D141: gzip or br when asked. A strong entity tag names one sequence of bytes, so an encoded answer gets its own. */
export async function compress(ctx: Context, next: Next): Promise<void> {
  await next();
  const { body } = ctx;
  const asked = ctx.req.headers['accept-encoding'];
  if (typeof body !== 'string' || body.length < WORTH_IT_BYTES || ctx.method === 'HEAD') return;
  ctx.vary('Accept-Encoding');
  if (asked === undefined || asked === '') return;
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding !== 'br' && encoding !== 'gzip') return;
  const type = ctx.response.get('Content-Type');
  const etag = ctx.res.getHeader('ETag');
  ctx.body =
    encoding === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await compressGzip(body);
  ctx.set('Content-Type', type);
  ctx.set('Content-Encoding', encoding);
  if (typeof etag === 'string') ctx.set('ETag', etag.replace(/"$/, `-${encoding}"`));
}

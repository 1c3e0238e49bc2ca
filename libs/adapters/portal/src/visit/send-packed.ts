import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** As good as it is worth while somebody waits: a page of 100 KB takes some milliseconds. */
const QUALITY = 6;
const asBrotli = promisify(brotliCompress);
const PACKERS = {
  br: (content: Buffer) => asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: promisify(gzip),
} as const;

/** What is sent as it is kept, packed once for each encoding, when that is first asked for. */
export type Packed = {
  readonly type: string;
  readonly content: Buffer;
  /** Follows from the content. Weak: the same for each encoding. */
  readonly tag: string;
  readonly as: Map<keyof typeof PACKERS, Promise<Buffer>>;
};

/** What is to be sent so. `type`: its media type. */
export function packed(type: string, content: string | Buffer): Packed {
  const bytes = Buffer.from(content);
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  return { type, content: bytes, tag: `W/"${tag}"`, as: new Map() };
}

/** Sends what the browser does not have yet, in the encoding that it takes. */
export async function sendPacked(ctx: Context, file: Packed): Promise<void> {
  const { type, content, tag, as } = file;
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.etag = tag;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding === 'br' || encoding === 'gzip') {
    const made = as.get(encoding) ?? PACKERS[encoding](content);
    as.set(encoding, made);
    ctx.body = await made;
    ctx.set('Content-Encoding', encoding);
  } else {
    ctx.body = content;
  }
  ctx.set('Content-Type', type);
}

/** Refuses what neither reads nor asks for the head, which a page is put to. Answers whether it did. */
export function refusedMethod(ctx: Context): boolean {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return false;
  ctx.status = 405;
  ctx.set('Allow', 'GET, HEAD');
  return true;
}

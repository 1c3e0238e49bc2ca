import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { setSecurityHeaders } from '../visit/security-headers.js';
import { explorerFiles, type ExplorerFile } from './files.js';
import { explorerPage } from './explorer.page.js';

const PACKERS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/** The page at `/explorer` and what it loads. Answers whether a path is one of its own. */
export type Explorer = (ctx: Context, path: string) => Promise<boolean>;

/**
 * Everything is read once, at the start, and packed once, when it is first asked for. What the page
 * loads has the version of all of it in its address and is kept for ever; the page itself is asked
 * for again each time and has an entity tag.
 */
export function explorer(baseUrl: string): Explorer {
  const loaded = explorerFiles();
  const { version, files } = loaded;
  const text = explorerPage(baseUrl, loaded);
  const page: ExplorerFile = { type: 'text/html; charset=utf-8', content: Buffer.from(text) };
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const packed = {
    br: new Map<ExplorerFile, Promise<Buffer>>(),
    gzip: new Map<ExplorerFile, Promise<Buffer>>(),
  };

  const send = async (ctx: Context, file: ExplorerFile): Promise<void> => {
    const { type, content } = file;
    ctx.vary('Accept-Encoding');
    ctx.set('Content-Type', type);
    const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding !== 'br' && encoding !== 'gzip') {
      ctx.body = content;
      return;
    }
    const made = packed[encoding].get(file) ?? PACKERS[encoding](content);
    packed[encoding].set(file, made);
    ctx.body = await made;
    ctx.set('Content-Encoding', encoding);
    ctx.set('Content-Type', type);
  };

  return async (ctx, path) => {
    const [, given, name] = /^\/explorer(?:\/([0-9a-f]{12})\/([\w/.-]+))?\/?$/i.exec(path) ?? [];
    const isPage = /^\/explorer\/?$/i.test(path);
    const file = isPage ? page : given === version && name !== undefined ? files.get(name) : undefined;
    if (file === undefined) return false;
    ctx.state['route'] = isPage ? '/explorer' : '/explorer/:version/:name';
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.status = 405;
      ctx.set('Allow', 'GET, HEAD');
      ctx.body = '';
      return true;
    }
    ctx.status = 200;
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    if (isPage) {
      setSecurityHeaders(ctx, { asksTheApi: true });
      ctx.set('Cache-Control', 'no-cache');
      ctx.etag = `W/"${tag}"`;
      if (ctx.fresh) {
        ctx.status = 304;
        return true;
      }
    }
    await send(ctx, file);
    return true;
  };
}

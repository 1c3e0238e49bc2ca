import type { Context } from 'koa';
import { LOCALES } from '../text/locale.js';
import { languages } from '../visit/language.js';
import { setSecurityHeaders } from '../visit/security-headers.js';
import { packed, refusedMethod, sendPacked } from '../visit/send-packed.js';
import { explorerFiles } from './files.js';
import { explorerPage } from './explorer.page.js';

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
  const pages = new Map(
    LOCALES.map((locale) => [
      locale,
      packed('text/html; charset=utf-8', explorerPage(baseUrl, loaded, locale)),
    ]),
  );
  const languageOf = languages(baseUrl);

  return async (ctx, path) => {
    const [, given, name] = /^\/explorer(?:\/([0-9a-f]{12})\/([\w/.-]+))?\/?$/i.exec(path) ?? [];
    const isPage = /^\/explorer\/?$/i.test(path);
    const file = isPage
      ? pages.get(languageOf(ctx))
      : given === version && name !== undefined
        ? files.get(name)
        : undefined;
    if (file === undefined) return false;
    ctx.state['route'] = isPage ? '/explorer' : '/explorer/:version/:name';
    if (refusedMethod(ctx)) return true;
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    if (isPage) {
      ctx.vary('Accept-Language');
      ctx.vary('Cookie');
      setSecurityHeaders(ctx, { asksTheApi: true });
      ctx.set('Cache-Control', 'no-cache');
    }
    await sendPacked(ctx, file);
    return true;
  };
}

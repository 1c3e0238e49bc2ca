import type { Context } from 'koa';
import { localeNamed, localeOf, type Locale } from '../text/locale.js';
import { cookieJar } from './cookies.js';

/** A year. */
const REMEMBERED_SECONDS = 31_536_000;

/**
 * The language of the pages for a visitor: that of the address, else the one chosen before, else the first
 * that the browser prefers. A choice is remembered, except where the link of an app made it (D70).
 */
export function languages(baseUrl: string): (ctx: Context) => Locale {
  const jar = cookieJar(baseUrl, '-language');
  return (ctx) => {
    const asked = localeNamed(new URLSearchParams(ctx.querystring).get('locale') ?? undefined);
    const chosen = localeNamed(jar.read(ctx.req.headers.cookie));
    if (asked !== undefined && asked !== chosen && !/requestaccess/i.test(ctx.path)) {
      ctx.append('Set-Cookie', jar.written(asked, REMEMBERED_SECONDS));
    }
    return localeOf(asked ?? chosen, ctx.get('Accept-Language'));
  };
}

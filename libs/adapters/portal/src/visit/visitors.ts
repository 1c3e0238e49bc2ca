import type { Context } from 'koa';
import { timestampOf } from '@kontor/kernel';
import type { User } from '@kontor/studio';
import type { PortalParts } from '../portal-parts.js';
import { basePathOf } from './base-path.js';
import { localeNamed, localeOf, TEXTS } from '../text/locale.js';
import type { PageAnswer } from './answer.js';
import { cookieJar, cookieSigner, type CookieSigner } from './cookies.js';
import type { Parameters, Visit } from './visit.js';

/** Knows people again by what their browsers keep. */
export type Visitors = {
  /** Who asks, in which language. */
  visitOf(ctx: Context): Promise<Visit>;
  /** A visit without a look at the database. */
  nobody(ctx: Context): Visit;
  /** The token of this browser; a new one when it brought none of ours. */
  tokenOf(ctx: Context): Promise<string>;
  /** Whether a form was shown in this very browser. */
  isOwnForm(ctx: Context, csrf: string): Promise<boolean>;
  /** Lets the browser keep what the answer says of the session. */
  keep(ctx: Context, session: PageAnswer['session']): Promise<void>;
};

export function visitors(parts: Pick<PortalParts, 'baseUrl' | 'studio' | 'secrets' | 'clock'>): Visitors {
  const { baseUrl, secrets, clock } = parts;
  const { portalSessions, portalKeys, users } = parts.studio;
  const jar = cookieJar(baseUrl);
  const basePath = basePathOf(baseUrl);
  let made: Promise<CookieSigner> | undefined;

  /** The key is asked for once; when that fails, the next visit tries again. */
  const signer = (): Promise<CookieSigner> => {
    made ??= portalKeys.save(secrets.token()).then(cookieSigner, (error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };

  const broughtBy = async (ctx: Context): Promise<string | undefined> =>
    (await signer()).tokenOf(jar.read(ctx.req.headers.cookie));

  /** The token of this browser, the same throughout a request. */
  const tokenOf = async (ctx: Context): Promise<string> => {
    const known = ctx.state['token'] as string | undefined;
    if (known !== undefined) return known;
    const brought = await broughtBy(ctx);
    const token = brought ?? secrets.token();
    ctx.state['token'] = token;
    if (brought === undefined) ctx.set('Set-Cookie', jar.written((await signer()).signed(token)));
    return token;
  };

  const userOf = async (token: string): Promise<User | undefined> => {
    const session = await portalSessions.find(secrets.tokenHash(token));
    if (session === undefined || session.expires <= timestampOf(clock())) return undefined;
    return users.find(session.userName);
  };

  const visit = (ctx: Context, user: User | undefined, csrf: string): Visit => {
    const query = new URLSearchParams(ctx.querystring);
    const asked = query.get('locale') ?? undefined;
    const locale = localeOf(asked, ctx.get('Accept-Language'));
    const carried = localeNamed(asked);
    return {
      locale,
      text: TEXTS[locale],
      user,
      csrf,
      path: ctx.path,
      query,
      to: (path, parameters = {}) => addressOf(basePath, path, { locale: carried, ...parameters }),
    };
  };

  const visitOf = async (ctx: Context): Promise<Visit> => {
    const brought = await broughtBy(ctx);
    const user = brought === undefined ? undefined : await userOf(brought);
    const token = await tokenOf(ctx);
    return visit(ctx, user, (await signer()).csrfOf(token));
  };

  return {
    visitOf,
    nobody: (ctx) => visit(ctx, undefined, ''),
    tokenOf,
    isOwnForm: async (ctx, csrf) => {
      const brought = await broughtBy(ctx);
      return brought !== undefined && (await signer()).isCsrfOf(brought, csrf);
    },
    keep: async (ctx, session) => {
      if (session === undefined) return;
      if (session === 'ended') ctx.set('Set-Cookie', jar.written('', 0));
      else ctx.set('Set-Cookie', jar.written((await signer()).signed(session.token), session.maxAgeSeconds));
    },
  };
}

/** Without a host: the pages work under each of its names, and say none of them. */
function addressOf(basePath: string, path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const written = query.toString();
  return written === '' ? basePath + path : `${basePath}${path}?${written}`;
}

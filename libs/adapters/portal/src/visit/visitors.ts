import type { Context } from 'koa';
import { timestampOf } from '@kontor/kernel';
import type { User } from '@kontor/studio';
import type { PortalParts } from '../portal-parts.js';
import { basePathOf } from './base-path.js';
import { localeNamed, TEXTS } from '../text/locale.js';
import type { PageAnswer } from './answer.js';
import { languages } from './language.js';
import { cookieJar, cookieSigner, type CookieSigner } from './cookies.js';
import { textCipher, type TextCipher } from './text-cipher.js';
import { formOf, type Entered, type Form, type Parameters, type Visit } from './visit.js';

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
  /** What is encrypted with the portal's own key. */
  cipher(): Promise<TextCipher>;
  /**
   * Lets the browser keep secrets for the page that shows them, encrypted, for ten minutes and this session.
   */
  show(ctx: Context, shown: PageAnswer['shown']): Promise<void>;
  /** What the browser keeps for this page. */
  shownAt(ctx: Context): Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Lets the browser keep what was entered into a form that had expired, for the page at this path; false
   * where that is too much, or did not come from a page of ours: `isOwn`, or as the browser says.
   */
  keepEntered(ctx: Context, at: string, entered: Entered, isOwn: boolean): Promise<boolean>;
  /**
   * The same of a form that was refused, for who looks at its page in another language, in this session; what
   * waits for another page goes before.
   */
  keepRefused(ctx: Context, at: string, entered: Entered): Promise<void>;
  /** What the browser keeps for this page of a form that had expired, or was refused. */
  enteredAt(ctx: Context): Promise<{ readonly form: Form; readonly isRefused: boolean } | undefined>;
  /** The form of the page at this path was sent in time now: what was entered there is kept no longer. */
  forgetEntered(ctx: Context, at: string): Promise<void>;
  /** This page is looked at: what was refused on another one would seem to be saved to who comes back. */
  forgetRefusedElsewhere(ctx: Context): Promise<void>;
  /** Lets the browser keep what the answer says of the session. */
  keep(ctx: Context, session: PageAnswer['session']): Promise<void>;
};

/** The visitors of a portal, whose keys are read, or made, when the first of them needs one. */
export function visitors(
  parts: Pick<PortalParts, 'baseUrl' | 'studio' | 'secrets' | 'clock' | 'operator'>,
): Visitors {
  const { baseUrl, secrets, operator } = parts;
  const jar = cookieJar(baseUrl);
  const basePath = basePathOf(baseUrl);
  const languageOf = languages(baseUrl);
  const keyed = keyedBy(parts.studio.portalKeys, secrets);
  const signer = async (): Promise<CookieSigner> => (await keyed()).signer;

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

  const visit = (ctx: Context, user: User | undefined, csrf: string): Visit => {
    const query = new URLSearchParams(ctx.querystring);
    const asked = query.get('locale') ?? undefined;
    const locale = languageOf(ctx);
    const carried = localeNamed(asked);
    return {
      locale,
      text: TEXTS[locale],
      user,
      csrf,
      operator,
      path: ctx.path,
      query,
      to: (path, parameters = {}) => addressOf(basePath, path, { locale: carried, ...parameters }),
    };
  };

  const visitOf = async (ctx: Context): Promise<Visit> => {
    const brought = await broughtBy(ctx);
    const user = brought === undefined ? undefined : await userOf(parts, brought);
    const token = await tokenOf(ctx);
    return visit(ctx, user, (await signer()).csrfOf(token));
  };

  return {
    visitOf,
    cipher: async () => (await keyed()).cipher,
    ...showing(parts, keyed, tokenOf),
    ...keepingForms(parts, keyed, tokenOf),
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

/** Who is signed in with the token of a browser. */
async function userOf(
  { studio, secrets, clock }: Pick<PortalParts, 'studio' | 'secrets' | 'clock'>,
  token: string,
): Promise<User | undefined> {
  const session = await studio.portalSessions.find(secrets.tokenHash(token));
  if (session === undefined || session.expires <= timestampOf(clock())) return undefined;
  return studio.users.find(session.userName);
}

type Keyed = { readonly signer: CookieSigner; readonly cipher: TextCipher };

/** So long a page shows again what was made. */
const SHOWN_SECONDS = 600;

type Shown = NonNullable<PageAnswer['shown']> & { readonly until: number };

function keyedBy(
  portalKeys: PortalParts['studio']['portalKeys'],
  secrets: Pick<PortalParts['secrets'], 'token'>,
): () => Promise<Keyed> {
  let made: Promise<Keyed> | undefined;

  /** The key is asked for once; when that fails, the next visit tries again. */
  return () => {
    made ??= portalKeys.save(secrets.token()).then(
      (key) => ({ signer: cookieSigner(key), cipher: textCipher(key) }),
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    );
    return made;
  };
}

/** What the browser keeps encrypted of secrets that were just made. */
function showing(
  { baseUrl, clock }: Pick<PortalParts, 'baseUrl' | 'clock'>,
  keyed: () => Promise<Keyed>,
  tokenOf: (ctx: Context) => Promise<string>,
): Pick<Visitors, 'show' | 'shownAt'> {
  const shownJar = cookieJar(baseUrl, '-shown');
  return {
    show: async (ctx, shown) => {
      if (shown === undefined) return;
      const kept: Shown = { ...shown, until: clock().getTime() + SHOWN_SECONDS * 1000 };
      const purpose = `shown in ${await tokenOf(ctx)}`;
      const encrypted = (await keyed()).cipher.encrypt(purpose, JSON.stringify(kept));
      ctx.append('Set-Cookie', shownJar.written(encrypted, SHOWN_SECONDS));
    },
    shownAt: async (ctx) => {
      const encrypted = shownJar.read(ctx.req.headers.cookie);
      if (encrypted === undefined) return undefined;
      const opened = (await keyed()).cipher.decrypt(`shown in ${await tokenOf(ctx)}`, encrypted);
      const kept = opened === undefined ? undefined : (JSON.parse(opened) as Shown);
      return kept?.at === ctx.path && kept.until > clock().getTime() ? kept.values : undefined;
    },
  };
}

/** A cookie holds no more. */
const ENTERED_MAX = 3_500;

type Kept = {
  readonly at: string;
  readonly entered: Entered;
  readonly until: number;
  /** Who signs in after another person is not shown what that one typed. */
  readonly refusedIn?: string;
};

/**
 * What was typed into a form outlives the session that it was shown in. It is taken from our own pages only:
 * nobody else fills in forms for people.
 */
function keepingForms(
  { baseUrl, clock }: Pick<PortalParts, 'baseUrl' | 'clock'>,
  keyed: () => Promise<Keyed>,
  tokenOf: (ctx: Context) => Promise<string>,
): Pick<Visitors, 'keepEntered' | 'keepRefused' | 'enteredAt' | 'forgetEntered' | 'forgetRefusedElsewhere'> {
  const jar = cookieJar(baseUrl, '-entered');
  const purpose = 'entered into an expired form';
  const keptIn = async (ctx: Context): Promise<Kept | undefined> => {
    const encrypted = jar.read(ctx.req.headers.cookie);
    const opened = encrypted === undefined ? undefined : (await keyed()).cipher.decrypt(purpose, encrypted);
    const kept = opened === undefined ? undefined : (JSON.parse(opened) as Kept);
    if (kept === undefined || kept.until <= clock().getTime()) return undefined;
    return kept.refusedIn === undefined || kept.refusedIn === (await tokenOf(ctx)) ? kept : undefined;
  };
  const keptAt = async (ctx: Context, at: string): Promise<Kept | undefined> => {
    const kept = await keptIn(ctx);
    return kept?.at === at ? kept : undefined;
  };
  const keep = async (ctx: Context, of: Omit<Kept, 'until'>): Promise<boolean> => {
    const kept: Kept = { ...of, until: clock().getTime() + SHOWN_SECONDS * 1000 };
    const encrypted = (await keyed()).cipher.encrypt(purpose, JSON.stringify(kept));
    if (encrypted.length > ENTERED_MAX) return false;
    ctx.append('Set-Cookie', jar.written(encrypted, SHOWN_SECONDS));
    return true;
  };
  return {
    keepEntered: async (ctx, at, entered, isOwn) =>
      (isOwn || ctx.get('Sec-Fetch-Site') === 'same-origin') && keep(ctx, { at, entered }),
    keepRefused: async (ctx, at, entered) => {
      const before = await keptIn(ctx);
      if (before === undefined || before.at === at || before.refusedIn !== undefined)
        await keep(ctx, { at, entered, refusedIn: await tokenOf(ctx) });
    },
    forgetEntered: async (ctx, at) => {
      if ((await keptAt(ctx, at)) !== undefined) ctx.append('Set-Cookie', jar.written('', 0));
    },
    forgetRefusedElsewhere: async (ctx) => {
      const kept = await keptIn(ctx);
      if (kept?.refusedIn !== undefined && kept.at !== ctx.path) ctx.append('Set-Cookie', jar.written('', 0));
    },
    enteredAt: async (ctx) => {
      const kept = await keptAt(ctx, ctx.path);
      return kept && { form: formOf(kept.entered), isRefused: kept.refusedIn !== undefined };
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

import { randomUUID } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { Busy, Unavailable, type Trace } from '@kontor/kernel';
import { AGENT_MAX } from '@kontor/studio';
import { ASSETS } from './asset/assets.js';
import { docsPages, type Docs } from './docs/docs.js';
import { explorer } from './explorer/explorer.js';
import { notice } from './page/form.js';
import { documentOf } from './page/frame.js';
import { html, type Html } from './page/html.js';
import { messagePage, methodWrongPage, notFoundPage, tooLargePage } from './page/message.page.js';
import { refusalPage, rootPage } from './page/root.page.js';
import type { PortalObservation, PortalParts } from './portal-parts.js';
import { accountRoutes } from './route/account.js';
import { agreementRoutes } from './route/agreement.js';
import { companyRoutes } from './route/company.js';
import { appRoutes } from './route/apps.js';
import { firstCallRoutes } from './route/first-call.js';
import { grantRoutes } from './route/grant.js';
import { webhookRoutes } from './route/webhooks.js';
import { filledIn, type PageRequest, type Route } from './route/route.js';
import { seeOther, type HtmlPage, type PageAnswer } from './visit/answer.js';
import { isForPeople, isToldInAPage } from './visit/for-people.js';
import { formBytesMax, isTooLargeUnread, readForm } from './visit/read-form.js';
import { setSecurityHeaders } from './visit/security-headers.js';
import { NO_FORM, parametersOf, type Form, type Visit } from './visit/visit.js';
import { visitors, type Visitors } from './visit/visitors.js';

/** The status of a form that is shown again with what is wrong. */
const REFUSED = 422;

/** As long as addresses of the API. */
const ADDRESS_LENGTH_MAX = 8192;

/**
 * The pages for people, beside the API: what is not theirs goes on to `next`. What the API then refuses is
 * told to a browser in a page, and to everybody else as the API says it.
 */
export function portal(parts: PortalParts): Middleware {
  const people = visitors(parts);
  const explore = explorer(parts.baseUrl);
  const docs = docsPages(parts.baseUrl, parts.describe);
  const routes = [
    ...accountRoutes(parts),
    ...agreementRoutes(parts),
    ...companyRoutes(parts),
    ...appRoutes(parts),
    ...webhookRoutes(parts),
    ...firstCallRoutes(parts),
    ...grantRoutes(parts),
  ];
  const routed = routerOf(routes, people, parts).routes() as Middleware;
  const methods = methodsByPath(routes);
  /** Behind https, browsers keep to it. */
  const isSecure = parts.baseUrl.startsWith('https:');

  return async (ctx, next) => {
    // Whoever keeps an answer is told where browsers and programs get different ones.
    if (isAtRoot(ctx)) ctx.vary('Accept');
    if (await isOfApi(ctx, docs)) {
      await next();
      return explainRefusal(ctx, people);
    }
    const { logId, trace } = begunOf(ctx);
    const began = performance.now();
    let why: Pick<PortalObservation, 'defect' | 'busy'> = {};
    ctx.set('X-Request-Id', logId);
    if (isSecure) ctx.set('Strict-Transport-Security', 'max-age=31536000');
    setSecurityHeaders(ctx);
    try {
      const path = pathIn(ctx);
      if (sendRoot(ctx, people) || sendAsset(ctx)) return;
      if ((await docs.send(ctx, path)) || (await explore(ctx, path))) {
        if (ctx.status === 405) send(ctx, people.nobody(ctx), methodWrongPage);
        return;
      }
      if ((ctx.req.url ?? '').length > ADDRESS_LENGTH_MAX) {
        return send(ctx, await people.visitOf(ctx), (visit) => ({ ...notFoundPage(visit), status: 414 }));
      }
      ctx.status = 404;
      await routed(ctx, async () => {
        const allow = methods(ctx.path);
        if (allow === undefined) return send(ctx, await people.visitOf(ctx), notFoundPage);
        ctx.set('Allow', allow);
        send(ctx, await people.visitOf(ctx), methodWrongPage);
      });
    } catch (error) {
      why = error instanceof Busy ? { busy: error } : { defect: error };
      // Without a visitor: it may be the database that cannot say who it is.
      send(ctx, people.nobody(ctx), (visit) => troublePage(visit, error, logId));
    } finally {
      parts.observe({
        logId,
        trace,
        method: ctx.method,
        route: ctx.state['route'] as string | undefined,
        status: ctx.status,
        durationMs: performance.now() - began,
        agreementNumber: ctx.state['agreementNumber'] as number | undefined,
        ...(ctx.state['event'] !== undefined && {
          event: ctx.state['event'] as NonNullable<PortalObservation['event']>,
        }),
        ...why,
      });
    }
  };
}

/** What it is called by whoever serves us; a name of our own where nobody has given it one. */
function begunOf({ state }: Context): { readonly logId: string; readonly trace?: Trace } {
  return (state['begun'] as { logId: string; trace: Trace } | undefined) ?? { logId: randomUUID() };
}

function isOurs(path: string): boolean {
  return /^\/(?:(?:portal|explorer|docs)(?:\/.*)?|llms\.txt|(?:(?:secure\/)?api1\/)?requestaccess(?:\.aspx)?\/?)$/is.test(
    path,
  );
}

/** What is not ours, and what of the documentation is not there and no person looks for. */
async function isOfApi(ctx: Context, docs: Docs): Promise<boolean> {
  if (!isOurs(pathIn(ctx))) return !isRoot(ctx);
  // Where the pages cannot be made, they tell of it themselves.
  return docs.lacks(ctx, pathIn(ctx)).catch(() => false);
}

/** The request's own path; the host of an absolute-form target is ignored, as the Host header is (G33). */
function pathIn({ req }: Context): string {
  const { url = '/' } = req;
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

/** `/`, where browsers get a page; with `?demo=true` they see what a program gets. */
function isAtRoot(ctx: Context): boolean {
  return pathIn(ctx) === '/' && !/[?&]demo=/i.test(ctx.req.url ?? '');
}

function isRoot(ctx: Context): boolean {
  return isAtRoot(ctx) && isForPeople(ctx);
}

function sendRoot(ctx: Context, people: Visitors): boolean {
  if (!isRoot(ctx)) return false;
  ctx.state['route'] = '/';
  send(ctx, people.nobody(ctx), rootPage);
  return true;
}

/** Puts a page in the place of a refusal's JSON where a person is told of it; operators' paths have none. */
function explainRefusal(ctx: Context, people: Visitors): void {
  const { status } = ctx;
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return;
  if (status === 400 && isReadable(ctx)) return;
  if (!isToldInAPage(status) || pathIn(ctx).startsWith('/-/')) return;
  ctx.vary('Accept');
  if (!isForPeople(ctx)) return;
  ctx.remove('Content-Encoding');
  setSecurityHeaders(ctx);
  // A path that begins with two slashes would be another host in a link.
  const visit = { ...people.nobody(ctx), path: pathIn(ctx).replace(/^[/\\]+/, '/') };
  send(ctx, visit, () => refusalPage(visit, status, ctx.response.get('X-Request-Id')));
}

/** Whether the address can be read: of what else is wrong with a request, programs are told. */
function isReadable(ctx: Context): boolean {
  if ((ctx.req.url ?? '').length > ADDRESS_LENGTH_MAX) return false;
  try {
    decodeURIComponent(pathIn(ctx));
    return true;
  } catch {
    return false;
  }
}

function sendAsset(ctx: Context): boolean {
  const name = /^\/portal\/assets\/([\w.-]+)$/.exec(pathIn(ctx))?.[1];
  const asset = name === undefined ? undefined : ASSETS.get(name);
  if (asset === undefined || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false;
  ctx.state['route'] = '/portal/assets/:name';
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  ctx.set('Content-Type', asset.type);
  ctx.body = asset.content;
  return true;
}

function routerOf(routes: readonly Route[], people: Visitors, parts: PortalParts): Router {
  const router = new Router();
  for (const { method, path, ...served } of routes) {
    router[method](path, async (context) => {
      const ctx = context as Context & { readonly params: Readonly<Record<string, string>> };
      ctx.state['route'] = path;
      await respond(ctx, people, { ...served, isForm: method === 'post' }, parts);
    });
  }
  return router;
}

/** A form, once all of it is there; what is known to be too large is not waited for. */
async function formThatComes(
  ctx: Context,
  fileBytesMax: number | undefined,
  { awaitClient }: PortalParts,
): Promise<Form | 'tooLarge'> {
  if (isTooLargeUnread(ctx, fileBytesMax)) return 'tooLarge';
  return awaitClient(ctx.req, formBytesMax(fileBytesMax), () => readForm(ctx, fileBytesMax));
}

/** One page asked for. A form counts only with the word that its page was given (CSRF). */
async function respond(
  ctx: Context & { readonly params: Readonly<Record<string, string>> },
  people: Visitors,
  { handle, isForm, formAt, fileBytesMax, whenTooLarge }: RouteToServe,
  parts: PortalParts,
): Promise<void> {
  const before = await people.visitOf(ctx);
  ctx.state['agreementNumber'] = before.user?.agreementNumber;
  // Nobody sends files who is not signed in.
  const mostBytes = before.user === undefined ? undefined : fileBytesMax;
  const isThere = ctx.req.complete;
  const form = isForm ? await formThatComes(ctx, mostBytes, parts) : NO_FORM;
  // A form may be on its way for long, and the session that it is sent in end meanwhile.
  const visit = isThere ? before : await people.visitOf(ctx);
  if (form === 'tooLarge') {
    const tell = whenTooLarge ?? tooLargePage;
    const told = await tell(visit, await requestOf(ctx, people, parts, NO_FORM));
    return send(ctx, visit, () => told);
  }
  // Whose session was ended elsewhere signs in first, and finds again what was typed.
  const isSignedOut = visit.user === undefined && formAt !== undefined && !isForAnybody(formAt);
  const isOwn = isForm && (await people.isOwnForm(ctx, form.exact('csrf')));
  if (isForm && (isSignedOut || !isOwn)) {
    return sendExpired(ctx, people, visit, { form, formAt, isOwn });
  }
  const kept = isForm ? undefined : await people.enteredAt(ctx);
  // Of a form that was refused it is shown to who chose another language, and had it before their eyes.
  const entered = kept?.isRefused === true && !visit.query.has('locale') ? undefined : kept?.form;
  const answer = await handle(visit, await requestOf(ctx, people, parts, form, entered));
  ctx.state['event'] = answer.event;
  await people.keep(ctx, answer.session);
  // What was typed into another page waits for it: the password may be mistyped, or a code be asked for.
  if (isForm && formAt !== undefined) {
    const page = filledIn(formAt, ctx.params);
    if ('content' in answer && answer.status === REFUSED) await people.keepRefused(ctx, page, form.shown());
    else await people.forgetEntered(ctx, page);
  } else if ('content' in answer) await people.forgetRefusedElsewhere(ctx);
  await people.show(ctx, answer.shown);
  // Who signs in first sees it behind that.
  const isWaiting = entered !== undefined && kept?.isRefused !== true;
  const isShown = isWaiting && (visit.user !== undefined || isSigningIn(ctx.path));
  send(ctx, visit, () => (isShown ? withWord(answer, notice(visit.text.formKept)) : answer));
}

/** What a page is made from, beside who asks for it. */
async function requestOf(
  ctx: Context & { readonly params: Readonly<Record<string, string>> },
  people: Visitors,
  parts: PortalParts,
  form: Form,
  entered?: Form,
): Promise<PageRequest> {
  return {
    form,
    entered,
    parameters: ctx.params,
    address: parts.addressOf(ctx.req),
    requestId: ctx.response.get('X-Request-Id'),
    agent: ctx.get('User-Agent').replace(/\p{C}/gu, '').slice(0, AGENT_MAX),
    shown: await people.shownAt(ctx),
    cipher: await people.cipher(),
    sessionToken: await people.tokenOf(ctx),
  };
}

/** Pages for people whom we do not know yet. */
function isSigningIn(path: string): boolean {
  return path.startsWith('/portal/sign-');
}

/** Pages that people see as well who are not signed in; some ask for that themselves. */
function isForAnybody(path: string): boolean {
  return isSigningIn(path) || ['/portal', '/requestaccess'].includes(path);
}

/** What is asked for: what answers it, and whether a form was sent. */
type RouteToServe = Omit<Route, 'method' | 'path'> & { readonly isForm: boolean };

/**
 * A form that no longer counts leads to its page once more, with what was entered, where that can be kept.
 * `isOwn`: it has the word of this browser, and only the session is over.
 */
async function sendExpired(
  ctx: Context & { readonly params: Readonly<Record<string, string>> },
  people: Visitors,
  visit: Visit,
  {
    form,
    formAt,
    isOwn,
  }: { readonly form: Form; readonly formAt: string | undefined; readonly isOwn: boolean },
): Promise<void> {
  const page = formAt && filledIn(formAt, ctx.params);
  const isKept = page !== undefined && (await people.keepEntered(ctx, page, form.shown(), isOwn));
  const again = isKept && seeOther(visit.to(page, parametersOf(visit.query)));
  const { formOldTitle: title, formOld: says } = visit.text;
  send(ctx, visit, () => again || messagePage(visit, { status: 403, title, says }));
}

function withWord(answer: PageAnswer, word: Html): PageAnswer {
  return 'content' in answer ? { ...answer, content: html`${word}${answer.content}` } : answer;
}

function send(ctx: Context, visit: Visit, answering: (visit: Visit) => PageAnswer): void {
  const answer = answering(visit);
  if ('redirectTo' in answer) {
    ctx.status = answer.status;
    ctx.set('Location', answer.redirectTo);
    ctx.body = '';
    return;
  }
  ctx.status = answer.status ?? 200;
  if ('picture' in answer) {
    ctx.set('Content-Type', answer.picture.type);
    ctx.body = Buffer.from(answer.picture.bytes);
    return;
  }
  setSecurityHeaders(ctx, { formEndsAt: answer.formEndsAt });
  if (answer.retryAfter !== undefined) ctx.set('Retry-After', String(answer.retryAfter));
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Language', visit.locale);
  ctx.vary(['Accept-Language', 'Cookie']);
  ctx.body = documentOf(visit, answer);
}

function troublePage(visit: Visit, error: unknown, logId: string): HtmlPage {
  const { text } = visit;
  if (error instanceof Busy || error instanceof Unavailable) {
    const page = messagePage(visit, { status: 503, title: text.outOfReachTitle, says: text.outOfReach });
    return { ...page, retryAfter: error.retryAfterSeconds };
  }
  return messagePage(visit, { status: 500, title: text.defectTitle, says: text.defect(logId) });
}

/** What a path takes, for the `Allow` of a 405; undefined for a path that leads nowhere. */
function methodsByPath(routes: readonly Route[]): (path: string) => string | undefined {
  const patterns = routes.map(({ method, path }) => ({
    method: method === 'get' ? 'GET, HEAD' : 'POST',
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
  }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return methods.length === 0 ? undefined : [...new Set(methods)].join(', ');
  };
}

import type { Context } from 'koa';

/**
 * Whether somebody looks with a browser: `Accept` likes HTML better than JSON, and no token is sent. Every
 * browser names XHTML beside it. Java's URLConnection does not, which says for every program that HTML is
 * liked best and that all else will do: it gets what the API answers, as other programs do.
 */
export function isForPeople(ctx: Context): boolean {
  const { accept = '', ...headers } = ctx.req.headers;
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (TOKENS.some((name) => headers[name] !== undefined)) return false;
  const likesHtml =
    /text\/html/i.test(accept) && ctx.accepts(['application/json', 'text/html']) === 'text/html';
  return likesHtml && (/application\/xhtml\+xml/i.test(accept) || ctx.accepts('application/json') === false);
}

const TOKENS = ['x-appsecrettoken', 'x-agreementgranttoken'];

/** What a person is told of in a page; the other refusals are about what a program sent. */
export function isToldInAPage(status: number): status is ToldInAPage {
  return TOLD.some((told) => told === status);
}

const TOLD = [400, 401, 404, 500, 503] as const;
/** A status of the API that a browser is told of in a page. */
export type ToldInAPage = (typeof TOLD)[number];

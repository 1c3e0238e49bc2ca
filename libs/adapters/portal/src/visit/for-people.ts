import type { Context } from 'koa';

/**
 * Whether the request comes from a browser: `Accept` prefers HTML to JSON and names XHTML, as every browser
 * does, and no token is sent. The URLConnection of Java also prefers HTML, for every program, but does not
 * name XHTML: it gets the answer of the API, as other programs do.
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

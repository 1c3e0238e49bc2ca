import type { Context } from 'koa';

/**
 * Whether somebody looks with a browser: `Accept` names HTML and likes it better than JSON, and no token is
 * sent. Programs, which name no HTML, get what the API answers.
 */
export function isForPeople(ctx: Context): boolean {
  const { accept = '', ...headers } = ctx.req.headers;
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  if (TOKENS.some((name) => headers[name] !== undefined)) return false;
  return /text\/html/i.test(accept) && ctx.accepts(['application/json', 'text/html']) === 'text/html';
}

const TOKENS = ['x-appsecrettoken', 'x-agreementgranttoken'];

/** What a person is told of in a page; the other refusals are about what a program sent. */
export function isToldInAPage(status: number): status is ToldInAPage {
  return TOLD.some((told) => told === status);
}

const TOLD = [401, 404, 500, 503] as const;
/** A status of the API that a browser is told of in a page. */
export type ToldInAPage = (typeof TOLD)[number];

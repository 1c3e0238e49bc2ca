import type { Context } from 'koa';
import type { Told } from '../failure/failure-table.js';
import type { Links } from './links.js';

/** The body of a refusal (§7, D129 to D131): what it says, and what to quote when asking about it. */
export function failureText(told: Told, logId: string, now: Date, demoLink?: string): string {
  const { status, errorCode, message, developerHint, errors, additionalData, more } = told;
  return JSON.stringify({
    ...(errorCode !== undefined && { errorCode }),
    message,
    developerHint,
    ...(errors !== undefined && { errors }),
    ...(additionalData !== undefined && { additionalData }),
    ...more,
    httpStatusCode: status,
    logId,
    logTime: now.toISOString().slice(0, 19),
    ...(demoLink !== undefined && { demoLink }),
  });
}

/** Answers a request with a refusal. */
export function refuse(ctx: Context, told: Told, logId: string, now: Date, links: Links): void {
  const demoLink = told.demoLink === true ? links.demo(ctx.req.url ?? '/') : undefined;
  // What an answer had been given before it failed does not belong to the refusal.
  for (const name of ['Content-Encoding', 'ETag', 'Location']) ctx.remove(name);
  ctx.status = told.status;
  for (const [name, value] of Object.entries(told.headers ?? {})) ctx.set(name, value);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = failureText(hinted(told, ctx, links), logId, now, demoLink);
}

/** D131: the hint of a missing item points at the collection it would be in. */
function hinted(told: Told, ctx: Context, links: Links): Told {
  if (told.missingFrom === undefined) return told;
  return {
    ...told,
    developerHint: `See what is there: ${links.above(ctx.req.url ?? '/', told.missingFrom)}`,
  };
}

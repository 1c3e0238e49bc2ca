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
  ctx.status = told.status;
  for (const [name, value] of Object.entries(told.headers ?? {})) ctx.set(name, value);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = failureText(told, logId, now, demoLink);
}

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

/** A request's own path and query, each as it was sent. */
export type Address = { readonly path: string; readonly query: string };
/** Which request is refused. */
type Refused = { readonly logId: string; readonly address: Address };

/** Answers a request with a refusal. */
export function refuse(
  ctx: Context,
  told: Told,
  { logId, address: { path, query } }: Refused,
  now: Date,
  links: Links,
): void {
  const target = query === '' ? path : `${path}?${query}`;
  const demoLink = told.demoLink === true ? links.demo(target) : undefined;
  // What an answer had been given before it failed does not belong to the refusal.
  for (const name of ['Content-Encoding', 'ETag', 'Location']) ctx.remove(name);
  ctx.status = told.status;
  for (const [name, value] of Object.entries(told.headers ?? {})) ctx.set(name, value);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = failureText(hinted(told, target, links), logId, now, demoLink);
}

/** D131: the hint of a missing item points at the collection it would be in. */
function hinted(told: Told, target: string, links: Links): Told {
  if (told.missingFrom === undefined) return told;
  return { ...told, developerHint: `See what is there: ${links.above(target, told.missingFrom)}` };
}

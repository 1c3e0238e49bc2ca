import type { Context } from 'koa';
import type { Problem } from '../failure/failure-table.js';
import { PLAIN_LINKS, type Links } from './links.js';

/** The body of a refusal (§7, D129 to D131): what it says, and what to quote when asking about it. */
export function failureText(problem: Problem, logId: string, now: Date, demoLink?: string): string {
  const { status, errorCode, message, developerHint, errors, additionalData, more } = problem;
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
  problem: Problem,
  { logId, address: { path, query } }: Refused,
  now: Date,
  links: Links,
): void {
  const target = query === '' ? path : `${path}?${query}`;
  const demoLink = problem.demoLink === true ? links.demo(target) : undefined;
  // What an answer had been given before it failed does not belong to the refusal.
  for (const name of ['Content-Encoding', 'ETag', 'Location']) ctx.remove(name);
  ctx.status = problem.status;
  for (const [name, value] of Object.entries(problem.headers ?? {})) ctx.set(name, value);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = failureText(hinted(withUsers(problem, links), target, links), logId, now, demoLink);
}

/** What is in use says by what, each with its address (the amended row on codes). */
function withUsers(problem: Problem, links: Links): Problem {
  if (problem.usedBy === undefined) return problem;
  const usedBy = problem.usedBy.map(({ resource, keys }) => ({
    resource,
    key: keys.at(-1),
    self: links.itemMaker(resource)(keys, PLAIN_LINKS),
  }));
  return { ...problem, additionalData: { ...problem.additionalData, usedBy } };
}

/** D131: the hint of a missing item points at the collection it would be in. */
function hinted(problem: Problem, target: string, links: Links): Problem {
  if (problem.missingFrom === undefined) return problem;
  return { ...problem, developerHint: `See what is there: ${links.above(target, problem.missingFrom)}` };
}

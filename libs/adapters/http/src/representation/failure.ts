import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { DESCRIPTION_PATH } from '../description/description-path.js';
import { schemaPathOf, type Endpoint } from '../endpoint/endpoint.js';
import { DOCS_PLACE, SCHEMA_PLACE, type Problem } from '../failure/problem.js';
import type { Address } from '../request/address.js';
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

/** Which request is refused, and by which route, where one was found. */
type Refused = { readonly logId: string; readonly address: Address; readonly endpoint?: Endpoint };

/**
 * Writes a refusal as the answer of a request: status, body with `logId` and hints, and headers. What an
 * answer had before it failed is removed.
 */
export function refuse(
  ctx: Context,
  problem: Problem,
  { logId, address, endpoint }: Refused,
  now: Date,
  links: Links,
): void {
  const { path, query } = address;
  const target = query === '' ? path : `${path}?${query}`;
  const demoLink = problem.demoLink === true ? links.demo(target) : undefined;
  // What an answer had been given before it failed does not belong to the refusal.
  for (const name of ['Content-Encoding', 'ETag', 'Location']) ctx.remove(name);
  ctx.status = problem.status;
  for (const [name, value] of Object.entries(problem.headers ?? {})) ctx.set(name, value);
  if (losesTheNext(ctx.req)) ctx.set('Connection', 'close');
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = failureText(
    hinted(withUsers(problem, links), target, links, schemaFor(path, endpoint, links)),
    logId,
    now,
    demoLink,
  );
}

/**
 * Where a request offers another protocol, as Java's client does with each in clear text (`Upgrade: h2c`),
 * Node throws away what comes in one packet with the end of its body. After an answer before that end, this
 * may be the beginning of the next request, so there is none on this connection.
 */
function losesTheNext({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers.upgrade !== undefined;
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

/**
 * The schema of the body that a request should have, beside where it was sent; else the description of all.
 */
function schemaFor(path: string, endpoint: Endpoint | undefined, { base }: Links): string {
  const beside = endpoint && schemaPathOf(endpoint);
  if (endpoint === undefined || beside === undefined) return `${base}${DESCRIPTION_PATH}`;
  const sent = path.split('/');
  const above = beside.slice(0, beside.lastIndexOf('/schema/')).split('/').length;
  return `${base}${sent.slice(0, above).join('/')}${beside.slice(beside.lastIndexOf('/schema/'))}`;
}

/**
 * D131: the hint of a missing item points at the collection it would be in, that of a body that fits no
 * schema at the schema, and one that names a page of the documentation at that.
 */
function hinted(problem: Problem, target: string, links: Links, schema: string): Problem {
  const { missingFrom } = problem;
  const developerHint =
    missingFrom === undefined
      ? problem.developerHint
          .replace(SCHEMA_PLACE, () => schema)
          .replace(DOCS_PLACE, () => `${links.base}/docs`)
      : `See what is there: ${links.above(target, missingFrom)}`;
  return { ...problem, developerHint };
}

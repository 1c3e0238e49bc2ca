import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { WriteEndpoint } from '../endpoint/endpoint.js';
import type { HttpRefusal } from '../failure/http-failure.js';
import type { QueryParameters } from './query-string.js';

/** Every query parameter that some route takes, in the form in which names are compared (D108). */
const KNOWN = ['after', 'demo', 'dryrun', 'filter', 'pagesize', 'preview', 'skippages', 'sort'];

/**
 * Amendment "105, 108": a write must not ignore what a client meant. Refused are a known parameter with a
 * value that it does not take, one that is not offered here, and a name that differs from a known one by one
 * letter. Other names are ignored (D109).
 */
export function checkWriteParameters(
  { flags = [] }: Pick<WriteEndpoint, 'flags'>,
  query: QueryParameters,
): Either<HttpRefusal, void> {
  for (const [name, value] of query) {
    const message = wrongWith(name, value, ['demo', ...flags]);
    if (message !== undefined) return left({ kind: 'ParameterNotTaken', parameter: name, message });
  }
  return right(undefined);
}

function wrongWith(name: string, value: string, offered: readonly string[]): string | undefined {
  const folded = name.toLowerCase();
  const flag = offered.find((one) => one.toLowerCase() === folded);
  if (flag !== undefined) {
    return /^(true|false)$/i.test(value) ? undefined : `${flag} is true or false, or left out.`;
  }
  if (KNOWN.includes(folded)) return `${folded} is not taken here.`;
  const meant = KNOWN.find((known) => isOneLetterAway(folded.replace(/[-_]/g, ''), known));
  return meant === undefined ? undefined : `There is no such parameter: is ${meant} meant?`;
}

/** The same, or with one letter added, left out, replaced, or changed with its neighbour. */
function isOneLetterAway(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  let at = 0;
  while (at < name.length && name[at] === known[at]) at += 1;
  const [rest, wanted] = [name.slice(at), known.slice(at)];
  return (
    rest === wanted ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}` === wanted
  );
}

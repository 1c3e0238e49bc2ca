import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { inQuotes } from '@kontor/kernel';
import type { QueryStringRefusal } from './query-refusal.js';

/** The parameters of a URL in their order: names as written, values decoded. */
export type QueryParameters = readonly (readonly [name: string, value: string])[];

/** The parameters the service knows. All others are ignored and kept out of links (D109). */
export type ParameterName = 'filter' | 'sort' | 'pagesize' | 'skippages' | 'after' | 'wait' | 'demo';

/**
 * Parameters that choose what an answer shows, in the form in which names are compared (D108). A link to the
 * same collection elsewhere repeats these alone: anything else in the query may be a token.
 */
export const CHOOSING: ReadonlySet<string> = new Set([
  ...['filter', 'sort', 'pagesize', 'skippages', 'after', 'wait'],
  ...['date', 'fromdate', 'todate', 'accountingyear'],
]);

/** Those that are refused here when they are given twice; `paging` refuses its own, by their own code. */
const GIVEN_ONCE: readonly ParameterName[] = ['filter', 'sort', 'demo'];

/**
 * Reads what stands behind `?`, with or without it. A `+` is a space;
 * percent-encoding must be UTF-8, and what decides the answer is given once.
 */
export function queryParameters(raw: string): Either<QueryStringRefusal, QueryParameters> {
  const parameters: [string, string][] = [];
  for (const written of (raw.startsWith('?') ? raw.slice(1) : raw).split('&')) {
    if (written === '') continue;
    const equals = written.indexOf('=');
    const rawName = equals < 0 ? written : written.slice(0, equals);
    const name = decoded(rawName);
    const value = equals < 0 ? '' : decoded(written.slice(equals + 1));
    if (name === undefined || value === undefined) return left(undecodable(name ?? rawName));
    parameters.push([name, value]);
  }
  const repeated = repeatedAmong(parameters, GIVEN_ONCE);
  return repeated === undefined ? right(parameters) : left(repeated);
}

/** Why a parameter among those that are given once is not; undefined where each of them is. */
export function repeatedAmong(
  parameters: QueryParameters,
  names: readonly string[],
): QueryStringRefusal | undefined {
  const name = names.find((one) => valuesOf(parameters, one).length > 1);
  if (name === undefined) return undefined;
  return { kind: 'QueryMalformed', parameter: name, message: givenTwice(name) };
}

/** The value of a parameter, whose name is found in any case (D108); undefined when it is not given. */
export function parameter(parameters: QueryParameters, name: ParameterName): string | undefined {
  return valuesOf(parameters, name)[0];
}

/** Every value that a query gives a parameter, in their order; names are compared in any case (D108). */
export function valuesOf(parameters: QueryParameters, name: string): readonly string[] {
  const values: string[] = [];
  const folded = name.toLowerCase();
  for (const [written, value] of parameters) {
    if (written.length === name.length && written.toLowerCase() === folded) values.push(value);
  }
  return values;
}

/** The sentence about a parameter that is given more than once. */
export function givenTwice(name: string): string {
  return `The parameter ${name} is given more than once; give it once.`;
}

function decoded(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

function undecodable(parameter: string): QueryStringRefusal {
  return {
    kind: 'QueryMalformed',
    parameter,
    message: `The parameter ${inQuotes(parameter)} is not percent-encoded UTF-8; a percent sign is written %25.`,
  };
}

import type { ParameterLink } from './link.js';

/**
 * The link with parameters: the dates of a statement, the year of an export. What is `undefined` is left
 * out, and what the link had of a parameter that is not named stays.
 */
export function withParameters<T, P extends object>(
  link: ParameterLink<T, P>,
  parameters: P,
): ParameterLink<T, P> {
  const url = new URL(link);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url.href as ParameterLink<T, P>;
}

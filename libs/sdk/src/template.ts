import type { Link, Template } from './link.js';

/** The values of a template's variables. */
export type Variables = Readonly<Record<string, string | number>>;

/**
 * Fills in a template that the service gave: each value is written with the service's own
 * escapes for route parameters, then percent-encoded. A variable that is not given, or has half a
 * character, is a `TypeError`, as is a template beyond `{name}`.
 */
export function expand<T, V>(template: Template<T, V>, variables: V): Link<T>;
export function expand(template: string, variables: Variables): string {
  return template.replace(/\{([^{}]*)\}/g, (expression, name: string) => {
    if (!/^\w+$/.test(name)) throw new TypeError(`not a variable: ${expression}`);
    const value = Object.hasOwn(Object(variables) as Variables, name) ? variables[name] : undefined;
    if (value == null || value === '') throw new TypeError(`no value of ${name}`);
    // No address can hold a surrogate without its other half, which text that was cut may end with.
    if (/\p{Surrogate}/u.test(String(value))) throw new TypeError(`half a character in ${name}`);
    return encodeURIComponent(routeEscaped(String(value)));
  });
}

/**
 * Characters that a route parameter cannot hold as they are: each is written `_N_`, N being its place here.
 */
const ROUTE_ESCAPED = '<>*%:&/\\_ ?.#+';

function routeEscaped(value: string): string {
  return value.replace(/[\W_]/g, (character) => {
    const place = ROUTE_ESCAPED.indexOf(character);
    return place < 0 ? character : `_${place}_`;
  });
}

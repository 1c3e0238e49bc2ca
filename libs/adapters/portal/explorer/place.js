/**
 * Places: addresses of the API without the host, as `/products?demo=true`. What follows the `#` in this
 * page's own address is one, so every place can be kept, sent to somebody, gone back to. Places come from the
 * service's links and templates; none is made here.
 */

/**
 * A way of seeing a place: its JSON, or the form of one of its actions.
 * @typedef {{ place: string, form?: string }} Spot
 */

/** How addresses of the service become places, and places addresses that can be asked here. */
export class Places {
  /**
   * @param {string} published the address that stands before every link, as the service tells it
   * @param {string} here the same where this page was loaded from, which may have another name
   */
  constructor(published, here) {
    this.published = published;
    this.here = here;
  }

  /** The place of a link; undefined when it leads out of the service. @param {string} link */
  of(link) {
    for (const base of [this.published, this.here]) {
      const rest = link.slice(base.length);
      if (link.startsWith(base) && /^[/?]/.test(rest)) return rest.startsWith('?') ? `/${rest}` : rest;
    }
    return undefined;
  }

  /** Where a place is asked. @param {string} place */
  address(place) {
    return this.here + place;
  }

  /** The address of a place as the service publishes it. @param {string} place */
  publishedAddress(place) {
    return this.published + place;
  }
}

/** @param {Spot} spot */
export function hashOf({ place, form }) {
  return `#${place}${form === undefined ? '' : `|${form}`}`;
}

/** @param {string} hash @returns {Spot | undefined} */
export function spotIn(hash) {
  const [, place, form] = /^#(\/[^|]*)(?:\|(\w+))?$/s.exec(hash) ?? [];
  if (place === undefined) return undefined;
  return { place, ...(form !== undefined && { form }) };
}

/** Whether a place is one of the demo agreement's. @param {string} place */
export function isDemo(place) {
  return /[?&]demo=true(&|$)/i.test(place);
}

/** A place without its query. @param {string} place */
export function pathOf(place) {
  return place.split('?', 1)[0] ?? place;
}

/**
 * A place with other query parameters, as §4.1 has them; without the position that the earlier ones led to.
 * @param {string} place
 * @param {Readonly<Record<string, string>>} parameters those that are empty are taken away
 */
export function asking(place, parameters) {
  const query = new URLSearchParams(place.split('?')[1] ?? '');
  for (const position of ['skippages', 'after']) query.delete(position);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  // What §4.1 writes filters with may stand in a query as it is, and reads better so.
  const written = query.toString().replace(/%(?:2[489AC]|3A|5B|5D)/g, decodeURIComponent);
  return written === '' ? pathOf(place) : `${pathOf(place)}?${written}`;
}

/** @param {string} place @param {string} name */
export function parameterIn(place, name) {
  return new URLSearchParams(place.split('?')[1] ?? '').get(name) ?? '';
}

const VARIABLE = /\{(\w+)\}/g;

/** The names of a template's variables, in their order. @param {string} template @returns {string[]} */
export function variablesOf(template) {
  return [...template.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** Characters that a route parameter cannot hold: each is written `_N_`, N being its place here (§4.1). */
const ROUTE_ESCAPED = '<>*%:&/\\_ ?.#+';

/**
 * Fills in a template of the service, RFC 6570.
 * @param {string} template
 * @param {Readonly<Record<string, string>>} values
 */
export function filledIn(template, values) {
  return template.replace(VARIABLE, (_, name) =>
    encodeURIComponent(
      [...(values[name] ?? '')]
        .map((character) => {
          const at = ROUTE_ESCAPED.indexOf(character);
          return at < 0 ? character : `_${at}_`;
        })
        .join(''),
    ),
  );
}

/**
 * The values with which a template leads to a path, or undefined when it does
 * not lead there. They are as they stand in the path.
 * @param {string} template without a query
 * @param {string} path
 * @returns {Record<string, string> | undefined}
 */
export function valuesIn(template, path) {
  const expected = template.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  /** @type {Record<string, string>} */
  const values = {};
  for (const [index, piece] of expected.entries()) {
    const segment = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined ? piece.toLowerCase() !== segment.toLowerCase() : segment === '') return undefined;
    if (name !== undefined) values[name] = segment;
  }
  return values;
}

/** A segment of a path as people write it: `LIC_6_12` is `LIC/12`. @param {string} segment */
export function readable(segment) {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // Broken percent-encoding is shown as it is.
  }
  return text.replace(/_(\d{1,2})_/g, (escape, at) => ROUTE_ESCAPED[Number(at)] ?? escape);
}

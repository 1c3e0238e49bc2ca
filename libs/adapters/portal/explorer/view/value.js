/** Values of answers as people read them, with their links. */
import { h } from '../dom.js';
import { Exact, grouped, isObject, without } from '../json.js';
import { hashOf, pathOf, readable } from '../place.js';
import { locale, say } from '../words.js';

/** @import { Child } from '../dom.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * A link as a link: one of the service's leads on in here, one that leads elsewhere opens beside and is told
 * nothing. Templates and what only looks like an address stay text.
 * @param {Places} places
 * @param {string} link
 * @param {Child} text
 * @returns {Child}
 */
export function linked(places, link, text) {
  if (!/^https?:\/\//i.test(link) || isTemplate(link)) return text;
  const place = places.of(link);
  if (place !== undefined) return h('a', { href: hashOf({ place }) }, text);
  return h('a', { href: link, target: '_blank', rel: 'noreferrer noopener external' }, text);
}

/** @param {string} link */
function isTemplate(link) {
  return /[{}]/.test(link);
}

/** A member's name, which may break where its words begin. @param {string} name @returns {Child[]} */
export function breakable(name) {
  return name
    .split(/(?<=\.)|(?<=[a-z])(?=[A-Z])/)
    .flatMap((word, at) => (at === 0 ? [word] : [h('wbr'), word]));
}

/** The last word of a place, as people write it. @param {string} place */
export function lastWord(place) {
  return readable(pathOf(place).replace(/\/$/, '').split('/').at(-1) ?? '');
}

/**
 * What an object is referred to by, when it is a reference: its number, and
 * its name where that is shown. @param {JsonObject} value
 */
function referenceText(value) {
  const [key] = Object.values(without(value, ['self', 'name']));
  const words = [key, value['name']].filter((one) => typeof one === 'string' || one instanceof Exact);
  return words.join(' ');
}

/**
 * Whether it stands for something that is elsewhere. What has an address within what it stands in, as the
 * accruals of a line do, is all there is of it.
 * @param {Json | undefined} value @returns {value is JsonObject & { self: string }}
 */
export function isReference(value) {
  return isObject(value) && typeof value['self'] === 'string' && !value['self'].includes('#');
}

/**
 * A value in a line.
 * @param {Places} places
 * @param {Json | undefined} value
 * @returns {Child}
 */
export function shown(places, value) {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return h('span', { class: 'literal' }, String(value));
  // A number with decimals is an amount; one without is mostly a number that something has.
  if (value instanceof Exact) return value.text.includes('.') ? grouped(value.text, locale()) : value.text;
  if (typeof value === 'string') {
    const place = places.of(value);
    return linked(
      places,
      value,
      place === undefined || isTemplate(value) ? (place ?? value) : lastWord(place),
    );
  }
  if (Array.isArray(value)) {
    const isFlat = value.every((one) => typeof one === 'string' || one instanceof Exact);
    if (isFlat) return value.join(', ');
    return value.length === 1 ? say('line') : say('lines', value.length);
  }
  if (isReference(value)) return linked(places, value.self, referenceText(value) || lastWord(value.self));
  return Object.entries(value).map(([name, one], index) => [
    index === 0 ? '' : ', ',
    h('span', { class: 'soft' }, `${name} `),
    shown(places, one),
  ]);
}

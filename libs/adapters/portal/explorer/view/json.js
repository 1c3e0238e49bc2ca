/** The answer as it came, laid out, with every link a link. */
import { h } from '../dom.js';
import { Exact, isObject, print } from '../json.js';
import { linked } from './value.js';
import { say } from '../words.js';

/** @import { Child } from '../dom.js' */
/** @import { Json } from '../json.js' */
/** @import { Places } from '../place.js' */

/** @param {Places} places @param {Json} json */
export function jsonView(places, json) {
  return h(
    'pre',
    { class: 'json', tabindex: '0', role: 'region', 'aria-label': say('jsonOfAnswer') },
    written(places, json, ''),
  );
}

/** The same as text alone. @param {Json} json */
export function plainView(json) {
  return h(
    'pre',
    { class: 'json', tabindex: '0', role: 'region', 'aria-label': say('jsonOfAnswer') },
    print(json),
  );
}

/** @param {Places} places @param {Json} value @param {string} indent @returns {Child} */
function written(places, value, indent) {
  if (value instanceof Exact) return h('span', { class: 'json-number' }, value.text);
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    const link = linked(places, value, text.slice(1, -1));
    return h('span', { class: 'json-text' }, '"', link, '"');
  }
  if (value === null || typeof value === 'boolean') return h('span', { class: 'json-word' }, String(value));
  const deeper = `${indent}  `;
  const members = isObject(value)
    ? Object.entries(value).map(([name, one]) => [
        h('span', { class: 'json-name' }, JSON.stringify(name)),
        ': ',
        written(places, one, deeper),
      ])
    : value.map((one) => [written(places, one, deeper)]);
  const [open = '', close = ''] = isObject(value) ? '{}' : '[]';
  if (members.length === 0) return `${open}${close}`;
  return [
    `${open}\n`,
    members.map((member, index) => [deeper, member, index < members.length - 1 ? ',\n' : '\n']),
    `${indent}${close}`,
  ];
}

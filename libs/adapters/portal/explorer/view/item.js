/** One thing: its members as people read them. */
import { h } from '../dom.js';
import { Exact, isObject } from '../json.js';
import { breakable, isReference, shown } from './value.js';
import { table } from './table.js';
import { say } from '../words.js';

/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/** @param {Places} places @param {JsonObject} json */
export function itemView(places, json) {
  const members = membersOf(json);
  if (members.length === 0) return h('p', { class: 'nothing' }, say('nothingHere'));
  return h('dl', { class: 'members' }, ...members.map(([name, value]) => member(places, name, value)));
}

/** Its own address and what can be done with it stand elsewhere. @param {JsonObject} json */
function membersOf(json) {
  return Object.entries(json).filter(([name]) => name !== 'self' && name !== 'metaData');
}

/** @param {Places} places @param {string} name @param {Json} value @returns {HTMLElement} */
function member(places, name, value) {
  const rows = Array.isArray(value) ? value.filter(isObject) : [];
  if (rows.length > 0) {
    return h(
      'div',
      { class: 'wide' },
      h('dt', null, breakable(name)),
      h('dd', null, table(places, rows, name)),
    );
  }
  if (isObject(value) && !isReference(value)) {
    const within = membersOf(value).map(([inner, one]) => member(places, inner, one));
    return h(
      'div',
      { class: 'wide' },
      h('dt', null, breakable(name)),
      h('dd', null, h('dl', { class: 'members' }, ...within)),
    );
  }
  const kind = value instanceof Exact && value.text.includes('.') && 'amount';
  return h('div', null, h('dt', null, breakable(name)), h('dd', { class: kind }, shown(places, value)));
}

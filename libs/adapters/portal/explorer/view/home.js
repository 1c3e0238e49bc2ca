/** The home resource: where everything starts, by part of the service. */
import { h, newId } from '../dom.js';
import { isObject, objectIn, textIn, without } from '../json.js';
import { hashOf, pathOf, variablesOf } from '../place.js';
import { findForm } from './actions.js';

/** @import { Description } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/** @typedef {{ name: string, place: string, stability: string }} Entry */

const STABILITIES = ['stable', 'experimental', 'deprecated'];

/** @param {Json | undefined} json @returns {json is JsonObject} */
export function isHome(json) {
  return isObject(json) && STABILITIES.every((stability) => isObject(json[stability]));
}

/**
 * What home names, in its order, and last what it says of itself. @param
 * {Explorer} explorer @param {JsonObject} home @returns {Entry[]}
 */
export function entriesOf({ places }, home) {
  const groups = [
    ...STABILITIES.map((one) => ({ stability: one, links: objectIn(home[one]) })),
    { stability: 'stable', links: without(home, ['self']) },
  ];
  return groups.flatMap(({ stability, links }) =>
    Object.entries(links).flatMap(([name, link]) => {
      const place = places.of(textIn(link) ?? '');
      return place === undefined ? [] : [{ name, place, stability }];
    }),
  );
}

/** @param {Explorer} explorer @param {JsonObject} home @param {Description | undefined} description */
export function homeView(explorer, home, description) {
  /** @type {Map<string, Entry[]>} */
  const groups = new Map((description?.document['x-tagGroups'] ?? []).slice(1).map(({ name }) => [name, []]));
  for (const entry of entriesOf(explorer, home)) {
    const group = description?.groupOf(entry.place) ?? 'service';
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  const id = newId();
  const list = h('div', { class: 'groups' });
  const search = h('input', { id, type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const isWanted = (/** @type {Entry} */ { name, place }) =>
      `${name} ${pathOf(place)}`.toLowerCase().includes(wanted);
    const shown = [...groups].flatMap(([name, entries]) => {
      const found = entries.filter(isWanted);
      return found.length === 0 ? [] : [groupView(explorer, name, found)];
    });
    list.replaceChildren(
      ...(shown.length > 0 ? shown : [h('p', { class: 'nothing' }, 'Nothing has such a name.')]),
    );
  };
  search.addEventListener('input', show);
  show();
  return h(
    'div',
    { class: 'home' },
    h('p', { class: 'lead' }, textIn(home['gettingStarted']) ?? ''),
    h('div', { class: 'field search' }, h('label', { for: id }, 'Look for'), search),
    list,
  );
}

/** @param {Explorer} explorer @param {string} name @param {readonly Entry[]} entries */
function groupView(explorer, name, entries) {
  const title = newId();
  return h(
    'section',
    { 'aria-labelledby': title },
    h('h2', { id: title }, name.charAt(0).toUpperCase() + name.slice(1).replace('-', ' ')),
    h('ul', { class: 'entries' }, ...entries.map((entry) => h('li', null, entryView(explorer, entry)))),
  );
}

/** @param {Explorer} explorer @param {Entry} entry */
function entryView(explorer, { name, place, stability }) {
  const what = [
    h('span', { class: 'name' }, name),
    ' ',
    stability !== 'stable' && h('span', { class: 'mark' }, stability),
    ' ',
    h('code', null, pathOf(place)),
  ];
  if (variablesOf(place).length === 0) return h('a', { href: hashOf({ place }) }, ...what);
  const form = h('div');
  const open = () => {
    if (form.childElementCount === 0) form.append(findForm(explorer, place));
  };
  return h('details', { ontoggle: open }, h('summary', null, ...what), form);
}

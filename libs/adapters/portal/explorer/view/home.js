/** The home resource: where everything starts, by part of the service. */
import { h, newId } from '../dom.js';
import { Exact, grouped, isObject, objectIn, textIn, without } from '../json.js';
import { asking, hashOf, isDemo, pathOf, variablesOf } from '../place.js';
import { findForm } from './actions.js';
import { collectionWords } from '../names.js';
import { isEnglish, locale, say } from '../words.js';

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

/** What most people look for, by what it is about; each by the name that home has for it. */
const CHOSEN = /** @type {const} */ ([
  [
    'books',
    ['accounts', 'accounting-years', 'vouchers-drafts', 'vouchers-booked', 'all-entries', 'vat-accounts'],
  ],
  [
    'statements',
    [
      'statements-trial-balance',
      'statements-profit-and-loss',
      'statements-balance-sheet',
      'statements-vat',
      'statements-aged-receivables',
      'statements-aged-payables',
    ],
  ],
  [
    'buyingAndSelling',
    [
      'customers',
      'draft-invoices',
      'booked-invoices',
      'v2-invoices-overdue',
      'suppliers',
      'open-posts',
      'matches',
      'products',
    ],
  ],
  ['connections', ['apps', 'webhooks', 'events', 'client-agreements']],
]);

/** @param {Explorer} explorer @param {JsonObject} home @param {Description | undefined} description */
export function homeView(explorer, home, description) {
  /** @type {Map<string, Entry[]>} */
  const groups = new Map((description?.document['x-tagGroups'] ?? []).slice(1).map(({ name }) => [name, []]));
  const all = entriesOf(explorer, home);
  for (const entry of all) {
    const group = description?.groupOf(entry.place) ?? 'service';
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  const id = newId();
  const chosen = h('div', { class: 'groups' }, ...CHOSEN.map((group) => chosenView(explorer, group, all)));
  const list = h('div', { class: 'groups' });
  const rest = h('details', { class: 'rest' }, h('summary', null, say('everythingElse', all.length)), list);
  const search = h('input', { id, type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const found = h('p', { class: 'hint', role: 'status' });
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const isWanted = (/** @type {Entry} */ { name, place }) =>
      `${name} ${pathOf(place)} ${collectionWords(name) ?? ''}`.toLowerCase().includes(wanted);
    const shown = [...groups].flatMap(([name, entries]) => {
      const wantedOnes = entries.filter(isWanted);
      return wantedOnes.length === 0 ? [] : [groupView(explorer, name, wantedOnes)];
    });
    chosen.hidden = wanted !== '';
    rest.open = wanted !== '';
    list.replaceChildren(...shown);
    const count = all.filter(isWanted).length;
    const told = count === 0 ? say('nothingNamed') : say('found', count);
    // Said to who does not see that the list became shorter.
    found.replaceChildren(wanted === '' ? '' : told);
  };
  search.addEventListener('input', show);
  show();
  return h(
    'div',
    { class: 'home' },
    h('p', { class: 'lead' }, say('homeLead')),
    h('div', { class: 'field search' }, h('label', { for: id }, say('lookFor')), search, found),
    chosen,
    rest,
    isEnglish() && h('p', { class: 'soft' }, textIn(home['gettingStarted']) ?? ''),
  );
}

/**
 * Without what these tokens do not lead to.
 * @param {Explorer} explorer @param {typeof CHOSEN[number]} group @param {readonly Entry[]} all
 */
function chosenView(explorer, [title, names], all) {
  const id = newId();
  const named = (/** @type {string} */ name) =>
    all.find((one) => one.name === name && variablesOf(one.place).length === 0);
  // Who may read entries may read what is computed of them, which takes longer than to look whether one may.
  const entries = title === 'statements' ? named('all-entries') : undefined;
  const mayRead = entries && resultsIn(explorer, entries.place);
  const links = names.flatMap((name) => {
    const entry = named(name);
    if (entry === undefined) return [];
    const { place } = entry;
    const count = h('span', { class: 'count' });
    const item = h('li', null, h('a', { href: hashOf({ place }) }, collectionWords(name) ?? name, count));
    const counted = name === 'client-agreements' ? isAdministrator(explorer, place) : Promise.resolve();
    const isLedTo = (mayRead ?? counted.then(() => tellCount(explorer, place, count))).then(
      () => true,
      () => {
        item.remove();
        return false;
      },
    );
    return [{ item, isLedTo }];
  });
  const section = h(
    'section',
    { 'aria-labelledby': id },
    h('h2', { id }, say(title)),
    h('ul', { class: 'entries chosen' }, ...links.map(({ item }) => item)),
  );
  void Promise.all(links.map(({ isLedTo }) => isLedTo)).then((all) => {
    if (!all.includes(true)) section.remove();
  });
  return section;
}

/**
 * Rejects where it is known that these are the tokens of no administrator: what is asked in vain stands in the
 * console in red.
 * @param {Explorer} explorer @param {string} place
 */
async function isAdministrator(explorer, place) {
  const self = isDemo(place) ? { IsAdminAgreement: false } : await explorer.self();
  if (self?.['IsAdminAgreement'] === false) throw new Error('of administrators');
}

/**
 * How many a collection has; rejects where these tokens do not lead to it.
 * @param {Explorer} explorer @param {string} place
 */
async function resultsIn({ service }, place) {
  const page = await service.read(asking(place, { pagesize: '1' }));
  return objectIn(objectIn(page)['pagination'])['results'];
}

/** @param {Explorer} explorer @param {string} place @param {HTMLElement} count */
async function tellCount(explorer, place, count) {
  const results = await resultsIn(explorer, place);
  if (results instanceof Exact) count.append(` ${grouped(results.text, locale())}`);
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

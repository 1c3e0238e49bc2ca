/** A page of a collection as a table, with what it can be asked. */
import { h, newId } from '../dom.js';
import { Exact, isObject, objectIn, textIn, without } from '../json.js';
import { asking, hashOf, parameterIn } from '../place.js';
import { sortedNext } from '../filter.js';
import { itemView } from './item.js';
import { questions } from './questions.js';
import { table } from './table.js';
import { say } from '../words.js';

/** @import { Child } from '../dom.js' */
/** @import { Description, Listing } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { WordKey } from '../words.js' */

/**
 * The items of a collection; undefined for another answer. @param {Json |
 * undefined} json @returns {JsonObject[] | undefined}
 */
export function itemsIn(json) {
  const { collection } = objectIn(json);
  return Array.isArray(collection) ? collection.filter(isObject) : undefined;
}

/**
 * @param {Explorer} explorer
 * @param {string} place
 * @param {JsonObject} json
 * @param {Description | undefined} description
 */
export function collectionView(explorer, place, json, description) {
  const items = itemsIn(json) ?? [];
  const listing = description?.listing(place);
  const pager = (/** @type {WordKey} */ name) =>
    pages(explorer, place, objectIn(json['pagination']), items.length, say(name));
  const more = without(json, ['collection', 'metaData', 'pagination', 'self']);
  return h(
    'div',
    { class: 'collection' },
    Object.keys(more).length > 0 && itemView(explorer.places, more),
    questions(explorer, place, description),
    pager('pages'),
    items.length === 0
      ? h('p', { class: 'nothing' }, say('nothingHere'))
      : table(explorer.places, items, say('itemsOfPage'), (name) => head(place, name, items, listing)),
    items.length > 10 && pager('pagesBelow'),
  );
}

/**
 * @param {string} place
 * @param {string} column
 * @param {readonly JsonObject[]} items
 * @param {Listing | undefined} listing
 * @returns {{ label: Child, sorted?: 'ascending' | 'descending' }}
 */
function head(place, column, items, listing) {
  const name = sortNameOf(column, items, listing?.sortable ?? []);
  if (name === undefined) return { label: column };
  const sort = parameterIn(place, 'sort');
  const sorted = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const mark = sorted === undefined ? '' : sorted === 'ascending' ? '▲' : '▼';
  const to = hashOf({ place: asking(place, { sort: sortedNext(sort, name) }) });
  const label = h('a', { href: to, class: 'sort' }, column, h('span', { 'aria-hidden': 'true' }, mark));
  return sorted === undefined ? { label } : { label, sorted };
}

/**
 * The column itself, or the number that its references have: `unit` is sorted by `unit.unitNumber`.
 * @param {string} column
 * @param {readonly JsonObject[]} items
 * @param {readonly string[]} sortable
 */
function sortNameOf(column, items, sortable) {
  if (sortable.includes(column)) return column;
  const isObjects = items.some((item) => isObject(item[column]));
  return isObjects ? sortable.find((name) => name.startsWith(`${column}.`)) : undefined;
}

const PAGE_SIZES = ['20', '50', '100', '200', '1000'];

/**
 * @param {Explorer} explorer @param {string} place @param {JsonObject} pagination @param {number} count
 * @param {string} title what it is called: there may be one above the list and one below
 */
function pages(explorer, place, pagination, count, title) {
  const { places } = explorer;
  const number = (/** @type {string} */ name) => Number(String(pagination[name] ?? 0));
  if (!(pagination['results'] instanceof Exact)) return null;
  const first = number('skipPages') * number('pageSize');
  const results = number('results');
  const all = number('resultsWithoutFilter');
  const way = (/** @type {string} */ name, /** @type {string} */ words, isThere = true) => {
    const to = places.of(textIn(pagination[name]) ?? '');
    return to === undefined || !isThere
      ? h('span', { class: 'way', 'aria-disabled': 'true' }, words)
      : h('a', { class: 'way', href: hashOf({ place: to }) }, words);
  };
  const size = String(number('pageSize'));
  const id = newId();
  const sizes = PAGE_SIZES.includes(size) ? PAGE_SIZES : [size, ...PAGE_SIZES];
  const resize = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ { currentTarget }) =>
    // The keys that choose another size choose the next one too: they stay where they are.
    explorer.go({ place: asking(place, { pagesize: currentTarget.value }) }, '.size select');
  return h(
    'nav',
    { class: 'pages', 'aria-label': title },
    h(
      'p',
      { class: 'count' },
      count === 0 ? say('none') : say('fromTo', first + 1, first + count),
      say('of', results),
      results !== all && h('span', { class: 'soft' }, say('withoutFilter', all)),
    ),
    h(
      'p',
      { class: 'ways' },
      way('firstPage', say('first'), number('skipPages') > 0),
      way('previousPage', say('previous')),
      way('nextPage', say('next')),
      way('lastPage', say('last'), first + count < results),
    ),
    h(
      'p',
      { class: 'size' },
      h('label', { for: id }, say('perPage')),
      h(
        'select',
        { id, onchange: resize },
        ...sizes.map((one) => h('option', { value: one, selected: one === size }, one)),
      ),
    ),
  );
}

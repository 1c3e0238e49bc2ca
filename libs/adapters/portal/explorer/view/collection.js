/** A page of a collection as a table, with what it can be asked. */
import { h, newId } from '../dom.js';
import { Exact, isObject, objectIn, textIn, without } from '../json.js';
import { asking, hashOf, parameterIn } from '../place.js';
import { and, comparisonsOf, sortedNext } from '../filter.js';
import { itemView } from './item.js';
import { table } from './table.js';

/** @import { Child } from '../dom.js' */
/** @import { Description, Listing } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/** The items of a collection; undefined for another answer. @param {Json | undefined} json @returns {JsonObject[] | undefined} */
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
  const pager = pages(explorer, place, objectIn(json['pagination']), items.length);
  const more = without(json, ['collection', 'metaData', 'pagination', 'self']);
  return h(
    'div',
    { class: 'collection' },
    Object.keys(more).length > 0 && itemView(explorer.places, more),
    questions(explorer, place, description),
    pager,
    items.length === 0
      ? h('p', { class: 'nothing' }, 'There is nothing here.')
      : table(explorer.places, items, 'The items of this page', (name) => head(place, name, items, listing)),
    items.length > 10 && pages(explorer, place, objectIn(json['pagination']), items.length),
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

/** @param {Explorer} explorer @param {string} place @param {JsonObject} pagination @param {number} count */
function pages(explorer, place, pagination, count) {
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
    explorer.go({ place: asking(place, { pagesize: currentTarget.value }) });
  return h(
    'nav',
    { class: 'pages', 'aria-label': 'Pages' },
    h(
      'p',
      { class: 'count' },
      count === 0 ? 'None' : `${first + 1} to ${first + count}`,
      ` of ${results}`,
      results !== all && h('span', { class: 'soft' }, ` (${all} without the filter)`),
    ),
    h(
      'p',
      { class: 'ways' },
      way('firstPage', 'First', number('skipPages') > 0),
      way('previousPage', 'Previous'),
      way('nextPage', 'Next'),
      way('lastPage', 'Last', first + count < results),
    ),
    h(
      'p',
      { class: 'size' },
      h('label', { for: id }, 'Per page'),
      h(
        'select',
        { id, onchange: resize },
        ...sizes.map((one) => h('option', { value: one, selected: one === size }, one)),
      ),
    ),
  );
}

/**
 * The filter, as it is written and to be put together from what the schema says; nothing where nothing can be asked.
 * @param {Explorer} explorer
 * @param {string} place
 * @param {Description | undefined} description
 */
export function questions(explorer, place, description) {
  const listing = description?.listing(place);
  if (description === undefined || listing === undefined || listing.filterable.length === 0) return null;
  const { filterable, sortable, item } = listing;
  const [ofName, howName, whatName, textName, sortName] = [newId(), newId(), newId(), newId(), newId()];
  const text = h('input', {
    id: textName,
    value: parameterIn(place, 'filter'),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const sort = h('input', {
    id: sortName,
    value: parameterIn(place, 'sort'),
    spellcheck: 'false',
    autocomplete: 'off',
  });
  const member = h('select', { id: ofName }, ...filterable.map((name) => h('option', { value: name }, name)));
  const how = h('select', { id: howName });
  const what = h('div', { class: 'what' });
  const comparisons = () => comparisonsOf(description.member(item, member.value));
  const chosen = () => comparisons()[how.selectedIndex];
  const showWhat = () => {
    const { type, enum: values } = description.member(item, member.value) ?? {};
    const choices = type === 'boolean' ? ['true', 'false'] : values;
    what.replaceChildren(
      choices === undefined
        ? h('input', { id: whatName, autocomplete: 'off', disabled: chosen()?.takesValue === false })
        : h('select', { id: whatName }, ...choices.map((one) => h('option', { value: one }, one))),
    );
  };
  const showHow = () => {
    how.replaceChildren(...comparisons().map(({ words }) => h('option', null, words)));
    showWhat();
  };
  member.addEventListener('change', showHow);
  how.addEventListener('change', showWhat);
  showHow();
  const apply = (/** @type {string} */ filter) =>
    explorer.go({ place: asking(place, { filter, sort: sort.value.trim() }) });
  const add = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const value =
      /** @type {HTMLInputElement | HTMLSelectElement | null} */ (what.firstElementChild)?.value ?? '';
    const condition = chosen()?.write(member.value, value) ?? '';
    apply(and(text.value.trim(), condition));
  };
  const ask = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    apply(text.value.trim());
  };
  const isAsked = text.value !== '' || sort.value !== '';
  return h(
    'details',
    { class: 'questions', open: isAsked },
    h('summary', null, 'Filter and sort'),
    h(
      'form',
      { onsubmit: add, class: 'condition', 'aria-label': 'Add a condition' },
      field('Member', member),
      field('Comparison', how),
      h('div', { class: 'field' }, h('label', { for: whatName }, 'Value'), what),
      h('button', { class: 'quiet' }, 'Add'),
    ),
    h(
      'form',
      { onsubmit: ask, class: 'asked', 'aria-label': 'Filter and sort as text' },
      field('filter', text),
      sortable.length > 0 && field('sort', sort),
      h('button', { class: 'quiet' }, 'Apply'),
      isAsked && h('a', { href: hashOf({ place: asking(place, { filter: '', sort: '' }) }) }, 'Clear'),
    ),
  );
}

/** @param {string} words @param {HTMLElement} input */
function field(words, input) {
  return h('div', { class: 'field' }, h('label', { for: input.id }, words), input);
}

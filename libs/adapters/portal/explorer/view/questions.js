/**
 * What a collection can be asked: its filter as it is written, and put together from what the schema says.
 */
import { h, newId } from '../dom.js';
import { and, comparisonsOf } from '../filter.js';
import { numberTyped } from '../json.js';
import { asking, hashOf, parameterIn } from '../place.js';
import { locale, say } from '../words.js';

/** @import { Description, Listing } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */

/**
 * Nothing where nothing can be asked.
 * @param {Explorer} explorer
 * @param {string} place
 * @param {Description | undefined} description
 */
export function questions(explorer, place, description) {
  const listing = description?.listing(place);
  if (description === undefined || listing === undefined || listing.filterable.length === 0) return null;
  const text = line(parameterIn(place, 'filter'));
  const sort = line(parameterIn(place, 'sort'));
  const ask = (/** @type {string} */ filter) =>
    explorer.go({ place: asking(place, { filter, sort: sort.value.trim() }) });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    ask(text.value.trim());
  };
  const isAsked = text.value !== '' || sort.value !== '';
  return h(
    'details',
    { class: 'questions', open: isAsked },
    h('summary', null, say('filterAndSort')),
    conditionForm(listing, description, (condition) => ask(and(text.value.trim(), condition))),
    h(
      'form',
      { onsubmit: submit, class: 'asked', 'aria-label': say('filterAsText') },
      field(say('filter'), text),
      listing.sortable.length > 0 && field(say('sort'), sort),
      h('button', { class: 'quiet' }, say('apply')),
      isAsked && h('a', { href: hashOf({ place: asking(place, { filter: '', sort: '' }) }) }, say('clear')),
    ),
  );
}

/**
 * One more condition: a member, how it is compared, with what.
 * @param {Listing} listing
 * @param {Description} description
 * @param {(condition: string) => void} add
 */
function conditionForm({ filterable, item }, description, add) {
  const id = newId();
  const member = h('select', { id: newId() }, ...options(filterable));
  const how = h('select', { id: newId() });
  const what = h('div');
  const schema = () => description.member(item, member.value);
  const isDay = () => schema()?.format === 'date';
  const isNumber = () => ['number', 'integer'].includes(schema()?.type ?? '');
  const chosen = () => comparisonsOf(schema())[how.selectedIndex];
  const showWhat = () => {
    const choices = schema()?.type === 'boolean' ? ['true', 'false'] : schema()?.enum;
    const isIdle = chosen()?.takesValue === false;
    what.replaceChildren(
      choices === undefined
        ? h('input', { id, type: isDay() ? 'date' : 'text', autocomplete: 'off', disabled: isIdle })
        : h('select', { id, disabled: isIdle }, ...options(choices)),
    );
  };
  const showHow = () => {
    how.replaceChildren(...options(comparisonsOf(schema()).map(({ words }) => say(words))));
    showWhat();
  };
  member.addEventListener('change', showHow);
  how.addEventListener('change', showWhat);
  showHow();
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (what.firstElementChild);
    const typed = input?.value ?? '';
    const value = isNumber() ? String(numberTyped(typed.trim(), locale())) : typed;
    add(chosen()?.write(member.value, value) ?? '');
  };
  return h(
    'form',
    { onsubmit: submit, class: 'condition', 'aria-label': say('addCondition') },
    field(say('member'), member),
    field(say('comparison'), how),
    h('div', { class: 'field' }, h('label', { for: id }, say('value')), what),
    h('button', { class: 'quiet' }, say('add')),
  );
}

/** @param {string} value */
function line(value) {
  return h('input', { id: newId(), value, spellcheck: 'false', autocomplete: 'off' });
}

/** @param {readonly string[]} words */
function options(words) {
  return words.map((one) => h('option', { value: one }, one));
}

/** @param {string} words @param {HTMLElement} input */
function field(words, input) {
  return h('div', { class: 'field' }, h('label', { for: input.id }, words), input);
}

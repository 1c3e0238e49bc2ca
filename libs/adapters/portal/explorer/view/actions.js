/** What can be done here: the actions of `metaData`, each as the service offers it. */
import { h, newId } from '../dom.js';
import { isObject, textIn } from '../json.js';
import { filledIn, hashOf, variablesOf } from '../place.js';
import { actionWords } from '../names.js';
import { isEnglish, say } from '../words.js';

/** @import { Explorer } from '../explorer.js' */
/** @import { Json } from '../json.js' */

/** @typedef {{ name: string, description: string, place: string, method: string }} Action */

/** @param {Explorer} explorer @param {Json | undefined} json @returns {Action[]} */
export function actionsIn({ places }, json) {
  const metaData = isObject(json) ? json['metaData'] : undefined;
  return Object.entries(isObject(metaData) ? metaData : {}).flatMap(([name, action]) => {
    if (!isObject(action)) return [];
    const place = places.of(textIn(action['href']) ?? '');
    const method = textIn(action['httpMethod'])?.toUpperCase();
    if (place === undefined || method === undefined) return [];
    return [{ name, description: textIn(action['description']) ?? name, place, method }];
  });
}

/**
 * @param {Explorer} explorer
 * @param {readonly Action[]} actions
 * @param {string} at the place they stand at
 */
export function actionList(explorer, actions, at) {
  if (actions.length === 0) return null;
  const title = newId();
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': title },
    h('h2', { id: title }, say('whatCanBeDone')),
    h('ul', { class: 'doings' }, ...actions.map((action) => h('li', null, offered(explorer, action, at)))),
  );
}

/** @param {Explorer} explorer @param {Action} action @param {string} at */
function offered(explorer, action, at) {
  const { name, place, method } = action;
  const words = actionWords(action);
  if (method === 'GET') {
    return variablesOf(place).length > 0
      ? h(
          'details',
          { open: name === 'find' },
          h('summary', null, verb('GET'), foundBy(action)),
          findForm(explorer, place),
        )
      : h('a', { class: 'doing', href: hashOf({ place }) }, verb('GET'), words);
  }
  return h('a', { class: 'doing', href: hashOf({ place: at, form: name }) }, verb(method), words);
}

/**
 * Of what is within a thing, the service tells in English which it is; in other languages its number does.
 * @param {Action} action
 */
function foundBy(action) {
  const [words = ''] = actionWords(action).split(';');
  return action.name === 'find' || isEnglish() ? words : `${words}: ${variablesOf(action.place).join(', ')}`;
}

/** @param {string} method */
export function verb(method) {
  return h('span', { class: `verb verb-${method.toLowerCase()}` }, method);
}

/** A template of the service, to be filled in. @param {Explorer} explorer @param {string} template */
export function findForm(explorer, template) {
  const fields = variablesOf(template).map((name) => {
    const id = newId();
    const input = h('input', { id, name, autocomplete: 'off', spellcheck: 'false', required: true });
    return { name, input, label: h('label', { for: id }, name) };
  });
  const find = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(({ name, input }) => [name, input.value.trim()]));
    explorer.go({ place: filledIn(template, values) });
  };
  return h(
    'form',
    { class: 'find', onsubmit: find },
    ...fields.map(({ label, input }) => h('div', null, label, input)),
    h('button', { class: 'quiet' }, say('find')),
  );
}

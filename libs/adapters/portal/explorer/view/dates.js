/** The dates that an answer is of, where it can be asked of others. */
import { h, newId } from '../dom.js';
import { asking, parameterIn } from '../place.js';
import { say } from '../words.js';

/** @import { Description } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { JsonObject } from '../json.js' */
/** @import { WordKey } from '../words.js' */

/** How a date is called that a place can be asked of. @type {Readonly<Record<string, WordKey>>} */
const WORDS = { fromDate: 'from', toDate: 'to', date: 'on' };

/**
 * Nothing where no dates are taken. What was not asked is what the service has answered.
 * @param {Explorer} explorer
 * @param {string} place
 * @param {JsonObject} json
 * @param {Description | undefined} description
 */
export function dates(explorer, place, json, description) {
  const taken = description?.operation('GET', place)?.parameters ?? [];
  const names = Object.keys(WORDS).filter((name) => taken.some((one) => one.name === name));
  if (names.length === 0) return null;
  const fields = names.map((name) => {
    const told = json[name === 'date' ? 'toDate' : name];
    const value = parameterIn(place, name) || (typeof told === 'string' ? told : '');
    return { name, input: h('input', { id: newId(), type: 'date', value }) };
  });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    explorer.go({
      place: asking(place, Object.fromEntries(fields.map(({ name, input }) => [name, input.value]))),
    });
  };
  return h(
    'form',
    { onsubmit: submit, class: 'dates', 'aria-label': say('dates') },
    ...fields.map(({ name, input }) =>
      h('div', { class: 'field' }, h('label', { for: input.id }, say(WORDS[name] ?? 'on')), input),
    ),
    h('button', { class: 'quiet' }, say('show')),
  );
}

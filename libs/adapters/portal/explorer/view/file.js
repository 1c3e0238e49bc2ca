/** A body that is a file: one is chosen. */
import { h, newId } from '../dom.js';
import { say } from '../words.js';

/** Endings that browsers know no media type for. @type {Readonly<Record<string, string>>} */
const TYPES = {
  se: 'application/x-sie',
  si: 'application/x-sie',
  sie: 'application/x-sie',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
};

/**
 * @param {readonly string[]} types the media types that are taken
 * @param {string} [before] the name of the one that was chosen before: browsers give it to no page again
 */
export function fileForm(types, before = '') {
  const id = newId();
  const hint = h('p', { class: 'hint', id: newId() }, types.join(', '));
  const again = h('p', { class: 'complaint', id: newId(), hidden: before === '' }, say('fileAgain', before));
  const describedBy = `${again.id} ${hint.id}`;
  const hideAgain = () => {
    again.hidden = true;
    input.removeAttribute('aria-invalid');
  };
  const input = h('input', {
    id,
    type: 'file',
    'aria-describedby': describedBy,
    'aria-required': 'true',
    onchange: hideAgain,
  });
  const file = () => input.files?.[0];
  const typeOf = (/** @type {File} */ { name, type }) => {
    const byEnding = TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''];
    return byEnding !== undefined && types.includes(byEnding) ? byEnding : type || (types[0] ?? '');
  };
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, say('file'), ' ', h('span', { class: 'mark' }, say('required'))),
      input,
      again,
      hint,
    ),
    /** Of the one that is chosen; before one is, of the one that was. */
    name: () => file()?.name ?? before,
    /** What is sent; nothing while none is chosen, which is said at the field. */
    chosen: () => {
      const one = file();
      if (one !== undefined) return { body: one, type: typeOf(one) };
      if (again.hidden) again.replaceChildren(say('isMissing', say('file')));
      again.hidden = false;
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      return undefined;
    },
    /** Tells one choice from another, as far as a browser tells. */
    key: () => {
      const { name = '', size = 0, lastModified = 0 } = file() ?? {};
      return `${name} ${size} ${lastModified}`;
    },
  };
}

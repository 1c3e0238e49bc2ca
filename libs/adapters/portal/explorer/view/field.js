/**
 * The fields of a form: one member of a body each, with what the schema says of it and what is wrong with it.
 */
import { h, newId } from '../dom.js';
import { asTyped, Exact, isObject, numberTyped, parse, print } from '../json.js';
import { escaped } from '../filter.js';
import { asking } from '../place.js';
import { itemsIn } from './collection.js';
import { breakable } from './value.js';
import { inEnglish, locale, say } from '../words.js';

/** @import { Form, Member, Part } from './form.js' */
/** @import { Json } from '../json.js' */
/** @import { Schema } from '../description.js' */
/** @import { Child } from '../dom.js' */

/** Text, a number, a date. @param {Form} form @param {Member} member @returns {Part} */
export function lineField(form, member) {
  const { type, format, maxLength = 0 } = member.schema;
  const isNumber = type === 'number' || type === 'integer';
  const isLong = !isNumber && maxLength > 300;
  /** @type {HTMLInputElement | HTMLTextAreaElement} */
  let input = isLong
    ? h('textarea', { rows: '3', dir: 'auto' })
    : h('input', {
        type: format === 'date' ? 'date' : 'text',
        inputmode: isNumber && 'decimal',
        // Names are typed in the direction of their script.
        dir: !isNumber && format !== 'date' && 'auto',
        autocomplete: 'off',
        class: isNumber && 'number',
      });
  /** @type {Json | undefined} What stood there first, and how the field shows it. */
  let first;
  let shown = '';
  return {
    element: labelled(form, member, input),
    read: () => {
      // A field keeps less than there is: no empty text, and no line ends but its own.
      if (first !== undefined && input.value === shown) return first;
      const typed = isNumber ? input.value.trim() : input.value;
      if (typed === '') return undefined;
      return isNumber ? numberTyped(typed, locale()) : typed;
    },
    write: (value) => {
      first = value ?? undefined;
      const text = value instanceof Exact ? asTyped(value, locale()) : inLine(value);
      if (input instanceof HTMLInputElement && /[\r\n]/.test(text)) input = ofLines(form, member, input);
      input.value = text;
      shown = input.value;
    },
  };
}

/**
 * A field of several lines in the place of one that would join them.
 * @param {Form} form @param {Member} member @param {HTMLInputElement} line
 */
function ofLines(form, { path }, line) {
  const input = h('textarea', { rows: '3', id: line.id, dir: 'auto' });
  for (const { name, value } of line.attributes)
    if (name.startsWith('aria-')) input.setAttribute(name, value);
  line.replaceWith(input);
  const spot = form.at(path);
  if (spot !== undefined) form.put(path, { ...spot, input });
  return input;
}

/** @param {Form} form @param {Member} member @param {readonly string[]} choices @returns {Part} */
export function choiceField(form, member, choices) {
  const options = choices.map((one) => h('option', { value: one }, one));
  const input = h('select', null, h('option', { value: '' }, say('leftOut')), ...options);
  return {
    element: labelled(form, member, input),
    read: () => {
      if (input.value === '') return undefined;
      return member.schema.type === 'boolean' ? input.value === 'true' : input.value;
    },
    write: (value) => {
      input.value = inLine(value);
    },
  };
}

/**
 * A number of another resource, with what there is to choose from. @param
 * {Form} form @param {Member} member @param {string} key @returns {Part}
 */
export function referenceField(form, member, key) {
  const isNumber = member.schema.properties?.[key]?.type === 'integer';
  const choices = form.choices(key, () => new Choices(form, key, isNumber));
  const input = h('input', { list: choices.element.id, autocomplete: 'off', dir: 'auto' });
  const called = h('output', { class: 'called', id: newId() });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const tell = () => called.replaceChildren(choices.nameOf(input.value.trim()) ?? '');
  const know = async () => {
    await choices.read();
    await look();
  };
  /** Asks for what is meant, where there is more than could be offered at once. */
  const look = async () => {
    await choices.look(input.value.trim());
    tell();
  };
  input.addEventListener('focus', () => void know());
  input.addEventListener('input', () => {
    tell();
    clearTimeout(later);
    later = setTimeout(() => void look(), PAUSE_MS);
  });
  const element = labelled(form, { ...member, name: `${member.name}.${key}` }, input);
  called.htmlFor.add(input.id);
  element.append(called);
  return {
    element,
    read: () => {
      const typed = input.value.trim();
      if (typed === '') return undefined;
      return { [key]: isNumber ? numberTyped(typed, locale()) : typed };
    },
    write: (value) => {
      input.value = isObject(value) ? inLine(value[key]) : '';
      if (input.value !== '') void know();
      else tell();
    },
  };
}

/** Who types goes on after less. */
const PAUSE_MS = 250;

/**
 * What there is to choose from for all references of a form to the same: a document of a hundred lines asks for
 * the accounts once.
 */
export class Choices {
  element = h('datalist', { id: newId() });
  /** @type {Map<string, string>} */
  #names = new Map();
  #isAll = true;
  /** @type {Promise<void> | undefined} */
  #read;
  /** @type {Map<string, Promise<void>>} */
  #looked = new Map();

  /** @param {Form} form @param {string} key @param {boolean} isNumber */
  constructor(form, key, isNumber) {
    this.form = form;
    this.key = key;
    this.isNumber = isNumber;
  }

  /** @param {string} value */
  nameOf(value) {
    return this.#names.get(value);
  }

  /** As much as one page holds, the first time. */
  read() {
    this.#read ??= offered(this.form, this.key).then((found) => {
      this.#isAll = found.isAll;
      this.#add(found);
      // What could not be read is asked for again by the next field.
      if (found.names.size === 0) this.#read = undefined;
    });
    return this.#read;
  }

  /** What somebody means who types this, where it was not offered. @param {string} typed */
  async look(typed) {
    if (this.#isAll || typed === '' || this.#names.has(typed)) return;
    const filter = matching(this.key, typed, this.isNumber);
    const looked =
      this.#looked.get(typed) ??
      offered(this.form, this.key, { filter, pagesize: '50' }).then((found) => this.#add(found));
    this.#looked.set(typed, looked);
    await looked;
  }

  /** @param {Offered} found */
  #add({ names }) {
    const added = [...names].filter(([value]) => !this.#names.has(value));
    for (const [value, name] of added) this.#names.set(value, name);
    this.element.append(...added.map(([value, name]) => h('option', { value }, name)));
  }
}

/** Numbers with their names, and whether there are no others. @typedef {{ names: Map<string, string>, isAll: boolean }} Offered */

/**
 * What there is to choose from, as much as one page holds. @param {Form} form @param {string} key
 * @param {Record<string, string>} [asked] @returns {Promise<Offered>}
 */
async function offered({ explorer, demo }, key, asked = { pagesize: '1000' }) {
  const place = await explorer.collectionBy(key, demo);
  const read = place && (await explorer.service.read(asking(place, asked)).catch(() => undefined));
  const items = itemsIn(read) ?? [];
  const names = items.map(
    (item) => /** @type {const} */ ([inLine(item[key]), inLine(item['name'] ?? item['description'])]),
  );
  const pagination = isObject(read) ? read['pagination'] : undefined;
  const results = isObject(pagination) ? Number(inLine(pagination['results'])) : items.length;
  return { names: new Map(names), isAll: results <= items.length };
}

/** What somebody means who types this. @param {string} key @param {string} typed @param {boolean} isNumber */
function matching(key, typed, isNumber) {
  if (isNumber && /^\d+$/.test(typed)) return `${key}$eq:${typed}`;
  const called = `name$like:*${escaped(typed)}*`;
  return isNumber ? called : `${key}$like:${escaped(typed)}*$or:${called}`;
}

/** Any JSON document. @param {Form} form @param {Member} member @returns {Part} */
export function jsonField(form, member) {
  const input = h('textarea', { rows: '6', spellcheck: 'false', class: 'body' });
  return {
    element: labelled(form, member, input),
    read: () => {
      if (input.value.trim() === '') return undefined;
      try {
        return parse(input.value);
      } catch {
        return input.value;
      }
    },
    write: (value) => {
      input.value = value === undefined ? '' : print(value);
    },
  };
}

/** @param {Json | undefined} value */
function inLine(value) {
  return value === undefined || value === null ? '' : String(value);
}

/**
 * @param {Form} form
 * @param {Member} member
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 */
function labelled(form, member, input) {
  const complaint = h('p', { class: 'complaint', id: newId(), hidden: true });
  const says = hintOf(member.schema);
  const hint = h('p', { class: 'hint', id: newId() }, says);
  input.id = newId();
  input.setAttribute('aria-describedby', says.length === 0 ? complaint.id : `${hint.id} ${complaint.id}`);
  if (member.isRequired) input.setAttribute('aria-required', 'true');
  form.put(member.path, { complaint, input });
  return h(
    'div',
    { class: 'field' },
    h('label', { for: input.id }, breakable(member.name), required(member)),
    complaint,
    input,
    says.length > 0 && hint,
  );
}

/** What holds several fields. @param {Form} form @param {Member} member @param {...Node} content */
export function fieldset(form, member, ...content) {
  const complaint = h('p', { class: 'complaint', hidden: true });
  const says = hintOf(member.schema);
  const input = h(
    'fieldset',
    { class: 'field wide', id: newId(), tabindex: '-1' },
    h('legend', null, member.name, required(member)),
    complaint,
    says.length > 0 && h('p', { class: 'hint' }, says),
    ...content,
  );
  form.put(member.path, { complaint, input });
  return input;
}

/** @param {Member} member */
function required({ isRequired }) {
  return isRequired && [' ', h('span', { class: 'mark' }, say('required'))];
}

/** Beyond this a limit is the field's width and tells nobody anything. */
const TELLING = 1e8;

/** What the schema says of a member, in words. @param {Schema} schema @returns {Child[]} */
function hintOf(schema) {
  const {
    description,
    format,
    default: otherwise,
    minLength = 0,
    maxLength,
    minimum,
    maximum,
    type,
  } = schema;
  const told = description?.startsWith('reference to') ? '' : (description ?? '');
  /** @type {string[]} */
  const says = [];
  // A date or a code of one length says by itself how long it is.
  if (type === 'string' && maxLength !== undefined && format === undefined && minLength !== maxLength)
    says.push(minLength > 0 ? say('characters', minLength, maxLength) : say('charactersAtMost', maxLength));
  if (type === 'integer') says.push(say('wholeNumber'));
  if (minimum !== undefined && maximum !== undefined && maximum < TELLING)
    says.push(say('fromTo', minimum, maximum));
  if (otherwise !== undefined && !Array.isArray(otherwise)) says.push(say('whenLeftOut', String(otherwise)));
  if (schema['x-module'] !== undefined) says.push(say('withModule', schema['x-module']));
  if (told === '') return says.length === 0 ? [] : [says.join('; ')];
  return says.length === 0 ? [inEnglish(told)] : [inEnglish(told.replace(/\.$/, '')), `; ${says.join('; ')}`];
}

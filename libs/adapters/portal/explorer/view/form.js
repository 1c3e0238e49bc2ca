/**
 * A body as a form, made from its JSON Schema. The service judges what is
 * sent: nothing is checked here that it checks.
 */
import { h, newId } from '../dom.js';
import { objectIn, parse, print } from '../json.js';
import { choiceField, fieldset, jsonField, lineField, referenceField } from './field.js';

/** @import { Complaint } from './problem.js' */
/** @import { Description, Schema } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/**
 * A part of the form: what it looks like, what stands in it (undefined: left
 * out), how something is put into it.
 * @typedef {{ element: HTMLElement, read: () => Json | undefined, write: (value: Json | undefined) => void }} Part
 */

/** A member of the body; `path` as the service names it in refusals: `lines[0].amount`. */
/** @typedef {{ schema: Schema, name: string, path: string, isRequired: boolean }} Member */

/** Where a member stands on the page, and where it is said what is wrong with it. */
/** @typedef {{ input: HTMLElement, complaint: HTMLElement }} Spot */

/** What all parts of one form know. */
export class Form {
  /** @type {Map<string, Spot>} */
  #spots = new Map();

  /** @param {Explorer} explorer @param {Description} description @param {boolean} demo */
  constructor(explorer, description, demo) {
    this.explorer = explorer;
    this.description = description;
    this.demo = demo;
  }

  /** @param {string} path @param {Spot} spot */
  put(path, spot) {
    this.#spots.set(path, spot);
  }

  /** The members that begin so are no longer there. @param {string} start */
  drop(start) {
    for (const path of [...this.#spots.keys()]) if (path.startsWith(start)) this.#spots.delete(path);
  }

  /**
   * Where a member stands; else what is within it, else what it is within.
   * @param {string} path @returns {Spot | undefined}
   */
  at(path) {
    const within = [...this.#spots.keys()].find((one) => one.startsWith(`${path}.`));
    const found = this.#spots.get(path) ?? (within === undefined ? undefined : this.#spots.get(within));
    const around = path.replace(/(?:\.\w+|\[\d+\])$/, '');
    return found ?? (around === path ? undefined : this.at(around));
  }

  /**
   * Says each complaint at its member, and nothing at the others. @param {readonly Complaint[]} complaints
   */
  complain(complaints) {
    for (const { complaint, input } of this.#spots.values()) {
      complaint.replaceChildren();
      complaint.hidden = true;
      input.removeAttribute('aria-invalid');
    }
    for (const { member, says } of complaints) {
      const spot = member === undefined ? undefined : this.at(member);
      if (spot === undefined) continue;
      spot.complaint.append(spot.complaint.hidden ? says : ` ${says}`);
      spot.complaint.hidden = false;
      spot.input.setAttribute('aria-invalid', 'true');
    }
  }
}

/**
 * The form of a body, as fields or as JSON.
 * @param {Form} form
 * @param {Schema} schema
 * @param {JsonObject} start what stands in it first
 */
export function bodyForm(form, schema, start) {
  const whole = members(form, schema, '');
  whole.write(start);
  const text = h('textarea', { id: newId(), rows: '20', spellcheck: 'false', class: 'body' });
  const label = h('label', { for: text.id }, 'The body as JSON');
  const asText = h('div', { class: 'field wide', hidden: true }, label, text);
  const wrong = h('p', { class: 'complaint', role: 'alert', hidden: true });
  const toText = h('input', { type: 'checkbox', id: newId() });
  const turn = () => {
    wrong.hidden = true;
    if (toText.checked) text.value = print(whole.read() ?? {});
    else {
      try {
        whole.write(parse(text.value));
      } catch (error) {
        wrong.textContent = `This is no JSON: ${error instanceof Error ? error.message : ''}`;
        wrong.hidden = false;
        toText.checked = true;
      }
    }
    asText.hidden = !toText.checked;
    whole.element.hidden = toText.checked;
  };
  toText.addEventListener('change', turn);
  const choice = h('label', { for: toText.id }, 'Write the body as JSON');
  return {
    element: h('div', null, h('div', { class: 'choice' }, toText, choice), whole.element, asText, wrong),
    /** The body as JSON text; whatever is written there when it is written as JSON. */
    text: () => (toText.checked ? text.value : print(whole.read() ?? {})),
    /** Where a member stands. @param {string} member */
    idOf: (member) => (toText.checked ? text.id : form.at(member)?.input.id),
  };
}

/**
 * The members of an object, one under the other. @param {Form} form @param
 * {Schema} schema @param {string} path @returns {Part}
 */
function members(form, schema, path) {
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const member = form.description.resolved(given);
    if (!isWritten(form, member)) return [];
    const isRequired = schema.required?.includes(name) === true;
    const at = path === '' ? name : `${path}.${name}`;
    return [{ name, part: partOf(form, { schema: member, name, path: at, isRequired }) }];
  });
  return {
    element: h('div', { class: 'parts' }, ...parts.map(({ part }) => part.element)),
    read: () => {
      const written = parts.flatMap(({ name, part }) => {
        const value = part.read();
        return value === undefined ? [] : [/** @type {const} */ ([name, value])];
      });
      return written.length === 0 ? undefined : Object.fromEntries(written);
    },
    write: (value) => {
      for (const { name, part } of parts) part.write(objectIn(value)[name]);
    },
  };
}

/** Whether a member is the caller's to write. @param {Form} form @param {Schema} schema @returns {boolean} */
function isWritten(form, schema) {
  if (schema.readOnly === true) return false;
  if (schema.properties === undefined) return true;
  return Object.values(schema.properties).some((member) =>
    isWritten(form, form.description.resolved(member)),
  );
}

/** @param {Form} form @param {Member} member @returns {Part} */
function partOf(form, member) {
  const { schema } = member;
  const key = referenceKey(schema);
  if (key !== undefined) return referenceField(form, member, key);
  if (schema.type === 'array') return list(form, member);
  if (schema.properties !== undefined) {
    const { element, read, write } = members(form, schema, member.path);
    return { element: fieldset(form, member, element), read, write };
  }
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (choices !== undefined) return choiceField(form, member, choices);
  return schema.type === undefined ? jsonField(form, member) : lineField(form, member);
}

/** The name of the number that a reference has; undefined for anything else. @param {Schema} schema */
function referenceKey({ properties, anyOf = [] }) {
  return properties?.['self'] === undefined ? undefined : anyOf[0]?.required?.[0];
}

/** Any number of the same. @param {Form} form @param {Member} member @returns {Part} */
function list(form, member) {
  const { name, path } = member;
  const schema = form.description.resolved(member.schema.items ?? {});
  const isObjects = schema.properties !== undefined && referenceKey(schema) === undefined;
  const rows = h('ol', { class: 'rows' });
  /** @type {Part[]} */
  let parts = [];
  const present = () => parts.map((part) => part.read() ?? null);
  const put = (/** @type {Json[]} */ values) => {
    form.drop(`${path}[`);
    parts = values.map((value, index) => {
      const at = `${path}[${index}]`;
      const one = { schema, name: `${name} ${index + 1}`, path: at, isRequired: false };
      const part = isObjects ? members(form, schema, at) : partOf(form, one);
      part.write(value ?? undefined);
      return part;
    });
    rows.replaceChildren(...parts.map(({ element }, index) => h('li', null, element, dropButton(index))));
  };
  const dropButton = (/** @type {number} */ index) => {
    const drop = () => put(present().filter((_, at) => at !== index));
    return h(
      'button',
      { type: 'button', class: 'quiet small', onclick: drop },
      `Take away ${name} ${index + 1}`,
    );
  };
  const add = () => {
    put([...present(), null]);
    /** @type {HTMLElement | null | undefined} */
    const first = rows.lastElementChild?.querySelector('input, select, textarea');
    first?.focus();
  };
  const addButton = h('button', { type: 'button', class: 'quiet small', onclick: add }, `Add to ${name}`);
  return {
    element: fieldset(form, member, rows, addButton),
    read: () => (parts.length === 0 ? undefined : present().map((value) => value ?? (isObjects ? {} : ''))),
    write: (value) => put(Array.isArray(value) ? value : []),
  };
}

/** A body as a form, made from its JSON Schema. The service judges what is sent: nothing is checked here that it checks. */
import { h, newId } from '../dom.js';
import { Exact, isObject, numberTyped, objectIn, parse, print } from '../json.js';
import { asking } from '../place.js';
import { itemsIn } from './collection.js';

/** @import { Description, Schema } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Complaint } from './problem.js' */

/**
 * A part of the form: what it looks like, what stands in it (undefined: left out), how something is put into it.
 * @typedef {{ element: HTMLElement, read: () => Json | undefined, write: (value: Json | undefined) => void }} Part
 */

/** What all parts of one form know. */
class Form {
  /** @param {Explorer} explorer @param {Description} description @param {boolean} demo */
  constructor(explorer, description, demo) {
    this.explorer = explorer;
    this.description = description;
    this.demo = demo;
    /** Where each member stands: the field and where complaints about it go. */
    /** @type {Map<string, { id: string, complaint: HTMLElement, input: Element }>} */
    this.members = new Map();
  }

  /**
   * The field of a member, or of what is within it, or of what it is within.
   * @param {string} member
   * @returns {{ id: string, complaint: HTMLElement, input: Element } | undefined}
   */
  at(member) {
    const within = [...this.members.keys()].find((one) => one.startsWith(`${member}.`));
    const around = member.replace(/(?:\.\w+|\[\d+\])$/, '');
    const found = this.members.get(member) ?? (within === undefined ? undefined : this.members.get(within));
    if (found !== undefined) return found;
    return around === member ? undefined : this.at(around);
  }
}

/**
 * The form of a body, with what it starts with.
 * @param {Explorer} explorer
 * @param {Description} description
 * @param {Schema} schema
 * @param {JsonObject} start
 * @param {boolean} demo
 */
export function bodyForm(explorer, description, schema, start, demo) {
  const form = new Form(explorer, description, demo);
  const whole = members(form, schema, '');
  whole.write(start);
  const id = newId();
  const text = h('textarea', { id, rows: '20', spellcheck: 'false', class: 'body' });
  const asText = h(
    'div',
    { class: 'field wide', hidden: true },
    h('label', { for: id }, 'The body as JSON'),
    text,
  );
  const fields = h('div', { class: 'fields' }, whole.element);
  const wrong = h('p', { class: 'complaint', hidden: true });
  const switchName = newId();
  const turn = () => {
    wrong.hidden = true;
    if (toText.checked) text.value = print(whole.read() ?? {});
    else if (!takeText()) toText.checked = true;
    asText.hidden = !toText.checked;
    fields.hidden = toText.checked;
  };
  const toText = h('input', { type: 'checkbox', id: switchName, onchange: turn });
  const takeText = () => {
    try {
      whole.write(parse(text.value));
      return true;
    } catch (error) {
      wrong.textContent = `This is no JSON: ${error instanceof Error ? error.message : ''}`;
      wrong.hidden = false;
      return false;
    }
  };
  return {
    element: h(
      'div',
      null,
      h('div', { class: 'choice' }, toText, h('label', { for: switchName }, 'Write the body as JSON')),
      fields,
      asText,
      wrong,
    ),
    /** The body as JSON text; whatever is written there when it is written as JSON. */
    text: () => (toText.checked ? text.value : print(whole.read() ?? {})),
    /** Where a member stands. @param {string} member */
    idOf: (member) => (toText.checked ? id : form.at(member)?.id),
    /** Shows each complaint at its member. @param {readonly Complaint[]} complaints */
    complain: (complaints) => {
      for (const { complaint, input } of form.members.values()) {
        complaint.textContent = '';
        complaint.hidden = true;
        input.removeAttribute('aria-invalid');
      }
      for (const { member, says } of complaints) {
        const at = member === undefined ? undefined : form.at(member);
        if (at === undefined) continue;
        at.complaint.textContent = [at.complaint.textContent, says].filter(Boolean).join(' ');
        at.complaint.hidden = false;
        at.input.setAttribute('aria-invalid', 'true');
      }
    },
  };
}

/** The members of an object, one under the other. @param {Form} form @param {Schema} schema @param {string} path @returns {Part} */
function members(form, schema, path) {
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const member = form.description.resolved(given);
    if (!isWritten(form, member)) return [];
    const isRequired = schema.required?.includes(name) === true;
    return [{ name, part: partOf(form, member, name, path === '' ? name : `${path}.${name}`, isRequired) }];
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
  if (schema.type !== 'object' || schema.properties === undefined) return true;
  return Object.values(schema.properties).some((member) =>
    isWritten(form, form.description.resolved(member)),
  );
}

/** The name of the number that a reference has; undefined for anything else. @param {Schema} schema */
function referenceKey(schema) {
  if (schema.properties?.['self'] === undefined) return undefined;
  const [first] = schema.anyOf ?? [];
  return first?.required?.[0];
}

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @returns {Part}
 */
function partOf(form, schema, name, path, isRequired) {
  const key = referenceKey(schema);
  if (key !== undefined) return reference(form, schema, name, path, isRequired, key);
  if (schema.type === 'array') return list(form, schema, name, path, isRequired);
  if (schema.properties !== undefined) return group(form, schema, name, path, isRequired);
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  if (choices !== undefined) return choice(form, schema, name, path, isRequired, choices);
  if (schema.type === undefined) return anything(form, schema, name, path, isRequired);
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  const long = !isNumber && (schema.maxLength ?? 0) > 300;
  const input = long
    ? h('textarea', { rows: '3' })
    : h('input', {
        type: schema.format === 'date' ? 'date' : 'text',
        inputmode: isNumber && 'decimal',
        autocomplete: 'off',
        class: isNumber && 'number',
      });
  return {
    element: labelled(form, schema, name, path, isRequired, input),
    read: () => {
      const typed = isNumber ? input.value.trim() : input.value;
      if (typed === '') return undefined;
      return isNumber ? numberTyped(typed) : typed;
    },
    write: (value) => {
      input.value = value === undefined || value === null ? '' : String(value);
    },
  };
}

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @param {readonly string[]} choices
 * @returns {Part}
 */
function choice(form, schema, name, path, isRequired, choices) {
  const input = h(
    'select',
    null,
    h('option', { value: '' }, 'left out'),
    ...choices.map((one) => h('option', { value: one }, one)),
  );
  return {
    element: labelled(form, schema, name, path, isRequired, input),
    read: () => {
      if (input.value === '') return undefined;
      return schema.type === 'boolean' ? input.value === 'true' : input.value;
    },
    write: (value) => {
      input.value = value === undefined || value === null ? '' : String(value);
    },
  };
}

/**
 * A number of another resource, with what there is to choose from.
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @param {string} key
 * @returns {Part}
 */
function reference(form, schema, name, path, isRequired, key) {
  const isNumber = schema.properties?.[key]?.type === 'integer';
  const options = h('datalist', { id: newId() });
  const offer = async () => {
    const { explorer, demo } = form;
    const place = await explorer.collectionBy(key, demo);
    if (place === undefined) return;
    const read = await explorer.service.read(asking(place, { pagesize: '1000' })).catch(() => undefined);
    const items = itemsIn(read) ?? [];
    options.replaceChildren(
      ...items.map((item) =>
        h('option', { value: String(item[key]) }, String(item['name'] ?? item['description'] ?? '')),
      ),
    );
  };
  const input = h('input', { list: options.id, autocomplete: 'off' });
  input.addEventListener('focus', () => void offer(), { once: true });
  const element = labelled(form, schema, `${name}.${key}`, path, isRequired, input);
  element.append(options);
  return {
    element,
    read: () => {
      const typed = input.value.trim();
      if (typed === '') return undefined;
      return { [key]: isNumber ? numberTyped(typed) : typed };
    },
    write: (value) => {
      input.value = isObject(value) && value[key] !== undefined ? String(value[key]) : '';
    },
  };
}

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @returns {Part}
 */
function group(form, schema, name, path, isRequired) {
  const { element, read, write } = members(form, schema, path);
  const { fieldset } = fieldsetOf(form, schema, name, path, isRequired);
  fieldset.append(element);
  return { element: fieldset, read, write };
}

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @returns {Part}
 */
function list(form, schema, name, path, isRequired) {
  const item = form.description.resolved(schema.items ?? {});
  const { fieldset } = fieldsetOf(form, schema, name, path, isRequired);
  const rows = h('ol', { class: 'rows' });
  /** @type {Part[]} */
  let parts = [];
  const put = (/** @type {Json[]} */ values) => {
    for (const member of [...form.members.keys()])
      if (member.startsWith(`${path}[`)) form.members.delete(member);
    parts = values.map((value, index) => {
      const at = `${path}[${index}]`;
      const part =
        item.properties === undefined
          ? partOf(form, item, `${name} ${index + 1}`, at, false)
          : members(form, item, at);
      part.write(value);
      return part;
    });
    rows.replaceChildren(
      ...parts.map((part, index) => {
        const drop = () => put(present().filter((_, at) => at !== index));
        const words = `Take away ${name} ${index + 1}`;
        return h(
          'li',
          null,
          part.element,
          h('button', { type: 'button', class: 'quiet small', onclick: drop }, words),
        );
      }),
    );
  };
  const present = () => parts.map((part) => part.read() ?? null);
  const add = () => {
    put([...present(), null]);
    rows.lastElementChild?.querySelector('input, select, textarea')?.dispatchEvent(new Event('focus'));
    /** @type {HTMLElement | null | undefined} */ (
      rows.lastElementChild?.querySelector('input, select, textarea')
    )?.focus();
  };
  fieldset.append(
    rows,
    h('button', { type: 'button', class: 'quiet small', onclick: add }, `Add to ${name}`),
  );
  return {
    element: fieldset,
    read: () => {
      const values = present();
      return values.length === 0
        ? undefined
        : values.map((value) => value ?? (item.properties === undefined ? '' : {}));
    },
    write: (value) => put(Array.isArray(value) ? value : []),
  };
}

/**
 * Any JSON document.
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @returns {Part}
 */
function anything(form, schema, name, path, isRequired) {
  const input = h('textarea', { rows: '6', spellcheck: 'false', class: 'body' });
  return {
    element: labelled(form, schema, name, path, isRequired, input),
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

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 */
function labelled(form, schema, name, path, isRequired, input) {
  const id = newId();
  const complaint = h('p', { class: 'complaint', id: newId(), hidden: true });
  const says = hintOf(schema);
  const hint = h('p', { class: 'hint', id: newId() }, says);
  input.id = id;
  input.setAttribute('aria-describedby', says === '' ? complaint.id : `${hint.id} ${complaint.id}`);
  if (isRequired) input.setAttribute('aria-required', 'true');
  form.members.set(path, { id, complaint, input });
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, name, isRequired && h('span', { class: 'mark' }, 'required')),
    complaint,
    input,
    says !== '' && hint,
  );
}

/**
 * @param {Form} form
 * @param {Schema} schema
 * @param {string} name
 * @param {string} path
 * @param {boolean} isRequired
 */
function fieldsetOf(form, schema, name, path, isRequired) {
  const complaint = h('p', { class: 'complaint', hidden: true });
  const says = hintOf(schema);
  const id = newId();
  const fieldset = h(
    'fieldset',
    { class: 'field wide', id, tabindex: '-1' },
    h('legend', null, name, isRequired && h('span', { class: 'mark' }, 'required')),
    complaint,
    says !== '' && h('p', { class: 'hint' }, says),
  );
  form.members.set(path, { id, complaint, input: fieldset });
  return { fieldset };
}

/** Beyond this a limit is the field's width and tells nobody anything. */
const TELLING = 1e9;

/** What the schema says of a member, in words. @param {Schema} schema */
function hintOf(schema) {
  const { description, minLength = 0, maxLength, minimum, maximum, type } = schema;
  const { default: otherwise } = schema;
  const says = description?.startsWith('reference to') ? [] : [description];
  if (type === 'string' && maxLength !== undefined)
    says.push(minLength > 0 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`);
  if (type === 'integer') says.push('a whole number');
  if (minimum !== undefined && maximum !== undefined && maximum < TELLING)
    says.push(`${minimum} to ${maximum}`);
  if (isPlain(otherwise)) says.push(`${otherwise} when left out`);
  if (schema['x-module'] !== undefined) says.push(`counts with the module ${schema['x-module']} only`);
  return says.filter(Boolean).join('; ');
}

/** @param {unknown} value @returns {value is string | Exact | boolean} */
function isPlain(value) {
  return typeof value === 'string' || typeof value === 'boolean' || value instanceof Exact;
}

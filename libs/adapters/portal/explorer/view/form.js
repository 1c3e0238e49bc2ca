/**
 * A body as a form, made from its JSON Schema. The service judges what is
 * sent: nothing is checked here that it checks.
 */
import { h, newId } from '../dom.js';
import { isObject, objectIn, parse, print } from '../json.js';
import { choiceField, fieldset, jsonField, lineField, referenceField } from './field.js';
import { saidIn } from './problem.js';
import { say } from '../words.js';

/** @import { Choices } from './field.js' */
/** @import { Complaint } from './problem.js' */
/** @import { Description, Schema } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/**
 * A part of the form: what it looks like, what stands in it (undefined: left
 * out), how something is put into it.
 * @typedef {{ element: HTMLElement, read: () => Json | undefined, write: (value: Json | undefined) => void
 * }} Part
 */

/**
 * The members of an object: those that are shown at once, and the folded others.
 * @typedef {Part & { cells: readonly { name: string, element: HTMLElement }[], folds: readonly
 * HTMLElement[] }} Members
 */

/** A member of the body; `path` as the service names it in refusals: `lines[0].amount`. */
/** @typedef {{ schema: Schema, name: string, path: string, isRequired: boolean }} Member */

/** Where a member stands on the page, and where it is said what is wrong with it. */
/** @typedef {{ input: HTMLElement, complaint: HTMLElement }} Spot */

/** What all parts of one form know. */
export class Form {
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {Map<string, Choices>} */
  #choices = new Map();
  /** What is offered in fields, which lines share that come and go. */
  offers = h('div', { hidden: true });

  /**
   * @param {Explorer} explorer @param {Description} description @param {boolean} demo
   * @param {(member: string, line: Json | undefined) => string} told what a line of a list stands for, in words
   */
  constructor(explorer, description, demo, told) {
    this.explorer = explorer;
    this.description = description;
    this.demo = demo;
    this.told = told;
  }

  /** What is offered for references by this number. @param {string} key @param {() => Choices} make */
  choices(key, make) {
    const known = this.#choices.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#choices.set(key, made);
    this.offers.append(made.element);
    return made;
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
    for (const complaint of complaints) {
      const spot = complaint.member === undefined ? undefined : this.at(complaint.member);
      if (spot === undefined) continue;
      spot.complaint.append(spot.complaint.hidden ? '' : ' ', h('span', null, saidIn(complaint)));
      spot.complaint.hidden = false;
      spot.input.setAttribute('aria-invalid', 'true');
      unfold(spot.input);
    }
  }
}

/** Opens what a field is folded into. @param {Element} field */
function unfold(field) {
  for (let at = field.closest('details'); at !== null; at = at.parentElement?.closest('details') ?? null)
    at.open = true;
}

/** Members that mostly are filled in, though the service can do without them; the others are folded. */
const USUAL = new Set([
  'account',
  'accountType',
  'amount',
  'amountInBaseCurrency',
  'contraAccount',
  'currency',
  'customer',
  'customerGroup',
  'date',
  'description',
  'dueDate',
  'email',
  'entries',
  'lines',
  'name',
  'posts',
  'product',
  'productGroup',
  'quantity',
  'salesPrice',
  'supplier',
  'supplierGroup',
  'text',
  'types',
  'unitNetPrice',
  'vatAccount',
]);
/** Who and which accounts an amount is of: what a line of a voucher says before all that it may say as well. */
const PARTIES = ['account', 'customer', 'supplier', 'contraAccount'];
/** Fewer than so many are all shown. */
const FOLDED_MIN = 5;

/** What has members of its own is folded by its own name, all else together. */
const OTHERS = '';

/**
 * The parts of an object: what is needed first, then whose it is and what is usual, the rest folded by subject.
 * @param {readonly { name: string, isRequired: boolean, isUsual: boolean, isSubject: boolean, part: Part }[]} all
 */
function folded(all) {
  const rank = (/** @type {{ name: string, isRequired: boolean }} */ { name, isRequired }) =>
    isRequired ? 0 : PARTIES.includes(name) ? 1 + PARTIES.indexOf(name) : 1 + PARTIES.length;
  const parts = [...all].sort((one, other) => rank(one) - rank(other));
  const cell = (/** @type {{ name: string, part: Part }} */ { name, part }) => ({
    name,
    element: part.element,
  });
  const rest = parts.filter(({ isRequired, isUsual }) => !isRequired && !isUsual);
  if (rest.length < FOLDED_MIN) return { cells: parts.map(cell), folds: [] };
  const subjects = new Map(rest.map(({ name, isSubject }) => [isSubject ? name : OTHERS, true]));
  const folds = [...subjects.keys()].sort().map((subject) => {
    const within = rest.filter(({ name, isSubject }) => (isSubject ? name : OTHERS) === subject);
    return h(
      'details',
      { class: 'fold' },
      h('summary', null, subject === OTHERS ? say('more') : say('moreOf', subject)),
      h('div', { class: 'parts' }, ...within.map(({ part }) => part.element)),
    );
  });
  return { cells: parts.filter((one) => !rest.includes(one)).map(cell), folds };
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
  const label = h('label', { for: text.id }, say('bodyAsJson'));
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
        wrong.textContent = say('noJson', error instanceof Error ? error.message : '');
        wrong.hidden = false;
        toText.checked = true;
      }
    }
    asText.hidden = !toText.checked;
    whole.element.hidden = toText.checked;
  };
  toText.addEventListener('change', turn);
  const choice = h('label', { for: toText.id }, say('writeAsJson'));
  return {
    element: h(
      'div',
      null,
      form.offers,
      h('div', { class: 'choice' }, toText, choice),
      whole.element,
      asText,
      wrong,
    ),
    /**
     * Puts what was changed here onto what stands there now, and tells which members others have changed; nothing
     * where no JSON was written. @param {JsonObject} was what stood in it first @param {JsonObject} now
     */
    onto: (was, now) => {
      const mine = toText.checked ? parsed(text.value) : (whole.read() ?? {});
      if (!isObject(mine)) return undefined;
      const { merged, changes } = merge(whole, mine, was, now);
      whole.write(merged);
      // Written as JSON it may have what the fields do not, such as the address of a reference.
      text.value = print(merged);
      return changes;
    },
    /** The body as JSON text; whatever is written there when it is written as JSON. */
    text: () => (toText.checked ? text.value : print(whole.read() ?? {})),
    /** Where a member stands. @param {string} member */
    idOf: (member) => (toText.checked ? text.id : form.at(member)?.input.id),
  };
}

/**
 * What is there now, with the members that somebody has changed in a form, and those that are no longer as they
 * were there. The form is left with something else in it.
 * @param {Members} whole @param {JsonObject} mine @param {JsonObject} was @param {JsonObject} now
 */
function merge(whole, mine, was, now) {
  // Each as the form has it: an answer holds more than is sent.
  const [before = {}, after = {}] = [was, now].map((one) => {
    whole.write(one);
    return objectIn(whole.read());
  });
  const changed = (/** @type {JsonObject} */ other) =>
    Object.keys({ ...before, ...other }).filter(
      (name) => print(before[name] ?? null) !== print(other[name] ?? null),
    );
  const own = changed(mine);
  const merged = Object.fromEntries([
    ...Object.entries(after).filter(([name]) => !own.includes(name)),
    ...Object.entries(mine).filter(([name]) => own.includes(name)),
  ]);
  return { merged, changes: changed(after).map((name) => ({ name, was: before[name], now: after[name] })) };
}

/** A body as it was written; undefined while it is no JSON. @param {string} text @returns {Json | undefined} */
export function parsed(text) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The members of an object, one under the other. @param {Form} form @param
 * {Schema} schema @param {string} path @returns {Members}
 */
function members(form, schema, path) {
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const member = form.description.resolved(given);
    // People name things by their numbers; an address in their place is for programs.
    if (name === 'self' || !isWritten(form, member)) return [];
    const isRequired = schema.required?.includes(name) === true;
    const at = path === '' ? name : `${path}.${name}`;
    const part = partOf(form, { schema: member, name, path: at, isRequired });
    const isSubject =
      member.type === 'array' || (member.properties !== undefined && referenceKey(member) === undefined);
    return [{ name, isRequired, isUsual: USUAL.has(name), isSubject, part }];
  });
  const { cells, folds } = folded(parts);
  const all = [...cells.map(({ element }) => element), ...folds];
  return {
    // In a table the parts stand in cells instead.
    element: h('div', { class: 'parts' }, ...all),
    cells,
    folds,
    read: () => {
      const written = parts.flatMap(({ name, part }) => {
        const value = part.read();
        return value === undefined ? [] : [/** @type {const} */ ([name, value])];
      });
      return written.length === 0 ? undefined : Object.fromEntries(written);
    },
    write: (value) => {
      for (const { name, part } of parts) {
        const written = objectIn(value)[name];
        part.write(written);
        const isEmpty = written === undefined || (Array.isArray(written) && written.length === 0);
        if (!isEmpty) unfold(part.element);
      }
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

/** What may be wider than the page. @param {Element} element */
function scrolling(element) {
  return h('div', { class: 'scroll' }, element);
}

/** The names of what lines have. @param {Members | undefined} line */
function headOf(line) {
  const number = h('th', { scope: 'col' }, h('span', { class: 'unseen' }, say('lineNumber')));
  const names = (line?.cells ?? []).map(({ name }) => h('th', { scope: 'col' }, name));
  return h('tr', null, number, ...names);
}

/** What a line stands for, told as it is typed. @param {HTMLElement} line @param {() => string} words */
function toldOf(line, words) {
  const told = h('p', { class: 'told', role: 'status' });
  const tell = () => {
    const now = words();
    // What is said already is not said again at each letter.
    if (told.textContent !== now) told.replaceChildren(now);
  };
  line.addEventListener('input', tell);
  tell();
  return told;
}

/** Any number of the same. @param {Form} form @param {Member} member @returns {Part} */
function list(form, member) {
  const { name, path } = member;
  const schema = form.description.resolved(member.schema.items ?? {});
  const isObjects = schema.properties !== undefined && referenceKey(schema) === undefined;
  const rows = h('div', { class: 'rows' });
  /** @type {(Part | Members)[]} */
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
    rows.replaceChildren(...(isObjects && parts.length > 0 ? [asTable()] : asList()));
  };
  const asList = () =>
    parts.map(({ element }, index) => h('div', { class: 'row' }, element, dropButton(index)));
  /** Lines of documents are compared with each other: what each has stands below what the others have. */
  const asTable = () => {
    const lines = /** @type {Members[]} */ (parts);
    const body = lines.flatMap(({ cells, folds }, index) => {
      const fields = cells.map(({ element }) => h('td', null, element));
      const line = h('tr', null, h('th', { scope: 'row' }, String(index + 1)), ...fields);
      const told = toldOf(line, () => form.told(name, lines[index]?.read()));
      const under = h('div', null, told, ...folds, dropButton(index));
      const more = h('td', { colspan: String(fields.length) }, under);
      return [line, h('tr', { class: 'more' }, h('td'), more)];
    });
    return scrolling(
      h(
        'table',
        { class: 'lines', 'aria-label': name },
        h('thead', null, headOf(lines[0])),
        h('tbody', null, ...body),
      ),
    );
  };
  const dropButton = (/** @type {number} */ index) => {
    const drop = () => {
      put(present().filter((_, at) => at !== index));
      goTo(Math.min(index, parts.length - 1));
    };
    return h(
      'button',
      { type: 'button', class: 'quiet small', onclick: drop },
      say('takeAway', `${name} ${index + 1}`),
    );
  };
  const add = () => {
    put([...present(), null]);
    goTo(parts.length - 1);
  };
  /** To the first field of a line, from a button that is another one now, or gone; else to the one that adds. */
  const goTo = (/** @type {number} */ index) => {
    const part = parts[index];
    const line = part !== undefined && 'cells' in part ? /** @type {Members} */ (part).cells[0] : part;
    const field = line?.element.querySelector('input, select, textarea') ?? addButton;
    if (field instanceof HTMLElement) field.focus();
  };
  const addButton = h('button', { type: 'button', class: 'quiet small', onclick: add }, say('addTo', name));
  return {
    element: fieldset(form, member, rows, addButton),
    read: () => (parts.length === 0 ? undefined : present().map((value) => value ?? (isObjects ? {} : ''))),
    write: (value) => put(Array.isArray(value) ? value : []),
  };
}

/** Objects as rows. */
import { h, newId } from '../dom.js';
import { Exact, isObject } from '../json.js';
import { hashOf, pathOf, readable } from '../place.js';
import { isReference, shown } from './value.js';

/** @import { Child } from '../dom.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * @typedef {object} Column
 * @property {string} name as filters have it: `inventory.inStock`
 * @property {boolean} isNumber
 * @property {boolean} isSelf its cells lead to their items
 */

const NOT_SHOWN = ['self', 'metaData'];
const DIGEST = /^[0-9a-f]{64}$/;

/**
 * The columns of these rows, in the order in which their members come. What identifies an item comes first and
 * leads to it; digests, which nobody reads, come last.
 * @param {readonly JsonObject[]} rows
 * @returns {Column[]}
 */
function columnsOf(rows) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (NOT_SHOWN.includes(name)) continue;
      if (isObject(value) && !isReference(value))
        for (const within of Object.keys(value).filter((one) => !NOT_SHOWN.includes(one)))
          names.add(`${name}.${within}`);
      else names.add(name);
    }
  }
  const hasSelf = rows.length > 0 && rows.every(isReference);
  const key = hasSelf ? [...names].find((name) => rows.every((row) => namesItself(row, name))) : undefined;
  const others = [...names].filter((name) => name !== key);
  const isDigest = (/** @type {string} */ name) => rows.every((row) => DIGEST.test(String(row[name] ?? '')));
  const columns = [...others.filter((name) => !isDigest(name)), ...others.filter(isDigest)].map((name) => ({
    name,
    isNumber: isNumeric(rows, name),
    isSelf: false,
  }));
  if (!hasSelf) return columns;
  const first = { name: key ?? 'self', isNumber: key !== undefined && isNumeric(rows, key), isSelf: true };
  return [first, ...columns];
}

/**
 * Whether this member is what the address of a row ends with. @param {JsonObject} row @param {string} name
 */
function namesItself(row, name) {
  const value = row[name];
  if (typeof value !== 'string' && !(value instanceof Exact)) return false;
  const segments = pathOf(String(row['self'])).split('/').slice(-2).map(readable);
  return segments.includes(String(value));
}

/** @param {readonly JsonObject[]} rows @param {string} name */
function isNumeric(rows, name) {
  return rows.every((row) => memberOf(row, name) === undefined || memberOf(row, name) instanceof Exact);
}

/** @param {JsonObject} row @param {string} name @returns {Json | undefined} */
export function memberOf(row, name) {
  const [outer = '', inner] = name.split('.');
  const value = row[outer];
  if (inner === undefined) return value;
  return isObject(value) ? value[inner] : undefined;
}

/**
 * @param {Places} places
 * @param {readonly JsonObject[]} rows
 * @param {string} title what the table is, for those who do not see where it stands
 * @param {(name: string) => { label: Child, sorted?: 'ascending' | 'descending' }} [headOf]
 */
export function table(places, rows, title, headOf = (name) => ({ label: name })) {
  const columns = columnsOf(rows);
  const heads = columns.map(({ name, isNumber }) => {
    const { label, sorted } = headOf(name);
    return h('th', { scope: 'col', class: isNumber && 'number', 'aria-sort': sorted }, label);
  });
  const body = rows.map((row) => h('tr', null, ...columns.map((column) => cell(places, row, column))));
  const id = newId();
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-labelledby': id },
    h(
      'table',
      null,
      h('caption', { id, class: 'unseen' }, title),
      h('thead', null, h('tr', null, ...heads)),
      h('tbody', null, ...body),
    ),
  );
}

/** @param {Places} places @param {JsonObject} row @param {Column} column */
function cell(places, row, { name, isNumber, isSelf }) {
  const kind = isNumber && 'number';
  if (!isSelf) {
    const value = memberOf(row, name);
    return h(
      'td',
      { class: typeof value === 'string' && value.length > 40 ? 'long' : kind },
      shown(places, value),
    );
  }
  const self = String(row['self']);
  const place = places.of(self) ?? self;
  const text = name === 'self' ? readable(pathOf(self).split('/').at(-1) ?? '') : String(row[name]);
  return h('th', { scope: 'row', class: kind }, h('a', { href: hashOf({ place }) }, text));
}

/**
 * JSON as the service writes it. Amounts are exact there (`79.00`), so
 * numbers are kept as they are written and never become floats.
 */

/** A number as it is written. */
export class Exact {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/**
 * @typedef {null | boolean | string | Exact | Json[] | JsonObject} Json
 * @typedef {{ [name: string]: Json }} JsonObject
 */

/** @param {string} text @returns {Json} A `SyntaxError` when it is no JSON. */
export function parse(text) {
  // Browsers without the source of a number (before 2025) show 79.00 as 79, and lose nothing else.
  /** @param {string} _ @param {unknown} value @param {{ source?: string }} [context] */
  const exactly = (_, value, context) =>
    typeof value === 'number' ? new Exact(context?.source ?? String(value)) : value;
  return JSON.parse(text, exactly);
}

/** @param {Json} value @param {string} [indent] @returns {string} */
export function print(value, indent = '') {
  if (value instanceof Exact) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((one) => print(one, deeper))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${print(one, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${deeper}${members.join(`,\n${deeper}`)}\n${indent}${close}`;
}

/** @param {unknown} value @returns {value is JsonObject} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Exact);
}

/**
 * The members of an object but some. @param {JsonObject} object @param
 * {readonly string[]} names @returns {JsonObject}
 */
export function without(object, names) {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The members of an object; none of anything else. @param {Json | undefined} value @returns {JsonObject} */
export function objectIn(value) {
  return isObject(value) ? value : {};
}

/** @param {Json | undefined} value @returns {string | undefined} */
export function textIn(value) {
  return typeof value === 'string' ? value : undefined;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const GROUPED_BY_POINTS = /^-?\d{1,3}(?:\.\d{3})+,\d+$/;
/** A thousand and a half to who writes a comma before decimals, and one and a half in JSON. */
const MAYBE_GROUPED = /^-?[1-9]\d{0,2}\.\d{3}$/;
const GROUPED_BY_COMMAS = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;

/**
 * What somebody typed where a number is meant: as JSON writes it, or as people do where that means one thing,
 * `1.234,50`, `1,234.50`, and `1234,5` in a language with that comma. What is none goes out as the text it is,
 * so that the service says what is wrong with it; so does `1.500` in such a language.
 * @param {string} typed
 * @param {string} language
 * @returns {Exact | string}
 */
export function numberTyped(typed, language) {
  const hasComma = grouped('0.5', language) === '0,5';
  if (hasComma && MAYBE_GROUPED.test(typed)) return typed;
  const isByPoints = GROUPED_BY_POINTS.test(typed) || (hasComma && /^-?\d+,\d+$/.test(typed));
  const plain = isByPoints
    ? typed.replaceAll('.', '').replace(',', '.')
    : GROUPED_BY_COMMAS.test(typed)
      ? typed.replaceAll(',', '')
      : typed;
  return NUMBER.test(plain) ? new Exact(plain) : typed;
}

/**
 * A number as somebody of a language types it, which `numberTyped` reads again: without what stands between
 * thousands. One and a half to three places is a thousand and a half to who writes a comma, as JSON has it.
 * @param {Exact} number @param {string} language
 */
export function asTyped({ text }, language) {
  return /^-?\d+\.\d+$/.test(text) ? text.replace('.', marksOf(language).decimal) : text;
}

/**
 * The sum of amounts, exactly.
 * @param {readonly Exact[]} amounts
 * @returns {Exact}
 */
export function sumOf(amounts) {
  const places = placesOf(amounts);
  let units = 0n;
  for (const { text } of amounts) {
    const [whole = '0', fraction = ''] = text.split('.');
    units += BigInt(whole + fraction.padEnd(places, '0'));
  }
  return new Exact(shifted(units, places));
}

/**
 * Amounts with the same number of decimals, to stand one above the other. @param {readonly Exact[]} amounts
 */
export function aligned(amounts) {
  const places = placesOf(amounts);
  return amounts.map(({ text }) => {
    const [whole = '', fraction = ''] = text.split('.');
    return new Exact(places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`);
  });
}

/** @param {readonly Exact[]} amounts */
function placesOf(amounts) {
  return Math.max(0, ...amounts.map(({ text }) => (text.split('.')[1] ?? '').length));
}

/**
 * An amount as people of a language read it: grouped by thousands, all its decimals kept.
 * @param {string} text as it is written in JSON
 * @param {string} language
 */
export function grouped(text, language) {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const { group, decimal } = marksOf(language);
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return sign + thousands + (fraction === '' ? '' : decimal + fraction);
}

/**
 * What stands between thousands and before decimals, found once for each language: a page of a thousand
 * entries has thousands of amounts, and finding it takes longer than writing one of them.
 * @type {Map<string, { readonly group: string; readonly decimal: string }>}
 */
const MARKS = new Map();

/** @param {string} language */
function marksOf(language) {
  const known = MARKS.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(12345.6);
  const mark = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value ?? '';
  const found = { group: mark('group'), decimal: mark('decimal') };
  MARKS.set(language, found);
  return found;
}

/** @param {Exact} amount */
export function isZero({ text }) {
  return /^-?0*(\.0*)?$/.test(text);
}

/** The same amount with the other sign. @param {Exact} amount */
export function negated(amount) {
  const { text } = amount;
  if (isZero(amount)) return new Exact(text.replace('-', ''));
  return new Exact(text.startsWith('-') ? text.slice(1) : `-${text}`);
}

/** @param {bigint} units @param {number} places */
function shifted(units, places) {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * A statement of the books as people read one: headings and sums stand out, and what has no amount is left out.
 */
import { h } from '../dom.js';
import { Exact, isObject, isZero, sumOf, without } from '../json.js';
import { collectionWords, columnWords, statementWords } from '../names.js';
import { say } from '../words.js';
import { dateIn } from './final.js';
import { itemView } from './item.js';
import { table } from './table.js';
import { lastWord } from './value.js';

/** @import { Child } from '../dom.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/** @param {string} member */
const headOf = (member) => ({ label: columnWords(member) });

/** A day as people write it, and what a link leads to in plain words. @param {Json} value @returns {Json} */
function plainly(value) {
  if (typeof value !== 'string') return value;
  if (DAY.test(value)) return dateIn(value);
  const word = lastWord(value);
  return /^https?:/.test(value) ? { self: value, name: collectionWords(word) ?? columnWords(word) } : value;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** @param {JsonObject} object @returns {JsonObject} */
const allPlainly = (object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, plainly(value)]));

/**
 * The rows of a statement; a sum or a result that stands for no account and nobody is named in plain words.
 * @param {JsonObject} json @returns {JsonObject[]}
 */
function rowsIn({ rows }) {
  if (!Array.isArray(rows)) return [];
  return rows
    .filter(isObject)
    .map((row) =>
      Object.values(row).some(isObject) ? row : { ...row, name: columnWords(String(row['name'])) },
    )
    .map(allPlainly);
}

/** Kinds of accounts that hold entries; the others are headings and sums. */
const HOLDING = ['profitAndLoss', 'status'];

/** @param {Json | undefined} value @returns {value is Exact} */
const isAmount = (value) => value instanceof Exact && value.text.includes('.');

/** @param {JsonObject} row */
function isEmpty(row) {
  return Object.values(row).every((value) => !isAmount(value) || isZero(value));
}

/** @param {JsonObject} row */
const isHeading = (row) => !Object.values(row).some(isAmount);

/**
 * What a reader needs: accounts with an amount, and headings and sums that have some of them.
 * @param {readonly JsonObject[]} rows
 */
function needed(rows) {
  return rows.filter((row, at) => {
    if (!isHeading(row)) return !isEmpty(row);
    const next = rows.slice(at + 1);
    const end = next.findIndex(isHeading);
    return (end < 0 ? next : next.slice(0, end)).some((one) => !isEmpty(one));
  });
}

/** What is summed of VAT codes: they share no basis. */
const SUMMED = ['vat', 'contraVat', 'difference'];

/**
 * What the VAT codes come to, which the service tells of each alone. @param {readonly JsonObject[]} rows
 * @returns {JsonObject}
 */
function sumsOf(rows) {
  /** @type {JsonObject} */
  const sums = { name: columnWords('total') };
  for (const name of SUMMED) {
    const amounts = rows.map((row) => row[name]).filter(isAmount);
    if (amounts.length > 0) sums[name] = sumOf(amounts);
  }
  return sums;
}

/**
 * Rows that are VAT codes or people who owe. @param {Places} places @param {readonly JsonObject[]} rows
 * @param {string} title
 */
function ofOthers(places, rows, title) {
  const isOfVat = rows.some((row) => 'vatAccount' in row);
  const view = table(places, isOfVat ? [...rows, sumsOf(rows)] : rows, title, headOf);
  if (isOfVat) view.querySelector('tbody tr:last-child')?.classList.add('sum');
  return h('div', { class: 'statement' }, view);
}

/** Days that are one are told as one. @param {JsonObject} json @returns {JsonObject} */
function ofDays(json) {
  const { fromDate, toDate } = json;
  if (typeof toDate !== 'string' || fromDate !== toDate) return json;
  return { [say('on')]: toDate, ...without(json, ['fromDate', 'toDate']) };
}

/**
 * A statement, by the last word of its address; undefined for anything else.
 * @param {Places} places @param {JsonObject} json @param {string} word @returns {HTMLElement | undefined}
 */
export function statementView(places, json, word) {
  const title = statementWords(word);
  const rows = rowsIn(json);
  if (title === undefined || !Array.isArray(json['rows'])) return undefined;
  const above = Object.entries(without(ofDays(json), ['rows', 'self'])).map(([name, value]) => [
    columnWords(name),
    plainly(value),
  ]);
  const ofStatement = itemView(places, Object.fromEntries(above));
  if (rows.length === 0) return h('div', null, ofStatement, h('p', { class: 'nothing' }, say('nothingHere')));
  if (!rows.some((row) => 'accountType' in row))
    return h('div', null, ofStatement, ofOthers(places, rows, title));
  return h('div', null, ofStatement, ...ofTheChart(places, rows, title));
}

/**
 * Rows that are accounts of the chart with their kinds, and a result: those with an amount at first.
 * @param {Places} places @param {readonly JsonObject[]} rows @param {string} title @returns {Child[]}
 */
function ofTheChart(places, rows, title) {
  const few = needed(rows);
  const place = h('div', { class: 'statement' });
  const show = (/** @type {readonly JsonObject[]} */ shown) => {
    const plain = shown.map((row) => without(row, ['accountType']));
    const view = table(places, plain, title, headOf);
    for (const [at, line] of [...view.querySelectorAll('tbody tr')].entries())
      if (!HOLDING.includes(String(shown[at]?.['accountType']))) line.classList.add('sum');
    place.replaceChildren(view);
  };
  show(few);
  const left = h('p', { class: 'soft' }, say('withoutAmount', rows.length - few.length), ' ');
  const all = () => {
    show(rows);
    left.remove();
    // The button that was pressed is gone: who has no mouse goes on in the table.
    /** @type {HTMLElement | null} */ (place.querySelector('.scroll'))?.focus();
  };
  left.append(h('button', { type: 'button', class: 'plain', onclick: all }, say('showThem')));
  return [few.length < rows.length && left, place];
}

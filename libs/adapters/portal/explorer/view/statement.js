/**
 * A statement of the books as people read one: headings and sums stand out, and what has no amount is left out.
 */
import { h } from '../dom.js';
import { Exact, isObject, without } from '../json.js';
import { say } from '../words.js';
import { itemView } from './item.js';
import { table } from './table.js';

/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * The rows of a statement: accounts of the chart with their kinds, and a result; undefined for anything else.
 * @param {JsonObject} json
 * @returns {JsonObject[] | undefined}
 */
function rowsIn({ rows }) {
  if (!Array.isArray(rows)) return undefined;
  const all = rows.filter(isObject);
  return all.length > 0 && all.some((row) => 'accountType' in row) ? all : undefined;
}

/** Kinds of accounts that hold entries; the others are headings and sums. */
const HOLDING = ['profitAndLoss', 'status'];

/** @param {Json | undefined} value */
const isAmount = (value) => value instanceof Exact && value.text.includes('.');

/** @param {JsonObject} row */
function isEmpty(row) {
  return Object.values(row).every((value) => !isAmount(value) || /^-?0*\.?0*$/.test(String(value)));
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

/** @param {Places} places @param {JsonObject} json @param {string} title @returns {HTMLElement | undefined} */
export function statementView(places, json, title) {
  const rows = rowsIn(json);
  if (rows === undefined) return undefined;
  const few = needed(rows);
  const place = h('div', { class: 'statement' });
  const show = (/** @type {readonly JsonObject[]} */ shown) => {
    const view = table(
      places,
      shown.map((row) => without(row, ['accountType'])),
      title,
    );
    for (const [at, line] of [...view.querySelectorAll('tbody tr')].entries())
      if (!HOLDING.includes(String(shown[at]?.['accountType']))) line.classList.add('sum');
    place.replaceChildren(view);
  };
  show(few);
  const left = h('p', { class: 'soft' }, say('withoutAmount', rows.length - few.length), ' ');
  const all = () => {
    show(rows);
    left.remove();
  };
  left.append(h('button', { type: 'button', class: 'plain', onclick: all }, say('showThem')));
  return h('div', null, itemView(places, without(json, ['rows'])), few.length < rows.length && left, place);
}

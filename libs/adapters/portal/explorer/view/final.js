/** What cannot be undone: what will happen is said before it does. */
import { h, newId } from '../dom.js';
import { Exact, grouped, isObject, negated, objectIn, sumOf, textIn } from '../json.js';
import { asking, isDemo } from '../place.js';
import { locale, say } from '../words.js';
import { itemsIn } from './collection.js';

/** @import { Child } from '../dom.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/** Actions that write into the books for good. */
const FINAL = ['book', 'reverse', 'settle'];

/** @param {string} name of an action */
export function isFinal(name) {
  return FINAL.includes(name);
}

/**
 * What will be booked: when, in which period, under which number, how much.
 * @param {Explorer} explorer
 * @param {string} place where the draft is
 * @param {JsonObject} draft
 */
export function finalPanel(explorer, place, draft) {
  const id = newId();
  const date = textIn(draft['date']) ?? textIn(draft['voucherDate']);
  const period = h('dd', null, '…');
  if (date !== undefined)
    void periodOf(explorer, isDemo(place), date).then((words) => period.replaceChildren(words ?? '?'));
  const lines = Array.isArray(draft['lines']) ? draft['lines'].filter(isObject) : [];
  return h(
    'section',
    { class: 'panel final', 'aria-labelledby': id },
    h('h2', { id }, say('whatWillHappen')),
    h(
      'dl',
      { class: 'facts' },
      date !== undefined && fact(say('bookedOn'), dateIn(date)),
      date !== undefined && h('div', null, h('dt', null, say('inPeriod')), period),
      fact(say('withNumber'), numberOf(draft) ?? say('nextNumber')),
      lines.length > 0 && fact(say('linesCount'), String(lines.length)),
      ...sums(draft, lines),
    ),
    h('p', null, h('strong', null, say('isFinal'))),
  );
}

/** @param {string} name @param {Child} value */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/** @param {JsonObject} draft */
function numberOf(draft) {
  return textIn(objectIn(draft['voucherNumber'])['displayVoucherNumber']);
}

/** @param {string} date */
function dateIn(date) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/**
 * What an invoice comes to; of a voucher what is debited and credited, in the base currency.
 * @param {JsonObject} draft @param {readonly JsonObject[]} lines
 */
function sums(draft, lines) {
  const currency = textIn(draft['currency']) ?? '';
  const amount = (/** @type {Json | undefined} */ value) =>
    value instanceof Exact ? `${grouped(value.text, locale())} ${currency}`.trim() : undefined;
  const ofInvoice = /** @type {const} */ ([
    ['netTotal', amount(draft['netAmount'])],
    ['vatTotal', amount(draft['vatAmount'])],
    ['grossTotal', amount(draft['grossAmount'])],
  ]);
  const known = ofInvoice.filter(([, value]) => value !== undefined);
  if (known.length > 0) return known.map(([key, value]) => fact(say(key), value));
  const booked = lines.flatMap((line) => {
    const of = line['amountInBaseCurrency'] ?? line['amount'];
    if (!(of instanceof Exact)) return [];
    return line['contraAccount'] === undefined ? [of] : [of, negated(of)];
  });
  if (booked.length === 0) return [];
  const isCredit = (/** @type {Exact} */ { text }) => text.startsWith('-');
  const debit = sumOf(booked.filter((one) => !isCredit(one)));
  const credit = negated(sumOf(booked.filter(isCredit)));
  return [
    fact(say('debitTotal'), grouped(debit.text, locale())),
    fact(say('creditTotal'), grouped(credit.text, locale())),
  ];
}

/**
 * The year and the period of a date, as home leads to them.
 * @param {Explorer} explorer
 * @param {boolean} demo
 * @param {string} date
 */
async function periodOf(explorer, demo, date) {
  const { places, service } = explorer;
  const around = { filter: `fromDate$lte:${date}$and:toDate$gte:${date}` };
  try {
    const years = (await explorer.entries(demo)).find(({ name }) => name === 'accounting-years');
    const [year] = itemsIn(years && (await service.read(asking(years.place, around)))) ?? [];
    const periods = places.of(textIn(year?.['periods']) ?? '');
    if (year === undefined || periods === undefined) return undefined;
    const all = itemsIn(await service.read(asking(periods, { pagesize: '100' }))) ?? [];
    const period = all.find((one) => {
      const [from = '', to = ''] = [textIn(one['fromDate']), textIn(one['toDate'])];
      return from <= date && date <= to;
    });
    const [from, to] = [textIn(period?.['fromDate']), textIn(period?.['toDate'])];
    const written = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
    const days = from && to ? `: ${written.formatRange(new Date(from), new Date(to))}` : '';
    return `${textIn(year['year']) ?? ''}${days}`;
  } catch {
    return undefined;
  }
}

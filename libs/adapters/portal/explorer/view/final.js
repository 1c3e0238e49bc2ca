/** What is booked for good, or with others: what will happen is said before it does. */
import { h, newId } from '../dom.js';
import { Exact, grouped, isObject, isZero, negated, objectIn, sumOf, textIn } from '../json.js';
import { asking, filledIn, isDemo, pathOf, variablesOf } from '../place.js';
import { locale, say } from '../words.js';
import { itemsIn } from './collection.js';
import { isPassing } from './problem.js';

/** @import { Action } from './actions.js' */
/** @import { Answer } from '../service.js' */
/** @import { Child } from '../dom.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/** Actions that write into the books: what they have booked is corrected by booking against it. */
const FINAL = ['book', 'correctStock', 'reverse', 'settle'];

/** @param {string} name of an action */
export function isFinal(name) {
  return FINAL.includes(name);
}

/**
 * What will be booked by what stands in the form now: when, in which period, under which number, how much.
 * @param {Explorer} explorer
 * @param {Action} action
 * @param {Answer} at what was answered where the action was offered
 * @param {() => Json | undefined} typed
 */
export function finalPanel(explorer, action, at, typed) {
  const id = newId();
  const list = h('dl', { class: 'facts', 'aria-live': 'polite' });
  let turn = 0;
  const update = async () => {
    turn += 1;
    const mine = turn;
    /** @type {Fact[]} */
    const facts = await happening(explorer, action, objectIn(at.json), objectIn(typed())).catch(unread);
    if (mine === turn) list.replaceChildren(...facts.filter((one) => one !== undefined));
  };
  const unread = () => {
    const again = h('button', { type: 'button', onclick: () => void update() }, say('tryAgain'));
    return [fact(say('notRead'), again)];
  };
  void update();
  const element = h(
    'section',
    { class: 'panel final', 'aria-labelledby': id },
    h('h2', { id }, say('whatWillHappen')),
    list,
    h('p', null, h('strong', null, say(action.name === 'settle' ? 'isTakenBack' : 'isFinal'))),
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void update(), PAUSE_MS);
  };
  return { element, later };
}

/** Who types goes on after less. */
const PAUSE_MS = 250;

/** @typedef {HTMLElement | undefined} Fact */

/**
 * @param {Explorer} explorer @param {Action} action @param {JsonObject} item @param {JsonObject} body
 * @returns {Promise<Fact[]>}
 */
async function happening(explorer, action, item, body) {
  const { name, place } = action;
  const demo = isDemo(place);
  if (name === 'settle') return settled(explorer, demo, body);
  if (name === 'correctStock')
    return bookedOn(explorer, demo, textIn(body['date']) ?? new Date().toISOString().slice(0, 10));
  const number = textIn(objectIn(item['voucherNumber'])['displayVoucherNumber']);
  const known = name === 'reverse' ? item : await draftOf(explorer, place, item, body);
  if (known === undefined) return [];
  const date = textIn(body['date']) ?? (name === 'reverse' ? undefined : dateOf(known));
  const lines = Array.isArray(known['lines']) ? known['lines'].filter(isObject) : [];
  return [
    name === 'reverse' && number !== undefined ? fact(say('reversalOf'), number) : undefined,
    ...(await bookedOn(explorer, demo, date)),
    fact(say('withNumber'), (name === 'book' ? number : undefined) ?? say('nextNumber')),
    lines.length > 0 ? fact(say('linesCount'), String(lines.length)) : undefined,
    accrued(lines),
    ...sums(known, lines),
  ];
}

/**
 * What was booked, as it was answered: others may have changed a draft after its sums were shown here.
 * @param {Json | undefined} answered @returns {Child}
 */
export function bookedFacts(answered) {
  const document = objectIn(answered);
  const number = documentNumber(answered);
  const date = dateOf(document);
  if (number === undefined || date === undefined) return '';
  const lines = Array.isArray(document['lines']) ? document['lines'].filter(isObject) : [];
  const booked = [fact(say('bookedOn'), dateIn(date)), fact(say('withNumber'), number)];
  return h('dl', { class: 'facts' }, ...booked, ...sums(document, lines));
}

/** The number of a booked document as its series prints it. @param {Json | undefined} json */
export function documentNumber(json) {
  const { booked, displayInvoiceNumber, voucherNumber = null } = objectIn(json);
  const ofVoucher = booked === true ? objectIn(voucherNumber)['displayVoucherNumber'] : undefined;
  return textIn(displayInvoiceNumber ?? ofVoucher);
}

/** @param {JsonObject} draft */
function dateOf(draft) {
  return textIn(draft['date']) ?? textIn(draft['voucherDate']);
}

/**
 * The draft that is booked: the thing at hand, or the one whose number was typed, as home leads to drafts.
 * @param {Explorer} explorer @param {string} place @param {JsonObject} item @param {JsonObject} body
 * @returns {Promise<JsonObject | undefined>}
 */
async function draftOf(explorer, place, item, body) {
  if (dateOf(item) !== undefined) return item;
  const beside = pathOf(place).replace(/[^/]+$/, '');
  const template = (await explorer.entries(isDemo(place))).find((entry) => {
    const [key, ...others] = variablesOf(entry.place);
    const isDraft = /\/drafts\/\{\w+\}$/.test(pathOf(entry.place)) && entry.place.startsWith(beside);
    return isDraft && others.length === 0 && key !== undefined && body[key] instanceof Exact;
  });
  if (template === undefined) return undefined;
  const values = Object.entries(body).map(([key, value]) => /** @type {const} */ ([key, String(value)]));
  return foundAt(explorer, filledIn(template.place, Object.fromEntries(values)));
}

/**
 * What is answered there; undefined where nothing is. Fails where the service could not tell.
 * @param {Explorer} explorer @param {string} place @returns {Promise<JsonObject | undefined>}
 */
async function foundAt({ service }, place) {
  const { ok, json, status } = await service.ask({ place });
  if (ok) return objectIn(json);
  if (isPassing(status)) throw new Error(`${place} answered ${status}`);
  return undefined;
}

/** @param {string} name @param {Child} value */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/**
 * @param {Explorer} explorer @param {boolean} demo @param {string | undefined} date
 * @returns {Promise<Fact[]>}
 */
async function bookedOn(explorer, demo, date) {
  if (date === undefined || Number.isNaN(Date.parse(date))) return [];
  const period = await periodOf(explorer, demo, date);
  return [fact(say('bookedOn'), dateIn(date)), fact(say('inPeriod'), period ?? say('inNoYear'))];
}

/** A day in words. @param {string} date */
export function dateIn(date) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** An amount with its currency. @param {Exact} value @param {string} currency */
export function amountIn({ text }, currency) {
  return `${grouped(text, locale())} ${currency}`.trim();
}

/**
 * What an invoice comes to; of a voucher what is debited and credited, in the base currency.
 * @param {JsonObject} draft @param {readonly JsonObject[]} lines @returns {Fact[]}
 */
function sums(draft, lines) {
  const currency = textIn(draft['currency']) ?? '';
  const ofInvoice = /** @type {const} */ ([
    ['netTotal', draft['netAmount']],
    ['vatTotal', draft['vatAmount']],
    ['grossTotal', draft['grossAmount']],
  ]);
  const known = ofInvoice.flatMap(([key, value]) =>
    value instanceof Exact ? [fact(say(key), amountIn(value, currency))] : [],
  );
  if (known.length > 0) return known;
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
 * The days that lines are accrued to, the first to the last of all: their months are booked in as well.
 * @param {readonly JsonObject[]} lines @returns {Fact}
 */
function accrued(lines) {
  const accruals = lines.map((line) => objectIn(line['accruals']));
  const [from] = accruals.flatMap((one) => textIn(one['startDate']) ?? []).sort();
  const to = accruals
    .flatMap((one) => textIn(one['endDate']) ?? [])
    .sort()
    .at(-1);
  return from === undefined || to === undefined ? undefined : fact(say('accrued'), daysIn(from, to));
}

/**
 * What a settlement of VAT comes to, by the statement of the same days.
 * @param {Explorer} explorer @param {boolean} demo @param {JsonObject} days @returns {Promise<Fact[]>}
 */
async function settled(explorer, demo, days) {
  const [fromDate, toDate] = [textIn(days['fromDate']), textIn(days['toDate'])];
  const statement = (await explorer.entries(demo)).find(({ name }) => name === 'statements-vat');
  if (statement === undefined || fromDate === undefined || toDate === undefined) return [];
  const place = asking(statement.place, { fromDate, toDate });
  const read = objectIn(await foundAt(explorer, place));
  const rows = Array.isArray(read['rows']) ? read['rows'].filter(isObject) : [];
  const amounts = rows.flatMap(({ vat, contraVat }) =>
    [vat, contraVat].filter((one) => one instanceof Exact),
  );
  const sum = sumOf(amounts);
  const isOwed = sum.text.startsWith('-');
  const says = isZero(sum) ? 'vatTotal' : isOwed ? 'vatOwed' : 'vatRefunded';
  const amount = amountIn(isOwed ? negated(sum) : sum, textIn(read['baseCurrency']) ?? '');
  return [
    ...(await bookedOn(explorer, demo, toDate)),
    // Of no VAT nothing is posted, and no number is taken.
    amounts.every(isZero) ? undefined : fact(say('withNumber'), say('nextNumber')),
    fact(say(says), amount),
    fact(say('barred'), daysIn(fromDate, toDate)),
  ];
}

/** @param {string} from @param {string} to */
function daysIn(from, to) {
  const written = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
  return from > to ? '' : written.formatRange(new Date(from), new Date(to));
}

/**
 * The year and the period of a date, as home leads to them; undefined where no year has it.
 * @param {Explorer} explorer
 * @param {boolean} demo
 * @param {string} date
 */
async function periodOf(explorer, demo, date) {
  const { places, service } = explorer;
  const around = { filter: `fromDate$lte:${date}$and:toDate$gte:${date}` };
  const years = (await explorer.entries(demo)).find(({ name }) => name === 'accounting-years');
  if (years === undefined) throw new Error('home leads to no accounting years');
  const [year] = itemsIn(await service.read(asking(years.place, around))) ?? [];
  const periods = places.of(textIn(year?.['periods']) ?? '');
  if (year === undefined || periods === undefined) return undefined;
  const all = itemsIn(await service.read(asking(periods, { pagesize: '100' }))) ?? [];
  const period = all.find((one) => {
    const [from = '', to = ''] = [textIn(one['fromDate']), textIn(one['toDate'])];
    return from <= date && date <= to;
  });
  const [from, to] = [textIn(period?.['fromDate']), textIn(period?.['toDate'])];
  const days = from && to ? `: ${daysIn(from, to)}` : '';
  return `${textIn(year['year']) ?? ''}${days}`;
}

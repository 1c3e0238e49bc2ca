/** Totals as bars: of accounts beside each other, and of a year's periods one after the other. */
import { h, newId, svg } from '../dom.js';
import { aligned, Exact, grouped, isObject, negated, objectIn, sumOf, textIn } from '../json.js';
import { asking, hashOf, isDemo } from '../place.js';
import { itemsIn } from './collection.js';
import { locale, say } from '../words.js';

/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */

/** @typedef {{ label: string, place?: string, amount: Exact }} Bar */
/** @typedef {{ place: string, label: string, totals: ReadonlyMap<string, Exact> }} PeriodTotals */
/** @typedef {{ name: string, isOfResult: boolean, isSum: boolean }} KnownAccount */

/**
 * The charts of an answer: of an accounting year its periods, of totals their accounts; nothing for anything
 * else. What has to be read for it comes in when it is there.
 * @param {Explorer} explorer
 * @param {string} place
 * @param {JsonObject} json
 * @param {AbortSignal} signal
 */
export function charts(explorer, place, json, signal) {
  const items = itemsIn(json);
  if (items !== undefined && items.length > 0 && items.every((item) => totalIn(item) !== undefined)) {
    const figure = h('div');
    void named(explorer, place, accountsIn(items), signal).then((names) =>
      figure.replaceChildren(accountBars(explorer, items, names), pageOnly(json, items.length)),
    );
    figure.append(accountBars(explorer, items, new Map()), pageOnly(json, items.length));
    return figure;
  }
  const periods = explorer.places.of(textIn(json['periods']) ?? '');
  if (periods === undefined || textIn(json['totals']) === undefined) return null;
  const figure = h('div', { 'aria-live': 'polite' }, h('p', { class: 'soft' }, say('readingTotals')));
  periodTotals(explorer, periods, signal)
    .then(async (totals) => {
      const numbers = [...new Set(totals.flatMap((one) => [...one.totals.keys()]))];
      const names = await named(explorer, place, numbers, signal);
      figure.replaceChildren(periodBars(totals, names));
    })
    .catch((error) => {
      if (!signal.aborted)
        figure.replaceChildren(h('p', { class: 'soft' }, say('noChart', String(error.message))));
    });
  return figure;
}

/** That a chart is of one page, where there are more. @param {JsonObject} json @param {number} shown */
function pageOnly(json, shown) {
  const results = Number(String(objectIn(json['pagination'])['results'] ?? 0));
  return results > shown ? h('p', { class: 'soft' }, say('thisPageOnly', shown, results)) : '';
}

/** @param {JsonObject} item @returns {{ account: string, amount: Exact } | undefined} */
function totalIn(item) {
  const amount = item['totalInBaseCurrency'];
  const { accountNumber } = objectIn(item['account']);
  return amount instanceof Exact && accountNumber instanceof Exact
    ? { account: accountNumber.text, amount }
    : undefined;
}

/** @param {readonly JsonObject[]} items */
function accountsIn(items) {
  return items.flatMap((item) => totalIn(item)?.account ?? []);
}

/**
 * @param {Explorer} explorer @param {readonly JsonObject[]} items @param {ReadonlyMap<string, KnownAccount>} names
 */
function accountBars({ places }, items, names) {
  const bars = items.flatMap((item) => {
    const total = totalIn(item);
    if (total === undefined || names.get(total.account)?.isSum === true) return [];
    const place = places.of(textIn(objectIn(item['account'])['self']) ?? '');
    const label = [total.account, names.get(total.account)?.name].filter(Boolean).join(' ');
    return [{ label, amount: total.amount, ...(place !== undefined && { place }) }];
  });
  return figure(say('byAccount'), `${say('asInBooks')} ${say('sumsLeftOut')}`, bars);
}

const RESULT = 'result';

/** @param {readonly PeriodTotals[]} periods @param {ReadonlyMap<string, KnownAccount>} names */
function periodBars(periods, names) {
  const numbers = [...new Set(periods.flatMap(({ totals }) => [...totals.keys()]))].sort(
    (a, b) => Number(a) - Number(b),
  );
  const ofResult = new Set(numbers.filter((number) => names.get(number)?.isOfResult === true));
  const id = newId();
  const place = h('div');
  const choice = h(
    'select',
    { id },
    numbers.length > 1 && ofResult.size > 0 && h('option', { value: RESULT }, say('resultOf')),
    ...numbers.map((number) =>
      h('option', { value: number }, [number, names.get(number)?.name].filter(Boolean).join(' ')),
    ),
  );
  const show = () => {
    const isResult = choice.value === RESULT;
    const bars = periods.map(({ label, place, totals }) => {
      const amounts = [...totals].filter(([number]) =>
        isResult ? ofResult.has(number) : number === choice.value,
      );
      const sum = sumOf(amounts.map(([, amount]) => amount));
      return { label, place, amount: isResult ? negated(sum) : sum };
    });
    const says = isResult ? say('turnedSign') : say('asInBooks');
    place.replaceChildren(figure(say('byPeriod'), says, bars, true));
  };
  choice.addEventListener('change', show);
  if (numbers.length === 0) return h('p', { class: 'soft' }, say('nothingBooked'));
  show();
  return h(
    'div',
    null,
    numbers.length > 1 &&
      h('div', { class: 'field chosen' }, h('label', { for: id }, say('totalsOf')), choice),
    place,
  );
}

/** @param {Exact | undefined} written */
function amountText(written) {
  return grouped(written?.text ?? '', locale());
}

/** @param {string} title @param {string} says @param {readonly Bar[]} bars @param {boolean} [hasSum] */
function figure(title, says, bars, hasSum = false) {
  const values = bars.map(({ amount }) => Number(amount.text));
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const at = (/** @type {number} */ value) => ((value - least) / span) * 1000;
  const sum = sumOf(bars.map(({ amount }) => amount));
  const written = aligned([...bars.map(({ amount }) => amount), sum]);
  const rows = bars.map(({ label, place, amount }, index) => {
    const value = Number(amount.text);
    const bar = svg(
      'svg',
      { viewBox: '0 0 1000 10', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' },
      svg('rect', {
        class: value < 0 ? 'bar-left' : 'bar-right',
        x: Math.min(at(0), at(value)),
        width: Math.abs(at(value) - at(0)),
        y: 1,
        height: 8,
      }),
      svg('line', { class: 'zero', x1: at(0), x2: at(0), y1: 0, y2: 10 }),
    );
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, place === undefined ? label : h('a', { href: hashOf({ place }) }, label)),
      h('td', { class: 'bar' }, bar),
      h('td', { class: 'number' }, amountText(written[index])),
    );
  });
  return h(
    'figure',
    { class: 'chart' },
    h('figcaption', null, h('strong', null, title), ' ', h('span', { class: 'soft' }, says)),
    h(
      'table',
      { 'aria-label': title },
      h('tbody', null, ...rows),
      hasSum &&
        h(
          'tfoot',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'row' }, say('together')),
            h('td'),
            h('td', { class: 'number' }, amountText(written.at(-1))),
          ),
        ),
    ),
  );
}

/**
 * The totals of each period of a year, by account. @param {Explorer} explorer
 * @param {string} place @param {AbortSignal} signal
 */
async function periodTotals({ places, service }, place, signal) {
  const periods = itemsIn(await service.read(asking(place, { pagesize: '1000' }), signal)) ?? [];
  return Promise.all(
    periods.map(async (period) => {
      const from = textIn(period['fromDate']) ?? '';
      const totals = await service.read(
        asking(places.of(textIn(period['totals']) ?? '') ?? '', { pagesize: '1000' }),
        signal,
      );
      const items = itemsIn(totals) ?? (isObject(totals) ? [totals] : []);
      const byAccount = items.flatMap((item) => {
        const total = totalIn(item);
        return total === undefined ? [] : [/** @type {const} */ ([total.account, total.amount])];
      });
      return {
        place: places.of(textIn(period['self']) ?? '') ?? '',
        label: monthOf(from),
        totals: new Map(byAccount),
      };
    }),
  );
}

/** @param {string} date */
function monthOf(date) {
  return new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  );
}

/**
 * The names of accounts; none where they may not be read.
 * @param {Explorer} explorer
 * @param {string} place
 * @param {readonly string[]} numbers
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, KnownAccount>>}
 */
async function named(explorer, place, numbers, signal) {
  const accounts = await explorer.collectionBy('accountNumber', isDemo(place));
  if (accounts === undefined || numbers.length === 0) return new Map();
  const filter = `accountNumber$in:[${numbers.join(',')}]`;
  const asked = await explorer.service
    .read(asking(accounts, { filter, pagesize: '1000' }), signal)
    .catch(() => undefined);
  return new Map(
    (itemsIn(asked) ?? []).map((account) => [
      String(account['accountNumber']),
      {
        name: textIn(account['name']) ?? '',
        isOfResult: account['accountType'] === 'profitAndLoss',
        isSum: !['profitAndLoss', 'status'].includes(textIn(account['accountType']) ?? ''),
      },
    ]),
  );
}

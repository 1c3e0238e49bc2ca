/** One action: its form, what the service answers to it. */
import { h, newId } from '../dom.js';
import { Exact, isObject, objectIn } from '../json.js';
import { asking, hashOf, isDemo, pathOf } from '../place.js';
import { newIdempotencyKey } from '../service.js';
import { tokensSince } from '../tokens.js';
import { verb } from './actions.js';
import { itemsIn } from './collection.js';
import { amountIn, bookedFacts, dateIn, finalPanel, isFinal } from './final.js';
import { fileForm } from './file.js';
import { bodyForm, Form, parsed } from './form.js';
import { itemView } from './item.js';
import { complaintsIn, outage, problem } from './problem.js';
import { table } from './table.js';
import { lastWord, shown } from './value.js';
import { actionWords, kindWords } from '../names.js';
import { inEnglish, say } from '../words.js';

/** @import { Action } from './actions.js' */
/** @import { Answer } from '../service.js' */
/** @import { Child } from '../dom.js' */
/** @import { Description, Schema } from '../description.js' */
/** @import { Explorer, Typed } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * The form of an action. What is taken back is gone like what is deleted, but can be made again.
 * @param {Explorer} explorer
 * @param {Action} action
 * @param {Answer} at what was answered where the action was offered
 * @param {Description | undefined} description
 * @param {Typed} [unsent] what was typed here before it was left, or other tokens were given
 */
export function doing(explorer, action, at, description, unsent) {
  const { places } = explorer;
  const { method, place } = action;
  const isSame = pathOf(place) === pathOf(at.place);
  const { body, file, fields } = sendable(explorer, action, at, description, unsent);
  const said = h('div');
  const spot = explorer.here();
  const final = isFinal(action.name)
    ? finalPanel(explorer, action, at, () => (body === undefined ? undefined : parsed(body.text())))
    : undefined;
  const send = sendButton(action);
  const trial = trialOf(description, action, unsent?.isTrial);
  /** A request that is sent again is the same one: an answer that was lost does nothing twice. */
  let sent = { text: '', key: newIdempotencyKey() };
  /** What it was when the form was filled in, or was last read again. */
  let seen = at;
  const typed = () => typedIn({ body, file, trial }, seen.etag);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosen = file?.chosen();
    if (file !== undefined && chosen === undefined) return;
    const text = body?.text();
    const to = trial?.place() ?? place;
    const isTrial = to !== place;
    const what = `${to} ${text ?? file?.key() ?? ''}`;
    if (what !== sent.text) sent = { text: what, key: newIdempotencyKey() };
    send.disabled = true;
    try {
      const answer = await explorer.service.ask({
        place: to,
        method,
        idempotencyKey: sent.key,
        ...(text === undefined ? chosen : { body: text }),
        ...(isSame && seen.etag !== null && method !== 'POST' && { ifMatch: seen.etag }),
      });
      if (answer.ok && method !== 'POST')
        return explorer.leave(method === 'DELETE' && isSame, doneText(action, answer));
      // What was only tried is sent from the same form.
      if (isTrial && answer.ok) said.replaceChildren(...resultOf(explorer, action, answer, isTrial));
      else if (answer.ok) return showResult(explorer, action, answer, form);
      if (answer.status === 401) explorer.unsent = { spot, ...typed() };
      fields?.complain(complaintsIn(answer));
      if (!answer.ok) said.replaceChildren(problem(places, answer, body?.idOf));
      const changed = answer.status === CHANGED_MEANWHILE && body && (await readAgain(explorer, seen, body));
      if (changed) {
        seen = changed.now;
        keepTyped(typed());
        sent = { text: '', key: newIdempotencyKey() };
        said.replaceChildren(changed.element);
      }
    } catch (error) {
      said.replaceChildren(outage(error));
    } finally {
      send.disabled = false;
    }
    /** @type {HTMLElement | null} */ (said.firstElementChild)?.focus();
  };
  const heard = keeping(explorer, typed, final?.later);
  const form = h(
    'form',
    { ...heard, onsubmit: (event) => void submit(event), novalidate: true, class: 'doing-form' },
    said,
    final?.element,
    body === undefined && told(explorer, action, at, description),
    body?.element ?? file?.element,
    trial?.element,
    h('p', { class: 'actions' }, send, h('a', { href: hashOf(at) }, say('backWithoutSending'))),
  );
  return h('div', null, ...head(places, action), form);
}

/** @param {Action} action */
function sendButton({ name }) {
  const says = name === 'delete' ? say('delete') : name === 'book' ? say('bookNow') : say('send');
  return h('button', { class: name === 'delete' && 'danger' }, says);
}

/** What will be asked, above its form. @param {Places} places @param {Action} action */
function head(places, { method, place }) {
  return [
    h('p', { class: 'facts-line' }, verb(method), h('code', null, places.publishedAddress(place))),
    isDemo(place) && h('p', { class: 'notice' }, say('demoIsReadOnly')),
  ];
}

/**
 * What will be done, where there is nothing to fill in, and whether it can be undone. What goes with a thing is
 * told before it is deleted.
 * @param {Explorer} explorer @param {Action} action @param {Answer} at
 * @param {Description | undefined} description
 */
function told({ places }, { name, method, place }, at, description) {
  const strong = (/** @type {'isFinal' | 'isGone'} */ word) => h('p', null, h('strong', null, say(word)));
  if (name === 'delete')
    return [summaryPanel(description, method, place, strong('isGone')), itemView(places, objectIn(at.json))];
  return summaryPanel(description, method, place, ...(name === 'import' ? [strong('isFinal')] : []));
}

/**
 * The choice to only try what is sent, and where it is sent then; nothing where the service tries nothing.
 * @param {Description | undefined} description @param {Action} action @param {boolean} [checked]
 */
function trialOf(description, { method, place }, checked = false) {
  const name = description?.trial(method, place);
  if (name === undefined) return undefined;
  const input = h('input', { type: 'checkbox', id: newId(), checked });
  return {
    isChosen: () => input.checked,
    element: h('div', { class: 'choice' }, input, h('label', { for: input.id }, say('onlyTry'))),
    place: () => (input.checked ? asking(place, { [name]: 'true' }) : place),
  };
}

const CHANGED_MEANWHILE = 412;

/**
 * The thing as it is now, what was typed put onto it, and what others have changed; undefined where it is gone,
 * or what was typed is no JSON.
 * @param {Explorer} explorer @param {Answer} seen
 * @param {Pick<ReturnType<typeof bodyForm>, 'onto'>} body
 */
async function readAgain({ service, places }, seen, body) {
  const now = await service.ask({ place: seen.place });
  const changes = now.ok ? body.onto(objectIn(seen.json), objectIn(now.json)) : undefined;
  if (changes === undefined) return undefined;
  const rows = changes.map((one) =>
    h('li', null, one.name, ': ', shown(places, one.was) || '–', ' → ', shown(places, one.now) || '–'),
  );
  const element = h(
    'section',
    { class: 'problem', role: 'alert', tabindex: '-1' },
    h('h2', null, say('changedMeanwhile')),
    h('ul', null, ...rows),
    h('p', null, say('changedToo')),
  );
  return { now, element };
}

/** Browsers take no more than a hundred changes of what goes with a page in half a minute. */
const TYPED_MS = 400;

/**
 * Who goes back by a slip and comes again, or loads the page again, finds what was typed: it goes with the page
 * on the browser's own way back.
 * @param {Explorer} explorer @param {() => Typed} typed
 * @param {() => void} [later] what else is done while somebody types
 */
function keeping(explorer, typed, later) {
  const spot = hashOf(explorer.here());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const keep = (/** @type {Event} */ { currentTarget, type }) => {
    const form = /** @type {HTMLElement} */ (currentTarget);
    const now = () => {
      if (form.isConnected && hashOf(explorer.here()) === spot) keepTyped(typed());
    };
    clearTimeout(waiting);
    if (type === 'change') now();
    else waiting = setTimeout(now, TYPED_MS);
  };
  const oninput = (/** @type {Event} */ event) => {
    later?.();
    keep(event);
  };
  // Lines are added and taken away by buttons. Who presses a link, such as another language, leaves a field,
  // and is gone before any wait is over.
  return { oninput, onclick: keep, onchange: keep };
}

/**
 * @param {Pick<ReturnType<typeof sendable>, 'body' | 'file'> & { trial: ReturnType<typeof trialOf> }} parts
 * @param {string | null} etag
 * @returns {Typed}
 */
function typedIn({ body, file, trial }, etag) {
  const isTrial = trial?.isChosen() ?? false;
  return { text: body?.text() ?? '', file: file?.name() ?? '', isTrial, etag };
}

/** @param {Typed | undefined} typed */
export function keepTyped(typed) {
  history.replaceState({ ...history.state, typed: typed && { ...typed, since: tokensSince() } }, '');
}

/**
 * What is sent: a body with its fields, or a file; or neither.
 * @param {Explorer} explorer @param {Action} action @param {Answer} at
 * @param {Description | undefined} description @param {Typed | undefined} unsent
 */
function sendable(explorer, { name, method, place }, at, description, unsent) {
  const schema = description?.body(method, place);
  const isReplaced = method === 'PUT' && pathOf(place) === pathOf(at.place);
  // What somebody else has changed meanwhile is not written over.
  const isSame = unsent !== undefined && (!isReplaced || unsent.etag === at.etag);
  const typed = isSame ? parsed(unsent.text) : undefined;
  const given = () => ({
    ...asked(schema, objectIn(at.json), at.place),
    ...(name === 'match' && listedPosts(at.json)),
  });
  const start = typed !== undefined ? objectIn(typed) : isReplaced ? objectIn(at.json) : given();
  const told = (/** @type {string} */ member, /** @type {Json | undefined} */ line) =>
    member === 'posts'
      ? openPostIn(at.json, objectIn(line))
      : member === 'lines'
        ? otherWayIn(place, at.json, objectIn(line))
        : '';
  const fields = description && new Form(explorer, description, isDemo(place), told);
  const types = description?.files(method, place) ?? [];
  return {
    fields,
    body: schema && fields && bodyForm(fields, schema, start),
    file: types.length > 0 ? fileForm(types, unsent?.file) : undefined,
  };
}

/**
 * What will be done, where there is nothing to fill in.
 * @param {Description | undefined} description @param {string} method @param {string} place
 * @param {...Child} more
 */
function summaryPanel(description, method, place, ...more) {
  const summary = description?.operation(method, place)?.summary;
  if (summary === undefined && more.length === 0) return null;
  return h(
    'div',
    { class: 'panel final' },
    summary !== undefined && h('p', null, inEnglish(summary)),
    ...more,
  );
}

/**
 * What a body must have and the thing at hand has, and the thing's own number: a draft that is booked names
 * itself.
 * @param {Schema | undefined} schema
 * @param {JsonObject} item
 * @param {string} place where the thing is
 * @returns {JsonObject}
 */
function asked(schema, item, place) {
  const { required = [], properties = {} } = schema ?? {};
  const isOwn = (/** @type {string} */ name) => textOf(item[name]) === lastWord(place);
  const known = Object.keys(properties).filter(
    (name) => item[name] !== undefined && (required.includes(name) || isOwn(name)),
  );
  return Object.fromEntries(known.map((name) => [name, item[name] ?? null]));
}

/**
 * Who looks at what is open of one customer or supplier matches what is listed: its numbers stand in the form.
 * @param {Json | undefined} json @returns {JsonObject}
 */
function listedPosts(json) {
  const posts = itemsIn(json) ?? [];
  const whose = posts.map(({ customer, supplier, currency }) =>
    [objectIn(customer ?? supplier ?? null)['self'], currency].join(' '),
  );
  const areOnes = new Set(whose).size === 1 && posts.every(({ entryNumber }) => entryNumber !== undefined);
  if (!areOnes) return {};
  const named = posts.map(({ voucher = null, entryNumber = null }) => ({
    voucherId: objectIn(voucher)['voucherId'] ?? null,
    entryNumber,
  }));
  return { posts: named };
}

/**
 * What a line of a match stands for and what is open of it, where that is listed at hand.
 * @param {Json | undefined} json @param {JsonObject} line
 */
function openPostIn(json, line) {
  const post = itemsIn(json)?.find((one) => textOf(one['entryNumber']) === textOf(line['entryNumber']));
  if (post === undefined || line['entryNumber'] === undefined) return '';
  const { entryType, date, text, remainder, currency } = post;
  const open = remainder instanceof Exact ? amountIn(remainder, textOf(currency)) : '';
  const day = typeof date === 'string' ? dateIn(date) : undefined;
  const words = [kindWords(textOf(entryType)), day, text].map(textOf);
  return [...words.filter((one) => one !== ''), say('stillOpen', open)].join(', ');
}

/**
 * Of a line of a payment: that it goes the other way than payments do, where its sign says so. It may be meant,
 * as who pays back does.
 * @param {string} place @param {Json | undefined} json @param {JsonObject} line
 */
function otherWayIn(place, json, { amount, customer, supplier }) {
  const kind = textOf(objectIn(json)['voucherType']) || lastWord(place);
  const isNegative = textOf(amount).startsWith('-');
  const isNone = !/[1-9]/.test(textOf(amount));
  if (isNone) return '';
  if (/^customer-?payments?$/i.test(kind) && customer !== undefined && !isNegative)
    return say('customerOwesMore');
  if (/^supplier-?payments?$/i.test(kind) && supplier !== undefined && isNegative)
    return say('supplierIsOwedMore');
  return '';
}

/** @param {Json | undefined} value */
const textOf = (value) => (value === undefined || value === null ? '' : String(value));

/** @param {Action} action @param {Answer} answer @param {boolean} [isTrial] whether nothing was kept of it */
function doneText(action, { json, status }, isTrial = false) {
  // An import is taken at once and goes on for as long as it takes.
  const isRunning = objectIn(json)['status'] === 'running';
  const word = isRunning ? 'begun' : isTrial ? 'tried' : 'done';
  return say(word, actionWords(action).replace(/\.$/, ''), status);
}

/**
 * Several things may be made at once: they are answered as a list.
 * @param {Places} places @param {Json} json @param {string} title
 */
function madeView(places, json, title) {
  const [one = {}, ...others] = Array.isArray(json) ? json.filter(isObject) : [objectIn(json)];
  return others.length === 0 ? itemView(places, one) : table(places, [one, ...others], title);
}

/**
 * What was created, as it was answered: some secrets are never shown again.
 * @param {Explorer} explorer @param {Action} action @param {Answer} answer @param {boolean} [isTrial]
 */
function resultOf({ places }, action, answer, isTrial) {
  const to = answer.location === null ? undefined : places.of(answer.location);
  const says = doneText(action, answer, isTrial);
  const result = h(
    'section',
    { class: 'notice', role: 'status', tabindex: '-1' },
    h('h2', null, says),
    isFinal(action.name) && bookedFacts(answer.json),
    to !== undefined && h('p', null, h('a', { href: hashOf({ place: to }) }, places.publishedAddress(to))),
  );
  return [result, answer.json === undefined ? '' : madeView(places, answer.json, says)];
}

/** @param {Explorer} explorer @param {Action} action @param {Answer} answer @param {HTMLElement} form */
function showResult(explorer, action, answer, form) {
  const [result = '', made = ''] = resultOf(explorer, action, answer);
  keepTyped(undefined);
  form.replaceWith(result, made);
  /** @type {HTMLElement} */ (result).focus();
}

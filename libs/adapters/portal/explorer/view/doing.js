/** One action: its form, what the service answers to it. */
import { h } from '../dom.js';
import { Exact, isObject, objectIn } from '../json.js';
import { hashOf, isDemo, pathOf } from '../place.js';
import { newIdempotencyKey } from '../service.js';
import { tokensSince } from '../tokens.js';
import { verb } from './actions.js';
import { itemsIn } from './collection.js';
import { amountIn, dateIn, finalPanel, isFinal } from './final.js';
import { fileForm } from './file.js';
import { bodyForm, Form, parsed } from './form.js';
import { itemView } from './item.js';
import { complaintsIn, outage, problem } from './problem.js';
import { table } from './table.js';
import { lastWord, shown } from './value.js';
import { actionWords } from '../names.js';
import { inEnglish, say } from '../words.js';

/** @import { Action } from './actions.js' */
/** @import { Answer } from '../service.js' */
/** @import { Child } from '../dom.js' */
/** @import { Description, Schema } from '../description.js' */
/** @import { Explorer } from '../explorer.js' */
/** @import { Json, JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * The form of an action. What is taken back is gone like what is deleted, but can be made again.
 * @param {Explorer} explorer
 * @param {Action} action
 * @param {Answer} at what was answered where the action was offered
 * @param {Description | undefined} description
 * @param {Explorer['unsent']} [unsent] what was typed here before it was left, or other tokens were given
 */
export function doing(explorer, action, at, description, unsent) {
  const { places } = explorer;
  const { method, place } = action;
  const isSame = pathOf(place) === pathOf(at.place);
  const { body, file, fields } = sendable(explorer, action, at, description, unsent);
  const said = h('div');
  const spot = explorer.here();
  const isDeletion = action.name === 'delete';
  const final = isFinal(action.name)
    ? finalPanel(explorer, action, at, () => (body === undefined ? undefined : parsed(body.text())))
    : undefined;
  const says = isDeletion ? say('delete') : action.name === 'book' ? say('bookNow') : say('send');
  const send = h('button', { class: isDeletion && 'danger' }, says);
  /** A request that is sent again is the same one: an answer that was lost does nothing twice. */
  let sent = { text: '', key: newIdempotencyKey() };
  /** What it was when the form was filled in, or was last read again. */
  let seen = at;
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = body?.text();
    const what = text ?? file?.key();
    if (what !== undefined && what !== sent.text) sent = { text: what, key: newIdempotencyKey() };
    send.disabled = true;
    try {
      const answer = await explorer.service.ask({
        place,
        method,
        idempotencyKey: sent.key,
        ...(text !== undefined && { body: text }),
        ...file?.chosen(),
        ...(isSame && seen.etag !== null && method !== 'POST' && { ifMatch: seen.etag }),
      });
      if (answer.ok && method !== 'POST')
        return explorer.leave(method === 'DELETE' && isSame, doneText(action, answer));
      if (answer.ok) return showResult(explorer, action, answer, form);
      if (answer.status === 401 && text !== undefined) explorer.unsent = { spot, text, etag: seen.etag };
      fields?.complain(complaintsIn(answer));
      said.replaceChildren(problem(places, answer, body?.idOf));
      if (answer.status === CHANGED_MEANWHILE && body !== undefined) {
        const now = await explorer.service.ask({ place: at.place });
        const changes = now.ok ? body.onto(objectIn(seen.json), objectIn(now.json)) : undefined;
        if (changes !== undefined) {
          seen = now;
          sent = { text: '', key: newIdempotencyKey() };
          keepTyped({ text: body.text(), etag: seen.etag });
          said.replaceChildren(changedView(places, changes));
        }
      }
    } catch (error) {
      said.replaceChildren(outage(error));
    } finally {
      send.disabled = false;
    }
    /** @type {HTMLElement | null} */ (said.firstElementChild)?.focus();
  };
  const heard = keeping(explorer, body, () => seen.etag, final?.later);
  const form = h(
    'form',
    { ...heard, onsubmit: (event) => void submit(event), novalidate: true, class: 'doing-form' },
    said,
    final?.element,
    body?.element ?? file?.element ?? (isDeletion ? null : summaryPanel(description, method, place)),
    // What goes with a thing is told before it is deleted.
    isDeletion && [
      summaryPanel(description, method, place, h('p', null, h('strong', null, say('isGone')))),
      itemView(places, objectIn(at.json)),
    ],
    h(
      'p',
      { class: 'actions' },
      send,
      h('a', { href: hashOf({ place: at.place }) }, say('backWithoutSending')),
    ),
  );
  return h(
    'div',
    null,
    h('p', { class: 'facts-line' }, verb(method), h('code', null, places.publishedAddress(place))),
    isDemo(place) && h('p', { class: 'notice' }, say('demoIsReadOnly')),
    form,
  );
}

const CHANGED_MEANWHILE = 412;

/**
 * What others have changed while somebody filled in a form, which has it by now.
 * @param {Places} places @param {{ name: string, was: Json, now: Json }[]} changes
 */
function changedView(places, changes) {
  return h(
    'section',
    { class: 'problem', role: 'alert', tabindex: '-1' },
    h('h2', null, say('changedMeanwhile')),
    h(
      'ul',
      null,
      ...changes.map(({ name, was, now }) =>
        h('li', null, name, ': ', shown(places, was) || '–', ' → ', shown(places, now) || '–'),
      ),
    ),
    h('p', null, say('changedToo')),
  );
}

/** Browsers take no more than a hundred changes of what goes with a page in half a minute. */
const TYPED_MS = 400;

/**
 * Who goes back by a slip and comes again, or loads the page again, finds what was typed: it goes with the page
 * on the browser's own way back.
 * @param {Explorer} explorer @param {{ text: () => string } | undefined} body
 * @param {() => string | null} etag
 * @param {() => void} [later] what else is done while somebody types
 */
function keeping(explorer, body, etag, later) {
  const spot = hashOf(explorer.here());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const keep = (/** @type {Event} */ { currentTarget }) => {
    const form = /** @type {HTMLElement} */ (currentTarget);
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const isHere = form.isConnected && hashOf(explorer.here()) === spot;
      if (isHere && body !== undefined) keepTyped({ text: body.text(), etag: etag() });
    }, TYPED_MS);
  };
  const oninput = (/** @type {Event} */ event) => {
    later?.();
    keep(event);
  };
  // Lines are added and taken away by buttons.
  return { oninput, onclick: keep };
}

/** @param {{ text: string, etag: string | null } | undefined} typed */
export function keepTyped(typed) {
  const kept = typed && { text: typed.text, etag: typed.etag, since: tokensSince() };
  history.replaceState({ ...history.state, typed: kept }, '');
}

/**
 * What is sent: a body with its fields, or a file; or neither.
 * @param {Explorer} explorer @param {Action} action @param {Answer} at
 * @param {Description | undefined} description @param {Explorer['unsent']} unsent
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
    member === 'posts' ? openPostIn(at.json, objectIn(line)) : '';
  const fields = description && new Form(explorer, description, isDemo(place), told);
  const types = description?.files(method, place) ?? [];
  return {
    fields,
    body: schema && fields && bodyForm(fields, schema, start),
    file: types.length > 0 ? fileForm(types) : undefined,
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
  const words = [entryType, typeof date === 'string' ? dateIn(date) : undefined, text].map(textOf);
  return [...words.filter((one) => one !== ''), say('stillOpen', open)].join(', ');
}

/** @param {Json | undefined} value */
const textOf = (value) => (value === undefined || value === null ? '' : String(value));

/** @param {Action} action @param {Answer} answer */
function doneText({ name, description }, { status }) {
  return say('done', actionWords(name, description).replace(/\.$/, ''), status);
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
 * What was created is shown as it was answered: some secrets are never shown again.
 * @param {Explorer} explorer
 * @param {Action} action
 * @param {Answer} answer
 * @param {HTMLElement} form
 */
function showResult({ places }, action, answer, form) {
  const to = answer.location === null ? undefined : places.of(answer.location);
  const result = h(
    'section',
    { class: 'notice', role: 'status', tabindex: '-1' },
    h('h2', null, doneText(action, answer)),
    to !== undefined && h('p', null, h('a', { href: hashOf({ place: to }) }, places.publishedAddress(to))),
  );
  keepTyped(undefined);
  form.replaceWith(
    result,
    answer.json === undefined ? '' : madeView(places, answer.json, doneText(action, answer)),
  );
  result.focus();
}

/** The page: it shows the place that its own address names, and leads on from there. */
import { Description } from './description.js';
import { byId, h } from './dom.js';
import { isObject, objectIn, textIn } from './json.js';
import {
  filledIn,
  hashOf,
  isDemo,
  parameterIn,
  pathOf,
  readable,
  spotIn,
  valuesIn,
  variablesOf,
} from './place.js';
import { tokens, tokensSince } from './tokens.js';
import { actionList, actionsIn } from './view/actions.js';
import { charts } from './view/chart.js';
import { collectionView, itemsIn } from './view/collection.js';
import { dates } from './view/dates.js';
import { doing, keepTyped } from './view/doing.js';
import { crumbsView, curlPanel, factsOf, fileView, ownTokens } from './view/frame.js';
import { documentNumber } from './view/final.js';
import { entriesOf, homeView, isHome } from './view/home.js';
import { itemView } from './view/item.js';
import { jsonView, plainView } from './view/json.js';
import { isPassing, outage, problem } from './view/problem.js';
import { statementView } from './view/statement.js';
import { questions } from './view/questions.js';
import { lastWord } from './view/value.js';
import { actionWords, collectionWords } from './names.js';
import { isEnglish, say } from './words.js';

/** @import { Answer, Service } from './service.js' */
/** @import { Json, JsonObject } from './json.js' */
/** @import { Entry } from './view/home.js' */
/** @import { Places, Spot } from './place.js' */
/** @import { OpenApi } from './description.js' */

/**
 * What somebody has put into a form: the body, the name of the file, which browsers give to no page again,
 * whether it is only to be tried; the entity tag of what it changes.
 * @typedef {{ text: string, file: string, isTrial: boolean, etag: string | null }} Typed
 */

/**
 * Where it all starts: home, and home in the demo agreement. @typedef {{ home: string, demo: string }} Starts
 */

export class Explorer {
  /** @type {AbortController} */
  #running = new AbortController();
  /** @type {Promise<Description | undefined> | undefined} */
  #description;
  /** @type {Map<boolean, Promise<Entry[]>>} */
  #entries = new Map();
  /** @type {{ of: string, read: Promise<JsonObject | undefined> } | undefined} */
  #self;
  #notice = '';
  #asJson = false;
  /** What was typed into a form that was refused for its tokens. @type {Typed & { spot: Spot } | undefined} */
  unsent;
  /** @type {string | undefined} */
  #stay;

  /** @param {Places} places @param {Service} service @param {Starts} starts */
  constructor(places, service, starts) {
    this.places = places;
    this.service = service;
    this.starts = starts;
  }

  /** Where somebody starts who names no place. */
  start() {
    return tokens() === undefined ? this.starts.demo : this.starts.home;
  }

  /** @returns {Spot} */
  here() {
    return spotIn(location.hash) ?? { place: this.start() };
  }

  /**
   * Goes to a place; coming back is the browser's own way. `stay`: what has the keyboard there, as a selector;
   * else the heading. @param {Spot} spot @param {string} [stay]
   */
  go(spot, stay) {
    this.#stay = stay;
    byId('content').setAttribute('aria-busy', 'true');
    const { hash } = new URL(hashOf(spot), location.href);
    if (location.hash === hash) void this.show();
    else location.hash = hash;
  }

  /**
   * Leaves the form of an action that is done: to the thing, or to where it
   * was. @param {boolean} isGone @param {string} says
   */
  async leave(isGone, says) {
    this.#notice = says;
    const { place } = this.here();
    const crumbs = isGone ? await this.#crumbs(place) : [];
    location.replace(hashOf({ place: isGone ? (crumbs.at(-1)?.place ?? this.start()) : place }));
  }

  /**
   * What the service says of itself, where home leads to it; undefined when
   * that cannot be read. @param {boolean} demo
   */
  description(demo) {
    this.#description ??= this.#readDescription(demo).then(
      (document) => new Description(document),
      () => {
        this.#description = undefined;
        return undefined;
      },
    );
    return this.#description;
  }

  /** What home names; nothing while it cannot be read. @param {boolean} demo @returns {Promise<Entry[]>} */
  entries(demo) {
    const known = this.#entries.get(demo);
    if (known !== undefined) return known;
    const read = this.service.read(demo ? this.starts.demo : this.starts.home).then(
      (home) => entriesOf(this, objectIn(home)),
      () => {
        this.#entries.delete(demo);
        return [];
      },
    );
    this.#entries.set(demo, read);
    return read;
  }

  /**
   * Who asks with these tokens, as the service tells it; undefined while that cannot be read.
   * @returns {Promise<JsonObject | undefined>}
   */
  self() {
    const of = tokens()?.agreementGrantToken;
    if (of === undefined) return Promise.resolve(undefined);
    if (this.#self?.of === of) return this.#self.read;
    const read = this.entries(false)
      .then((all) => all.find(({ name }) => name === 'self'))
      .then((entry) => entry && this.service.read(entry.place).then(objectIn))
      .catch(() => {
        this.#self = undefined;
        return undefined;
      });
    this.#self = { of, read };
    return read;
  }

  /**
   * Its numbers are limits, and so plain ones: exact ones take four times as long to read.
   * @param {boolean} demo @returns {Promise<OpenApi>}
   */
  async #readDescription(demo) {
    const entry = (await this.entries(demo)).find(({ name }) => name === 'openapi');
    if (entry === undefined) throw new Error('home leads to no description');
    const { json } = await this.service.ask({ place: entry.place, read: JSON.parse });
    return /** @type {any} */ (json);
  }

  /**
   * The collection whose items are found by this number, as home's templates
   * tell. @param {string} key @param {boolean} demo
   */
  async collectionBy(key, demo) {
    const entries = await this.entries(demo);
    const item = entries.find(({ place }) => variablesOf(place).join() === key);
    if (item === undefined) return undefined;
    const path = pathOf(item.place).replace(/\/\{\w+\}$/, '');
    return entries.find(({ place }) => pathOf(place) === path)?.place;
  }

  /** Shows the place that the page's address names. */
  async show() {
    this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    const { signal } = running;
    const stay = this.#stay;
    this.#stay = undefined;
    const { place, form } = this.here();
    // Who goes elsewhere leaves it behind; who gives tokens that are refused too has it still.
    if (this.unsent && hashOf(this.unsent.spot) !== hashOf(this.here())) this.unsent = undefined;
    const content = byId('content');
    content.setAttribute('aria-busy', 'true');
    /** @type {HTMLInputElement} */ (byId('address')).value = decoded(place);
    let shown = { name: '', about: '' };
    try {
      const [answer, description, crumbs, called] = await Promise.all([
        this.service.ask({ place, signal }),
        this.description(isDemo(place)),
        this.#crumbs(place),
        this.#nameOf(place),
      ]);
      if (signal.aborted) return;
      // Below home stand collections, of which some have only their name.
      const isOneOf = called === lastWord(place) && crumbs.length > 1 ? crumbs.at(-1)?.label : undefined;
      const name = documentNumber(answer.json) ?? called;
      const about = isOneOf === undefined ? name : `${isOneOf} ${name}`;
      shown = { name, about };
      byId('crumbs').replaceChildren(...crumbsView(crumbs, place, name));
      content.replaceChildren(...this.#page(answer, { name, about, isOneOf, form }, description, signal));
    } catch (error) {
      if (signal.aborted) return;
      content.replaceChildren(h('h1', { tabindex: '-1' }, say('outOfReach')), outage(error), this.#again());
    } finally {
      if (!signal.aborted) content.removeAttribute('aria-busy');
    }
    const heading = content.querySelector('h1');
    const title = heading?.textContent ?? '';
    // The heading stands below what it is one of; among the titles of tabs nothing else tells that.
    document.title = `${title === shown.name ? shown.about : title} · Kontor Explorer`;
    window.scrollTo(0, Number(history.state?.scrolled ?? 0));
    const focused = stay === undefined ? null : content.querySelector(stay);
    /** @type {HTMLElement | null} */ (focused ?? heading)?.focus({ preventScroll: true });
  }

  /**
   * @param {Answer} answer
   * @param {{ name: string, about: string, isOneOf: string | undefined, form: string | undefined }} shown
   *   what the place is called, alone and with what it is one of, and which form
   * @param {Description | undefined} description
   * @param {AbortSignal} signal
   * @returns {Node[]}
   */
  #page(answer, { name, about, isOneOf, form }, description, signal) {
    const { place, json, ok } = answer;
    const actions = actionsIn(this, json);
    const action = actions.find((one) => one.name === form);
    if (ok && action !== undefined) {
      const does = actionWords(action);
      // With other tokens it goes on from here.
      if (this.unsent) keepTyped(this.unsent);
      this.unsent = undefined;
      return [
        h('h1', { tabindex: '-1' }, isEnglish() ? does : `${about}: ${does}`),
        doing(this, action, answer, description, typedHere()),
      ];
    }
    // Tokens may end while a form is filled in that is loaded again, too.
    const typed = typedHere();
    if (answer.status === 401 && form !== undefined && typed) this.unsent ??= { ...typed, spot: this.here() };
    const summary = description?.operation('GET', place)?.summary;
    const title = isHome(json) ? (textIn(json['apiName']) ?? say('home')) : name || say('home');
    const notice = this.#notice;
    this.#notice = '';
    const view = h('div', { class: 'answer' });
    const show = () => view.replaceChildren(...this.#answer(answer, description, signal));
    show();
    return [
      h(
        'div',
        { class: 'head' },
        h(
          'div',
          null,
          h('p', { class: 'eyebrow' }, (isEnglish() ? summary : isOneOf) ?? ''),
          h('h1', { tabindex: '-1' }, title),
        ),
        ok && json !== undefined && this.#views(show),
      ),
      h('p', { class: 'facts-line' }, ...factsOf(answer)),
      notice === '' ? null : h('p', { class: 'notice', role: 'status' }, notice),
      h(
        'div',
        { class: isHome(json) ? 'whole' : 'columns' },
        view,
        !isHome(json) && h('aside', null, actionList(this, actions, place), curlPanel(this.places, place)),
      ),
    ].filter((one) => one !== null);
  }

  /** @param {() => void} show */
  #views(show) {
    const buttons = [false, true].map((asJson) => {
      const choose = () => {
        this.#asJson = asJson;
        for (const [index, one] of buttons.entries())
          one.setAttribute('aria-pressed', String((index === 1) === asJson));
        show();
      };
      const pressed = String(this.#asJson === asJson);
      return h(
        'button',
        { type: 'button', 'aria-pressed': pressed, onclick: choose },
        asJson ? 'JSON' : say('view'),
      );
    });
    return h('div', { class: 'views', role: 'group', 'aria-label': say('howToShow') }, ...buttons);
  }

  /**
   * @param {Answer} answer
   * @param {Description | undefined} description
   * @param {AbortSignal} signal
   * @returns {Node[]}
   */
  #answer(answer, description, signal) {
    const { place, json, ok, file } = answer;
    if (!ok) {
      const isAsked = parameterIn(place, 'filter') + parameterIn(place, 'sort') !== '';
      const again = isAsked ? questions(this, place, description) : dates(this, place, {}, description);
      const ways = answer.status === 401 ? ownTokens() : null;
      const later = isPassing(answer.status) ? this.#again() : null;
      return [again, problem(this.places, answer), ways, later].filter((one) => one !== null);
    }
    if (json === undefined) return [file === undefined ? h('p', null, say('noContent')) : fileView(file)];
    // Of a list there is a row for each of its items, at most a thousand, whatever they hold.
    const isLong = answer.bytes > LAID_OUT_BYTES_MAX;
    if (isLong && (this.#asJson || itemsIn(json) === undefined)) return [plainView(json)];
    if (this.#asJson || !isObject(json)) return [jsonView(this.places, json)];
    if (isHome(json)) return [homeView(this, json, description)];
    const chart = charts(this, place, json, signal);
    const body =
      itemsIn(json) === undefined
        ? (statementView(this.places, json, lastWord(place)) ?? itemView(this.places, json))
        : collectionView(this, place, json, description);
    return [dates(this, place, json, description), chart, body].filter((one) => one !== null);
  }

  #again() {
    return h('p', null, h('button', { type: 'button', onclick: () => void this.show() }, say('tryAgain')));
  }

  /**
   * What a place is called: in plain words where home names it, and else by its last word.
   * @param {string} place
   */
  async #nameOf(place) {
    const word = lastWord(place);
    const entry = (await this.entries(isDemo(place))).find((one) => {
      const template = pathOf(one.place);
      return !template.endsWith('}') && valuesIn(template, pathOf(place)) !== undefined;
    });
    return (entry && (collectionWords(entry.name) ?? collectionWords(word))) ?? word;
  }

  /** The places above this one, as home's templates tell them. @param {string} place */
  async #crumbs(place) {
    const segments = pathOf(place).split('/');
    const entries = await this.entries(isDemo(place));
    const above = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
    return above.flatMap((path) => {
      if (path === '')
        return [{ place: isDemo(place) ? this.starts.demo : this.starts.home, label: say('home') }];
      // A word that a template could take for a number has a place of its own, where home names it.
      const fixed = entries.filter(({ place: template }) => pathOf(template) === path);
      for (const { name, place: template } of [...fixed, ...entries]) {
        const values = valuesIn(pathOf(template), path);
        if (values === undefined) continue;
        const written = Object.fromEntries(
          Object.entries(values).map(([variable, value]) => [variable, readable(value)]),
        );
        const word = lastWord(path);
        const isPlain = variablesOf(template).length === 0;
        const listed = template.endsWith('}') ? undefined : (collectionWords(name) ?? collectionWords(word));
        return [
          {
            place: filledIn(template, written),
            label: listed ?? (isPlain ? name : word),
          },
        ];
      }
      return [];
    });
  }
}

/** What was typed into the form of this page of the history, with these tokens. @returns {Typed | undefined} */
function typedHere() {
  const typed = history.state?.typed;
  return typed?.since === tokensSince() ? typed : undefined;
}

/** Beyond this, laying out takes longer than anybody waits: the description of the service itself. */
const LAID_OUT_BYTES_MAX = 400_000;

/** @param {string} place */
function decoded(place) {
  try {
    return decodeURI(place);
  } catch {
    return place;
  }
}

/** What the service refuses, as it says it. */
import { h } from '../dom.js';
import { isObject, objectIn, textIn } from '../json.js';
import { hashOf } from '../place.js';
import { jsonView } from './json.js';
import { linked } from './value.js';
import { inEnglish, say } from '../words.js';

/** @import { Answer } from '../service.js' */
/** @import { Child } from '../dom.js' */
/** @import { JsonObject } from '../json.js' */
/** @import { Places } from '../place.js' */

/**
 * One thing that is wrong: which member of the body, as `lines[0].amount`, and how; `isOurs` where this page
 * says it, in its language.
 * @typedef {{ member?: string, says: string, isOurs?: boolean }} Complaint
 */

/** @param {Answer} answer @returns {Complaint[]} */
export function complaintsIn({ json }) {
  const { errors } = objectIn(json);
  if (!Array.isArray(errors)) return [];
  return errors.filter(isObject).flatMap((error) => {
    const says = textIn(error['message']) ?? '';
    const { propertyName, missing } = objectIn(error['additionalData']);
    if (Array.isArray(missing))
      return missing.map((member) => ({
        member: String(member),
        says: say('isMissing', counted(String(member))),
        isOurs: true,
      }));
    return [typeof propertyName === 'string' ? { member: propertyName, says } : { says }];
  });
}

/**
 * A member as the page counts: the third line is `lines 3` where it stands, and `lines[2]` to the service.
 * @param {string} member
 */
function counted(member) {
  return member.replace(
    /\[(\d+)\](\.?)/g,
    (_, index, more) => ` ${Number(index) + 1}${more === '' ? '' : ', '}`,
  );
}

/**
 * @param {Places} places
 * @param {Answer} answer
 * @param {(member: string) => string | undefined} [idOf] where a member stands on the page
 */
export function problem(places, answer, idOf = () => undefined) {
  const body = objectIn(answer.json);
  const code = textIn(body['errorCode']);
  const hint = textIn(body['developerHint']);
  const told = textIn(body['message']);
  const complaints = complaintsIn(answer).filter(({ says }) => says !== told);
  return h(
    'section',
    { class: 'problem', role: 'alert', tabindex: '-1' },
    h('h2', null, told === undefined ? say('answered', answer.status) : inEnglish(told)),
    complaints.length > 0 &&
      h(
        'ul',
        null,
        ...complaints.map((complaint) => {
          const { member } = complaint;
          const id = member && idOf(member);
          return h(
            'li',
            null,
            id === undefined || id === '' ? saidIn(complaint) : jump(id, saidIn(complaint)),
          );
        }),
      ),
    hint !== undefined && h('p', null, inEnglish(withLinks(places, hint))),
    h(
      'dl',
      { class: 'facts' },
      fact(say('status'), String(answer.status)),
      code !== undefined && fact(say('code'), code),
      textIn(body['logId']) !== undefined && fact('logId', textIn(body['logId']) ?? ''),
      textIn(body['logTime']) !== undefined && fact(say('time'), textIn(body['logTime']) ?? ''),
    ),
    demoWay(places, body),
    answer.json !== undefined &&
      h('details', null, h('summary', null, say('wholeAnswer')), jsonView(places, answer.json)),
  );
}

/** A complaint as it stands on the page. @param {Complaint} complaint @returns {Child} */
export function saidIn({ says, isOurs = false }) {
  return isOurs ? says : inEnglish(says);
}

/**
 * To a field of this page; the address keeps the place that is walked. @param
 * {string} id @param {Child} says
 */
function jump(id, says) {
  const to = () => {
    const field = document.getElementById(id);
    const fold = field?.closest('details');
    if (fold) fold.open = true;
    field?.focus();
  };
  return h('button', { type: 'button', class: 'plain', onclick: to }, says);
}

/** @param {string} name @param {string} value */
function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/** @param {Places} places @param {string} text @returns {Child[]} */
function withLinks(places, text) {
  return text.split(/(https?:\/\/[^\s"]+)/).map((piece) => linked(places, piece, piece));
}

/**
 * A 401 tells where the same is shown in the demo agreement. @param {Places} places @param {JsonObject} body
 */
function demoWay(places, body) {
  const link = textIn(body['demoLink']);
  const place = link && places.of(link);
  if (place === undefined || place === '') return null;
  return h('p', { class: 'actions' }, h('a', { class: 'button', href: hashOf({ place }) }, say('inDemo')));
}

/** Whether the same may be answered a moment later. @param {number} status */
export function isPassing(status) {
  return status === TOO_MANY || status >= NOT_ITS_FAULT;
}

const TOO_MANY = 429;
const NOT_ITS_FAULT = 500;

/** What went wrong on the way. @param {unknown} error */
export function outage(error) {
  return h(
    'section',
    { class: 'problem', role: 'alert', tabindex: '-1' },
    h('h2', null, say('unreachable')),
    h('p', null, inEnglish(error instanceof Error ? error.message : String(error))),
  );
}

/** What stands around an answer: where it is, what came with it, the same from a terminal. */
import { byId, h } from '../dom.js';
import { grouped } from '../json.js';
import { hashOf, isDemo, pathOf } from '../place.js';
import { verb } from './actions.js';
import { locale, say } from '../words.js';

/** @import { Answer } from '../service.js' */
/** @import { Places } from '../place.js' */

/** @param {readonly { place: string, label: string }[]} crumbs @param {string} place @param {string} name */
export function crumbsView(crumbs, place, name) {
  const isRoot = pathOf(place) === '/';
  const links = isRoot
    ? []
    : crumbs.map(({ place: to, label }) => h('a', { href: hashOf({ place: to }) }, label));
  const last = h('span', { 'aria-current': 'page' }, isRoot ? say('home') : name);
  return [...links, last].map((one) => h('li', null, one));
}

/** @param {Answer} answer */
export function factsOf({ method, status, bytes, durationMs, etag, type }) {
  return [
    verb(method),
    h('span', { class: status < 400 ? 'status' : 'status wrong' }, String(status)),
    h('span', null, type.split(';', 1)[0] ?? ''),
    h('span', null, sizeOf(bytes)),
    h('span', null, `${Math.max(1, Math.round(durationMs))} ms`),
    etag === null ? '' : h('span', null, 'ETag ', h('code', null, etag)),
  ];
}

/** @param {number} bytes */
function sizeOf(bytes) {
  return bytes < 1000 ? `${bytes} B` : `${grouped((bytes / 1000).toFixed(1), locale())} kB`;
}

/** The same from a terminal; tokens are named, never shown. @param {Places} places @param {string} place */
export function curlPanel(places, place) {
  const headers = isDemo(place)
    ? []
    : ['  -H "X-AppSecretToken: $SECRET"', '  -H "X-AgreementGrantToken: $GRANT"'];
  // Brackets and braces would be patterns to curl, and the quote is the shell's.
  const address = places
    .publishedAddress(place)
    .replace(/['[\]{}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const line = [`curl '${address}'`, ...headers].join(' \\\n');
  return h(
    'details',
    { class: 'panel' },
    h('summary', null, say('sameWithCurl')),
    h('pre', { class: 'lines', tabindex: '0' }, line),
  );
}

/** @param {File} file */
export function fileView(file) {
  const href = URL.createObjectURL(file);
  return h(
    'p',
    { class: 'actions' },
    h('a', { class: 'button', href, download: file.name }, say('save', file.name)),
    h('span', { class: 'soft' }, `${file.type}, ${sizeOf(file.size)}`),
  );
}

export function ownTokens() {
  const open = () => byId('open-tokens').click();
  return h(
    'p',
    { class: 'actions' },
    h('button', { type: 'button', class: 'quiet', onclick: open }, say('ownTokens')),
  );
}

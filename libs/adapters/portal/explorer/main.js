/** Starts the explorer: what stands in the page's frame, and the first place. */
import { byId, h } from './dom.js';
import { Explorer } from './explorer.js';
import { objectIn, textIn } from './json.js';
import { isDemo, Places } from './place.js';
import { Service } from './service.js';
import { forgetTokens, keepTokens, tokens } from './tokens.js';
import { say } from './words.js';

/** @import { Spot } from './place.js' */

const { published = '', base = '', home = '/', demo = '/' } = document.body.dataset;
const places = new Places(published, location.origin + base);
const service = new Service(places);
const explorer = new Explorer(places, service, { home, demo });

const dialog = /** @type {HTMLDialogElement} */ (byId('tokens'));
const secret = /** @type {HTMLInputElement} */ (byId('secret-token'));
const grant = /** @type {HTMLInputElement} */ (byId('grant-token'));
const address = /** @type {HTMLInputElement} */ (byId('address'));

/** Says whose books are looked at. */
async function tellWhose() {
  const isOwn = tokens() !== undefined && !isDemo(explorer.here().place);
  const whose = byId('whose');
  whose.textContent = isOwn
    ? say('myTokens')
    : isDemo(explorer.here().place)
      ? say('demoCompany')
      : say('noTokens');
  if (!isOwn) return;
  const told = await explorer.self();
  const name = told && textIn(objectIn(told['company'])['name']);
  if (name && tokens() !== undefined && !isDemo(explorer.here().place)) whose.textContent = name;
}

function show() {
  void tellWhose();
  void explorer.show();
}

/** @param {string} to @param {Spot} [spot] */
function startAt(to, spot = { place: to }) {
  dialog.close();
  secret.value = '';
  grant.value = '';
  explorer.go(spot);
  void tellWhose();
}

/** Says that both tokens are needed, and at which fields. @param {readonly HTMLInputElement[]} wrong */
function complain(wrong) {
  byId('tokens-wrong').replaceChildren(
    wrong.length === 0 ? '' : h('p', { class: 'complaint' }, say('bothTokens')),
  );
  for (const input of [secret, grant]) input.setAttribute('aria-invalid', String(wrong.includes(input)));
}

byId('open-tokens').addEventListener('click', () => {
  const isKept = tokens() !== undefined;
  complain([]);
  byId('forget').hidden = !isKept;
  for (const input of [secret, grant]) input.placeholder = isKept ? say('keptInTab') : '';
  dialog.showModal();
  // Else the link before it has the focus, and what is pasted goes nowhere.
  secret.focus();
});
for (const id of ['close-tokens', 'to-demo']) byId(id).addEventListener('click', () => dialog.close());
byId('forget').addEventListener('click', () => {
  forgetTokens();
  startAt(demo);
});
byId('tokens-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const given = { appSecretToken: secret.value.trim(), agreementGrantToken: grant.value.trim() };
  if (tokens() !== undefined && given.appSecretToken === '' && given.agreementGrantToken === '')
    return startAt(home);
  const wrong = [secret, grant].filter(({ value }) => !/^[\x21-\x7e]+$/.test(value.trim()));
  complain(wrong);
  if (wrong.length > 0) return wrong[0]?.focus();
  keepTokens(given);
  // Who filled in a form goes on there.
  startAt(home, explorer.unsent?.spot);
});
byId('walk').addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = address.value.trim();
  const to = places.of(typed) ?? (typed.startsWith('/') ? typed : `/${typed}`);
  explorer.go({ place: to.replaceAll('|', '%7C') });
});
// Another language shows the same place, with what was typed there: that goes with this page of the history.
for (const one of document.querySelectorAll('a.language'))
  one.addEventListener('click', (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    const address = `${(one.getAttribute('href') ?? '').replace(/#.*/, '')}${location.hash}`;
    one.setAttribute('href', address);
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    history.replaceState(history.state, '', address);
    location.reload();
  });
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('content').focus();
});
window.addEventListener('hashchange', show);
// Coming back leads to where one had read to, once the answer is there again.
history.scrollRestoration = 'manual';
window.addEventListener('scrollend', () => history.replaceState({ ...history.state, scrolled: scrollY }, ''));
show();

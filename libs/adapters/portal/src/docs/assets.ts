/** What the documentation adds to the style of all pages. */
export const DOCS_STYLE = `
.brand span { color: var(--soft); font-weight: 400; }
.docs .card h2 { margin-top: 0; }
.docs .card li { margin-bottom: 0.4rem; }
.group > h2, .shapes { text-transform: capitalize; border-bottom: 1px solid var(--line); padding-bottom: 0.3rem; }
.group h3 { margin: 1.25rem 0 0.35rem; font-size: 1.02rem; }
.group h3 a, .operation h2 a, .shape h3 a { color: inherit; text-decoration: none; }
.group h3 a:hover, .operation h2 a:hover, .shape h3 a:hover { text-decoration: underline; }
code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.9em; overflow-wrap: anywhere; }
.contents { list-style: none; display: block; padding: 0; margin: 0 0 0.5rem; }
.contents li { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1rem; padding: 0.3rem 0; border-top: 1px solid var(--line); align-items: baseline; }
.contents li:first-child { border-top: 0; }
.contents a { display: flex; gap: 0.6rem; align-items: baseline; padding: 0; color: var(--ink); text-decoration: none; }
.contents a:hover code { text-decoration: underline; }
.contents .says { color: var(--soft); font-size: 0.92rem; }
.contents li[hidden] { display: none; }
@media (max-width: 40rem) { .contents li { grid-template-columns: minmax(0, 1fr); } .contents .says { padding-left: 4.6rem; } }
.verb { display: inline-block; min-width: 4rem; flex: none; font-size: 0.72rem; font-weight: 700; letter-spacing: 0.03em; text-align: center; padding: 0.1rem 0.35rem; border-radius: 4px; border: 1px solid currentColor; color: var(--accent); }
.verb-delete { color: var(--wrong); }
.verb-post, .verb-put { background: var(--wash); }
.operation { border-top: 1px solid var(--line); margin-top: 2.25rem; scroll-margin-top: 1rem; }
.operation h2 { margin: 1.25rem 0 0.35rem; font-size: 1.3rem; }
.operation h3, .shape h3 { margin: 1.4rem 0 0.35rem; font-size: 1rem; }
.shape { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.25rem 1.25rem 0.75rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
.operation:target h2, .shape:target h3 { color: var(--accent); }
.address { display: flex; gap: 0.6rem; align-items: baseline; margin-bottom: 0.35rem; max-width: none; }
.who { color: var(--soft); margin: 0; }
.members { list-style: none; padding: 0; margin: 0; }
.members li { padding: 0.35rem 0; border-top: 1px solid var(--line); }
.members li:first-child { border-top: 0; }
.members .members { padding-left: 1rem; border-left: 2px solid var(--line); margin-left: 0.2rem; }
.name { font-weight: 650; }
.kind { color: var(--soft); font-size: 0.92rem; }
.flag { font-size: 0.78rem; padding: 0.05rem 0.45rem; border-radius: 999px; background: var(--wash); color: var(--accent); white-space: nowrap; }
.flag.soft { background: var(--code); color: var(--soft); }
.flag.wrong { background: var(--wrong-wash); color: var(--wrong); }
.about { color: var(--soft); font-size: 0.92rem; margin: 0.1rem 0 0; max-width: 46rem; }
.codes { padding-left: 1.2rem; margin: 0 0 0.5rem; font-size: 0.94rem; }
.answers dt { float: left; clear: left; width: 3.5rem; padding-top: 0.1rem; }
.answers dd { margin: 0 0 0.75rem 3.5rem; }
.answers dd p { margin-bottom: 0.2rem; }
details { margin: 0.35rem 0; }
summary { color: var(--accent); cursor: pointer; font-size: 0.94rem; }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
details pre { max-height: 30rem; overflow: auto; margin-top: 0.5rem; }
.search { padding: 0.75rem 0 0.25rem; }
.docs { font-size: 0.97rem; }
.docs > header { max-width: 96rem; align-items: center; border-bottom: 1px solid var(--line); padding-top: 0.75rem; padding-bottom: 0.6rem; }
.docs .seek { position: relative; flex: 1 1 16rem; max-width: 30rem; order: 0; }
.docs .brand { margin-right: 1rem; }
.docs .seek label, #hits-told, .tabs legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; padding: 0; margin: 0; }
.docs .seek input { min-height: 2.5rem; padding: 0.4rem 0.8rem; }
#hits { position: absolute; z-index: 3; top: calc(100% + 0.3rem); left: 0; width: min(34rem, calc(100vw - 2.5rem)); max-height: 70vh; overflow: auto; background: var(--card); border: 1px solid var(--field); border-radius: 8px; box-shadow: 0 8px 30px rgb(0 0 0 / 0.25); }
#hits[hidden] { display: none; }
#hits p { margin: 0; padding: 0.5rem 0.9rem; color: var(--soft); font-size: 0.85rem; }
#hits ul { list-style: none; margin: 0; padding: 0; }
#hits a { display: block; padding: 0.5rem 0.9rem; border-top: 1px solid var(--line); color: var(--ink); text-decoration: none; }
#hits a:hover, #hits a:focus { background: var(--wash); }
#hits strong { display: block; overflow-wrap: anywhere; }
#hits span { color: var(--soft); font-size: 0.86rem; }
.columns { flex: 1; width: 100%; max-width: 96rem; margin: 0 auto; display: grid; grid-template-columns: minmax(0, 1fr); }
.docs main { max-width: none; padding-top: 2rem; }
.docs main > p, .docs main > ul, .docs main > ol, .docs main li { max-width: 46rem; }
.docs main p { max-width: 46rem; }
.docs main > ul, .docs main > ol { padding-left: 1.3rem; margin: 0 0 1rem; }
.docs h1 { font-size: 2rem; }
.docs main h2 { font-size: 1.35rem; margin-top: 2.6rem; scroll-margin-top: 1rem; }
.docs main h3 { font-size: 1.08rem; margin: 1.75rem 0 0.4rem; scroll-margin-top: 1rem; }
.docs main h2 > a[href^='#'], .docs main h3 > a[href^='#'] { color: inherit; text-decoration: none; }
.docs main h2 > a[href^='#']:hover::after, .docs main h3 > a[href^='#']:hover::after { content: ' #'; color: var(--soft); }
.pages, .here { padding: 1.25rem; font-size: 0.92rem; }
.docs .pages ul, .docs .here ul { display: block; list-style: none; margin: 0; padding: 0; }
.pages h2, .here h2 { font-size: 0.8rem; text-transform: uppercase; letter-spacing: 0.06em; color: var(--soft); margin: 1.4rem 0 0.3rem; }
.pages h2:first-child, .here h2:first-child { margin-top: 0; }
.pages a { display: block; padding: 0.28rem 0.7rem; border-radius: 5px; color: var(--ink); }
.pages .back { margin: 0 0 1rem; } .pages .back a { display: inline; padding: 0; color: var(--accent); }
.pages a[aria-current] { background: var(--wash); color: var(--accent); font-weight: 650; text-decoration: none; }
.pages { border-top: 1px solid var(--line); }
.here { display: none; }
.here a { display: block; padding: 0.2rem 0; }
.here .depth-3 { padding-left: 0.9rem; }
@media (min-width: 60rem) {
  .columns { grid-template-columns: 17rem minmax(0, 1fr); }
  .docs main { grid-column: 2; grid-row: 1; padding-left: 2.5rem; padding-right: 2.5rem; }
  .pages { grid-column: 1; grid-row: 1; border-top: 0; border-right: 1px solid var(--line); }
  .to-pages { display: none; }
}
@media (min-width: 60rem) {
  .pages { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding-top: 2rem; }
}
@media (min-width: 80rem) {
  .columns { grid-template-columns: 17rem minmax(0, 1fr) 15rem; }
  .here { display: block; grid-column: 3; grid-row: 1; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding-top: 2rem; }
}
.wide { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.93rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.8rem 0.5rem 0; border-bottom: 1px solid var(--line); min-width: 5.5rem; }
th { font-weight: 650; white-space: nowrap; }
td code { overflow-wrap: normal; }
.docs pre { white-space: pre; overflow: auto; overflow-wrap: normal; margin: 0; }
.docs pre:focus-visible, .wide:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.docs :not(pre) > code { background: var(--code); border-radius: 4px; padding: 0.08em 0.3em; }
.docs .copyable, .answer { position: relative; margin: 0 0 1rem; }
.docs .copyable button { position: absolute; top: 0.4rem; right: 0.4rem; padding: 0.15rem 0.6rem; font-size: 0.78rem; background: var(--code); opacity: 0; }
.docs .copyable:hover button, .docs .copyable button:focus-visible { opacity: 1; }
@media (hover: none) { .docs .copyable button { opacity: 1; } }
.answer pre { background: transparent; border-style: dashed; max-height: 26rem; }
.copyable:has(+ .answer) { margin-bottom: 0.35rem; }
.try { display: inline-block; font-size: 0.88rem; margin-top: 0.3rem; }
.tabs { margin: 0 0 1.25rem; position: relative; }
.tabs > input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.tabs > label { display: inline-block; margin: 0; padding: 0.25rem 0.9rem; font-size: 0.9rem; border-bottom: 3px solid transparent; color: var(--soft); cursor: pointer; }
.tabs > input:checked + label { border-color: var(--accent); color: var(--ink); }
.tabs > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 1px; }
.tabs > .panel { display: none; padding-top: 0.5rem; border-top: 1px solid var(--line); }
.tabs > input:nth-of-type(1):checked ~ .panel:nth-of-type(1), .tabs > input:nth-of-type(2):checked ~ .panel:nth-of-type(2) { display: block; }
.around { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.around a { color: var(--accent); font-weight: 600; } .around span { display: block; color: var(--soft); font-size: 0.85rem; font-weight: 400; }
.twin { margin-top: 2rem; font-size: 0.86rem; } .twin a { color: var(--soft); }
.split { display: grid; gap: 0 2rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 100rem) { .split { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
:root { --hl-word: #7a3e9d; --hl-text: #2f6b1f; --hl-number: #9a4a00; --hl-note: #5b666d; --hl-name: #1a5a8a; }
@media (prefers-color-scheme: dark) { :root { --hl-word: #d3a6f0; --hl-text: #a5d68c; --hl-number: #f0b37a; --hl-note: #98a3a9; --hl-name: #8cc4f0; } }
.hljs-keyword, .hljs-literal, .hljs-built_in, .hljs-operator { color: var(--hl-word); }
.hljs-string, .hljs-subst .hljs-string { color: var(--hl-text); }
.hljs-number { color: var(--hl-number); }
.hljs-comment, .hljs-meta { color: var(--hl-note); }
.hljs-attr, .hljs-name, .hljs-variable, .hljs-title, .hljs-property { color: var(--hl-name); }
@media print {
  .docs .seek, .pages, .here, .around, .twin { display: none; }
  /* Paper is not scrolled: what stands beyond its edge is lost. */
  .docs pre { white-space: pre-wrap; overflow: visible; overflow-wrap: anywhere; max-height: none; }
  .wide { overflow: visible; }
  /* Without the list of pages its column would be empty. */
  .columns { grid-template-columns: minmax(0, 1fr); }
  .docs main { grid-column: 1; }
}
/* There every edge has a colour, a transparent one too: the sample that is chosen has the only one. */
@media (forced-colors: active) { .tabs > input:not(:checked) + label { border-color: Canvas; } }
`;

/**
 * Finds sections and operations in an index that is loaded when somebody begins to search; narrows the list
 * of operations; and keeps the language of samples that somebody chose. Every page works without.
 */
export const DOCS_SCRIPT = `'use strict';
const wordsOf = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);
const asked = document.getElementById('q');
if (asked !== null) {
  const items = [...document.querySelectorAll('.contents li')];
  asked.addEventListener('input', () => {
    const words = wordsOf(asked.value);
    let shown = 0;
    for (const item of items) {
      item.hidden = !words.every((word) => item.dataset.words.includes(word));
      if (!item.hidden) shown += 1;
    }
    for (const list of document.querySelectorAll('.contents')) {
      const isEmpty = [...list.children].every((item) => item.hidden);
      list.hidden = isEmpty;
      list.previousElementSibling.hidden = isEmpty;
    }
    for (const group of document.querySelectorAll('.group')) {
      group.hidden = [...group.querySelectorAll('.contents')].every((list) => list.hidden);
    }
    document.getElementById('found').textContent = shown + ' of ' + items.length + ' operations';
  });
}

const seek = document.getElementById('seek');
const hits = document.getElementById('hits');
const said = document.getElementById('hits-said');
// Screen readers follow what changes in a place that is there before, not in one that opens with it (ARIA22).
const told = document.getElementById('hits-told');
const list = hits.querySelector('ul');
let index;
const load = () => {
  index ??= fetch(seek.dataset.index)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
    .catch(() => { index = undefined; });
  return index;
};
const weight = (one, words) => {
  const [heading, page, text] = [one.heading, one.page, one.words].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const found = heading.includes(word) ? 10 : page.includes(word) ? 5 : text.includes(word) ? 1 : 0;
    if (found === 0) return 0;
    sum += found;
  }
  return sum + (heading === words.join(' ') ? 20 : 0);
};
const around = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at > 0 ? '\u2026' : '') + text.slice(at, at + 120).trim() + (text.length > at + 120 ? '\u2026' : '');
};
const itemOf = (one, words) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const heading = document.createElement('strong');
  const text = document.createElement('span');
  link.href = seek.dataset.base + one.to;
  heading.textContent = one.page === one.heading ? one.heading : one.page + ': ' + one.heading;
  text.textContent = around(one.words, words[0]);
  link.append(heading, text);
  item.append(link);
  return item;
};
const show = async () => {
  const words = wordsOf(seek.value);
  if (words.length === 0) { hits.hidden = true; told.textContent = ''; return; }
  const all = await load();
  // Out of reach: the next letter asks again, and Enter asks the service.
  if (all === undefined) { hits.hidden = true; return; }
  const found = all.map((one) => [weight(one, words), one]).filter(([sum]) => sum > 0);
  found.sort(([a], [b]) => b - a);
  list.replaceChildren(...found.slice(0, 15).map(([, one]) => itemOf(one, words)));
  said.textContent = found.length === 0 ? 'Nothing was found.' : found.length + ' found';
  told.textContent = said.textContent;
  hits.hidden = false;
};
seek.addEventListener('focus', load, { once: true });
seek.addEventListener('input', show);
seek.form.addEventListener('submit', (event) => {
  const first = list.querySelector('a');
  if (hits.hidden || first === null) return;
  event.preventDefault();
  first.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    // What is hidden keeps no keyboard.
    if (hits.contains(document.activeElement)) seek.focus();
    hits.hidden = true;
  }
  if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !hits.hidden && seek.form.contains(event.target)) {
    const links = [seek, ...list.querySelectorAll('a')];
    const next = links[links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next !== undefined) { event.preventDefault(); next.focus(); }
  }
});
document.addEventListener('click', (event) => { if (!seek.form.contains(event.target)) hits.hidden = true; });
list.addEventListener('click', () => { hits.hidden = true; });
seek.form.addEventListener('focusout', ({ relatedTarget }) => {
  // Who goes on with the keyboard sees where: nothing lies over it (WCAG 2.4.11).
  if (relatedTarget !== null && !seek.form.contains(relatedTarget)) hits.hidden = true;
});

const side = document.getElementById('all-pages');
const current = side.querySelector('[aria-current]');
// The page that is shown stands in sight, also where the sidebar is longer than the window.
if (current !== null) side.scrollTop = current.offsetTop - side.clientHeight / 2;

const choices = [...document.querySelectorAll('.tabs > input')];
const choose = (language) => {
  for (const one of choices) if (one.value === language) one.checked = true;
};
for (const one of choices) {
  one.addEventListener('change', () => {
    const before = one.getBoundingClientRect().top;
    choose(one.value);
    scrollBy(0, one.getBoundingClientRect().top - before);
    try { localStorage.setItem('kontor-samples', one.value); } catch { /* Not allowed here. */ }
  });
}
try { choose(localStorage.getItem('kontor-samples')); } catch { /* Not allowed here. */ }
`;

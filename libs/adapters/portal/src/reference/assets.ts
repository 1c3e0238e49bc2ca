/** What the reference adds to the style of all pages. */
export const REFERENCE_STYLE = `
.reference header, .reference main { max-width: 60rem; }
.brand span { color: var(--soft); font-weight: 400; }
.reference .card h2 { margin-top: 0; }
.reference .card li { margin-bottom: 0.4rem; }
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
@media (max-width: 40rem) { .contents li { grid-template-columns: minmax(0, 1fr); } .contents .says { padding-left: 3.6rem; } }
.verb { display: inline-block; min-width: 3rem; flex: none; font-size: 0.72rem; font-weight: 700; letter-spacing: 0.03em; text-align: center; padding: 0.1rem 0.35rem; border-radius: 4px; border: 1px solid currentColor; color: var(--accent); }
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
.search { position: sticky; top: 0; background: var(--paper); padding: 0.75rem 0 0.25rem; z-index: 1; }
`;

/**
 * Narrows the list of operations as words are typed, and opens what an
 * address within a page leads to. The page works without.
 */
export const REFERENCE_SCRIPT = `'use strict';
const asked = document.getElementById('q');
if (asked !== null) {
  const items = [...document.querySelectorAll('.contents li')];
  const narrow = () => {
    const words = asked.value.toLowerCase().split(/\\s+/).filter(Boolean);
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
  };
  asked.addEventListener('input', narrow);
}
`;

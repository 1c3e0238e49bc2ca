/**
 * The one style sheet. System fonts, one column, one accent; readable in the dark, on a phone, and printed.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --card: #ffffff;
  --ink: #1d2327;
  --soft: #59636b;
  --line: #d9d6cd;
  --field: #8b8f8c;
  --accent: #1d5c4b;
  --on-accent: #ffffff;
  --wash: #e8f1ed;
  --wrong: #a3261b;
  --wrong-wash: #fbeeec;
  --code: #f2f0ea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181a;
    --card: #1c2124;
    --ink: #e8e6e1;
    --soft: #a7afb3;
    --line: #363d41;
    --field: #7d868b;
    --accent: #8fd3bc;
    --on-accent: #10201a;
    --wash: #1d2f29;
    --wrong: #ffaaa0;
    --wrong-wash: #3a211e;
    --code: #101416;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { font-size: 106.25%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
  line-height: 1.55;
  font-variant-numeric: tabular-nums;
  overflow-wrap: break-word;
}
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); z-index: 1; }
.skip:focus { top: 0.5rem; }
header, main, footer { width: 100%; max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem 1.5rem;
  padding-top: 1.25rem;
  padding-bottom: 1rem;
}
.brand { font-weight: 650; font-size: 1.15rem; letter-spacing: 0.01em; color: var(--ink); text-decoration: none; margin-right: auto; }
nav ul, footer ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.1rem 1.25rem; margin: 0; padding: 0; }
nav a, footer a, nav button { display: inline-block; padding: 0.35rem 0; }
header nav { font-size: 0.92rem; }
header nav ul { column-gap: 1rem; }
@media (max-width: 27rem) { header nav ul { column-gap: 0.8rem; } }
nav a { color: var(--soft); text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--ink); text-decoration: underline; }
main { flex: 1; padding-top: 1.5rem; padding-bottom: 3rem; }
main:focus { outline: none; }
.narrow { max-width: 30rem; }
footer { border-top: 1px solid var(--line); padding-top: 0.9rem; padding-bottom: 1.5rem; color: var(--soft); font-size: 0.88rem; }
footer a { color: var(--soft); }
.qr { display: block; margin: 0 0 1rem; max-width: 100%; height: auto; border-radius: 6px; }
/* Papers are white. */
.logo { display: block; max-width: 100%; max-height: 6rem; padding: 0.75rem; background: #fff; border: 1px solid var(--line); border-radius: 6px; }
.operator { margin: 0 0 0.25rem; }
footer [aria-current] { color: var(--ink); font-weight: 600; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.012em; font-weight: 650; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.15rem; line-height: 1.3; font-weight: 650; margin: 2.25rem 0 0.5rem; }
p { margin: 0 0 1rem; max-width: 38rem; }
.lead { font-size: 1.08rem; color: var(--soft); margin-bottom: 1.75rem; }
h1 + .lead { margin-top: -0.35rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 3px;
}
.ways { display: grid; gap: 1rem; padding: 0; margin: 0 0 1rem; list-style: none; }
@media (min-width: 40rem) {
  .ways { grid-template-columns: repeat(2, 1fr); }
  .ways > li:last-child:nth-child(odd) { grid-column: 1 / -1; }
}
.ways > li { display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; }
.ways h2 { margin: 0 0 0.35rem; }
.ways p { color: var(--soft); flex: 1; }
.ways .actions { margin: 0.25rem 0 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; margin: 0 0 1rem; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; margin: 1.5rem 0 0; }
button, .button {
  display: inline-block;
  font: inherit;
  font-weight: 600;
  line-height: 1.25;
  padding: 0.7rem 1.25rem;
  border: 1px solid var(--accent);
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.12); }
button.quiet, .button.quiet { background: transparent; color: var(--accent); }
button.plain { border: 0; padding: 0.35rem 0; background: none; color: var(--accent); font-weight: 400; line-height: inherit; text-decoration: underline; text-underline-offset: 0.15em; }
button.plain:hover { filter: none; }
nav button.plain { color: var(--soft); text-decoration: none; }
nav button.plain:hover { color: var(--ink); text-decoration: underline; }
form { margin: 0; }
form + p { margin-top: 1.25rem; }
fieldset { border: 0; margin: 0 0 0.5rem; padding: 0; min-width: 0; }
legend { font-weight: 650; font-size: 1.15rem; padding: 0; margin: 1.25rem 0 0.75rem; }
.field { margin: 0 0 1.15rem; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.hint { color: var(--soft); font-size: 0.92rem; margin: 0 0 0.35rem; }
input:not([type="checkbox"]):not([type="radio"]), select {
  width: 100%;
  font: inherit;
  color: var(--ink);
  background: var(--card);
  padding: 0.6rem 0.7rem;
  border: 1px solid var(--field);
  border-radius: 6px;
  min-height: 2.9rem;
}
[aria-invalid="true"] { border-color: var(--wrong) !important; border-width: 2px !important; }
.choice { display: flex; gap: 0.7rem; align-items: flex-start; margin: 0 0 0.75rem; }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0.15rem 0 0; flex: none; accent-color: var(--accent); }
.choice label { font-weight: 400; margin: 0; }
.choice strong { display: block; font-weight: 600; }
.complaint { color: var(--wrong); font-weight: 600; font-size: 0.95rem; margin: 0 0 0.35rem; }
.notice, .problems { border-left: 4px solid var(--accent); background: var(--wash); border-radius: 0 6px 6px 0; padding: 0.85rem 1.1rem; margin: 0 0 1.5rem; }
.notice p, .problems p { margin: 0; }
.problems { border-color: var(--wrong); background: var(--wrong-wash); }
.problems:focus-visible { outline-color: var(--wrong); }
.problems h2 { margin: 0 0 0.35rem; font-size: 1rem; }
.problems ul { margin: 0; padding-left: 1.2rem; }
.problems a { color: var(--wrong); }
dl { margin: 0 0 1rem; }
dt { color: var(--soft); font-size: 0.92rem; }
dd { margin: 0 0 0.7rem; }
.facts { display: grid; gap: 0.25rem 2rem; }
/* A long word breaks within its place instead of widening the page. */
.facts > *, .actions > *, .choice > * { min-width: 0; }
@media (min-width: 34rem) {
  .facts { grid-template-columns: repeat(3, 1fr); }
  .facts.pairs { grid-template-columns: repeat(2, 1fr); }
}
.roles { padding-left: 1.2rem; margin: 0 0 1rem; }
.roles li { margin-bottom: 0.25rem; }
.list { list-style: none; padding: 0; margin: 0; }
.list > li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem 0.35rem; margin: 0 0 0.85rem; }
.list :is(h2, h3) { margin: 0 0 0.5rem; font-size: 1.05rem; }
.list .actions { margin: 0 0 0.85rem; }
.past { color: var(--soft); padding-left: 1.2rem; }
.token, pre {
  font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 0.88rem;
  line-height: 1.5;
  background: var(--code);
  border: 1px solid var(--line);
  border-radius: 6px;
  padding: 0.75rem 0.9rem;
  margin: 0 0 0.5rem;
  max-width: none;
}
.token { display: block; word-break: break-all; user-select: all; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.copyable { margin: 0 0 1.25rem; }
.copyable button { padding: 0.35rem 0.8rem; font-size: 0.9rem; }
@media print { header nav, footer, button, .button { display: none; } }
@media (prefers-reduced-motion: no-preference) { .skip { transition: top 0.15s; } }
`;

import type { Problems } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { html, type Html } from './html.js';

/** What every form carries, so that nobody else can send it in a person's name. */
export function hiddenCsrf({ csrf }: Pick<Visit, 'csrf'>): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

/** What is wrong, first on the page; each complaint leads to its field. */
export function problemSummary({ text }: Visit, problems: Problems): Html | undefined {
  const all = Object.entries(problems);
  if (all.length === 0) return undefined;
  return html`<div class="problems" role="alert" tabindex="-1" autofocus>
    <h2>${text.problems}</h2>
    <ul>
      ${all.map(([name, complaint]) => html`<li><a href="#${name}">${complaint}</a></li>`)}
    </ul>
  </div>`;
}

/** An input with its label, and what is wrong with what was entered. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'date' | 'url';
  readonly value?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
  /** In characters, of which a browser counts some, such as emoji, as two. */
  readonly maxLength?: number;
  /** It may be left empty. */
  readonly isOptional?: true;
};

/** A field with its label, and with what is wrong with it, which screen readers say with it. */
export function field(
  { name, label, type = 'text', value = '', hint, autocomplete, maxLength, isOptional }: FormField,
  problems: Problems,
): Html {
  const complaint = problems[name];
  return html`<div class="field">
    ${labelOf(name, label, hint, complaint)}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${isOptional === undefined && html` required`}${describedBy(name, hint, complaint)}${
        autocomplete !== undefined && html` autocomplete="${autocomplete}"`
      }${maxLength !== undefined && html` maxlength="${2 * maxLength}"`}${type === 'text' && html` dir="auto"`}${type === 'url' && html` inputmode="url" spellcheck="false"`}
    />
  </div>`;
}

/** What can be chosen: the value that is sent, and how a person reads it. */
export type FormOption = { readonly value: string; readonly words: string };

/** A list to choose one of, with its label. */
export function selection(
  {
    name,
    label,
    value,
    options,
  }: Pick<FormField, 'name' | 'label' | 'value'> & { readonly options: readonly FormOption[] },
  problems: Problems,
): Html {
  const complaint = problems[name];
  const shown = options.map((one) =>
    one.value === value
      ? html`<option value="${one.value}" selected>${one.words}</option>`
      : html`<option value="${one.value}">${one.words}</option>`,
  );
  return html`<div class="field">
    ${labelOf(name, label, undefined, complaint)}
    <select id="${name}" name="${name}" required${describedBy(name, undefined, complaint)}>
      ${shown}
    </select>
  </div>`;
}

function labelOf(name: string, label: string, hint: string | undefined, complaint: string | undefined): Html {
  return html`<label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${complaint !== undefined && html`<p class="complaint" id="${name}-complaint">${complaint}</p>`}`;
}

function describedBy(name: string, hint: string | undefined, complaint: string | undefined): Html {
  const ids = [hint !== undefined && `${name}-hint`, complaint !== undefined && `${name}-complaint`].filter(
    (id) => id !== false,
  );
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
    complaint !== undefined && html` aria-invalid="true"`
  }`;
}

/** A secret or a line to copy; the script adds a button to it. */
export function copyable(
  { text }: Pick<Visit, 'text'>,
  words: string,
  shown: 'token' | 'lines' = 'token',
): Html {
  const code =
    shown === 'token' ? html`<code class="token">${words}</code>` : html`<pre><code>${words}</code></pre>`;
  return html`<div class="copyable" data-copy="${text.copy}" data-copied="${text.copied}">${code}</div>`;
}

/** A form that is one button. */
export function button(visit: Visit, action: string, words: string, isQuiet = false): Html {
  const label = isQuiet ? html`<button class="quiet">${words}</button>` : html`<button>${words}</button>`;
  return html`<form method="post" action="${action}">${hiddenCsrf(visit)}${label}</form>`;
}

/** What was done, said where somebody looks next, and by screen readers. */
export function notice(words: string | Html): Html {
  return html`<div class="notice" role="status"><p>${words}</p></div>`;
}

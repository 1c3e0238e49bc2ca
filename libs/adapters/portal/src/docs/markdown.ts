import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';
import type { MarkedToken, Token, Tokens } from 'marked';
import { html, type Html } from '../page/html.js';
import { idOf, plainText } from './pages.js';

/** What a page knows of its context: where links and requests that can be tried lead. */
export type PageContext = {
  readonly leadsTo: (link: string) => string | undefined;
  /** The explorer at the place that a shell sample reads, if it reads one. */
  readonly tried: (shell: string) => string | undefined;
};

/** A title within a page: how deep it lies, and the word by which an address leads to it. */
export type Heading = { readonly depth: number; readonly id: string; readonly text: string };

/** A page as markup, and its headings. */
export type Rendered = { readonly content: Html; readonly headings: readonly Heading[] };

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'bash',
  console: 'bash',
  ts: 'typescript',
  js: 'typescript',
  html: 'xml',
  json: 'json',
};
const SHOWN = ['json', 'text'];

const lowlight = createLowlight({ bash, json, typescript, xml });

/**
 * Markdown, taken apart by marked, as markup that only our own tag makes: HTML within the text is shown as it
 * is written. A shell sample with a TypeScript sample directly below it are two tabs.
 */
export function rendered(tokens: readonly Token[], context: PageContext): Rendered {
  const page = new Page(context);
  const content = page.blocks(tokens);
  return { content, headings: page.headings };
}

class Page {
  readonly headings: Heading[] = [];
  readonly #context: PageContext;
  readonly #ids = new Map<string, number>();
  #tabs = 0;

  constructor(context: PageContext) {
    this.#context = context;
  }

  blocks(tokens: readonly Token[]): Html {
    const own = tokens.filter(({ type }) => type !== 'space');
    const made: Html[] = [];
    for (let at = 0; at < own.length;) {
      const shell = sampleAt(own, at, 'sh');
      const program = shell === undefined ? undefined : sampleAt(own, at + shell.length, 'ts');
      if (shell !== undefined && program !== undefined) {
        made.push(this.#tabbed(shell, program));
        at += shell.length + program.length;
      } else {
        made.push(this.#block(own[at] as MarkedToken));
        at += 1;
      }
    }
    return html`${made}`;
  }

  #block(token: MarkedToken): Html {
    switch (token.type) {
      case 'heading':
        return this.#heading(token);
      case 'paragraph':
        return html`<p>${this.#inline(token.tokens)}</p>`;
      case 'code':
        return this.#code(token);
      case 'blockquote':
        return html`<blockquote>${this.blocks(token.tokens)}</blockquote>`;
      case 'list':
        return listOf(
          token.ordered,
          html`${token.items.map((item) => html`<li>${this.blocks(item.tokens)}</li>`)}`,
        );
      case 'table':
        return this.#table(token);
      case 'hr':
        return html`<hr />`;
      // The text of an item in a tight list.
      case 'text':
        return this.#inline(token.tokens ?? [token]);
      default:
        return html`<p>${token.raw}</p>`;
    }
  }

  #heading({ depth, tokens }: Tokens.Heading): Html {
    const text = plainText(tokens);
    const bare = idOf(text);
    const before = this.#ids.get(bare) ?? 0;
    this.#ids.set(bare, before + 1);
    const id = before === 0 ? bare : `${bare}-${before}`;
    // The frame shows the title.
    if (depth === 1) return html``;
    this.headings.push({ depth, id, text });
    const inner = html`<a href="#${id}">${this.#inline(tokens)}</a>`;
    return depth === 2 ? html`<h2 id="${id}">${inner}</h2>` : html`<h3 id="${id}">${inner}</h3>`;
  }

  #table({ header, rows }: Tokens.Table): Html {
    const isHeaded = header.some(({ text }) => text !== '');
    const name = this.headings.at(-1)?.text ?? 'Table';
    return html`<div class="wide" tabindex="0" role="region" aria-label="${name}">
      <table aria-label="${name}">
        ${
          isHeaded &&
          html`<thead>
            <tr>
              ${header.map(({ tokens, text }) =>
                text === '' ? html`<td></td>` : html`<th scope="col">${this.#inline(tokens)}</th>`,
              )}
            </tr>
          </thead>`
        }
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map(({ tokens }) => html`<td>${this.#inline(tokens)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #tabbed(shell: readonly Tokens.Code[], program: readonly Tokens.Code[]): Html {
    this.#tabs += 1;
    const name = `sample-${this.#tabs}`;
    return html`<fieldset class="tabs">
      <legend>The sample in</legend>
      <input type="radio" name="${name}" id="${name}-curl" value="curl" checked />
      <label for="${name}-curl">curl</label>
      <input type="radio" name="${name}" id="${name}-ts" value="ts" />
      <label for="${name}-ts">TypeScript</label>
      <div class="panel">${shell.map((one) => this.#code(one))}</div>
      <div class="panel">${program.map((one) => this.#code(one))}</div>
    </fieldset>`;
  }

  #code({ text, lang = '' }: Tokens.Code): Html {
    const language = LANGUAGES[lang];
    const code =
      language === undefined ? html`${text}` : html`${marked(lowlight.highlight(language, text).children)}`;
    const tried = lang === 'sh' ? this.#context.tried(text) : undefined;
    const block = html`<pre tabindex="0"><code>${code}</code></pre>`;
    return SHOWN.includes(lang)
      ? html`<div class="answer">${block}</div>`
      : html`<div class="copyable" data-copy="Copy" data-copied="Copied">
          ${block} ${tried !== undefined && html`<a class="try" href="${tried}">Try it in the explorer</a>`}
        </div>`;
  }

  #inline(tokens: readonly Token[]): Html {
    return html`${(tokens as readonly MarkedToken[]).map((token) => this.#piece(token))}`;
  }

  #piece(token: MarkedToken): Html {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? html`${token.text}` : this.#inline(token.tokens);
      case 'codespan':
        return html`<code>${token.text}</code>`;
      case 'strong':
        return html`<strong>${this.#inline(token.tokens)}</strong>`;
      case 'em':
        return html`<em>${this.#inline(token.tokens)}</em>`;
      case 'br':
        return html`<br />`;
      case 'link':
        return this.#link(token);
      case 'escape':
        return html`${token.text}`;
      default:
        return html`${token.raw}`;
    }
  }

  /** What is not served is named, and leads nowhere. */
  #link({ href, tokens }: Tokens.Link): Html {
    const to = this.#context.leadsTo(href);
    const inner = this.#inline(tokens);
    return to === undefined
      ? html`<span title="${href}, in the repository">${inner}</span>`
      : html`<a href="${to}">${inner}</a>`;
  }
}

function listOf(isOrdered: boolean, items: Html): Html {
  return isOrdered
    ? html`<ol>
        ${items}
      </ol>`
    : html`<ul>
        ${items}
      </ul>`;
}

/** A sample in a language, with what is shown below it. */
function sampleAt(
  tokens: readonly Token[],
  at: number,
  language: string,
): readonly Tokens.Code[] | undefined {
  const codeAt = (index: number): Tokens.Code | undefined => {
    const token = tokens[index];
    return token?.type === 'code' ? (token as Tokens.Code) : undefined;
  };
  const first = codeAt(at);
  if (first?.lang !== language) return undefined;
  const below = codeAt(at + 1);
  return below !== undefined && SHOWN.includes(below.lang ?? '') ? [first, below] : [first];
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** A tree of words with their kinds, as markup. */
function marked(nodes: readonly Node[]): readonly Html[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [html`${node.value}`];
    if (node.type !== 'element') return [];
    const { className } = node.properties;
    const kind = Array.isArray(className) ? className.join(' ') : '';
    return [html`<span class="${kind}">${marked(node.children)}</span>`];
  });
}

import { COPY_SCRIPT, DOCS_SCRIPT, DOCS_STYLE, ICON, STYLE_SHEET } from '../asset/assets.js';
import { html, textOf, type Html } from '../page/html.js';
import type { Heading } from './markdown.js';
import { pagesIn, pathOfPage, type DocsChapter } from './pages.js';

/** The pages of the API reference that stand in the sidebar: a name and an address below `/docs/api`. */
export type SideGroup = { readonly title: string; readonly pages: readonly Side[] };
/** A page as the list beside every page leads to it; `at`: below `/docs/`. */
export type Side = { readonly title: string; readonly at: string };

/** What stands around each page. */
export type Around = {
  /** What stands before every path of the service. */
  readonly base: string;
  readonly chapters: readonly DocsChapter[];
};

/** A page of the documentation, to be put into its frame. */
export type Framed = {
  /** Below `/docs/`; of what stands in place of a page that is not there, undefined. */
  readonly at: string | undefined;
  readonly title: string;
  readonly lead: string;
  readonly content: Html;
  readonly headings?: readonly Heading[];
  /** Groups of the reference, which has a sidebar of its own. */
  readonly groups?: readonly SideGroup[];
};

/**
 * A whole document: header with the search, sidebar, the page, what is on it, and what comes before and
 * after.
 */
export function docsPage({ base, chapters }: Around, page: Framed): string {
  const { at, title, lead, content, headings = [], groups } = page;
  const asset = ({ name }: { readonly name: string }): string => `${base}/portal/assets/${name}`;
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title} · Kontor</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="referrer" content="no-referrer" />
          <meta name="description" content="${lead}" />
          <link rel="icon" href="${asset(ICON)}" type="image/svg+xml" />
          ${
            at !== undefined &&
            html`<link rel="alternate" type="text/markdown" href="${base}/docs${pathOfPage(at, '.md')}" />`
          }
          <link rel="stylesheet" href="${asset(STYLE_SHEET)}" />
          <link rel="stylesheet" href="${asset(DOCS_STYLE)}" />
          <script src="${asset(COPY_SCRIPT)}" defer></script>
          <script src="${asset(DOCS_SCRIPT)}" defer></script>
        </head>
        <body class="docs">
          <a class="skip" href="#content">Skip to the content</a>
          ${headerOf(base)}
          <div class="columns">
            <main id="content" tabindex="-1">
              <h1>${title}</h1>
              ${content} ${groups === undefined && at !== undefined && aroundOf(base, chapters, at)}
              ${
                at !== undefined &&
                html`<p class="twin">
                  <a href="${base}/docs${pathOfPage(at, '.md')}">This page as Markdown</a>
                </p>`
              }
            </main>
            ${sidebarOf(base, chapters, at, groups)} ${onThisPage(headings)}
          </div>
        </body>
      </html> `,
  );
}

function headerOf(base: string): Html {
  return html`<header>
    <a class="brand" href="${base}/docs">Kontor <span>Docs</span></a>
    <form role="search" aria-label="Documentation" action="${base}/docs/api" method="get" class="seek">
      <label for="seek">Search the documentation</label>
      <input
        id="seek"
        name="q"
        type="search"
        placeholder="Search"
        autocomplete="off"
        spellcheck="false"
        data-index="${base}/docs/search.json"
        data-base="${base}"
      />
      <p id="hits-told" role="status"></p>
      <div id="hits" hidden>
        <p id="hits-said" aria-hidden="true"></p>
        <ul aria-label="What was found"></ul>
      </div>
    </form>
    <nav aria-label="Main">
      <ul>
        <li class="to-pages"><a href="#all-pages">All pages</a></li>
        <li><a href="${base}/docs/api">API</a></li>
        <li><a href="${base}/explorer">Explorer</a></li>
        <li><a href="${base}/portal">Portal</a></li>
      </ul>
    </nav>
  </header>`;
}

function sidebarOf(
  base: string,
  chapters: readonly DocsChapter[],
  at: string | undefined,
  groups: readonly SideGroup[] | undefined,
): Html {
  const api = { title: 'API: every operation', at: 'api' };
  const shown = chapters.map(({ title, pages }) => ({
    title,
    pages: title === 'Look up' ? [api, ...pages] : pages,
  }));
  return html`<nav class="pages" id="all-pages" aria-label="Pages" tabindex="-1">
    ${
      groups !== undefined &&
      html`<p class="back">
        <a href="${base}/docs">Guides and pages</a> · <a href="${base}/docs/api">API</a>
      </p>`
    }
    ${(groups ?? shown).map(
      ({ title, pages }) =>
        html`<h2>${title}</h2>
          <ul>
            ${pages.map((one) => sideItem(base, one, at))}
          </ul>`,
    )}
  </nav>`;
}

function sideItem(base: string, { title, at }: Side, current: string | undefined): Html {
  const href = `${base}/docs${pathOfPage(at)}`;
  return at === current
    ? html`<li><a href="${href}" aria-current="page">${title}</a></li>`
    : html`<li><a href="${href}">${title}</a></li>`;
}

function onThisPage(headings: readonly Heading[]): Html {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 2) return html``;
  return html`<nav class="here" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${shown.map(({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

/** The pages before and after. */
function aroundOf(base: string, chapters: readonly DocsChapter[], at: string): Html {
  const all = pagesIn(chapters);
  const index = all.findIndex((one) => one.at === at);
  const link = (one: Side | undefined, rel: string, words: string): Html | false =>
    one !== undefined &&
    html`<a rel="${rel}" href="${base}/docs${pathOfPage(one.at)}"><span>${words}</span> ${one.title}</a>`;
  return html`<nav class="around" aria-label="Before and after">
    ${link(all[index - 1], 'prev', 'Before:')} ${link(all[index + 1], 'next', 'Next:')}
  </nav>`;
}

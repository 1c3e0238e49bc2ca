import { ICON, STYLE_SHEET } from '../asset/assets.js';
import { html, textOf, type Html } from '../page/html.js';
import type { Texts } from '../text/en-gb.js';
import { LOCALE_NAMES, LOCALES, TEXTS, type Locale } from '../text/locale.js';
import { basePathOf } from '../visit/base-path.js';
import type { ExplorerFiles } from './files.js';

/** What says that a module did not come: no module, since those are not there then. */
const WATCH = 'watch.js';

/**
 * The frame of the explorer, in one language; `explorer/main.js` fills it. All modules are preloaded by name,
 * so that a browser need not find them one after another.
 */
export function explorerPage(baseUrl: string, { version, files }: ExplorerFiles, locale: Locale): string {
  const { explorer: text, skipToContent, cancel } = TEXTS[locale];
  const modules = [...files.keys()].filter((name) => name.endsWith('.js') && name !== WATCH);
  const base = basePathOf(baseUrl);
  const own = (name: string): string => `${base}/explorer/${version}/${name}`;
  return textOf(
    html`<!doctype html>
      <html lang="${locale}">
        ${headOf(base, modules, own, text.lead)}
        <body
          class="explorer"
          data-published="${baseUrl}"
          data-base="${base}"
          data-home="/"
          data-demo="/?demo=true"
        >
          <a class="skip" id="skip" href="#content">${skipToContent}</a>
          ${headerOf(base, text)}
          <div class="walk">
            <form id="walk" role="search">
              <label for="address" class="verb verb-get">GET</label>
              <input
                id="address"
                aria-label="${text.address}"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
              />
              <button class="quiet">${text.go}</button>
            </form>
            <nav aria-label="${text.where}">
              <ol id="crumbs" class="crumbs"></ol>
            </nav>
          </div>
          <main id="content" tabindex="-1">
            <p class="loading">${text.loading}</p>
            <div class="failed" role="alert">
              <p>${text.failed}</p>
              <p><button type="button" id="again">${text.again}</button></p>
            </div>
            <noscript>
              <h1>Kontor Explorer</h1>
              <p>${text.noScript}</p>
              <ul>
                ${Object.entries(text.links).map(([path, name]) => html`<li><a href="${base}${path}?demo=true">${name}</a></li>`)}
              </ul>
            </noscript>
          </main>
          ${footerOf(base, locale)} ${tokensDialog(base, text, cancel)}
        </body>
      </html> `,
  );
}

/** Asks for tokens of one's own. */
function tokensDialog(base: string, text: Texts['explorer'], cancel: string): Html {
  return html`<dialog id="tokens" aria-labelledby="tokens-title" aria-describedby="tokens-hint">
    <form id="tokens-form">
      <h2 id="tokens-title">${text.own}</h2>
      <p class="hint" id="tokens-hint">
        ${text.ownHint} <a href="${base}/portal/first-call">${text.portalName}</a>
      </p>
      <div id="tokens-wrong" role="alert"></div>
      ${tokenField('secret-token', 'X-AppSecretToken')} ${tokenField('grant-token', 'X-AgreementGrantToken')}
      <div class="actions">
        <button>${text.use}</button>
        <button type="button" class="quiet" id="forget">${text.forget}</button>
        <a href="#/?demo=true" id="to-demo">${text.showDemo}</a>
        <button type="button" class="plain" id="close-tokens">${cancel}</button>
      </div>
    </form>
  </dialog>`;
}

/** Says with the field what is wrong with what was entered. */
function tokenField(id: string, label: string): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" type="password" autocomplete="off" spellcheck="false" aria-describedby="tokens-wrong" />
  </div>`;
}

/** What a browser is told before it shows the page. */
function headOf(base: string, modules: readonly string[], own: (name: string) => string, lead: string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <title>Kontor Explorer</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="description" content="${lead}" />
    <link rel="icon" href="${base}/portal/assets/${ICON.name}" type="image/svg+xml" />
    <link rel="stylesheet" href="${base}/portal/assets/${STYLE_SHEET.name}" />
    <link rel="stylesheet" href="${own('explorer.css')}" />
    <script src="${own(WATCH)}"></script>
    ${modules.map((name) => html`<link rel="modulepreload" href="${own(name)}" />`)}
    <script type="module" src="${own('main.js')}"></script>
  </head>`;
}

/** The same place in another language. */
function footerOf(base: string, locale: Locale): Html {
  return html`<footer>
    <nav aria-label="${TEXTS[locale].languages}">
      <ul>
        ${LOCALES.map((one) => html`<li><a class="language" href="${base}/explorer?locale=${one}" lang="${one}" hreflang="${one}" ${one === locale && html` aria-current="true"`}>${LOCALE_NAMES[one]}</a></li>`)}
      </ul>
    </nav>
  </footer>`;
}

/** Where else to go from here. */
function headerOf(base: string, text: Texts['explorer']): Html {
  return html`<header>
    <a class="brand" href="${base}/explorer">Kontor <span>Explorer</span></a>
    <nav aria-label="${text.main}">
      <ul>
        <li><span id="whose" class="whose">${text.demo}</span></li>
        <li><button type="button" class="plain" id="open-tokens">${text.tokens}</button></li>
        <li><a href="${base}/docs">${text.docs}</a></li>
        <li><a href="${base}/portal">${text.portalName}</a></li>
      </ul>
    </nav>
  </header>`;
}

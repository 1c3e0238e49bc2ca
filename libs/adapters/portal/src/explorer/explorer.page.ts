import { ICON, STYLE_SHEET } from '../asset/assets.js';
import { html, textOf, type Html } from '../page/html.js';
import { basePathOf } from '../visit/base-path.js';
import type { ExplorerFiles } from './files.js';

/**
 * The frame of the explorer; `explorer/main.js` fills it. In English, as the API is. The modules are named
 * all at once, so that a browser need not find them one behind the other.
 */
export function explorerPage(baseUrl: string, { version, files }: ExplorerFiles): string {
  const modules = [...files.keys()].filter((name) => name.endsWith('.js'));
  const base = basePathOf(baseUrl);
  const own = (name: string): string => `${base}/explorer/${version}/${name}`;
  return textOf(
    html`<!doctype html>
      <html lang="en">
        ${headOf(base, modules, own)}
        <body
          class="explorer"
          data-published="${baseUrl}"
          data-base="${base}"
          data-home="/"
          data-demo="/?demo=true"
        >
          <a class="skip" id="skip" href="#content">Skip to the content</a>
          ${headerOf(base)}
          <div class="walk">
            <form id="walk" role="search">
              <label for="address" class="verb verb-get">GET</label>
              <input
                id="address"
                aria-label="Address"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
              />
              <button class="quiet">Go</button>
            </form>
            <nav aria-label="Where this is">
              <ol id="crumbs" class="crumbs"></ol>
            </nav>
          </div>
          <main id="content" tabindex="-1">
            <noscript><p>The explorer is made with JavaScript, which is off in this browser.</p></noscript>
          </main>
          <dialog id="tokens" aria-labelledby="tokens-title">
            <form id="tokens-form">
              <h2 id="tokens-title">Tokens of your own</h2>
              <p class="hint">
                They stay in this tab until it is closed and go to this service only. The
                <a href="${base}/portal/first-call">portal</a> makes some in a minute.
              </p>
              <div id="tokens-wrong" role="alert"></div>
              <div class="field">
                <label for="secret-token">X-AppSecretToken</label>
                <input id="secret-token" type="password" autocomplete="off" spellcheck="false" />
              </div>
              <div class="field">
                <label for="grant-token">X-AgreementGrantToken</label>
                <input id="grant-token" type="password" autocomplete="off" spellcheck="false" />
              </div>
              <div class="actions">
                <button>Use these</button>
                <button type="button" class="quiet" id="forget">Forget mine</button>
                <a href="#/?demo=true" id="to-demo">Show the demo</a>
                <button type="button" class="plain" id="close-tokens">Cancel</button>
              </div>
            </form>
          </dialog>
        </body>
      </html> `,
  );
}

/** What a browser is told before it shows the page. */
function headOf(base: string, modules: readonly string[], own: (name: string) => string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <title>Kontor Explorer</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <meta name="description" content="Walk the Kontor API by its links." />
    <link rel="icon" href="${base}/portal/assets/${ICON.name}" type="image/svg+xml" />
    <link rel="stylesheet" href="${base}/portal/assets/${STYLE_SHEET.name}" />
    <link rel="stylesheet" href="${own('explorer.css')}" />
    ${modules.map((name) => html`<link rel="modulepreload" href="${own(name)}" />`)}
    <script type="module" src="${own('main.js')}"></script>
  </head>`;
}

/** Where else to go from here. */
function headerOf(base: string): Html {
  return html`<header>
    <a class="brand" href="${base}/explorer">Kontor <span>Explorer</span></a>
    <nav aria-label="Main">
      <ul>
        <li><span id="whose" class="whose">Demo company</span></li>
        <li><button type="button" class="plain" id="open-tokens">Tokens</button></li>
        <li><a href="${base}/docs">Docs</a></li>
        <li><a href="${base}/portal">Portal</a></li>
      </ul>
    </nav>
  </header>`;
}

import { COPY_SCRIPT, ICON, STYLE_SHEET } from '../asset/assets.js';
import { LOCALES, LOCALE_NAMES } from '../text/locale.js';
import type { HtmlPage } from '../visit/answer.js';
import { mayDoAll, parametersOf, type Visit } from '../visit/visit.js';
import { html, textOf, type Html } from './html.js';
import { hiddenCsrf } from './form.js';

/** A whole document: the frame that all pages share, around one of them. */
export function documentOf(visit: Visit, { title, heading, content, at, isPlain }: HtmlPage): string {
  const { locale, text, to } = visit;
  const asset = (name: string): string => to(`/portal/assets/${name}`).split('?', 1)[0] ?? '';
  return textOf(
    html`<!doctype html>
      <html lang="${locale}">
        <head>
          <meta charset="utf-8" />
          <title>${title} · Kontor</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="referrer" content="no-referrer" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="${asset(ICON.name)}" type="image/svg+xml" />
          <link rel="stylesheet" href="${asset(STYLE_SHEET.name)}" />
          <script src="${asset(COPY_SCRIPT.name)}" defer></script>
        </head>
        <body>
          <a class="skip" href="#content">${text.skipToContent}</a>
          <header>
            <a class="brand" href="${to('/portal')}">Kontor</a>
            ${isPlain !== true && navigation(visit)}
          </header>
          <main id="content" tabindex="-1">
            <h1>${heading ?? title}</h1>
            ${content}
          </main>
          <footer>
            ${operatorOf(visit)}
            <nav aria-label="${text.languages}">
              <ul>
                ${LOCALES.map((one) => languageItem(visit, one, at))}
              </ul>
            </nav>
          </footer>
        </body>
      </html> `,
  );
}

/** Who runs the service, and the operator's own pages. */
export function operatorOf({ text, operator }: Visit): Html {
  const { name, imprintUrl, termsUrl, privacyUrl } = operator;
  const link = (address: string | undefined, words: string): Html | false =>
    address !== undefined && html`<li><a href="${address}" rel="noreferrer">${words}</a></li>`;
  const links = [link(imprintUrl, text.imprint), link(termsUrl, text.terms), link(privacyUrl, text.privacy)];
  return html`<p class="operator">${text.runBy(name)}</p>
    ${
      links.some((one) => one !== false) &&
      html`<ul>
        ${links}
      </ul>`
    }`;
}

function navigation(visit: Visit): Html {
  const { text, user } = visit;
  if (user === undefined) {
    return html`<nav aria-label="${text.navigation}">
      <ul>
        ${way(visit, '/portal/sign-in', text.signIn)} ${way(visit, '/portal/sign-up', text.signUp)}
      </ul>
    </nav>`;
  }
  const ofAllBooks =
    mayDoAll({ user }) &&
    html`${way(visit, '/portal/apps', text.myApps)} ${way(visit, '/portal/first-call', text.firstCall)}`;
  return html`<nav aria-label="${text.navigation}">
    <ul>
      ${way(visit, '/portal/agreement', text.myAgreement)} ${ofAllBooks}
      ${way(visit, '/portal/account', text.myAccount)}
      <li>
        <form method="post" action="${visit.to('/portal/sign-out')}">
          ${hiddenCsrf(visit)}<button class="plain">${text.signOut}</button>
        </form>
      </li>
    </ul>
  </nav>`;
}

function way({ path, to }: Visit, address: string, words: string): Html {
  return path === address
    ? html`<li><a href="${to(address)}" aria-current="page">${words}</a></li>`
    : html`<li><a href="${to(address)}">${words}</a></li>`;
}

/** The same page in another language, where it can be asked for again. */
function languageItem({ locale, path, query, to }: Visit, other: (typeof LOCALES)[number], at = path): Html {
  const parameters = { ...parametersOf(query), locale: other };
  const name = LOCALE_NAMES[other];
  return other === locale
    ? html`<li>
        <a href="${to(at, parameters)}" lang="${other}" hreflang="${other}" aria-current="true">${name}</a>
      </li>`
    : html`<li><a href="${to(at, parameters)}" lang="${other}" hreflang="${other}">${name}</a></li>`;
}

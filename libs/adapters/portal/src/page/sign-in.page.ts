import type { HtmlPage, Problems } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { field, hiddenCsrf, notice, problemSummary } from './form.js';
import { html } from './html.js';
import { withName } from './name.js';

/** What the form knows of who wants in. */
export type SignInShown = {
  /** Where to go after it: a path of ours. */
  readonly next: string;
  readonly userName?: string;
  readonly problems?: Problems;
  /** The app that asks for access, where a grant link led here. */
  readonly forApp?: string | undefined;
  /** Why it is asked, where another page led here. */
  readonly why?: string;
};

/** Asks for user name and password; with problems it shows the user name again, never the password. */
export function signInPage(
  visit: Visit,
  { next, userName = '', problems = {}, forApp, why }: SignInShown,
): HtmlPage {
  const { text, to } = visit;
  const isWrong = Object.keys(problems).length > 0;
  return {
    title: text.signInTitle,
    status: isWrong ? 422 : 200,
    ...(forApp !== undefined && { isPlain: true }),
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}
      ${forApp !== undefined && html`<p class="lead">${withName(text.signInFor, forApp)}</p>`}
      ${visit.query.has('reset') && notice(text.resetDone)}
      ${why !== undefined && forApp === undefined && !isWrong && notice(why)}
      <form method="post" action="${to('/portal/sign-in', { next: next || undefined })}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="next" value="${next}" />
        ${field({ name: 'user-name', label: text.userName, value: userName, autocomplete: 'username', maxLength: 320 }, problems)}
        ${field({ name: 'password', label: text.password, type: 'password', autocomplete: 'current-password', maxLength: 200 }, {})}
        <div class="actions"><button>${text.signIn}</button></div>
      </form>
      <p><a href="${to('/portal/forgotten')}">${text.forgottenLink}</a></p>
      <h2>${text.noAgreementYet}</h2>
      <p><a href="${to('/portal/sign-up', { next: next || undefined })}">${text.signUp}</a></p>
    </div>`,
  };
}

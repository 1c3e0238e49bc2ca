import type { MailedPurpose, User } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { newPasswordFields } from './account.page.js';
import { field, hiddenCsrf, notice, problemSummary } from './form.js';
import { html } from './html.js';
import { messagePage } from './message.page.js';

/** Asks for the name under which somebody signs in, and says the same whether or not it is known. */
export function forgottenPage(visit: Visit, isSent: boolean): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.forgottenTitle,
    content: html`<div class="narrow">
      ${isSent ? notice(text.forgottenSent) : html`<p class="lead">${text.forgottenLead}</p>`}
      <form method="post" action="${to('/portal/forgotten')}">
        ${hiddenCsrf(visit)}
        ${field({ name: 'user-name', label: text.userName, autocomplete: 'username', maxLength: 250 }, {})}
        <div class="actions">
          <button>${text.sendLink}</button><a href="${to('/portal/sign-in')}">${text.signIn}</a>
        </div>
      </form>
    </div>`,
  };
}

/** Asks for a new password, behind a mailed link. */
export function resetPage(visit: Visit, token: string, { userName }: User, problems: Problems): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.resetTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    isPlain: true,
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}
      <p class="lead">${text.resetLead(userName)}</p>
      <form method="post" action="${to('/portal/reset', { token })}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="token" value="${token}" />
        ${newPasswordFields(visit, problems, text.newPassword, text.newPasswordAgain)}
        <div class="actions"><button>${text.changePassword}</button></div>
      </form>
    </div>`,
  };
}

/** Asks to press a button behind a mailed link: programs that only look at links confirm nothing. */
export function confirmPage(visit: Visit, token: string, { email }: User): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.confirmTitle,
    isPlain: true,
    content: html`<p class="lead">${text.confirmLead(email)}</p>
      <form method="post" action="${to('/portal/confirm')}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="token" value="${token}" />
        <div class="actions"><button>${text.confirmNow}</button></div>
      </form>`,
  };
}

/** A link that was used, is too old, or was cut off on its way. */
export function linkOverPage(visit: Visit, purpose: MailedPurpose): HtmlPage {
  const { linkOverTitle: title, linkOver, resetBefore, signIn, forgottenTitle, myAccount } = visit.text;
  // Who has sent the form twice is told so too, though the first has changed the password.
  const signsIn = html`${resetBefore} <a href="${visit.to('/portal/sign-in')}">${signIn}</a>.`;
  const [says, path, words] =
    purpose === 'reset'
      ? [html`${linkOver} ${signsIn}`, '/portal/forgotten', forgottenTitle]
      : [linkOver, '/portal/account', myAccount];
  return messagePage(visit, { status: 410, title, says, way: { path, words } });
}

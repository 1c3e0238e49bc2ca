import type { ListedSession, User } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import { browserNamed } from '../visit/browser-name.js';
import { instantIn, type Visit } from '../visit/visit.js';
import { button, field, hiddenCsrf, notice, problemSummary } from './form.js';
import { html, type Html } from './html.js';

/** A person, as their own page has them. */
export type AccountShown = {
  readonly user: User;
  /** The latest first. */
  readonly sessions: readonly ListedSession[];
  /** Of the session that looks. */
  readonly ownHash: string;
  /** What was just done, in words. */
  readonly done?: string | undefined;
};

/** One's own account: how one signs in, and where one is signed in. */
export function accountPage(visit: Visit, { user, sessions, ownHash, done }: AccountShown): HtmlPage {
  const { text, to } = visit;
  const hasOthers = sessions.some(({ tokenHash }) => tokenHash !== ownHash);
  return {
    title: text.myAccount,
    content: html`${done !== undefined && notice(done)}
      <p class="lead">${text.accountLead}</p>
      <dl class="facts pairs">
        <div>
          <dt>${text.signInName}</dt>
          <dd>${user.userName}</dd>
        </div>
        <div>
          <dt>${text.email}</dt>
          <dd>
            ${user.email} (${user.emailConfirmed === undefined ? text.emailUnconfirmed : text.emailConfirmed})
          </dd>
        </div>
        <div>
          <dt>${text.yourName}</dt>
          <dd><bdi>${user.name}</bdi></dd>
        </div>
      </dl>
      ${user.emailConfirmed === undefined && button(visit, to('/portal/account/confirm'), text.sendConfirmation, true)}
      <p><a href="${to('/portal/account/password')}">${text.changePassword}</a></p>
      <p><a href="${to('/portal/account/second-factor')}">${text.secondFactor}</a></p>
      <h2 id="sessions">${text.sessionsTitle}</h2>
      <p>${text.sessionsLead}</p>
      <ul class="list">
        ${sessions.map((session) => sessionItem(visit, session, session.tokenHash === ownHash))}
      </ul>
      ${hasOthers && endForm(visit, 'others', text.endOthers)}`,
  };
}

function sessionItem(visit: Visit, session: ListedSession, isOwn: boolean): Html {
  const { text } = visit;
  const browser = browserIn(visit, session.agent ?? '');
  const since = instantIn(visit, session.started);
  return html`<li>
    <h3>${browser}${isOwn && html` (${text.thisBrowser})`}</h3>
    <p>${text.signedInSince(since)}</p>
    ${!isOwn && endForm(visit, session.tokenHash, text.endSession, text.endSessionOf(browser, since))}
  </li>`;
}

function browserIn({ text }: Visit, agent: string): string {
  const named = browserNamed(agent);
  if (named === undefined) return text.unknownBrowser;
  return named.system === undefined ? named.browser : text.browserOn(named.browser, named.system);
}

function endForm(visit: Visit, session: string, words: string, spoken?: string): Html {
  return html`<form method="post" action="${visit.to('/portal/account/sessions')}">
    ${hiddenCsrf(visit)}<input type="hidden" name="session" value="${session}" />
    <p><button class="quiet" ${spoken !== undefined && html` aria-label="${spoken}"`}>${words}</button></p>
  </form>`;
}

/** The old password is asked for: whoever finds a browser signed in is not to take the account. */
export function passwordPage(visit: Visit, { userName }: User, problems: Problems): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.changePassword,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/account/password')}">
        ${hiddenCsrf(visit)}
        <input
          type="text"
          name="user-name"
          value="${userName}"
          autocomplete="username"
          aria-label="${text.userName}"
          hidden
        />
        ${field({ name: 'present', label: text.presentPassword, type: 'password', autocomplete: 'current-password', maxLength: 200 }, problems)}
        ${newPasswordFields(visit, problems, text.newPassword, text.newPasswordAgain)}
        <div class="actions">
          <button>${text.changePassword}</button><a href="${to('/portal/account')}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

/** A new password, twice. */
export function newPasswordFields(
  { text }: Visit,
  problems: Problems,
  label: string = text.password,
  again: string = text.passwordAgain,
): Html {
  return html`${field({ name: 'password', label, type: 'password', hint: text.passwordHint, autocomplete: 'new-password', maxLength: 200 }, problems)}
  ${field({ name: 'password-again', label: again, type: 'password', autocomplete: 'new-password', maxLength: 200 }, problems)}`;
}

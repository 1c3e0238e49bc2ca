import type { Agreement, ConsentRefusal, Grant, StoredApp } from '@kontor/studio';
import type { HtmlPage } from '../visit/answer.js';
import { dateForPeople, type Visit } from '../visit/visit.js';
import { roleList } from './agreement.page.js';
import { copyable, hiddenCsrf, notice } from './form.js';
import { html, type Html } from './html.js';
import { withName } from './name.js';

/** What somebody who gives access should know of the app first. */
export type ConsentShown = {
  readonly app: StoredApp;
  /** What the agreement is called that the app belongs to. */
  readonly publisher: string;
  /** Whether the app was registered within the last days. The page warns, for few people can know it yet. */
  readonly isNew: boolean;
  /** The access that it has to these books by now. */
  readonly already: readonly Grant[];
  /** Those that the person works with; the first is chosen. */
  readonly agreements: readonly Agreement[];
  readonly redirectUrl: string | undefined;
  readonly until: string;
  /** The address of this app and this way back, to which the answer is sent. */
  readonly here: string;
  /** Whether the app asks for something by now that it did not ask for when the person was asked before. */
  readonly asksForOthers: boolean;
};

/** §5: who asks, for what, in whose books, until when, and where one is sent after it. */
export function consentPage(visit: Visit, shown: ConsentShown): HtmlPage {
  const { app, agreements, redirectUrl, until, here, asksForOthers } = shown;
  const { text, to, user } = visit;
  const asksForAll = app.requiredRoles.includes('SuperUser');
  return {
    title: text.consentTitle(app.name),
    heading: withName(text.consentTitle, app.name),
    isPlain: true,
    ...(redirectUrl !== undefined && { formEndsAt: redirectUrl }),
    content: html`<div class="narrow">
      ${asksForOthers && notice(withName(text.asksForOthers, app.name))}
      <form method="post" action="${here}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="roles" value="${app.requiredRoles.join(' ')}" />
        ${offeredBy(visit, shown)}
        <div class="card">
          ${
            asksForAll &&
            html`<div class="problems">
              <h2>${text.everythingTitle}</h2>
              <p>${text.everythingLead}</p>
            </div>`
          }
          <p>${withName(text.consentWants, app.name)}</p>
          <ul class="roles">
            ${app.requiredRoles.map((role) => html`<li>${text.roleMeanings[role]}</li>`)}
          </ul>
          ${agreementChoice(visit, agreements)}
          <p>${text.consentUntil(dateForPeople(visit, until))}</p>
          <p>
            ${
              redirectUrl === undefined
                ? text.consentThenToken
                : html`<strong>${withName(text.consentThen, new URL(redirectUrl).host)}</strong>`
            }
          </p>
        </div>
        ${accessAlready(visit, shown)}
        <div class="actions">
          <button name="answer" value="allow">${asksForAll ? text.allowEverything : text.allow}</button>
          <button name="answer" value="refuse" class="quiet">${text.refuse}</button>
        </div>
      </form>
      <h2>${withName(text.signedInAs, user?.name ?? '')}</h2>
      <form method="post" action="${to('/portal/sign-out')}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="next" value="${pathOf(visit)}" />
        <button class="plain">${text.otherPerson}</button>
      </form>
    </div>`,
  };
}

/** Who offers the app and since when: the name of an app alone says nothing of whose it is. */
function offeredBy(visit: Visit, { app, publisher, isNew }: ConsentShown): Html {
  const { text } = visit;
  return html`<dl class="facts pairs">
      <div>
        <dt>${text.appFrom}</dt>
        <dd><bdi>${publisher}</bdi></dd>
      </div>
      <div>
        <dt>${text.appSince}</dt>
        <dd>${dateForPeople(visit, app.created)}</dd>
      </div>
    </dl>
    <p>${isNew && html`<strong>${text.appIsNew}</strong> `}${text.appNotOurs}</p>`;
}

function accessAlready(visit: Visit, { app, already }: ConsentShown): Html | false {
  const { text } = visit;
  return (
    already.length > 0 &&
    html`<h2>${withName(text.hasAccess, app.name)}</h2>
      <ul class="roles">
        ${already.map(
          ({ roles, issued, expires, userName }) =>
            html`<li>
              ${text.accessGiven(roleList(visit, roles), dateForPeople(visit, issued), dateForPeople(visit, expires))}
              <bdi>${userName}</bdi>
            </li>`,
        )}
      </ul>
      <p>${text.hasAccessLead}</p>`
  );
}

function pathOf({ path, query }: Visit): string {
  return `${path}?${query.toString()}`;
}

function agreementChoice({ text }: Visit, agreements: readonly Agreement[]): Html {
  const [only] = agreements;
  if (agreements.length === 1 && only !== undefined) {
    return html`<p>
      ${text.consentFor} <strong><bdi>${only.name}</bdi></strong>
      <input type="hidden" name="agreement" value="${only.agreementNumber}" />
    </p>`;
  }
  return html`<fieldset>
    <legend>${text.consentFor}</legend>
    ${agreements.map(
      ({ agreementNumber, name }, index) =>
        html`<div class="choice">
          <input
            type="radio"
            id="agreement-${agreementNumber}"
            name="agreement"
            value="${agreementNumber}"
            required${index === 0 && html` checked`}
          />
          <label for="agreement-${agreementNumber}"><bdi>${name}</bdi></label>
        </div>`,
    )}
  </fieldset>`;
}

/** D72, without an address to send people to: the token, to copy. */
export function grantedPage(visit: Visit, app: Pick<StoredApp, 'name'>, token: string): HtmlPage {
  const { text } = visit;
  return {
    title: text.tokenTitle,
    isPlain: true,
    content: html`<p class="lead">${withName(text.tokenLead, app.name)}</p>
      <h2>${text.grantToken}</h2>
      ${copyable(visit, token)}`,
  };
}

/** Says that nothing was given, where the app has no address to lead back to. */
export function refusedPage({ text }: Visit, app: StoredApp): HtmlPage {
  return {
    title: text.refusedTitle,
    isPlain: true,
    content: html`<p>${withName(text.refusedLead, app.name)}</p>`,
  };
}

/** The page where access cannot be granted; it names the reason (D75). */
export function cannotGrantPage(
  visit: Visit,
  {
    appName,
    agreement,
    refusal,
    back,
  }: {
    readonly appName: string;
    readonly agreement: Agreement;
    readonly refusal: ConsentRefusal;
    /** The app's own address with the refusal in it. */
    readonly back: string | undefined;
  },
): HtmlPage {
  const { text } = visit;
  return {
    title: text.cannotGrantTitle,
    isPlain: true,
    status: 403,
    content: html`${refusalWords(visit, appName, agreement, refusal)}
    ${back !== undefined && html`<div class="actions"><a class="button quiet" href="${back}">${withName(text.backToApp, appName)}</a></div>`}`,
  };
}

function refusalWords({ text }: Visit, appName: string, agreement: Agreement, refusal: ConsentRefusal): Html {
  switch (refusal.kind) {
    case 'AgreementBlocked':
      return html`<p>${withName(text.agreementBlocked, agreement.name)}</p>`;
    case 'AgreementForDeletion':
      return html`<p>${withName(text.agreementForDeletion, agreement.name)}</p>`;
    case 'GrantsMany':
      return html`<p>${withName(text.grantsMany, agreement.name)}</p>`;
    case 'RolesMissing':
      return html`<p>${withName(text.rolesMissing, appName)}</p>
        <ul>
          ${refusal.roles.map((role) => html`<li><strong>${text.roleNames[role]}</strong>: ${text.roleMeanings[role]}</li>`)}
        </ul>`;
    case 'ModulesMissing':
      return html`<p>${withName(text.modulesMissing, appName)}</p>
        <ul>
          ${refusal.modules.map((module) => html`<li>${text.moduleNames[module]}</li>`)}
        </ul>`;
  }
}

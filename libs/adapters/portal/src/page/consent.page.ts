import type { Agreement, ConsentRefusal, KeptApp } from '@kontor/studio';
import type { HtmlPage } from '../visit/answer.js';
import { dateIn, type Visit } from '../visit/visit.js';
import { copyable, hiddenCsrf } from './form.js';
import { html, type Html } from './html.js';

export type ConsentShown = {
  readonly app: KeptApp;
  /** Those that the person works with; the first is chosen. */
  readonly agreements: readonly Agreement[];
  readonly redirectUrl: string | undefined;
  readonly until: string;
  /** This very address, to which the answer is sent. */
  readonly here: string;
};

/** §5: who asks, for what, in whose books, until when, and where one is sent after it. */
export function consentPage(
  visit: Visit,
  { app, agreements, redirectUrl, until, here }: ConsentShown,
): HtmlPage {
  const { text, to, user } = visit;
  return {
    title: text.consentTitle(app.name),
    isPlain: true,
    ...(redirectUrl !== undefined && { formEndsAt: redirectUrl }),
    content: html`<div class="narrow">
      <form method="post" action="${here}">
        ${hiddenCsrf(visit)}
        <div class="card">
          <p>${text.consentWants(app.name)}</p>
          <ul class="roles">
            ${app.requiredRoles.map((role) => html`<li>${text.roleMeanings[role]}</li>`)}
          </ul>
          ${agreementChoice(visit, agreements)}
          <p>${text.consentUntil(dateIn(visit, until))}</p>
          <p>
            ${redirectUrl === undefined ? text.consentThenToken : text.consentThen(new URL(redirectUrl).host)}
          </p>
        </div>
        <div class="actions">
          <button name="answer" value="allow">${text.allow}</button>
          <button name="answer" value="refuse" class="quiet">${text.refuse}</button>
        </div>
      </form>
      <h2>${text.signedInAs(user?.name ?? '')}</h2>
      <form method="post" action="${to('/portal/sign-out')}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="next" value="${pathOf(visit)}" />
        <button class="plain">${text.otherPerson}</button>
      </form>
    </div>`,
  };
}

function pathOf({ path, query }: Visit): string {
  return `${path}?${query.toString()}`;
}

function agreementChoice({ text }: Visit, agreements: readonly Agreement[]): Html {
  const [only] = agreements;
  if (agreements.length === 1 && only !== undefined) {
    return html`<p>
      ${text.consentFor} <strong>${only.name}</strong>
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
          <label for="agreement-${agreementNumber}">${name}</label>
        </div>`,
    )}
  </fieldset>`;
}

/** D72, without an address to send people to: the token, to copy. */
export function grantedPage(visit: Visit, app: Pick<KeptApp, 'name'>, token: string): HtmlPage {
  const { text } = visit;
  return {
    title: text.tokenTitle,
    isPlain: true,
    content: html`<p class="lead">${text.tokenLead(app.name)}</p>
      <h2>${text.grantToken}</h2>
      ${copyable(visit, token)}`,
  };
}

export function refusedPage({ text }: Visit, app: KeptApp): HtmlPage {
  return { title: text.refusedTitle, isPlain: true, content: html`<p>${text.refusedLead(app.name)}</p>` };
}

/** D75: what stands in the way, by name. */
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
    ${back !== undefined && html`<div class="actions"><a class="button quiet" href="${back}">${text.backToApp(appName)}</a></div>`}`,
  };
}

function refusalWords({ text }: Visit, appName: string, agreement: Agreement, refusal: ConsentRefusal): Html {
  switch (refusal.kind) {
    case 'AgreementBlocked':
      return html`<p>${text.agreementBlocked(agreement.name)}</p>`;
    case 'AgreementForDeletion':
      return html`<p>${text.agreementForDeletion(agreement.name)}</p>`;
    case 'GrantsMany':
      return html`<p>${text.grantsMany(agreement.name)}</p>`;
    case 'RolesMissing':
      return html`<p>${text.rolesMissing(appName)}</p>
        <ul>
          ${refusal.roles.map((role) => html`<li><strong>${text.roleNames[role]}</strong>: ${text.roleMeanings[role]}</li>`)}
        </ul>`;
    case 'ModulesMissing':
      return html`<p>${text.modulesMissing(appName)}</p>
        <ul>
          ${refusal.modules.map((module) => html`<li>${text.moduleNames[module]}</li>`)}
        </ul>`;
  }
}

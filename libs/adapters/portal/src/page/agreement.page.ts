import type { Grant, RoleName } from '@kontor/studio';
import type { HtmlPage } from '../visit/answer.js';
import { dateForPeople, type Member, type Visit } from '../visit/visit.js';
import { button, notice } from './form.js';
import { html, type Html } from './html.js';
import { withName } from './name.js';

/** A grant, and what its app is called. */
export type ShownGrant = { readonly grant: Grant; readonly appName: string };

/** Who has access to the books of an agreement, and what whoever looks may do about it. */
export type AgreementShown = Pick<Member, 'agreement'> & {
  /** Whether who looks may take this access back. */
  readonly mayRevoke: (grant: Grant) => boolean;
  readonly current: readonly ShownGrant[];
  /** Where those are shown that were given before `current`. */
  readonly givenEarlier: string | undefined;
  readonly past: readonly ShownGrant[];
  /** Where those before `past` are shown. */
  readonly earlier: string | undefined;
  /** What access was just taken back. */
  readonly revoked?: ShownGrant | undefined;
  /** Whether its app still has other access. */
  readonly hasOthers: boolean;
  /** Whether who looks may change the company's data, and has just done so. */
  readonly mayChangeCompany: boolean;
  readonly isCompanySaved: boolean;
};

/** Who has access to the books: grants that last, and those that have ended. */
export function agreementPage(visit: Visit, shown: AgreementShown): HtmlPage {
  const { agreement, mayRevoke, current, givenEarlier, past, earlier, revoked, hasOthers } = shown;
  const { mayChangeCompany, isCompanySaved } = shown;
  const { text } = visit;
  const modules = agreement.modules.map((module) => text.moduleNames[module]).join(', ');
  return {
    title: agreement.name,
    heading: html`<bdi>${agreement.name}</bdi>`,
    content: html`${revoked !== undefined && notice(withName(hasOthers ? text.revokedOne : text.revoked, revoked.appName))}${isCompanySaved && notice(text.companySaved)}
      <dl class="facts">
        <div>
          <dt>${text.agreementNumber}</dt>
          <dd>${agreement.agreementNumber}</dd>
        </div>
        <div>
          <dt>${text.baseCurrency}</dt>
          <dd>${agreement.baseCurrency}</dd>
        </div>
        <div>
          <dt>${text.modules}</dt>
          <dd>${modules || text.noModules}</dd>
        </div>
      </dl>
      ${
        mayChangeCompany &&
        html`<p><a href="${visit.to('/portal/company')}">${text.companyTitle}</a></p>
          <p><a href="${visit.to('/portal/webhooks')}">${text.webhooksTitle}</a></p>`
      }
      <h2>${text.grantsTitle}</h2>
      ${
        current.length > 0
          ? html`<p>${text.grantsLead}</p>
              <ul class="list">
                ${current.map((one) => grantItem(visit, one, mayRevoke(one.grant)))}
              </ul>
              ${givenEarlier !== undefined && html`<p><a href="${givenEarlier}">${text.grantsEarlier}</a></p>`}`
          : html`<p>${text.noGrants}</p>`
      }
      ${
        past.length > 0 &&
        html`<h2 id="ended">${text.endedTitle}</h2>
          <ul class="past">
            ${past.map((one) => pastItem(visit, one))}
          </ul>
          ${earlier !== undefined && html`<p><a href="${earlier}#ended">${text.endedEarlier}</a></p>`}`
      }`,
  };
}

function grantItem(visit: Visit, { grant, appName }: ShownGrant, mayRevoke: boolean): Html {
  const { text, to } = visit;
  return html`<li>
    <h3><bdi>${appName}</bdi></h3>
    <dl class="facts pairs">
      <div>
        <dt>${text.roles}</dt>
        <dd>${roleList(visit, grant.roles)}</dd>
      </div>
      <div>
        <dt>${text.grantedBy}</dt>
        <dd><bdi>${grant.userName}</bdi></dd>
      </div>
      <div>
        <dt>${text.issued}</dt>
        <dd>${dateForPeople(visit, grant.issued)}</dd>
      </div>
      <div>
        <dt>${text.expires}</dt>
        <dd>${dateForPeople(visit, grant.expires)}</dd>
      </div>
      <div>
        <dt>${text.lastUsed}</dt>
        <dd>${grant.lastUsed === undefined ? text.neverUsed : dateForPeople(visit, grant.lastUsed)}</dd>
      </div>
    </dl>
    ${
      mayRevoke &&
      html`<p>
        <a href="${to(`/portal/grants/${grant.grantNumber}/revoke`)}" aria-label="${text.revokeOf(appName)}"
          >${text.revoke}</a
        >
      </p>`
    }
  </li>`;
}

function pastItem(visit: Visit, { grant, appName }: ShownGrant): Html {
  const { text } = visit;
  const ended =
    grant.revoked === undefined
      ? text.hasExpired(dateForPeople(visit, grant.expires))
      : text.wasRevoked(dateForPeople(visit, grant.revoked));
  return html`<li><bdi>${appName}</bdi>, ${ended}</li>`;
}

/** Names of roles in the language of the page, with commas between. */
export function roleList({ text }: Pick<Visit, 'text'>, roles: readonly RoleName[]): string {
  return roles.map((role) => text.roleNames[role]).join(', ');
}

/** Nothing is taken back by one touch. `others`: how much other access the same app has. */
export function revokePage(visit: Visit, { grant, appName }: ShownGrant, others: number): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.revokeTitle(appName),
    heading: withName(text.revokeTitle, appName),
    content: html`<p class="lead">${others > 0 ? text.revokeOne(others) : text.revokeLead}</p>
      <div class="actions">
        ${button(visit, to(`/portal/grants/${grant.grantNumber}/revoke`), text.revokeNow)}
        <a href="${to('/portal/agreement')}">${text.cancel}</a>
      </div>`,
  };
}

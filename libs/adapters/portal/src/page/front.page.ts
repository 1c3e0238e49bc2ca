import type { HtmlPage } from '../visit/answer.js';
import { mayDoAll, type Visit } from '../visit/visit.js';
import { html, type Html } from './html.js';
import { notice } from './form.js';
import { withName } from './name.js';

/** Where people come in. */
export function frontPage(visit: Visit, demoUrl: string): HtmlPage {
  const { text, to, user, query } = visit;
  const demo = html`<li>
    <h2>${text.lookAround}</h2>
    <p>${text.lookAroundHint}</p>
    <div class="actions"><a class="button quiet" href="${demoUrl}">${text.lookAroundNow}</a></div>
  </li>`;
  if (user !== undefined) {
    return {
      title: text.welcomeBack(user.name),
      heading: withName(text.welcomeBack, user.name),
      content: html`<ul class="ways">
        ${
          mayDoAll({ user }) &&
          html`${card(text.firstCall, text.toFirstCallHint, to('/portal/first-call'), text.toFirstCall)}
          ${card(text.myApps, text.toAppsHint, to('/portal/apps'), text.myApps, true)}`
        }
        ${card(text.myAgreement, text.toAgreementHint, to('/portal/agreement'), text.myAgreement, true)}
        ${demo}
      </ul>`,
    };
  }
  return {
    title: text.frontTitle,
    content: html`${query.has('signed-out') && notice(text.signedOut)}
      <p class="lead">${text.frontLead}</p>
      <ul class="ways">
        ${card(text.frontNew, text.frontNewHint, to('/portal/sign-up'), text.signUp)}
        ${card(text.frontKnown, text.frontKnownHint, to('/portal/sign-in'), text.signIn, true)} ${demo}
      </ul>`,
  };
}

/** One way on from a page: what is there, and a button that leads to it. */
export function card(title: string, hint: string, address: string, words: string, isQuiet = false): Html {
  const link = isQuiet
    ? html`<a class="button quiet" href="${address}">${words}</a>`
    : html`<a class="button" href="${address}">${words}</a>`;
  return html`<li>
    <h2>${title}</h2>
    <p>${hint}</p>
    <div class="actions">${link}</div>
  </li>`;
}

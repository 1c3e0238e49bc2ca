import type { HtmlPage } from '../visit/answer.js';
import type { ToldInAPage } from '../visit/for-people.js';
import type { Visit } from '../visit/visit.js';
import { card } from './front.page.js';
import { html, type Html } from './html.js';

/** What a browser is shown at `/`, where programs get the home of the API as JSON. */
export function rootPage(visit: Visit): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.frontTitle,
    isPlain: true,
    content: html`<p class="lead">${text.frontLead}</p>
      <p>${text.rootForPeople}</p>
      <ul class="ways">
        ${card(text.lookAround, text.lookAroundHint, to('/explorer'), text.lookAroundNow)}
        ${card(text.portal, text.portalHint, to('/portal'), text.toPortal)}
        ${card(text.documentation, text.documentationHint, to('/docs', NO_LOCALE), text.toDocumentation, true)}
        ${card(text.asJson, text.asJsonHint, to('/', { ...NO_LOCALE, demo: 'true' }), text.toJson, true)}
      </ul>`,
  };
}

/** What a browser is shown instead of the JSON of a refusal, and the ways on from there. */
export function refusalPage(visit: Visit, status: ToldInAPage, logId: string): HtmlPage {
  const { text } = visit;
  const [title, says] = {
    400: [text.notFoundTitle, text.notFound] as const,
    401: [text.forAppsTitle, text.forApps] as const,
    404: [text.notFoundTitle, text.notFound] as const,
    500: [text.defectTitle, text.defect(logId)] as const,
    503: [text.outOfReachTitle, text.outOfReach] as const,
  }[status];
  return {
    title,
    status,
    isPlain: true,
    content: html`<p class="lead">${says}</p>
      ${waysOn(visit)}`,
  };
}

function waysOn({ text, to }: Visit): Html {
  return html`<div class="actions">
    <a class="button" href="${to('/')}">${text.toFront}</a>
    <a class="button quiet" href="${to('/explorer')}">${text.lookAroundNow}</a>
    <a class="button quiet" href="${to('/docs', NO_LOCALE)}">${text.toDocumentation}</a>
  </div>`;
}

/** The documentation and the API take no language from the address. */
const NO_LOCALE = { locale: undefined };

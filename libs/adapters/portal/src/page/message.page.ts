import type { HtmlPage } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { html, type Html } from './html.js';

/** A page that only says something. */
export function messagePage(
  { text, to }: Visit,
  {
    status,
    title,
    says,
    isPlain,
    way = { path: '/portal', words: text.toFront },
  }: {
    readonly status: number;
    readonly title: string;
    readonly says: string | Html;
    readonly isPlain?: true;
    /** Where one goes on from here: to the front page, where nothing else is said. */
    readonly way?: { readonly path: string; readonly words: string };
  },
): HtmlPage {
  return {
    title,
    status,
    ...(isPlain === true && { isPlain }),
    content: html`<p class="lead">${says}</p>
      ${isPlain !== true && html`<div class="actions"><a class="button quiet" href="${to(way.path)}">${way.words}</a></div>`}`,
  };
}

/** The page for an unknown address (404). */
export const notFoundPage = (visit: Visit): HtmlPage =>
  messagePage(visit, { status: 404, title: visit.text.notFoundTitle, says: visit.text.notFound });

/** In place of what a form that is too large would do. */
export const tooLargePage = async (visit: Visit): Promise<HtmlPage> =>
  messagePage(visit, { status: 413, title: visit.text.tooLargeTitle, says: visit.text.tooLarge });

/** In place of what a page would do, where a request asks for it in another way than its forms and links. */
export const methodWrongPage = (visit: Visit): HtmlPage =>
  messagePage(visit, { status: 405, title: visit.text.methodWrongTitle, says: visit.text.methodWrong });

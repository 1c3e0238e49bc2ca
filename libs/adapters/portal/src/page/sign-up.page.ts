import type { HtmlPage, Problems } from '../visit/answer.js';
import type { Form, Visit } from '../visit/visit.js';
import { newPasswordFields } from './account.page.js';
import { COMPANY_AT_SIGN_UP, companyFields } from './company.page.js';
import { field, hiddenCsrf, problemSummary, selection } from './form.js';
import { html, type Html } from './html.js';

/** What was entered so far, and what can be chosen. */
export type SignUpShown = {
  readonly form: Form;
  readonly problems: Problems;
  readonly next: string;
  readonly currencies: readonly string[];
  /** The first day of the present year. */
  readonly yearFrom: string;
};

/** The form that begins an agreement with its first user and accounting year. */
export function signUpPage(
  visit: Visit,
  { form, problems, next, currencies, yearFrom }: SignUpShown,
): HtmlPage {
  const { locale, text, to } = visit;
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const options = currencies.map((code) => ({ value: code, words: `${code} – ${names.of(code) ?? code}` }));
  return {
    title: text.signUpTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.signUpLead}</p>
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/sign-up', { next: next || undefined })}">
        ${hiddenCsrf(visit)}
        <input type="hidden" name="next" value="${next}" />
        <fieldset>
          <legend>${text.yourBusiness}</legend>
          ${field({ name: 'business', label: text.businessName, value: form.text('business'), autocomplete: 'organization', maxLength: 250 }, problems)}
          ${selection({ name: 'currency', label: text.baseCurrency, value: form.text('currency') || 'EUR', options }, problems)}
          ${field({ name: 'first-year', label: text.firstYearFrom, type: 'date', value: form.text('first-year') || yearFrom, hint: text.firstYearHint }, problems)}
          <p class="hint">${text.companyLater}</p>
          ${companyFields(visit, COMPANY_AT_SIGN_UP, form, problems)}
        </fieldset>
        <fieldset>
          <legend>${text.you}</legend>
          ${field({ name: 'name', label: text.yourName, value: form.text('name'), autocomplete: 'name', maxLength: 250 }, problems)}
          ${field({ name: 'email', label: text.email, type: 'email', value: form.text('email'), hint: text.emailHint, autocomplete: 'username', maxLength: 250 }, problems)}
          ${newPasswordFields(visit, problems)}
        </fieldset>
        ${accepting(visit)}
        <div class="actions"><button>${text.startNow}</button></div>
      </form>
    </div>`,
  };
}

/** With whom one makes a contract, and on which terms. */
function accepting({ text, operator: { name, termsUrl, privacyUrl } }: Visit): Html {
  return html`<p class="hint">
    ${text.runBy(name)}
    ${termsUrl !== undefined && html`${text.acceptTerms} <a href="${termsUrl}" rel="noreferrer">${text.terms}</a>.`}
    ${privacyUrl !== undefined && html` <a href="${privacyUrl}" rel="noreferrer">${text.privacy}</a>`}
  </p>`;
}

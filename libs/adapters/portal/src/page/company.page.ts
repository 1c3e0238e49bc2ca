import type { Company } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import type { Form, Visit } from '../visit/visit.js';
import { field, hiddenCsrf, problemSummary } from './form.js';
import { html, type Html } from './html.js';

/** What is asked of a company, in the order of the page, with the characters that each may have. */
export const COMPANY_FIELDS = {
  addressLine1: 250,
  addressLine2: 250,
  zip: 50,
  city: 250,
  country: 250,
  email: 320,
  phoneNumber: 50,
  website: 250,
  vatNumber: 50,
  companyIdentificationNumber: 50,
  bankName: 250,
  ibanNumber: 50,
  swiftCode: 50,
  paperColour: 7,
  paperFooter: 300,
} as const satisfies Partial<Record<keyof Company, number>>;
export type CompanyField = keyof typeof COMPANY_FIELDS;

/** What of it may be said at sign-up already: what papers carry. */
export const COMPANY_AT_SIGN_UP = [
  'addressLine1',
  'addressLine2',
  'zip',
  'city',
  'country',
  'vatNumber',
  'companyIdentificationNumber',
  'ibanNumber',
] as const satisfies readonly CompanyField[];

/** Whose books they are: what `/self` and papers say of the company. Everything may be left empty. */
export function companyPage(visit: Visit, form: Form, problems: Problems): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.companyTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.companyLead}</p>
      ${problemSummary(visit, problems)}
      <form method="post" action="${to('/portal/company')}">
        ${hiddenCsrf(visit)}
        ${companyFields(visit, Object.keys(COMPANY_FIELDS) as CompanyField[], form, problems)}
        <div class="actions">
          <button>${text.saveCompany}</button><a href="${to('/portal/agreement')}">${text.cancel}</a>
        </div>
      </form>
    </div>`,
  };
}

/** Fields of a company, each of which may be left empty. */
export function companyFields(
  visit: Visit,
  names: readonly CompanyField[],
  form: Form,
  problems: Problems,
): readonly Html[] {
  return names.map((name) => companyField(visit, name, form, problems));
}

function companyField({ text }: Visit, name: CompanyField, form: Form, problems: Problems): Html {
  const label = text.companyFields[name];
  const hint = name === 'paperColour' ? { hint: text.paperColourNote } : {};
  return field(
    { name, label, value: form.text(name), maxLength: COMPANY_FIELDS[name], isOptional: true, ...hint },
    problems,
  );
}

import type { Company } from '@kontor/studio';
import type { HtmlPage, Problems } from '../visit/answer.js';
import type { Form, Visit } from '../visit/visit.js';
import { button, field, hiddenCsrf, problemSummary } from './form.js';
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
/** A member of the company that the form asks for. */
export type CompanyField = keyof typeof COMPANY_FIELDS;

/** What browsers may fill in of themselves. */
const AUTOCOMPLETE: Partial<Record<CompanyField, string>> = {
  addressLine1: 'address-line1',
  addressLine2: 'address-line2',
  zip: 'postal-code',
  city: 'address-level2',
  country: 'country-name',
  email: 'email',
  phoneNumber: 'tel',
  website: 'url',
};

/** Of a logo, as it is sent: every document carries it. */
export const LOGO_BYTES_MAX = 128 * 1024;

/** Where the logo is looked at and changed. */
export const LOGO_PATH = '/portal/company/logo/change';

/** What of it may be said at sign-up already: what documents carry. */
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

/** Whose books they are: what `/self` and documents say of the company. Everything may be left empty. */
export function companyPage(visit: Visit, form: Form, problems: Problems): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.companyTitle,
    status: Object.keys(problems).length > 0 ? 422 : 200,
    content: html`<div class="narrow">
      <p class="lead">${text.companyLead}</p>
      <p><a href="${to(LOGO_PATH)}">${text.logo}</a></p>
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

/**
 * What stands above the documents, and a form to put another there: a page of its own, as one form sends
 * nothing of what was typed into another.
 */
export function logoPage(visit: Visit, hasLogo: boolean, complaint?: string): HtmlPage {
  const { text, to } = visit;
  return {
    title: text.logo,
    status: complaint === undefined ? 200 : 422,
    content: html`<div class="narrow">
      ${problemSummary(visit, complaint === undefined ? {} : { logo: complaint })}
      ${hasLogo && html`<p><img class="logo" src="${to('/portal/company/logo')}" alt="${text.logoPresent}" /></p>`}
      <form method="post" action="${to(LOGO_PATH)}" enctype="multipart/form-data">
        ${hiddenCsrf(visit)}
        <div class="field">
          <label for="logo">${text.logoFile}</label>
          <p class="hint" id="logo-hint">${text.logoNote(LOGO_BYTES_MAX / 1024)}</p>
          ${complaint !== undefined && html`<p class="complaint" id="logo-complaint">${complaint}</p>`}
          <input
            id="logo"
            name="logo"
            type="file"
            accept="image/png,image/jpeg"
            required
            aria-describedby="logo-hint${complaint !== undefined && html` logo-complaint`}"
            ${complaint !== undefined && html` aria-invalid="true"`}
          />
        </div>
        <div class="actions">
          <button>${text.logoSave}</button><a href="${to('/portal/company')}">${text.companyTitle}</a>
        </div>
      </form>
      ${hasLogo && html`<div class="actions">${button(visit, to('/portal/company/logo/remove'), text.logoRemove, true)}</div>`}
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
  const autocomplete = AUTOCOMPLETE[name];
  return field(
    {
      name,
      label,
      value: form.text(name),
      maxLength: COMPANY_FIELDS[name],
      isOptional: true,
      ...hint,
      ...(autocomplete !== undefined && { autocomplete }),
    },
    problems,
  );
}

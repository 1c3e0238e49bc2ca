import { isIban } from '@kontor/kernel';
import type { Company } from '@kontor/studio';
import {
  COMPANY_FIELDS,
  companyPage,
  LOGO_BYTES_MAX,
  LOGO_PATH,
  logoPage,
  type CompanyField,
} from '../page/company.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type HtmlPage, type PageAnswer, type Problems } from '../visit/answer.js';
import { pictureIn } from '../visit/picture.js';
import { formOf, type Form, type Member, type Visit } from '../visit/visit.js';
import {
  changed,
  forOpenBooks,
  forSuperUsers,
  get,
  leadsTo,
  post,
  type PageRequest,
  type Route,
} from './route.js';

/** The agreement's own data, which `/self` shows and documents carry: whoever may do everything writes it. */
export function companyRoutes(parts: PortalParts): readonly Route[] {
  return [
    get(
      '/portal/company',
      forSuperUsers(parts, async (visit, { agreement }, { entered }) => {
        const company = await parts.studio.agreements.companyOf(agreement.agreementNumber);
        return companyPage(visit, entered ?? formOf(company), {});
      }),
    ),
    get(
      '/portal/company/logo',
      forSuperUsers(parts, async (visit, { agreement }) => {
        const bytes = await parts.studio.agreements.logoOf(agreement.agreementNumber);
        const picture = bytes && (await pictureIn(bytes));
        if (bytes === undefined || typeof picture !== 'object') return notFoundPage(visit);
        return { picture: { type: picture.type, bytes } };
      }),
    ),
    get(
      LOGO_PATH,
      forSuperUsers(parts, async (visit, { agreement }) => logoPage(visit, await hasLogo(parts, agreement))),
    ),
    {
      ...post(
        LOGO_PATH,
        forOpenBooks(parts, (visit, member, request) => logoSaved(parts, visit, member, request)),
      ),
      fileBytesMax: LOGO_BYTES_MAX,
      whenTooLarge: forSuperUsers(parts, async (visit, { agreement }) => {
        const says = visit.text.logoWrong.tooLarge(LOGO_BYTES_MAX / 1024);
        return { ...(await logoRefused(parts, visit, agreement, says)), status: 413 };
      }),
    },
    leadsTo('/portal/company/logo/remove', LOGO_PATH),
    post(
      '/portal/company/logo/remove',
      forOpenBooks(parts, (visit, { agreement, user }, request) => {
        const { agreementNumber } = agreement;
        return changed(parts, { visit, user, request, agreementNumber }, async ({ agreements }) => {
          await agreements.saveLogo(agreementNumber, undefined);
          return { answer: seeOther(visit.to(LOGO_PATH)) };
        });
      }),
    ),
    post(
      '/portal/company',
      forOpenBooks(parts, (visit, member, request) => saved(parts, visit, member, request)),
      '/portal/company',
    ),
  ];
}

async function saved(
  parts: PortalParts,
  visit: Visit,
  { agreement, user }: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { form } = request;
  const { agreementNumber } = agreement;
  const problems = companyProblems(visit, form, NAMES);
  if (Object.keys(problems).length > 0) return companyPage(visit, form, problems);
  return changed(parts, { visit, user, request, agreementNumber }, async ({ agreements }) => {
    const { companyOf, saveCompany } = agreements;
    // What the page does not ask for stays.
    await saveCompany(agreementNumber, { ...(await companyOf(agreementNumber)), ...companyIn(form) });
    return { answer: seeOther(visit.to('/portal/agreement', { saved: 'company' })) };
  });
}

async function hasLogo({ studio }: PortalParts, { agreementNumber }: Member['agreement']): Promise<boolean> {
  return (await studio.agreements.logoOf(agreementNumber)) !== undefined;
}

async function logoSaved(
  parts: PortalParts,
  visit: Visit,
  { agreement, user }: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { file = new Uint8Array() } = request.form;
  const { agreementNumber } = agreement;
  const picture = file.length === 0 ? 'notAPicture' : await pictureIn(file);
  if (typeof picture === 'string') return logoRefused(parts, visit, agreement, visit.text.logoWrong[picture]);
  return changed(parts, { visit, user, request, agreementNumber }, async ({ agreements }) => {
    await agreements.saveLogo(agreementNumber, file);
    return { answer: seeOther(visit.to(LOGO_PATH)) };
  });
}

/** The page once more, with what is wrong with the picture beside its field. */
async function logoRefused(
  parts: PortalParts,
  visit: Visit,
  agreement: Member['agreement'],
  says: string,
): Promise<HtmlPage> {
  return logoPage(visit, await hasLogo(parts, agreement), says);
}

const NAMES = Object.keys(COMPANY_FIELDS) as readonly CompanyField[];

/** What was entered; what was left empty is known no more. */
function companyIn(form: Form): Company {
  const entered = (name: CompanyField): string | null => valueIn(form, name) || null;
  return Object.fromEntries(NAMES.map((name) => [name, entered(name)]));
}

/** What was entered of a company that is only beginning; nothing where all was left empty. */
export function companyBegunIn(form: Form, names: readonly CompanyField[]): Company | undefined {
  const entered = names
    .map((name) => [name, valueIn(form, name)] as const)
    .filter(([, value]) => value !== '');
  return entered.length === 0 ? undefined : Object.fromEntries(entered);
}

/** What was entered; an IBAN as it is sent to banks, however it was written. */
function valueIn(form: Form, name: CompanyField): string {
  const entered = form.text(name);
  if (name !== 'ibanNumber') return entered;
  const iban = compact(entered);
  return isIban(iban) ? iban : entered;
}

/** Without signs between, and without the word before it that invoices and banks' pages have. */
function compact(written: string): string {
  const signs = written.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return signs.replace(/^IBAN/, '');
}

/**
 * It begins as an IBAN does, is no more than a sign shorter than the shortest (15), and is none. Elsewhere
 * accounts have numbers of other kinds, `BG 5050-1055` as well.
 */
function isMistyped(account: string): boolean {
  const iban = compact(account);
  return /^[A-Z]{2}\d{2}.{10}/.test(iban) && !isIban(iban);
}

/** What is wrong with what was entered of a company. */
export function companyProblems({ text }: Visit, form: Form, names: readonly CompanyField[]): Problems {
  const isWrong = (name: CompanyField): boolean => {
    const value = form.text(name);
    if (name === 'paperColour') return value !== '' && !/^#[0-9a-f]{6}$/i.test(value);
    if (name === 'ibanNumber' && isMistyped(value)) return true;
    return [...value].length > COMPANY_FIELDS[name] || /\p{Cc}/u.test(value);
  };
  const told = (name: CompanyField): string => {
    if (name === 'paperColour') return text.paperColourWrong;
    if (name === 'ibanNumber' && isMistyped(form.text(name))) return text.ibanWrong;
    return text.companyFieldWrong(text.companyFields[name], COMPANY_FIELDS[name]);
  };
  return Object.fromEntries(names.filter(isWrong).map((name) => [name, told(name)]));
}

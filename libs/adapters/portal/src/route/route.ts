import type { AuditRecord } from '@kontor/kernel';
import type { StudioWithin, User } from '@kontor/studio';
import { seeOther, type PageAnswer } from '../visit/answer.js';
import { messagePage } from '../page/message.page.js';
import { signInPage } from '../page/sign-in.page.js';
import type { PortalParts } from '../portal-parts.js';
import type { TextCipher } from '../visit/text-cipher.js';
import { mayDoAll, parametersOf, type Form, type Member, type Visit } from '../visit/visit.js';

/** What a page is made from, beside the visit. */
export type PageRequest = {
  readonly form: Form;
  /** What was entered into this page's form before, when that had expired. */
  readonly entered: Form | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  /** Where the request came from. */
  readonly address: string;
  /** What the request is called in the log. */
  readonly requestId: string;
  /** What the browser says that it is, without control characters. */
  readonly agent: string;
  /** Secrets that were made for this page within the last minutes. */
  readonly shown: Readonly<Record<string, string>> | undefined;
  readonly cipher: TextCipher;
  /** The token of this browser. */
  readonly sessionToken: string;
};

/** Makes the answer to one visit of a page. */
export type Handler = (visit: Visit, request: PageRequest) => Promise<PageAnswer>;
/** What answers a method at a path of the portal. */
export type Route = {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly handle: Handler;
  /** The page that a form stands on: it leads back there, with what was entered, where it had expired. */
  readonly formAt?: string;
  /** Its form brings a file of at most so many bytes. */
  readonly fileBytesMax?: number;
  /** Tells where it is too large; of others a page says so. */
  readonly whenTooLarge?: Handler;
};

/** A page that is looked at; it changes nothing. */
export const get = (path: string, handle: Handler): Route => ({ method: 'get', path, handle });
/** What a form does; `formAt`: the page of the form, which shows again what was entered before. */
export const post = (path: string, handle: Handler, formAt?: string): Route => ({
  method: 'post',
  path,
  handle,
  ...(formAt !== undefined && { formAt }),
});

/**
 * Where a form is sent, asked for as a page: who chose another language after it was refused, or had to sign
 * in for it, is led to the page that it stands on.
 */
export const leadsTo = (path: string, page: string): Route =>
  get(path, async (visit, { parameters }) =>
    seeOther(visit.to(filledIn(page, parameters), parametersOf(visit.query))),
  );

/** A path with the values of its parameters. */
export function filledIn(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** A page for people who are signed in; others sign in first and are led back. */
export const forMembers =
  (
    { studio }: Pick<PortalParts, 'studio'>,
    handle: (visit: Visit, member: Member, request: PageRequest) => Promise<PageAnswer>,
  ): Handler =>
  async (visit, request) => {
    const { user, path, query } = visit;
    const agreement = user && (await studio.agreements.find(user.agreementNumber));
    if (user === undefined || agreement === undefined) {
      const { formWaits, mustSignIn } = visit.text;
      const why = request.entered === undefined ? mustSignIn : formWaits;
      return signInPage(visit, { next: withQuery(path, query), why });
    }
    return handle(visit, { user, agreement }, request);
  };

/**
 * A page for people who may do everything in their agreement (D58): what apps have and do concerns all of it.
 */
export const forSuperUsers: typeof forMembers = (parts, handle) =>
  forMembers(parts, async (visit, member, request) => {
    if (mayDoAll(member)) return handle(visit, member, request);
    const { roleMissingTitle: title, roleMissing: says } = visit.text;
    return messagePage(visit, { status: 403, title, says });
  });

/**
 * A form by which such people change or add something: in books that are blocked or marked for deletion
 * nothing is. What is only taken away, such as an app or a webhook, is no such form.
 */
export const forOpenBooks: typeof forMembers = (parts, handle) =>
  forSuperUsers(parts, async (visit, member, request) =>
    isClosed(member) ? closedPage(visit, member) : handle(visit, member, request),
  );

/** Whether nothing is written in the books of a person's agreement. */
export function isClosed({ agreement }: Pick<Member, 'agreement'>): boolean {
  return agreement.blocked || agreement.forDeletion;
}

/** What is said to who wants to change something in such books. */
export function closedPage(visit: Visit, { agreement }: Pick<Member, 'agreement'>): PageAnswer {
  const { booksClosedTitle: title, booksClosed } = visit.text;
  return messagePage(visit, { status: 403, title, says: booksClosed(agreement.name) });
}

/** What a form has changed: the answer, and which app and grant it is about. */
export type Changed = {
  readonly answer: PageAnswer;
  readonly appNumber?: number;
  readonly grantNumber?: number;
};

/** Who filled in a form. */
type By = { readonly visit: Visit; readonly user: Pick<User, 'userName'>; readonly request: PageRequest };

/**
 * Runs what a form changes in an agreement and records who did it, unless the
 * answer is that there was nothing to change.
 */
export async function changed(
  { change }: Pick<PortalParts, 'change'>,
  { agreementNumber, ...by }: By & { readonly agreementNumber: number },
  work: (studio: StudioWithin) => Promise<Changed>,
): Promise<PageAnswer> {
  const isDone = ({ answer: { status = 200 } }: Changed): boolean => status < 400;
  const { answer } = await change(agreementNumber, work, (done) =>
    isDone(done) ? auditRecordOf(by, done) : undefined,
  );
  return answer;
}

/** Who did what by which form (G37). */
export function auditRecordOf(
  { visit, user: { userName }, request: { requestId } }: By,
  { answer: { status = 200 }, appNumber = 0, grantNumber = 0 }: Changed,
): AuditRecord {
  return { appNumber, grantNumber, userName, method: 'POST', path: visit.path, status, requestId };
}

/** Somebody who tried too often is asked to wait. */
export function tooMany(visit: Visit, seconds: number): PageAnswer {
  const { text } = visit;
  const says = text.tooMany(Math.ceil(seconds / 60));
  return { ...messagePage(visit, { status: 429, title: text.tooManyTitle, says }), retryAfter: seconds };
}

/** A path with its query, and without a `?` where there is none. */
export function withQuery(path: string, query: URLSearchParams): string {
  const written = query.toString();
  return written === '' ? path : `${path}?${written}`;
}

/** Where a form says to go on: a page of ours, which is found in any case, whatever was put there. */
export function nextPage(basePath: string, next: string, otherwise: string): string {
  const isOurs =
    /^\/(?:portal(?:[/?]|$)|requestaccess\?)[!-~]*$/i.test(next) &&
    !/[\\]|\/\/|\.\./.test(next.split('?', 1)[0] ?? '');
  return isOurs ? basePath + next : otherwise;
}

/** A number in the path of a page; NaN where it is none, which no item has, so the page is not found. */
export function numberParameter({ parameters }: Pick<PageRequest, 'parameters'>, name: string): number {
  return numberWritten(parameters[name] ?? null);
}

/** A number as addresses write ours; NaN for anything else. */
export function numberWritten(written: string | null): number {
  return written !== null && /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
}

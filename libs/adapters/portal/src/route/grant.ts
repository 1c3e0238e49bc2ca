import { isLeft } from 'fp-ts/lib/Either.js';
import { fullDateOf, timestampOf } from '@kontor/kernel';
import {
  isWithinRootUrl,
  issueGrant,
  mayConsent,
  mayGiveOneMore,
  withParameter,
  type Agreement,
  type StoredApp,
  type User,
} from '@kontor/studio';
import { cannotGrantPage, consentPage, grantedPage, refusedPage } from '../page/consent.page.js';
import { messagePage } from '../page/message.page.js';
import { withName } from '../page/name.js';
import { signInPage } from '../page/sign-in.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer, type HtmlPage } from '../visit/answer.js';
import type { Visit } from '../visit/visit.js';
import { changed, get, post, withQuery, type PageRequest, type Route } from './route.js';

const PATH = '/requestaccess';
/** Where a token is shown that no app waits for. */
const GRANTED = '/portal/granted';
/** Where clients of the family send people, whatever the host (facts 4). */
const NAMES_OF_THE_FAMILY = [
  '/requestaccess.aspx',
  '/api1/requestaccess',
  '/api1/requestaccess.aspx',
  '/secure/api1/requestaccess',
  '/secure/api1/requestaccess.aspx',
];

/** For so long an app is called new: 30 days. */
const NEW_FOR_MS = 30 * 86_400_000;

/** What a grant link asks for, checked. */
type AccessWanted = { readonly app: StoredApp; readonly redirectUrl: string | undefined };

/** A person and the agreements whose books that person may open to apps. */
type Person = { readonly user: User; readonly agreements: readonly [Agreement, ...Agreement[]] };

/** §5, D70 to D78: from an app's link to a grant, in the order of the checks. */
export function grantRoutes(parts: PortalParts): readonly Route[] {
  /** Runs a step for a link that is right and a person who is signed in. */
  const stepFor =
    (step: Step) =>
    async (visit: Visit, request: PageRequest): Promise<PageAnswer> => {
      const wanted = await accessWanted(parts, visit);
      if ('content' in wanted) return wanted;
      const person = await personOf(parts, visit);
      if (person === undefined) {
        return signInPage(visit, { next: withQuery(PATH, visit.query), forApp: wanted.app.name });
      }
      return step(parts, visit, { wanted, person, request });
    };
  return [
    ...[PATH, ...NAMES_OF_THE_FAMILY].map((path) => get(path, stepFor(show))),
    post(PATH, stepFor(decide), PATH),
    get(GRANTED, async (visit, { shown }) => {
      const { token, app } = shown ?? {};
      return token === undefined || app === undefined
        ? messagePage(visit, { status: 410, title: visit.text.notShownTitle, says: visit.text.notShown })
        : grantedPage(visit, { name: app }, token);
    }),
  ];
}

/** What a step is about: which app wants access, who is asked for it, and what was sent. */
type Asking = { readonly wanted: AccessWanted; readonly person: Person; readonly request: PageRequest };
type Step = (parts: PortalParts, visit: Visit, asking: Asking) => Promise<PageAnswer>;

/** D73: an address outside the app's own is refused before anybody signs in, and nobody is sent there. */
async function accessWanted({ studio }: PortalParts, visit: Visit): Promise<AccessWanted | HtmlPage> {
  const { query, text } = visit;
  const appId = inAnyCase(query, 'appId') ?? inAnyCase(query, 'appPublicToken') ?? '';
  const app = appId === '' || appId.length > 100 ? undefined : await studio.apps.findByPublicToken(appId);
  if (app === undefined) {
    return messagePage(visit, {
      status: 404,
      title: text.appUnknownTitle,
      says: text.appUnknown,
      isPlain: true,
    });
  }
  const redirectUrl = inAnyCase(query, 'redirectUrl') || undefined;
  if (redirectUrl !== undefined && !isWithinRootUrl(app.rootUrl, redirectUrl)) {
    const says = withName(text.redirectWrong, app.name);
    return messagePage(visit, { status: 400, title: text.redirectWrongTitle, says, isPlain: true });
  }
  return { app, redirectUrl };
}

/** The first value of a parameter; clients of the family write `redirecturl`, too (D108). */
function inAnyCase(query: URLSearchParams, name: string): string | undefined {
  const folded = name.toLowerCase();
  return [...query].find(([written]) => written.toLowerCase() === folded)?.[1];
}

/** One agreement today; the page can show several. */
async function personOf({ studio }: PortalParts, { user }: Visit): Promise<Person | undefined> {
  const agreement = user && (await studio.agreements.find(user.agreementNumber));
  return agreement && user && { user, agreements: [agreement] };
}

/** The page that asks. */
async function show(
  { studio, clock, grantLifetimeMs }: PortalParts,
  visit: Visit,
  { wanted: { app, redirectUrl }, person: { agreements, user }, request }: Asking,
): Promise<PageAnswer> {
  const [first] = agreements;
  // Somebody with several may choose; with one, what stands in the way is said at once.
  const allowed = mayConsent({ agreement: first, held: user.roles, asked: app.requiredRoles });
  if (agreements.length === 1 && isLeft(allowed)) {
    return cannotGrant(visit, { app, redirectUrl }, first, allowed.left);
  }
  const now = clock();
  const publisher = (await studio.agreements.find(app.agreementNumber))?.name ?? '';
  const given = await Promise.all(
    agreements.map(({ agreementNumber }) => studio.grants.listCurrent(agreementNumber, timestampOf(now))),
  );
  return consentPage(visit, {
    app,
    publisher,
    isNew: app.created > fullDateOf(new Date(now.getTime() - NEW_FOR_MS)),
    already: given.flat().filter(({ appNumber }) => appNumber === app.appNumber),
    agreements,
    redirectUrl,
    until: timestampOf(new Date(now.getTime() + grantLifetimeMs)),
    // Only the parameters that were checked and are shown, whatever else is in the address.
    here: visit.to(PATH, { appId: app.appPublicToken, redirectUrl }),
    asksForOthers: asksForOthers(app, request),
  });
}

/** Whether the app asks for a role that it did not ask for when the page was made that was answered. */
function asksForOthers({ requiredRoles }: StoredApp, { form }: PageRequest): boolean {
  const shown = form.text('roles');
  return shown !== '' && requiredRoles.some((role) => !shown.split(' ').includes(role));
}

/** What was decided on that page. */
async function decide(parts: PortalParts, visit: Visit, asking: Asking): Promise<PageAnswer> {
  const { wanted, person, request } = asking;
  const { secrets, clock, grantLifetimeMs } = parts;
  const { app, redirectUrl } = wanted;
  const { form } = request;
  if (form.exact('answer') !== 'allow') {
    return redirectUrl === undefined
      ? refusedPage(visit, app)
      : backWith(redirectUrl, 'error', 'access_denied');
  }
  const { user, agreements } = person;
  const agreement = agreements.find(
    ({ agreementNumber }) => String(agreementNumber) === form.text('agreement'),
  );
  // Nobody gives what was not shown: the app may have been changed while the page stood there.
  if (agreement === undefined || asksForOthers(app, request)) return show(parts, visit, asking);
  const allowed = mayConsent({ agreement, held: user.roles, asked: app.requiredRoles });
  if (isLeft(allowed)) return cannotGrant(visit, wanted, agreement, allowed.left);
  const { agreementNumber } = agreement;
  const { appNumber, requiredRoles: roles } = app;
  const { userName } = user;
  const given = { agreementNumber, appNumber, userName, roles, now: clock(), lifetimeMs: grantLifetimeMs };
  return changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    if (!(await mayGiveOneMore(within.grants, given))) {
      return { answer: cannotGrant(visit, wanted, agreement, { kind: 'GrantsMany' }) };
    }
    const { grant, agreementGrantToken } = await issueGrant(within, secrets, given);
    const answer =
      redirectUrl === undefined
        ? {
            ...seeOther(visit.to(GRANTED)),
            shown: { at: GRANTED, values: { token: agreementGrantToken, app: app.name } },
          }
        : backWith(redirectUrl, 'token', agreementGrantToken);
    return { answer, appNumber, grantNumber: grant.grantNumber };
  });
}

/** D72, D74. */
function backWith(redirectUrl: string, name: 'token' | 'error', value: string): PageAnswer {
  return { redirectTo: withParameter(redirectUrl, name, value), status: 302 };
}

function cannotGrant(
  visit: Visit,
  { app, redirectUrl }: AccessWanted,
  agreement: Agreement,
  refusal: Parameters<typeof cannotGrantPage>[1]['refusal'],
): HtmlPage {
  const back = redirectUrl && withParameter(redirectUrl, 'error', 'access_denied');
  return cannotGrantPage(visit, { appName: app.name, agreement, refusal, back });
}

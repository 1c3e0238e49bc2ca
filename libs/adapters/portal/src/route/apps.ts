import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import {
  appName,
  createApp,
  isRootUrl,
  mayBeAdded,
  roleNamed,
  type KeptApp,
  type RoleName,
} from '@kontor/studio';
import { appPage, appsPage, newAppPage, ROOT_URL_MAX, rotatePage, type AppShown } from '../page/apps.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { see, type HtmlPage, type PageAnswer, type Problems } from '../visit/answer.js';
import { NO_FORM, type Form, type Member, type Visit } from '../visit/visit.js';
import {
  changed,
  forSuperUsers,
  get,
  numberParameter,
  post,
  type PageRequest,
  type Changed,
  type Route,
} from './route.js';

/** The developer pages: my apps, their tokens and grant links. */
export function appRoutes(parts: PortalParts): readonly Route[] {
  const { studio } = parts;
  /** A page about one of one's own apps. */
  const ofOwn = (page: (visit: Visit, app: KeptApp, request: PageRequest) => HtmlPage) =>
    forSuperUsers(parts, async (visit, member, request) => {
      const app = await ownApp(parts, member, request);
      return app === undefined ? notFoundPage(visit) : page(visit, app, request);
    });
  return [
    get(
      '/portal/apps',
      forSuperUsers(parts, async (visit, { agreement }) =>
        appsPage(visit, await studio.apps.listOf(agreement.agreementNumber)),
      ),
    ),
    post(
      '/portal/apps',
      forSuperUsers(parts, (visit, member, request) => create(parts, visit, member, request)),
    ),
    get(
      '/portal/apps/new',
      forSuperUsers(parts, async (visit) => newAppPage(visit, NO_FORM, {})),
    ),
    get(
      '/portal/apps/:appNumber',
      ofOwn((visit, app, { shown }) =>
        appPage(visit, appShown(parts, visit, app, visit.query.has('made') ? shown?.['secret'] : undefined)),
      ),
    ),
    get('/portal/apps/:appNumber/secret', ofOwn(rotatePage)),
    post(
      '/portal/apps/:appNumber/secret',
      forSuperUsers(parts, (visit, member, request) => rotate(parts, visit, member, request)),
    ),
  ];
}

function grantLinkOf({ baseUrl }: PortalParts, { appPublicToken }: KeptApp): string {
  return `${baseUrl}/requestaccess?appId=${appPublicToken}`;
}

/** What an app's page shows: its secret as well, where that was made in the last minutes. */
function appShown(parts: PortalParts, { text, query }: Visit, app: KeptApp, token?: string): AppShown {
  const says = query.get('made') === 'app' ? text.appCreated : text.rotated;
  return { app, grantLink: grantLinkOf(parts, app), ...(token !== undefined && { secret: { token, says } }) };
}

/** Leads to the page of an app, which shows its secret: loading that again makes nothing anew. */
function withSecret(visit: Visit, { appNumber }: KeptApp, secret: string, made: 'app' | 'secret'): Changed {
  const at = `/portal/apps/${appNumber}`;
  return { answer: { ...see(visit.to(at, { made })), shown: { at, values: { secret } } }, appNumber };
}

async function create(
  parts: PortalParts,
  visit: Visit,
  { agreement, user }: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { form } = request;
  const { agreementNumber } = agreement;
  const problems = problemsOf(visit, form);
  if (Object.keys(problems).length > 0) return newAppPage(visit, form, problems);
  const given = {
    agreementNumber,
    name: nameIn(form),
    rootUrl: form.text('root-url'),
    requiredRoles: rolesIn(form),
    now: parts.clock(),
  };
  return changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    const allowed = mayBeAdded(given.name, await within.apps.listOf(agreementNumber));
    if (isLeft(allowed)) {
      const { code } = allowed.left;
      const says = code === 'E10400' ? visit.text.appsMany : visit.text.appNameLooks;
      return { answer: newAppPage(visit, form, { name: says }) };
    }
    const { app, appSecretToken } = await createApp(within, parts.secrets, given);
    return withSecret(visit, app, appSecretToken, 'app');
  });
}

/** The app that an address names, if it is one's own. */
async function ownApp(
  { studio }: PortalParts,
  { agreement }: Member,
  request: PageRequest,
): Promise<KeptApp | undefined> {
  const number = numberParameter(request, 'appNumber');
  const app = Number.isNaN(number) ? undefined : await studio.apps.find(number);
  return app?.agreementNumber === agreement.agreementNumber ? app : undefined;
}

async function rotate(
  parts: PortalParts,
  visit: Visit,
  { agreement, user }: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { secrets, forgetCredentials } = parts;
  const number = numberParameter(request, 'appNumber');
  if (Number.isNaN(number)) return notFoundPage(visit);
  const { agreementNumber } = agreement;
  const token = secrets.token();
  const answer = await changed(parts, { visit, user, request, agreementNumber }, async ({ apps }) => {
    const app = await apps.rotateSecret(agreementNumber, number, secrets.tokenHash(token));
    return app === undefined ? { answer: notFoundPage(visit) } : withSecret(visit, app, token, 'secret');
  });
  forgetCredentials();
  return answer;
}

/** The name as it is kept; nothing where what was entered is no name. */
function nameIn(form: Form): string {
  const name = appName(form.text('name'));
  return isRight(name) ? name.right : '';
}

function rolesIn(form: Form): readonly RoleName[] {
  return [...new Set(form.all('roles').flatMap((name) => roleNamed(name) ?? []))];
}

function problemsOf({ text }: Visit, form: Form): Problems {
  const rootUrl = form.text('root-url');
  const isName = nameIn(form) !== '';
  const isRoot = rootUrl.length <= ROOT_URL_MAX && isRootUrl(rootUrl) && !/[?#]/.test(rootUrl);
  return {
    ...(!isName && { name: text.appNameWrong }),
    ...(!isRoot && { 'root-url': text.rootUrlWrong }),
    ...(rolesIn(form).length === 0 && { roles: text.rolesWrong }),
  };
}

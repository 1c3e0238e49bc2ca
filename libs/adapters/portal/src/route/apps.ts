import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { timestampOf } from '@kontor/kernel';
import {
  appName,
  createApp,
  isNamedApart,
  isRootUrl,
  mayBeAdded,
  removeApp,
  roleNamed,
  type StoredApp,
  type RoleName,
} from '@kontor/studio';
import {
  appPage,
  appsPage,
  changeAppPage,
  deleteAppPage,
  newAppPage,
  ROOT_URL_MAX,
  rotatePage,
  SECRET_OVERLAPS,
  type AppShown,
} from '../page/apps.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type HtmlPage, type PageAnswer, type Problems } from '../visit/answer.js';
import { formOf, NO_FORM, type Form, type Member, type Visit } from '../visit/visit.js';
import {
  auditRecordOf,
  changed,
  forOpenBooks,
  forSuperUsers,
  get,
  numberParameter,
  post,
  type PageRequest,
  type Changed,
  type Route,
} from './route.js';

const HOUR_MS = 3_600_000;

/** The developer pages: my apps, their tokens and grant links. */
export function appRoutes(parts: PortalParts): readonly Route[] {
  const { studio } = parts;
  /** A page about one of one's own apps. */
  const ofOwn = (
    page: (visit: Visit, app: StoredApp, request: PageRequest) => HtmlPage | Promise<HtmlPage>,
  ) =>
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
      forOpenBooks(parts, (visit, member, request) => create(parts, visit, member, request)),
      '/portal/apps/new',
    ),
    get(
      '/portal/apps/new',
      forSuperUsers(parts, async (visit, _, { entered = NO_FORM }) => newAppPage(visit, entered, {})),
    ),
    get(
      '/portal/apps/:appNumber',
      ofOwn((visit, app, { shown }) =>
        appPage(visit, appShown(parts, visit, app, visit.query.has('made') ? shown?.['secret'] : undefined)),
      ),
    ),
    get(
      '/portal/apps/:appNumber/change',
      ofOwn((visit, app, { entered }) => changeAppPage(visit, app, entered ?? formFor(app), {})),
    ),
    post(
      '/portal/apps/:appNumber/change',
      forOpenBooks(parts, (visit, member, request) => change(parts, visit, member, request)),
      '/portal/apps/:appNumber/change',
    ),
    get(
      '/portal/apps/:appNumber/delete',
      ofOwn(async (visit, app, { entered }) => deletion(parts, visit, app, entered)),
    ),
    post(
      '/portal/apps/:appNumber/delete',
      forSuperUsers(parts, (visit, member, request) => remove(parts, visit, member, request)),
      '/portal/apps/:appNumber/delete',
    ),
    get('/portal/apps/:appNumber/secret', ofOwn(rotatePage)),
    post(
      '/portal/apps/:appNumber/secret',
      forSuperUsers(parts, (visit, member, request) => rotate(parts, visit, member, request)),
      '/portal/apps/:appNumber/secret',
    ),
  ];
}

function grantLinkOf({ baseUrl }: PortalParts, { appPublicToken }: StoredApp): string {
  return `${baseUrl}/requestaccess?appId=${appPublicToken}`;
}

/** What an app's page shows: its secret as well, where that was made in the last minutes. */
function appShown(parts: PortalParts, { text, query }: Visit, app: StoredApp, token?: string): AppShown {
  const made = query.get('made');
  const says = made === 'app' ? text.appCreated : made === 'beside' ? text.rotatedBeside : text.rotated;
  const isSaved = query.has('saved');
  return {
    app,
    grantLink: grantLinkOf(parts, app),
    isSaved,
    ...(token !== undefined && { secret: { token, says } }),
  };
}

/** Leads to the page of an app, which shows its secret: loading that again makes nothing anew. */
function withSecret(
  visit: Visit,
  { appNumber }: StoredApp,
  secret: string,
  made: 'app' | 'secret' | 'beside',
): Changed {
  const at = `/portal/apps/${appNumber}`;
  return { answer: { ...seeOther(visit.to(at, { made })), shown: { at, values: { secret } } }, appNumber };
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
): Promise<StoredApp | undefined> {
  const number = numberParameter(request, 'appNumber');
  const app = Number.isNaN(number) ? undefined : await studio.apps.find(number);
  return app?.agreementNumber === agreement.agreementNumber ? app : undefined;
}

/** An app as its form has it. */
function formFor({ name, rootUrl, requiredRoles }: StoredApp): Form {
  return formOf({ name, 'root-url': rootUrl, roles: requiredRoles });
}

async function change(
  parts: PortalParts,
  visit: Visit,
  member: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { form } = request;
  const { user, agreement } = member;
  const { agreementNumber } = agreement;
  const app = await ownApp(parts, member, request);
  if (app === undefined) return notFoundPage(visit);
  const problems = problemsOf(visit, form);
  if (Object.keys(problems).length > 0) return changeAppPage(visit, app, form, problems);
  const { appNumber } = app;
  const changes = { name: nameIn(form), rootUrl: form.text('root-url'), requiredRoles: rolesIn(form) };
  return changed(parts, { visit, user, request, agreementNumber }, async ({ apps }) => {
    const others = (await apps.listOf(agreementNumber)).filter((one) => one.appNumber !== appNumber);
    if (isLeft(isNamedApart(changes.name, others)))
      return { answer: changeAppPage(visit, app, form, { name: visit.text.appNameLooks }) };
    if ((await apps.revise(agreementNumber, appNumber, changes)) === undefined)
      return { answer: notFoundPage(visit) };
    return { answer: seeOther(visit.to(`/portal/apps/${appNumber}`, { saved: '' })), appNumber };
  });
}

/** What will end with an app, before it does. */
async function deletion(
  { studio, clock }: PortalParts,
  visit: Visit,
  app: StoredApp,
  form = NO_FORM,
  problems: Problems = {},
): Promise<HtmlPage> {
  const { appNumber } = app;
  const grants = await studio.grants.countCurrent({ appNumber }, timestampOf(clock()));
  return deleteAppPage(visit, app, { grants, form, problems });
}

async function remove(
  parts: PortalParts,
  visit: Visit,
  member: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { agreementNumber } = member.agreement;
  const { user } = member;
  const app = await ownApp(parts, member, request);
  if (app === undefined) return notFoundPage(visit);
  if (nameIn(request.form) !== app.name)
    return deletion(parts, visit, app, request.form, { name: visit.text.deleteAppNameWrong });
  const { appNumber } = app;
  const answer = seeOther(visit.to('/portal/apps', { deleted: '' }));
  const by = auditRecordOf({ visit, user, request }, { answer, appNumber });
  const done = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    const removed = await removeApp(within)({ agreementNumber, appNumber, now: parts.clock(), by })();
    return isLeft(removed) ? { answer: notFoundPage(visit) } : { answer, appNumber };
  });
  parts.forgetCredentials();
  return done;
}

async function rotate(
  parts: PortalParts,
  visit: Visit,
  { agreement, user }: Member,
  request: PageRequest,
): Promise<PageAnswer> {
  const { secrets, clock, forgetCredentials } = parts;
  const number = numberParameter(request, 'appNumber');
  if (Number.isNaN(number)) return notFoundPage(visit);
  const { agreementNumber } = agreement;
  const token = secrets.token();
  const hours = SECRET_OVERLAPS.find((one) => String(one) === request.form.text('overlap')) ?? 0;
  const until = hours === 0 ? undefined : timestampOf(new Date(clock().getTime() + hours * HOUR_MS));
  const answer = await changed(parts, { visit, user, request, agreementNumber }, async ({ apps }) => {
    const app = await apps.rotateSecret(agreementNumber, number, secrets.tokenHash(token), until);
    return app === undefined
      ? { answer: notFoundPage(visit) }
      : withSecret(visit, app, token, hours === 0 ? 'secret' : 'beside');
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

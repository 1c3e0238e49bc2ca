import { createApp, isRootUrl, roleNamed, type KeptApp, type RoleName } from '@kontor/studio';
import { APP_NAME_MAX, appPage, appsPage, newAppPage, ROOT_URL_MAX, rotatePage } from '../page/apps.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal.js';
import type { Answer, Problems } from '../visit/answer.js';
import { NO_FORM, type Form, type Member, type Visit } from '../visit/visit.js';
import { changed, forMembers, get, numberIn, post, type Asked, type Changed, type Route } from './route.js';

/** The developer pages: my apps, their tokens and grant links. */
export function appRoutes(parts: PortalParts): readonly Route[] {
  const { baseUrl, studio, secrets, clock, forgetCredentials } = parts;
  const grantLinkOf = ({ appPublicToken }: KeptApp): string =>
    `${baseUrl}/requestaccess?appId=${appPublicToken}`;

  /** The page of an app whose secret token is shown this once. */
  const withSecret = (visit: Visit, app: KeptApp, token: string, says: string): Changed => {
    const answer = appPage(visit, { app, grantLink: grantLinkOf(app), secret: { token, says } });
    return { answer, appNumber: app.appNumber };
  };

  const create = async (visit: Visit, { agreement, user }: Member, asked: Asked): Promise<Answer> => {
    const { form } = asked;
    const { agreementNumber } = agreement;
    const problems = problemsOf(visit, form);
    if (Object.keys(problems).length > 0) return newAppPage(visit, form, problems);
    const given = {
      agreementNumber,
      name: form.text('name'),
      rootUrl: form.text('root-url'),
      requiredRoles: rolesIn(form),
      now: clock(),
    };
    return changed(parts, { visit, user, asked, agreementNumber }, async (within) => {
      const { app, appSecretToken } = await createApp(within, secrets, given);
      return withSecret(visit, app, appSecretToken, visit.text.appCreated);
    });
  };

  const own = async ({ agreement }: Member, asked: Asked): Promise<KeptApp | undefined> => {
    const number = numberIn(asked, 'appNumber');
    const app = Number.isNaN(number) ? undefined : await studio.apps.find(number);
    return app?.agreementNumber === agreement.agreementNumber ? app : undefined;
  };

  const rotate = async (visit: Visit, { agreement, user }: Member, asked: Asked): Promise<Answer> => {
    const number = numberIn(asked, 'appNumber');
    if (Number.isNaN(number)) return notFoundPage(visit);
    const { agreementNumber } = agreement;
    const token = secrets.token();
    const answer = await changed(parts, { visit, user, asked, agreementNumber }, async ({ apps }) => {
      const app = await apps.rotateSecret(agreementNumber, number, secrets.tokenHash(token));
      return app === undefined
        ? { answer: notFoundPage(visit) }
        : withSecret(visit, app, token, visit.text.rotated);
    });
    forgetCredentials();
    return answer;
  };

  return [
    get(
      '/portal/apps',
      forMembers(parts, async (visit, { agreement }) =>
        appsPage(visit, await studio.apps.listOf(agreement.agreementNumber)),
      ),
    ),
    post('/portal/apps', forMembers(parts, create)),
    get(
      '/portal/apps/new',
      forMembers(parts, async (visit) => newAppPage(visit, NO_FORM, {})),
    ),
    get(
      '/portal/apps/:appNumber',
      forMembers(parts, async (visit, member, asked) => {
        const app = await own(member, asked);
        return app === undefined ? notFoundPage(visit) : appPage(visit, { app, grantLink: grantLinkOf(app) });
      }),
    ),
    get(
      '/portal/apps/:appNumber/secret',
      forMembers(parts, async (visit, member, asked) => {
        const app = await own(member, asked);
        return app === undefined ? notFoundPage(visit) : rotatePage(visit, app);
      }),
    ),
    post('/portal/apps/:appNumber/secret', forMembers(parts, rotate)),
  ];
}

function rolesIn(form: Form): readonly RoleName[] {
  return [...new Set(form.all('roles').flatMap((name) => roleNamed(name) ?? []))];
}

function problemsOf({ text }: Visit, form: Form): Problems {
  const [name, rootUrl] = [form.text('name'), form.text('root-url')];
  const isName = name !== '' && [...name].length <= APP_NAME_MAX && !/\p{Cc}/u.test(name);
  const isRoot = rootUrl.length <= ROOT_URL_MAX && isRootUrl(rootUrl) && !/[?#]/.test(rootUrl);
  return {
    ...(!isName && { name: text.appNameWrong }),
    ...(!isRoot && { 'root-url': text.rootUrlWrong }),
    ...(rolesIn(form).length === 0 && { roles: text.rolesWrong }),
  };
}

import { isLeft, right } from 'fp-ts/lib/Either.js';
import { timestampOf } from '@kontor/kernel';
import {
  createApp,
  issueGrant,
  mayBeAdded,
  mayConsent,
  mayGiveOneMore,
  type Grant,
  type StoredApp,
  type RoleName,
  type StudioWithin,
} from '@kontor/studio';
import { cannotGrantPage } from '../page/consent.page.js';
import { firstCallPage, tokensPage, type OwnTokens } from '../page/first-call.page.js';
import { messagePage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type HtmlPage, type PageAnswer } from '../visit/answer.js';
import type { Member, Visit } from '../visit/visit.js';
import { changed, forSuperUsers, get, post, type PageRequest, type Route } from './route.js';

const PATH = '/portal/first-call';
const NAME = 'First steps';

async function ownApp(
  { apps }: { readonly apps: Pick<PortalParts['studio']['apps'], 'listOf'> },
  rootUrl: string,
  { agreement }: Member,
): Promise<StoredApp | undefined> {
  const all = await apps.listOf(agreement.agreementNumber);
  return all.find((app) => app.name === NAME && app.rootUrl === rootUrl);
}

/** The tokens that were just made, for as long as they are shown. */
function tokensIn({ query }: Visit, shown: PageRequest['shown']): OwnTokens | undefined {
  const { appSecretToken, agreementGrantToken } = shown ?? {};
  if (appSecretToken === undefined || agreementGrantToken === undefined) return undefined;
  return query.has('made') ? { appSecretToken, agreementGrantToken } : undefined;
}

/** The app that is there, if one is, and which of its grants end when it gets another. */
type Known = { readonly known: StoredApp | undefined; readonly ended: readonly Grant[] };
type Making = Known & { readonly requiredRoles: readonly RoleName[] };

/** §8: why there can be no such app, or no grant of it, though nothing else stands in the way. */
async function whatIsInTheWay(
  { apps, grants }: Pick<StudioWithin, 'apps' | 'grants'>,
  visit: Visit,
  { agreement, user: { userName } }: Member,
  { known, ended, now }: Known & { readonly now: Date },
): Promise<HtmlPage | undefined> {
  const { text } = visit;
  const { agreementNumber } = agreement;
  const allowed = known === undefined ? mayBeAdded(NAME, await apps.listOf(agreementNumber)) : right(known);
  if (isLeft(allowed)) {
    const says = allowed.left.code === 'E10400' ? text.appsMany : text.firstCallNameLooks(NAME);
    const way = { path: '/portal/apps', words: text.myApps };
    return messagePage(visit, { status: 403, title: text.firstCallTitle, says, way });
  }
  const makesRoom = ended.some((grant) => grant.userName === userName);
  if (makesRoom || (await mayGiveOneMore(grants, { agreementNumber, userName, now }))) return undefined;
  return cannotGrantPage(visit, {
    appName: NAME,
    agreement,
    refusal: { kind: 'GrantsMany' },
    back: undefined,
  });
}

/** A person's first call: an app of the agreement's own, and tokens that are shown once. */
export function firstCallRoutes(parts: PortalParts): readonly Route[] {
  const { baseUrl, studio, secrets, clock, grantLifetimeMs, forgetCredentials } = parts;
  const rootUrl = `${baseUrl}${PATH}`;

  /**
   * The app with a secret that is known now: a new one, or the one that is there with its secret replaced.
   */
  const appWithSecret = async (
    within: StudioWithin,
    { agreement: { agreementNumber } }: Member,
    { requiredRoles, known, ended }: Making,
  ): Promise<{ readonly app: StoredApp; readonly appSecretToken: string }> => {
    const now = clock();
    if (known === undefined)
      return createApp(within, secrets, { agreementNumber, name: NAME, rootUrl, requiredRoles, now });
    const appSecretToken = secrets.token();
    await within.apps.rotateSecret(agreementNumber, known.appNumber, secrets.tokenHash(appSecretToken));
    for (const { grantNumber } of ended)
      await within.grants.revoke(agreementNumber, grantNumber, timestampOf(now));
    return { app: known, appSecretToken };
  };

  const make = async (visit: Visit, member: Member, request: PageRequest): Promise<PageAnswer> => {
    const { agreement, user } = member;
    const { agreementNumber } = agreement;
    const roles = user.roles ?? ['SuperUser'];
    const allowed = mayConsent({ agreement, held: user.roles, asked: roles });
    if (isLeft(allowed)) {
      return cannotGrantPage(visit, { appName: NAME, agreement, refusal: allowed.left, back: undefined });
    }
    const answer = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
      const known = await ownApp(within, rootUrl, member);
      const current = await within.grants.listCurrent(agreementNumber, timestampOf(clock()));
      const ended = current.filter(({ appNumber }) => appNumber === known?.appNumber);
      const refused = await whatIsInTheWay(within, visit, member, { known, ended, now: clock() });
      if (refused !== undefined) return { answer: refused };
      const asked = { requiredRoles: roles, known, ended };
      const { app, appSecretToken } = await appWithSecret(within, member, asked);
      const { appNumber } = app;
      const { userName } = user;
      const given = {
        agreementNumber,
        appNumber,
        userName,
        roles,
        now: clock(),
        lifetimeMs: grantLifetimeMs,
      };
      const { grant, agreementGrantToken } = await issueGrant(within, secrets, given);
      const shown = { at: PATH, values: { appSecretToken, agreementGrantToken } };
      const answer = { ...seeOther(visit.to(PATH, { made: '' })), shown };
      return { answer, appNumber, grantNumber: grant.grantNumber };
    });
    forgetCredentials();
    return answer;
  };

  return [
    get(
      PATH,
      forSuperUsers(parts, async (visit, member, { shown }) => {
        const tokens = tokensIn(visit, shown);
        return tokens === undefined
          ? firstCallPage(visit, (await ownApp(studio, rootUrl, member)) !== undefined)
          : tokensPage(visit, baseUrl, tokens, member.agreement.isAdministrator);
      }),
    ),
    post(PATH, forSuperUsers(parts, make), PATH),
  ];
}

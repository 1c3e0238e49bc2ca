import { isLeft } from 'fp-ts/lib/Either.js';
import { timestampOf } from '@kontor/kernel';
import {
  createApp,
  issueGrant,
  mayConsent,
  type StoredApp,
  type RoleName,
  type StudioWithin,
} from '@kontor/studio';
import { cannotGrantPage } from '../page/consent.page.js';
import { firstCallPage, tokensPage, type OwnTokens } from '../page/first-call.page.js';
import type { PortalParts } from '../portal-parts.js';
import { see, type PageAnswer } from '../visit/answer.js';
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

/** A person's first call: an app of the agreement's own, and tokens that are shown once. */
export function firstCallRoutes(parts: PortalParts): readonly Route[] {
  const { baseUrl, studio, secrets, clock, grantLifetimeMs, forgetCredentials } = parts;
  const rootUrl = `${baseUrl}${PATH}`;

  /**
   * The app with a secret that is known now: a new one, or the one that is there with its secret replaced.
   */
  const appWithSecret = async (
    within: StudioWithin,
    member: Member,
    requiredRoles: readonly RoleName[],
  ): Promise<{ readonly app: StoredApp; readonly appSecretToken: string }> => {
    const { agreementNumber } = member.agreement;
    const now = clock();
    const at = timestampOf(now);
    const known = await ownApp(within, rootUrl, member);
    if (known === undefined) {
      return createApp(within, secrets, { agreementNumber, name: NAME, rootUrl, requiredRoles, now });
    }
    const appSecretToken = secrets.token();
    await within.apps.rotateSecret(agreementNumber, known.appNumber, secrets.tokenHash(appSecretToken));
    for (const { grantNumber, appNumber } of await within.grants.listCurrent(agreementNumber, at))
      if (appNumber === known.appNumber) await within.grants.revoke(agreementNumber, grantNumber, at);
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
      const { app, appSecretToken } = await appWithSecret(within, member, roles);
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
      const answer = { ...see(visit.to(PATH, { made: '' })), shown };
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

import { isLeft } from 'fp-ts/lib/Either.js';
import { timestampOf } from '@kontor/kernel';
import { createApp, issueGrant, mayConsent, type KeptApp, type RoleName } from '@kontor/studio';
import { cannotGrantPage } from '../page/consent.page.js';
import { firstCallPage, tokensPage } from '../page/first-call.page.js';
import type { PortalParts } from '../portal.js';
import type { Answer } from '../visit/answer.js';
import type { Member, Visit } from '../visit/visit.js';
import { forMembers, get, post, type Route } from './route.js';

const PATH = '/portal/first-call';
const NAME = 'First steps';

/** A person's first call: an app of the agreement's own, and tokens that are shown once. */
export function firstCallRoutes(parts: PortalParts): readonly Route[] {
  const { baseUrl, studio, secrets, clock, grantLifetimeMs, forgetCredentials } = parts;
  const rootUrl = `${baseUrl}${PATH}`;

  const ownApp = async ({ agreement }: Member): Promise<KeptApp | undefined> =>
    (await studio.apps.listOf(agreement.agreementNumber)).find(
      (app) => app.name === NAME && app.rootUrl === rootUrl,
    );

  /** The app with a secret that is known now: a new one, or the one that is there with its secret replaced. */
  const appWithSecret = async (
    { agreement: { agreementNumber } }: Member,
    known: KeptApp | undefined,
    requiredRoles: readonly RoleName[],
  ): Promise<{ readonly app: KeptApp; readonly appSecretToken: string }> => {
    const now = clock();
    if (known === undefined) {
      return createApp(studio, secrets, { agreementNumber, name: NAME, rootUrl, requiredRoles, now });
    }
    const appSecretToken = secrets.token();
    await studio.apps.rotateSecret(agreementNumber, known.appNumber, secrets.tokenHash(appSecretToken));
    for (const { grantNumber, appNumber, revoked } of await studio.grants.listOf(agreementNumber)) {
      if (appNumber !== known.appNumber || revoked !== undefined) continue;
      await studio.grants.revoke(agreementNumber, grantNumber, timestampOf(now));
    }
    forgetCredentials();
    return { app: known, appSecretToken };
  };

  const make = async (visit: Visit, member: Member): Promise<Answer> => {
    const { agreement, user } = member;
    const { agreementNumber } = agreement;
    const roles = user.roles ?? ['SuperUser'];
    const allowed = mayConsent({ agreement, held: user.roles, asked: roles });
    const known = await ownApp(member);
    if (isLeft(allowed)) {
      return cannotGrantPage(visit, { appName: NAME, agreement, refusal: allowed.left, back: undefined });
    }
    const { app, appSecretToken } = await appWithSecret(member, known, roles);
    const { agreementGrantToken } = await issueGrant(studio, secrets, {
      agreementNumber,
      appNumber: app.appNumber,
      userName: user.userName,
      roles,
      now: clock(),
      lifetimeMs: grantLifetimeMs,
    });
    return tokensPage(visit, baseUrl, { appSecretToken, agreementGrantToken });
  };

  return [
    get(
      PATH,
      forMembers(parts, async (visit, member) => firstCallPage(visit, (await ownApp(member)) !== undefined)),
    ),
    post(PATH, forMembers(parts, make)),
  ];
}

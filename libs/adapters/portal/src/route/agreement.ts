import { timestampOf, type AuditRecord } from '@kontor/kernel';
import { revokeGrant, type Grant } from '@kontor/studio';
import { agreementPage, revokePage, type ShownGrant } from '../page/agreement.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { see, type PageAnswer } from '../visit/answer.js';
import type { Member, Visit } from '../visit/visit.js';
import {
  auditRecordOf,
  changed,
  forMembers,
  get,
  mayDoAll,
  numberParameter,
  post,
  type Changed,
  type PageRequest,
  type Route,
} from './route.js';

/** Of the access that has ended, the latest. */
const PAST_MAX = 20;

/** Access is taken back by who gave it, and by who may do everything. */
const mayEnd = (member: Member, { userName }: Grant): boolean =>
  mayDoAll(member) || userName === member.user.userName;

async function named(
  { studio }: PortalParts,
  { text }: Visit,
  grants: readonly Grant[],
): Promise<readonly ShownGrant[]> {
  const apps = await studio.apps.findAll([...new Set(grants.map(({ appNumber }) => appNumber))]);
  const names = new Map(apps.map(({ appNumber, name }) => [appNumber, name]));
  return grants.map((grant) => ({
    grant,
    appName: names.get(grant.appNumber) ?? text.appGone(grant.appNumber),
  }));
}

/** My agreement: which apps have access to the books, and taking it back. */
export function agreementRoutes(parts: PortalParts): readonly Route[] {
  const { studio, clock, forgetCredentials } = parts;

  const overview = async (visit: Visit, member: Member): Promise<PageAnswer> => {
    const { agreement } = member;
    const now = timestampOf(clock());
    const grants = [...(await studio.grants.listOf(agreement.agreementNumber))].reverse();
    const isCurrent = ({ revoked, expires }: Grant): boolean => revoked === undefined && expires > now;
    const current = await named(parts, visit, grants.filter(isCurrent));
    const past = await named(parts, visit, grants.filter((grant) => !isCurrent(grant)).slice(0, PAST_MAX));
    const justRevoked = past.find(({ grant }) => String(grant.grantNumber) === visit.query.get('revoked'));
    return agreementPage(visit, {
      agreement,
      mayRevoke: (grant) => mayEnd(member, grant),
      current,
      past,
      revoked: justRevoked?.appName,
      mayChangeCompany: mayDoAll(member),
      isCompanySaved: visit.query.get('saved') === 'company',
    });
  };

  const ownGrant = async (
    visit: Visit,
    member: Member,
    request: PageRequest,
  ): Promise<ShownGrant | undefined> => {
    const { agreement } = member;
    const number = numberParameter(request, 'grantNumber');
    const found = (await studio.grants.listOf(agreement.agreementNumber)).filter(
      (grant) => grant.grantNumber === number && mayEnd(member, grant),
    );
    const [shown] = await named(parts, visit, found);
    return shown;
  };

  return [
    get('/portal/agreement', forMembers(parts, overview)),
    get(
      '/portal/grants/:grantNumber/revoke',
      forMembers(parts, async (visit, member, request) => {
        const shown = await ownGrant(visit, member, request);
        return shown === undefined ? notFoundPage(visit) : revokePage(visit, shown);
      }),
    ),
    post(
      '/portal/grants/:grantNumber/revoke',
      forMembers(parts, async (visit, member, request) => {
        const { agreement, user } = member;
        const { agreementNumber } = agreement;
        const number = numberParameter(request, 'grantNumber');
        if ((await ownGrant(visit, member, request)) === undefined) return notFoundPage(visit);
        const done = ({ appNumber, grantNumber }: Grant): Changed => {
          const to = visit.to('/portal/agreement', { revoked: String(grantNumber) });
          return { answer: see(to), appNumber, grantNumber };
        };
        const by = (revoked: Grant): AuditRecord => auditRecordOf({ visit, user, request }, done(revoked));
        const revoking = { agreementNumber, grantNumber: number, at: timestampOf(clock()), by };
        const answer = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
          const revoked = await revokeGrant(within, revoking);
          return revoked === undefined ? { answer: notFoundPage(visit) } : done(revoked);
        });
        forgetCredentials();
        return answer;
      }),
      '/portal/grants/:grantNumber/revoke',
    ),
  ];
}

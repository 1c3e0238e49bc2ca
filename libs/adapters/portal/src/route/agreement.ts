import { timestampOf, type AuditRecord } from '@kontor/kernel';
import { revokeGrant, type Agreement, type Grant } from '@kontor/studio';
import { agreementPage, revokePage, type ShownGrant } from '../page/agreement.page.js';
import { notFoundPage } from '../page/message.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer } from '../visit/answer.js';
import { mayDoAll, type Member, type Visit } from '../visit/visit.js';
import {
  auditRecordOf,
  changed,
  forMembers,
  get,
  numberParameter,
  numberWritten,
  post,
  type Changed,
  type PageRequest,
  type Route,
} from './route.js';

/** So many are shown at once of the access that lasts, of which an agreement may have 1,000 and more. */
const CURRENT_SHOWN = 100;
/** So many are shown at once of the access that has ended. */
const PAST_SHOWN = 20;

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

/** The agreement's grant of a number that was written somewhere. */
async function grantOf(
  { studio }: PortalParts,
  { agreementNumber }: Agreement,
  number: number,
): Promise<Grant | undefined> {
  return Number.isNaN(number) ? undefined : studio.grants.find(agreementNumber, number);
}

/**
 * Those of the access that lasts which a page shows, the last that was given first. `below`: only what was
 * given before this grant; what none is before, such as a number that nobody has, shows the first page.
 */
function currentShown(
  current: readonly Grant[],
  below: number,
): { readonly shown: readonly Grant[]; readonly hasEarlier: boolean } {
  const newest = current.toReversed();
  const from = newest.findIndex(({ grantNumber }) => grantNumber < below);
  const first = Math.max(0, from);
  const shown = newest.slice(first, first + CURRENT_SHOWN);
  return { shown, hasEarlier: newest.length > first + CURRENT_SHOWN };
}

/** The company, and which apps have access to its books. */
async function overview(parts: PortalParts, visit: Visit, member: Member): Promise<PageAnswer> {
  const { studio, clock } = parts;
  const { agreement } = member;
  const { agreementNumber } = agreement;
  const { query } = visit;
  const now = timestampOf(clock());
  const before = numberWritten(query.get('before')) || undefined;
  const [current, past, revoked] = await Promise.all([
    studio.grants.listCurrent(agreementNumber, now),
    studio.grants.listEnded(agreementNumber, now, { before, max: PAST_SHOWN + 1 }),
    grantOf(parts, agreement, numberWritten(query.get('revoked'))),
  ]);
  const lasting = currentShown(current, numberWritten(query.get('below')));
  const [lastOfThem] = lasting.hasEarlier ? lasting.shown.slice(-1) : [];
  const shown = past.slice(0, PAST_SHOWN);
  const last = past.length > shown.length ? shown.at(-1) : undefined;
  const justRevoked = revoked?.revoked === undefined ? [] : [revoked];
  return agreementPage(visit, {
    agreement,
    mayRevoke: (grant) => mayEnd(member, grant),
    current: await named(parts, visit, lasting.shown),
    givenEarlier: lastOfThem && visit.to('/portal/agreement', { below: String(lastOfThem.grantNumber) }),
    hasOthers: current.some(({ appNumber }) => appNumber === revoked?.appNumber),
    past: await named(parts, visit, shown),
    earlier: last && visit.to('/portal/agreement', { before: String(last.grantNumber) }),
    revoked: (await named(parts, visit, justRevoked))[0],
    mayChangeCompany: mayDoAll(member),
    isCompanySaved: visit.query.get('saved') === 'company',
  });
}

/** My agreement: which apps have access to the books, and taking it back. */
export function agreementRoutes(parts: PortalParts): readonly Route[] {
  const { clock, forgetCredentials } = parts;

  const ownGrant = async (
    visit: Visit,
    member: Member,
    request: PageRequest,
  ): Promise<ShownGrant | undefined> => {
    const { agreement } = member;
    const found = await grantOf(parts, agreement, numberParameter(request, 'grantNumber'));
    if (found === undefined || !mayEnd(member, found)) return undefined;
    const [shown] = await named(parts, visit, [found]);
    return shown;
  };

  return [
    get(
      '/portal/agreement',
      forMembers(parts, (visit, member) => overview(parts, visit, member)),
    ),
    get(
      '/portal/grants/:grantNumber/revoke',
      forMembers(parts, async (visit, member, request) => {
        const shown = await ownGrant(visit, member, request);
        if (shown === undefined) return notFoundPage(visit);
        const { agreementNumber, appNumber, grantNumber } = shown.grant;
        const current = await parts.studio.grants.listCurrent(agreementNumber, timestampOf(clock()));
        const others = current.filter(
          (one) => one.appNumber === appNumber && one.grantNumber !== grantNumber,
        );
        return revokePage(visit, shown, others.length);
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
          return { answer: seeOther(to), appNumber, grantNumber };
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

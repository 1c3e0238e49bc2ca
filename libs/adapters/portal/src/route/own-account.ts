import { timestampOf } from '@kontor/kernel';
import type { User } from '@kontor/studio';
import { accountPage, passwordPage } from '../page/account.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer } from '../visit/answer.js';
import { newPasswordProblems } from '../visit/new-password.js';
import type { Throttle } from '../visit/throttle.js';
import type { Member, Visit } from '../visit/visit.js';
import { presentPassword } from './present-password.js';
import { changed, forMembers, get, leadsTo, post, tooMany, type PageRequest, type Route } from './route.js';

/** More sessions than anybody looks through. */
const SESSIONS_SHOWN = 50;

/** What a page says was just done, by the word in its address. */
const DONE = {
  password: 'passwordChanged',
  session: 'sessionEnded',
  others: 'othersEnded',
  factorOff: 'secondFactorOff',
  mail: 'confirmSent',
  confirmed: 'emailIsConfirmed',
} as const satisfies Record<string, keyof Visit['text']>;

/** One's own account. `guesses`: how often a person's present password may be tried. */
export function ownAccountRoutes(parts: PortalParts, guesses: Throttle): readonly Route[] {
  const { studio, secrets, clock } = parts;
  return [
    get(
      '/portal/account',
      forMembers(parts, async (visit, { user }, { sessionToken }) => {
        const now = timestampOf(clock());
        const done = visit.query.get('done') ?? '';
        return accountPage(visit, {
          user,
          sessions: await studio.portalSessions.listOf(user.userName, now, SESSIONS_SHOWN),
          ownHash: secrets.tokenHash(sessionToken),
          done: Object.hasOwn(DONE, done) ? visit.text[DONE[done as keyof typeof DONE]] : undefined,
        });
      }),
    ),
    get(
      '/portal/account/password',
      forMembers(parts, async (visit, { user }) => passwordPage(visit, user, {})),
    ),
    post(
      '/portal/account/password',
      forMembers(parts, (visit, member, request) =>
        changePassword(parts, guesses, visit, { member, request }),
      ),
      '/portal/account/password',
    ),
    leadsTo('/portal/account/sessions', '/portal/account'),
    post(
      '/portal/account/sessions',
      forMembers(parts, async (visit, { user }, { form, sessionToken }) => {
        const session = form.exact('session');
        if (session === 'others') {
          await studio.portalSessions.endAll(user.userName, secrets.tokenHash(sessionToken));
        } else await studio.portalSessions.endOwn(user.userName, session);
        return seeOther(visit.to('/portal/account', { done: session === 'others' ? 'others' : 'session' }));
      }),
    ),
  ];
}

type Doing = { readonly member: Member; readonly request: PageRequest };

async function changePassword(
  parts: PortalParts,
  guesses: Throttle,
  visit: Visit,
  { member: { user, agreement }, request }: Doing,
): Promise<PageAnswer> {
  const { secrets, studio } = parts;
  const { form, sessionToken } = request;
  const problems = await newPasswordProblems(visit, form, namesOf(user, agreement.name));
  const password = await presentPassword(parts, guesses, user, request);
  if (password.kind === 'triedTooOften') return tooMany(visit, password.waitSeconds);
  if (password.kind === 'wrong') {
    return passwordPage(visit, user, { present: visit.text.presentPasswordWrong, ...problems });
  }
  if (Object.keys(problems).length > 0) return passwordPage(visit, user, problems);
  const passwordHash = await secrets.passwordHash(form.exact('password'));
  const { agreementNumber } = agreement;
  const own = secrets.tokenHash(sessionToken);
  const answer = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    await within.users.changePassword(user.userName, passwordHash);
    await within.portalSessions.endAll(user.userName, own);
    // Nor does a link that lies in a mailbox let in behind it.
    await within.mailedTokens.forget(user.userName, 'reset');
    return { answer: seeOther(visit.to('/portal/account', { done: 'password' })) };
  });
  // Those as well that began between, by the password of before.
  await studio.portalSessions.endAll(user.userName, own);
  return answer;
}

/** Names of a person that are easily guessed, so that a password must not contain them. */
export function namesOf({ userName, name, email }: User, business: string): readonly string[] {
  return [userName, name, email, business];
}

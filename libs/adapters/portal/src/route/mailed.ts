import { timestampOf } from '@kontor/kernel';
import type { MailedPurpose, User } from '@kontor/studio';
import { confirmPage, forgottenPage, linkOverPage, resetPage } from '../page/mailed.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer } from '../visit/answer.js';
import { personNamed } from '../visit/mail-address.js';
import { newPasswordProblems } from '../visit/new-password.js';
import { countedName, NAME_MAX, networkOf, type Throttle } from '../visit/throttle.js';
import type { Visit } from '../visit/visit.js';
import { changed, forMembers, get, leadsTo, post, tooMany, type PageRequest, type Route } from './route.js';

const MINUTE_MS = 60_000;
/** How long a link in a mail is good. */
const MINUTES: Readonly<Record<MailedPurpose, number>> = { reset: 30, confirm: 3 * 24 * 60 };
/** How often mail is asked for: for one name, and from one network. */
export type MailThrottles = { readonly byName: Throttle; readonly byAddress: Throttle };

/**
 * What people do by links in mails: confirm the address, choose another password. The links are good once; a
 * page asks before it counts, because programs that look through mail open them.
 */
export function mailedRoutes(parts: PortalParts, throttles: MailThrottles): readonly Route[] {
  return [
    get('/portal/forgotten', async (visit) => forgottenPage(visit, visit.query.has('sent'))),
    post('/portal/forgotten', (visit, request) => sendReset(parts, throttles, visit, request)),
    get('/portal/reset', async (visit) => {
      const user = await userOf(parts, 'reset', tokenIn(visit));
      return user === undefined ? linkOverPage(visit, 'reset') : resetPage(visit, tokenIn(visit), user, {});
    }),
    post('/portal/reset', (visit, request) => reset(parts, visit, request)),
    get('/portal/confirm', async (visit) => {
      const user = await userOf(parts, 'confirm', tokenIn(visit));
      return user === undefined ? linkOverPage(visit, 'confirm') : confirmPage(visit, tokenIn(visit), user);
    }),
    post('/portal/confirm', (visit, request) => confirm(parts, visit, request)),
    leadsTo('/portal/account/confirm', '/portal/account'),
    post(
      '/portal/account/confirm',
      forMembers(parts, async (visit, { user }, { address }) => {
        const wait =
          throttles.byAddress.attempt(networkOf(address)) ??
          throttles.byName.attempt(countedName(user.userName));
        if (wait !== undefined) return tooMany(visit, wait);
        mailLink(parts, visit, 'confirm', user);
        return seeOther(visit.to('/portal/account', { done: 'mail' }));
      }),
      '/portal/account',
    ),
  ];
}

/** Mails a link that is good once, after the answer was given. */
export function mailLink(parts: PortalParts, visit: Visit, purpose: MailedPurpose, user: User): void {
  parts.later(() => mailed(parts, visit, purpose, user));
}

async function mailed(
  { studio, secrets, clock, baseUrl, mail, operator }: PortalParts,
  { text, locale }: Visit,
  purpose: MailedPurpose,
  { userName, email, emailConfirmed, name }: User,
): Promise<void> {
  const now = clock();
  const token = secrets.token();
  const expires = timestampOf(new Date(now.getTime() + MINUTES[purpose] * MINUTE_MS));
  await studio.mailedTokens.issue({ userName, purpose, expires }, secrets.tokenHash(token), timestampOf(now));
  const link = `${baseUrl}/portal/${purpose}?${new URLSearchParams({ token, locale }).toString()}`;
  const isKnown = emailConfirmed !== undefined;
  const written = { name: isKnown ? name : undefined, link, operator: operator.name };
  await mail(
    purpose === 'reset'
      ? { to: email, subject: text.resetSubject(operator.name), text: text.resetMail(written) }
      : { to: email, subject: text.confirmSubject(operator.name), text: text.confirmMail(written) },
  );
}

/** The answer is the same, and as quick, whether or not there is an account. */
async function sendReset(
  parts: PortalParts,
  { byName, byAddress }: MailThrottles,
  visit: Visit,
  { form, address }: PageRequest,
): Promise<PageAnswer> {
  const userName = form.text('user-name').slice(0, NAME_MAX + 1);
  const wait = byAddress.attempt(networkOf(address)) ?? byName.attempt(countedName(userName));
  if (wait !== undefined) return tooMany(visit, wait);
  parts.later(async () => {
    const user = userName.length > NAME_MAX ? undefined : await personNamed(parts, userName);
    if (user !== undefined) await mailed(parts, visit, 'reset', user);
  });
  return seeOther(visit.to('/portal/forgotten', { sent: '' }));
}

function tokenIn({ query }: Visit): string {
  return query.get('token') ?? '';
}

/** Whose link it is; undefined for one that is used, over, or of another purpose. */
async function userOf(
  { studio, secrets, clock }: PortalParts,
  purpose: MailedPurpose,
  token: string,
): Promise<User | undefined> {
  const found = token === '' ? undefined : await studio.mailedTokens.find(secrets.tokenHash(token));
  if (found === undefined || found.purpose !== purpose || found.expires <= timestampOf(clock()))
    return undefined;
  return studio.users.find(found.userName);
}

async function reset(parts: PortalParts, visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { studio, secrets, clock } = parts;
  const { form } = request;
  const token = form.exact('token');
  const user = await userOf(parts, 'reset', token);
  if (user === undefined) return linkOverPage(visit, 'reset');
  const { userName, name, email, agreementNumber } = user;
  const problems = await newPasswordProblems(visit, form, [userName, name, email]);
  if (Object.keys(problems).length > 0) return resetPage(visit, token, user, problems);
  const passwordHash = await secrets.passwordHash(form.exact('password'));
  const answer = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    // Used up only by what it does: who was answered a 503 presses again.
    if (!(await within.mailedTokens.use(secrets.tokenHash(token))))
      return { answer: linkOverPage(visit, 'reset') };
    await within.users.changePassword(userName, passwordHash);
    // Who read the mail has the address.
    await within.users.confirmEmail(userName, timestampOf(clock()));
    await within.portalSessions.endAll(userName);
    return { answer: seeOther(visit.to('/portal/sign-in', { reset: '' })) };
  });
  // Those as well that began between, by the password of before.
  if ('redirectTo' in answer) await studio.portalSessions.endAll(userName);
  return answer;
}

async function confirm(parts: PortalParts, visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const { secrets, clock } = parts;
  const token = request.form.exact('token');
  const user = await userOf(parts, 'confirm', token);
  if (user === undefined) return linkOverPage(visit, 'confirm');
  const { userName, agreementNumber } = user;
  return changed(parts, { visit, user, request, agreementNumber }, async ({ users, mailedTokens }) => {
    if (!(await mailedTokens.use(secrets.tokenHash(token))))
      return { answer: linkOverPage(visit, 'confirm') };
    await users.confirmEmail(userName, timestampOf(clock()));
    return { answer: seeOther(visit.to('/portal/account', { done: 'confirmed' })) };
  });
}

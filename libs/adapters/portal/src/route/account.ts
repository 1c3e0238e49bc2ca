import { isLeft, isRight } from 'fp-ts/lib/Either.js';
import { fullDateOf, isFullDate, timestampOf, type FullDate } from '@kontor/kernel';
import { isSeen, plainName, type SignUp, type User, type UserWithPassword } from '@kontor/studio';
import { frontPage } from '../page/front.page.js';
import { signInPage } from '../page/sign-in.page.js';
import { COMPANY_AT_SIGN_UP } from '../page/company.page.js';
import { signUpPage } from '../page/sign-up.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer, type Problems, type Redirect } from '../visit/answer.js';
import { mailLink, mailedRoutes } from './mailed.js';
import { ownAccountRoutes } from './own-account.js';
import { askForCode, secondFactorRoutes } from './second-factor.js';
import { basePathOf } from '../visit/base-path.js';
import { inOwnLetters, isMailAddress, personNamed } from '../visit/mail-address.js';
import { newPasswordProblems } from '../visit/new-password.js';
import { countedName, NAME_MAX, networkOf, throttle, type Throttle } from '../visit/throttle.js';
import { NO_FORM, type Form, type Visit } from '../visit/visit.js';
import { companyBegunIn, companyProblems } from './company.js';
import { get, nextPage, post, auditRecordOf, tooMany, type PageRequest, type Route } from './route.js';

const SESSION_HOURS = 8;
const MINUTE_MS = 60_000;
const ATTEMPT_LIMITS = {
  perName: { attempts: 10, withinMs: 15 * MINUTE_MS },
  perAddress: { attempts: 100, withinMs: 15 * MINUTE_MS },
  signUps: { attempts: 60, withinMs: 60 * MINUTE_MS },
  mails: { attempts: 5, withinMs: 60 * MINUTE_MS },
} as const;

const LINE_MAX = 250;

/** The front page, signing up, in and out. */
export function accountRoutes(parts: PortalParts): readonly Route[] {
  const { studio, secrets } = parts;
  const basePath = basePathOf(parts.baseUrl);
  const attemptLimits = { ...ATTEMPT_LIMITS, ...parts.attemptLimits };
  const signIns = {
    byName: throttle(attemptLimits.perName),
    byAddress: throttle(attemptLimits.perAddress),
  };
  const signUps = throttle(attemptLimits.signUps);
  const guesses = throttle(attemptLimits.perName);
  const mails = { byName: throttle(attemptLimits.mails), byAddress: throttle(attemptLimits.signUps) };
  return [
    ...ownAccountRoutes(parts, guesses),
    ...secondFactorRoutes(parts, {
      tries: attemptLimits.perName,
      guesses,
      enter: (visit, user, request, next) => entered(parts, visit, user, { request, next }),
    }),
    ...mailedRoutes(parts, mails),
    get('/portal', async (visit) => frontPage(visit, `${basePath}/explorer`)),
    get('/portal/sign-in', async (visit, { entered = NO_FORM }) =>
      signInPage(visit, {
        next: entered.exact('next') || (visit.query.get('next') ?? ''),
        userName: entered.text('user-name'),
      }),
    ),
    post('/portal/sign-in', (visit, request) => signIn(parts, signIns, visit, request), '/portal/sign-in'),
    get('/portal/sign-up', async (visit, { entered = NO_FORM }) =>
      signUpForm(parts, visit, entered, {}, entered.exact('next') || (visit.query.get('next') ?? '')),
    ),
    post('/portal/sign-up', (visit, request) => signUp(parts, signUps, visit, request), '/portal/sign-up'),
    post(
      '/portal/sign-out',
      async (visit, { form, sessionToken }) => {
        await studio.portalSessions.end(secrets.tokenHash(sessionToken));
        const front = visit.to('/portal', { 'signed-out': '' });
        return { ...seeOther(nextPage(basePath, form.exact('next'), front)), session: 'ended' };
      },
      '/portal',
    ),
  ];
}

/**
 * Signs a user in whose password was right when `user` was read. A change of password ends all sessions; a
 * session that began between that reading and the change is ended here, so that none outlives it.
 */
async function entered(
  parts: PortalParts,
  visit: Visit,
  user: UserWithPassword,
  { request, next }: { readonly request: PageRequest; readonly next: string },
): Promise<PageAnswer> {
  const { studio, secrets } = parts;
  const answer = await signedIn(parts, user, request, next);
  const kept = await studio.users.find(user.userName);
  if (kept?.passwordHash === user.passwordHash) return answer;
  await studio.portalSessions.end(secrets.tokenHash(answer.session.token));
  return signInPage(visit, { next: '', why: visit.text.signInAnew });
}

/** A session of its own for who signs in, in place of what the browser had. */
async function signedIn(
  { studio, secrets, clock }: PortalParts,
  user: User,
  { sessionToken, agent }: PageRequest,
  address: string,
): Promise<Redirect & { readonly session: { readonly token: string; readonly maxAgeSeconds: number } }> {
  const now = clock();
  const token = secrets.token();
  const expires = timestampOf(new Date(now.getTime() + SESSION_HOURS * 60 * MINUTE_MS));
  await studio.portalSessions.start(
    { userName: user.userName, started: timestampOf(now), expires, agent: agent || undefined },
    secrets.tokenHash(token),
    secrets.tokenHash(sessionToken),
  );
  return { ...seeOther(address), session: { token, maxAgeSeconds: SESSION_HOURS * 3600 } };
}

async function signIn(
  parts: PortalParts,
  { byName, byAddress }: Readonly<Record<'byName' | 'byAddress', Throttle>>,
  visit: Visit,
  request: PageRequest,
): Promise<PageAnswer> {
  const { passwords } = parts;
  const { form } = request;
  const [userName, password] = [form.text('user-name'), form.exact('password')];
  const network = networkOf(request.address);
  // Of this network only: nobody elsewhere can make the person wait by trying for her.
  const name = `${network} ${countedName(userName)}`;
  const wait = byAddress.attempt(network) ?? byName.attempt(name);
  if (wait !== undefined) return { ...tooMany(visit, wait), event: 'signInThrottled' };
  const user = userName.length > NAME_MAX ? undefined : await personNamed(parts, userName);
  const isRight = await passwords.matches(password, user?.passwordHash, network).catch((error: unknown) => {
    // It was not tried.
    byAddress.takeBack(network);
    byName.takeBack(name);
    throw error;
  });
  if (!isRight || user === undefined) {
    const problems = { 'user-name': visit.text.wrongPassword };
    const page = signInPage(visit, { next: form.exact('next'), userName, problems });
    return { ...page, event: 'signInFailed' };
  }
  byName.forgive(name);
  byAddress.takeBack(network);
  const next = nextPage(basePathOf(parts.baseUrl), form.exact('next'), visit.to('/portal'));
  return (
    (await askForCode(parts, visit, request, { user, next })) ??
    entered(parts, visit, user, { request, next })
  );
}

function signUpForm(
  { currencies, clock }: PortalParts,
  visit: Visit,
  form: Form,
  problems: Problems,
  next: string,
): PageAnswer {
  return signUpPage(visit, {
    form,
    problems,
    next,
    currencies,
    yearFrom: `${clock().getUTCFullYear()}-01-01`,
  });
}

async function signUp(
  parts: PortalParts,
  signUps: Throttle,
  visit: Visit,
  request: PageRequest,
): Promise<PageAnswer> {
  const { clock, currencies } = parts;
  const { form } = request;
  const next = form.exact('next');
  const problems = {
    ...problemsOf(visit, form, currencies, clock()),
    ...companyProblems(visit, form, COMPANY_AT_SIGN_UP),
    ...(await newPasswordProblems(visit, form, [
      form.text('email'),
      form.text('name'),
      form.text('business'),
    ])),
  };
  const again = (refused: Problems): PageAnswer => signUpForm(parts, visit, form, refused, next);
  if (Object.keys(problems).length > 0) return again(problems);
  const wait = signUps.attempt(networkOf(request.address));
  if (wait !== undefined) return tooMany(visit, wait);
  const email = userNameIn(form);
  if ((await personNamed(parts, email)) !== undefined) return again({ email: visit.text.emailTaken });
  const command: SignUp = {
    name: form.text('business'),
    baseCurrency: form.text('currency'),
    firstYearFrom: form.text('first-year') as FullDate,
    company: companyBegunIn(form, COMPANY_AT_SIGN_UP),
    person: { userName: email, name: form.text('name'), email, password: form.exact('password') },
    now: clock(),
  };
  const answer = seeOther(nextPage(basePathOf(parts.baseUrl), next, visit.to('/portal/first-call')));
  const record = auditRecordOf({ visit, user: command.person, request }, { answer });
  const made = await parts.signUp(command, record)();
  if (isLeft(made)) {
    const isTaken = made.left.kind === 'UserNameTaken';
    return again(isTaken ? { email: visit.text.emailTaken } : { currency: visit.text.currencyWrong });
  }
  mailLink(parts, visit, 'confirm', made.right);
  return signedIn(parts, made.right, request, answer.redirectTo);
}

function problemsOf({ text }: Visit, form: Form, currencies: readonly string[], now: Date): Problems {
  const email = userNameIn(form);
  const isLine = (words: string): boolean => words !== '' && [...words].length <= LINE_MAX && isSeen(words);
  return {
    ...(!isLine(form.text('business')) && { business: text.businessNameWrong }),
    ...(!currencies.includes(form.text('currency')) && { currency: text.currencyWrong }),
    ...(!isNear(form.text('first-year'), now) && { 'first-year': text.firstYearWrong }),
    ...(!isLine(form.text('name')) && { name: text.yourNameWrong }),
    ...(!(isLine(email) && isMailAddress(email)) && { email: text.emailWrong }),
  };
}

/** The name as it is kept; nothing where what was entered is none. */
function userNameIn(form: Form): string {
  const name = plainName(inOwnLetters(form.text('email')), LINE_MAX);
  return isRight(name) ? name.right : '';
}

const YEARS_BACK = 10;
const YEARS_AHEAD = 2;

function isNear(date: string, now: Date): boolean {
  const day = (years: number): string =>
    fullDateOf(new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate())));
  return isFullDate(date) && day(-YEARS_BACK) <= date && date <= day(YEARS_AHEAD);
}

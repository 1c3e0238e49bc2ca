import { isLeft } from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { folded, fullDateOf, isFullDate, timestampOf, type AuditRecord, type FullDate } from '@kontor/kernel';
import type { AgreementRefusal, SignUp, User, UserNameTaken } from '@kontor/studio';
import { frontPage } from '../page/front.page.js';
import { messagePage } from '../page/message.page.js';
import { signInPage } from '../page/sign-in.page.js';
import { signUpPage } from '../page/sign-up.page.js';
import type { PortalParts } from '../portal.js';
import { see, type Answer, type Problems } from '../visit/answer.js';
import { basePathOf } from '../visit/base-path.js';
import { throttle } from '../visit/throttle.js';
import { NO_FORM, type Form, type Visit } from '../visit/visit.js';
import { get, nextPage, post, recordOf, type Asked, type Route } from './route.js';

export type SignUpAbility = (
  command: SignUp,
  by: AuditRecord,
) => TaskEither<AgreementRefusal | UserNameTaken, User>;

const SESSION_HOURS = 8;
const MINUTE_MS = 60_000;
const PATIENCE = {
  perName: { attempts: 10, withinMs: 15 * MINUTE_MS },
  perAddress: { attempts: 100, withinMs: 15 * MINUTE_MS },
  signUps: { attempts: 60, withinMs: 60 * MINUTE_MS },
} as const;

const LINE_MAX = 250;
const PASSWORD_MIN = 10;
const PASSWORD_MAX = 200;
const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** The front page, signing up, in and out. */
export function accountRoutes(parts: PortalParts): readonly Route[] {
  const { studio, secrets, passwords, clock, currencies } = parts;
  const basePath = basePathOf(parts.baseUrl);
  const patience = { ...PATIENCE, ...parts.patience };
  const byName = throttle(patience.perName, clock);
  const byAddress = throttle(patience.perAddress, clock);
  const signUps = throttle(patience.signUps, clock);

  /** A session of its own for who signs in, in place of what the browser had. */
  const signedIn = async (user: User, { sessionToken }: Asked, address: string): Promise<Answer> => {
    const now = clock();
    const token = secrets.token();
    const expires = timestampOf(new Date(now.getTime() + SESSION_HOURS * 60 * MINUTE_MS));
    await studio.portalSessions.end(secrets.tokenHash(sessionToken));
    await studio.portalSessions.start(
      { userName: user.userName, started: timestampOf(now), expires },
      secrets.tokenHash(token),
    );
    return { ...see(address), session: { token, maxAgeSeconds: SESSION_HOURS * 3600 } };
  };

  const signIn = async (visit: Visit, asked: Asked): Promise<Answer> => {
    const { form } = asked;
    const [userName, password] = [form.text('user-name'), form.exact('password')];
    const name = folded(userName).slice(0, LINE_MAX);
    const network = networkOf(asked.address);
    const wait = byAddress.attempt(network) ?? byName.attempt(name);
    if (wait !== undefined) return tooMany(visit, wait);
    const user = userName.length > LINE_MAX ? undefined : await studio.users.find(userName);
    if (!(await passwords.matches(password, user?.passwordHash)) || user === undefined) {
      const problems = { 'user-name': visit.text.wrongPassword };
      return signInPage(visit, { next: form.exact('next'), userName, problems });
    }
    byName.forgive(name);
    byAddress.takeBack(network);
    return signedIn(user, asked, nextPage(basePath, form.exact('next'), visit.to('/portal')));
  };

  const shownSignUp = (visit: Visit, form: Form, problems: Problems, next: string) =>
    signUpPage(visit, { form, problems, next, currencies, yearFrom: `${clock().getUTCFullYear()}-01-01` });

  const signUp = async (visit: Visit, asked: Asked): Promise<Answer> => {
    const { form } = asked;
    const next = form.exact('next');
    const problems = problemsOf(visit, form, currencies, clock());
    if (Object.keys(problems).length > 0) return shownSignUp(visit, form, problems, next);
    const wait = signUps.attempt(networkOf(asked.address));
    if (wait !== undefined) return tooMany(visit, wait);
    const email = form.text('email');
    const command: SignUp = {
      name: form.text('business'),
      baseCurrency: form.text('currency'),
      firstYearFrom: form.text('first-year') as FullDate,
      person: { userName: email, name: form.text('name'), email, password: form.exact('password') },
      now: clock(),
    };
    const answer = see(nextPage(basePath, next, visit.to('/portal/first-call')));
    const made = await parts.signUp(command, recordOf({ visit, user: command.person, asked }, { answer }))();
    if (isLeft(made)) {
      const refused: Problems =
        made.left.kind === 'UserNameTaken'
          ? { email: visit.text.emailTaken }
          : { currency: visit.text.currencyWrong };
      return shownSignUp(visit, form, refused, next);
    }
    return signedIn(made.right, asked, answer.redirectTo);
  };

  return [
    get('/portal', async (visit) => frontPage(visit, `${basePath}/explorer`)),
    get('/portal/sign-in', async (visit) => signInPage(visit, { next: visit.query.get('next') ?? '' })),
    post('/portal/sign-in', signIn),
    get('/portal/sign-up', async (visit) => shownSignUp(visit, NO_FORM, {}, visit.query.get('next') ?? '')),
    post('/portal/sign-up', signUp),
    post('/portal/sign-out', async (visit, { form, sessionToken }) => {
      await studio.portalSessions.end(secrets.tokenHash(sessionToken));
      const front = visit.to('/portal', { 'signed-out': '' });
      return { ...see(nextPage(basePath, form.exact('next'), front)), session: 'ended' };
    }),
  ];
}

function tooMany(visit: Visit, seconds: number): Answer {
  const { text } = visit;
  const says = text.tooMany(Math.ceil(seconds / 60));
  return { ...messagePage(visit, { status: 429, title: text.tooManyTitle, says }), retryAfter: seconds };
}

/** Where somebody is: an address, or of IPv6 the network that one customer of a provider has. */
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;
}

function problemsOf({ text }: Visit, form: Form, currencies: readonly string[], now: Date): Problems {
  const [email, password] = [form.text('email'), form.exact('password')];
  const isLine = (words: string): boolean =>
    words !== '' && [...words].length <= LINE_MAX && !/\p{Cc}/u.test(words);
  const length = [...password].length;
  return {
    ...(!isLine(form.text('business')) && { business: text.businessNameWrong }),
    ...(!currencies.includes(form.text('currency')) && { currency: text.currencyWrong }),
    ...(!isNear(form.text('first-year'), now) && { 'first-year': text.firstYearWrong }),
    ...(!isLine(form.text('name')) && { name: text.yourNameWrong }),
    ...(!(isLine(email) && EMAIL.test(email)) && { email: text.emailWrong }),
    ...(folded(password) === folded(email) && { password: text.passwordIsEmail }),
    ...((length < PASSWORD_MIN || length > PASSWORD_MAX) && { password: text.passwordWrong }),
    ...(password !== form.exact('password-again') && { 'password-again': text.passwordsDiffer }),
  };
}

const YEARS_BACK = 10;
const YEARS_AHEAD = 2;

function isNear(date: string, now: Date): boolean {
  const day = (years: number): string =>
    fullDateOf(new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate())));
  return isFullDate(date) && day(-YEARS_BACK) <= date && date <= day(YEARS_AHEAD);
}

import type { TryLimit, User, UserWithPassword } from '@kontor/studio';
import { codePage, secondFactorPage, setUpPage } from '../page/second-factor.page.js';
import { signInPage } from '../page/sign-in.page.js';
import type { PortalParts } from '../portal-parts.js';
import { seeOther, type PageAnswer } from '../visit/answer.js';
import { newCodeSecret, newRecoveryCodes, otpAuthAddress, plainCode, stepOf } from '../visit/codes.js';
import type { Throttle } from '../visit/throttle.js';
import type { Member, Visit } from '../visit/visit.js';
import { presentPassword } from './present-password.js';
import { changed, forMembers, get, leadsTo, post, tooMany, type PageRequest, type Route } from './route.js';

const PATH = '/portal/account/second-factor';
/** So long after the password the code is taken. */
const PENDING_MS = 5 * 60_000;

const secretOf = ({ userName }: Pick<User, 'userName'>): string => `second factor of ${userName}`;
const pendingIn = ({ sessionToken }: PageRequest): string => `code asked for in ${sessionToken}`;

/** Who gave the right password, the hash of what is kept of it, and where to go on. */
type Pending = {
  readonly userName: string;
  readonly password: string;
  readonly until: number;
  readonly next: string;
};

/** Asks for the code of somebody who has a second factor; undefined for somebody who has none. */
export async function askForCode(
  { studio, secrets, clock }: PortalParts,
  visit: Visit,
  request: PageRequest,
  { user, next }: { readonly user: UserWithPassword; readonly next: string },
): Promise<PageAnswer | undefined> {
  if ((await studio.secondFactors.find(user.userName)) === undefined) return undefined;
  const { userName, passwordHash } = user;
  const password = secrets.tokenHash(passwordHash);
  const pending: Pending = { userName, password, until: clock().getTime() + PENDING_MS, next };
  return codePage(visit, request.cipher.encrypt(pendingIn(request), JSON.stringify(pending)), {});
}

/** What signing in with a second factor needs of the portal. */
export type CodeAbilities = {
  /** How often the codes of one person may be tried, by who knows the password: over all replicas. */
  readonly tries: TryLimit;
  /** How often a person's present password may be tried. */
  readonly guesses: Throttle;
  /** Signs somebody in and goes on. */
  readonly enter: (
    visit: Visit,
    user: UserWithPassword,
    request: PageRequest,
    next: string,
  ) => Promise<PageAnswer>;
};

/** The second factor: asked for at sign-in, turned on and off in one's account. */
export function secondFactorRoutes(parts: PortalParts, abilities: CodeAbilities): readonly Route[] {
  const { studio } = parts;
  return [
    leadsTo('/portal/sign-in/code', '/portal/sign-in'),
    post(
      '/portal/sign-in/code',
      (visit, request) => enterCode(parts, abilities, visit, request),
      '/portal/sign-in',
    ),
    get(
      PATH,
      forMembers(parts, async (visit, { user }, request) => {
        const factor = await studio.secondFactors.find(user.userName);
        return factor === undefined
          ? setUp(visit, user, request, newCodeSecret())
          : secondFactorPage(visit, factor, visit.query.has('made') ? request.shown?.['codes'] : undefined);
      }),
    ),
    post(
      PATH,
      forMembers(parts, (visit, member, request) => turnOn(parts, abilities, visit, { member, request })),
      PATH,
    ),
    leadsTo(`${PATH}/off`, PATH),
    post(
      `${PATH}/off`,
      forMembers(parts, (visit, member, request) => turnOff(parts, abilities, visit, { member, request })),
      PATH,
    ),
  ];
}

async function enterCode(
  parts: PortalParts,
  { tries, enter }: CodeAbilities,
  visit: Visit,
  request: PageRequest,
): Promise<PageAnswer> {
  const { studio, secrets, clock } = parts;
  const encrypted = request.form.exact('pending');
  const opened = request.cipher.decrypt(pendingIn(request), encrypted);
  const pending = opened === undefined ? undefined : (JSON.parse(opened) as Pending);
  const user = pending && (await studio.users.find(pending.userName));
  if (
    user === undefined ||
    pending === undefined ||
    pending.until <= clock().getTime() ||
    pending.password !== secrets.tokenHash(user.passwordHash)
  ) {
    return signInPage(visit, { next: pending?.next ?? '', why: visit.text.signInAnew });
  }
  const { userName, next } = pending;
  const wait = await studio.secondFactors.tryCode(userName, tries, clock().getTime());
  if (wait !== undefined) return { ...tooMany(visit, wait), event: 'signInThrottled' };
  if (!(await isCodeOf(parts, user, request))) {
    return { ...codePage(visit, encrypted, { code: visit.text.codeWrong }), event: 'signInFailed' };
  }
  return enter(visit, user, request, next);
}

/** Whether it is a code of now that was not used, or a recovery code that is left. */
async function isCodeOf(
  { studio, secrets, clock }: PortalParts,
  user: User,
  { form, cipher }: PageRequest,
): Promise<boolean> {
  const { userName } = user;
  const factor = await studio.secondFactors.find(userName);
  // It was turned off meanwhile.
  if (factor === undefined) return true;
  const code = plainCode(form.text('code'));
  const secret = cipher.decrypt(secretOf(user), factor.encrypted);
  const step = secret === undefined ? undefined : stepOf(secret, code, clock());
  if (step !== undefined) return studio.secondFactors.takeStep(userName, step);
  return studio.secondFactors.takeCode(userName, secrets.tokenHash(`${userName} ${code}`));
}

function setUp(
  visit: Visit,
  user: User,
  { cipher }: PageRequest,
  secret: string,
  problems: Readonly<Record<string, string>> = {},
): PageAnswer {
  const encrypted = cipher.encrypt(`set up ${secretOf(user)}`, secret);
  const address = otpAuthAddress(secret, visit.operator.name, user.userName);
  return setUpPage(visit, { secret, encrypted, address }, problems);
}

/** What turns it on or off: with the password, since it decides who may sign in from now on. */
type Turning = { readonly member: Member; readonly request: PageRequest };

async function turnOn(
  parts: PortalParts,
  { guesses }: CodeAbilities,
  visit: Visit,
  { member: { user, agreement }, request }: Turning,
): Promise<PageAnswer> {
  const { studio, secrets, clock } = parts;
  const { form, cipher, sessionToken } = request;
  const secret = cipher.decrypt(`set up ${secretOf(user)}`, form.exact('setup'));
  // Pressed twice, or with a page of before: it is on, or begins anew.
  if (secret === undefined || (await studio.secondFactors.find(user.userName)) !== undefined) {
    return seeOther(visit.to(PATH));
  }
  const step = stepOf(secret, plainCode(form.text('code')), clock());
  const password = await presentPassword(parts, guesses, user, request);
  if (password.kind === 'triedTooOften') return tooMany(visit, password.waitSeconds);
  if (step === undefined || password.kind === 'wrong') {
    const { codeWrong: code, presentPasswordWrong: present } = visit.text;
    const problems = { ...(password.kind === 'wrong' && { present }), ...(step === undefined && { code }) };
    return setUp(visit, user, request, secret, problems);
  }
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => secrets.tokenHash(`${user.userName} ${plainCode(code)}`));
  const factor = { encrypted: cipher.encrypt(secretOf(user), secret), lastStep: step };
  const { agreementNumber } = agreement;
  const own = secrets.tokenHash(sessionToken);
  let isOn = false;
  const answer = await changed(parts, { visit, user, request, agreementNumber }, async (within) => {
    // Where the same form is sent twice at once, only one answer shows codes: those that were stored.
    isOn = await within.secondFactors.turnOn(user.userName, factor, hashes);
    if (!isOn) return { answer: seeOther(visit.to(PATH)) };
    // Whoever was let in without a code is asked for one.
    await within.portalSessions.endAll(user.userName, own);
    const shown = { at: PATH, values: { codes: codes.join('\n') } };
    return { answer: { ...seeOther(visit.to(PATH, { made: '' })), shown } };
  });
  // Those as well that were let in between.
  if (isOn) await studio.portalSessions.endAll(user.userName, own);
  return answer;
}

async function turnOff(
  parts: PortalParts,
  { guesses }: CodeAbilities,
  visit: Visit,
  { member: { user, agreement }, request }: Turning,
): Promise<PageAnswer> {
  const { studio } = parts;
  const { userName } = user;
  const factor = await studio.secondFactors.find(userName);
  if (factor === undefined) return seeOther(visit.to('/portal/account'));
  const password = await presentPassword(parts, guesses, user, request);
  if (password.kind === 'triedTooOften') return tooMany(visit, password.waitSeconds);
  if (password.kind === 'wrong') {
    return secondFactorPage(visit, factor, undefined, { present: visit.text.presentPasswordWrong });
  }
  const { agreementNumber } = agreement;
  return changed(parts, { visit, user, request, agreementNumber }, async ({ secondFactors }) => {
    await secondFactors.turnOff(userName);
    return { answer: seeOther(visit.to('/portal/account', { done: 'factorOff' })) };
  });
}

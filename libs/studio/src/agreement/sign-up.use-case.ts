import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FullDate } from '@kontor/kernel';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { AgreementRefusal } from './agreement.rules.js';
import type { Agreement } from './agreement.js';
import type { Company } from './company.js';
import {
  createAgreement,
  USUAL_MODULES,
  type Beginning,
  type Begun,
  type CreateAgreement,
} from './create-agreement.use-case.js';
import { createUser, type UserNameTaken } from './create-user.use-case.js';
import type { Currencies } from './currencies.port.js';
import type { User } from './user.js';

/** What somebody gives who begins books of their own. */
export type SignUp = {
  /** Of the business. */
  readonly name: string;
  readonly baseCurrency: string;
  /** The day on which its first accounting year starts. */
  readonly firstYearFrom: FullDate;
  /** What it said of its company; the rest may be said later. */
  readonly company?: Company | undefined;
  readonly person: Omit<User, 'agreementNumber'> & { readonly password: string };
  readonly now: Date;
};

/**
 * What the studio asks the ledger when somebody begins: a chart of accounts,
 * and accounting years from a day on.
 */
export type FillBooks<B> = (books: B, firstYearFrom: FullDate, now: Date) => Promise<void>;

/** What signing up needs from outside; `inUnit` does all of it or nothing. */
export type SignUpPorts<B extends Begun> = {
  readonly secrets: Pick<Secrets, 'passwordHash'>;
  readonly currencies: Currencies;
  readonly inUnit: Beginning<B, never>['inUnit'];
  readonly fill: FillBooks<B>;
};

type SignUpRepositories = Pick<StudioRepositories, 'agreements' | 'users'>;

/**
 * Somebody begins: an agreement with books that are ready to use, and a person who works with it. All of it
 * or nothing, and the hash of the password, which takes long, before.
 */
export const signUp =
  <B extends Begun>({ agreements, users }: SignUpRepositories, ports: SignUpPorts<B>) =>
  (command: SignUp): TaskEither<AgreementRefusal | UserNameTaken, User> =>
    pipe(
      isFree(users, command.person.userName),
      TE.flatMapTask(() => () => ports.secrets.passwordHash(command.person.password)),
      TE.flatMap((passwordHash) =>
        createAgreement({ agreements }, ports.currencies, agreementOf(command), {
          inUnit: ports.inUnit,
          furnish: furnishing(ports.fill, command, passwordHash),
        }),
      ),
      TE.map(({ agreementNumber }) => ({ ...userOf(command), agreementNumber })),
    );

const agreementOf = ({ name, baseCurrency, now }: SignUp): CreateAgreement => ({
  name,
  baseCurrency,
  modules: USUAL_MODULES,
  isAdministrator: false,
  now,
});

const userOf = ({ person: { password: _, ...user } }: SignUp): Omit<User, 'agreementNumber'> => user;

const furnishing =
  <B extends Begun>(fill: FillBooks<B>, command: SignUp, passwordHash: string) =>
  (books: B, { agreementNumber }: Agreement): TaskEither<UserNameTaken, User> =>
    pipe(
      filled(fill, books, command),
      TE.tapTask(() => () => companyKept(books, agreementNumber, command)),
      TE.flatMap(() => createUser(books.studio, { ...userOf(command), agreementNumber }, passwordHash)),
    );

const filled =
  <B extends Begun>(fill: FillBooks<B>, books: B, command: SignUp): TaskEither<never, void> =>
  async () =>
    right(await fill(books, command.firstYearFrom, command.now));

async function companyKept(
  { studio: { agreements } }: Begun,
  agreementNumber: number,
  { company }: SignUp,
): Promise<void> {
  if (company !== undefined) await agreements.saveCompany(agreementNumber, company);
}

const isFree =
  (users: SignUpRepositories['users'], userName: string): TaskEither<UserNameTaken, void> =>
  async () =>
    (await users.find(userName)) === undefined ? right(undefined) : left({ kind: 'UserNameTaken', userName });

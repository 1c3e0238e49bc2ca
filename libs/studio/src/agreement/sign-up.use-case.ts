import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { FullDate } from '@kontor/kernel';
import type { Secrets } from '../grant/secrets.port.js';
import type { StudioRepositories } from '../studio.repositories.js';
import type { Agreement } from './agreement.js';
import type { AgreementRefusal } from './agreement.rules.js';
import { createAgreement, USUAL_MODULES } from './create-agreement.use-case.js';
import { createUser, type UserNameTaken } from './create-user.use-case.js';
import type { Currencies } from './currencies.port.js';
import type { User } from './user.js';

export type SignUp = {
  /** Of the business. */
  readonly name: string;
  readonly baseCurrency: string;
  /** The day on which its first accounting year starts. */
  readonly firstYearFrom: FullDate;
  readonly person: Omit<User, 'agreementNumber'> & { readonly password: string };
  readonly now: Date;
};

/** What the studio asks the ledger when somebody begins: a chart of accounts, and accounting years from a day on. */
export type NewBooks = {
  fill(agreement: Agreement, firstYearFrom: FullDate, now: Date): Promise<void>;
};

export type SignUpPorts = {
  readonly secrets: Pick<Secrets, 'passwordHash'>;
  readonly currencies: Currencies;
  readonly newBooks: NewBooks;
};

type SignUpRepositories = Pick<StudioRepositories, 'agreements' | 'users'>;

/**
 * Somebody begins: an agreement with books that are ready to use, and a person who works with it. The person comes last, so that
 * nobody can sign in to books that are half made.
 */
export const signUp =
  ({ agreements, users }: SignUpRepositories, { secrets, currencies, newBooks }: SignUpPorts) =>
  ({
    name,
    baseCurrency,
    firstYearFrom,
    person,
    now,
  }: SignUp): TaskEither<AgreementRefusal | UserNameTaken, User> =>
    pipe(
      isFree(users, person.userName),
      TE.flatMap(() =>
        createAgreement({ agreements }, currencies, {
          name,
          baseCurrency,
          modules: USUAL_MODULES,
          isAdministrator: false,
          now,
        }),
      ),
      TE.tap((agreement) => TE.fromTask(() => newBooks.fill(agreement, firstYearFrom, now))),
      TE.flatMap(({ agreementNumber }) =>
        TE.orElse((taken: UserNameTaken) => abandoned(agreements, agreementNumber, taken))(
          createUser({ users }, secrets, { ...person, agreementNumber }),
        ),
      ),
    );

const isFree =
  (users: SignUpRepositories['users'], userName: string): TaskEither<UserNameTaken, void> =>
  async () =>
    (await users.find(userName)) === undefined ? right(undefined) : left({ kind: 'UserNameTaken', userName });

/** Somebody else took the name meanwhile: the new agreement is nobody's. */
const abandoned =
  (
    agreements: SignUpRepositories['agreements'],
    agreementNumber: number,
    taken: UserNameTaken,
  ): TaskEither<UserNameTaken, User> =>
  async () => {
    await agreements.flag(agreementNumber, { forDeletion: true });
    return left(taken);
  };

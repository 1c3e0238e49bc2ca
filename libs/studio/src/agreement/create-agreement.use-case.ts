import { right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { fullDateOf, type ModuleName } from '@kontor/kernel';
import type { StudioRepositories } from '../studio.repositories.js';
import { agreementWith, type Agreement, type AgreementRepository } from './agreement.js';
import {
  administrates,
  isAdministratorOrClient,
  isInCurrentCurrency,
  type AgreementRefusal,
} from './agreement.rules.js';
import type { Currencies } from './currencies.port.js';

/** Whose books are to be made; `now` is the day of the sign-up. */
export type CreateAgreement = {
  readonly name: string;
  readonly baseCurrency: string;
  readonly modules: readonly ModuleName[];
  readonly isAdministrator: boolean;
  /** The administrator agreement that may work with its books. */
  readonly administratorNumber?: number | undefined;
  readonly now: Date;
};

/**
 * The modules of an agreement that asks for no others: without the
 * international ledger it could book no voucher (§2.6).
 */
export const USUAL_MODULES: readonly ModuleName[] = ['internationalLedger'];

/** How a new agreement begins: in one unit of work of its books, so that there is all of it or nothing. */
export type Beginning<B extends Begun, F> = {
  inUnit<G, A>(agreementNumber: number, work: (books: B) => TaskEither<G, A>): TaskEither<G, A>;
  /** What else its first unit of work does. */
  furnish(books: B, agreement: Agreement): TaskEither<F, unknown>;
};

/** What the unit of work has of the studio. */
export type Begun = { readonly studio: Pick<StudioRepositories, 'agreements' | 'users'> };

/** A new agreement. Its number is taken before: when nothing comes of it, no other agreement has it. */
export const createAgreement = <B extends Begun, F>(
  { agreements }: Pick<StudioRepositories, 'agreements'>,
  currencies: Currencies,
  { now, ...given }: CreateAgreement,
  { inUnit, furnish }: Beginning<B, F>,
): TaskEither<AgreementRefusal | F, Agreement> =>
  pipe(
    TE.fromEither(isAdministratorOrClient(given)),
    TE.tapEither(() => isInCurrentCurrency(currencies, given.baseCurrency)),
    TE.flatMap(() => underAdministrator(agreements, given.administratorNumber)),
    TE.flatMapTask(() => () => agreements.reserve()),
    TE.map((agreementNumber) => ({
      ...agreementWith({ ...given, signupDate: fullDateOf(now) }),
      agreementNumber,
    })),
    TE.tap((agreement) => inUnit(agreement.agreementNumber, (books) => begun(books, agreement, furnish))),
  );

const begun = <B extends Begun, F>(
  books: B,
  agreement: Agreement,
  furnish: Beginning<B, F>['furnish'],
): TaskEither<F, unknown> =>
  pipe(
    storedAs(books.studio.agreements, agreement),
    TE.flatMap(() => furnish(books, agreement)),
  );

const storedAs =
  (agreements: AgreementRepository, agreement: Agreement): TaskEither<never, void> =>
  async () => {
    const { created } = await agreements.ensure(agreement);
    if (!created) throw new Error(`the number ${agreement.agreementNumber} was reserved, and is taken`);
    return right(undefined);
  };

const underAdministrator =
  (
    agreements: AgreementRepository,
    agreementNumber: number | undefined,
  ): TaskEither<AgreementRefusal, void> =>
  async () =>
    agreementNumber === undefined
      ? right(undefined)
      : administrates(agreementNumber, await agreements.find(agreementNumber));

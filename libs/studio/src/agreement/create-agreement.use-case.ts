import { right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { fullDateOf, type ModuleName } from '@kontor/kernel';
import type { StudioRepositories } from '../studio.repositories.js';
import type { Agreement, AgreementRepository } from './agreement.js';
import {
  administrates,
  isAdministratorOrClient,
  isInCurrentCurrency,
  type AgreementRefusal,
} from './agreement.rules.js';
import type { Currencies } from './currencies.port.js';

export type CreateAgreement = {
  readonly name: string;
  readonly baseCurrency: string;
  readonly modules: readonly ModuleName[];
  readonly isAdministrator: boolean;
  /** The administrator agreement that may work with its books. */
  readonly administratorNumber?: number | undefined;
  readonly now: Date;
};

/** The modules of an agreement that asks for no others: without the international ledger it could book no voucher (§2.6). */
export const USUAL_MODULES: readonly ModuleName[] = ['internationalLedger'];

/** A new agreement, with empty books. */
export const createAgreement = (
  { agreements }: Pick<StudioRepositories, 'agreements'>,
  currencies: Currencies,
  { now, ...given }: CreateAgreement,
): TaskEither<AgreementRefusal, Agreement> =>
  pipe(
    TE.fromEither(isAdministratorOrClient(given)),
    TE.tapEither(() => isInCurrentCurrency(currencies, given.baseCurrency)),
    TE.flatMap(() => underAdministrator(agreements, given.administratorNumber)),
    TE.flatMap(() =>
      TE.fromTask(() =>
        agreements.create({ ...given, blocked: false, forDeletion: false, signupDate: fullDateOf(now) }),
      ),
    ),
  );

const underAdministrator =
  (
    agreements: AgreementRepository,
    agreementNumber: number | undefined,
  ): TaskEither<AgreementRefusal, void> =>
  async () =>
    agreementNumber === undefined
      ? right(undefined)
      : administrates(agreementNumber, await agreements.find(agreementNumber));

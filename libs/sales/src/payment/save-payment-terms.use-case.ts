import { right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { compare, everyItem, createOrReplace, type Stored } from '@kontor/kernel';
import type { SalesFailure } from '../sales.failures.js';
import type { SalesRepositories } from '../sales.repositories.js';
import { PaymentTerms, type PaymentTermsDraft } from './payment-terms.resource.js';
import { instalmentsAreDueAlone, isInstalmentOfNone, withInstalments } from './payment-terms.rules.js';

/** Terms that are to be made, or, with a number, to be replaced. */
export type SavePaymentTerms = {
  readonly draft: PaymentTermsDraft;
  /** The ones to replace; new ones when left out. */
  readonly paymentTermsNumber?: number;
  readonly version?: number | undefined;
};

/**
 * Payment terms, new or replaced: a time table shares out everything, to
 * instalments that are due by terms of their own.
 */
export const savePaymentTerms =
  ({ resources, stored }: SalesRepositories) =>
  (command: SavePaymentTerms): TaskEither<SalesFailure, Stored<PaymentTerms>> => {
    const { draft, paymentTermsNumber, version } = command;
    const all = resources.of(PaymentTerms);
    return pipe(
      TE.fromEither<SalesFailure, PaymentTermsDraft>(withInstalments(draft)),
      TE.bindTo('terms'),
      TE.bind('instalments', ({ terms }) => termsOfInstalments(stored, terms, command)),
      TE.tapEither(({ instalments }) => instalmentsAreDueAlone(instalments)),
      TE.tap(({ terms }) => areNoInstalment(stored, terms, paymentTermsNumber)),
      TE.flatMap(({ terms }) => createOrReplace(all, terms, paymentTermsNumber, version)),
    );
  };

const TIME_TABLES = compare('paymentTermsType', 'eq', 'timeTable');

/** Terms that others have as an instalment do not become a time table. */
function areNoInstalment(
  stored: SalesRepositories['stored'],
  { paymentTermsType }: PaymentTermsDraft,
  number: number | undefined,
): TaskEither<SalesFailure, void> {
  return async () => {
    if (paymentTermsType !== 'timeTable' || number === undefined) return right(undefined);
    // What is one already is nobody's instalment.
    const before = await stored.of(PaymentTerms).find(number);
    if (before === undefined || before.value.paymentTermsType === 'timeTable') return right(undefined);
    const tables = await everyItem(PaymentTerms, stored.of(PaymentTerms), TIME_TABLES);
    return isInstalmentOfNone(number, tables);
  };
}

/** By which terms the instalments are due. Terms that name themselves are what they are about to be. */
function termsOfInstalments(
  stored: SalesRepositories['stored'],
  { timetablePaymentTemplate }: PaymentTermsDraft,
  { draft, paymentTermsNumber }: SavePaymentTerms,
): TaskEither<SalesFailure, readonly (Pick<PaymentTerms, 'paymentTermsType'> | undefined)[]> {
  const lines = timetablePaymentTemplate?.lines ?? [];
  const own = paymentTermsNumber ?? draft.paymentTermsNumber;
  const termsOf = async (number: number) =>
    number === own ? draft : (await stored.of(PaymentTerms).find(number))?.value;
  return async () =>
    right(await Promise.all(lines.map(({ paymentTerms }) => termsOf(paymentTerms.paymentTermsNumber))));
}

import { right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { heldValue, MAX_PAGE_SIZE, type RepositoryProvider, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { VatReportSetup } from '../reference-data/vat-type.resource.js';
import { VatAccount, type VatAccountDraft } from './vat-account.resource.js';
import { isBeingBarred, isReportedWithinItsType } from './vat-account.rules.js';

/** One that is to be made, under the code that the client chose. */
export type CreateVatAccount = { readonly draft: VatAccountDraft };
/** What takes the place of which one. */
export type ReplaceVatAccount = CreateVatAccount & {
  readonly vatCode: string;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};
/** Which one goes; with `version`, only as it was read (If-Match). */
export type RemoveVatAccount = { readonly vatCode: string; readonly version?: number | undefined };

/** §4.2: a new VAT code. */
export const createVatAccount =
  ({ resources }: LedgerRepositories) =>
  ({ draft }: CreateVatAccount): TaskEither<LedgerFailure, Stored<VatAccount>> =>
    pipe(
      fitsTheChart(resources, draft),
      TE.flatMap(() => resources.of(VatAccount).create(draft)),
    );

/**
 * §4.2: a VAT code, replaced whole. Its code cannot change: that of the URL is the one that counts (D171).
 */
export const replaceVatAccount =
  ({ resources }: LedgerRepositories) =>
  ({ vatCode, draft, version }: ReplaceVatAccount): TaskEither<LedgerFailure, Stored<VatAccount>> => {
    const vatAccounts = resources.of(VatAccount);
    return pipe(
      heldValue(resources, VatAccount, vatCode),
      TE.tap(() => fitsTheChart(resources, draft)),
      TE.flatMap((stored) =>
        isBeingBarred(stored, draft)
          ? vatAccounts.replace(vatCode, draft, version, 'unused')
          : vatAccounts.replace(vatCode, draft, version),
      ),
      TE.mapLeft((failure) => asVatAccountInUse(failure, vatCode, 'bar')),
    );
  };

/** §4.2: a VAT code goes when nothing refers to it. */
export const removeVatAccount =
  ({ resources }: LedgerRepositories) =>
  ({ vatCode, version }: RemoveVatAccount): TaskEither<LedgerFailure, void> =>
    pipe(
      resources.of(VatAccount).remove(vatCode, version),
      TE.mapLeft((failure) => asVatAccountInUse(failure, vatCode, 'remove')),
    );

function fitsTheChart(
  resources: RepositoryProvider,
  draft: VatAccountDraft,
): TaskEither<LedgerFailure, unknown> {
  return pipe(
    setupsOfType(resources, draft),
    TE.flatMapEither((setups) => isReportedWithinItsType(draft, setups)),
  );
}

function setupsOfType(
  resources: RepositoryProvider,
  { vatType: { vatTypeNumber } }: VatAccountDraft,
): TaskEither<never, readonly VatReportSetup[]> {
  const whole = { sort: VatReportSetup.defaultSort, pageSize: MAX_PAGE_SIZE, skipPages: 0 };
  return async () => right((await resources.of(VatReportSetup, vatTypeNumber).page(whole)).items);
}

function asVatAccountInUse(
  failure: LedgerFailure,
  vatCode: string,
  attempt: 'remove' | 'bar',
): LedgerFailure {
  if (failure.kind !== 'ThingInUse') return failure;
  const { usedBy } = failure;
  return { kind: 'VatAccountInUse', vatCode, attempt, ...(usedBy && { usedBy }) };
}

import { left, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { heldValue, type RepositoryProvider, type Stored } from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { wholeChain } from '../accounting-year/find-year.js';
import { VatAccount } from '../vat-account/vat-account.resource.js';
import { AccountCategory } from '../reference-data/account-category.resource.js';
import type { AccountUses } from './account-uses.port.js';
import { Account, type AccountDraft } from './account.resource.js';
import {
  accountToStore,
  carriesOtherwise,
  keptFrom,
  isNamed,
  accountMayBeRemoved,
  namesOtherAccounts,
  sumsUpwards,
  staysOfItsType,
  takesEntries,
  type AccountToStore,
  type NamedAccount,
} from './account.rules.js';

/** An account that is to be made, under the number that the client chose. */
export type CreateAccount = { readonly draft: AccountToStore };
/** What takes the place of which account. */
export type ReplaceAccount = CreateAccount & {
  readonly accountNumber: number;
  /** Only if this is still the stored version. */
  readonly version?: number | undefined;
};
/** Which account goes; with `version`, only as it was read (If-Match). */
export type RemoveAccount = { readonly accountNumber: number; readonly version?: number | undefined };

/** D36: a new account of the chart. */
export const createAccount =
  ({ resources }: LedgerRepositories) =>
  ({ draft }: CreateAccount): TaskEither<LedgerFailure, Stored<Account>> =>
    pipe(
      TE.fromEither<LedgerFailure, string>(isNamed(draft.name)),
      TE.flatMap((name) =>
        completed(resources, { ...draft, name, accountsSummed: draft.accountsSummed ?? [] }),
      ),
      TE.flatMap((account) => resources.of(Account).create(account)),
    );

/**
 * §4.2: an account, replaced whole; only its name, and what it is the sum of, stay when they are not given.
 */
export const replaceAccount =
  (ledger: LedgerRepositories) =>
  ({ accountNumber, draft, version }: ReplaceAccount): TaskEither<LedgerFailure, Stored<Account>> => {
    const { resources } = ledger;
    const accounts = resources.of(Account);
    return pipe(
      heldValue(resources, Account, accountNumber),
      TE.bindTo('old'),
      TE.bind('account', ({ old }) => completed(resources, keptFrom(old, draft))),
      TE.tap(({ old, account }) => mayTurnInto(ledger, old, account)),
      TE.flatMap(({ old, account }) =>
        takesEntries(old.accountType) === takesEntries(account.accountType)
          ? accounts.replace(accountNumber, account, version)
          : accounts.replace(accountNumber, account, version, 'unused'),
      ),
      TE.mapLeft((failure) => asAccountInUse(failure, accountNumber, 'changeType')),
    );
  };

/** D39: an account goes when nothing refers to it. */
export const removeAccount =
  ({ resources }: LedgerRepositories) =>
  ({ accountNumber, version }: RemoveAccount): TaskEither<LedgerFailure, void> =>
    pipe(
      TE.fromEither<LedgerFailure, void>(accountMayBeRemoved(accountNumber)),
      TE.flatMap(() => resources.of(Account).remove(accountNumber, version)),
      TE.mapLeft((failure) => asAccountInUse(failure, accountNumber, 'remove')),
    );

/**
 * Closing a year carries an account by its type, so an account keeps the type that it had in every closed
 * year. The chain of years is locked, so that no year is closed or reopened meanwhile.
 */
function mayTurnInto(
  { accountingYears, totals, accountUses }: LedgerRepositories,
  { accountNumber, accountType: from }: Account,
  { accountType: to }: AccountDraft,
): TaskEither<LedgerFailure, void> {
  if (from === to) return TE.right(undefined);
  if (!carriesOtherwise(from, to)) return TE.fromEither(staysOfItsType(accountNumber, to));
  return pipe(
    TE.fromEither<LedgerFailure, void>(staysOfItsType(accountNumber, to)),
    TE.flatMap(() => isNamedForNoType(accountUses, accountNumber, from)),
    TE.flatMap(() => wholeChain(accountingYears)),
    TE.tap((seen) => {
      const [first] = seen.years;
      return first === undefined ? TE.right(seen) : accountingYears.hold(first, seen);
    }),
    TE.flatMap(({ years }): TaskEither<LedgerFailure, void> => async () => {
      for (const { year } of years.filter(({ closed }) => closed)) {
        if ((await totals.of({ year }))?.booked.has(accountNumber) !== true) continue;
        return left({ kind: 'AccountInUse', accountNumber, attempt: 'changeType', because: 'closedYear' });
      }
      return right(undefined);
    }),
  );
}

/** E10160, from the other side: what only an account of this type may be for others stays one. */
function isNamedForNoType(
  accountUses: AccountUses,
  accountNumber: number,
  accountType: Account['accountType'],
): TaskEither<LedgerFailure, void> {
  return async () => {
    const usedBy = await accountUses.asOnly(accountNumber, accountType);
    if (usedBy.length === 0) return right(undefined);
    const because = 'namedForItsType';
    return left({ kind: 'AccountInUse', accountNumber, attempt: 'changeType', because, usedBy });
  };
}

/** The account as it is to be kept, once it has passed the rules. */
function completed(
  resources: RepositoryProvider,
  account: NamedAccount,
): TaskEither<LedgerFailure, AccountDraft> {
  return pipe(
    TE.fromEither<LedgerFailure, void>(sumsUpwards(account)),
    TE.tapEither(() => namesOtherAccounts(account)),
    TE.flatMapTask(() => () => Promise.all([isInverted(resources, account), asSpelled(resources, account)])),
    TE.map(([inverted, vatAccount]) => accountToStore({ ...account, vatAccount }, inverted)),
  );
}

/**
 * A VAT code may be named in any case (D119): it is kept as its VAT account
 * spells it. One that is not there is refused as a reference.
 */
async function asSpelled(
  resources: RepositoryProvider,
  { vatAccount }: AccountToStore,
): Promise<AccountToStore['vatAccount']> {
  if (vatAccount === undefined) return undefined;
  const found = await resources.of(VatAccount).find(vatAccount.vatCode);
  return { vatCode: found?.value.vatCode ?? vatAccount.vatCode };
}

/**
 * Whether the figures of an account's category are turned in reports;
 * undefined without one, or where there is no such.
 */
async function isInverted(
  resources: RepositoryProvider,
  { accountCategory }: AccountToStore,
): Promise<boolean | undefined> {
  if (accountCategory === undefined) return undefined;
  const category = await resources.of(AccountCategory).find(accountCategory.accountCategoryNumber);
  return category?.value.useInvertedAccountCategory;
}

function asAccountInUse(
  failure: LedgerFailure,
  accountNumber: number,
  attempt: 'remove' | 'changeType',
): LedgerFailure {
  if (failure.kind !== 'ThingInUse') return failure;
  const { usedBy } = failure;
  return { kind: 'AccountInUse', accountNumber, attempt, ...(usedBy && { usedBy }) };
}

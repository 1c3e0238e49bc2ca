import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { schemaViolation, type SchemaViolation } from '@kontor/kernel';
import type { AccountInUse } from './account.failures.js';
import type { Account, AccountDraft } from './account.resource.js';
import { SYSTEM_ACCOUNTS } from './standard-chart.data.js';

/** An account as a PUT gives it: §2.9 has no name there, and one that is not given stays. */
export type AccountToKeep = Omit<AccountDraft, 'name'> & { readonly name?: string | undefined };

/** §2.9: profit and loss and status accounts take entries; the others give the chart its shape. */
export function takesEntries(accountType: Account['accountType']): boolean {
  return accountType === 'profitAndLoss' || accountType === 'status';
}

/** D17: closing a year takes profit and loss accounts to zero, and carries the others on. */
export function carriesOtherwise(from: Account['accountType'], to: Account['accountType']): boolean {
  return from !== to && takesEntries(from) && takesEntries(to);
}

/** D17: closing a year needs an account to carry the result to, and that account stays on the balance sheet. */
export function staysOfItsType(
  accountNumber: number,
  accountType: Account['accountType'],
): Either<AccountInUse, void> {
  if (accountNumber !== SYSTEM_ACCOUNTS.resultForTheYear || accountType === 'status') return right(undefined);
  return left({ kind: 'AccountInUse', accountNumber, attempt: 'changeType', because: 'takesResult' });
}

/** The account that closing a year needs stays. Whether another one is in use is seen when it goes. */
export function mayBeRemoved(accountNumber: number): Either<AccountInUse, void> {
  if (accountNumber !== SYSTEM_ACCOUNTS.resultForTheYear) return right(undefined);
  return left({ kind: 'AccountInUse', accountNumber, attempt: 'remove', because: 'takesResult' });
}

/** §2.9 has no name in PUT: without one an account keeps its name, and cannot be made. */
export function isNamed(name: string | undefined): Either<SchemaViolation, string> {
  if (name === undefined) return left({ kind: 'SchemaViolation', missing: ['name'], violations: [] });
  return right(name);
}

/** Amendment 20: a total says where its sum starts, a sum says of what it is one. */
export function saysWhatItSums(account: AccountToKeep): Either<SchemaViolation, void> {
  const { accountType, accountNumber, accountsSummed, totalFromAccount } = account;
  if (accountType === 'totalFrom') {
    if (totalFromAccount === undefined) {
      return left({ kind: 'SchemaViolation', missing: ['totalFromAccount'], violations: [] });
    }
    if (totalFromAccount.accountNumber > accountNumber) {
      return left(schemaViolation('totalFromAccount', 'must stand before the total, by number'));
    }
  }
  const sums = accountType === 'sumInterval' || accountType === 'sumAlpha';
  if (sums && accountsSummed.length === 0) {
    return left({ kind: 'SchemaViolation', missing: ['accountsSummed'], violations: [] });
  }
  if (accountType !== 'sumInterval') return right(undefined);
  const wrong = accountsSummed.findIndex(
    ({ fromAccount, toAccount }) => fromAccount.accountNumber > toAccount.accountNumber,
  );
  if (wrong < 0) return right(undefined);
  return left(schemaViolation(`accountsSummed[${wrong}].toAccount`, 'must not stand before fromAccount'));
}

/** The accounts that an account names must be others: it could never be removed, being used by itself. */
export function namesOtherAccounts(account: AccountToKeep): Either<SchemaViolation, void> {
  const own = accountsNamedBy(account).find(({ accountNumber }) => accountNumber === account.accountNumber);
  if (own === undefined) return right(undefined);
  return left(schemaViolation(own.property, 'must be another account'));
}

/** Where one account names another. */
export type AccountNamed = { readonly property: string; readonly accountNumber: number };

function accountsNamedBy(account: AccountToKeep): readonly AccountNamed[] {
  const { accountsSummed, totalFromAccount } = account;
  return [
    ...accountsThatTakeEntries(account),
    ...(totalFromAccount === undefined ? [] : [{ property: 'totalFromAccount', ...totalFromAccount }]),
    ...accountsSummed.flatMap(({ fromAccount, toAccount }, index) => [
      { property: `accountsSummed[${index}].fromAccount`, ...fromAccount },
      { property: `accountsSummed[${index}].toAccount`, ...toAccount },
    ]),
  ];
}

/** The accounts named that entries are to be made on. */
export function accountsThatTakeEntries({
  contraAccount,
  openingAccount,
}: Pick<AccountToKeep, 'contraAccount' | 'openingAccount'>): readonly AccountNamed[] {
  return [
    ...(contraAccount === undefined ? [] : [{ property: 'contraAccount', ...contraAccount }]),
    ...(openingAccount === undefined ? [] : [{ property: 'openingAccount', ...openingAccount }]),
  ];
}

/** An account that entries are to be made on must take them. One that does not exist is refused as a reference. */
export function canTakeEntries(
  { property }: AccountNamed,
  found: Pick<Account, 'accountType'> | undefined,
): Either<SchemaViolation, void> {
  if (found === undefined || takesEntries(found.accountType)) return right(undefined);
  return left(
    schemaViolation(property, 'must be an account that takes entries: of type profitAndLoss or status'),
  );
}

/** The general account categories of accounts that are given none (facts 3.2). */
const ASSETS = 1;
const EQUITY_AND_LIABILITIES = 18;
const PROFIT_AND_LOSS = 40;

/**
 * The account as it is kept. D36: what is left out follows from the rest. The side is that of the category, whose figures are turned
 * in reports (`isInverted`) where they are normally credit; without either it is debit, and credit for profit and loss. The
 * category is the general one of the type and side.
 */
export function accountToKeep(
  account: AccountToKeep & { readonly name: string },
  isInverted: boolean | undefined,
): AccountDraft & { readonly debitCredit: Account['debitCredit'] } {
  const { accountType } = account;
  const isCredit = isInverted ?? accountType === 'profitAndLoss';
  const debitCredit = account.debitCredit ?? (isCredit ? 'credit' : 'debit');
  return {
    ...account,
    debitCredit,
    accountCategory: account.accountCategory ?? generalCategory(accountType, debitCredit),
  };
}

function generalCategory(
  accountType: Account['accountType'],
  debitCredit: Account['debitCredit'],
): AccountDraft['accountCategory'] {
  if (accountType === 'profitAndLoss') return { accountCategoryNumber: PROFIT_AND_LOSS };
  if (accountType !== 'status') return undefined;
  return { accountCategoryNumber: debitCredit === 'credit' ? EQUITY_AND_LIABILITIES : ASSETS };
}

import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type RuleBroken, type SchemaViolation } from '@kontor/kernel';
import type { AccountInUse } from './account.failures.js';
import type { Account, AccountDraft } from './account.resource.js';
import { SYSTEM_ACCOUNTS } from './standard-chart.data.js';

/** An account as a PUT gives it: §2.9 has no name and no intervals there, and what is not given stays. */
export type AccountToStore = Omit<AccountDraft, 'name' | 'accountsSummed'> & {
  readonly name?: string | undefined;
  readonly accountsSummed?: AccountDraft['accountsSummed'] | undefined;
};
/** One that has its name, and what it sums, if anything yet. */
export type NamedAccount = AccountToStore & Pick<AccountDraft, 'name' | 'accountsSummed'>;

/** §2.9, amendment 36: what a PUT leaves out of a sum is kept, as long as it stays a sum of that kind. */
export function keptFrom(old: Account, draft: AccountToStore): NamedAccount {
  const staysSum = draft.accountType === old.accountType;
  const summed = draft.accountsSummed ?? (staysSum ? old.accountsSummed : []);
  const from = draft.totalFromAccount ?? (staysSum ? old.totalFromAccount : undefined);
  return { ...draft, name: draft.name ?? old.name, accountsSummed: summed, totalFromAccount: from };
}

/** §2.9: profit and loss and status accounts take entries; the others give the chart its shape. */
export function takesEntries(accountType: Account['accountType']): boolean {
  return accountType === 'profitAndLoss' || accountType === 'status';
}

/** §2.9: a heading stands above others, and has no balance. */
export function isHeading(accountType: Account['accountType']): boolean {
  return accountType === 'heading' || accountType === 'headingStart';
}

/** D17: closing a year takes profit and loss accounts to zero, and carries the others on. */
export function carriesOtherwise(from: Account['accountType'], to: Account['accountType']): boolean {
  return from !== to && takesEntries(from) && takesEntries(to);
}

/** D17, open posts and VAT settlements: on these accounts the service posts by itself, by their types. */
const POSTED_ON: Readonly<
  Record<number, Pick<Account, 'accountType'> & Pick<Required<AccountInUse>, 'because'>>
> = {
  [SYSTEM_ACCOUNTS.resultForTheYear]: { accountType: 'status', because: 'takesResult' },
  [SYSTEM_ACCOUNTS.vatSettlement]: { accountType: 'status', because: 'postedOn' },
  [SYSTEM_ACCOUNTS.exchangeDifferences]: { accountType: 'profitAndLoss', because: 'postedOn' },
  [SYSTEM_ACCOUNTS.rounding]: { accountType: 'profitAndLoss', because: 'postedOn' },
};

/** What the service posts on by itself stays of its type. */
export function staysOfItsType(
  accountNumber: number,
  accountType: Account['accountType'],
): Either<AccountInUse, void> {
  const own = POSTED_ON[accountNumber];
  if (own === undefined || own.accountType === accountType) return right(undefined);
  return left({ kind: 'AccountInUse', accountNumber, attempt: 'changeType', because: own.because });
}

/** What the service posts on by itself stays. Whether another account is in use is seen when it goes. */
export function accountMayBeRemoved(accountNumber: number): Either<AccountInUse, void> {
  const own = POSTED_ON[accountNumber];
  if (own === undefined) return right(undefined);
  return left({ kind: 'AccountInUse', accountNumber, attempt: 'remove', because: own.because });
}

/** §2.9 has no name in PUT: without one an account keeps its name, and cannot be made. */
export function isNamed(name: string | undefined): Either<SchemaViolation, string> {
  if (name === undefined) return left({ kind: 'SchemaViolation', missing: ['name'], violations: [] });
  return right(name);
}

/**
 * Amendment 20: where a total starts, and the intervals of a sum, run
 * upwards. Without them it sums nothing yet.
 */
export function sumsUpwards(account: NamedAccount): Either<RuleBroken, void> {
  const { accountType, accountNumber, accountsSummed, totalFromAccount } = account;
  if (accountType === 'totalFrom' && totalFromAccount !== undefined) {
    if (totalFromAccount.accountNumber > accountNumber) {
      return left(ruleBroken('E10460', 'totalFromAccount', 'must stand before the total, by number'));
    }
  }
  if (accountType !== 'sumInterval') return right(undefined);
  const wrong = accountsSummed.findIndex(
    ({ fromAccount, toAccount }) => fromAccount.accountNumber > toAccount.accountNumber,
  );
  if (wrong < 0) return right(undefined);
  return left(
    ruleBroken('E10460', `accountsSummed[${wrong}].toAccount`, 'must not stand before fromAccount'),
  );
}

/** The accounts that an account names must be others: it could never be removed, being used by itself. */
export function namesOtherAccounts(account: NamedAccount): Either<RuleBroken, void> {
  const own = accountsNamedBy(account).find(({ accountNumber }) => accountNumber === account.accountNumber);
  if (own === undefined) return right(undefined);
  return left(ruleBroken('E10470', own.property, 'must be another account'));
}

/** Where one account names another. */
type AccountNamed = { readonly property: string; readonly accountNumber: number };

function accountsNamedBy(account: NamedAccount): readonly AccountNamed[] {
  const { accountsSummed, contraAccount, openingAccount, totalFromAccount } = account;
  return [
    ...(contraAccount === undefined ? [] : [{ property: 'contraAccount', ...contraAccount }]),
    ...(openingAccount === undefined ? [] : [{ property: 'openingAccount', ...openingAccount }]),
    ...(totalFromAccount === undefined ? [] : [{ property: 'totalFromAccount', ...totalFromAccount }]),
    ...accountsSummed.flatMap(({ fromAccount, toAccount }, index) => [
      { property: `accountsSummed[${index}].fromAccount`, ...fromAccount },
      { property: `accountsSummed[${index}].toAccount`, ...toAccount },
    ]),
  ];
}

/** The general account categories of accounts that are given none (facts 3.2). */
const ASSETS = 1;
const EQUITY_AND_LIABILITIES = 18;
const PROFIT_AND_LOSS = 40;

/**
 * The account as it is kept. D36: what is left out follows from the rest. The side is that of the category,
 * whose figures are turned in reports (`isInverted`) where they are normally credit; without either it is
 * debit, and credit for profit and loss. The category is the general one of the type and side.
 */
export function accountToStore(
  account: NamedAccount,
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

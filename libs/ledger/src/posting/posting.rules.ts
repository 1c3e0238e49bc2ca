import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { type ReferenceMissing, sumOf, ZERO, referenceMissing } from '@kontor/kernel';
import type {
  AccountTakesNoEntries,
  DateNotBookable,
  PostingRefusal,
  VoucherDoesNotBalance,
} from './posting.failures.js';
import { periodOf, type PostableAccount, type PostablePeriod, type PostingFacts } from './posting-facts.js';
import type { EntryToPost, Posting, UnnumberedPosting } from './posting.js';

/**
 * D159, §5.4 of the facts: debit and credit of a document are equal in base
 * currency, unless it is an opening balance (D154).
 */
export function balances({
  voucherId,
  entries,
  mayBeUnbalanced,
  propertyPrefix = '',
}: UnnumberedPosting & Partial<Pick<Posting, 'voucherId'>>): Either<VoucherDoesNotBalance, void> {
  if (mayBeUnbalanced === true) return right(undefined);
  const difference = sumOf(entries.map(({ amountInBaseCurrency }) => amountInBaseCurrency));
  if (difference !== ZERO)
    return left({
      kind: 'VoucherDoesNotBalance',
      ...(voucherId !== undefined && { voucherId }),
      difference,
      property: `${propertyPrefix}lines`,
    });
  return right(undefined);
}

/**
 * D23, D155: the date lies in an accounting year that is open, and in a period that is not barred. Closing a
 * year passes the bar of a period as well: books that are settled month by month are closed with all their
 * months barred.
 */
export function periodToPostIn(
  { date, closesYear, propertyPrefix = '' }: UnnumberedPosting,
  facts: PostingFacts,
): Either<DateNotBookable, PostablePeriod> {
  const period = periodOf(facts, date);
  const refused = {
    kind: 'DateNotBookable',
    date,
    property: `${propertyPrefix}date`,
    ...(period?.settlementNumber !== undefined && { settlementNumber: period.settlementNumber }),
  } as const;
  if (period === undefined) return left({ ...refused, reason: 'noAccountingYear' });
  const { year } = period;
  if (period.closed) return left({ ...refused, year, reason: 'accountingYearClosed' });
  if (period.barred && closesYear !== true) return left({ ...refused, year, reason: 'periodBarred' });
  return right(period);
}

/** Every account named is there and takes the entry. */
export function everyAccountTakesIts(
  { entries, closesYear }: UnnumberedPosting,
  { accounts }: PostingFacts,
): Either<PostingRefusal, void> {
  for (const entry of entries) {
    const { accountNumber, property } = entry;
    const account = accounts.get(accountNumber);
    if (account === undefined) {
      return left(referenceMissing(property, 'accounts', accountNumber));
    }
    const refused = whyRefused(account, entry, closesYear === true);
    if (refused !== undefined) return left(refused);
  }
  return right(undefined);
}

/**
 * What else an entry names is there: its VAT account, department and departmental distribution. Throws where
 * something is missing of a collection that `NAMED` lacks: it would be booked on what is not there.
 */
export function nothingIsMissing(
  { entries }: UnnumberedPosting,
  { missing }: PostingFacts,
): Either<ReferenceMissing, void> {
  for (const { resource, key } of missing) {
    const named = NAMED[resource];
    if (named === undefined) throw new Error(`NAMED does not say how an entry names ${resource}`);
    const entry = entries.find((one) => one[named.by] === key);
    if (entry === undefined) continue;
    const property = entry.property.replace(/\w+$/, named.member);
    return left(referenceMissing(property, resource, key));
  }
  return right(undefined);
}

/** How an entry names things of a collection, and the member of a line that does. */
const NAMED: Readonly<Record<string, { readonly by: keyof EntryToPost; readonly member: string }>> = {
  'vat-accounts': { by: 'vatCode', member: 'vatAccount' },
  departments: { by: 'departmentNumber', member: 'department' },
  'departmental-distributions': { by: 'departmentalDistributionNumber', member: 'departmentalDistribution' },
};

/**
 * §2.9, D27: a barred account takes no entries; one that blocks direct entries takes only those that the
 * service makes; headings and sums take none. Closing a year carries every balance, so it also books on
 * barred accounts.
 */
function whyRefused(
  account: PostableAccount,
  { isSystemMade, property }: EntryToPost,
  closesYear: boolean,
): AccountTakesNoEntries | undefined {
  const { accountNumber, accountType, barred, blockDirectEntries } = account;
  const because = (reason: AccountTakesNoEntries['reason']): AccountTakesNoEntries => ({
    kind: 'AccountTakesNoEntries',
    property,
    accountNumber,
    accountType,
    reason,
  });
  if (accountType !== 'profitAndLoss' && accountType !== 'status') return because('accountType');
  if (barred && !closesYear) return because('barred');
  if (blockDirectEntries && !isSystemMade) return because('directEntriesBlocked');
  return undefined;
}

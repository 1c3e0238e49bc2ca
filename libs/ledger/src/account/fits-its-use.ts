import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type Books, type FitCheck, type Fitness, type RuleBroken } from '@kontor/kernel';
import { VatAccount } from '../vat-account/vat-account.resource.js';
import { Account } from './account.resource.js';
import { takesEntries } from './account.rules.js';

/** §2, §3.2: an account or VAT account that is named anew fits the use that is made of it. */
export function fitsItsUse(books: Books): FitCheck {
  return async ({ path, to, key, fits }) => {
    if (to === Account.collection) {
      const found = await books.of(Account).find(key);
      return found === undefined ? right(undefined) : accountFits(path, found.value, fits);
    }
    if (to === VatAccount.collection) {
      const found = await books.of(VatAccount).find(key);
      return found === undefined ? right(undefined) : vatAccountIsNotBarred(path, found.value);
    }
    return right(undefined);
  };
}

/**
 * E10160: control and VAT accounts are status accounts, sales accounts profit
 * and loss, all others take entries.
 */
export function accountFits(
  property: string,
  { accountNumber, accountType }: Pick<Account, 'accountNumber' | 'accountType'>,
  fits: Fitness | undefined,
): Either<RuleBroken, void> {
  const isFit =
    fits === 'status' || fits === 'profitAndLoss' ? accountType === fits : takesEntries(accountType);
  if (isFit) return right(undefined);
  const wanted = fits === 'status' || fits === 'profitAndLoss' ? fits : 'profitAndLoss or status';
  return left(
    ruleBroken(
      'E10160',
      property,
      `must be an account of type ${wanted}: ${accountNumber} is ${accountType}`,
    ),
  );
}

/** E10170: a VAT account that is barred is named by nothing new (D28). */
export function vatAccountIsNotBarred(
  property: string,
  { vatCode, barred }: Pick<VatAccount, 'vatCode' | 'barred'>,
): Either<RuleBroken, void> {
  if (!barred) return right(undefined);
  return left(ruleBroken('E10170', property, `names VAT account ${vatCode}, which is barred`));
}

import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import {
  folded,
  merge,
  type ReferenceMissing,
  type RepositoryProvider,
  referenceMissing,
} from '@kontor/kernel';
import type { LedgerFailure } from '../ledger.failures.js';
import type { LedgerRepositories } from '../ledger.repositories.js';
import { controlAccountsOf } from '../posting/control-accounts.js';
import { currenciesNamedIn } from '../reference-data/currencies-named.js';
import { VatAccount } from '../vat-account/vat-account.resource.js';
import type { VoucherLine } from './voucher.resource.js';
import { vatCodesNamedIn } from './voucher.rules.js';
import type { LineTerms, VatTerms } from './line-completion.rules.js';

/** What the lines of a voucher are completed with. A VAT code or currency that does not exist is refused. */
export function lineTermsOf(
  {
    resources,
    baseCurrency,
    controlAccounts,
  }: Pick<LedgerRepositories, 'resources' | 'baseCurrency' | 'controlAccounts'>,
  lines: readonly VoucherLine[],
): TaskEither<LedgerFailure, LineTerms> {
  const placed = lines.map((line, index) => merge(line, { property: `lines[${index}]` }));
  return pipe(
    () => currenciesNamedIn(resources, placed.filter(needsRate)),
    TE.flatMap(() => vatTermsOf(resources, lines)),
    TE.bindTo('vat'),
    TE.bind('controlAccountOf', () => controlAccountsOf(controlAccounts, placed)),
    TE.bind('baseCurrency', () => async () => right(await baseCurrency())),
  );
}

/** D104: nobody is asked for the rate of a currency that does not exist. All others are looked at as kept. */
function needsRate({ exchangeRate, amountInBaseCurrency }: VoucherLine): boolean {
  return exchangeRate === undefined && amountInBaseCurrency === undefined;
}

/** What VAT codes do, by folded code. */
export type VatTermsByCode = LineTerms['vat'];

/** What the VAT codes that lines name do. One that does not exist is refused. */
export function vatTermsOf(
  resources: RepositoryProvider,
  lines: readonly VoucherLine[],
): TaskEither<ReferenceMissing, VatTermsByCode> {
  return () => termsOfCodes(resources, lines);
}

async function termsOfCodes(
  resources: RepositoryProvider,
  lines: readonly VoucherLine[],
): Promise<Either<ReferenceMissing, VatTermsByCode>> {
  const vat = new Map<string, VatTerms>();
  for (const { property, vatCode } of vatCodesNamedIn(lines)) {
    if (vat.has(folded(vatCode))) continue;
    const terms = await termsOfCode(resources, vatCode);
    if (terms === undefined) {
      return left(referenceMissing(property, VatAccount.collection, vatCode));
    }
    vat.set(folded(vatCode), terms);
  }
  return right(vat);
}

const INTERNATIONAL_AND_REVERSE_CHARGE = 3;

async function termsOfCode(resources: RepositoryProvider, vatCode: string): Promise<VatTerms | undefined> {
  const found = await resources.of(VatAccount).find(vatCode);
  if (found === undefined) return undefined;
  const { account, contraAccount, ratePercentage, barred, vatType } = found.value;
  return {
    vatCode: found.value.vatCode,
    ratePercentage,
    barred,
    accountNumber: account.accountNumber,
    ...(vatType.vatTypeNumber === INTERNATIONAL_AND_REVERSE_CHARGE && {
      contraAccountNumber: contraAccount?.accountNumber,
    }),
  };
}

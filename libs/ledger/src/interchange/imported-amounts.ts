import { left, right, type Either } from 'fp-ts/lib/Either.js';
import {
  ruleBroken,
  type Decimal,
  type ReferenceMissing,
  type RepositoryProvider,
  type RuleBroken,
  type SchemaViolation,
} from '@kontor/kernel';
import { Currency } from '../reference-data/currency.resource.js';

/** What an entry of a file says of its amount, and where it stands. */
type PlacedAmount = {
  readonly property: string;
  readonly amount: Decimal;
  readonly amountInBaseCurrency?: Decimal | undefined;
  readonly currency?: string | undefined;
};

/** The currencies that entries name, each as the list has it. One that does not exist is refused (D104). */
export async function currenciesNamedIn(
  resources: RepositoryProvider,
  entries: readonly PlacedAmount[],
): Promise<Either<ReferenceMissing, ReadonlyMap<string, string>>> {
  const codes = new Map<string, string>();
  for (const { currency, property } of entries) {
    if (currency === undefined || codes.has(currency)) continue;
    const found = await resources.of(Currency).find(currency);
    if (found === undefined)
      return left({
        kind: 'ReferenceMissing',
        property: `${property}.currency`,
        resource: Currency.collection,
        key: currency,
      });
    codes.set(currency, found.value.code);
  }
  return right(codes);
}

/** §2.8: in the base currency an entry has one amount; of another one the file says what it is in base. */
export function amountInBase(
  { property, amount, amountInBaseCurrency, currency }: PlacedAmount,
  baseCurrency: string,
): Either<RuleBroken | SchemaViolation, Decimal> {
  const member = `${property}.amountInBaseCurrency`;
  if (currency === undefined || currency === baseCurrency) {
    if (amountInBaseCurrency === undefined || amountInBaseCurrency === amount) return right(amount);
    const is = `must be ${amount}, the amount: ${baseCurrency} is the base currency`;
    return left(ruleBroken('E10480', member, is));
  }
  if (amountInBaseCurrency !== undefined) return right(amountInBaseCurrency);
  return left({ kind: 'SchemaViolation', missing: [member], violations: [] });
}

import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { ruleBroken, type Decimal, type RuleBroken, type SchemaViolation } from '@kontor/kernel';

/** What an entry of a file says of its amount, and where it stands. */
type PlacedAmount = {
  readonly property: string;
  readonly amount: Decimal;
  readonly amountInBaseCurrency?: Decimal | undefined;
  readonly currency?: string | undefined;
};

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

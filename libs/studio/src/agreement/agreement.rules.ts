import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { Agreement } from './agreement.js';
import type { Currencies } from './currencies.port.js';

/** Why an agreement cannot be made as asked. */
export type AgreementRefusal =
  | { readonly kind: 'CurrencyUnknown'; readonly code: string }
  | { readonly kind: 'AdministratorUnknown'; readonly agreementNumber: number }
  | { readonly kind: 'AdministratesNobody'; readonly agreementNumber: number }
  | { readonly kind: 'AdministratorIsClient' };

/** §5.6: a client agreement stands under an agreement that exists and is an administrator agreement. */
export function administrates(
  agreementNumber: number,
  found: Agreement | undefined,
): Either<AgreementRefusal, void> {
  if (found === undefined) return left({ kind: 'AdministratorUnknown', agreementNumber });
  if (!found.isAdministrator) return left({ kind: 'AdministratesNobody', agreementNumber });
  return right(undefined);
}

/** §5.6: an administrator grant reaches no books, so an administrator agreement is nobody's client. */
export function isAdministratorOrClient({
  isAdministrator,
  administratorNumber,
}: Pick<Agreement, 'isAdministrator' | 'administratorNumber'>): Either<AgreementRefusal, void> {
  if (isAdministrator && administratorNumber !== undefined) return left({ kind: 'AdministratorIsClient' });
  return right(undefined);
}

/** The books are kept in a currency that exists. */
export function isInCurrentCurrency(currencies: Currencies, code: string): Either<AgreementRefusal, void> {
  return currencies.isCurrent(code) ? right(undefined) : left({ kind: 'CurrencyUnknown', code });
}

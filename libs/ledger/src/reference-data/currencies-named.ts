import { left, right, type Either } from 'fp-ts/lib/Either.js';
import { type ReferenceMissing, type RepositoryProvider, referenceMissing } from '@kontor/kernel';
import { Currency } from './currency.resource.js';

/** What names a currency, if it does, and where it stands: `lines[0]`. */
type NamesCurrency = { readonly property: string; readonly currency?: string | undefined };

/** The currencies that these name, each as the list has it. One that does not exist is refused (D104). */
export async function currenciesNamedIn(
  resources: RepositoryProvider,
  all: readonly NamesCurrency[],
): Promise<Either<ReferenceMissing, ReadonlyMap<string, string>>> {
  const codes = new Map<string, string>();
  for (const { currency, property } of all) {
    if (currency === undefined || codes.has(currency)) continue;
    const found = await resources.of(Currency).find(currency);
    if (found === undefined)
      return left(referenceMissing(`${property}.currency`, Currency.collection, currency));
    codes.set(currency, found.value.code);
  }
  return right(codes);
}

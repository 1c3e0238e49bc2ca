import { fixedList, type FixedList } from '@kontor/kernel';
import { ACCOUNT_CATEGORIES } from './account-category.data.js';
import { AccountCategory } from './account-category.resource.js';
import { COUNTRY_CODES } from './country-code.data.js';
import { CountryCode } from './country-code.resource.js';
import { CURRENCIES } from './currency.data.js';
import { Currency } from './currency.resource.js';

/** The lists that the system itself owns, the same for every agreement, by collection name. */
export function ledgerFixedLists(): ReadonlyMap<string, FixedList> {
  const categories = ACCOUNT_CATEGORIES.map(({ parent, ...category }) => ({
    ...category,
    ...(parent !== undefined && { parent: { accountCategoryNumber: parent } }),
  }));
  return new Map<string, FixedList>([
    [AccountCategory.collection, fixedList(AccountCategory, categories)],
    [CountryCode.collection, fixedList(CountryCode, COUNTRY_CODES)],
    [Currency.collection, fixedList(Currency, CURRENCIES)],
  ]);
}

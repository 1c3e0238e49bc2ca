import { fixedList, fixedListWithin, type FixedList } from '@kontor/kernel';
import { ACCOUNT_CATEGORIES } from './account-category.data.js';
import { AccountCategory } from './account-category.resource.js';
import { COUNTRY_CODES } from './country-code.data.js';
import { CountryCode } from './country-code.resource.js';
import { CURRENCIES } from './currency.data.js';
import { Currency } from './currency.resource.js';
import { Project } from './project.resource.js';
import { VAT_REPORT_SETUPS } from '../account/standard-chart.data.js';
import { NUMBER_SERIES_SHOWN } from '../number-series/number-series.data.js';
import { NumberSeries } from '../number-series/number-series.resource.js';
import { VAT_TYPES, VAT_ZONES } from './vat.data.js';
import { VatReportSetup, VatType } from './vat-type.resource.js';
import { VatZone } from './vat-zone.resource.js';

/** The lists that the system itself owns, the same for every agreement, by collection name. */
export function ledgerFixedLists(): ReadonlyMap<string, FixedList> {
  const categories = ACCOUNT_CATEGORIES.map(({ parent, ...category }) => ({
    ...category,
    ...(parent !== undefined && { parent: { accountCategoryNumber: parent } }),
  }));
  const setups = VAT_TYPES.map(
    ({ vatTypeNumber }) =>
      [
        vatTypeNumber,
        VAT_REPORT_SETUPS.filter((setup) => setup.vatTypeNumber === vatTypeNumber).map(
          ({ vatReportSetupNumber, name }) => ({ vatReportSetupNumber, name }),
        ),
      ] as const,
  );
  return new Map<string, FixedList>([
    [AccountCategory.collection, fixedList(AccountCategory, categories)],
    [CountryCode.collection, fixedList(CountryCode, COUNTRY_CODES)],
    [Currency.collection, fixedList(Currency, CURRENCIES)],
    [NumberSeries.collection, fixedList(NumberSeries, NUMBER_SERIES_SHOWN)],
    [Project.collection, fixedList(Project, [])],
    [VatReportSetup.collection, fixedListWithin(VatReportSetup, new Map(setups))],
    [VatType.collection, fixedList(VatType, VAT_TYPES)],
    [VatZone.collection, fixedList(VatZone, VAT_ZONES)],
  ]);
}

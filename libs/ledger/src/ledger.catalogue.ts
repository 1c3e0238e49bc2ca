import { Account } from './account/account.resource.js';
import { Department } from './department/department.resource.js';
import { DepartmentalDistribution } from './department/departmental-distribution.resource.js';
import { AccountCategory } from './reference-data/account-category.resource.js';
import { AssetGroup } from './reference-data/asset-group.resource.js';
import { CountryCode } from './reference-data/country-code.resource.js';
import { Currency } from './reference-data/currency.resource.js';

/** Every resource of the ledger context. */
export const ledgerCatalogue = [
  Account,
  AccountCategory,
  AssetGroup,
  CountryCode,
  Currency,
  Department,
  DepartmentalDistribution,
];

export { ledgerCatalogue } from './ledger.catalogue.js';
// The chart of accounts
export * from './account/account.resource.js';
// Departments
export * from './department/department.resource.js';
export * from './department/departmental-distribution.resource.js';
// Reference data
export * from './reference-data/account-category.resource.js';
export * from './reference-data/asset-group.resource.js';
export * from './reference-data/country-code.resource.js';
export * from './reference-data/currency.resource.js';

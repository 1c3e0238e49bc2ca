export { ledgerCatalogue } from './ledger.catalogue.js';
export { ledgerService, type LedgerService } from './ledger.service.js';
export type { LedgerRepositories } from './ledger.repositories.js';
export type { LedgerFailure } from './ledger.failures.js';
// The chart of accounts
export * from './account/account.resource.js';
export * from './account/standard-chart.data.js';
// Departments
export * from './department/department.resource.js';
export * from './department/departmental-distribution.resource.js';
export * from './department/departmental-distribution.rules.js';
export type { KeepDepartmentalDistribution } from './department/keep-departmental-distribution.use-case.js';
// Reference data
export { ledgerFixedLists } from './reference-data/ledger.fixed.js';
export * from './reference-data/account-category.resource.js';
export * from './reference-data/asset-group.resource.js';
export * from './reference-data/country-code.resource.js';
export * from './reference-data/currency.resource.js';

export {
  ABOUT,
  compose,
  currencies,
  eventTypesServed,
  openBooks,
  type Service,
  type ServiceDependencies,
} from './compose.js';
export { configFrom, shownDatabase, type Config } from './config.js';
export { isDenied, reasonOf } from './reason-of.js';
export { importFile, type ImportFile, type WhileImporting } from './import-file.js';
export { ledgerOver } from './ledger-over.js';
export { recorded, type Recorded } from './recorded.js';
export { CHEAP_HASHING, secrets, secretsAt } from './secrets.js';
export { freePort, prepare, serve, type Serving } from './serve.js';
export { DEMO, seedDemo } from './seed/demo.js';
export { fillBooks } from './seed/standard-books.js';
export { STANDARD_COMPANY } from './seed/standard-company.data.js';
export { firstYear, lastOfFirstYear, seedEntries } from './seed/standard-years.js';

// The way in
export { openDatabase, type Database, type DatabaseLoad, type OpenDatabaseOptions } from './data-source.js';
export type { SqlBooks } from './books.js';
export type { FixedCollection } from './use-counts.js';

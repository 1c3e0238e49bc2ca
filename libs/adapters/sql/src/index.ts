// The way in
export { openDatabase, type Database, type DatabaseLoad, type OpenDatabaseOptions } from './database.js';
export type { SqlBooks } from './agreement-repositories.js';
export type { FixedCollection } from './integrity/references.js';

// The way in
export { openDatabase, type Database, type DatabaseLoad, type OpenDatabaseOptions } from './database.js';
export type { SqlBooks } from './agreement-repositories.js';
export { RECORDS } from './statements/events.js';
export type { FixedCollection } from './integrity/references.js';

// Where an embedded database reads what takes long
export { readLong, type LongRead, type LongReadDone } from './dialect/sqlite-reading.js';

// What an engine of somebody's own is made with: that of the simulation
export type { Checks, Dialect, Engine } from './dialect/dialect.js';
export { serverEngine, type ServerConnection, type ServerSender } from './dialect/mysql-engine.js';
export { mysqlDialect } from './dialect/mysql.js';
export { SQLITE_FUNCTIONS, sqliteDialect } from './dialect/sqlite.js';
export { isPlainRead, statement, type Outcome, type Row, type Session, type Statement } from './statement.js';

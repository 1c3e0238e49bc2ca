// Generated from the resource catalogue by tools/generate. Do not edit.

export type * from './app-settings.js';
export type * from './error-codes.js';
export type * from './event-types.js';
export type * from './home.js';
export type * from './ledger.js';
export type * from './products.js';
export type * from './sales.js';
export type * from './studio.js';

// What is thrown. It comes first: of two classes with one name, ky's has to be called otherwise in the bundle
export * from './errors.js';
// The service, seen from one grant
export { connect, type Api } from './client.js';
export type { Reading } from './reading.js';
export type { ChangeOptions, WriteOptions, Writing } from './writing.js';
export type { Credentials, Options } from './wire.js';
export type { ConnectOptions, Received, Retrying, Sending, Tries } from './exchange.js';
// Files that come into the books
export { importEnded, type ImportWaiting } from './imports.js';
// Links, and what they lead to
export type * from './link.js';
export { expand } from './template.js';
export { withParameters } from './parameters.js';
export type { Collection, Creation, Feed, FilterOf, Items, Page, Pagination } from './pages.js';
export type { Position, Question } from './pages.js';
// Questions asked of a collection
export { where, type Comparison, type Dated, type Fields, type Filter } from './query.js';
export type { ComparedWith, Pattern, Value } from './query.js';
// The resources
export type * from './generated/index.js';

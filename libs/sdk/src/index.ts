// The service, seen from one grant
export {
  connect,
  type Api,
  type ChangeOptions,
  type Credentials,
  type Options,
  type WriteOptions,
} from './client.js';
export type { ConnectOptions } from './exchange.js';
// Links, and what they lead to
export type * from './link.js';
export { expand } from './template.js';
export type { Collection, Creation, Page, Question } from './pages.js';
// Questions asked of a collection
export { where, type Comparison, type Filter, type Value } from './query.js';
// What is thrown
export * from './errors.js';
// The resources
export type * from './generated/index.js';

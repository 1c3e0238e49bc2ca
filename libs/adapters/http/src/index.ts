export {
  beginImport,
  cancelImport,
  IMPORT_BYTES_MAX,
  type BegunImport,
  type FileToImport,
} from './interchange/begun-import.js';
export { runImport } from './interchange/import-runner.js';
export { IMPORT_FORMATS, type ImportFormat } from './interchange/import-things.js';
export { eventTexts } from './studio/events.endpoints.js';
// The API as a Koa application, and the server around it
export { httpApp } from './http-app.js';
export type { HttpParts, Observation, Outside, ToldOutside } from './http-parts.js';
export { httpServer, SERVER_LIMITS, type ServerLimits } from './http-server.js';
export { admission, awaitClient, type Admission } from './admission/admission.js';
export {
  FairQueue,
  QUEUE_LIMITS,
  type Flow,
  type QueueLimits,
  type QueueLoad,
} from './admission/fair-queue.js';
// The contexts, and the rows
export { CONTEXTS, type ServedContext } from './contexts.js';
export type * from './endpoint/endpoint.js';
export { AnswerCache, type VersionOf } from './endpoint/answer-cache.js';
export { mount, type FoundRoute, type Routes } from './endpoint/mount.js';
export { apiEndpoints } from './api.endpoints.js';
export { mountedPaths } from './representation/mounted-paths.js';
export type { About } from './home/home.endpoints.js';
export { ERROR_CODES, type ErrorCode } from './failure/error-codes.js';
export { problemOf } from './failure/failure-table.js';
// How they are described
export { bounded } from './description/bounds.js';
export { openApi, type Described } from './description/open-api.js';
export { apiDescription, apiDescriptionInTurns } from './description/api-description.js';
export { API_LIMITS, type ApiLimit } from './description/api-limits.js';
export { eventTypes } from './description/event-types.js';
export { servedContexts, type DescribedContext } from './description/served-contexts.js';
export { reachOf, ROLE_NAMES, type Reach } from './description/reach.js';
export {
  requiredMembers,
  requestBodies,
  requestBodyIn,
  requestBodySchema,
  type RequestBody,
  type RequestBodies,
} from './description/request-body.js';
export {
  byText,
  camelCase,
  concerns,
  kebabCase,
  listed,
  pascalCase,
  stateOf,
  typeName,
} from './description/names.js';
// What they are mounted with
export { makeLinks, type Links } from './representation/links.js';
export { authenticator, tokenHash, type Authenticator } from './request/authenticate.js';
export { addressesBehind, type AddressOf, type TrustedProxies } from './request/client-address.js';
export type { OpenSpan, Tracer } from './request/trace-context.js';
export { rateLimiter, type Rate, type RateLimiter } from './request/rate-limit.js';
export { routeEscaped, routeUnescaped, ROUTE_ESCAPES } from './request/route-parameter.js';
export type { ServiceProvider, Services } from './service/services.js';

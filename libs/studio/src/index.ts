// Who calls, and what they may do
export * from './caller/role.js';
export * from './caller/caller.js';
// Agreements, people, apps, grants
export * from './agreement/agreement.js';
export * from './agreement/agreement.rules.js';
export * from './agreement/create-agreement.use-case.js';
export type { Currencies } from './agreement/currencies.port.js';
export * from './agreement/user.js';
export * from './agreement/create-user.use-case.js';
export * from './app/app.js';
export * from './app/create-app.use-case.js';
export * from './grant/grant.js';
export * from './grant/issue-grant.use-case.js';
export type { Secrets } from './grant/secrets.port.js';
export type { StudioRepositories } from './studio.repositories.js';

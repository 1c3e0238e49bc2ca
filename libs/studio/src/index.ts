// Who calls, and what they may do
export * from './caller/role.js';
export * from './caller/caller.js';
// Agreements, people, apps, grants
export * from './agreement/agreement.js';
export * from './agreement/user.js';
export * from './app/app.js';
export * from './grant/grant.js';
export type { StudioRepositories } from './studio.repositories.js';

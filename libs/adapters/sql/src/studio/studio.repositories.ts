import type { StudioRepositories } from '@kontor/studio';
import type { Engine } from '../dialect/dialect.js';
import { withPortErrors } from '../failures.js';
import { sqlAgreements } from './agreements.js';
import { sqlApps } from './apps.js';
import { sqlCredentials } from './credentials.js';
import { sqlGrants } from './grants.js';
import { sqlUsers } from './users.js';

export function sqlStudio(engine: Engine): StudioRepositories {
  const reader = withPortErrors(engine.dialect, engine.reader);
  return {
    agreements: sqlAgreements(engine, reader),
    apps: sqlApps(engine, reader),
    grants: sqlGrants(engine, reader),
    users: sqlUsers(engine, reader),
    credentials: sqlCredentials(reader),
  };
}

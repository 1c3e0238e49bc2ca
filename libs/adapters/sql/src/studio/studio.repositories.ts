import type { StudioRepositories, StudioWithin } from '@kontor/studio';
import type { Dialect, Engine } from '../dialect/dialect.js';
import { withPortErrors } from '../failures.js';
import type { Session } from '../statement.js';
import { sqlAgreements } from './agreements.js';
import { sqlApps } from './apps.js';
import { sqlCredentials } from './credentials.js';
import type { Writing } from './globally.js';
import { sqlGrants } from './grants.js';
import { sqlPortalKeys, sqlPortalSessions } from './portal-sessions.js';
import { sqlUsers } from './users.js';

export function sqlStudio(engine: Engine): StudioRepositories {
  const reader = withPortErrors(engine.dialect, engine.reader);
  const writing: Writing = { dialect: engine.dialect, to: { engine } };
  return {
    ...studioOver(writing, reader),
    credentials: sqlCredentials(writing, reader),
    portalSessions: sqlPortalSessions(engine, reader),
    portalKeys: sqlPortalKeys(engine, reader),
  };
}

/** What spans agreements, as a unit of work sees it. */
export function studioWithin(dialect: Dialect, session: Session): StudioWithin {
  return studioOver({ dialect, to: { session } }, session);
}

function studioOver(writing: Writing, reader: Session): StudioWithin {
  return {
    agreements: sqlAgreements(writing, reader),
    apps: sqlApps(writing, reader),
    grants: sqlGrants(writing, reader),
    users: sqlUsers(writing, reader),
  };
}

import { NewEvents } from '../event/event-log.js';
import { emitEvents } from '../event/event-log.js';
import type { StudioRepositories, StudioWithin } from '@kontor/studio';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Entities } from '../entity/entities.js';
import { withPortErrors } from '../transaction/errors.js';
import { writesAlone, writesWithin } from '../transaction/global-writer.js';
import type { Session } from '../statement.js';
import { sqlAgreements } from './agreements.js';
import { sqlApps } from './apps.js';
import { sqlCredentials } from './credentials.js';
import { sqlDeliveryQueue } from './delivery-queue.js';
import { globally, type Writing } from './global-transaction.js';
import { sqlGrants } from './grants.js';
import { sqlMailedTokens } from './mailed-tokens.js';
import { sqlPortalKeys, sqlPortalSessions } from './portal-sessions.js';
import { sqlSecondFactors } from './second-factors.js';
import { sqlUsers } from './users.js';
import { sqlWebhooks } from './webhooks.js';

/** What spans agreements, outside units of work: each write is a transaction of its own. */
export function sqlStudio(engine: Engine, entities: Entities): StudioRepositories {
  const reader = withPortErrors(engine.dialect, engine.reader);
  const writing: Writing = { dialect: engine.dialect, entities, writer: writesAlone(engine) };
  return {
    ...studioOver(writing, reader),
    credentials: sqlCredentials(writing, reader),
    portalSessions: sqlPortalSessions(writing, reader),
    portalKeys: sqlPortalKeys(writing, reader),
    secondFactors: sqlSecondFactors(writing, reader),
    mailedTokens: sqlMailedTokens(writing, reader),
    deliveryQueue: sqlDeliveryQueue(writing, reader),
  };
}

/** What spans agreements, as a unit of work sees it. */
export function studioWithin(dialect: Dialect, entities: Entities, session: Session): StudioWithin {
  return studioOver({ dialect, entities, writer: writesWithin(dialect, session) }, session);
}

function studioOver(writing: Writing, reader: Session): StudioWithin {
  return {
    agreements: sqlAgreements(writing, reader),
    apps: sqlApps(writing, reader),
    grants: sqlGrants(writing, reader),
    users: sqlUsers(writing, reader),
    webhooks: sqlWebhooks(writing, reader),
    clientAudit: {
      note: (agreementNumber, record) =>
        globally(writing, async (session) => {
          await session.run(...emitEvents(writing.dialect, agreementNumber, new NewEvents(record)));
        }),
    },
  };
}

import { emitEvents, NewEvents } from '../event/event-log.js';
import type { StudioRepositories, StudioWithin } from '@kontor/studio';
import type { Dialect, Engine } from '../dialect/dialect.js';
import type { Entities } from '../entity/entities.js';
import { withPortErrors } from '../transaction/errors.js';
import { writesAlone, writesWithin, type GlobalWriter } from '../transaction/global-writer.js';
import type { Session } from '../statement.js';
import { sqlAgreements } from './agreements.js';
import { sqlApps } from './apps.js';
import { sqlCredentials } from './credentials.js';
import { sqlDeliveryQueue } from './delivery-queue.js';
import { sqlGrants } from './grants.js';
import { sqlMailedTokens } from './mailed-tokens.js';
import { sqlPortalKeys, sqlPortalSessions } from './portal-sessions.js';
import { sqlSecondFactors } from './second-factors.js';
import { sqlUsers } from './users.js';
import { sqlWebhooks } from './webhooks.js';

/** What spans agreements, outside units of work: each write is a transaction of its own. */
export function sqlStudio(engine: Engine, entities: Entities): StudioRepositories {
  const reader = withPortErrors(engine.dialect, engine.reader);
  const writer = writesAlone(engine, entities);
  return {
    ...studioOver(writer, reader),
    credentials: sqlCredentials(writer, reader),
    portalKeys: sqlPortalKeys(writer, reader),
    deliveryQueue: sqlDeliveryQueue(writer, reader),
  };
}

/** What spans agreements, as a unit of work sees it. */
export function studioWithin(dialect: Dialect, entities: Entities, session: Session): StudioWithin {
  return studioOver(writesWithin(dialect, entities, session), session);
}

/** All of what is written alone as well as within a unit of work. */
function studioOver(
  writer: GlobalWriter,
  reader: Session,
): StudioWithin & Pick<StudioRepositories, 'portalSessions' | 'secondFactors' | 'mailedTokens'> {
  return {
    agreements: sqlAgreements(writer, reader),
    apps: sqlApps(writer, reader),
    grants: sqlGrants(writer, reader),
    users: sqlUsers(writer, reader),
    webhooks: sqlWebhooks(writer, reader),
    portalSessions: sqlPortalSessions(writer, reader),
    secondFactors: sqlSecondFactors(writer, reader),
    mailedTokens: sqlMailedTokens(writer, reader),
    clientAudit: {
      note: (agreementNumber, record) =>
        writer.write(async (session) => {
          await session.run(...emitEvents(writer.dialect, agreementNumber, new NewEvents(record)));
        }),
    },
  };
}

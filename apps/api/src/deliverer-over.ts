import { randomUUID } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Busy, Unavailable, type AuditRecord, type Clock } from '@kontor/kernel';
import { eventTexts, type Endpoint, type Links, type Observation } from '@kontor/http';
import type { Database } from '@kontor/sql';
import { Deliverer } from './deliverer.js';
import { recorded } from './recorded.js';
import type { PartsOfWebhooks } from './webhook-parts.js';

/** What those work with who do what no request waits for. */
export type Behind = {
  readonly endpoints: readonly Endpoint[];
  readonly links: Links;
  readonly clock: Clock;
  readonly observe: (observation: Observation) => void;
};

/**
 * Tells the log what went wrong where no request waits, and in whose books where that is known: an outage of
 * the database is no fault of ours.
 */
export const defectsIn =
  (route: string, observe: Behind['observe']) =>
  (defect: unknown, agreementNumber?: number): void =>
    observe({
      logId: randomUUID(),
      method: 'POST',
      route,
      status: defect instanceof Busy || defect instanceof Unavailable ? 503 : 500,
      durationMs: 0,
      agreementNumber,
      errorCode: undefined,
      replayed: false,
      ...(defect instanceof Busy ? { busy: defect } : { defect }),
    });

/** What delivers to webhooks over the books, in the form in which `GET /events` shows events. */
export function delivererOver(
  database: Database,
  { safe, poster }: PartsOfWebhooks,
  { endpoints, links, clock, observe }: Behind,
): Deliverer {
  const inRecordedUnit = recorded(database);
  const deliverer = new Deliverer({
    queue: database.studio.deliveryQueue,
    feedOf: (agreementNumber) => database.unitOfWork.read(agreementNumber).events,
    textOf: eventTexts(endpoints, links),
    safe,
    post: poster.post,
    giveUp: poster.giveUp,
    // Noted as disabled already: this is the change that the agreement is told of (an event, and a record).
    disabled: async ({ agreementNumber, appNumber, webhookNumber }) => {
      const webhook = await database.studio.webhooks.find({ agreementNumber, webhookNumber });
      // Whoever has enabled it again since knows, and it stays so.
      if (webhook === undefined || webhook.enabled) return;
      const { url, types, ordered, description } = webhook;
      const asked = { url, types, enabled: false, ordered, description };
      await inRecordedUnit(
        agreementNumber,
        ({ studio }) => TE.fromTask(() => studio.webhooks.revise({ ...webhook, enabled: true }, asked)),
        () => disabledRecord(appNumber, webhookNumber),
      )();
    },
    clock,
    failed: defectsIn('/webhooks', observe),
  });
  database.events.tell((agreementNumber) => deliverer.told(agreementNumber));
  return deliverer;
}

function disabledRecord(appNumber: number, webhookNumber: number): AuditRecord {
  return {
    appNumber,
    grantNumber: 0,
    userName: '',
    method: 'PUT',
    path: `/webhooks/${webhookNumber}`,
    status: 200,
    requestId: randomUUID(),
  };
}

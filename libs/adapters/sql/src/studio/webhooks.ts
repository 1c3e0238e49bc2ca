import { numberAt, numberOrNullAt } from '../row.js';
import { randomUUID } from 'node:crypto';
import { In } from 'typeorm/find-options/operator/In.js';
import { timestampOf } from '@kontor/kernel';
import {
  DELIVERIES_KEPT,
  QUOTAS,
  type Delivery,
  type DeliveryAttempt,
  type StoredWebhook,
  type WebhookRepository,
} from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import { ConcurrentModification } from '../transaction/errors.js';
import { affectedBy, rowsOf, type Session } from '../statement.js';
import { nextGlobalNumber } from './global-number.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import { WebhookDeliveryEntity, WebhookEntity } from './studio.entities.js';
import { EVENTS, readCount } from '../statements/collection-versions.js';
import { firstEvent } from '../statements/events.js';
import { lastDeliveryAfter, leaveHead, NEVER, tryAtOnce } from '../statements/webhooks.js';

/** Where webhooks are kept, with what was delivered to each. */
export function sqlWebhooks(writer: GlobalWriter, reader: Session): WebhookRepository {
  const { entities, dialect } = writer;
  const find: WebhookRepository['find'] = async ({ agreementNumber, appNumber, webhookNumber }) => {
    const named = { agreementNumber, webhookNumber, ...(appNumber !== undefined && { appNumber }) };
    const webhooks = await entities.in(WebhookEntity, reader);
    // A unit of work will change what it reads here.
    const held = writer.toChange(webhooks.createQueryBuilder('webhook').where(named));
    const [row] = await rowsOf(reader, statementOfQuery(held));
    return valueUnder<StoredWebhook>(WebhookEntity, row, 'webhook');
  };
  return {
    create: (webhook, encryptedKeys) =>
      writer.writeTo(WebhookEntity, async (webhooks, session) => {
        const webhookNumber = await nextGlobalNumber(session, dialect, 'webhook');
        const { agreementNumber } = webhook;
        await writer.expectStill(async () => (await webhooks.countBy({ agreementNumber })) < QUOTAS.webhooks);
        const position = await lastSequence(session, agreementNumber);
        const fresh = { ...webhook, webhookNumber, version: 1 };
        const work = { encryptedKeys, position, due: 0, waitingDue: NEVER, leaseExpires: 0 };
        await webhooks.insert({ ...fresh, ...work, failures: 0, lastDelivery: 0 });
        return fresh;
      }),
    find,
    listOf: async (agreementNumber, appNumber) => {
      const webhooks = await entities.in(WebhookEntity, reader);
      const where = { agreementNumber, ...(appNumber !== undefined && { appNumber }) };
      const rows = await webhooks.find({ where, order: { webhookNumber: 'ASC' } });
      return rows.map((row) => valueOf<StoredWebhook>(row));
    },
    ...changesIn(writer),
    ...deliveriesIn(writer, reader),
  };
}

function changesIn(writer: GlobalWriter): Pick<WebhookRepository, 'revise' | 'remove' | 'rotate' | 'replay'> {
  const { entities } = writer;
  return {
    revise: ({ webhookNumber, version, ...before }, asked) =>
      writer.writeTo(WebhookEntity, async (webhooks, session) => {
        // What another address has refused, or asked to come later, says nothing of where it leads now.
        const hasMoved = asked.url !== before.url;
        const started = asked.enabled && (!before.enabled || hasMoved);
        const none = () => 'NULL';
        const afresh = { failures: 0, due: 0, waitingDue: 0, failingSince: none, disabledBecause: none };
        const change = {
          ...asked,
          description: asked.description ?? none,
          version: version + 1,
          ...(started && afresh),
        };
        const update = webhooks.createQueryBuilder().update(change).where({ webhookNumber, version });
        if ((await affectedBy(session, statementOfQuery(update))) === 0) throw new ConcurrentModification();
        if (hasMoved) await session.run(tryAtOnce(webhookNumber));
        const { failingSince, disabledBecause, ...kept } = before;
        const failing = {
          ...(failingSince && { failingSince }),
          ...(disabledBecause && { disabledBecause }),
        };
        return { ...kept, ...(started ? {} : failing), ...asked, webhookNumber, version: version + 1 };
      }),
    remove: ({ webhookNumber, version }) =>
      writer.write(async (session) => {
        const webhooks = await entities.in(WebhookEntity, session);
        const gone = webhooks.createQueryBuilder().delete().where({ webhookNumber, version });
        const deliveries = await entities.in(WebhookDeliveryEntity, session);
        const itsOwn = deliveries.createQueryBuilder().delete().where({ webhookNumber });
        if ((await affectedBy(session, statementOfQuery(gone))) === 0) throw new ConcurrentModification();
        await session.run(statementOfQuery(itsOwn));
      }),
    rotate: (webhook, { encryptedKeys, publicKey, formerUntil }) =>
      writer.writeTo(WebhookEntity, async (webhooks, session) => {
        const { webhookNumber } = webhook;
        const version = webhook.version + 1;
        // First the former keys, then the new ones: one statement with both means different things on each
        // database.
        const former = { formerEncryptedKeys: () => 'sealed_keys', formerSecretExpires: formerUntil };
        await session.run(
          statementOfQuery(webhooks.createQueryBuilder().update(former).where({ webhookNumber })),
          statementOfQuery(
            webhooks
              .createQueryBuilder()
              .update({ encryptedKeys, publicKey, version })
              .where({ webhookNumber }),
          ),
        );
        return { ...webhook, publicKey, formerSecretExpires: formerUntil, version };
      }),
    replay: ({ webhookNumber, agreementNumber }, since) =>
      writer.writeTo(WebhookEntity, async (webhooks, session) => {
        const last = await lastSequence(session, agreementNumber);
        const first = await firstSequence(session, agreementNumber);
        if (since > last + 1 || since < (first ?? last + 1)) return false;
        await session.run(leaveHead(webhookNumber));
        // Whoever works on it now has lost it: what it would note is about where it was before.
        const moved = { position: since - 1, headDelivery: null, failures: 0, due: 0, leaseHolder: null };
        await webhooks.update({ webhookNumber }, { ...moved, leaseExpires: 0 });
        return true;
      }),
  };
}

function deliveriesIn(
  writer: GlobalWriter,
  reader: Session,
): Pick<WebhookRepository, 'addDelivery' | 'deliveriesOf' | 'findDeliveries'> {
  const { entities } = writer;
  return {
    addDelivery: ({ webhookNumber }, { sequence, type, messageId = `msg_${randomUUID()}`, now }) =>
      writer.write(async (session) => {
        const webhooks = await entities.in(WebhookEntity, session);
        const raise = { lastDelivery: () => lastDeliveryAfter(1), waitingDue: 0 };
        await session.run(
          statementOfQuery(webhooks.createQueryBuilder().update(raise).where({ webhookNumber })),
        );
        const kept = await webhooks.findOne({ where: { webhookNumber }, select: { lastDelivery: true } });
        const at = timestampOf(now);
        const delivery: Delivery = {
          deliveryNumber: kept?.lastDelivery ?? 1,
          messageId,
          ...(sequence !== undefined && { sequence }),
          type,
          status: 'waiting',
          created: at,
          nextAttempt: at,
          attempts: [],
        };
        const deliveries = await entities.in(WebhookDeliveryEntity, session);
        await deliveries.insert({ ...delivery, webhookNumber, due: 0, failures: 0, attempts: '[]' });
        return delivery;
      }),
    deliveriesOf: async ({ webhookNumber }) => {
      const deliveries = await entities.in(WebhookDeliveryEntity, reader);
      const order = { deliveryNumber: 'DESC' } as const;
      const rows = await deliveries.find({ where: { webhookNumber }, order, take: DELIVERIES_KEPT });
      return rows.map((row) => ({ ...valueOf<Omit<Delivery, 'attempts'>>(row), attempts: [] }));
    },
    findDeliveries: async ({ webhookNumber }, deliveryNumbers) => {
      if (deliveryNumbers.length === 0) return [];
      const deliveries = await entities.in(WebhookDeliveryEntity, reader);
      const rows = await deliveries
        .createQueryBuilder('delivery')
        .addSelect('delivery.attempts')
        .where({ webhookNumber, deliveryNumber: In([...deliveryNumbers]) })
        .getMany();
      return rows.map(({ webhookNumber: _, attempts, ...row }) => ({
        ...valueOf<Omit<Delivery, 'attempts'>>(row),
        attempts: JSON.parse(attempts) as readonly DeliveryAttempt[],
      }));
    },
  };
}

/** The sequence of the latest event of an agreement; 0 where there was none. */
async function lastSequence(session: Session, agreementNumber: number): Promise<number> {
  const [row] = await rowsOf(session, readCount(agreementNumber, EVENTS));
  return (row && numberAt(row, 'last')) ?? 0;
}

/** That of the first event that is kept; undefined where none is. */
async function firstSequence(session: Session, agreementNumber: number): Promise<number | undefined> {
  const [row] = await rowsOf(session, firstEvent(agreementNumber));
  return (row && numberOrNullAt(row, 'first')) ?? undefined;
}

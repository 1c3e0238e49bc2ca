import { In } from 'typeorm/find-options/operator/In.js';
import { IsNull } from 'typeorm/find-options/operator/IsNull.js';
import { LessThanOrEqual } from 'typeorm/find-options/operator/LessThanOrEqual.js';
import { MoreThan } from 'typeorm/find-options/operator/MoreThan.js';
import { defined, LEASED_AT_MOST_MS, timestampOf } from '@kontor/kernel';
import {
  DELIVERIES_KEPT,
  ROLES,
  SAMPLE,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryNoted,
  type DeliveryQueue,
  type DueWebhook,
  type LeasedWebhook,
  type StoredWebhook,
  type Noted,
  type RoleName,
  type WaitingDelivery,
} from '@kontor/studio';
import { statementOfQuery } from '../entity/entities.js';
import { valueOf } from '../entity/entity.js';
import { affectedBy, outcomesOf, rowsOf, type Row, type Session } from '../statement.js';
import { isCurrent } from './current-grants.js';
import type { GlobalWriter } from '../transaction/global-writer.js';
import {
  AgreementEntity,
  GrantEntity,
  WebhookDeliveryEntity,
  WebhookEntity,
  type WebhookWork,
} from './studio.entities.js';
import { numberAt, numberOrNullAt, timestampOrNullAt } from '../row.js';
import {
  dueWebhooks,
  lastDeliveryAfter,
  NEVER,
  nextWaiting,
  READ_LAST_WEBHOOK,
  READ_LOAD,
  removeDeliveries,
  waitingWebhooks,
  webhooksOf,
} from '../statements/webhooks.js';

/** So many deliveries that wait beside the events are taken with a lease. */
const WAITING_MAX = 20;

/** So many webhooks are a share of all. */
const SHARE = 500;

/** Deliveries in the tables of webhooks; a lease is a row that says who, and until when. */
export function sqlDeliveryQueue(writer: GlobalWriter, reader: Session): DeliveryQueue {
  return {
    load: async () => {
      const [row] = await rowsOf(reader, READ_LOAD);
      const of = (name: string): number => Number(row?.[name] ?? 0);
      const oldest = row && timestampOrNullAt(row, 'oldest');
      return {
        webhooks: { well: of('well'), failing: of('failing'), disabled: of('disabled') },
        waiting: of('waiting'),
        ...(oldest && { oldest }),
      };
    },
    dueIn: async (agreementNumbers, now) => {
      const rows = await rowsOf(reader, webhooksOf(agreementNumbers, now));
      const withSome = new Set(rows.map((row) => row['agreement_number']));
      return {
        webhooks: rows.filter((row) => Number(row['is_due']) === 1).map((row) => dueOf(row, now)),
        withoutAny: agreementNumbers.filter((agreementNumber) => !withSome.has(agreementNumber)),
      };
    },
    due: async (now, { most, after }) => {
      const [waiting, events, last] = await outcomesOf(
        reader,
        waitingWebhooks(now, most),
        dueWebhooks(now, after, after + SHARE),
        READ_LAST_WEBHOOK,
      );
      const isEnd = after + SHARE >= (numberOrNullAt(defined(last.rows[0]), 'last') ?? 0);
      const found = new Map([...waiting.rows, ...events.rows].map((row) => [row['webhook_number'], row]));
      const webhooks = [...found.values()].map((row) => dueOf(row, now));
      return { webhooks, upTo: isEnd ? 0 : after + SHARE };
    },
    ...leasesIn(writer),
    ...notesIn(writer),
  };
}

function dueOf(row: Row, now: number): DueWebhook {
  const leaseExpires = Number(row['lease_expires']);
  return {
    webhookNumber: numberAt(row, 'webhook_number'),
    agreementNumber: numberAt(row, 'agreement_number'),
    isFailing: numberAt(row, 'failures') > 0,
    isLeased: leaseExpires > now && leaseExpires <= now + LEASED_AT_MOST_MS,
  };
}

function leasesIn(writer: GlobalWriter): Pick<DeliveryQueue, 'lease'> {
  const { entities } = writer;
  return {
    lease: (webhookNumber, { holder, now, until }) =>
      writer.write(async (session) => {
        const webhooks = await entities.in(WebhookEntity, session);
        const take = webhooks
          .createQueryBuilder()
          .update({ leaseHolder: holder, leaseExpires: until })
          .where({ webhookNumber, leaseExpires: LessThanOrEqual(now) })
          .orWhere({ webhookNumber, leaseExpires: MoreThan(now + LEASED_AT_MOST_MS) });
        if ((await affectedBy(session, statementOfQuery(take))) === 0) return undefined;
        const row = await webhooks.findOne({ where: { webhookNumber }, select: EVERYTHING });
        if (row === null) return undefined;
        const webhook = knownOf(row);
        const reader = await readerOf(writer, session, webhook, now);
        const mayBeTold = webhook.enabled && reader.roles.length > 0;
        const hasWaiting = Number(row.waitingDue) <= now;
        const waiting = hasWaiting ? await waitingOf(writer, session, webhookNumber, { now, mayBeTold }) : [];
        const headNumber = row.headDelivery ?? undefined;
        const [head] =
          headNumber === undefined ? [] : await deliveriesOf(writer, session, webhookNumber, [headNumber]);
        return {
          webhook,
          encryptedKeys: row.encryptedKeys,
          ...(row.formerEncryptedKeys && { formerEncryptedKeys: row.formerEncryptedKeys }),
          position: row.position,
          head,
          failures: row.failures,
          isDue: Number(row.due) <= now,
          waiting,
          ...reader,
        };
      }),
  };
}

function notesIn(writer: GlobalWriter): Pick<DeliveryQueue, 'note'> {
  const { entities } = writer;
  return {
    note: (leased, holder, progress) =>
      writer.write(async (session): Promise<Noted> => {
        const { webhookNumber, version } = leased.webhook;
        const { position, failures, due, failingSince, disabledBecause, deliveries, until, keepsHead } =
          progress;
        const waitingDue = (): string => nextWaiting(progress.waitingFrom);
        const none = (): string => 'NULL';
        const fresh = deliveries.filter(({ deliveryNumber }) => deliveryNumber === undefined).length;
        const webhooks = await entities.in(WebhookEntity, session);
        const change = { position, lastDelivery: () => lastDeliveryAfter(fresh), leaseExpires: until };
        const update = webhooks
          .createQueryBuilder()
          .update(change)
          .where({ webhookNumber, leaseHolder: holder });
        if ((await affectedBy(session, statementOfQuery(update))) === 0) return 'lost';
        const kept = await webhooks.findOne({
          where: { webhookNumber },
          select: { lastDelivery: true, version: true },
        });
        const last = kept?.lastDelivery ?? fresh;
        // What has failed at a webhook that was changed meanwhile says nothing of what it is now.
        const isSame = kept?.version === version;
        const saysHowItIs = isSame || failingSince === undefined;
        const state = {
          ...(saysHowItIs && { failures, failingSince: failingSince ?? none }),
          ...(saysHowItIs && due !== undefined && { due }),
        };
        const head = await keep(writer, session, webhookNumber, { deliveries, before: last - fresh });
        // In a statement of its own: what is due depends on whether it is enabled.
        if (isSame && disabledBecause !== undefined)
          await webhooks.update({ webhookNumber }, { enabled: false, disabledBecause });
        await session.run(
          statementOfQuery(
            webhooks
              .createQueryBuilder()
              .update({ ...state, ...(!keepsHead && { headDelivery: head ?? none }), waitingDue })
              .where({ webhookNumber }),
          ),
          removeDeliveries(webhookNumber, last - DELIVERIES_KEPT),
        );
        const goesOn = isSame && (until === 0 || (await readsTheSame(writer, session, leased, progress.now)));
        return goesOn ? 'noted' : 'changed';
      }),
  };
}

const EVERYTHING = Object.fromEntries(
  WebhookEntity.columns.map(({ property = '' }) => [property, true]),
) as Readonly<Partial<Record<keyof (StoredWebhook & WebhookWork), true>>>;

/** What is known of a webhook, without what only those who deliver know. */
function knownOf(row: StoredWebhook & WebhookWork): StoredWebhook {
  const { webhookNumber, agreementNumber, appNumber, url, types, enabled, ordered, version } = row;
  const { description, created, publicKey, formerSecretExpires, failingSince, disabledBecause } = row;
  const named = { webhookNumber, agreementNumber, appNumber, url, types, enabled, ordered, version };
  const others = { description, created, publicKey, formerSecretExpires, failingSince, disabledBecause };
  return valueOf<StoredWebhook>({ ...named, ...others });
}

async function waitingOf(
  writer: GlobalWriter,
  session: Session,
  webhookNumber: number,
  { now, mayBeTold }: { readonly now: number; readonly mayBeTold: boolean },
): Promise<readonly WaitingDelivery[]> {
  const deliveries = await writer.entities.in(WebhookDeliveryEntity, session);
  const due = await deliveries.find({
    where: {
      webhookNumber,
      status: 'waiting',
      due: LessThanOrEqual(now),
      ...(!mayBeTold && { type: SAMPLE }),
    },
    select: { webhookNumber: true, deliveryNumber: true },
    order: { due: 'ASC' },
    take: WAITING_MAX,
  });
  return deliveriesOf(
    writer,
    session,
    webhookNumber,
    due.map(({ deliveryNumber }) => deliveryNumber),
  );
}

async function deliveriesOf(
  { entities }: GlobalWriter,
  session: Session,
  webhookNumber: number,
  numbers: readonly number[],
): Promise<readonly WaitingDelivery[]> {
  if (numbers.length === 0) return [];
  const deliveries = await entities.in(WebhookDeliveryEntity, session);
  const rows = await deliveries
    .createQueryBuilder('delivery')
    .addSelect(['delivery.attempts', 'delivery.failures'])
    .where({ webhookNumber, deliveryNumber: In([...numbers]) })
    .orderBy('delivery.deliveryNumber')
    .getMany();
  return rows.map(({ webhookNumber: _, attempts, failures, ...row }) => ({
    ...valueOf<Omit<Delivery, 'attempts'>>(row),
    attempts: JSON.parse(attempts) as readonly DeliveryAttempt[],
    failures,
  }));
}

/**
 * With which roles the app may read now: those of its grants together, none of a closed agreement; and the
 * modules that the agreement has.
 */
async function readerOf(
  { entities }: GlobalWriter,
  session: Session,
  { agreementNumber, appNumber }: StoredWebhook,
  now: number,
): Promise<Pick<LeasedWebhook, 'roles' | 'modules'>> {
  const agreement = await (await entities.in(AgreementEntity, session)).findOneBy({ agreementNumber });
  if (agreement === null || agreement.blocked || agreement.forDeletion) return { roles: [], modules: [] };
  const at = timestampOf(new Date(now));
  const grants = await (
    await entities.in(GrantEntity, session)
  ).findBy({
    agreementNumber,
    appNumber,
    administratorNumber: IsNull(),
    ...isCurrent(at),
  });
  const has = (name: RoleName): boolean => grants.some(({ roles }) => roles.includes(name));
  return { roles: ROLES.map(({ name }) => name).filter(has), modules: agreement.modules };
}

/** Whether the app may still read what it might when the webhook was leased. */
async function readsTheSame(
  writer: GlobalWriter,
  session: Session,
  { webhook, roles, modules }: Pick<LeasedWebhook, 'webhook' | 'roles' | 'modules'>,
  now: number,
): Promise<boolean> {
  const reader = await readerOf(writer, session, webhook, now);
  return isSameList(reader.roles, roles) && isSameList(reader.modules, modules);
}

function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/** Writes what became of deliveries; gives the number of the one that the next events wait for. */
async function keep(
  { entities }: GlobalWriter,
  session: Session,
  webhookNumber: number,
  { deliveries, before }: { readonly deliveries: readonly DeliveryNoted[]; readonly before: number },
): Promise<number | undefined> {
  const rows = await entities.in(WebhookDeliveryEntity, session);
  const fresh: (DeliveryNoted & { readonly deliveryNumber: number })[] = [];
  let head: number | undefined;
  for (const noted of deliveries) {
    const deliveryNumber = noted.deliveryNumber ?? before + fresh.length + 1;
    if (noted.isHead === true) head = deliveryNumber;
    if (noted.deliveryNumber === undefined) fresh.push({ ...noted, deliveryNumber });
    else {
      const { status, nextAttempt, due = NEVER, failures, attempts } = noted;
      const change = { status, nextAttempt: nextAttempt ?? (() => 'NULL'), due, failures };
      const update = rows
        .createQueryBuilder()
        .update({ ...change, attempts: JSON.stringify(attempts) })
        .where({ webhookNumber, deliveryNumber });
      await session.run(statementOfQuery(update));
    }
  }
  if (fresh.length > 0) {
    await rows.insert(
      fresh.map(({ isHead: _, due = NEVER, attempts, ...noted }) => ({
        ...noted,
        webhookNumber,
        due,
        attempts: JSON.stringify(attempts),
      })),
    );
  }
  return head;
}

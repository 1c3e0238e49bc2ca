import type { Timestamp } from '@kontor/kernel';

/** Why a webhook was disabled by the service: its receiver answered 410, or failed for days. */
export const DISABLED_BECAUSE = ['gone', 'failing'] as const;

/** Where an app is told what happens in an agreement. Its keys are kept encrypted, apart from this. */
export type StoredWebhook = {
  readonly webhookNumber: number;
  readonly agreementNumber: number;
  readonly appNumber: number;
  readonly url: string;
  /** The types of events that are delivered, as `typesAsked` gives them; none means every type. */
  readonly types: readonly string[];
  readonly enabled: boolean;
  /** Whether an event waits until the one before it was delivered. */
  readonly ordered: boolean;
  readonly description?: string | undefined;
  readonly created: Timestamp;
  /** For `v1a`, as `whpk_…`. */
  readonly publicKey: string;
  /** Until then deliveries are signed by the former secret as well. */
  readonly formerSecretExpires?: Timestamp | undefined;
  /** Since when every attempt has failed. */
  readonly failingSince?: Timestamp | undefined;
  readonly disabledBecause?: (typeof DISABLED_BECAUSE)[number] | undefined;
  /** Another one after every change that somebody asked for. */
  readonly version: number;
};

/** When a receiver was asked to take a delivery, and what it answered, or why it could not. */
export type DeliveryAttempt = {
  readonly time: Timestamp;
  /** Of the answer. */
  readonly status?: number | undefined;
  /** Why there was none. */
  readonly noAnswer?: (typeof NO_ANSWER)[number] | undefined;
  readonly durationMs: number;
  /** The first 1,000 bytes of what was answered, as text. */
  readonly answer: string;
};

/** Why there was no answer. */
export const NO_ANSWER = [
  'timeout',
  'forbiddenAddress',
  'unknownHost',
  'certificate',
  'connection',
  'secretUnknown',
] as const;

/** Where a delivery stands; `failed` once nobody tries it again. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

/** What is or was to be delivered to a webhook, and what came of it. */
export type Delivery = {
  readonly deliveryNumber: number;
  /** The `webhook-id` of every attempt. */
  readonly messageId: string;
  /** Of the event; none of a sample. */
  readonly sequence?: number | undefined;
  readonly type: string;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  readonly created: Timestamp;
  readonly nextAttempt?: Timestamp | undefined;
  /** The latest few. */
  readonly attempts: readonly DeliveryAttempt[];
};

/** Which webhook: an app knows its own only, the people of an agreement those of every app. */
export type WebhookNamed = {
  readonly agreementNumber: number;
  readonly appNumber?: number | undefined;
  readonly webhookNumber: number;
};

/** What a webhook is made with, and changed to. */
export type WebhookRequest = Pick<StoredWebhook, 'url' | 'types' | 'enabled' | 'ordered' | 'description'>;

/** The webhooks of every agreement, and what was delivered to each. */
export type WebhookRepository = {
  /** Stores a new webhook under the next number: it is told what happens from now on. */
  create(
    webhook: WebhookRequest & Pick<StoredWebhook, 'agreementNumber' | 'appNumber' | 'created' | 'publicKey'>,
    encryptedKeys: string,
  ): Promise<StoredWebhook>;
  /** In a unit of work it is held until that ends, for who will change it. */
  find(named: WebhookNamed): Promise<StoredWebhook | undefined>;
  /** By number; of one app, or of all. */
  listOf(agreementNumber: number, appNumber?: number): Promise<readonly StoredWebhook[]>;
  /** Who enables it forgets why it was disabled. The unit runs again where it was changed meanwhile. */
  revise(webhook: StoredWebhook, asked: WebhookRequest): Promise<StoredWebhook>;
  /** With all that was delivered to it. */
  remove(webhook: StoredWebhook): Promise<void>;
  /** Replaces the keys. Deliveries are signed with the former keys as well until `formerUntil`. */
  rotate(
    webhook: StoredWebhook,
    keys: { readonly encryptedKeys: string; readonly publicKey: string; readonly formerUntil: Timestamp },
  ): Promise<StoredWebhook>;
  /**
   * Delivers the events from that sequence on, again or for the first time. False where neither that event
   * nor the one before it is there yet: nothing is changed then.
   */
  replay(webhook: StoredWebhook, since: number): Promise<boolean>;
  /** Notes something to be delivered at once, out of order: an event once more, or a sample. */
  addDelivery(
    webhook: StoredWebhook,
    of: Pick<Delivery, 'sequence' | 'type'> & { readonly messageId?: string; readonly now: Date },
  ): Promise<Delivery>;
  /** The latest by number, without their attempts; at most `DELIVERIES_KEPT`. */
  deliveriesOf(webhook: StoredWebhook): Promise<readonly Delivery[]>;
  /** Those of these numbers, with their attempts. */
  findDeliveries(webhook: StoredWebhook, deliveryNumbers: readonly number[]): Promise<readonly Delivery[]>;
};

/** The type of a sample, which is sent also where the webhook is disabled. */
export const SAMPLE = 'webhook.test';

/** So many deliveries of a webhook are kept, beside those that wait. */
export const DELIVERIES_KEPT = 1_000;

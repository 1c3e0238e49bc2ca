import type { ModuleName, Timestamp } from '@kontor/kernel';
import type { RoleName } from '../caller/role.js';
import type { Delivery, DeliveryAttempt, StoredWebhook } from './webhook.js';

/**
 * A delivery that does not wait for its turn among the events: a sample, one that was asked for again, or one
 * that failed without order.
 */
export type WaitingDelivery = Delivery & { readonly failures: number };

/** A webhook that one process works on; nobody else does until the lease ends. */
export type LeasedWebhook = {
  readonly webhook: StoredWebhook;
  readonly encryptedKeys: string;
  readonly formerEncryptedKeys?: string | undefined;
  /** Every event up to this sequence is done with. */
  readonly position: number;
  /** Of the event that follows, where it failed before. */
  readonly head?: WaitingDelivery | undefined;
  /** How often that event, or in no order any, has failed since something was delivered. */
  readonly failures: number;
  /** Whether events may be delivered now, rather than wait until something is tried again. */
  readonly isDue: boolean;
  /**
   * What is due beside the events: samples alone where the webhook is disabled, or its app may read nothing.
   */
  readonly waiting: readonly WaitingDelivery[];
  /** With which roles its app may read the agreement now; none where it may not, or nobody may. */
  readonly roles: readonly RoleName[];
  /** The modules of the agreement: what belongs to others it may not read either. */
  readonly modules: readonly ModuleName[];
};

/** What became of a delivery: a new row, or one that there was. */
export type DeliveryNoted = Omit<Delivery, 'deliveryNumber' | 'attempts' | 'nextAttempt'> & {
  /** Undefined: it is new. */
  readonly deliveryNumber?: number | undefined;
  readonly attempts: readonly DeliveryAttempt[];
  readonly failures: number;
  /** When it is tried again beside the events, in milliseconds since 1970. */
  readonly due?: number | undefined;
  /** When it is tried again, for people. */
  readonly nextAttempt?: Delivery['nextAttempt'];
  /** It is the event that the next ones wait for. */
  readonly isHead?: boolean;
};

/** What a webhook has come to. */
export type ProgressNoted = {
  readonly position: number;
  readonly failures: number;
  /** Until then events wait, in milliseconds since 1970; undefined: as long as before. */
  readonly due: number | undefined;
  /** What waits beside the events is tried no sooner; undefined: when it is due. */
  readonly waitingFrom?: number | undefined;
  /** Whether the event that the next ones wait for is still the one from before. */
  readonly keepsHead: boolean;
  readonly failingSince?: StoredWebhook['failingSince'];
  readonly disabledBecause?: StoredWebhook['disabledBecause'];
  readonly deliveries: readonly DeliveryNoted[];
  readonly now: number;
  /** Until when the lease goes on, in milliseconds since 1970 as `now` is; 0 ends it. */
  readonly until: number;
};

/**
 * Whether progress was noted, and nothing has changed since the webhook was leased: neither the webhook nor,
 * where the lease goes on, what its app may read. Where the lease was lost nothing is noted.
 */
export type Noted = 'noted' | 'changed' | 'lost';

/** A webhook that has something to deliver. */
export type DueWebhook = {
  readonly webhookNumber: number;
  readonly agreementNumber: number;
  readonly isFailing: boolean;
  /** Some process works on it already. */
  readonly isLeased: boolean;
};

/** What operators watch of all webhooks together. */
export type DeliveryLoad = {
  /** Webhooks by how they are; `disabled`: by the service, after days of failures or a 410. */
  readonly webhooks: { readonly well: number; readonly failing: number; readonly disabled: number };
  /** Events that enabled webhooks have not been told of yet, and when the oldest of them happened. */
  readonly waiting: number;
  readonly oldest?: Timestamp | undefined;
};

/**
 * Webhooks with events to deliver, those that did not fail first, and the agreements among those asked for
 * that have no enabled webhook at all.
 */
export type DueInAgreements = {
  readonly webhooks: readonly DueWebhook[];
  readonly withoutAny: readonly number[];
};

/** What is to be delivered, shared out among all processes of the service. */
export type DeliveryQueue = {
  /** How it stands, for whoever operates the service: reads all webhooks. */
  load(): Promise<DeliveryLoad>;
  /** Those of agreements in which something has just happened. */
  dueIn(agreementNumbers: readonly number[], now: number): Promise<DueInAgreements>;
  /**
   * Those that something waits at beside the events, so many at most, and of the next webhooks after a number
   * those that have events to deliver: one look is a share of all webhooks, however many there are. `upTo`:
   * after which the next look goes on, 0 from the beginning.
   */
  due(
    now: number,
    look: { readonly most: number; readonly after: number },
  ): Promise<{ readonly webhooks: readonly DueWebhook[]; readonly upTo: number }>;
  /** Undefined where another process was faster. */
  lease(
    webhookNumber: number,
    by: { readonly holder: string; readonly now: number; readonly until: number },
  ): Promise<LeasedWebhook | undefined>;
  note(
    leased: Pick<LeasedWebhook, 'webhook' | 'roles' | 'modules'>,
    holder: string,
    progress: ProgressNoted,
  ): Promise<Noted>;
};

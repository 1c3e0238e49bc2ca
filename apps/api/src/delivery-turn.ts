import { timestampOf, type ChangeEvent, type EventFeed } from '@kontor/kernel';
import {
  askedToWait,
  failsForDays,
  isAskedFor,
  SAMPLE,
  waitAfter,
  type Caller,
  type DeliveryNoted,
  type DeliveryQueue,
  type LeasedWebhook,
  type Noted,
  type ProgressNoted,
  type WaitingDelivery,
} from '@kontor/studio';
import type { PostOutcome } from '@kontor/webhooks';
import { DeliverySender, withAttempt, type Sent, type SenderParts } from './delivery-sender.js';

/** Nobody else works on a webhook for so long; nothing is begun in the second half of it. */
export const LEASE_MS = 30_000;
const WORK_MS = 15_000;

/** What waits beside the events is begun so early that events have a share of each turn. */
const WAITING_MS = 5_000;

/** So many deliveries are noted at once. A process that is killed delivers them again. */
const NOTED_AT_ONCE = 20;
/** Or after so long: who notes learns whether the app may still be told, as a request does (3 s). */
const NOTED_MS = 3_000;
const READ_AT_ONCE = 100;
/** Without order, so many events of a webhook are delivered side by side. */
const SIDE_BY_SIDE = 8;
/** An app without a grant, or of a closed agreement, is looked at again after so long. */
const CLOSED_MS = 60_000;
/**
 * A delivery that tells its owner, in the list of deliveries, that events were removed before they were told.
 */
const MISSED = 'webhook.missed';

/** What changes who may read what, after which the webhook is leased anew. */
const CHANGES_ROLES: readonly string[] = ['grants', 'agreements'];

type Webhook = LeasedWebhook['webhook'];

/** What a turn works with. */
export type TurnParts = SenderParts & {
  readonly queue: DeliveryQueue;
  readonly feedOf: (agreementNumber: number) => EventFeed;
  /** The event as the app may see it; undefined where it may not. */
  readonly textOf: (
    event: ChangeEvent,
    app: Pick<Caller, 'agreementNumber' | 'appNumber' | 'roles' | 'modules'>,
  ) => string | undefined;
  /** Tells the agreement that the service has disabled one of its webhooks. */
  readonly disabled: (webhook: Webhook) => Promise<unknown>;
  /** Not while the process is about to end. */
  readonly mayGoOn: () => boolean;
};

/** Who works on a webhook, and when it was begun to be leased, as `performance.now()` tells. */
type Lease = { readonly holder: string; readonly leased: LeasedWebhook; readonly started: number };

/** One lease of one webhook: what waits, then the events in order. */
export class DeliveryTurn {
  readonly #parts: TurnParts;
  readonly #sender: DeliverySender;
  readonly #holder: string;
  readonly #leased: LeasedWebhook;
  readonly #started: number;
  #noted = performance.now();
  #deliveries: DeliveryNoted[] = [];
  #position: number;
  #failures: number;
  #due: number | undefined;
  #waitingFrom: number | undefined;
  #failingSince: Webhook['failingSince'];
  #disabledBecause: Webhook['disabledBecause'];
  /** The event that the others waited for when the turn began is still the one they wait for. */
  #headIsOpen: boolean;
  #isOver = false;
  /** The turn has begun with the events, and has not seen the last of them. */
  #hasLeftEvents = false;

  constructor(parts: TurnParts, { holder, leased, started }: Lease, sent: Sent) {
    this.#parts = parts;
    this.#sender = new DeliverySender(parts, leased, sent);
    this.#holder = holder;
    this.#leased = leased;
    this.#started = started;
    this.#position = leased.position;
    this.#failures = leased.failures;
    this.#failingSince = leased.webhook.failingSince;
    this.#headIsOpen = leased.head !== undefined;
  }

  /** True where there may be more events to deliver at once. */
  async run(): Promise<boolean> {
    const { webhook, roles, isDue } = this.#leased;
    await this.#waiting();
    if (roles.length === 0) this.#due = this.#waitingFrom = this.#nowMs() + CLOSED_MS;
    else if (webhook.enabled && isDue && this.#disabledBecause === undefined) {
      this.#due = 0;
      this.#hasLeftEvents = true;
      await this.#events();
    }
    const noted = await this.#note(0);
    if (noted !== 'lost' && this.#disabledBecause !== undefined) await this.#parts.disabled(webhook);
    return this.#hasLeftEvents;
  }

  /**
   * Deliveries that wait are sent side by side where events are: otherwise one receiver that hangs would
   * delay all others.
   */
  async #waiting(): Promise<void> {
    const { webhook, waiting } = this.#leased;
    const atOnce = webhook.ordered ? 1 : SIDE_BY_SIDE;
    for (let at = 0; at < waiting.length && this.#hasTime(WAITING_MS); at += atOnce) {
      const some = waiting.slice(at, at + atOnce);
      const wanted = some.filter(({ type }) => this.#disabledBecause === undefined || type === SAMPLE);
      await Promise.all(wanted.map((delivery) => this.#again(delivery)));
      await this.#noteInTime();
    }
  }

  async #events(): Promise<void> {
    const feed = this.#parts.feedOf(this.#leased.webhook.agreementNumber);
    while (this.#hasTime() && this.#disabledBecause === undefined && this.#due === 0) {
      const { events, position } = await feed.after(this.#position, READ_AT_ONCE);
      if (this.#position < position.first - 1) {
        this.#tellMissed(position.first - 1);
        continue;
      }
      if (events.length === 0) {
        this.#hasLeftEvents = false;
        return;
      }
      // Who may read what is looked at anew before what follows.
      const change = events.findIndex(({ collection }) => CHANGES_ROLES.includes(collection));
      const next = change < 0 ? events : events.slice(0, change + 1);
      if (this.#leased.webhook.ordered) await this.#inOrder(next);
      else await this.#sideBySide(next);
      if (change >= 0) return;
    }
  }

  async #inOrder(events: readonly ChangeEvent[]): Promise<void> {
    for (const event of events) {
      if (!this.#hasTime()) return;
      const text = this.#wanted(event);
      if (text !== undefined && !(await this.#deliverNext(event, text))) return;
      this.#position = event.sequence;
      await this.#noteInTime();
    }
  }

  /** Delivers the event that the next ones wait for; true where it is done with. */
  async #deliverNext(event: ChangeEvent, text: string): Promise<boolean> {
    this.#leaveHead();
    const { head } = this.#leased;
    const open = this.#headIsOpen && head?.sequence === event.sequence ? head : undefined;
    const base = open ?? this.#fresh(event);
    const { attempt, isDelivered, outcome } = await this.#sender.send(base.messageId, text);
    const noted = { ...withAttempt(base, attempt), isHead: false };
    if (isDelivered) {
      this.#headIsOpen = false;
      this.#succeeded();
      this.#deliveries.push({ ...noted, status: 'delivered', nextAttempt: undefined });
      return true;
    }
    this.#failures += 1;
    const wait = this.#refused(outcome, this.#failures, true);
    if (wait === undefined) {
      this.#headIsOpen = false;
      this.#deliveries.push({ ...noted, status: 'failed', nextAttempt: undefined });
      return false;
    }
    this.#due = this.#nowMs() + wait;
    const nextAttempt = timestampOf(new Date(this.#due));
    this.#deliveries.push({ ...noted, status: 'waiting', nextAttempt, isHead: true });
    return false;
  }

  async #sideBySide(events: readonly ChangeEvent[]): Promise<void> {
    for (let at = 0; at < events.length && this.#hasTime(); at += SIDE_BY_SIDE) {
      const some = events.slice(at, at + SIDE_BY_SIDE);
      await Promise.all(
        some.map(async (event) => {
          const text = this.#wanted(event);
          if (text !== undefined) await this.#attempt(this.#fresh(event), text);
        }),
      );
      this.#position = some.at(-1)?.sequence ?? this.#position;
      if (this.#disabledBecause !== undefined) return;
      await this.#noteInTime();
    }
  }

  /**
   * What waits beside the events: a sample, an event that is wanted once more or that failed without order.
   */
  async #again(delivery: WaitingDelivery): Promise<void> {
    const text =
      delivery.sequence === undefined ? this.#sample(delivery) : await this.#textAgain(delivery.sequence);
    if (text === undefined) {
      this.#deliveries.push({ ...delivery, status: 'failed', nextAttempt: undefined, due: undefined });
      return;
    }
    await this.#attempt(delivery, text);
  }

  #sample({ type }: WaitingDelivery): string {
    return JSON.stringify({ type, time: timestampOf(this.#parts.clock()) });
  }

  async #textAgain(sequence: number): Promise<string | undefined> {
    const { agreementNumber } = this.#leased.webhook;
    const { events } = await this.#parts.feedOf(agreementNumber).after(sequence - 1, 1);
    const [event] = events;
    return event?.sequence === sequence ? this.#shown(event) : undefined;
  }

  /** One attempt of what no other waits for. */
  async #attempt(base: DeliveryNoted, text: string): Promise<void> {
    const { attempt, isDelivered, outcome } = await this.#sender.send(base.messageId, text);
    const noted = withAttempt(base, attempt);
    if (isDelivered) {
      this.#succeeded();
      this.#deliveries.push({ ...noted, status: 'delivered', nextAttempt: undefined, due: undefined });
      return;
    }
    const isSample = base.type === SAMPLE;
    // In order, failures are counted of the event that the others wait for; of a sample never.
    if (!this.#leased.webhook.ordered && !isSample) this.#failures += 1;
    const wait = isSample ? undefined : this.#refused(outcome, base.failures + 1, false);
    const due = wait === undefined ? undefined : this.#nowMs() + wait;
    this.#deliveries.push({
      ...noted,
      status: due === undefined ? 'failed' : 'waiting',
      due,
      nextAttempt: due === undefined ? undefined : timestampOf(new Date(due)),
    });
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#failingSince = undefined;
  }

  /**
   * How long to wait after a failure; undefined where it was the last one, or the webhook is disabled for it
   * and the event, which the next ones wait for, comes anew when it is enabled. What no other waits for ends
   * alone, unless all else has failed as well.
   */
  #refused(outcome: PostOutcome | undefined, failures: number, isHead: boolean): number | undefined {
    const now = this.#parts.clock();
    this.#failingSince ??= timestampOf(now);
    const wait = waitAfter(failures, Math.random());
    if (outcome?.status === 410) this.#disabledBecause = 'gone';
    else if (wait === undefined && (isHead || failsForDays(this.#failingSince, now)))
      this.#disabledBecause = 'failing';
    if (wait === undefined || (isHead && this.#disabledBecause !== undefined)) return undefined;
    return Math.max(wait, askedToWait(outcome?.retryAfter, now));
  }

  #tellMissed(position: number): void {
    const missed = this.#fresh({ sequence: position, type: MISSED });
    this.#deliveries.push({ ...missed, status: 'failed' });
    this.#position = position;
  }

  /** The event that the others waited for has been passed by: it is not asked for any more, or not kept. */
  #leaveHead(): void {
    const { head } = this.#leased;
    if (!this.#headIsOpen || head?.sequence === undefined || head.sequence > this.#position) return;
    this.#headIsOpen = false;
    this.#deliveries.push({ ...head, status: 'failed', nextAttempt: undefined });
  }

  #wanted(event: ChangeEvent): string | undefined {
    return isAskedFor(this.#leased.webhook.types, event.type) ? this.#shown(event) : undefined;
  }

  #shown(event: ChangeEvent): string | undefined {
    const { webhook, roles, modules } = this.#leased;
    const { agreementNumber, appNumber } = webhook;
    return this.#parts.textOf(event, { agreementNumber, appNumber, roles, modules });
  }

  #fresh({ sequence, type }: Pick<ChangeEvent, 'sequence' | 'type'>): DeliveryNoted {
    return {
      messageId: `msg_${this.#leased.webhook.webhookNumber}_${sequence}`,
      sequence,
      type,
      status: 'waiting',
      created: timestampOf(this.#parts.clock()),
      attempts: [],
      failures: 0,
    };
  }

  async #noteInTime(): Promise<void> {
    const isTime = performance.now() - this.#noted >= NOTED_MS;
    if (isTime || this.#deliveries.length >= NOTED_AT_ONCE) await this.#note(this.#leaseEnd());
  }

  /**
   * Notes what was done so far; nothing more is begun where the webhook, or what its app may read, is not
   * what it was when leased.
   */
  async #note(until: number): Promise<Noted> {
    this.#leaveHead();
    const progress: ProgressNoted = {
      position: this.#position,
      failures: this.#failures,
      due: this.#due,
      waitingFrom: this.#waitingFrom,
      failingSince: this.#failingSince,
      disabledBecause: this.#disabledBecause,
      deliveries: this.#deliveries,
      keepsHead: this.#headIsOpen,
      now: this.#nowMs(),
      until,
    };
    this.#noted = performance.now();
    const noted = await this.#parts.queue.note(this.#leased, this.#holder, progress);
    this.#deliveries = [];
    this.#isOver ||= noted !== 'noted';
    return noted;
  }

  #hasTime(ms = WORK_MS): boolean {
    return !this.#isOver && this.#parts.mayGoOn() && performance.now() - this.#started < ms;
  }

  #leaseEnd(): number {
    return this.#nowMs() + LEASE_MS;
  }

  #nowMs(): number {
    return this.#parts.clock().getTime();
  }
}

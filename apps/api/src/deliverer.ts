import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DeliveryLoad, DueWebhook } from '@kontor/studio';
import { DeliveryTurn, LEASE_MS, type TurnParts } from './delivery-turn.js';
import type { Sent } from './delivery-sender.js';

/** How often it is looked for webhooks with something to deliver, and how soon after an event is kept. */
const LOOK_EVERY_MS = 200;
const LOOK_SOON_MS = 10;
/**
 * An agreement without a webhook is not looked at again so soon: else each commit is followed by a look (473
 * for 602 writes by 16 clients). One that is made meanwhile is found with all others.
 */
const WITHOUT_ANY_MS = 1_000;
const WITHOUT_ANY_MAX = 10_000;
/** Of so many agreements at once that have just kept events. */
const AGREEMENTS_AT_ONCE = 200;
/** After a look that failed, as while the database is away: each of them is told to the log. */
const LOOK_AGAIN_MS = 5_000;
/** Webhooks that are worked on at once, and those among them whose receivers failed the last time. */
const AT_ONCE = 40;
const FAILING_AT_ONCE = 20;
/** Those of one agreement, which may have more webhooks whose receivers answer late than there are places. */
const OF_ONE_AT_ONCE = 20;
/** When the process is to end, within 10 s, an attempt that has no answer yet is given up. */
const GIVE_UP_MS = 8_000;

/** What deliveries of webhooks are made of, and where they go. */
export type DelivererParts = Omit<TurnParts, 'mayGoOn'> & {
  /** Ends the attempts that have no answer yet. */
  readonly giveUp: () => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Delivers events to webhooks (issue 16): at least once, in order unless asked otherwise. Which process works
 * on a webhook is leased in the database, so that several share the work and what a killed one has left is
 * gone on with; each webhook is worked on by itself, so that a slow receiver delays no other, and one
 * agreement has half of the places at most, so that many slow receivers of its delay no other agreement.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #holder = randomUUID();
  readonly #running = new Map<number, Running>();
  readonly #sent: Sent = { delivered: timed(), refused: timed(), unanswered: timed() };
  /** Agreements that have kept events since they were looked at. */
  #told = new Set<number>();
  /** Agreements that had no webhook a moment ago. */
  readonly #withoutAny = new LRUCache<number, true>({
    // A bound of `max` takes the room for all of them at once.
    maxSize: WITHOUT_ANY_MAX,
    sizeCalculation: () => 1,
    ttl: WITHOUT_ANY_MS,
  });
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAfter = 0;
  #after = 0;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  /** Begins to look for what is to be delivered. */
  start(): void {
    this.#timer ??= setInterval(() => this.#lookNow(() => this.#lookAround()), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** This process has kept events of an agreement. */
  told(agreementNumber: number): void {
    if (this.#timer === undefined) return;
    if (this.#withoutAny.has(agreementNumber)) return;
    this.#told.add(agreementNumber);
    this.#lookSoon();
  }

  /** How deliveries stand, and what this process has sent. */
  async load(): Promise<DeliveriesLoad> {
    const { webhooks, waiting, oldest } = await this.#parts.queue.load();
    const oldestMs = oldest === undefined ? 0 : Math.max(0, this.#nowMs() - Date.parse(oldest));
    return { webhooks, waiting, oldestMs, sent: this.#sent };
  }

  /** Begins nothing more, and resolves when what is under way has been noted. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#timer = undefined;
    const late = setTimeout(() => this.#parts.giveUp(), GIVE_UP_MS);
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ work }) => work));
    clearTimeout(late);
  }

  #lookSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (this.#looking === undefined) this.#lookNow(() => this.#lookAtTold());
      else void this.#looking.then(() => this.#lookSoon());
    }, LOOK_SOON_MS);
    this.#soon.unref();
  }

  #lookNow(look: () => Promise<void>): void {
    if (performance.now() < this.#lookAfter || this.#looking !== undefined || this.#timer === undefined)
      return;
    this.#looking = look()
      .catch((error: unknown) => {
        this.#lookAfter = performance.now() + LOOK_AGAIN_MS;
        this.#parts.failed(error);
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Where this process has kept events; what cannot be begun now is looked at again. */
  async #lookAtTold(): Promise<void> {
    const agreements = [...this.#told].slice(0, AGREEMENTS_AT_ONCE);
    if (agreements.length === 0) return;
    for (const agreementNumber of agreements) this.#told.delete(agreementNumber);
    try {
      const { webhooks, withoutAny } = await this.#parts.queue.dueIn(agreements, this.#nowMs());
      for (const one of withoutAny) this.#withoutAny.set(one, true);
      this.#begin(webhooks);
    } catch (error) {
      for (const agreementNumber of agreements) this.#told.add(agreementNumber);
      throw error;
    }
    if (this.#told.size > 0 && agreements.length === AGREEMENTS_AT_ONCE) this.#lookSoon();
  }

  /** What waits beside the events, what other processes have kept, and what one that is gone has left. */
  async #lookAround(): Promise<void> {
    await this.#lookAtTold();
    const look = { most: 2 * AT_ONCE, after: this.#after };
    const { webhooks, upTo } = await this.#parts.queue.due(this.#nowMs(), look);
    this.#after = upTo;
    this.#begin(webhooks);
  }

  #begin(due: readonly DueWebhook[]): void {
    for (const { webhookNumber, agreementNumber, isFailing, isLeased } of this.#byTurns(due)) {
      const running = this.#running.get(webhookNumber);
      if (running !== undefined) running.isAskedAgain = true;
      else if (isLeased || !this.#hasPlace(agreementNumber, isFailing)) this.#told.add(agreementNumber);
      else this.#run(webhookNumber, agreementNumber, isFailing);
    }
  }

  /** Agreements take turns, those first of which the fewest webhooks are worked on. */
  #byTurns(due: readonly DueWebhook[]): readonly DueWebhook[] {
    const turns = new Map<number, number>();
    const turnOf = (agreementNumber: number): number => {
      const turn = turns.get(agreementNumber) ?? 0;
      turns.set(agreementNumber, turn + 1);
      return turn;
    };
    for (const { agreementNumber } of this.#running.values()) turnOf(agreementNumber);
    return due
      .map((webhook) => {
        const isRunning = this.#running.has(webhook.webhookNumber);
        return { webhook, turn: isRunning ? 0 : turnOf(webhook.agreementNumber) };
      })
      .sort((one, other) => one.turn - other.turn)
      .map(({ webhook }) => webhook);
  }

  #hasPlace(agreementNumber: number, isFailing: boolean): boolean {
    const running = [...this.#running.values()];
    return (
      running.length < AT_ONCE &&
      running.filter((one) => one.agreementNumber === agreementNumber).length < OF_ONE_AT_ONCE &&
      !(isFailing && running.filter((one) => one.isFailing).length >= FAILING_AT_ONCE)
    );
  }

  #run(webhookNumber: number, agreementNumber: number, isFailing: boolean): void {
    const work = this.#workOn(webhookNumber)
      .catch((error: unknown) => {
        this.#parts.failed(error);
        return false;
      })
      .then((mayHaveMore) => {
        this.#running.delete(webhookNumber);
        if (mayHaveMore || running.isAskedAgain) this.told(agreementNumber);
      });
    const running: Running = { agreementNumber, isFailing, work, isAskedAgain: false };
    this.#running.set(webhookNumber, running);
  }

  /** True where the turn has ended before the events had. */
  async #workOn(webhookNumber: number): Promise<boolean> {
    // Before the lease is written, since it ends by this moment: writing it may take long.
    const started = performance.now();
    const now = this.#nowMs();
    const by = { holder: this.#holder, now, until: now + LEASE_MS };
    const leased = await this.#parts.queue.lease(webhookNumber, by);
    if (leased === undefined) return false;
    const parts = { ...this.#parts, mayGoOn: () => this.#timer !== undefined };
    return new DeliveryTurn(parts, { holder: this.#holder, leased, started }, this.#sent).run();
  }

  #nowMs(): number {
    return this.#parts.clock().getTime();
  }
}

const timed = (): { count: number; seconds: number } => ({ count: 0, seconds: 0 });

/** What operators watch of deliveries; `oldestMs`: how long the first event that waits has waited. */
export type DeliveriesLoad = Pick<DeliveryLoad, 'webhooks' | 'waiting'> & {
  readonly oldestMs: number;
  readonly sent: Sent;
};

/** A webhook that this process works on. */
type Running = {
  readonly agreementNumber: number;
  readonly isFailing: boolean;
  readonly work: Promise<void>;
  /** Something was found to deliver meanwhile, which the turn may have seen, or not any more. */
  isAskedAgain: boolean;
};

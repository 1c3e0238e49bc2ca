import { Busy } from '@kontor/kernel';
import { placeholders, rowsOf, type Session } from '../statement.js';
import { EVENTS } from './event-log.js';

/** How often it is looked for events that other processes have kept, while somebody waits. */
const LOOK_EVERY_MS = 100;
/** Of so many agreements at once. */
const AGREEMENTS_AT_ONCE = 500;
/** Who may wait at the same time: of one agreement, and of all. */
const SEATS_OF_AGREEMENT = 100;
const SEATS = 1_000;

type Waiter = { readonly after: number; readonly wake: () => void };

/**
 * Wakes who waits for events. What this process has kept it is told at once; what others have kept it finds
 * by one look-up by primary key for all agreements that are waited for. Nobody who waits holds a connection.
 */
export class EventWatch {
  readonly #reader: Session;
  readonly #waiters = new Map<number, Set<Waiter>>();
  readonly #seats = new Map<number, number>();
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #listener: (agreementNumber: number) => void = () => undefined;

  constructor(reader: Session) {
    this.#reader = reader;
  }

  /**
   * A seat for who is about to wait, once or again and again; gives how to leave it. Throws `Busy` where all
   * are taken.
   */
  sit(agreementNumber: number): () => void {
    const own = this.#seats.get(agreementNumber) ?? 0;
    if (own >= SEATS_OF_AGREEMENT || this.#taken >= SEATS)
      throw new Busy('as many wait for events as there may');
    this.#seats.set(agreementNumber, own + 1);
    this.#taken += 1;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#taken -= 1;
      const left = (this.#seats.get(agreementNumber) ?? 1) - 1;
      if (left === 0) this.#seats.delete(agreementNumber);
      else this.#seats.set(agreementNumber, left);
    };
  }

  /** Resolves when an event after a sequence may be there, time is over, the signal says so, or all ends. */
  until(agreementNumber: number, after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#hasEnded || signal.aborted || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(agreementNumber) ?? new Set<Waiter>();
      this.#waiters.set(agreementNumber, waiters);
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        waiters.delete(waiter);
        if (waiters.size === 0 && this.#waiters.get(agreementNumber) === waiters)
          this.#waiters.delete(agreementNumber);
        resolve();
      };
      const waiter: Waiter = { after, wake };
      const timer = setTimeout(wake, ms);
      timer.unref();
      signal.addEventListener('abort', wake);
      waiters.add(waiter);
      this.#look();
    });
  }

  /** Tells somebody at once of each agreement that this process has kept events of. */
  tell(listener: (agreementNumber: number) => void): void {
    this.#listener = listener;
  }

  /** This process has kept events of the agreement. */
  kept(agreementNumber: number): void {
    this.#listener(agreementNumber);
    for (const { wake } of [...(this.#waiters.get(agreementNumber) ?? [])]) wake();
  }

  /** True from when the process is to stop: nobody is to wait any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Wakes everybody, and lets nobody wait any more. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const waiters of [...this.#waiters.values()]) for (const { wake } of [...waiters]) wake();
  }

  #look(): void {
    if (this.#timer !== undefined || this.#hasEnded) return;
    this.#timer = setTimeout(() => {
      const looked = (): void => {
        this.#timer = undefined;
        if (this.#waiters.size > 0) this.#look();
      };
      // A database that is out of reach is asked again.
      this.#wakeFound().then(looked, looked);
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async #wakeFound(): Promise<void> {
    const all = [...this.#waiters.keys()];
    for (let from = 0; from < all.length; from += AGREEMENTS_AT_ONCE) {
      const some = all.slice(from, from + AGREEMENTS_AT_ONCE);
      const rows = await rowsOf(this.#reader, {
        sql:
          'SELECT `agreement_number`, `items` FROM `collection_state` ' +
          `WHERE \`agreement_number\` IN (${placeholders(some.length)}) AND \`collection\` = ?`,
        values: [...some, EVENTS],
      });
      for (const row of rows) {
        const last = row['items'] as number;
        for (const { after, wake } of [...(this.#waiters.get(row['agreement_number'] as number) ?? [])])
          if (last > after) wake();
      }
    }
  }
}

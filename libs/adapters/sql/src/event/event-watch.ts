import { Busy, EVENT_WAITS_MAX } from '@kontor/kernel';
import { inPieces, rowsOf, type Session } from '../statement.js';
import { numberAt } from '../row.js';
import { EVENTS, readCounts } from '../statements/collection-versions.js';

/** How often it is looked for events that other processes have kept, while somebody waits. */
const LOOK_EVERY_MS = 100;
/** Of so many agreements at once. */
const AGREEMENTS_AT_ONCE = 500;
/** Who may wait at the same time, of all agreements. */
const SEATS = 1_000;

type Waiter = { readonly after: number; readonly wake: () => void };

/**
 * Wakes who waits for events. What this process has kept it is told at once; what others have kept it finds
 * by one look-up by primary key for all agreements that are waited for. Nobody who waits holds a connection.
 */
export class EventWatch {
  readonly #reader: Session;
  readonly #waiters = new Map<number, Set<Waiter>>();
  /** Seats that are taken, of each agreement, and of each of those who wait in it. */
  readonly #seats = new Map<string, number>();
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #listener: (agreementNumber: number) => void = () => undefined;

  constructor(reader: Session) {
    this.#reader = reader;
  }

  /**
   * A seat for who is about to wait, once or again and again; gives how to leave it. `who`: a grant, or the
   * network of a stranger: who has as many seats as are free gets no other, so nobody alone can take all.
   * Throws `Busy` where there is none.
   */
  sit(agreementNumber: number, who: string): () => void {
    const names = [String(agreementNumber), `${agreementNumber} ${who}`] as const;
    const [ofAll, own] = [this.#seats.get(names[0]) ?? 0, this.#seats.get(names[1]) ?? 0];
    if (own >= EVENT_WAITS_MAX - ofAll || this.#taken >= SEATS)
      throw new Busy('as many wait for events as there may');
    const raise = (by: 1 | -1): void => {
      this.#taken += by;
      for (const name of names) {
        const seats = (this.#seats.get(name) ?? 0) + by;
        if (seats === 0) this.#seats.delete(name);
        else this.#seats.set(name, seats);
      }
    };
    raise(1);
    let isLeft = false;
    return () => {
      if (!isLeft) raise(-1);
      isLeft = true;
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

  /** This process has committed events of the agreement. */
  committed(agreementNumber: number): void {
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
    for (const some of inPieces(all, AGREEMENTS_AT_ONCE)) {
      const rows = await rowsOf(this.#reader, readCounts(some, EVENTS));
      for (const row of rows) {
        const last = numberAt(row, 'items');
        for (const { after, wake } of [...(this.#waiters.get(numberAt(row, 'agreement_number')) ?? [])])
          if (last > after) wake();
      }
    }
  }
}

import { numberAt } from '../row.js';
import { randomInt } from 'node:crypto';
import { Unavailable, type Books, type UnitOfWork } from '@kontor/kernel';
import type { Check } from '../dialect/dialect.js';
import { rowsOf, type Session } from '../statement.js';
import { putEpoch, READ_EPOCH } from '../statements/epoch.js';

/** Epochs are random whole numbers below this. */
const EPOCHS = 2 ** 47;

/**
 * Which past of a database a process knows. A restore puts another in its place: what the process remembers
 * may never have been so then. So it goes on only in the epoch it began with, and must be started anew in
 * another (`docs/internals/snapshots.md`).
 */
export class Epoch {
  readonly #reader: Session;
  readonly #isInPlace: () => boolean;
  #began: Promise<number> | undefined;
  #isAnother = false;

  /**
   * `reader`: reads what is committed. `isInPlace`: whether the database's file is where it was opened; what
   * lies in its place is another past, too.
   */
  constructor(reader: Session, isInPlace: () => boolean = () => true) {
    this.#reader = reader;
    this.#isInPlace = isInPlace;
  }

  /** The epoch that this process began with: read when it is first asked for. */
  began(): Promise<number> {
    this.#began ??= epochIn(this.#reader).catch((error: unknown) => {
      this.#began = undefined;
      throw error;
    });
    return this.#began;
  }

  /** Throws `Unavailable` once the database was found in another epoch. */
  refuseAnother(): void {
    if (this.#isAnother)
      throw new Unavailable('the database was restored or taken away: this process must be started anew');
  }

  /** What a batch must find when it is written: that the database is in the epoch this process began with. */
  async expected(): Promise<Check> {
    return { read: READ_EPOCH, number: await this.began() };
  }

  /** Whether the database is in another epoch than this process began with. */
  async wasLeft(): Promise<boolean> {
    if (!this.#isInPlace()) this.#isAnother = true;
    if (this.#isAnother) return true;
    const began = await this.began();
    if ((await epochIn(this.#reader)) !== began) this.#isAnother = true;
    return this.#isAnother;
  }

  /** Throws `Unavailable` when the database is in another epoch, as this session finds it now. */
  async check(session: Session): Promise<void> {
    const began = await this.began();
    if ((await epochIn(session)) !== began) this.#isAnother = true;
    this.refuseAnother();
  }
}

/** Units of work and reads of a process, which end when it finds the database in another epoch. */
export function inEpoch<B extends Books>(epoch: Epoch, units: UnitOfWork<B>): UnitOfWork<B> {
  return {
    read: (agreementNumber) => {
      epoch.refuseAnother();
      return units.read(agreementNumber);
    },
    inTransaction: (agreementNumber, work, deadline) => async () => {
      await epoch.began();
      epoch.refuseAnother();
      return units.inTransaction(agreementNumber, work, deadline)();
    },
  };
}

/** Begins a new epoch: whoever began with another one writes nothing any more. */
export async function beginEpoch(session: Session): Promise<void> {
  await session.run(putEpoch(randomInt(1, EPOCHS)));
}

async function epochIn(session: Session): Promise<number> {
  const [row] = await rowsOf(session, READ_EPOCH);
  return (row && numberAt(row, 'epoch')) ?? 0;
}

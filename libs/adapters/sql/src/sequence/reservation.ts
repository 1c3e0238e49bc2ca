import { batchChecks, type Dialect } from '../dialect/dialect.js';
import { byLockOrder, type Statement } from '../statement.js';
import { insertGivenNumbers, addToCounters, sumOfCounters, type Raise } from '../statements/sequences.js';
import { NumbersLost } from '../transaction/errors.js';
import { SeriesTurn } from './series-turn.js';

/**
 * A counter as this process knows it. Once it is no longer valid nothing more is reserved of it, and nothing
 * that was reserved is written.
 */
export class Counter {
  isValid = true;
  /** Where the database has it. */
  confirmed: number;
  /** The last number that is reserved: those after `confirmed` are not written yet. */
  reserved: number;
  #last: SeriesTurn | undefined;
  readonly #suspect: (confirmed: number) => void;

  /** `suspect`: what to do when another process may have raised it as well. */
  constructor(confirmed: number, suspect: (confirmed: number) => void) {
    this.confirmed = confirmed;
    this.reserved = confirmed;
    this.#suspect = suspect;
  }

  /** The turn of the unit that reserves the next numbers: after all that have reserved before. */
  nextTurn(gapless: boolean): SeriesTurn {
    return (this.#last = new SeriesTurn(this.#last, gapless));
  }

  /** A reserved number will not be used: those after it must not be either, or there would be a hole. */
  invalidate(): void {
    this.isValid = false;
  }

  /** A batch was refused that expected it to be as it is known here. */
  preconditionFailed(): void {
    if (this.isValid) this.#suspect(this.confirmed);
    this.isValid = false;
  }
}

/** Numbers that are wanted of a counter; `gapless`: none may ever be left out, as of invoices. */
export type SeriesRaise = Raise & { readonly gapless: boolean };

/**
 * Numbers of a counter that a unit has reserved, the last of them `to`: the
 * batch that writes them raises the counter to it.
 */
export type Reservation = SeriesRaise & {
  readonly counter: Counter;
  readonly to: number;
  /** When they may be written: after those that were reserved before them. */
  readonly turn: SeriesTurn;
};

/**
 * Raises counters to what units of an agreement have reserved of them, expects that nobody else has (they
 * only ever grow, so one sum tells of all of them), and notes the numbers as given. Throws
 * `NumbersLost` when a counter has become invalid, or a gapless number would be left out that nobody
 * has written.
 */
export function raiseToReserved(
  dialect: Dialect,
  agreementNumber: number,
  reservations: readonly Reservation[],
): readonly Statement[] {
  if (reservations.length === 0) return [];
  type Taken = { readonly counter: Counter; to: number; taken: number; gapless: boolean };
  const byName = new Map<string, Taken>();
  for (const { counter, name, by, to, gapless } of reservations) {
    const seen = byName.get(name);
    if (!counter.isValid || (seen !== undefined && seen.counter !== counter))
      throw new NumbersLost('the counters of the unit have become invalid');
    if (seen === undefined) byName.set(name, { counter, to, taken: by, gapless });
    else {
      seen.to = Math.max(seen.to, to);
      seen.taken += by;
      seen.gapless ||= gapless;
    }
  }
  const raises: Raise[] = [];
  let sum = 0;
  const inOrder = [...byName].sort(([one], [other]) => byLockOrder(one, other));
  for (const [name, { counter, to, taken, gapless }] of inOrder) {
    const { confirmed } = counter;
    if (gapless && taken !== to - confirmed)
      throw new NumbersLost('a number before has not been written yet');
    if (to <= confirmed) continue;
    raises.push({ name, by: to - confirmed });
    sum += to;
  }
  const given = insertGivenNumbers(
    agreementNumber,
    reservations.map(({ name, to }) => ({ name, last: to })),
  );
  if (raises.length === 0) return [given];
  const names = raises.map(({ name }) => name);
  const still = batchChecks(dialect).reads({ read: sumOfCounters(agreementNumber, names), number: sum });
  return [addToCounters(dialect, agreementNumber, raises), still, given];
}

/**
 * Resolves when the turn of each has come, or it will not soon; undefined where nobody is waited for.
 * `isInLine`: the unit is written in one line with others of its agreement, not in its own transaction.
 */
export function turnsOf(
  reservations: readonly Reservation[],
  isInLine: boolean,
): Promise<unknown> | undefined {
  if (reservations.length === 0) return undefined;
  return SeriesTurn.come(
    reservations.map(({ turn }) => turn),
    isInLine,
  );
}

/** Their unit waits to be written now: the units with the numbers after them may wait behind it. */
export function getInLine(reservations: readonly Reservation[]): void {
  for (const { turn } of reservations) turn.getInLine();
}

/** What was reserved is written for good. */
export function confirm(reservations: readonly Reservation[]): void {
  for (const { counter, to, turn } of reservations) {
    counter.confirmed = Math.max(to, counter.confirmed);
    turn.end();
  }
}

/**
 * What was reserved is not written, or may not be. `isFailedPrecondition`:
 * the batch found something else than it expected.
 */
export function release(reservations: readonly Reservation[], isFailedPrecondition = false): void {
  for (const { counter, turn } of reservations) {
    if (isFailedPrecondition) counter.preconditionFailed();
    else counter.invalidate();
    turn.end();
  }
}

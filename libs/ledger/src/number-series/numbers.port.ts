import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
/** Numbers that are needed of one series of an agreement, following each other. */
export type NumbersToAllocate = {
  /** The name of the series: each counts by itself, from 1. */
  readonly series: string;
  /** How many; 0 takes none. */
  readonly count: number;
  /** No number of the series may ever be left out: it is given only together with what bears it. */
  readonly gapless: boolean;
};

/** Numbers that follow each other: `first`, and as many as were wanted from there on. */
export type NumberRange = { readonly first: number; readonly count: number };

/**
 * The counters of an agreement (R5). No two units of work ever get the same
 * numbers, and a unit that is undone gives its own back.
 */
export type Numbers = {
  /**
   * Allocates numbers to the unit of work, a range for each of what is wanted, in that order. A unit asks
   * once for all it needs, so that no two units ever wait for each other's counters.
   */
  allocate(wanted: readonly NumbersToAllocate[]): TaskEither<never, readonly NumberRange[]>;
};

import type { Session } from '../statement.js';
import type { Allocation } from '../sequence/allocation.js';
import type { Unit } from './unit.js';

/** Whose rows, for reading what is committed. */
type ReadingScope = {
  readonly agreementNumber: number;
  readonly session: Session;
  readonly unit?: undefined;
};

/**
 * Whose rows, within a unit of work: it has no session to read by, since what
 * a decision rests on comes with a duty.
 */
export type WritingScope = {
  readonly agreementNumber: number;
  readonly unit: Unit;
  /** Numbers for what the unit makes. */
  readonly numbers: Allocation;
};

/** Of an agreement, for one request: to read what is committed, or within a unit of work. */
export type Scope = ReadingScope | WritingScope;

/**
 * The scope of what writes. Throws for one that is open for reading: whoever
 * got it so asked for the wrong repositories.
 */
export function writing(scope: Scope): WritingScope {
  if (scope.unit === undefined) throw new Error('repositories that are open for reading write nothing');
  return scope;
}

/** Where to read what a unit holds locked, or what is only shown: it sees what the unit has written. */
export function sessionOf(scope: Scope): Session {
  return scope.unit === undefined ? scope.session : scope.unit.now;
}

/** Where to read what only the answer shows, of collections. */
export function sessionToShow(scope: Scope, ...collections: readonly string[]): Session {
  return scope.unit === undefined ? scope.session : scope.unit.shown(...collections);
}

import { defined, LEASED_AT_MOST_MS, timestampOf, type Clock, type Timestamp } from '@kontor/kernel';
import {
  REFUSALS_KEPT,
  WARNINGS_KEPT,
  type Import,
  type LineRefusal,
  type LineWarning,
  type NumbersHeld,
} from '@kontor/ledger';
import type { Caller } from '@kontor/studio';
import type { Encoding } from './file-encoding.js';

/** Whoever works on an import says so for so long; then another process goes on. */
export const HELD_MS = 30_000;

/** What an import says of itself before its first line. */
export const NOTHING_DONE = {
  ...{ lines: 0, created: 0, replaced: 0, alreadyThere: 0 },
  ...{ refused: 0, refusals: [], warned: 0, warnings: [] },
};

/**
 * What an import remembers between its units of work: who asked, numbers that it has taken, how many things
 * are done, how the characters of the file are written, once it was looked through, and since when nothing of
 * it gets its turn.
 */
export type ImportMemory = {
  readonly caller: Caller;
  readonly held: NumbersHeld;
  readonly done: number;
  readonly encoding?: Encoding;
  readonly noTurnSince?: Timestamp | undefined;
};

/**
 * What an import remembers between its units of work. Throws where it has ended, for then nothing is
 * remembered.
 */
export function memoryOf({ memory }: Import): ImportMemory {
  return JSON.parse(defined(memory)) as ImportMemory;
}

/** Until when whoever works on it now says that he does. */
export function heldUntil(clock: Clock): Timestamp {
  return timestampOf(new Date(clock().getTime() + HELD_MS));
}

/** Whether another process works on it, or did within the last half minute. */
export function isHeld({ heldUntil: until }: Import, clock: Clock): boolean {
  const [now, most] = [0, LEASED_AT_MOST_MS].map((ms) => timestampOf(new Date(clock().getTime() + ms)));
  return until !== undefined && until > defined(now) && until <= defined(most);
}

/** The import with one line more that was refused, of which the first are told. */
export function withRefusal(value: Import, refusal: LineRefusal): Import {
  const refusals = value.refusals.length < REFUSALS_KEPT ? [...value.refusals, refusal] : value.refusals;
  return { ...value, refused: value.refused + 1, refusals };
}

/** The import with more warnings, of which the first are told. */
export function withWarnings(value: Import, more: readonly LineWarning[]): Import {
  if (more.length === 0) return value;
  const warnings = [...value.warnings, ...more].slice(0, WARNINGS_KEPT);
  return { ...value, warned: value.warned + more.length, warnings };
}

/** The present instant. Injected, so that tests decide what day it is. */
export type Clock = () => Date;

/**
 * Nobody who is at work holds a lease for so long, and nothing happens so far ahead: the clock of who wrote
 * it down was ahead.
 */
export const LEASED_AT_MOST_MS = 3_600_000;

/** The longest that a timer can wait, some weeks: one that is told more rings at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** A number that must be `least` or more, where it is given; a `RangeError` with its name where it is not. */
export function atLeast(least: number, given: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(value >= least))
      throw new RangeError(`${name} must be ${least} or more, not ${value}`);
}

/** A number that must be `least` or more, where it is given; a `RangeError` with its name where it is not. */
export function atLeast(least: number, given: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !(value >= least))
      throw new RangeError(`${name} must be ${least} or more, not ${value}`);
}

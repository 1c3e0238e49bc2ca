/** Between two rows that are made at once, so that no change of the one reaches the other's version. */
const STEP = 1000;
let last = 0;

/**
 * The version of a row that is made: microseconds of the clock, rising with every row. So an item that is
 * made anew under the identifier of one that was removed never has a version the old one had, and an
 * `If-Match` or `ETag` of the old one never fits it.
 */
export function firstVersion(): number {
  last = Math.max(last + STEP, Date.now() * 1000);
  return last;
}

/**
 * The version of a row that is replaced: by the clock too, and above the present one. So what is changed
 * after a restore has no version that a process remembers of what was written before it.
 */
export function nextVersion(present: number): number {
  last = Math.max(last + 1, present + 1, Date.now() * 1000);
  return last;
}

const STEP = 1000;
let last = 0;

/**
 * The version of a row that is made: microseconds of the clock, rising with every row by more than any row is
 * changed meanwhile. Changes raise it by one. So an item that is made anew under the identifier of one that
 * was removed never has a version the old one had, and an `If-Match` or `ETag` of the old one never fits it.
 */
export function firstVersion(): number {
  last = Math.max(last + STEP, Date.now() * 1000);
  return last;
}

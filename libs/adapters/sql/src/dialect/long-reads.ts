import type { Extent, Statement } from '../statement.js';

/**
 * Long reads that wait for those at work. One agreement has half of the places, and those that wait take
 * turns; as long as a request waits for its place (`docs/internals/holding.md`).
 */
export const LONG_READS_WAITING = { waiting: 32, waitingOfOne: 16, timeoutMs: 5_000 };

/** What tells a long read from a short one. */
type Measure = {
  /** How many items a collection has. */
  readonly sizeOf: (agreementNumber: number, collection: string) => number;
  /** So many things may be looked at in a read that is short, a row as two of them. */
  readonly lookedAtMax: number;
};

/** What the first of these reads goes through that is long. */
export function longAmong(
  statements: readonly Statement[],
  { sizeOf, lookedAtMax }: Measure,
): Extent | undefined {
  const isLong = ({ agreementNumber, collections, each, forEachOf }: Extent): boolean => {
    const items = collections.reduce((all, one) => all + sizeOf(agreementNumber, one), 0);
    const times = forEachOf === undefined ? 1 : sizeOf(agreementNumber, forEachOf);
    return items * each * times > lookedAtMax;
  };
  return statements.find(({ goesThrough }) => goesThrough !== undefined && isLong(goesThrough))?.goesThrough;
}

import { unfailing } from '@kontor/kernel';
import type { LedgerRepositories } from '../ledger.repositories.js';
import type { NumberRange } from '../number-series/numbers.port.js';

/** What an import holds of a counter when it has taken more: one range where they follow each other. */
export function heldWith(held: NumberRange | undefined, more: NumberRange): NumberRange {
  return held !== undefined && held.first + held.count === more.first
    ? { first: held.first, count: held.count + more.count }
    : more;
}

/** Whether a range has a number. */
export function isIn({ first, count }: NumberRange, number: number): boolean {
  return number >= first && number < first + count;
}

/** Up to which number a counter is taken by what a file brings, or by what the books it is from have sent. */
export type HoldNumbers = { readonly counter: string; readonly lastNumber: number };

/** Numbers of a counter up to one, taken at once: what bears them comes in any order, or stays elsewhere. */
export const holdNumbers =
  (repositories: LedgerRepositories) =>
  async ({ counter, lastNumber }: HoldNumbers): Promise<NumberRange | undefined> => {
    const [last = 0] = await repositories.imports.holdNumbers([counter]);
    if (lastNumber <= last) return undefined;
    return takeNumbers(repositories, { counter, first: last + 1, count: lastNumber - last });
  };

/**
 * A number that a file has given is given to nothing else, also once what bears it is taken back: the counter
 * goes on behind it.
 */
export const numberTaken =
  (repositories: LedgerRepositories, counter: string, number: number | undefined) =>
  async (): Promise<void> => {
    if (number !== undefined) await holdNumbers(repositories)({ counter, lastNumber: number });
  };

/** The numbers that follow the last one of a counter, which is held. */
export async function takeNumbers(
  { numbers }: Pick<LedgerRepositories, 'numbers'>,
  { counter, first, count }: NumberRange & { readonly counter: string },
): Promise<NumberRange> {
  const [range] = await unfailing(numbers.allocate([{ series: counter, count, gapless: false }]));
  if (range?.first !== first) throw new Error(`the counter ${counter} is held, and has given others`);
  return range;
}

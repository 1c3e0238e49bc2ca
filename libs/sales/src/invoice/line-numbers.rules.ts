import { right, left, type Either } from 'fp-ts/lib/Either.js';
import { groupedBy, defined, merge, type RuleBroken, namedTwice } from '@kontor/kernel';

type Numbered = { readonly lineNumber?: number | undefined };

/** The lists of an invoice whose lines have numbers. */
type NumberedLists = {
  readonly lines: readonly Numbered[];
  readonly additionalExpenseLines: readonly Numbered[];
};

/**
 * Amendment "codes": no number stands twice in a list, for a credit note names lines by it. One of an invoice
 * that has a number twice, as older ones may, may have it again.
 */
export function numbersStandOnce(
  draft: NumberedLists,
  credited?: NumberedLists | undefined,
): Either<RuleBroken, void> {
  for (const list of ['lines', 'additionalExpenseLines'] as const) {
    const mayStandTwice = new Set(repeatedIn(credited?.[list] ?? []).map(({ lineNumber }) => lineNumber));
    for (const { lineNumber, index } of repeatedIn(draft[list])) {
      if (mayStandTwice.has(lineNumber)) continue;
      return left(namedTwice(`${list}[${index}].lineNumber`));
    }
  }
  return right(undefined);
}

function repeatedIn(
  lines: readonly Numbered[],
): readonly { readonly lineNumber: number; readonly index: number }[] {
  const seen = new Set<number>();
  return lines.flatMap(({ lineNumber }, index) => {
    if (lineNumber === undefined) return [];
    if (seen.has(lineNumber)) return [{ lineNumber, index }];
    seen.add(lineNumber);
    return [];
  });
}

/** The number of each line: that which is given, else its place, or the next that no line has. */
export function lineNumbersOf(lines: readonly Numbered[]): readonly number[] {
  const taken = new Set(lines.map(({ lineNumber }) => lineNumber));
  // All before it are taken: places only grow.
  let free = 0;
  return lines.map(({ lineNumber }, index) => {
    if (lineNumber !== undefined) return lineNumber;
    free = Math.max(free, index) + 1;
    while (taken.has(free)) free += 1;
    return free;
  });
}

/** The same lines, each with its number. */
export function withLineNumbers<Line extends Numbered>(
  lines: readonly Line[],
): readonly (Line & { readonly lineNumber: number })[] {
  const numbers = lineNumbersOf(lines);
  return lines.map((line, index) => merge(line, { lineNumber: defined(numbers[index]) }));
}

/** The lines of an invoice by their numbers: one of each, but of an older invoice perhaps several. */
export function linesByNumber<Line extends { readonly lineNumber: number }>(
  lines: readonly Line[],
): ReadonlyMap<number, readonly Line[]> {
  return groupedBy(lines, ({ lineNumber }) => lineNumber);
}

import { merge } from '@kontor/kernel';

/** A line that may say by its entry number which line it was (D66). */
export type NumberedLine = { readonly entryNumber?: number | undefined };

/**
 * D66: a line that gives the number of a line that is there keeps it; every other line is new. Gives for each
 * line the number it keeps; one number is kept once.
 */
export function storedNumbers(
  lines: readonly NumberedLine[],
  stored: readonly NumberedLine[],
): readonly (number | undefined)[] {
  const free = new Set(stored.map(({ entryNumber }) => entryNumber));
  return lines.map(({ entryNumber }) =>
    entryNumber !== undefined && free.delete(entryNumber) ? entryNumber : undefined,
  );
}

/** The lines with the numbers they keep; the others take those that follow `first`, in their order. */
export function numberedFrom<L extends NumberedLine>(
  lines: readonly L[],
  fixedNumbers: readonly (number | undefined)[],
  first: number,
): readonly (L & { readonly entryNumber: number })[] {
  let next = first;
  return lines.map((line, index) => merge(line, { entryNumber: fixedNumbers[index] ?? next++ }));
}

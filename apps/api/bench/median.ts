/** The middle of the samples; between the two middle ones where they are even in number. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const at = (index: number): number => sorted[Math.floor(index)] ?? NaN;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

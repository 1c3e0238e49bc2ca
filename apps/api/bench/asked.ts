/** Ends a bench that cannot be run as it was asked to, with one sentence. */
export function notRun(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

/** A whole number greater than 0, as it was written. */
export function countAsked(name: string, written: string): number {
  const count = Number(written);
  if (Number.isSafeInteger(count) && count > 0) return count;
  return notRun(`${name} takes a whole number greater than 0, and not ${JSON.stringify(written)}.`);
}

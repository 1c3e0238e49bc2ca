/** Resolves after this time. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const LOOK_EVERY_MS = 100;

/** Waits until something holds; gives how long it took, in milliseconds. Throws when it takes too long. */
export async function until(
  what: string,
  timeoutMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > timeoutMs) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await pause(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

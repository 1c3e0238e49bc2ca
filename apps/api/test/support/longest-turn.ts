/**
 * The longest turn of the event loop while something is done, in ms. What a turn takes is measured by the
 * clock and in processor time, and the less of both counts: by the clock other programs count, in processor
 * time other threads of this one, which collect garbage and compile.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.cpuUsage();
  let at = performance.now();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, Math.min((user + system) / 1000, performance.now() - at));
    before = process.cpuUsage();
    at = performance.now();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}

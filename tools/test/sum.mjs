// @ts-check

/** @typedef {{ passed: number, failed: number, skipped: number }} Sum */

/**
 * What a run of tests comes to: the sum of what projects found, and what is wrong beside it, in sentences.
 * Each of them counts as one failure, so that nothing that failed or did not run reads as "0 failed".
 * @param {ReadonlyMap<string, Sum | undefined>} results by names of projects, undefined where one has none
 * @param {boolean} isOfAll whether each of them was to run, and not some that were chosen
 * @param {boolean} hasFailed whether Nx says so
 * @returns {{ sum: Sum, wrong: string[] }}
 */
export function summed(results, isOfAll, hasFailed) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const missing = [];
  for (const [name, found] of results) {
    if (found === undefined) missing.push(name);
    sum.passed += found?.passed ?? 0;
    sum.failed += found?.failed ?? 0;
    sum.skipped += found?.skipped ?? 0;
  }
  const wrong = isOfAll ? missing.map((name) => `${name}: its tests did not run to the end`) : [];
  if (missing.length === results.size) wrong.splice(0, Infinity, 'no project ran its tests to the end');
  else if (hasFailed && wrong.length + sum.failed === 0)
    wrong.push('Nx failed, and none of the tests that ended');
  sum.failed += wrong.length;
  return { sum, wrong };
}

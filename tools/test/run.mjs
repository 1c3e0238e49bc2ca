// @ts-check
/** `npm test`: the tests of every project through Nx; the last line is the sum. Arguments go to Nx. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projects, root } from '../projects.mjs';

const asked = process.argv.slice(2);
const tested = projects.filter((project) => project.manifest.nx?.targets?.test !== undefined);
const resultsOf = (/** @type {{ folder: string }} */ project) =>
  join(root, project.folder, '.test-results.json');
for (const project of tested) rmSync(resultsOf(project), { force: true });

const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
const run = spawnSync(
  process.execPath,
  [nx, 'run-many', '-t', 'test', '--parallel=2', '--outputStyle=static', ...asked],
  {
    cwd: root,
    stdio: 'inherit',
  },
);

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const project of tested) {
  if (existsSync(resultsOf(project))) {
    const { passed, failed, skipped } = JSON.parse(readFileSync(resultsOf(project), 'utf8'));
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  } else if (asked.length === 0) {
    console.error(`${project.manifest.name}: its tests did not run to the end, which counts as one failure`);
    sum.failed += 1;
  }
}

if (run.status !== 0 || sum.failed > 0) process.exitCode = 1;
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);

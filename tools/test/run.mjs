// @ts-check
/**
 * `npm test`: the tests of every project through Nx, but for the long ones, which are run with `--all`
 * (`npm run test:all`); the last line is the sum. Other arguments go to Nx. Nx starts all projects at once, and
 * each asks for a seat for its lists of specs (`seats.mjs`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projects, root } from '../projects.mjs';
import { areAllAsked, askingForAll } from './long-specs.mjs';
import { giveSeats, usualSeats } from './seats.mjs';
import { summed } from './sum.mjs';
import { surroundings } from './surroundings.mjs';

const ALL = '--all';

const asked = process.argv.slice(2).filter((one) => one !== ALL);
if (process.argv.includes(ALL)) Object.assign(process.env, askingForAll);
const tested = projects.filter((project) => project.manifest.nx?.targets?.test !== undefined);
const resultsOf = (/** @type {{ folder: string }} */ project) =>
  join(root, project.folder, '.test-results.json');
for (const project of tested) rmSync(resultsOf(project), { force: true });

const { folder, environment } = await surroundings();
const seats = await giveSeats(join(folder, 'seats'), usualSeats());
const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
const run = spawn(
  process.execPath,
  [nx, 'run-many', '-t', 'test', `--parallel=${tested.length}`, '--outputStyle=static', ...asked],
  {
    cwd: root,
    stdio: 'inherit',
    // Nx has no process for each of its plugins then: they are ours and its own, and it is started once.
    env: { ...process.env, NX_ISOLATE_PLUGINS: 'false', ...environment, ...seats },
  },
);
const [status] = await once(run, 'exit');

const results = new Map(tested.map((project) => [project.manifest.name, foundBy(resultsOf(project))]));
const { sum, wrong } = summed(results, asked.length === 0, status !== 0);
for (const sentence of wrong) console.error(`${sentence}, which counts as one failure`);
if (!areAllAsked())
  console.log(`Without the long specs, which are in tools/test/long-specs.mjs: npm run test:all`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exit(status !== 0 || sum.failed > 0 ? 1 : 0);

/** What a project found; undefined where it did not come to its end. @param {string} file */
function foundBy(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

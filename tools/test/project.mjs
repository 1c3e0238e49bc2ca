// @ts-check
/**
 * The `test` target of one project: `node tools/test/project.mjs libs/kernel [specs] [mocha arguments]`. Its
 * specs, the long ones where `TEST_ALL` is set (`long-specs.mjs`), or those that are named by their paths in it,
 * are shared among as many processes as there is work for (`durations.json`), and each waits for a seat.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { bundleSpecs, nodeOptions } from './bundle-specs.mjs';
import { isAsked } from './long-specs.mjs';
import { seat } from './seats.mjs';

/** What a spec is taken to need that is not in `durations.json`. */
const USUAL_SECONDS = 1;
/**
 * A list of specs is about as long: shorter ones would start the same services again and again, and compile
 * the same code, which is 4 s of a processor for each list of the service; longer ones would keep the others
 * waiting at the end. Three seats have three of them each, and the small ones fill what is left.
 */
const LIST_SECONDS = 140;
/** So many specs that fail are run once more. */
const AGAIN_MAX = 6;

const [folder, ...typed] = process.argv.slice(2);
const isSpec = (/** @type {string} */ one) => one.endsWith('.spec.ts');
const mochaArguments = typed.filter((one) => !isSpec(one));
if (folder === undefined) throw new Error('which project? node tools/test/project.mjs libs/kernel');
const project = resolve(folder);
const results = join(project, '.test-results.json');
rmSync(results, { force: true });

const named = typed.filter(isSpec);
const isAskedHere = (/** @type {string} */ spec) => isAsked(join(folder, spec));
const specs =
  named.length > 0 ? named.map((one) => join(one)) : ['src', 'test'].flatMap(specsIn).filter(isAskedHere);
const shards = shared(specs).filter(({ files }) => files.length > 0);
/** In the project, so that what is bundled finds its packages. */
const bundle = join(project, 'out-tsc/specs');
const bundled = new Map(specs.map((spec) => [spec, join(bundle, spec.replace(/\.ts$/, '.mjs'))]));
/** Begins when the first list has a seat: not of all projects at once. @type {Promise<void> | undefined} */
let bundling;
const scratch = mkdtempSync(join(tmpdir(), 'kontor-test-results-'));
const counted = shards.map((_, index) => join(scratch, `${index}.json`));
const ends = await Promise.all(
  shards.map(({ files, seconds }, index) => seated(files, seconds, counted[index] ?? '')),
);
for (const [index, { files }] of shards.entries()) {
  const file = counted[index] ?? '';
  if (existsSync(file)) continue;
  // Who reads the last lines of a long report must learn where to look.
  console.log(`\n==> ${ends[index]?.said} before its end, and is run once more alone: ${files.join(' ')}`);
  ends[index] = await seated(files, Infinity, file);
  console.log(`==> ${ends[index]?.said}`);
}
process.exitCode = ends.find(({ status }) => status !== 0)?.status ?? 0;
// A list that did not come to its end leaves no results, and the project has none then.
if (counted.every((file) => existsSync(file))) {
  const outcomes = Object.assign({}, ...counted.map(outcomesIn));
  if (await areMendedAlone(outcomes)) process.exitCode = 0;
  /** @type {Outcome & { seconds: Record<string, number>, processor: Record<string, number> }} */
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: {}, processor: {} };
  for (const [file, { passed, failed, skipped, ms, processorMs }] of Object.entries(outcomes)) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.seconds[join(folder, file)] = tenths(ms);
    sum.processor[join(folder, file)] = tenths(processorMs);
  }
  writeFileSync(results, `${JSON.stringify(sum)}\n`);
}
rmSync(scratch, { recursive: true, force: true });

/** @typedef {{ passed: number, failed: number, skipped: number }} Outcome */
/** @typedef {Record<string, Outcome & { ms: number, processorMs: number }>} Outcomes */
/** @typedef {{ status: number, said: string }} End how a process ended, as a number and in words */

/**
 * Specs that failed while others ran beside them are run once more, one after the other: where several services
 * share two cores, time runs out that is enough elsewhere. A defect fails again; what passes is told. More than
 * `AGAIN_MAX` are no matter of time. Puts what it finds into `outcomes`; true if all pass now.
 * @param {Outcomes} outcomes @returns {Promise<boolean>}
 */
async function areMendedAlone(outcomes) {
  const failing = Object.keys(outcomes).filter((file) => (outcomes[file]?.failed ?? 0) > 0);
  const areSpecs = failing.every((file) => bundled.has(file));
  if (failing.length === 0 || failing.length > AGAIN_MAX || !areSpecs) return false;
  for (const file of failing) {
    const again = join(scratch, 'again.json');
    rmSync(again, { force: true });
    console.log(`\n==> ${file} failed beside others, and is run once more alone`);
    await seated([file], Infinity, again);
    const outcome = existsSync(again) ? outcomesIn(again)[file] : undefined;
    if (outcome === undefined || outcome.failed > 0) return false;
    console.log(`==> ${file} passed alone`);
    outcomes[file] = outcome;
  }
  return true;
}

/** Milliseconds in seconds with one digit. @param {number} ms @returns {number} */
function tenths(ms) {
  return Math.round(ms / 100) / 10;
}

/** By the names of the specs in their project. @param {string} file @returns {Outcomes} */
function outcomesIn(file) {
  const specOf = new Map([...bundled].map(([spec, path]) => [path, spec]));
  const outcomes = Object.entries(JSON.parse(readFileSync(file, 'utf8')).files);
  return Object.fromEntries(outcomes.map(([path, outcome]) => [specOf.get(path) ?? path, outcome]));
}

/**
 * Runs specs that take so many seconds when there is a seat.
 * @param {readonly string[]} files @param {number} seconds @param {string} file @returns {Promise<End>}
 */
async function seated(files, seconds, file) {
  const leave = await seat(seconds);
  try {
    await (bundling ??= bundleSpecs(project, specs, bundle));
    return await run(files, file, shards.length > 1);
  } finally {
    leave();
  }
}

/**
 * Runs Mocha over some specs and gives how it ended. What it says is shown
 * as it comes, or, where others run beside it, at its end.
 * @param {readonly string[]} files @param {string} file @param {boolean} hasOthersBeside
 * @returns {Promise<End>}
 */
function run(files, file, hasOthersBeside) {
  const require = createRequire(import.meta.url);
  // The command of Mocha would only read its configuration and start this process with what Node is to be told.
  const told = nodeOptions(require('../../.mocharc.cjs')['node-option']).map((one) => `--${one}`);
  const program = join(dirname(require.resolve('mocha/package.json')), 'lib/cli/cli.js');
  const mocha = [...told, program, '--reporter', require.resolve('./reporter.cjs')];
  // Nx asks for colours, which are for Mocha alone: what programs print that tests start is compared with
  // what is written down.
  const { FORCE_COLOR: asked, ...env } = process.env;
  const colour = asked === undefined ? [] : ['--color'];
  const paths = files.map((spec) => bundled.get(spec) ?? spec);
  const child = spawn(process.execPath, [...mocha, ...colour, ...mochaArguments, ...paths], {
    cwd: project,
    stdio: ['inherit', hasOthersBeside ? 'pipe' : 'inherit', hasOthersBeside ? 'pipe' : 'inherit'],
    env: { ...env, TEST_RESULTS: file },
  });
  /** @type {Buffer[]} */
  const said = [];
  child.stdout?.on('data', (/** @type {Buffer} */ part) => said.push(part));
  child.stderr?.on('data', (/** @type {Buffer} */ part) => said.push(part));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (status, signal) => {
      process.stdout.write(Buffer.concat(said));
      const how = signal === null ? `with status ${status}` : `by ${signal}`;
      done({ status: status ?? 1, said: `a list of ${files.length} specs ended ${how}` });
    });
  });
}

/**
 * Shares specs among lists of about LIST_SECONDS, the slow ones first, each to the list
 * that has least to do. In a list they stand in the order of their names.
 * @param {readonly string[]} files @returns {{ files: string[], seconds: number }[]}
 */
function shared(files) {
  /** @type {Record<string, number>} */
  const known = JSON.parse(readFileSync(new URL('./durations.json', import.meta.url), 'utf8'));
  const secondsOf = (/** @type {string} */ file) => known[join(folder ?? '', file)] ?? USUAL_SECONDS;
  const all = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const count = Math.max(1, Math.min(files.length, Math.round(all / LIST_SECONDS)));
  const lists = Array.from({ length: count }, () => ({ seconds: 0, files: /** @type {string[]} */ ([]) }));
  for (const file of [...files].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = lists.reduce((best, list) => (list.seconds < best.seconds ? list : best));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  for (const list of lists) list.files.sort();
  return lists;
}

/** The specs in a folder of the project. @param {string} inside @returns {string[]} */
function specsIn(inside) {
  const root = join(project, inside);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true })
    .map((name) => join(inside, String(name)))
    .filter(isSpec)
    .sort();
}

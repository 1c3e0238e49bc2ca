// @ts-check
/**
 * `npm run mutation -- products ledger`: changes the rules of contexts, one place at a time, and tells which of the
 * changes no spec notices (Stryker); it fails where fewer than 90 % of those that specs reach are noticed. Without
 * names: all of them. `npm run mutation -- ledger
 * 'src/posting/*.rules.ts'` changes these files only. `--names` only says the names, as the nightly workflow
 * shares them out: of contexts those that have rules.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { projects } from './projects.mjs';

/** The newest that runs on Node 20. */
const STRYKER = '@stryker-mutator/core@9.6.1';
const RUNNER = '@stryker-mutator/mocha-runner@9.6.1';
/** The newest whose insides that runner knows; it finds no others than its own. */
const MOCHA = 'mocha@11.7.5';
/**
 * A test that a change makes wait for ever fails after so many milliseconds. Stryker's own limit would end the
 * process of all tests, and another would have to load every module again.
 */
const TEST_MS_MAX = 5_000;
/** Of what specs reach at all, so much is noticed at least, in percent. */
const NOTICED_LEAST = 90;

/** The contexts that have rules, by the names of their folders. */
const CONTEXTS = projects
  .filter(({ manifest }) => manifest.nx?.tags?.includes('layer:domain'))
  .map(({ folder }) => folder)
  .filter((folder) =>
    readdirSync(join(folder, 'src'), { recursive: true }).some((path) => String(path).endsWith('.rules.ts')),
  );

/** What is changed, and the specs that should notice. @type {Record<string, { folder: string, mutate: string[], specs: string[] }>} */
const PROJECTS = {
  ...Object.fromEntries(CONTEXTS.map((folder) => [basename(folder), rulesOf(folder)])),
  // The core of the SQL adapter, a folder at a time: each is looked at with the specs of all of them.
  ...Object.fromEntries(
    ['query', 'sequence', 'snapshot', 'transaction', 'page', 'integrity'].map((part) => [
      `sql-${part}`,
      {
        folder: 'libs/adapters/sql',
        mutate: [`src/${part}/**/*.ts`, '!src/**/*.spec.ts'],
        specs: ['src/{query,sequence,snapshot,transaction,page,integrity}/**/*.spec.ts'],
      },
    ]),
  ),
};

/** @param {string} folder */
function rulesOf(folder) {
  return { folder, mutate: ['src/**/*.rules.ts'], specs: ['src/**/*.rules.spec.ts'] };
}

if (process.argv.includes('--names')) {
  console.log(JSON.stringify([...CONTEXTS.map((folder) => basename(folder)), 'sql']));
  process.exit();
}
/** Several by one name. */
const [given, ...files] = splitNames(
  process.argv
    .slice(2)
    .flatMap((word) =>
      word === 'sql' ? Object.keys(PROJECTS).filter((name) => name.startsWith('sql-')) : [word],
    ),
);
const stray = files.find((word) => !/[/*.]/.test(word));
if (stray !== undefined) {
  console.error(`mutation: there is no ${stray}, but ${[...Object.keys(PROJECTS), 'sql'].join(', ')}`);
  process.exit(2);
}
let failed = false;
for (const name of given.length > 0 ? given : Object.keys(PROJECTS)) failed = !run(name) || failed;
process.exitCode = failed ? 1 : 0;

/** Names of projects, and then patterns of files. @param {string[]} words @returns {[string[], ...string[]]} */
function splitNames(words) {
  return [words.filter((word) => word in PROJECTS), ...words.filter((word) => !(word in PROJECTS))];
}

/** @param {string} name */
function run(name) {
  const { folder, mutate, specs } = /** @type {NonNullable<typeof PROJECTS[string]>} */ (PROJECTS[name]);
  const root = resolve('.');
  const scratch = mkdtempSync(join(tmpdir(), 'kontor-mutation-'));
  const stryker = strykerOf(root);
  const config = join(scratch, 'stryker.config.json');
  const limit = join(scratch, 'limit.mjs');
  writeFileSync(
    limit,
    'export const mochaHooks = { beforeEach() { ' +
      `if (globalThis.__stryker__?.activeMutant !== undefined) this.currentTest.timeout(${TEST_MS_MAX}); } };`,
  );
  writeFileSync(
    config,
    JSON.stringify({
      mutate: files.length > 0 ? files : mutate,
      testRunner: 'mocha',
      // Modules are loaded once with all mutants in them, and each is tried by the tests that reach it.
      plugins: [join(stryker, 'mocha-runner/dist/src/index.js')],
      coverageAnalysis: 'perTest',
      testRunnerNodeArgs: ['--import', 'tsx', '--conditions=@kontor/source'],
      mochaOptions: { spec: specs, config: join(root, '.mocharc.cjs'), require: [limit] },
      concurrency: Number(process.env['MUTATION_PROCESSES'] ?? 2),
      reporters: ['clear-text', 'progress-append-only', 'json'],
      // What was tried before and is as it was then is not tried again.
      incremental: true,
      incrementalFile: join(root, 'results', `mutation-${name}-incremental.json`),
      jsonReporter: { fileName: join(root, 'results', `mutation-${name}.json`) },
      clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
      ignorePatterns: ['dist', 'out-tsc', 'coverage'],
      // As deep as the project, so that what it names above it is found.
      tempDirName: join(root, '.stryker-tmp'),
      cleanTempDir: 'always',
      inPlace: false,
      // Texts that people read are held by the generated documents, not by specs of rules.
      mutator: { excludedMutations: ['StringLiteral'] },
      timeoutMS: 5_000,
      thresholds: { high: 95, low: 90, break: null },
      allowConsoleColors: false,
    }),
  );
  const { status } = spawnSync(process.execPath, [join(stryker, 'core/bin/stryker.js'), 'run', config], {
    cwd: join(root, folder),
    stdio: 'inherit',
  });
  rmSync(scratch, { recursive: true, force: true });
  return status === 0 && isNoticed(name, join(root, 'results', `mutation-${name}.json`));
}

/** @param {string} name @param {string} report */
function isNoticed(name, report) {
  /** @type {{ files: Record<string, { mutants: { status: string }[] }> }} */
  const { files: reported } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = Object.values(reported).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const noticed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  const survived = statuses.filter((status) => status === 'Survived').length;
  if (noticed + survived === 0) {
    console.error(`${name}: nothing was changed that specs reach`);
    return false;
  }
  const share = (100 * noticed) / (noticed + survived);
  console.log(
    `${name}: ${noticed} of ${noticed + survived} changes that specs reach are noticed, ${share.toFixed(1)} %`,
  );
  return files.length > 0 || share >= NOTICED_LEAST;
}

/**
 * Where Stryker's packages are: installed where it finds our TypeScript. It is not among the dependencies of the
 * workspace: nothing that is built, tested or released needs it.
 * @param {string} root
 */
function strykerOf(root) {
  const place = join(root, 'node_modules/.cache/kontor-mutation');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const options = ['--no-save', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', ['install', ...options, STRYKER, RUNNER, MOCHA], {
    cwd: place,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Stryker could not be installed');
  return join(place, 'node_modules/@stryker-mutator');
}

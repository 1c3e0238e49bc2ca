// @ts-check
/**
 * `npm run mutation -- products ledger`: changes the rules of contexts, one place at a time, and tells which of the
 * changes no spec notices (Stryker). Without names: all of them, which takes hours. `npm run mutation -- ledger
 * 'src/posting/*.rules.ts'` changes these files only.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The newest that runs on Node 20. */
const STRYKER = '@stryker-mutator/core@9.6.1';
/** It reads configurations with it, and does not bring it. */
const TYPESCRIPT = 'typescript@6.0.3';

/** What is changed, and the specs that should notice. @type {Record<string, { folder: string, mutate: string[], specs: string[] }>} */
const PROJECTS = {
  products: rulesOf('libs/products'),
  ledger: rulesOf('libs/ledger'),
  sales: rulesOf('libs/sales'),
  studio: rulesOf('libs/studio'),
  sql: {
    folder: 'libs/adapters/sql',
    mutate: ['src/{query,sequence,snapshot,transaction,entity}/**/*.ts', '!src/**/*.spec.ts'],
    specs: ['src/{query,sequence,snapshot,transaction,entity}/**/*.spec.ts'],
  },
};

/** @param {string} folder */
function rulesOf(folder) {
  return { folder, mutate: ['src/**/*.rules.ts'], specs: ['src/**/*.rules.spec.ts'] };
}

const [given, ...files] = splitNames(process.argv.slice(2));
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
  const config = join(scratch, 'stryker.config.json');
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const quoted = specs.map((spec) => `'${spec}'`).join(' ');
  writeFileSync(
    config,
    JSON.stringify({
      mutate: files.length > 0 ? files : mutate,
      testRunner: 'command',
      commandRunner: { command: `node ${mocha} --config ${join(root, '.mocharc.cjs')} --bail ${quoted}` },
      concurrency: Number(process.env['MUTATION_PROCESSES'] ?? 2),
      reporters: ['clear-text', 'json'],
      jsonReporter: { fileName: join(root, 'results', `mutation-${name}.json`) },
      clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
      ignorePatterns: ['dist', 'out-tsc', 'coverage'],
      // As deep as the project, so that what it names above it is found.
      tempDirName: join(root, '.stryker-tmp'),
      cleanTempDir: 'always',
      inPlace: false,
      // Texts that people read are held by the generated documents, not by specs of rules.
      mutator: { excludedMutations: ['StringLiteral'] },
      timeoutMS: 20_000,
      thresholds: { high: 95, low: 90, break: null },
      allowConsoleColors: false,
    }),
  );
  // Not among the dependencies of the workspace: nothing that is built, tested or released needs it.
  const { status } = spawnSync(
    'npx',
    ['--yes', `--package=${STRYKER}`, `--package=${TYPESCRIPT}`, 'stryker', 'run', config],
    {
      cwd: join(root, folder),
      stdio: 'inherit',
    },
  );
  rmSync(scratch, { recursive: true, force: true });
  return status === 0;
}

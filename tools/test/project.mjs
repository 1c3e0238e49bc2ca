// @ts-check
/** The `test` target of one project: `node tools/test/project.mjs libs/kernel [mocha arguments]`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, ...mochaArguments] = process.argv.slice(2);
if (folder === undefined) throw new Error('which project? node tools/test/project.mjs libs/kernel');
const project = resolve(folder);
const results = join(project, '.test-results.json');
rmSync(results, { force: true });

// Not in .mocharc.json: Mocha adds those to the files named on its command line, and one file could not be run alone.
const specs = ['src', 'test'].filter(hasSpecs).map((inside) => `${inside}/**/*.spec.ts`);

if (specs.length > 0) {
  const require = createRequire(import.meta.url);
  const mocha = [require.resolve('mocha/bin/mocha.js'), '--reporter', require.resolve('./reporter.cjs')];
  // Nx asks for colours, which are for Mocha alone: what programs print that tests start is compared with what is written down.
  const { FORCE_COLOR: asked, ...env } = process.env;
  const colour = asked === undefined ? [] : ['--color'];
  const run = spawnSync(process.execPath, [...mocha, ...colour, ...mochaArguments, ...specs], {
    cwd: project,
    stdio: 'inherit',
    env,
  });
  process.exitCode = run.status ?? 1;
} else {
  writeFileSync(results, `${JSON.stringify({ passed: 0, failed: 0, skipped: 0 })}\n`);
}

/** @param {string} inside */
function hasSpecs(inside) {
  const root = join(project, inside);
  return (
    existsSync(root) &&
    readdirSync(root, { recursive: true }).some((name) => String(name).endsWith('.spec.ts'))
  );
}

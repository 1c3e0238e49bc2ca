// @ts-check
/**
 * `npm run affected`: what CI does for a change, here. The steps are read from the workflow, from `lock` on,
 * so they are the same. What has changed is what differs from NX_BASE, or else from where this branch left
 * main; what is not committed counts. `--plan` only says them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { root } from './projects.mjs';

/** @type {{ name?: string, run?: string }[]} */
const steps = parse(readFileSync(new URL('../.github/workflows/ci.yml', import.meta.url), 'utf8')).jobs
  .affected.steps;
const here = steps.slice(steps.findIndex(({ name }) => name === 'lock'));

if (process.argv.includes('--plan')) for (const { run } of here) console.log(run);
else runAll();

function runAll() {
  const merged = ['merge-base', 'main', 'HEAD'];
  const base = process.env['NX_BASE'] ?? execFileSync('git', merged, { cwd: root, encoding: 'utf8' }).trim();
  const env = { ...process.env, NX_DAEMON: 'false', NX_BASE: base };
  for (const { name, run } of here) {
    console.log(`\n> ${name}: ${run}`);
    const { status } = spawnSync('bash', ['-ec', String(run)], { cwd: root, env, stdio: 'inherit' });
    if (status === 0) continue;
    console.error(`affected: ${name} failed`);
    process.exit(1);
  }
  console.log('\naffected: all is well');
}

// @ts-check
/** `npm run check`: everything that must hold before a commit. It stops at the first thing that does not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** What differs from the last commit, contents included, whether staged or not. */
const tree = () => {
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  return (
    git('diff') +
    git('diff', '--cached') +
    untracked.map((path) => `${path} ${git('hash-object', path)}`).join('')
  );
};

/** @param {string} name @param {string} command @param {string[]} args */
const step = (name, command, ...args) => {
  console.log(`\n> ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`check: ${name} failed`);
  process.exit(1);
};

step('lock', process.execPath, 'tools/check-lock.mjs');
step('project references', 'npx', 'nx', 'sync:check');
for (const script of ['unused', 'format:check', 'lint', 'typecheck', 'tidy', 'test'])
  step(script, 'npm', 'run', '--silent', script);

const before = tree();
step('generate', 'npm', 'run', '--silent', 'generate');
if (tree() !== before) {
  console.error('check: generate changed the tree; commit what it made');
  process.exit(1);
}
console.log('\ncheck: all is well');

// @ts-check
/**
 * `npm run check`: everything that must hold before a commit. It stops at the first thing that does not.
 * Arguments choose among the tests, as those of `npm run test:all` do; all else is checked whole.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const failed = (/** @type {string} */ name) => {
  console.error(`check: ${name} failed`);
  process.exit(1);
};

/** @param {string} name @param {string} command @param {string[]} args */
const step = (name, command, ...args) => {
  console.log(`\n> ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed(name);
};

/**
 * A step that only reads, and goes on beside others that do. What is given
 * waits for it, and says then what it had to say.
 * @param {string} name @param {string} command @param {string[]} args
 */
const beside = (name, command, ...args) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-check-'));
  const file = join(folder, 'said');
  const said = openSync(file, 'w');
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', said, said] });
  closeSync(said);
  const ended = once(child, 'exit');
  process.on('exit', () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return async () => {
    console.log(`\n> ${name}`);
    const [status] = await ended;
    process.stdout.write(readFileSync(file));
    if (status !== 0) failed(name);
  };
};

step('lock', process.execPath, 'tools/check-lock.mjs');
step('project references', 'npx', 'nx', 'sync:check');
// In one process: where nothing is cached yet that takes a third of the time of going project by project.
const linted = beside('lint', process.execPath, 'node_modules/eslint/bin/eslint.js', '.');
for (const script of ['unused', 'format:check', 'lint:types', 'tidy'])
  step(script, 'npm', 'run', '--silent', script);
await linted();
step('types', 'npx', 'tsgo', '-b', 'tsconfig.json');
step('test', 'npm', 'run', '--silent', 'test:all', '--', ...process.argv.slice(2));

const before = tree();
step('generate', 'npm', 'run', '--silent', 'generate');
if (tree() !== before) {
  console.error('check: generate changed the tree; commit what it made');
  process.exit(1);
}
console.log('\ncheck: all is well');

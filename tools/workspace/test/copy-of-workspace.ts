import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The working tree as it is now, in a folder and a repository of its own, with its packages. */
export type Copy = {
  readonly folder: string;
  /** What a command wrote to standard output. Throws with all that it said when it fails. */
  run(command: string, ...args: readonly string[]): string;
  start(command: string, ...args: readonly string[]): ChildProcess;
  /** Files that differ from the last commit, new ones included. */
  changed(): readonly string[];
  commit(): void;
  /** Leaves it, as it was made, to the next spec of this process. Throws when a file of it is another. */
  leave(): void;
  remove(): void;
};

/** The folder of a copy that a spec has left to the next one. */
let left: string | undefined;

/**
 * `environment` is added to the little that a copy's commands are told: above
 * all, they must not take part in the Nx run we are in.
 */
export function copyOfWorkspace(environment: Readonly<Record<string, string>>): Copy {
  const folder = left ?? madeFolder();
  left = undefined;
  const kept = ['HOME', 'TMPDIR', 'CI', 'GOGC', 'TEST_MYSQL_URL', 'TEST_SHARED_MYSQL_URL'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Nx alone, without a process for each of its plugins: a third of the processor's time.
  const nx = { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  // Its commands by their names: npx would take a second of a processor to find each.
  const path = [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const env = { ...Object.fromEntries(kept), PATH: path, ...nx, ...environment };
  const copy: Copy = {
    folder,
    run: (command, ...args) => {
      try {
        return execFileSync(command, args, {
          cwd: folder,
          env,
          encoding: 'utf8',
          stdio: 'pipe',
          maxBuffer: 1 << 26,
        });
      } catch (error) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`${[command, ...args].join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
      }
    },
    start: (command, ...args) =>
      spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] }),
    changed: () => lines(git(folder, 'ls-files', '-mo', '--exclude-standard')),
    commit: () => commitAll(folder),
    leave: () => {
      const changed = copy.changed();
      if (changed.length > 0) {
        copy.remove();
        throw new Error(`a copy is left with others of its files than it had: ${changed.join(', ')}`);
      }
      left = folder;
      process.once('exit', () => {
        if (left === folder) copy.remove();
      });
    },
    remove: () => execFileSync('rm', ['-rf', folder]),
  };
  return copy;
}

function madeFolder(): string {
  // `npm test` keeps temporary files in memory, where hard links to the packages do not reach.
  const folder = mkdtempSync(join(process.env['TEST_DISK'] ?? tmpdir(), 'kontor-copy-'));
  copyFiles(folder);
  linkPackages(folder);
  git(folder, 'init', '-q');
  commitAll(folder);
  return folder;
}

/**
 * The sources, and what the working tree has compiled, with the times at which they were written: so a
 * compiler compiles what it would compile there, and no more. Bundles of specs, which others of a run may be
 * writing, are left out.
 */
function copyFiles(folder: string): void {
  const sources = lines(git(root, 'ls-files', '-co', '--exclude-standard', '--deduplicate'));
  const compiled = sources
    .filter((path) => path.endsWith('/package.json'))
    .flatMap((path) =>
      ['dist', 'out-tsc/spec', 'out-tsc/explorer'].map((output) => join(dirname(path), output)),
    );
  const paths = [...sources, ...compiled].filter((one) => existsSync(join(root, one)));
  try {
    execFileSync('xargs', ['-0', 'cp', '-a', '--parents', '-t', folder], {
      cwd: root,
      input: paths.join('\0'),
      stdio: 'pipe',
    });
  } catch {
    // A cp that knows no parents.
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(root, path), join(folder, path), { recursive: true, preserveTimestamps: true });
    }
  }
}

function commitAll(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, '-c', 'user.name=copy', '-c', 'user.email=copy@localhost', 'commit', '-qm', 'Copy');
}

/**
 * The packages as hard links: a second, where installing them takes a minute.
 * npm replaces files and does not write into them.
 */
function linkPackages(folder: string): void {
  const packages = join(root, 'node_modules');
  try {
    execFileSync('cp', ['-al', packages, folder], { stdio: 'pipe' });
  } catch {
    // Another file system, or a cp without hard links.
    cpSync(packages, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { GeneratorCallback, Tree } from '@nx/devkit';

/**
 * What follows from the files once they are on disk: npm links the new library and writes it
 * into the lock, Nx writes the project references, and what leaves the repository is generated.
 * Then `npm run check` has nothing to say.
 */
export function bringUp(tree: Tree, { install }: { readonly install: boolean }): GeneratorCallback {
  return () => {
    const run = (command: string, ...args: readonly string[]): void => {
      execFileSync(command, args, {
        cwd: tree.root,
        stdio: 'inherit',
        env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
      });
    };
    if (install) run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
    // npx would take half a second to find it.
    run(process.execPath, createRequire(join(tree.root, 'package.json')).resolve('nx/bin/nx.js'), 'sync');
    run('npm', 'run', '--silent', 'generate');
  };
}

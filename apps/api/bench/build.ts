import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.js';
import { root } from './servers.js';

/** What Node runs for each side. */
export type Programs = {
  readonly service: readonly string[];
  readonly floor: readonly string[];
  readonly isBuilt: boolean;
};

const FLOOR_FOLDER = 'apps/api/out-tsc/bench';

/**
 * Compiles both sides, so that neither carries a compiler into its start and its memory. A service that does
 * not compile, or with `source`, runs from its sources; its start and its memory then say nothing.
 */
export function programs({ source, profile }: Pick<Options, 'source' | 'profile'>): Programs {
  // prettier-ignore
  const floorOptions = [
    '--ignoreConfig', '--noCheck', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext',
    '--types', 'node', '--outDir', FLOOR_FOLDER,
  ];
  const floor = join(root, FLOOR_FOLDER, 'floor.js');
  const isFloorBuilt = compile([...floorOptions, 'apps/api/bench/floor.ts']) && existsSync(floor);
  if (!isFloorBuilt) throw new Error('the floor does not compile');
  // A profile names modules, which a bundle has not; `dist/main.js` would start the bundle (`bundle-of.ts`).
  const main = join(root, `apps/api/dist/${profile ? 'start.js' : 'bundle/main.js'}`);
  const isBuilt =
    !source &&
    compile(['-b', 'apps/api/tsconfig.lib.json']) &&
    run(process.execPath, [join(root, 'apps/api/bundle.mjs')]) &&
    existsSync(main);
  // What uses the SDK uses it as it is published: its bundle, which a fresh clone does not have.
  if (!run(process.execPath, [join(root, 'libs/sdk/build.mjs')])) throw new Error('the SDK does not build');
  const fromSource = ['--import', 'tsx', '--conditions=@kontor/source', join(root, 'apps/api/src/main.ts')];
  return { service: isBuilt ? [main] : fromSource, floor: [floor], isBuilt };
}

function compile(args: readonly string[]): boolean {
  return run(join(root, 'node_modules/.bin/tsgo'), args);
}

function run(program: string, args: readonly string[]): boolean {
  return (
    spawnSync(program, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr] }).status === 0
  );
}

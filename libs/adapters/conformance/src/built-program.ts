import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { oncePerRun } from './once-per-run.js';

const ROOT = join(import.meta.dirname, '../../../..');
const COMPILER = join(ROOT, 'node_modules/.bin/tsgo');
const run = promisify(execFile);

/**
 * Compiles what is older than its sources of a program, and bundles it: once for all processes of a run of
 * the tests, as each takes 4 s of a processor. One checker of types looks once into what several would each
 * look into, and esbuild takes a fifth less if it looks for no memory to give back.
 */
export async function builtProgram(folder: 'apps/api' | 'apps/kontor'): Promise<void> {
  await oncePerRun(`built-${folder.replace('/', '-')}`, async () => {
    await run(COMPILER, ['-b', join(ROOT, folder, 'tsconfig.lib.json'), '--checkers', '1']);
    const env = { ...process.env, GOGC: 'off' };
    await run(process.execPath, [join(ROOT, folder, 'bundle.mjs')], { env });
  });
}

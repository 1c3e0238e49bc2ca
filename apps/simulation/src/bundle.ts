import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** A change to one file of ours, as a text and what takes its place. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

/**
 * Puts the simulation and the whole service into one file, with one change at most: there modules are all
 * loaded when it starts, so that nothing waits for the disk while a world goes on. Gives its name. Throws
 * where the text that is to be changed is not in the file exactly once.
 */
export async function bundled(name: string, change?: Change): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/kontor-simulation');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  let isChanged = change === undefined;
  await build({
    entryPoints: [join(ROOT, 'apps/simulation/src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@kontor/source'],
    logLevel: 'error',
    plugins: [
      {
        name: 'ours only',
        setup: (of) => {
          // Packages of others stay where they are.
          of.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@kontor/') ? undefined : { path, external: true },
          );
          of.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            // What a module reads lies beside where it was, not beside the bundle.
            const place = JSON.stringify(pathToFileURL(path).href);
            const text = (await readFile(path, 'utf8')).replaceAll('import.meta.url', () => place);
            if (change === undefined || relative(ROOT, path) !== change.file)
              return { contents: text, loader: 'ts' };
            if (text.split(change.from).length !== 2)
              throw new Error(`${change.file} has this not once: ${change.from}`);
            isChanged = true;
            return { contents: text.replace(change.from, () => change.to), loader: 'ts' };
          });
        },
      },
    ],
  });
  if (!isChanged) throw new Error(`${change?.file} is no part of it`);
  return outfile;
}

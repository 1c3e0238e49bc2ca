import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What `tools/bundle.mjs` says of its bundle: when each project in it was compiled, by its path. */
type MadeOf = Readonly<Record<string, number>>;

/**
 * The bundle of what is compiled into a folder, as an address to import: the same program in a few files,
 * which starts with half the processor time. Whoever starts what is compiled runs it so, as `npm start`
 * does. Undefined where there is none, and where something was compiled anew since.
 */
export function bundleOf(compiled: string): string | undefined {
  const bundle = join(compiled, 'bundle');
  try {
    const madeOf = JSON.parse(readFileSync(join(bundle, 'made-of.json'), 'utf8')) as MadeOf;
    const isOfNow = Object.entries(madeOf).every(
      ([path, compiledAt]) => statSync(join(bundle, path)).mtimeMs === compiledAt,
    );
    return isOfNow ? pathToFileURL(join(bundle, 'main.js')).href : undefined;
  } catch {
    return undefined;
  }
}

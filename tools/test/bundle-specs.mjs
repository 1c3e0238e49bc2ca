// @ts-check
/**
 * The specs of a project as plain JavaScript, with all of ours that they import: a process that loads them by
 * tsx takes up to 3 s of a processor more, and so does each process that it starts (`README.md`). Packages stay
 * where they are, and what several specs import is one module in each process, as it is without a bundle.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';

/** How a module finds what stands beside it, which it starts as a process or a thread (`module-beside.ts`). */
const STARTS_BESIDE = 'extname(new URL(import.meta.url).pathname)';
/** What is started so. */
const STARTED = /\.(?:child|worker)\.ts$/;
/** By these names a module of a bundle knows where it is. */
const PLACE = { url: 'placeUrl', dirname: 'placeFolder', filename: 'placeFile' };

/**
 * Leaves packages to Node, and tells modules that they are where they were written, as what they read lies
 * there; those that start others, that they are in the bundle. Folders of these are put into `starting`.
 * @param {string} folder @param {Set<string>} starting
 * @returns {import('esbuild').Plugin}
 */
const oursOnly = (folder, starting) => ({
  name: 'ours-only',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@kontor/') ? undefined : { path, external: true },
    );
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const starts = text.includes(STARTS_BESIDE);
      if (starts) starting.add(dirname(path));
      const place = starts ? join(folder, `${basename(path, '.ts')}.mjs`) : path;
      const [url, dir, file] = [pathToFileURL(place).href, dirname(place), place].map((one) =>
        JSON.stringify(one),
      );
      // In its first line, so that all others keep their numbers.
      const contents = `const ${PLACE.url} = ${url}, ${PLACE.dirname} = ${dir}, ${PLACE.filename} = ${file}; ${text}`;
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Bundles specs into a folder of their project, each as `.mjs`; what was there is removed. Stack traces lead to
 * the sources where Node is told to read maps of them (`--enable-source-maps`).
 * @param {string} project @param {readonly string[]} specs by their paths in the project
 * @param {string} folder @returns {Promise<void>}
 */
export async function bundleSpecs(project, specs, folder) {
  rmSync(folder, { recursive: true, force: true });
  /** @type {Set<string>} */
  const starting = new Set();
  const bundle = (/** @type {string[]} */ entryPoints, /** @type {string} */ outbase) =>
    build({
      absWorkingDir: project,
      entryPoints,
      outbase,
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      platform: 'node',
      target: `node${process.versions.node}`,
      conditions: ['@kontor/source'],
      sourcemap: 'linked',
      sourcesContent: false,
      // By the syntax, and not by the text: the simulation has these words in a string (`bundle.ts`).
      define: Object.fromEntries(Object.entries(PLACE).map(([word, name]) => [`import.meta.${word}`, name])),
      plugins: [oursOnly(folder, starting)],
      logLevel: 'warning',
    });
  // Without looking for memory to give back, esbuild takes a third less of a processor; it ends at once.
  process.env['GOGC'] = 'off';
  await bundle([...specs], project);
  for (const beside of starting) {
    const started = readdirSync(beside).filter((name) => STARTED.test(name));
    await bundle(
      started.map((name) => join(beside, name)),
      beside,
    );
  }
  await stop();
  delete process.env['GOGC'];
}

/**
 * What Node is told for bundled specs, of what it is told for their sources: nothing has to be translated, and
 * Mocha, some of which requires ES modules, does not try to require what is called `.mjs`.
 * @param {readonly string[]} ofSources @returns {string[]}
 */
export function nodeOptions(ofSources) {
  const others = ofSources.filter((one) => !/^(?:import=|no-experimental-require-module$)/.test(one));
  return [...others, 'enable-source-maps'];
}

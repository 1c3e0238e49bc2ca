// @ts-check
/** Bundles the service as it was compiled, and the page of the explorer with it (`tools/bundle.mjs`). */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { writeBundle } from '../../tools/bundle.mjs';
import { root } from '../../tools/projects.mjs';

const outdir = join(import.meta.dirname, 'dist/bundle');
const explorerSources = join(root, 'libs/adapters/portal/explorer');

/** When each file of the explorer was changed, by its path from the bundle, before anything of it is read. */
const explorerModules = readdirSync(explorerSources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:js|css)$/.test(name))
  .map((name) => join(explorerSources, name))
  .map((file) => /** @type {[string, number]} */ ([relative(outdir, file), statSync(file).mtimeMs]));

/** The page of the explorer asks for five files in place of thirty-four (ADR 64). */
const explorer = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['main.js', 'watch.js', 'explorer.css'].map((name) => join(explorerSources, name)),
  outdir: join(outdir, 'explorer'),
  bundle: true,
  format: 'esm',
  charset: 'utf8',
  write: false,
  logLevel: 'warning',
});

await writeBundle(import.meta.dirname, {
  entries: ['main', 'printing.child', 'password.worker'],
  alone: ['reading.child'],
  beside: { outputFiles: explorer.outputFiles, madeOf: explorerModules },
});

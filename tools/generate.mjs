// @ts-check
/**
 * `npm run generate`, bundled first: tsx, which finds and translates each of 1,000 modules, would take 3 s of a
 * processor more.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleSpecs } from './test/bundle-specs.mjs';

const project = join(import.meta.dirname, 'generate');
const bundle = join(project, 'out-tsc/generate');
await bundleSpecs(project, ['src/main.ts'], bundle);
await import(pathToFileURL(join(bundle, 'src/main.mjs')).href);

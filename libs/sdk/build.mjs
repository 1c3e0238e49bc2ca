// @ts-check
/**
 * What is published, made of the sources: the types (dist), and each door as one ES module (bundle) and as one
 * CommonJS module with types that say so (commonjs). Node imports the CommonJS one through bundle/*.node.js, so
 * that there is one copy of the classes, whoever asks for it and how. `node build.mjs FOLDER` makes it there.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const into = resolve(process.argv[2] ?? here);
const [dist, bundle, commonjs] = ['dist', 'bundle', 'commonjs'].map((name) => join(into, name));
/** @param {string} folder */
const typesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'));
// The types stay where they are while they are made anew: others may be compiling with them.
for (const made of [bundle, commonjs]) rmSync(made, { recursive: true, force: true });
const bin = join(
  dirname(createRequire(import.meta.url).resolve('@typescript/native-preview/package.json')),
  'bin',
);
const compile =
  into === here ? ['-b'] : ['--outDir', dist, '--tsBuildInfoFile', join(into, 'types.tsbuildinfo'), '-p'];
execFileSync(process.execPath, [join(bin, 'tsgo'), ...compile, join(here, 'tsconfig.lib.json')], {
  stdio: 'inherit',
});

/**
 * Ky reports the progress of uploads and downloads to who asks for it, reads options that are no fetch's, and
 * merges the options of clients made of clients; its answers read themselves, and its hooks ask for one more
 * try. We ask for none of it, and ship it without: a fifth of all code.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const INSTEAD = [
  [
    /ky\/distribution\/index\.js$/,
    `import { Ky } from './core/Ky.js';
    export { HTTPError } from './errors/HTTPError.js';
    export { TimeoutError } from './errors/TimeoutError.js';
    export default (input, options) => Ky.create(input, options);`,
  ],
  [
    /ky\/distribution\/utils\/merge\.js$/,
    'export const mergeHeaders = (_, headers) => headers, mergeHooks = (none, hooks) => ({ ...none, ...hooks });',
  ],
  [
    /ky\/distribution\/utils\/(body|options)\.js$/,
    `const unused = () => { throw new Error('not in this build of ky'); };
    export const streamRequest = unused, streamResponse = unused;
    export const findUnknownOptions = () => ({}), hasSearchParameters = () => false;`,
  ],
  [/ky\/distribution\/errors\/ForceRetryError\.js$/, 'export class ForceRetryError extends Error {}'],
];
/**
 * Parts of what is kept. That ky tries with a request of its own, as soon as it is loaded, whether one may be
 * sent as a stream is among them: none is. A part that another version of ky does not have fails the build.
 * @type {readonly (readonly [RegExp, readonly (readonly [RegExp, string])[]])[]}
 */
const CUT = [
  [
    /ky\/distribution\/core\/constants\.js$/,
    [[/(supportsRequestStreams = )\(\(\) => {.*?\n}\)\(\)/s, '$1false']],
  ],
  [
    /ky\/distribution\/core\/Ky\.js$/,
    [
      [/( +)for \(const hook of ky\.#options\.hooks\.afterResponse\) {.*?\n\1}\n/s, ''],
      [/( +)if \(ky\.#options\.onDownloadProgress\) {.*?\n\1}\n/s, ''],
      [/( +)for \(const \[type, mimeType\] of .*?\n\1}\n/s, ''],
      [/( +)if \(hasSearchParameters\(.*?\n\1}\n/s, ''],
      [/( +)if \(this\.#options\.onUploadProgress\) {.*?\n\1}\n/s, ''],
    ],
  ],
];
/** @type {import('esbuild').Plugin} */
const withoutTheUnused = {
  name: 'without-the-unused',
  setup: ({ onLoad }) => {
    for (const [filter, contents] of INSTEAD) onLoad({ filter }, () => ({ contents }));
    for (const [filter, parts] of CUT)
      onLoad({ filter }, ({ path }) => ({
        contents: parts.reduce(
          (text, [part, by]) => {
            if (!part.test(text)) throw new Error(`${path} has no ${part}: what of it is left out?`);
            return text.replace(part, by);
          },
          readFileSync(path, 'utf8'),
        ),
      }));
  },
};
/**
 * The doors beside the first share its classes of errors with it, instead of having their own.
 * @type {import('esbuild').Plugin}
 */
const withSharedErrors = {
  name: 'with-shared-errors',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/errors\.js$/ }, ({ importer }) =>
      importer.endsWith('events.ts') ? { path: './index.js', external: true } : undefined,
    );
  },
};
for (const path of typesIn(dist)) {
  const isLeft = !existsSync(join(here, 'src', path.replace(/\.d\.ts$/, '.ts')));
  for (const file of isLeft ? [path, `${path}.map`] : []) rmSync(join(dist, file), { force: true });
}
// TypeScript 4.9 knows no `export type *`, which says no more here than `export *`: of types there are no values.
for (const path of typesIn(dist)) {
  const text = readFileSync(join(dist, path), 'utf8');
  const plain = text.replace(/^export type \* from/gm, 'export * from');
  if (plain !== text) writeFileSync(join(dist, path), plain);
}
const banner = { js: '/*! With ky, MIT: see LICENSE-ky */' };
for (const door of ['index', 'events', 'webhooks']) {
  for (const [format, folder] of /** @type {const} */ ([
    ['esm', bundle],
    ['cjs', commonjs],
  ])) {
    await build({
      entryPoints: [join(here, `src/${door}.ts`)],
      outfile: join(folder, `${door}.js`),
      format,
      bundle: true,
      // Only for Node does esbuild write down the names that an `import` of CommonJS finds.
      platform: format === 'cjs' ? 'node' : 'neutral',
      target: 'es2022',
      mainFields: ['module', 'main'],
      plugins: [withoutTheUnused, withSharedErrors],
      ...(door === 'index' && { banner }),
    });
  }
  writeFileSync(join(bundle, `${door}.node.js`), `export * from '../commonjs/${door}.js';\n`);
}
writeFileSync(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
for (const path of typesIn(dist)) {
  mkdirSync(dirname(join(commonjs, path)), { recursive: true });
  cpSync(join(dist, path), join(commonjs, path));
}
const ky = createRequire(import.meta.url).resolve('ky');
cpSync(join(dirname(ky), '../license'), join(into, 'LICENSE-ky'));

// @ts-check
/**
 * Programs once more as a few files, which start with half the processor time and a sixth less memory: Node
 * pays for each of 1,200 modules. The program is the same, `dist/main.js`; only where it is loaded from differs.
 * Of packages of ours it has what is used: they do nothing by being loaded, and say so (`sideEffects`). So
 * `kontor` has no server in it, and starts with a fourth less of a processor.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { projects, root } from './projects.mjs';

const typeorm = join(dirname(createRequire(import.meta.url).resolve('typeorm')), 'package.json');
const { peerDependencies } = JSON.parse(readFileSync(typeorm, 'utf8'));

/**
 * When each project was compiled, before anything of it is read.
 * @type {{ folder: string, info: string, compiledAt: number }[]}
 */
const compiledProjects = projects.flatMap(({ folder }) => {
  const info = join(root, folder, 'dist/tsconfig.lib.tsbuildinfo');
  return existsSync(info) ? [{ folder, info, compiledAt: statSync(info).mtimeMs }] : [];
});

/**
 * fp-ts makes an array of what it is given to each `flatMap`, `tap` and the like, and spreads it again: 6 % of
 * the processor time of a booking, and of a new product. Of two or three arguments the bundle has the same
 * written out. Throws when fp-ts has another text, so that nobody believes in what is not there.
 * @type {import('esbuild').Plugin}
 */
const dualWrittenOut = {
  name: 'dual-written-out',
  setup: ({ onLoad }) =>
    onLoad({ filter: /fp-ts[\\/]es6[\\/]function\.js$/ }, ({ path }) => {
      const begins = 'export var dual = function (arity, body) {';
      const [before, after, ...more] = readFileSync(path, 'utf8').split(begins);
      if (after === undefined || more.length > 0) throw new Error(`${path} has another dual`);
      const two = `if (arity === 2) return function (a, b) {
        return arguments.length >= 2 ? body(a, b) : function (self) { return body(self, a); };
      };`;
      const three = `if (arity === 3) return function (a, b, c) {
        return arguments.length >= 3 ? body(a, b, c) : function (self) { return body(self, a, b); };
      };`;
      return { contents: [before, begins, two, three, after].join('\n'), loader: 'js' };
    }),
};

/**
 * TypeORM loads its drivers of all databases, and mysql2 the letters of all encodings: 1 MB of text, and with
 * what Node makes of it 3 MiB of each process. Of drivers of other databases the name is left, which some of
 * TypeORM asks objects for; tables of encodings are read from where they are, should a server ask for one.
 * @type {import('esbuild').Plugin}
 */
const ofOtherDatabases = {
  name: 'of-other-databases',
  setup: ({ onLoad, onResolve }) => {
    onLoad({ filter: /typeorm[\\/]driver[\\/][\w-]+[\\/]\w+(Driver|QueryRunner)\.js$/ }, ({ path }) => {
      if (['mysql', 'better-sqlite3', 'sqlite-abstract'].includes(basename(dirname(path)))) return undefined;
      const name = basename(path, '.js');
      if (!readFileSync(path, 'utf8').includes(`exports.${name} = ${name};`))
        throw new Error(`${path} has another driver`);
      return { contents: `exports.${name} = class ${name} {};`, loader: 'js' };
    });
    onResolve({ filter: /^\.\/tables\/[\w-]+\.json$/ }, ({ path, importer }) =>
      /iconv-lite[\\/]encodings[\\/]/.test(importer)
        ? { path: `iconv-lite/encodings/${path.slice(2)}`, external: true }
        : undefined,
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Of 7 MB a third is comments and spaces, which Node would keep in memory; lines are found all the same.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  // `keepNames` would define a name for each function whenever one is made, in each request anew: 5 % of it.
  // Migrations are known by the names of their classes, which stay as they are: see below.
  // As ES modules: of a CommonJS one each module that imports it would have a copy of all its members.
  mainFields: ['module', 'main'],
  alias: { 'fp-ts/lib': 'fp-ts/es6' },
  plugins: [dualWrittenOut, ofOtherDatabases],
  external: [
    // Drivers of other databases: TypeORM asks for none of them.
    ...Object.keys(peerDependencies).filter((name) => name !== 'mysql2'),
    // Native, or with files and threads of their own.
    ...['@photostructure/sqlite', 'piscina', 'pdfkit', 'fontkit', 'harfbuzzjs', 'subset-font'],
    // CommonJS that is loaded at its first use: a bundle would give it without the names of its members.
    ...['koa-body', 'nodemailer', 'prom-client'],
  ],
  // What was written as CommonJS asks Node for its modules by this.
  banner: {
    js: "import { createRequire as toRequire } from 'node:module';const require = toRequire(import.meta.url);",
  },
  logLevel: 'warning',
};

/** How long what is no longer made is kept. */
const KEPT_MS = 86_400_000;

/**
 * Writes what `tsgo -b` compiled of a program into its `dist/bundle`. What only some of its work needs stays
 * apart, and is loaded then.
 * @param {string} program its folder, as a whole path
 * @param {{ entries: readonly string[], alone: readonly string[], beside?: Beside }} parts modules, by their
 *   paths from `dist` without `.js`: those that share files, and those that are processes and need little of
 *   them; and what else the bundle has
 * @returns {Promise<void>}
 */
export async function writeBundle(program, { entries, alone, beside = { outputFiles: [], madeOf: [] } }) {
  const outdir = join(program, 'dist/bundle');
  const bundled = (/** @type {readonly string[]} */ names, /** @type {boolean} */ splitting) =>
    build({
      ...options,
      // Names of files tell their contents, and those name modules by their paths from here.
      absWorkingDir: program,
      outdir,
      entryPoints: names.map((name) => join(program, 'dist', `${name}.js`)),
      entryNames: '[name]',
      splitting,
      write: false,
      metafile: true,
    });
  const built = [
    await bundled(entries, true),
    // Files that are shared would bring all of the program into the process.
    ...(await Promise.all(alone.map((name) => bundled([name], false)))),
  ];
  const outputFiles = built.flatMap((one) => one.outputFiles ?? []);
  expectNamesOfMigrations(outputFiles.map((file) => file.text).join('\n'));
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  /** By their paths from the bundle: who starts what is compiled looks whether it is so still (`bundle-of.ts`). */
  const madeOf = compiledProjects
    .filter(({ folder }) =>
      inputs.some((input) => input.startsWith(relative(program, join(root, folder, 'dist/')))),
    )
    .map(({ info, compiledAt }) => [relative(outdir, info), compiledAt])
    .concat(beside.madeOf);
  const said = Buffer.from(`${JSON.stringify(Object.fromEntries(madeOf), null, 2)}\n`);
  const facts = { path: join(outdir, 'made-of.json'), contents: said };
  writeWhole([...outputFiles, ...beside.outputFiles, facts]);
  removeOld(outdir, outputFiles);
}

/**
 * Files that are written with a bundle, and what they are made of: paths from the bundle, and when each was
 * changed, before anything of it was read.
 * @typedef {{ outputFiles: readonly import('esbuild').OutputFile[], madeOf: [string, number][] }} Beside
 */

/** Migrations are known by the names of their classes. @param {string} text of the bundle */
function expectNamesOfMigrations(text) {
  const migrations = join(root, 'libs/adapters/sql/dist/migrations');
  const compiledMigrations = readdirSync(migrations).filter((name) => /^\d+-.*\.js$/.test(name));
  for (const file of compiledMigrations) {
    const [, name] = /class (\w+) extends/.exec(readFileSync(join(migrations, file), 'utf8')) ?? [];
    if (name === undefined || !new RegExp(`(class ${name}|${name} ?= ?class) extends`).test(text))
      throw new Error(`the migration of ${file} has another name in the bundle`);
  }
}

/**
 * Whoever starts the program meanwhile finds each file whole; names of all but the entries tell the contents.
 * @param {readonly { path: string, contents: Uint8Array }[]} files
 */
function writeWhole(files) {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, contents);
    renameSync(unfinished, path);
  }
}

/**
 * A service that runs was started from what was bundled before, and loads some of it only when it is asked
 * for: what is no longer made stays for a day.
 * @param {string} outdir @param {readonly { path: string }[]} made now
 */
function removeOld(outdir, made) {
  const now = new Date();
  for (const { path } of made) utimesSync(path, now, now);
  for (const name of readdirSync(outdir).filter((one) => one.endsWith('.js'))) {
    const file = join(outdir, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (now.getTime() - mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}

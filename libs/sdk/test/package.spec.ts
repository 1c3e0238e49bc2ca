import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../../..');
const SDK = join(ROOT, 'libs/sdk');
/** Mostly types, with a sentence for each member: nothing of that is loaded. */
const PACKED_MAX_KB = 200;
/** Minified and gzipped. */
const BUNDLE_MAX_KB = 9;
const EVENTS_MAX_KB = 1.5;
const WEBHOOKS_MAX_KB = 2;

/** What a developer writes first, once as an ES module and once for `require`. */
const CONSUMER = `
import { ApiError, connect, where, withParameters, type Api, type Home, type Product } from '@kontor/sdk';
import { events, EventsGoneError } from '@kontor/sdk/events';
import { verifyWebhook, WebhookError, type WebhookMessage } from '@kontor/sdk/webhooks';

const api: Api = connect('http://127.0.0.1:1', 'demo', { tries: 1 });
export async function named(like: string): Promise<readonly Product[]> {
  const home = await api.home();
  const found: Product[] = [];
  for await (const product of api.each(home.products, { filter: where('name').like(like) })) found.push(product);
  return found;
}
// @ts-expect-error a string typed by hand is not a link: so the types are there, and are not any
void (() => api.follow('http://127.0.0.1:1'));
// A fetch of one's own may be written with or without the second argument that the global one has.
connect('http://127.0.0.1:1', 'demo', { fetch: (request, init) => fetch(request, init) });
connect('http://127.0.0.1:1', 'demo', { fetch });
// A file goes on as it is to what takes bytes in a page.
export const shown = async (home: Home) => new Blob([await api.follow(home.exportsHledger)]);
export async function listen(): Promise<number> {
  for await (const event of events(api, { filter: (e) => e.type.eq('product.created') })) return event.sequence;
  return 0;
}
// A library lets these out: its own declarations can name them.
export const linkToVat = (home: Home) => home.statementsVat;
export const vatFrom = (home: Home, fromDate: string) => withParameters(home.statementsVat, { fromDate });
export const received = (body: string): Promise<WebhookMessage> => verifyWebhook(new Headers(), body, 'whsec_');
// @ts-expect-error events are not filtered by what they do not have
void (() => events(api, { filter: (e) => e.name.eq('x') }));
received('{}').catch((error: unknown) => console.log(error instanceof TypeError, WebhookError.name));
named('*').catch((error: unknown) => {
  console.log(error instanceof Error ? error.name : error, error instanceof ApiError, typeof where('a').eq);
  console.log(new EventsGoneError(new ApiError(410)) instanceof ApiError);
});
`;

/** A test of somebody's own, of a program that calls the service. */
const TESTED = `
test('reads the home of a service', async () => {
  const answers = async () => new Response('{"stable":{},"experimental":{},"deprecated":{},"self":"http://service.test/"}', {
    headers: { 'Content-Type': 'application/json' },
  });
  const home = await sdk.connect('http://service.test', 'demo', { fetch: answers }).home();
  expect(String(home.self)).toContain('service.test');
  await expect(sdk.connect('http://127.0.0.1:1', 'demo', { tries: 1 }).home()).rejects.toThrow(sdk.ConnectionError);
});
`;

/**
 * Ways in which a project compiles, and the files it writes: a `.cts` and a
 * `.mts` say for themselves what they are.
 */
const PROJECTS = [
  { resolution: 'bundler', module: 'esnext', files: ['consumer.mts'] },
  { resolution: 'node16', module: 'node16', files: ['consumer.mts', 'consumer.cts'] },
  { resolution: 'nodenext', module: 'nodenext', files: ['consumer.mts', 'consumer.cts'] },
] as const;

/** The strictest that people ask of their compiler. */
const STRICT = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--isolatedModules',
];
/** All declarations of the package are checked. Those that come with the compiler take half of its time. */
const WITHOUT_ITS_OWN = ['--skipDefaultLibCheck'];

type Packed = {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
};

describe('the package', function () {
  this.timeout(180_000);
  let folder: string;
  let project: string;
  let sdk: Packed;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kontor-sdk-'));
    project = join(folder, 'project');
    sdk = await packed(await builtIn(join(folder, 'sdk')), folder);
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "private": true }');
    const tarball = join(folder, sdk.filename);
    await ran('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], project);
    for (const name of ['consumer.mts', 'consumer.cts']) await writeFile(join(project, name), CONSUMER);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const { resolution, module, files } of PROJECTS) {
    it(`compiles in an empty project under ${resolution}, its declarations too, and runs`, async () => {
      const compiled = join(project, `out-${resolution}`);
      const strict = [...STRICT, '--target', 'es2022', '--skipLibCheck', 'false', ...WITHOUT_ITS_OWN];
      const options = [...strict, '--outDir', compiled];
      const modules = ['--module', module, '--moduleResolution', resolution];
      const declarations = ['--declaration', '--declarationDir', join(project, `types-${resolution}`)];

      await ran(tool('typescript', 'bin/tsc'), [...options, ...modules, ...declarations, ...files], project);

      const made = await readdir(compiled);
      expect(made).to.have.lengthOf(files.length);
      for (const file of made) {
        expect(await ran(process.execPath, [join(compiled, file)], project)).to.equal(
          'true WebhookError\nConnectionError false function\ntrue\n',
        );
      }
    });
  }

  it('has declarations that TypeScript 4.9 reads', async () => {
    const declarations = sdk.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
    const texts = await Promise.all(
      declarations.map((path) => readFile(join(project, 'node_modules/@kontor/sdk', path), 'utf8')),
    );

    expect(declarations).to.include.members(['dist/index.d.ts', 'commonjs/index.d.ts']);
    expect(declarations.filter((_, index) => /^export type \*/m.test(texts[index] ?? ''))).to.deep.equal([]);
  });

  it('is one module, imported or required', async () => {
    const script = join(project, 'same.cjs');
    await writeFile(
      script,
      "const one = require('@kontor/sdk'); import('@kontor/sdk').then((other) => console.log(one.ApiError === other.ApiError));",
    );

    expect(await ran(process.execPath, [script], project)).to.equal('true\n');
  });

  it('calls each class by the name that it is exported by, whatever ky calls its own', async () => {
    const script = join(project, 'names.mjs');
    const bundle = join(project, 'node_modules/@kontor/sdk/bundle/index.js');
    await writeFile(
      script,
      `for (const sdk of [await import('@kontor/sdk'), await import(${JSON.stringify(bundle)})])
        for (const [name, value] of Object.entries(sdk))
          if (value.prototype instanceof Error && value.name !== name) console.log(name, value.name);`,
    );

    expect(await ran(process.execPath, [script], project)).to.equal('');
  });

  it('is real CommonJS, for what cannot require ES modules: Jest, and Node up to 22.11', async () => {
    const script = join(project, 'required.cjs');
    await writeFile(script, "console.log(typeof require('@kontor/sdk').connect)");

    const old = ['--no-experimental-require-module', script];
    expect(await ran(process.execPath, old, project)).to.equal('function\n');
  });

  it('is loaded by Jest as it comes, imported or required', async () => {
    const folderOfTests = join(project, 'jest');
    await mkdir(folderOfTests);
    await writeFile(join(folderOfTests, 'package.json'), '{ "private": true, "jest": { "transform": {} } }');
    await writeFile(
      join(folderOfTests, 'required.test.cjs'),
      `const sdk = require('@kontor/sdk');\n${TESTED}`,
    );
    await writeFile(
      join(folderOfTests, 'imported.test.mjs'),
      `import * as sdk from '@kontor/sdk';\n${TESTED}`,
    );

    const words = [
      '--experimental-vm-modules',
      '--no-warnings',
      tool('jest', 'bin/jest.js'),
      '--ci',
      '--no-watchman',
    ];
    const matching = ['--testMatch', '**/*.test.cjs', '**/*.test.mjs', '--rootDir', folderOfTests];
    await ran(process.execPath, [...words, ...matching], folderOfTests);
  });

  it('is built by whoever packs it, in a clean clone too, and by the build of the workspace', async () => {
    const { scripts, nx } = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
      readonly nx: {
        readonly targets: { readonly build: { outputs: string[]; options: { command: string } } };
      };
    };
    const made = (await readdir(join(folder, 'sdk'))).filter((name) =>
      /^(dist|bundle|commonjs|LICENSE-)/.test(name),
    );

    expect(scripts).to.include({ prepack: 'node build.mjs' });
    expect(nx.targets.build.options.command).to.equal(scripts['prepack']);
    expect(nx.targets.build.outputs).to.have.members(made.map((name) => `{projectRoot}/${name}`));
  });

  it('says where it comes from only where the repository says so too, and the same', async () => {
    const manifests = await Promise.all(
      [ROOT, SDK].map(async (place) => JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))),
    );
    const [root, own] = manifests as readonly { readonly repository?: { readonly url: string } }[];

    expect(own?.repository?.url).to.equal(root?.repository?.url);
  });

  it('is as publint wants it', async () => {
    await ran(tool('publint', 'src/cli.js'), [join(folder, sdk.filename), '--strict'], project);
  });

  it('has the types of its code in every way of resolving it, says attw', async () => {
    const options = ['--profile', 'strict', '--format', 'ascii', '--no-emoji'];

    await ran(
      tool('@arethetypeswrong/cli', 'dist/index.js'),
      [join(folder, sdk.filename), ...options],
      project,
    );
  });

  it('holds code, types, sources and documents, and nothing else', () => {
    const folders = new Set(sdk.files.map(({ path }) => path.replace(/\/.*/, '/')));

    expect([...folders].sort()).to.deep.equal(
      [
        'CHANGELOG.md',
        'LICENSE',
        'LICENSE-ky',
        'README.md',
        'bundle/',
        'commonjs/',
        'dist/',
        'examples/',
        'package.json',
        'src/',
      ].sort(),
    );
    expect(sdk.files.map(({ path }) => path).filter((path) => /spec|tsbuildinfo/.test(path))).to.deep.equal(
      [],
    );
  });

  it('is small, with all that it needs', async () => {
    const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
    const zipped = await zippedOf("export * from '@kontor/sdk'");
    const events = await zippedOf("export * from '@kontor/sdk'; export * from '@kontor/sdk/events'");
    const webhooks = await zippedOf("export * from '@kontor/sdk/webhooks'");

    console.log(`      ${kb(sdk.size)} packed, ${kb(sdk.unpackedSize)} unpacked, ${kb(zipped)} in a bundle`);
    console.log(`      events ${kb(events - zipped)} more, webhooks alone ${kb(webhooks)}`);
    expect(sdk.size / 1000).to.be.below(PACKED_MAX_KB);
    expect(zipped / 1000).to.be.below(BUNDLE_MAX_KB);
    expect((events - zipped) / 1000).to.be.below(EVENTS_MAX_KB);
    expect(webhooks / 1000).to.be.below(WEBHOOKS_MAX_KB);
  });

  async function zippedOf(contents: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    });
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  }
});

/** Builds the SDK as `npm pack` does, in a folder of its own with what is packed beside it. */
async function builtIn(into: string): Promise<string> {
  await ran(process.execPath, [join(SDK, 'build.mjs'), into], ROOT);
  for (const path of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'examples', 'src'])
    await cp(join(SDK, path), join(into, path), { recursive: true });
  return into;
}

async function packed(source: string, into: string): Promise<Packed> {
  const options = ['--ignore-scripts', '--json', '--pack-destination', into];
  const [made] = JSON.parse(await ran('npm', ['pack', ...options, source], into)) as readonly Packed[];
  if (made === undefined) throw new Error(`npm packed nothing of ${source}`);
  return { ...made, filename: basename(made.filename) };
}

/** The file that a command of a package starts with. */
function tool(name: string, file: string): string {
  return join(ROOT, 'node_modules', name, file);
}

/** What a command prints; what it complains of, too, where it fails. */
async function ran(command: string, words: readonly string[], cwd: string): Promise<string> {
  const isScript = command.endsWith('.js') || command.endsWith('bin/tsc');
  // As this process was told (`.mocharc.cjs`): programs that end soon take a tenth less of a processor.
  const told = process.execArgv.filter((one) => one.startsWith('--interrupt-budget='));
  const [file, all] = isScript ? [process.execPath, [...told, command, ...words]] : [command, words];
  try {
    return (await promisify(execFile)(file, all, { cwd, env: ownEnvironment() })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${[command, ...words].join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Without what would lead Node to the sources of this repository. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  return environment;
}
